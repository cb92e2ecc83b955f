"""A match without flags: a few questions, each with an answer that Enter takes.

What comes out are the words of a command line, which is shown and then carried out, so that the
dialogue can do nothing that the command cannot.
"""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.cli.common.command_name import command_name
from companion.cli.common.prompt import Asker
from companion.cli.kinds import terminal_of
from companion.cli.play.ask_choice import answer_to, ask_choice
from companion.errors import BadNotation, KeypegError
from companion.game.core.events import Seated, Way
from companion.game.match import Rules
from companion.game.seats import check_seats
from companion.i18n import _
from companion.observers.attached import attached_cameras, attached_lights
from companion.rulebooks.shelf import SHELF
from companion.session.log_files import read_log
from companion.session.log_names import list_logs

__all__ = ["Before", "ask_for_match", "match_before", "rematch"]


# what people put between names, in the languages spoken: "Ada & Ben", "Ada, Ben en Cleo"
BETWEEN_NAMES = re.compile(r"[,;&+/]|\s(?:and|en|et|og)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Before:
    """What was agreed for the newest match: it is offered for the next one."""

    book: str = ""
    seated: Seated | None = None
    rules: dict[str, str] = field(default_factory=dict)


def match_before(folder: Path) -> Before:
    """Return what was agreed for the newest match in `folder` that can be read."""
    for path in list_logs(folder):
        try:
            log = read_log(path)
        except KeypegError:
            continue
        first = log.entries[0].event if log.entries else None
        if isinstance(first, Seated) and log.header.book in SHELF:
            return Before(log.header.book, first, dict(log.header.rules))
    return Before()


def rematch(before: Before) -> list[str]:
    """Return the words of ``keypeg play`` for the same match once more, roles turned.

    Who began second begins now. Raises BadNotation when there was none.
    """
    seated = before.seated
    if seated is None:
        raise BadNotation(_("There is no match to play again."), hint=_("Begin one: keypeg play"))
    place = seated.players.index(seated.first) if seated.first in seated.players else -1
    first = seated.players[(place + 1) % len(seated.players)]
    return [
        before.book,
        *_players(seated.players),
        *("--rounds", str(seated.rounds), "--maker", str(seated.way), "--first", first),
        *(word for name, value in before.rules.items() for word in ("--rule", f"{name}={value}")),
    ]


def ask_for_match(asker: Asker, before: Before) -> list[str]:
    """Ask what is played, by whom and how; return the words of ``keypeg play``.

    Raises `Left` when the person leaves.
    """
    asker.console.print(_("Enter takes the answer in brackets; quit leaves."))
    box = SHELF[_book(asker, before)]
    players = _asked_players(asker, box, before)
    words = [box.name, *_players(players)]
    way = _way(asker, box, players, before)
    if way is not box.usual_way:
        words += ["--maker", str(way)]
    words += _camera(asker)
    words += _lights(asker)
    asker.console.print(_("The same without questions: {command}").format(command=_shown(words)))
    return words


def _shown(words: Sequence[str]) -> str:
    return shlex.join([command_name(), "play", *words])


def _players(players: Sequence[str]) -> list[str]:
    """Return the options that name `players`; one with a comma has an option of its own."""
    if any("," in name for name in players):
        return [word for name in players for word in ("--player", name)]
    return ["--players", ",".join(players)]


def _book(asker: Asker, before: Before) -> str:
    usual = before.book if before.book in SHELF else next(iter(SHELF))
    titles = {name: f"{_(box.title)} ({_number(box)})" for name, box in SHELF.items()}
    return ask_choice(asker, _("Which game?"), titles, usual)


def _number(box: Rules) -> str:
    least, most = box.players
    least = 1 if box.can_be_played_alone else least
    return _("{least}-{most} players").format(least=least, most=most)


def _asked_players(asker: Asker, box: Rules, before: Before) -> tuple[str, ...]:
    seated = before.seated
    usual: tuple[str, ...] = ()
    if seated is not None and _fits(box, seated.players):
        usual = seated.players
    question = _("Who plays? Names with commas, each next one to the left")

    def parse(text: str) -> tuple[str, ...]:
        names = tuple(name.strip() for name in BETWEEN_NAMES.split(text) if name.strip())
        first = names[0] if names else ""
        check_seats(box, Seated(names, box.rounds_for(len(names)), box.usual_way, first))
        return names

    return answer_to(asker, question, parse, usual, ", ".join(usual))


def _fits(box: Rules, players: tuple[str, ...]) -> bool:
    try:
        seated = Seated(players, box.rounds_for(len(players)), box.usual_way, players[0])
        check_seats(box, seated)
    except KeypegError:
        return False
    return True


def _way(asker: Asker, box: Rules, players: tuple[str, ...], before: Before) -> Way:
    ways = [way for way in Way if _has(box, players, way)]
    if len(ways) < 2:
        return box.usual_way
    seated = before.seated
    usual = seated.way if seated and before.book == box.name else box.usual_way
    named = {str(way): _(terminal_of(box).ways[way]) for way in ways}
    picked = ask_choice(
        asker, _("Who knows the code?"), named, str(usual if usual in ways else ways[0])
    )
    return Way(picked)


def _has(box: Rules, players: tuple[str, ...], way: Way) -> bool:
    try:
        check_seats(box, Seated(players, box.rounds_for(len(players)), way, players[0]))
    except KeypegError:
        return False
    return True


def _camera(asker: Asker) -> list[str]:
    cameras = attached_cameras()
    if not cameras:
        asker.console.print(_("No camera is found here: what lies on the table is typed."))
        return []
    calibrated = _calibrated()
    if not calibrated:
        asker.console.print(
            _("There is a camera, but no calibration: 'keypeg calibrate' teaches it the board.")
        )
        return []
    named = {"none": _("no camera: rows are typed"), **{spec: spec for spec in cameras}}
    spec = ask_choice(asker, _("Which camera looks at the table?"), named, cameras[0])
    if spec == "none":
        return []
    by_name = {name: f"{name} ({board})" if board else name for name, board in calibrated.items()}
    name = ask_choice(asker, _("Which calibration?"), by_name, next(iter(by_name)))
    board = calibrated[name]
    return ["--camera", spec, *(["--board", board] if board else []), "--calibration", name]


def _calibrated() -> dict[str, str]:
    """Return the calibrations that are kept, each with its board; a table of tiles has none."""
    from calibration.store.calibrations import load, names

    found = {}
    for name in names():
        try:
            found[name] = load(name).board
        except KeypegError:
            continue
    return found


def _lights(asker: Asker) -> list[str]:
    lights = attached_lights()
    if not lights:
        return []
    named = {"none": _("no lights"), **{spec: spec for spec in lights}}
    spec = ask_choice(asker, _("Which lights show the answers?"), named, lights[0])
    return [] if spec == "none" else ["--display", spec]
