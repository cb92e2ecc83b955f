"""A log played again: the match at its beginning, then after each event."""

from collections.abc import Iterator

from companion.errors import KeypegError, LogError
from companion.game.match import Match
from companion.game.record import UNCHAINED, Log
from companion.i18n import _
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import find_book

__all__ = ["matches_of"]


def matches_of(log: Log) -> Iterator[Match]:
    """Yield the match of `log` at its beginning, then after each event.

    In a log of the first version a row that was taken back is used no more, as was the rule then.
    Raises `LogError` for an event that cannot be, `UnknownName` or `BadNotation` for a header.
    """
    rules = with_rules(find_book(log.header.book), log.header.rules)
    match = Match(rules, forgets=log.header.version == UNCHAINED)
    yield match
    for entry in log.entries:
        try:
            match = match.on(entry.event)
        except KeypegError as error:
            raise LogError(
                _("Line {seq} cannot be: {message}").format(
                    seq=entry.seq + 1, message=error.message
                ),
                hint=_("The log was edited; take a copy that is whole."),
            ) from error
        yield match
