"""Damaged files that are met beside a log: tried through the commands where it is quick."""

import json
import shutil
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from functools import cache
from pathlib import Path

import numpy as np
from click.testing import CliRunner

from calibration.board_files.load import load_board
from calibration.evaluation.films import load_film
from calibration.evaluation.label_files import load_session, sessions_in
from calibration.evaluation.pointed_photos import load_points
from calibration.store.lenses import LENS_KIND, load_lens
from calibration.store.tile_tables import KIND as TABLE_KIND
from calibration.store.tile_tables import load_table
from calibration.wizard.drafts import DRAFT_KIND, Draft
from calibration.wizard.guide import Guide
from companion.cli import cli
from companion.club.sending.ledger import Ledger
from companion.club.tournament.events import (
    Drawn,
    Entry,
    Game,
    Opened,
    Scored,
    System,
    format_entry,
)
from companion.errors import KeypegError
from companion.hall.tournaments import Tournaments
from companion.history.index import INDEX, summaries
from companion.history.titles import TITLES
from companion.session.log_names import SUFFIX
from companion.web.door.access import Access
from companion.web.table import last_match
from tests.damage import LOGS, MUTANTS, crafted, damaged_log, mutated, packed

SESSION = Path(__file__).parent / "data" / "four-player"
SETTINGS = """\
display = ["terminal"]
camera = "usb:0"
language = "nl"

[gpio]
turn = [18, 4]

[serial]
brightness = 40

[club]
table = "window"
hook = ["http://hub.local/keypeg"]
"""


def keypeg(*words, **environment):
    """Run a command; raise what it refuses, or what it did not expect."""
    env = {"KEYPEG_SETTINGS": "", "KEYPEG_LANGUAGE": "en", **environment}
    result = CliRunner().invoke(cli, words, env=env)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code not in (0, 1):
        raise KeypegError(result.output)


def damaged(rng, value):
    """Give the bytes of a value as JSON, damaged as bytes or odd in one place."""
    if rng.random() < 0.5:
        return mutated(rng, json.dumps(value).encode())
    return json.dumps(crafted(rng, value)).encode()


def settings(rng, folder):
    """The settings, in `config list` and in what reads them first of all."""
    path = folder / "settings.toml"
    path.write_bytes(mutated(rng, SETTINGS.encode()))
    command = rng.choice([["config", "list"], ["config", "get", "camera"], ["games"]])
    keypeg(*command, KEYPEG_SETTINGS=str(path), KEYPEG_GAMES=str(folder / "none"))


def setting(rng, folder):
    """A value as it may be mistyped in `config set`."""
    path = folder / "settings.toml"
    path.write_text(SETTINGS)
    name = rng.choice(["camera", "display", "gpio.turn", "serial.brightness", "language", "gpio"])
    text = mutated(rng, rng.choice([b"usb:0", b"[26, 4]", b"40", b'"nl"', b"2026-13-45"]))
    keypeg("config", "set", "--", name, text.decode("utf-8", "replace"), KEYPEG_SETTINGS=str(path))


def shown(rng, folder):
    """A log in the commands that look back."""
    shutil.rmtree(folder / "shown", ignore_errors=True)
    (folder / "shown").mkdir()
    path = folder / "shown" / f"match{SUFFIX}"
    path.write_bytes(damaged_log(rng))
    commands = ["show", "verify", "replay", "games", "players", "recover", "show --full"]
    commands += [f"export --to {form}" for form in ("csv", "json", "text", "svg", "bgstats")]
    words = rng.choice(commands).split()
    if words[0] not in ("games", "players"):
        words.append(str(path))
    keypeg(*words, KEYPEG_GAMES=str(path.parent))


@cache
def _some_logs():
    return [path.read_bytes() for path in sorted(LOGS.glob("*.keypeg"))[:2]]


def _history(folder):
    shutil.rmtree(folder / "history", ignore_errors=True)
    (folder / "history").mkdir()
    for number, log in enumerate(_some_logs()):
        (folder / "history" / f"000{number}{SUFFIX}").write_bytes(log)
    return folder / "history"


@cache
def _index_of_some():
    with tempfile.TemporaryDirectory() as name:
        folder = _history(Path(name))
        summaries(folder)
        with closing(sqlite3.connect(folder / INDEX)) as index:
            facts = index.execute("select log, facts from match").fetchall()
        return (folder / INDEX).read_bytes(), facts


def index(rng, folder):
    """The index beside the logs: always made anew, so that nothing of it is ever refused."""
    whole, facts = _index_of_some()
    folder = _history(folder)
    if rng.random() < 0.5:
        (folder / INDEX).write_bytes(mutated(rng, whole))
    else:
        (folder / INDEX).write_bytes(whole)
        summaries(folder)
        with closing(sqlite3.connect(folder / INDEX)) as db, db:
            for log, plain in facts:
                odd = json.dumps(crafted(rng, json.loads(plain)))
                db.execute("update match set facts = ? where log = ?", (odd, log))
    keypeg(*rng.choice([["games"], ["players"], ["stats", "Ada"]]), KEYPEG_GAMES=str(folder))


def titles(rng, folder):
    """The titles beside the logs: damaged they are as none."""
    folder = _history(folder)
    (folder / TITLES).write_bytes(damaged(rng, {"0000": "Christmas", "0001": "Åse's"}))
    keypeg(
        *rng.choice([["games"], ["show", "Christmas"], ["name", "0000", "New"]]),
        KEYPEG_GAMES=str(folder),
    )


def lens(rng, folder):
    """A measured lens with a right checksum and odd fields."""
    numbers = {"fx": 900.0, "fy": 900.0, "cx": 640.0, "cy": 360.0, "dist": [0.1, 0, 0, 0, 0]}
    data = {
        "date": "2026-03-01",
        "lens": numbers,
        "size": [1280, 720],
        "pictures": 12,
        "error": 0.4,
    }
    (folder / "wide.json").write_bytes(packed(LENS_KIND, crafted(rng, data)))
    load_lens("wide", folder)


def table(rng, folder):
    """A measured table of tiles with a right checksum and odd fields."""
    data = {
        "size": [1280, 720],
        "k": np.eye(3).tolist(),
        "dist": [0.0] * 5,
        "r": np.eye(3).tolist(),
        "t": [0.0, 0.0, 1.0],
        "tile": [20.0, 30.0, 8.0],
        "empty": "/9j/4AAQ",
    }
    (folder / "cloth.json").write_bytes(packed(TABLE_KIND, crafted(rng, data)))
    load_table("cloth", folder)


def draft(rng, folder):
    """What a calibration that was left off goes on from."""
    kept = Draft("classic", "kitchen", folder)
    kept.folder.mkdir(parents=True, exist_ok=True)
    entries = {"entries": [{"said": "back"}, {"saw": "1.png"}, {"said": "skip"}]}
    text = packed(DRAFT_KIND, crafted(rng, entries))
    (kept.folder / "draft.json").write_bytes(rng.choice([text, mutated(rng, text)]))
    kept.resumed(Guide(load_board("classic"), None, corners=""))


def labels(rng, folder):
    """A label of a picture, of a filmed game or of points, as `evaluate` reads them."""
    place = folder / "session"
    if not place.is_dir():
        shutil.copytree(SESSION, place)
    frame = {
        "image": "still_0.jpg",
        "occluded": False,
        "state": [["red", None]],
        "keys": [["black"]],
    }
    films = {"frames": [frame], "guesses": [{"guess": ["red", "blue"]}]}
    peg = {"x": 10, "y": 10, "colour": "red"}
    points = {"photos": [{"file": "still_0.jpg", "rows": [{"pegs": [peg, peg | {"x": 40}]}]}]}
    (place / "game.json").write_text(json.dumps(films))
    for file in SESSION.glob("*.json"):
        shutil.copy(file, place)
    which = rng.choice(["calib_pegs", "still_0", "game", "points"])
    value = {"game": films, "points": points}.get(which)
    value = value or json.loads((SESSION / f"{which}.json").read_text())
    (place / f"{which}.json").write_bytes(damaged(rng, value))
    if which == "points":
        load_points(place / "points.json")
    else:
        sessions_in(place)
        (load_film if which == "game" else load_session)(place)


def tournament(rng, folder):
    """The tournament of a hall: what happened, a line each."""
    happened = [
        Opened(("Ada", "Ben", "Cleo"), System.SWISS, 2),
        Drawn((Game(("Ada", "Ben")), Game(("Cleo",))), "2026-03-01T20:15:00Z"),
        Scored(1, 1, (3, 2), "match 0001"),
    ]
    lines = [format_entry(Entry(n, "hub", each)) for n, each in enumerate(happened, start=1)]
    at = rng.randrange(len(lines))
    file = folder / "tournament.jsonl"
    odd = json.dumps(crafted(rng, json.loads(lines[at]))).encode()
    whole = b"\n".join(
        [*(x.encode() for x in lines[:at]), odd, *(x.encode() for x in lines[at + 1 :])]
    )
    file.write_bytes(rng.choice([whole + b"\n", mutated(rng, ("\n".join(lines) + "\n").encode())]))
    state = Tournaments(file).state
    state.standings()
    if state.players and not state.open_games:
        state.next_round("2026-03-01T21:15:00Z")


def page(rng, folder):
    """What the page keeps: who was let in, what was played last, which logs it told of."""
    login = {"id": "5a17", "role": "player", "seat": "Ada", "at": 1.0}
    camera = {"spec": "usb:0", "board": "classic", "calibration": "kitchen", "confirm": "unsure"}
    _history(folder)
    for name, value in (
        ("logins.json", {"logins": [login]}),
        (last_match.NAME, {"log": "0001", "camera": camera}),
        (last_match.CAMERAS, {"0001": camera}),
        ("history/club-told.json", ["0000", "0001"]),
    ):
        (folder / name).write_bytes(damaged(rng, value))
    Access(folder / "logins.json")
    last_match.recall(folder)
    last_match.cameras(folder)
    Ledger(folder / "history", "told").heads()


def backup(rng, folder):
    """A backup that is put back."""
    file, settings = folder / "kept.zip", folder / "restored" / "settings.toml"
    shutil.rmtree(folder / "restored", ignore_errors=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("settings.toml", SETTINGS)
        archive.writestr(f"games/0000{SUFFIX}", _some_logs()[0])
    file.write_bytes(mutated(rng, file.read_bytes()))
    keypeg(
        "restore", str(file), KEYPEG_SETTINGS=str(settings), KEYPEG_GAMES=str(folder / "restored")
    )


MORE = (
    settings,
    setting,
    shown,
    index,
    titles,
    lens,
    table,
    draft,
    labels,
    tournament,
    page,
    backup,
)
ALL_MUTANTS = MUTANTS | {each.__name__: each for each in MORE}
