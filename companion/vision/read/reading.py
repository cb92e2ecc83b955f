"""What was read in one picture, as values. Pure: no cv2.

Letters are those of the code notation: ``"rg.y"``; ``.`` is an empty hole, ``?`` is unsure or
hidden. Row 1 is nearest the breaker and comes first.
"""

from dataclasses import dataclass, field
from typing import Any

from companion.vision.board.shape import BoardShape

__all__ = ["UNSURE", "CodeCell", "Reading", "RowKeys", "nothing_read"]

UNSURE = "?"


@dataclass(frozen=True, slots=True)
class RowKeys:
    """The key pegs or slider clicks of one row; None where the picture does not say."""

    black: int | None
    white: int | None
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class CodeCell:
    """The code behind the shield: `covered`, or `letters` as the breaker would read them.

    `letters` has ``?`` for each peg that is unsure and is empty while the code is covered;
    `covered` is None when neither can be said. `from_behind` is true when the camera looks at the
    code from the maker's side.
    """

    covered: bool | None
    letters: str = ""
    from_behind: bool = False
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """One picture's pegs.

    `rows[r][c]` is a letter, ``.`` or ``?``; `confidence[r][c]` is in 0..1 (0 for ``?``),
    `likely[r][c]` the best guess behind a ``?`` and `second[r][c]` the next one. `hidden` lists
    cells (row, column), from 1, with something in front of them. `notes` are sentences for the
    user (light, clipping); `fault` is one of them when the whole picture cannot be read: then all
    is ``?``.
    """

    rows: tuple[str, ...]
    confidence: tuple[tuple[float, ...], ...]
    likely: tuple[str, ...]
    keys: tuple[RowKeys, ...] = ()
    sliders: tuple[RowKeys, ...] = ()
    code: CodeCell = field(default_factory=lambda: CodeCell(covered=None))
    hidden: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()
    fault: str = ""
    second: tuple[str, ...] = ()

    def worst(self, r: int) -> float:
        """Return the confidence of the worst cell of row `r`, from 0."""
        return round(min(self.confidence[r]), 3)

    def as_dict(self) -> dict[str, Any]:
        """Return plain lists and numbers, as ``--json`` prints them."""
        return {
            "rows": list(self.rows),
            "confidence": [[round(c, 3) for c in row] for row in self.confidence],
            "keys": [{"black": k.black, "white": k.white} for k in self.keys],
            "sliders": [{"red": k.black, "white": k.white} for k in self.sliders],
            "code": {
                "covered": self.code.covered,
                "letters": self.code.letters,
                "from_behind": self.code.from_behind,
            },
            "hidden": [list(cell) for cell in self.hidden],
            "notes": list(self.notes),
        }


def nothing_read(shape: BoardShape, note: str, *, is_fault: bool = False) -> Reading:
    """Return a reading in which all is hidden, by a hand or a cap, or cannot be read.

    `note` says why, a fault of the whole picture or not.
    """
    unknown = (RowKeys(None, None),) * shape.rows
    blank = (UNSURE * shape.cols,) * shape.rows
    return Reading(
        rows=blank,
        confidence=((0.0,) * shape.cols,) * shape.rows,
        likely=blank,
        keys=unknown if shape.keys else (),
        sliders=unknown if shape.sliders else (),
        hidden=shape.cells(),
        notes=(note,),
        fault=note if is_fault else "",
    )
