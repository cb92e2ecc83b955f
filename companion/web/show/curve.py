"""How many codes were left after each guess, as a curve: a logarithm falls to the code itself."""

from collections.abc import Sequence
from math import log2
from typing import Any

__all__ = ["curve_svg"]

WIDTH, HEIGHT, EDGE = 320.0, 120.0, 24.0  # the drawing's own units: chosen by eye on a phone


def curve_svg(facts: Sequence[dict[str, Any]]) -> str:
    """Return the curve of a round's analysis as SVG; nothing where codes are not counted."""
    left = [fact["left_after"] for fact in facts if "left_after" in fact]
    if not left:
        return ""
    counts = [next(fact["left_before"] for fact in facts if "left_before" in fact), *left]
    most = max(1.0, log2(max(counts)))
    step = (WIDTH - 2 * EDGE) / max(1, len(counts) - 1)
    points = [
        (
            round(EDGE + place * step, 1),
            round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * log2(max(1, count)) / most, 1),
        )
        for place, count in enumerate(counts)
    ]
    line = " ".join(f"{x},{y}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="3.5"/><text x="{x}" y="{y - 7:g}">{count}</text>'
        for (x, y), count in zip(points, counts, strict=True)
    )
    return (
        f'<svg class="curve" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" aria-hidden="true">'
        f'<polyline points="{line}"/>{dots}</svg>'
    )
