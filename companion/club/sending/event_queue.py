"""Which event is sent next: what is new in the match that is played, then what hubs asked for."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from companion.club.sending.feed import Feed
from companion.club.wire.messages import EventMessage

__all__ = ["EventQueue"]

# questions of hubs that wait for an answer; the oldest goes, a hub asks again; chosen, no
# measurement
ASKS_KEPT = 200


class EventQueue:
    """Knows how far the match of `feed` was sent, and what was asked for."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._match, self._sent = "", 0
        self._asked: deque[Iterator[EventMessage]] = deque(maxlen=ASKS_KEPT)

    @property
    def has_more(self) -> bool:
        """Whether there is an event to send."""
        told = self._feed.told
        return bool(self._asked) or (self._match, self._sent) != (told.match, len(told.lines))

    def turns_to_another_match(self) -> bool:
        """Turn to the match that is played now; say whether that is another one than before."""
        match = self._feed.told.match
        if self._match == match:
            return False
        self._match, self._sent = match, 0
        return True

    def ask(self, events: Iterable[EventMessage]) -> None:
        """Send `events` too, when nothing is new."""
        self._asked.append(iter(events))

    def next(self) -> EventMessage | None:
        """Return the next event, or None; it counts as sent."""
        self.turns_to_another_match()
        told, sent = self._feed.told, self._sent
        if sent < len(told.lines):
            self._sent = sent + 1
            return EventMessage(self._feed.table, told.match, sent, told.lines[sent])
        while self._asked:
            for event in islice(self._asked[0], 1):
                return event
            self._asked.popleft()
        return None
