"""A match without flags: a few questions, each with an answer that Enter takes.

What comes out are the words of a command line, which is shown and then carried out, so that the
dialogue can do nothing that the command cannot.
"""

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.cli.common.command_name import command_name
from companion.cli.common.prompt import Asker
from companion.cli.kinds import terminal_of
from companion.cli.play.ask_choice import Back, answer_to, ask_choice
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

    ``undo`` goes back to the question before. Raises `Left` when the person leaves.
    """
    asker.console.print(_("Enter takes the answer in brackets; undo goes back, quit leaves."))
    answers = _Answers()
    asked: list[int] = []
    at = 0
    while at < len(QUESTIONS):
        try:
            if QUESTIONS[at](asker, before, answers):
                asked.append(at)
            at += 1
        except Back:
            at = asked.pop() if asked else 0
    words = answers.words()
    asker.console.print(_("The same without questions: {command}").format(command=_shown(words)))
    return words


@dataclass(slots=True)
class _Answers:
    """What was answered so far."""

    book: str = ""
    players: tuple[str, ...] = ()
    way: list[str] = field(default_factory=list)
    camera: list[str] = field(default_factory=list)
    lights: list[str] = field(default_factory=list)

    @property
    def box(self) -> Rules:
        return SHELF[self.book]

    def words(self) -> list[str]:
        return [self.book, *_players(self.players), *self.way, *self.camera, *self.lights]


def _shown(words: Sequence[str]) -> str:
    return shlex.join([command_name(), "play", *words])


def _players(players: Sequence[str]) -> list[str]:
    """Return the options that name `players`; one with a comma has an option of its own."""
    if any("," in name for name in players):
        return [word for name in players for word in ("--player", name)]
    return ["--players", ",".join(players)]


def _ask_book(asker: Asker, before: Before, answers: _Answers) -> bool:
    usual = before.book if before.book in SHELF else next(iter(SHELF))
    titles = {name: f"{_(box.title)} ({_number(box)})" for name, box in SHELF.items()}
    answers.book = ask_choice(asker, _("Which game?"), titles, usual)
    return True


def _number(box: Rules) -> str:
    least, most = box.players
    least = 1 if box.can_be_played_alone else least
    return _("{least}-{most} players").format(least=least, most=most)


def _ask_players(asker: Asker, before: Before, answers: _Answers) -> bool:
    box, seated = answers.box, before.seated
    usual: tuple[str, ...] = ()
    if seated is not None and _fits(box, seated.players):
        usual = seated.players
    question = _("Who plays? Names with commas, each next one to the left")

    def parse(text: str) -> tuple[str, ...]:
        names = tuple(name.strip() for name in BETWEEN_NAMES.split(text) if name.strip())
        first = names[0] if names else ""
        check_seats(box, Seated(names, box.rounds_for(len(names)), box.usual_way, first))
        return names

    answers.players = answer_to(asker, question, parse, usual, ", ".join(usual))
    return True


def _fits(box: Rules, players: tuple[str, ...]) -> bool:
    try:
        seated = Seated(players, box.rounds_for(len(players)), box.usual_way, players[0])
        check_seats(box, seated)
    except KeypegError:
        return False
    return True


def _ask_way(asker: Asker, before: Before, answers: _Answers) -> bool:
    box = answers.box
    ways = [way for way in Way if _has(box, answers.players, way)]
    answers.way = []
    if len(ways) < 2:
        return False
    seated = before.seated
    usual = seated.way if seated and before.book == box.name else box.usual_way
    named = {str(way): _(terminal_of(box).ways[way]) for way in ways}
    picked = ask_choice(
        asker, _("Who knows the code?"), named, str(usual if usual in ways else ways[0])
    )
    answers.way = [] if picked == box.usual_way else ["--maker", picked]
    return True


def _has(box: Rules, players: tuple[str, ...], way: Way) -> bool:
    try:
        check_seats(box, Seated(players, box.rounds_for(len(players)), way, players[0]))
    except KeypegError:
        return False
    return True


def _ask_camera(asker: Asker, _before: Before, answers: _Answers) -> bool:
    answers.camera = []
    cameras = attached_cameras()
    if not cameras:
        asker.console.print(_("No camera is found here: what lies on the table is typed."))
        return False
    calibrated = _calibrated()
    if not calibrated:
        asker.console.print(
            _("There is a camera, but no calibration: 'keypeg calibrate' teaches it the board.")
        )
        return False
    named = {"none": _("no camera: rows are typed"), **{spec: spec for spec in cameras}}
    spec = ask_choice(asker, _("Which camera looks at the table?"), named, cameras[0])
    if spec == "none":
        return True
    by_name = {name: f"{name} ({board})" if board else name for name, board in calibrated.items()}
    name = ask_choice(asker, _("Which calibration?"), by_name, next(iter(by_name)))
    board = calibrated[name]
    on_board = ["--board", board] if board else []
    answers.camera = ["--camera", spec, *on_board, "--calibration", name]
    return True


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


def _ask_lights(asker: Asker, _before: Before, answers: _Answers) -> bool:
    answers.lights = []
    lights = attached_lights()
    if not lights:
        return False
    named = {"none": _("no lights"), **{spec: spec for spec in lights}}
    spec = ask_choice(asker, _("Which lights show the answers?"), named, lights[0])
    answers.lights = [] if spec == "none" else ["--display", spec]
    return True


# each notes what was answered, and returns whether there was anything to ask
QUESTIONS: tuple[Callable[[Asker, Before, _Answers], bool], ...] = (
    _ask_book,
    _ask_players,
    _ask_way,
    _ask_camera,
    _ask_lights,
)
