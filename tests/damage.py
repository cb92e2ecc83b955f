"""Damaged files and options of every kind: each must be read, or refused in one sentence."""

import json
import re
import zlib
from pathlib import Path

from calibration.board_files.load import load_board
from calibration.store.calibrations import CALIBRATION_KIND, load
from calibration.store.envelope import pack
from calibration.wizard.notation import parse_corners
from companion.game.core.codes import parse_code
from companion.game.core.key_pegs import parse_keys
from companion.session.code_maker import Secret
from companion.session.log_files import read_log
from companion.session.replay import matches_of
from companion.session.secret_file import Vault

LOGS = Path(__file__).parent / "data" / "logs"
BOARDS = Path(load_board.__code__.co_filename).parents[1] / "boards"
ODD = [
    *(None, True, -1, 0, 1e308, float("nan"), float("inf"), 10**30, 10**400),
    *("", "x" * 99, "9" * 5000, "\ud800", "\x1b[2J", [], {}, [[]], [1, "a"], {"a": {}}),
]


def mutated(rng, data):
    """Damage bytes: other ones, cut short, ends of Windows, a mark of byte order, a few changed."""
    kind = rng.randrange(20)
    if kind == 0:
        return rng.randbytes(rng.randint(0, 2000))
    if kind == 1:
        return data[: rng.randint(0, len(data))]
    if kind == 2:
        return data.replace(b"\n", b"\r\n")
    if kind == 3:
        return b"\xef\xbb\xbf" + data
    if kind == 4:
        at = rng.randrange(max(8 * len(data), 1))
        return (
            data[: at // 8]
            + bytes(byte ^ 1 << at % 8 for byte in data[at // 8 :][:1])
            + data[at // 8 + 1 :]
        )
    if kind == 5:
        numbers = [*re.finditer(rb"\d+", data)] or [re.search(b"", data)]
        start, end = rng.choice(numbers).span()
        return data[:start] + rng.choice([b"9" * 5000, b"1e999", b"-1", b"0x1f"]) + data[end:]
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(max(len(data), 1))
        kind = rng.randrange(4)
        if kind == 0 and data:
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at : at + rng.randint(1, 40)]
        elif kind == 2:
            data[at:at] = data[at : at + rng.randint(1, 40)]
        else:
            data[at:at] = rng.choice(
                [b"\xff", b"\x00", b"[" * 3000, b'{"a":' * 3000, b"\r\n", "é".encode(), b"\n"]
            )
    return bytes(data)


def crafted(rng, value):
    """Put something odd in one place of a value of JSON."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: crafted(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.85:
        at = rng.randrange(len(value))
        return [*value[:at], crafted(rng, value[at]), *value[at + 1 :]]
    return rng.choice(ODD)


def packed(kind, value):
    """Give a file of this kind with a right checksum; half a surrogate pair is no UTF-8."""
    return pack(kind, value).encode("utf-8", "replace")


def board(rng, folder):
    """A board file with bytes of another text in it."""
    path = folder / "board.toml"
    path.write_bytes(mutated(rng, rng.choice(sorted(BOARDS.glob("*.toml"))).read_bytes()))
    load_board(str(path))


def secret(rng, folder):
    """The file with the hidden code, damaged or of another shape."""
    text = Secret(("Ada",), ("rgby",), ("5a17",)).to_text()
    odd = json.dumps(crafted(rng, json.loads(text))).encode()
    (folder / "match.secret").write_bytes(rng.choice([odd, mutated(rng, text.encode())]))
    Vault.beside(folder / "match.keypeg").load()


def log(rng, folder):
    """A log with damaged bytes, or with odd values under a right checksum."""
    path = folder / "match.keypeg"
    path.write_bytes(damaged_log(rng))
    for _ in matches_of(read_log(path)):
        pass


def damaged_log(rng):
    """Give the bytes of such a log."""
    data = rng.choice(sorted(LOGS.glob("*.keypeg"))).read_bytes()
    if rng.random() < 0.5:
        lines = data.splitlines()
        at = rng.randrange(len(lines))
        record = {k: v for k, v in json.loads(lines[at]).items() if k != "crc"}
        body = json.dumps(crafted(rng, record), separators=(",", ":"))[:-1].encode()
        lines[at] = b'%s,"crc":"%08x"}' % (body, zlib.crc32(body))
        data = b"\n".join(lines) + b"\n"
    else:
        data = mutated(rng, data)
    return data


CALIBRATION = {
    "name": "kitchen",
    "version": 1,
    "date": "2026-03-01T20:15:00+01:00",
    "board": "classic",
    "camera": "",
    "light": "",
    "stretch": 1.0,
    "markers": {"centres": [[0, 9], [9, 9], [9, 0], [0, 0]], "size": 14.5, "height": 0.1},
    "notes": [],
    "colours": {
        "version": 2,
        "rows": 2,
        "cols": 2,
        "letters": "rb",
        "lab": {"array": "<f4", "shape": [2, 2], "values": [1, 2, 3, 4]},
    },
}


def calibration(rng, folder):
    """A calibration with a right checksum and odd fields."""
    path = folder / "odd.json"
    path.write_bytes(packed(CALIBRATION_KIND, crafted(rng, CALIBRATION)))
    load(str(path))


def corners(rng, folder):
    """Corners as they may be mistyped."""
    del folder
    numbers = ["1", "2.5", "-7", "3", "nan", "inf", "1e999", "x", "", "9" * 400]
    text = " ".join(
        f"{rng.choice(numbers)},{rng.choice(numbers)}" for _ in range(rng.randint(0, 6))
    )
    parse_corners(mutated(rng, text.encode()).decode("utf-8", "replace"))


def words(rng, folder):
    """What may be typed for a row or an answer."""
    del folder
    text = "".join(rng.choice("rgby .,-0123 éøBWw½²٣zwart") for _ in range(rng.randint(0, 20)))
    rng.choice([parse_keys, lambda said: parse_code(said, colours="rgby", holes=4)])(text)


MUTANTS = {each.__name__: each for each in (board, secret, log, calibration, corners, words)}
