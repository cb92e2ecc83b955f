"""What every kind of game gives a match: its rules and its rounds, as protocols. Pure.

A box is a value; a class of rules and a class of rounds is another way of playing. A match, its
scene and its session know no more of a kind than what stands here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from companion.game.core.events import Move, Seated, Way
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Cell, Turn
from companion.game.core.withdrawn import Withdrawn

__all__ = ["CodeRound", "RandomSource", "Round", "Rules", "SpokenAnswer"]

T = TypeVar("T")

# an answer that is said by itself: its owner, the answer, and the sentence that tells it
SpokenAnswer = tuple[str, Keys, str]


class RandomSource(Protocol):
    """Where chance comes from, as `random.Random` gives it."""

    def choice(self, seq: Sequence[T], /) -> T:
        """Return one of `seq`."""

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return `k` different ones of `population`."""


class Rules(Protocol):
    """A box: what is in it and how it is played, as a value."""

    @property
    def name(self) -> str:
        """Its name on the command line and in logs."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""

    @property
    def rounds(self) -> int:
        """How many rounds are played if nothing else is agreed."""

    @property
    def usual_way(self) -> Way:
        """Who knows the code if nothing else is agreed."""

    @property
    def can_be_played_alone(self) -> bool:
        """Whether one player can play against the companion."""

    @property
    def has_one_code(self) -> bool:
        """Whether a round is one code, whole with one maker, as two houses can play it."""

    @property
    def usual_board(self) -> str:
        """The board that comes in the box, by its file's name; nothing where there is none."""

    def rounds_for(self, players: int) -> int:
        """Return how many rounds so many players play if nothing else is agreed."""

    def check_agreement(self, seated: Seated) -> None:
        """Raise `IllegalMove` for rounds or a way of playing that the box does not have."""

    def notices(self, seated: Seated) -> tuple[str, ...]:
        """Return what the players should know about their agreement although it is allowed."""


class Round(Protocol):
    """One round, as all can see it: the fold of its events. It holds no secret."""

    @property
    def rules(self) -> Rules:
        """What is played."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seating order."""

    @property
    def rows(self) -> Collection[object]:
        """The rows set so far; empty until something lies on the table."""

    @property
    def turn(self) -> Turn:
        """What must happen next, and who does it."""

    @property
    def is_over(self) -> bool:
        """Whether the next round may begin."""

    @property
    def is_void(self) -> bool:
        """Whether a mistake voids the round."""

    @property
    def counts(self) -> bool:
        """Whether the round counts towards the agreed number."""

    @property
    def is_won(self) -> bool:
        """Whether somebody has found the code, or has the last hidden tile."""

    @property
    def mistakes(self) -> Collection[object]:
        """The answers that were wrong, known once the code is shown."""

    @property
    def misjudged(self) -> Collection[object]:
        """The calls that were judged wrongly, known once the code is shown."""

    @property
    def withdrawn(self) -> tuple[Withdrawn, ...]:
        """The rows and calls that were taken back after they had their answer."""

    @property
    def board_size(self) -> tuple[int, int]:
        """The (rows, holes) that lights show."""

    @property
    def board_rows(self) -> tuple[tuple[str, Keys | None], ...]:
        """The rows that lights show, row 1 first, with the answer that lies at each."""

    @property
    def spoken_answers(self) -> tuple[SpokenAnswer, ...]:
        """The answers to the newest row, one after another where each owner gives his own."""

    @property
    def code_round(self) -> CodeRound | None:
        """The round itself where a code is hidden in it, else None."""

    def on(self, event: Move) -> Round:
        """Return the round after `event`, or raise and change nothing."""

    def marked(self, withdrawn: tuple[Withdrawn, ...], *, is_cancelled: bool) -> Round:
        """Return the round with what was taken back now, or void because its code was seen."""

    def score(self) -> dict[str, Cell]:
        """Return each player's cell of the score card."""


class CodeRound(Round, Protocol):
    """A round in which a code is hidden, whole by one owner or a part on each board."""

    @property
    def owners(self) -> tuple[str, ...]:
        """Who hides each part, board 1 first."""

    @property
    def sealed(self) -> tuple[str, ...]:
        """The commitment to each part; empty where the owners keep the code."""

    @property
    def shown_codes(self) -> tuple[str, ...]:
        """The parts once they are shown, else nothing."""

    def draw_codes(self, chance: RandomSource) -> tuple[str, ...]:
        """Return parts that the rules allow, each choice equally likely."""

    def check_codes(self, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Return `codes` as they are written in a log, or raise `BadNotation`."""

    def keys_for(self, codes: Sequence[str], row: str, board: int) -> Keys:
        """Return the answer to `row` for the part on `board` (from 1)."""

    def reply_with(self, codes: tuple[str, ...]) -> Move | None:
        """Return what an owner who has `codes` says now: an answer, a verdict, or None."""
