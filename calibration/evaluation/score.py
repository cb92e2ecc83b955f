"""Readings against the truth: right, wrong, unsure; found, found wrongly, refused. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from calibration.evaluation.labels import Truth
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose
from companion.vision.read.reading import UNSURE, Reading, RowKeys

__all__ = ["FindOutcome", "Score", "Tally", "find_outcome", "score", "unread"]

# a board counts as found when no outer hole is further off than this part of a head's radius;
# a convention
NEAR_ENOUGH = 0.5


class FindOutcome(Enum):
    """What became of looking for the board."""

    FOUND = "found"
    WRONG = "found wrongly"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many were read right, wrong, and not at all."""

    right: int = 0
    wrong: int = 0
    unsure: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.right + other.right, self.wrong + other.wrong, self.unsure + other.unsure)

    @property
    def total(self) -> int:
        """All that were to be read."""
        return self.right + self.wrong + self.unsure

    def share(self, part: str) -> float | None:
        """Return "right", "wrong" or "unsure" as a percentage; None of nothing."""
        count: int = getattr(self, part)
        return 100 * count / self.total if self.total else None

    def as_dict(self) -> dict[str, int]:
        """Return the three counts."""
        return {"right": self.right, "wrong": self.wrong, "unsure": self.unsure}


@dataclass(frozen=True, slots=True)
class Score:
    """One picture's score, or the sum of many.

    `confusion` counts (true letter, letter read). `exact` counts pictures whose every counted cell
    is right. `errors` names each wrong cell: "s01/still_2 r3c1 r read o".
    """

    finding: Counter[FindOutcome] = field(default_factory=Counter)
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    keys: Tally = Tally()
    sliders: Tally = Tally()
    code: Tally = Tally()
    exact: int = 0
    pictures: int = 0
    find_ms: tuple[float, ...] = ()
    read_ms: tuple[float, ...] = ()
    errors: tuple[str, ...] = ()

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.finding + other.finding,
            self.confusion + other.confusion,
            self.keys + other.keys,
            self.sliders + other.sliders,
            self.code + other.code,
            self.exact + other.exact,
            self.pictures + other.pictures,
            self.find_ms + other.find_ms,
            self.read_ms + other.read_ms,
            self.errors + other.errors,
        )

    @property
    def cells(self) -> Tally:
        """All pegs and empty holes."""
        return _sum(self.colours().values())

    def colours(self) -> dict[str, Tally]:
        """Return a tally for each true letter, ``.`` among them."""
        tallies: dict[str, Tally] = {}
        for (true, read), count in self.confusion.items():
            tallies[true] = tallies.get(true, Tally()) + _one(true, read, count)
        return tallies

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as ``--json`` prints them."""
        return {
            "pictures": self.pictures,
            "found": {way.value: self.finding[way] for way in FindOutcome},
            "cells": self.cells.as_dict(),
            "colours": {letter: t.as_dict() for letter, t in sorted(self.colours().items())},
            "confusion": {f"{a}>{b}": n for (a, b), n in sorted(self.confusion.items()) if a != b},
            "boards_exact": self.exact,
            "keys": self.keys.as_dict(),
            "sliders": self.sliders.as_dict(),
            "code": self.code.as_dict(),
            "find_ms": [round(ms, 1) for ms in self.find_ms],
            "read_ms": [round(ms, 1) for ms in self.read_ms],
            "errors": list(self.errors),
        }


def find_outcome(shape: BoardShape, pose: Pose, truth: Truth) -> FindOutcome:
    """Return whether every outer hole lies within half a head's radius of where it is in truth."""
    if len(truth.holes) != shape.rows * shape.cols:
        return FindOutcome.WRONG
    outer = [
        index
        for index, (row, col) in enumerate(shape.cells())
        if row in (1, shape.rows) or col in (1, shape.cols)
    ]
    off = np.linalg.norm(pose.project(shape.holes()) - truth.holes, axis=1)
    near = off[outer] <= NEAR_ENOUGH * truth.radii[outer]
    return FindOutcome.FOUND if bool(near.all()) else FindOutcome.WRONG


def score(truth: Truth, reading: Reading, *, name: str, has_sliders: bool) -> Score:
    """Compare one reading with the truth; what is hidden in truth is not counted."""
    pairs = [
        (true, read, row, col)
        for row, (true_row, read_row) in enumerate(zip(truth.rows, reading.rows, strict=True), 1)
        for col, (true, read) in enumerate(zip(true_row, read_row, strict=True), 1)
        if true != UNSURE
    ]
    kept = reading.sliders if has_sliders else reading.keys
    keys = _sum(
        _sides(true, read) if has_sliders else _row(true, read)
        for true, read in zip(truth.keys, kept, strict=True)
    )
    return Score(
        confusion=Counter((true, read) for true, read, _, _ in pairs),
        keys=Tally() if has_sliders else keys,
        sliders=keys if has_sliders else Tally(),
        code=_code(truth, reading),
        exact=int(all(true == read for true, read, _, _ in pairs)),
        pictures=1,
        errors=tuple(
            _("{name} row {row}, place {place}: {true} read as {seen}").format(
                name=name, row=row, place=col, true=true, seen=read
            )
            for true, read, row, col in pairs
            if read not in (true, UNSURE)
        ),
    )


def unread(truth: Truth, *, has_sliders: bool) -> Score:
    """Return the score of a picture in which no board was found: nothing read, nothing wrong."""
    cells = Counter((true, UNSURE) for row in truth.rows for true in row if true != UNSURE)
    nothing = RowKeys(None, None)
    rows = [(_sides if has_sliders else _row)(true, nothing) for true in truth.keys]
    return Score(
        confusion=cells,
        keys=Tally() if has_sliders else _sum(rows),
        sliders=_sum(rows) if has_sliders else Tally(),
        code=Tally(unsure=max(1, len(truth.code))),
        pictures=1,
    )


def _one(true: Any, read: Any, count: int = 1) -> Tally:
    if read is None or read == UNSURE:
        return Tally(unsure=count)
    return Tally(right=count) if read == true else Tally(wrong=count)


def _row(true: RowKeys, read: RowKeys) -> Tally:
    """Count a row's key pegs as one answer: right only when both numbers are."""
    if true.black is None or true.white is None:
        return Tally()
    if read.black is None or read.white is None:
        return Tally(unsure=1)
    return _one((true.black, true.white), (read.black, read.white))


def _sides(true: RowKeys, read: RowKeys) -> Tally:
    """Count a row's two sliders, each for itself."""
    pairs = ((true.black, read.black), (true.white, read.white))
    return _sum(_one(wanted, given) for wanted, given in pairs if wanted is not None)


def _code(truth: Truth, reading: Reading) -> Tally:
    """Count the code's letters when it is in sight, else one answer: that it is covered."""
    if reading.code.covered is None:
        return Tally(unsure=max(1, len(truth.code)))
    if truth.covered or reading.code.covered:
        wanted = max(1, len(truth.code))
        return Tally(right=1) if truth.covered == reading.code.covered else Tally(wrong=wanted)
    letters = reading.code.letters.ljust(len(truth.code), UNSURE)
    return _sum(_one(true, read) for true, read in zip(truth.code, letters, strict=False))


def _sum(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())
