"""``keypeg duel``: two houses, one match; each code stays at home until it is shown."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from companion.cli.common.log_options import folder_option
from companion.cli.common.prompt import Left
from companion.cli.kinds.kind import SOURCE
from companion.cli.play.duel_house import House, a_house
from companion.club.broker_address import parse_broker
from companion.club.duel.guest import Guest
from companion.club.duel.host import Host
from companion.club.wire.topics import check_name
from companion.errors import BadNotation, KeypegError
from companion.game.core.events import Guessed, Seated, Way
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.i18n import _
from companion.kinds.all_kinds import kind_of
from companion.rulebooks.shelf import find_book
from companion.session.log_names import games_folder
from companion.session.session import Session

__all__ = ["duel"]

# seconds without a word from the other house, until it is asked for one; a guess
WAIT_S = 2.0


@click.command()
@click.argument("book", required=False)
@click.option("--mqtt", required=True, metavar="URL", help="The broker that both houses reach.")
@click.option("--table", required=True, metavar="NAME", help="This house.")
@click.option("--with", "other", required=True, metavar="NAME", help="The other house.")
@click.option("--player", required=True, help="Who plays here.")
@click.option("--against", help="Who plays there; whoever names him begins and keeps the log.")
@folder_option
def duel(
    book: str | None,
    mqtt: str,
    table: str,
    other: str,
    player: str,
    against: str | None,
    folder: Path | None,
) -> None:
    """Play BOOK with another house: each hides his code at home and sees only what he may.

    One begins: keypeg duel hasbro-2 --table oslo --with delft --player Ada --against Ben; the other
    joins: keypeg duel --table delft --with oslo --player Ben.
    """
    place, broker = folder or games_folder(), parse_broker(mqtt)
    if bool(book) != bool(against):
        raise BadNotation(
            _("Who begins names the game and who plays there."), hint=_("Leave both out to join.")
        )
    with a_house(broker, check_name(table), check_name(other), player) as house:
        try:
            if book and against:
                _begin(house, book, (player, against), place)
            else:
                _join(house, Guest(player, place / f"duel-{other}.keypeg", SystemRandom()))
        except Left:
            house.tell(_("Left off."))


def _begin(house: House, book: str, players: tuple[str, str], folder: Path) -> None:
    box = find_book(book)
    if not box.has_one_code:
        raise BadNotation(
            _("Two houses play a game with one code."), hint=_("As in: keypeg duel hasbro-2")
        )
    seated = Seated(players, box.rounds_for(2), Way.TOLD, players[0])
    session = Session.begin(box.name, {}, seated, folder=folder)
    host = Host(session, players[1])
    try:
        while not session.match.is_over:
            house.reporter.look(session)
            house.show(session.match)
            if session.match.turn.player == players[0]:
                _act(house, session)
                house.say(*host.news())
            elif (message := house.heard(WAIT_S)) is not None:
                house.say(*host.hear(message))
        house.reporter.look(session)
    finally:
        session.close()
        house.say(*host.news())


def _act(house: House, session: Session) -> None:
    match = session.match
    try:
        typed = house.ask(match)
        if match.turn.need is Need.CODE:
            session.tell((typed,), SOURCE)
        else:
            session.post(_row(match, typed), SOURCE)
    except KeypegError as error:
        _refused(house, error)


def _join(house: House, guest: Guest) -> None:
    house.say(guest.hello)
    while guest.match is None or not guest.match.is_over:
        if guest.match:
            house.show(guest.match)
        if guest.refusal:
            house.tell(f"✗ {guest.refusal}")
            guest.refusal = ""
        if move := guest.own_move():
            house.say(move)
        elif guest.is_mine and not guest.waits_for_word:
            _act_afar(house, guest)
        elif (message := house.heard(WAIT_S)) is not None:
            guest.hear(message)
        else:
            # a word may be lost where the line was: ask, and do what is due once more
            guest.again()
            house.say(guest.hello)
    house.show(guest.match)


def _act_afar(house: House, guest: Guest) -> None:
    assert guest.match
    try:
        typed = house.ask(guest.match)
        if guest.match.turn.need is Need.CODE:
            house.say(guest.hide(typed))
        else:
            house.say(guest.move(_row(guest.match, typed)))
    except KeypegError as error:
        _refused(house, error)


def _row(match: Match, typed: str) -> Guessed:
    """Return the guess that was typed, in letters: the other house may speak another language."""
    row = kind_of(match.rules).parse_row(match.round, typed)
    return Guessed(match.turn.player, row)


def _refused(house: House, error: KeypegError) -> None:
    """Say why a line is refused; from a pipe it is raised, and nothing is lost."""
    if not house.asker.is_interactive:
        raise error
    house.tell(f"✗ {error}")
