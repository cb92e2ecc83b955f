"""``keypeg play``: a match at the keyboard, begun or resumed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import click

from companion.cli.common import render
from companion.cli.common.buttons import Buttons
from companion.cli.common.display_options import MatchLights, display_option, lights, say_option
from companion.cli.common.log_options import folder_option
from companion.cli.common.option_groups import grouped
from companion.cli.common.prompt import Asker, Left
from companion.cli.common.stdin_lines import Lines
from companion.cli.game_loop.keyboard import Keyboard
from companion.cli.game_loop.narrate import Reporter
from companion.cli.game_loop.typed_game import play as play_session
from companion.cli.game_loop.watched_game import Hands, play_seen
from companion.cli.game_loop.words import words_of
from companion.cli.play.begin_or_resume import begun, resumed
from companion.cli.play.club_options import ClubOptions, club_options
from companion.cli.play.options import Agreement, Kept, OnPage, TypedCamera
from companion.cli.play.start import ask_for_match, match_before
from companion.displays.options import Press
from companion.errors import BadNotation
from companion.game.core.events import Way
from companion.i18n import _
from companion.observers.options import CameraOptions
from companion.optional import require
from companion.session.log_names import games_folder
from companion.session.session import Session
from companion.table import Confirm
from companion.terminal.console import Console

__all__ = ["play"]


@click.command()
@click.argument("book", required=False)
@grouped(
    "agreed",
    Agreement,
    click.option("--players", help="In seating order, each next one to the left: Ada,Ben."),
    click.option("--player", "names", multiple=True, help="One player; for names with a comma."),
    click.option("--rounds", type=int, help="How many rounds are agreed."),
    click.option("--first", help="Who makes the first code, or sets the first row."),
    click.option("--maker", type=click.Choice([w.value for w in Way]), help="Who knows the code."),
    click.option(
        "--rule", "rules", multiple=True, help="A house rule, as in rows=8 or repeats=yes."
    ),
)
@grouped(
    "seen",
    TypedCamera,
    click.option(
        "--camera",
        "spec",
        metavar="SPEC",
        help="Read the board: usb:0, csi, url:http://..., photos:DIR, video:FILE or sim:BOOK.",
    ),
    click.option("--board", help="With --camera: the board's name, or the path of its file."),
    click.option("--calibration", help="With --camera: its name (default: the board's)."),
    click.option(
        "--corners", metavar="'x,y x,y x,y x,y'", help="The outer holes in the first frame."
    ),
    click.option(
        "--confirm",
        type=click.Choice([c.value for c in Confirm]),
        help="With --camera, which rows wait for 'done': usual are none but unclear ones.",
    ),
    click.option(
        "--boards",
        type=click.IntRange(2, 4),
        help="With --camera, in Master Mind for four: how many boards it sees; one a part if left "
        "out.",
    ),
    click.option(
        "--frames",
        type=click.Path(path_type=Path, file_okay=False),
        help="With --camera: keep the frame of each event in this folder, for 'replay --reread'.",
    ),
)
@grouped(
    "kept",
    Kept,
    click.option("--resume", is_flag=True, help="Go on with the newest match that is not over."),
    click.option("--log", "path", type=click.Path(path_type=Path), help="With --resume: this one."),
    folder_option,
)
@grouped(
    "on_page",
    OnPage,
    click.option("--page", is_flag=True, help="Play it at a page, on the phones at the table."),
    click.option("--lan", is_flag=True, help="With --page: let phones reach it."),
)
@club_options
@display_option
@say_option
def play(
    book: str | None,
    agreed: Agreement,
    seen: TypedCamera,
    kept: Kept,
    on_page: OnPage,
    club: ClubOptions,
    displays: tuple[str, ...],
    speech: str | None,
) -> None:
    """Play BOOK (see 'keypeg rules') at the keyboard or before a camera; 'help' at any time.

    Without BOOK and players, what is needed is asked.

    With --camera the rows are set on the board and read there; nobody needs to type.

    --maker companion: the companion draws the code and answers. told: the maker types the code
    unseen and the companion answers. kept: the maker answers, and is checked at the showing.
    """
    console = render.terminal()
    asker = Asker(console)
    if book is None and not agreed.seats and not kept.resume and asker.is_interactive:
        _play_as_asked(asker, kept.folder)
        return
    options = seen.options()
    _check(on_page, kept)
    with Buttons() as buttons:
        asker = Asker(console, buttons)
        with _told_elsewhere(asker, buttons, club, displays, speech) as (follow, show):
            reporter = Reporter(console, show)
            session = (resumed if kept.resume else begun)(reporter, book, agreed, kept)
            if on_page.page:
                _play_at_page(session, options, show, buttons, follow, lan=on_page.lan)
                return
            follow(session)
            if options is None:
                play_session(session, reporter, asker, show)
            else:
                _play_seen(session, console, buttons, show, options)


@contextmanager
def _told_elsewhere(
    asker: Asker,
    buttons: Buttons,
    club: ClubOptions,
    displays: tuple[str, ...],
    speech: str | None,
) -> Iterator[tuple[Callable[[Session], None], MatchLights]]:
    """Give what has the club follow a session, and the lights; what goes wrong `asker` tells."""
    also = (speech,) if speech else ()
    with (
        club.telling(asker.tell, buttons.press) as feed,
        lights(displays, asker.tell, buttons.press, also=also, more=filter(None, [feed])) as show,
    ):
        yield (feed.follow if feed else _follow_nothing), show


def _check(on_page: OnPage, kept: Kept) -> None:
    """Raise `BadNotation` for options that go with others, or what a missing part needs."""
    on_page.check()
    if on_page.page:
        require("page")
    if kept.path and not kept.resume:
        raise BadNotation(_("--log says which match to go on with."), hint=_("Add --resume."))


def _play_seen(
    session: Session,
    console: Console,
    buttons: Buttons,
    show: MatchLights,
    options: CameraOptions,
) -> None:
    """Play before a camera, with words typed meanwhile."""
    lines = Lines()
    keyboard = Keyboard(
        session, Reporter(console), Asker(console, buttons, lines), words_of(session.match.rules)
    )
    play_seen(keyboard, Hands(buttons, lines), show, options)


def _play_at_page(
    session: Session,
    camera: CameraOptions | None,
    show: MatchLights,
    buttons: Buttons,
    follow: Callable[[Session], None],
    *,
    lan: bool,
) -> None:
    """Serve the match as a page; the keyboard is left alone.

    `follow` is told of each match that is played there.

    The page is beside the command line and is found by its name, as commands are.
    """
    page = import_module("companion.web.serve")

    def pressed() -> Press | None:
        return buttons.take() if buttons.has_any() else None

    opened = import_module("companion.web.opened").Opened(is_lan=lan)
    page.serve_session(session, camera, show, pressed, opened, click.echo, follow=follow)


def _follow_nothing(_session: Session) -> None:
    """Tell nobody of the session."""


def _play_as_asked(asker: Asker, folder: Path | None) -> None:
    """Ask for what was not said, then play it as if it had been typed."""
    try:
        words = ask_for_match(asker, match_before(folder or games_folder()))
    except Left:
        return
    more = ["--games", str(folder)] if folder else []
    play.main([*words, *more], prog_name="keypeg play", standalone_mode=False)
