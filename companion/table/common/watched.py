"""What every watched table can do, whatever lies on it, as a protocol; and what it says. Pure.

A table is a value: the record, what lies there, and what stops or is asked. `on` takes in what
happens, `due` says what follows from it.
"""

from __future__ import annotations

from typing import Protocol, Self

from companion.game.match import Match, Round
from companion.table.common.interruptions import Stop
from companion.table.common.messages import Deed, Expect, Happening

__all__ = ["Due", "TableQuestion", "WatchedTable", "say_due"]


class TableQuestion(Protocol):
    """A question to a person: what it is `about`, and its `sentence`."""

    @property
    def about(self) -> str:
        """What it is about."""

    @property
    def sentence(self) -> str:
        """How it is asked."""


# what is to be done or asked now, or the sentence of what is waited for
Due = Deed | TableQuestion | str


class WatchedTable(Protocol):
    """A board, several boards or a table of tiles against the record of a match."""

    @property
    def match(self) -> Match:
        """The record."""

    @property
    def stop(self) -> Stop:
        """What stops the eyes."""

    @property
    def due(self) -> Due:
        """What is to be done or asked now, or the sentence of what is waited for."""

    @property
    def question(self) -> TableQuestion | None:
        """What a person is asked, if anything."""

    @property
    def sentence(self) -> str:
        """What a person is told: what stops the eyes, what is asked, or what is waited for."""

    @property
    def comparison(self) -> str:
        """What a first look says of a match that is gone on with: as it was left, or what not."""

    @property
    def expected(self) -> tuple[Expect, ...]:
        """What the eyes are told at the start: what is recorded."""

    @property
    def round_to_see(self) -> Round:
        """The round that lies there: the one before until it is cleared away."""

    @property
    def may_show_code(self) -> bool:
        """Whether a picture of it may tell what is still hidden."""

    def on(self, happening: Happening) -> Self:
        """Return the table after `happening`."""

    def sayable(self, happening: Happening) -> Happening:
        """Return `happening` without what only an owner may know."""

    def recorded(self, match: Match) -> Self:
        """Return the table when the record is `match` now."""

    def taken_back(self, match: Match) -> Self:
        """Return the table when the record is `match`, something having been taken back."""

    def not_allowed(self, why: str) -> Self:
        """Return the table when what was due could not be done: it is asked about."""

    def told_eyes(self) -> Self:
        """Return the table when the eyes know the first of what waits to be told."""


def say_due(due: Due) -> str:
    """Return the question or what is waited for as a sentence; nothing for a deed."""
    if isinstance(due, Deed):
        return ""
    return due if isinstance(due, str) else due.sentence
