"""What a step taken back, or an earlier row corrected, leaves behind. Pure.

A match is folded anew without the steps that were taken back (`companion.game.match`). What
people learned from them stays: answered rows, and answers, are noted as withdrawn, and a round
whose code was seen ends void.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.errors import IllegalMove
from companion.game.core.events import (
    Answered,
    Called,
    CodeSet,
    CodeShown,
    Dealt,
    Ended,
    Guessed,
    Judged,
    Move,
)
from companion.game.core.withdrawn import Withdrawn
from companion.i18n import _

__all__ = [
    "NO_MARKS",
    "Marks",
    "Moves",
    "Span",
    "keep_before",
    "mark_corrected",
    "spans",
]

Moves = tuple[tuple[int, Move], ...]
NO_CODE = 0  # no event, as they count from 1: by definition


@dataclass(frozen=True, slots=True)
class Span:
    """The moves of one round, from its code or deal to its end; `number` counts from 1."""

    number: int
    moves: Moves

    @property
    def start(self) -> int:
        """The event that began the round."""
        return self.moves[0][0]

    @property
    def end(self) -> int:
        """The last event of the round."""
        return self.moves[-1][0]

    @property
    def is_answered_by_companion(self) -> bool:
        """Whether the companion knows the code, and so cannot be asked again for nothing."""
        first = self.moves[0][1]
        return isinstance(first, CodeSet) and bool(first.commitments)

    @property
    def shown(self) -> tuple[str, ...]:
        """The code as it was shown, or nothing."""
        return next((m.codes for _, m in self.moves if isinstance(m, CodeShown)), ())


@dataclass(frozen=True, slots=True)
class Marks:
    """What stays of steps that no longer hold.

    `withdrawn` are (event that began the round, event after which it was withdrawn, row); the first
    is `NO_CODE` where the code itself was taken back, and the row is said at the round begun next.
    `cancelled` the last events of rounds that are void because their code was seen; `seen` the
    first events of rounds whose code was shown once.
    """

    withdrawn: tuple[tuple[int, int, Withdrawn], ...] = ()
    cancelled: frozenset[int] = frozenset()
    seen: frozenset[int] = frozenset()

    def after(self, seq: int) -> tuple[Withdrawn, ...]:
        """Return what was withdrawn when event `seq` was the last of its round."""
        return tuple(one for start, at, one in self.withdrawn if at == seq and start != NO_CODE)

    def carried(self, seq: int) -> tuple[Withdrawn, ...]:
        """Return what was withdrawn with its code when event `seq` was the last that stood."""
        return tuple(one for start, at, one in self.withdrawn if at == seq and start == NO_CODE)


def spans(moves: Moves) -> list[Span]:
    """Return the rounds that have begun among `moves`."""
    starts = [i for i, (_, m) in enumerate(moves) if isinstance(m, CodeSet | Dealt)]
    last = len(moves) - bool(moves and isinstance(moves[-1][1], Ended))
    ends = [*starts[1:], *[last for __ in starts[:1]]]
    return [Span(n, moves[a:b]) for n, (a, b) in enumerate(zip(starts, ends, strict=True), start=1)]


NO_MARKS = Marks()


def keep_before(moves: Moves, marks: Marks, since: int) -> tuple[Moves, Marks]:
    """Return what still holds when event `since` and all after it are taken back.

    A round whose code was seen is not gone on with: it is kept whole and ends void, and only
    what came after it is dropped. Raises `IllegalMove` if there is nothing to take back.
    """
    touched = [span for span in spans(moves) if span.end >= since]
    seen = [span for span in touched if _was_seen(span, marks)]
    if len(seen) > 1 or any(span.end in marks.cancelled for span in seen):
        raise IllegalMove(
            _("That round is void and over: what came before cannot be taken back."),
            hint=_("Play on; an earlier row can still be corrected."),
        )
    if seen and not _is_only_the_showing(seen[0], since):
        kept = tuple((seq, move) for seq, move in moves if seq <= seen[0].end)
        return kept, replace(marks, cancelled=marks.cancelled | {seen[0].end})
    kept = tuple((seq, move) for seq, move in moves if seq < since)
    fresh = tuple(one for span in touched for one in _taken_from(span, kept, since))
    withdrawn = (*marks.withdrawn, *fresh)
    return kept, replace(
        marks,
        withdrawn=tuple(_anchored(withdrawn, kept)),
        seen=marks.seen | {span.start for span in seen},
    )


def mark_corrected(moves: Moves, marks: Marks, changes: dict[int, Move]) -> Marks:
    """Return the marks after rows were corrected to other codes, or answers of their makers.

    A row corrected before the next one was set is free once: it was read wrongly. A row that
    becomes the code after that was shown wins nothing: its round is void.
    """
    for span in spans(moves):
        for number, seq, row, is_last in _rows(span):
            new = changes.get(seq)
            if not isinstance(new, Guessed) or new.row == row.row:
                continue
            if new.row in span.shown:
                marks = replace(marks, cancelled=marks.cancelled | {span.end})
            free = is_last and all(one.seq != seq for _, _, one in marks.withdrawn)
            counts = span.is_answered_by_companion and not free and not span.shown
            gone = Withdrawn(seq, number, row.player, row.row, row.board, counts)
            marks = replace(marks, withdrawn=(*marks.withdrawn, (span.start, span.end, gone)))
        changed = [
            (span.start, span.end, gone)
            for row, gone in _answers(span)
            if row not in changes and _is_other(changes.get(gone.seq), gone)
        ]
        marks = replace(marks, withdrawn=(*marks.withdrawn, *changed))
    return marks


def _is_other(new: Move | None, gone: Withdrawn) -> bool:
    return isinstance(new, Answered) and new.keys != gone.keys


def _was_seen(span: Span, marks: Marks) -> bool:
    return bool(span.shown) or span.start in marks.seen


def _is_only_the_showing(span: Span, since: int) -> bool:
    """Whether no more is taken back than a code that its keeper showed or typed wrongly."""
    shown = [seq for seq, move in span.moves if isinstance(move, CodeShown)]
    return bool(shown) and since == shown[0] and not span.is_answered_by_companion


def _anchored(
    withdrawn: Iterable[tuple[int, int, Withdrawn]], kept: Moves
) -> Iterator[tuple[int, int, Withdrawn]]:
    """Yield `withdrawn` as it hangs on what is `kept`; with another code no row is used up."""
    held = {seq for seq, _ in kept}
    last = max(held, default=0)
    for start, at, one in withdrawn:
        if start in held:
            yield start, min(at, last), one
        elif last:
            yield NO_CODE, min(at, last), replace(one, counts=False)


def _taken_from(span: Span, kept: Moves, since: int) -> Iterator[tuple[int, int, Withdrawn]]:
    last, counts = kept[-1][0], span.is_answered_by_companion
    for number, seq, row, __ in _rows(span):
        if seq >= since:
            gone = Withdrawn(seq, number, row.player, row.row, row.board, counts)
            yield span.start, last, gone
    for seq, gone in _answers(span):
        if seq < since <= gone.seq:
            yield span.start, last, gone
    for seq, call in _wrong_calls(span.moves):
        if seq >= since:
            gone = Withdrawn(seq, 0, call.player, call.row, counts=counts, is_call=True)
            yield span.start, last, gone


def _rows(span: Span) -> Iterator[tuple[int, int, Guessed, bool]]:
    """Yield each answered row: its number, its event, itself, and whether it is the last one."""
    at = [i for i, (_, move) in enumerate(span.moves) if isinstance(move, Guessed)]
    for number, i in enumerate(at, start=1):
        seq, row = span.moves[i]
        following = span.moves[i + 1 : at[number] if number < len(at) else None]
        if isinstance(row, Guessed) and any(isinstance(m, Answered) for _, m in following):
            yield number, seq, row, number == len(at)


def _answers(span: Span) -> Iterator[tuple[int, Withdrawn]]:
    """Yield each answer that a person gave, as it would be withdrawn, with the event of its row."""
    number, at, row = 0, 0, None
    for seq, move in span.moves if not span.is_answered_by_companion else ():
        if isinstance(move, Guessed):
            number, at, row = number + 1, seq, move
        elif isinstance(move, Answered) and row:
            yield at, Withdrawn(seq, number, move.player, row.row, move.board, keys=move.keys)


def _wrong_calls(moves: Iterable[tuple[int, Move]]) -> Iterator[tuple[int, Called]]:
    called: tuple[int, Called] | None = None
    for seq, move in moves:
        if isinstance(move, Called):
            called = seq, move
        elif isinstance(move, Judged) and not move.right and called:
            yield called
            called = None
