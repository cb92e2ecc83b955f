"""One of two houses: its line to the other, and the person in it who is asked and told."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from companion.cli.common import render
from companion.cli.common.plain_lines import columns
from companion.cli.common.prompt import Asker, Left
from companion.cli.game_loop.narrate import Reporter
from companion.cli.game_loop.words import HELP, words_of
from companion.cli.kinds import terminal_of
from companion.club.broker.mosquitto import DUELS
from companion.club.broker_address import Broker
from companion.club.connection import Down, Got, Happened, Message
from companion.club.duel.messages import Message as Said
from companion.club.duel.messages import parse_message
from companion.club.mqtt import Link
from companion.errors import KeypegError
from companion.game.core.codes import legend
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.i18n import _
from companion.kinds.advice import say_advice
from companion.kinds.typed_words import english_of
from companion.scene import sentence_of

__all__ = ["House", "a_house"]


@dataclass
class House:
    """This house's line to the other, and the person in it."""

    player: str
    asker: Asker
    link: Link
    topic: str
    inbox: queue.SimpleQueue[Said]
    reporter: Reporter
    seen: Match | None = None

    def say(self, *messages: Said) -> None:
        """Say `messages` to the other house."""
        for message in messages:
            self.link.publish(Message(self.topic, message.to_bytes()))

    def heard(self, wait_s: float) -> Said | None:
        """Return what the other house said, if it does within `wait_s`."""
        try:
            return self.inbox.get(timeout=wait_s)
        except queue.Empty:
            return None

    def tell(self, text: str) -> None:
        """Print a sentence."""
        self.asker.console.print(text, soft_wrap=True)

    def show(self, match: Match) -> None:
        """Print the board and what happens now, if that has changed."""
        if match is self.seen:
            return
        self.seen = match
        self.reporter.look_at(match)
        if not match.is_over and match.turn.player != self.player:
            self.tell(sentence_of(match))

    def ask(self, match: Match) -> str:
        """Ask for a code, unseen, or for a row; raise `Left` when the person leaves.

        What may be said at any time is heeded first.
        """
        while True:
            typed = self._typed(match)
            word = english_of(typed.partition(" ")[0])
            if word not in words_of(match.rules):
                return typed
            if word in ("quit", "stop"):
                raise Left
            self._heed(word, match)

    def _heed(self, word: str, match: Match) -> None:
        match word:
            case "help":
                self.tell(_help_text(match))
            case "card":
                self.asker.console.print(render.score_card(match))
            case "board":
                self.asker.console.print(terminal_of(match.rules).draw(match.round_to_see))
            case "hint":
                self.tell(say_advice(match))
            case _:
                self.tell("✗ " + _("Between two houses nothing is taken back or corrected."))

    def _typed(self, match: Match) -> str:
        player = match.turn.player
        if match.turn.need is Need.CODE:
            said = _("{maker}, type the code (it is not shown):").format(maker=player)
            return self.asker.secret(said)
        return self.asker.line(_("{player}, your row:").format(player=player))


def _help_text(match: Match) -> str:
    """Return the words that apply between two houses, and the letters of the colours."""
    words = (HELP[word] for word in ("hint", "board", "leave"))
    rows = [(_(typed), _(does)) for typed, does in words]
    lines = [_("Type what is asked for, or at any time:"), *columns(rows, indent=2)]
    letters = legend(terminal_of(match.rules).letters(match.round))
    return "\n".join([*lines, _("Colours: {legend}.").format(legend=letters)])


@contextmanager
def a_house(broker: Broker, table: str, other: str, player: str) -> Iterator[House]:
    """Give the house `table`, in which `player` sits, with a line to `other`."""
    is_left = threading.Event()
    asker, inbox = Asker(render.terminal()), queue.SimpleQueue[Said]()

    def hear(happened: Happened) -> None:
        if isinstance(happened, Got):
            link.taken(happened.number)
            try:
                inbox.put(parse_message(happened.payload))
            except KeypegError:
                return
        elif isinstance(happened, Down) and not is_left.is_set():
            asker.console.print(_("No line to the other house: {why}.").format(why=happened.why))

    link = Link(broker, f"keypeg-duel-{table}", hear, subscribed=(f"{DUELS}/{other}/{table}",))
    link.start()
    try:
        reporter = Reporter(asker.console)
        yield House(player, asker, link, f"{DUELS}/{table}/{other}", inbox, reporter)
    finally:
        is_left.set()
        link.close()
