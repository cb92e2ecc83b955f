"""The firmware's portable core, compiled for this computer with ASan and UBSan."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.displays.arduino.protocol import Frame, Kind, Unpacker, checksum, pack, picture
from companion.game.core.key_pegs import Keys
from companion.scene import Scene, SceneRow

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware" / "keypeg"
CORE = [FIRMWARE / name for name in ("buttons.c", "frame.c", "picture.c", "talk.c")]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SESSION = 0x2A
HELLO = pack(Frame(Kind.HELLO, 1, bytes((1, SESSION, 30, 64))))
ONE = Scene(size=(12, 4), rows=(SceneRow("rgby", Keys(1, 2)),), turn=0)
TWO = Scene(size=(12, 4), rows=(*ONE.rows, SceneRow("w?.k")), turn=1)

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (cc)")


class Core:
    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, line: str) -> list[str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answers = []
        while (answer := self._process.stdout.readline().strip()) != "ok":
            assert answer, "the core has ended"
            answers.append(answer)
        return answers

    def hear(self, wire: bytes) -> list[str]:
        return self.ask(f"bytes {wire.hex()}")

    def close(self) -> int:
        self._process.communicate()
        return self._process.returncode


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("core") / "core"
    sources = [ROOT / "tests/core/core.c", *CORE]
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
    subprocess.run(
        ["cc", "-g", "-O1", *SANITIZE, *warnings, f"-I{FIRMWARE}", *sources, "-o", target],
        check=True,
    )
    return target


@pytest.fixture
def core(program: Path) -> Iterator[Core]:
    running = Core(program)
    yield running
    assert running.close() == 0


def answer(lines: list[str]) -> Frame:
    """The one frame that was sent."""
    (sent,) = [line for line in lines if line.startswith("sent ")]
    (frame,) = Unpacker().feed(bytes.fromhex(sent.split()[1]))
    return frame


def shown(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("sent ")]


def show(scene: Scene, seq: int = 2, session: int = SESSION) -> bytes:
    return pack(Frame(Kind.SHOW, seq, bytes((session,)) + picture(scene)))


def vectors() -> Iterator[tuple[str, str, str, str]]:
    for line in (ROOT / "tests/vectors/frames.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, frame, wire = line.split(" | ")
            head, payload = frame.split()
            yield name, head, payload, wire


@pytest.mark.parametrize(("name", "head", "payload", "wire"), list(vectors()))
def test_both_sides_write_and_read_the_same_bytes(
    core: Core, name: str, head: str, payload: str, wire: str
) -> None:
    kind, seq = bytes.fromhex(head)
    frame = Frame(kind, seq, b"" if payload == "-" else bytes.fromhex(payload))
    assert pack(frame).hex() == wire
    assert list(Unpacker().feed(bytes.fromhex(wire))) == [frame]
    assert core.ask(f"write {head} {payload}") == [f"wire {wire}"]
    assert core.ask(f"judge {wire}") == [f"good {head}  {payload}"]


def test_the_checksum_is_the_published_one() -> None:
    assert checksum(b"123456789") == 0xD64E


def test_no_flipped_bit_gets_through(core: Core) -> None:
    """Every single flip and every burst of two in neighbouring bytes, of a whole frame."""
    wire = show(TWO)
    good = core.ask(f"judge {wire.hex()}")
    assert len(good) == 1
    for at in range(len(wire) * 8 - 9):
        for far in (0, 1, 8, 9):
            damaged = bytearray(wire)
            for bit in {at, at + far}:
                damaged[bit // 8] ^= 1 << bit % 8
            got = [line for line in core.ask(f"judge {damaged.hex()}") if line.startswith("good")]
            # a hit on the leading 00 leaves the frame behind it whole, or damages it
            assert got in ([], good), (at, far)
            assert all(f.payload == picture_bytes(TWO) for f in Unpacker().feed(bytes(damaged)))


def picture_bytes(scene: Scene) -> bytes:
    return bytes((SESSION,)) + picture(scene)


def test_a_megabyte_of_noise_is_no_frame(core: Core) -> None:
    chance = random.Random(3)
    unpacker = Unpacker()
    for _ in range(32):
        noise = chance.randbytes(32_768)
        assert [x for x in core.ask(f"judge {noise.hex()}") if x.startswith("good")] == []
        assert list(unpacker.feed(noise)) == []
    assert unpacker.damaged > 1_000


def test_a_picture_is_shown_before_it_is_acknowledged(core: Core) -> None:
    core.ask("start")
    info = answer(core.hear(HELLO))
    assert (info.kind, info.seq, info.payload[3]) == (Kind.INFO, 1, SESSION)
    lines = core.hear(show(TWO))
    assert lines[0] == "picture 64 0 1 0"
    assert lines[1][5:21] == "0e0f0f00" + "00000000"
    assert lines[2][5:21] == "05040908" + "010d0002"
    frame = answer(lines[3:])
    assert frame.kind == Kind.SHOWN
    assert frame.payload == bytes((SESSION, 2)) + checksum(picture(TWO)).to_bytes(2)


@pytest.mark.parametrize(
    ("wire", "reason"),
    [
        (show(ONE, session=SESSION + 1), 5),
        (pack(Frame(0x55, 3)), 4),
        (pack(Frame(Kind.SHOW, 3, bytes((SESSION, 0xF0, 0xD4)))), 6),  # 13 rows
        (pack(Frame(Kind.SHOW, 3, bytes((SESSION, 0xF0, 0x14, 0xE1, 0, 0xFF)))), 6),  # colour 14
        (pack(Frame(Kind.SHOW, 3, bytes((SESSION, 0xF0, 0x14, 0, 0, 0x32)))), 6),  # 3 + 2 keys
        (pack(Frame(Kind.SHOW, 3, bytes((SESSION, 0xF0, 0x14, 0, 0)))), 6),  # too short
        (pack(Frame(Kind.SHOW, 3, bytes((SESSION, 0xF8, 0x04)))), 6),  # a bit that means nothing
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    core: Core, wire: bytes, reason: int
) -> None:
    core.ask("start")
    core.hear(HELLO)
    core.hear(show(ONE))
    lines = core.hear(wire)
    assert shown(lines) == []
    assert answer(lines).payload == bytes((reason, SESSION))


def test_nothing_is_shown_before_hello(core: Core) -> None:
    core.ask("start")
    lines = core.hear(show(ONE))
    assert shown(lines) == []
    assert answer(lines).payload == bytes((5, 0))


def test_silence_is_a_loss_and_a_ping_is_none(core: Core) -> None:
    core.ask("start")
    core.hear(HELLO)
    core.hear(show(ONE))
    assert core.ask("tick 2900") == []
    core.hear(pack(Frame(Kind.PING, 3, bytes((SESSION,)))))
    assert core.ask("tick 5900") == []
    assert core.ask("tick 5901") == ["pattern 3 0"]
    pong = answer(core.hear(pack(Frame(Kind.PING, 4, bytes((SESSION,))))))
    assert pong.payload[1] == 3
    assert shown(core.hear(show(ONE)))[0].startswith("picture")


def test_another_computer_takes_the_old_answer_away(core: Core) -> None:
    core.ask("start")
    core.hear(HELLO)
    core.hear(show(ONE))
    assert shown(core.hear(HELLO)) == []
    other = pack(Frame(Kind.HELLO, 1, bytes((1, SESSION + 1, 30, 64))))
    assert shown(core.hear(other)) == ["pattern 1 0"]


def test_goodbye_is_dark_and_quiet(core: Core) -> None:
    core.ask("start")
    core.hear(HELLO)
    core.hear(show(ONE))
    assert shown(core.hear(pack(Frame(Kind.BYE, 3, bytes((SESSION,)))))) == ["pattern 4 0"]
    assert core.ask("tick 60000") == []
    assert answer(core.hear(show(ONE))).payload == bytes((5, 0))


@pytest.mark.parametrize(("count", "wanted"), [(96, 255), (48, 255), (4, 255), (96, 10)])
def test_brightness_never_exceeds_the_current_allowed(core: Core, count: int, wanted: int) -> None:
    level = int(core.ask(f"level {count} {wanted} 304")[0].split()[1])
    milliamps = count * (255 + 255 + 220) * (level / 255) * 20 / 255
    assert milliamps <= 304
    assert level == wanted or milliamps > 290


@pytest.mark.skipif(shutil.which("cppcheck") is None, reason="no cppcheck")
def test_cppcheck_has_nothing_to_say() -> None:
    options = ["--quiet", "--platform=avr8", "--std=c99", "--error-exitcode=1"]
    options += ["--enable=warning,portability,performance", f"-I{FIRMWARE}"]
    checked = subprocess.run(
        ["cppcheck", *options, *CORE], capture_output=True, text=True, check=False
    )
    assert checked.stderr == ""


def test_a_press_is_counted_told_and_told_again_by_the_next_pong(core: Core) -> None:
    core.ask("start")
    assert core.ask("press 0") == []  # nobody listens yet
    core.hear(HELLO)
    (sent,) = core.ask("press 1")
    told = next(Unpacker().feed(bytes.fromhex(sent.removeprefix("sent "))))
    assert (told.kind, told.seq, told.payload[4:]) == (Kind.PRESSED, 0, bytes((0, 1)))
    for _ in range(256):
        core.ask("press 0")
    core.ask("press 0")
    pong = answer(core.hear(pack(Frame(Kind.PING, 9, bytes((SESSION,))))))
    assert (pong.kind, pong.payload[4:]) == (Kind.PONG, bytes((1, 1)))


def test_a_button_that_rattles_is_pressed_once(core: Core) -> None:
    held = [(1, 0), (1, 40), (0, 50), (0, 80)]  # since the power came: no press
    rattle = [(1, 100), (0, 104), (1, 109), (1, 130), (1, 138), (1, 139), (1, 900)]
    loose = [(0, 903), (1, 910), (0, 917), (0, 946), (0, 947), (1, 950), (0, 960), (0, 2000)]
    again = [(1, 65530), (1, 23), (1, 24)]  # the clock goes round
    every = held + rattle + loose + again
    said = [core.ask(f"button {level} {ms}")[0] for level, ms in every]
    pressed = [ms for (_, ms), word in zip(every, said, strict=True) if word[-1] == "1"]
    assert pressed == [139, 24]
