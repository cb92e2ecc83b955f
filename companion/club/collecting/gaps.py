"""What an index lacks of the matches that were heard of, and asking the tables for it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.club.collecting.index import Index
from companion.club.connection import Message
from companion.club.wire import topics
from companion.club.wire.messages import Ask

__all__ = ["Gaps"]

GRACE_S = 2.0  # seconds for which what may be under way is not asked for; a guess
# seconds between two questions for the same gap, doubled from first to second; guesses
ASK_AGAIN_S = (2.0, 30.0)
# gaps asked for in a turn, so that a thousand tables that come back do not all answer; a guess
ASKED_AT_ONCE = 20


@dataclass
class _Wanted:
    """A match of which `lines` lines are known to be: looked for `at`, then every `pause` s."""

    lines: int
    at: float
    pause: float = ASK_AGAIN_S[0]


class Gaps:
    """The matches that `index` may lack lines of; they are asked for by `publish`."""

    def __init__(
        self,
        index: Index,
        publish: Callable[[Message], int],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._index, self._publish, self._now = index, publish, now
        self._wanted: dict[tuple[str, str], _Wanted] = {}

    @property
    def is_closed(self) -> bool:
        """Whether nothing is known to be missing."""
        return not self._wanted

    def expect(self, table: str, match: str, lines: int) -> None:
        """Note that a match of `table` has at least `lines` lines."""
        known = self._wanted.get((table, match))
        if known is None:
            self._wanted[table, match] = _Wanted(lines, self._now() + GRACE_S)
        elif lines > known.lines:
            known.lines = lines

    def ask(self) -> None:
        """Ask for what is missing and due, and forget the matches that are whole.

        Raises `JournalError` while the index cannot be used.
        """
        due = [(key, each) for key, each in self._wanted.items() if each.at <= self._now()]
        asked = 0
        for (table, match), wanted in due:
            gaps = self._index.missing(table, match, wanted.lines)
            if not gaps:
                del self._wanted[table, match]
            elif asked < ASKED_AT_ONCE:
                asked += 1
                self._ask_for(table, match, gaps)
                wanted.at = self._now() + wanted.pause
                wanted.pause = min(2 * wanted.pause, ASK_AGAIN_S[1])

    def _ask_for(self, table: str, match: str, gaps: list[tuple[int, int]]) -> None:
        topic = topics.table_topic(table, topics.ASK)
        for first, last in gaps:
            ask = Ask(match, first, last).to_bytes()
            self._publish(Message(topic, ask, expires_s=round(ASK_AGAIN_S[1])))
