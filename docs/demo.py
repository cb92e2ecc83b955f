"""Records `keypeg demo` as docs/demo.svg, a picture that moves: ``python docs/demo.py``.

The lines are those that the command prints, in its colours; each appears when its turn has come,
and older ones move up. Where motion is not wanted the last lines stand still. A test compares the
lines.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from rich.terminal_theme import TerminalTheme
from rich.text import Text

DOCS = Path(__file__).resolve().parent
LINES = 34  # of the demo: its first round
SEEN = 18  # lines that the picture shows at once
COLUMNS = 78
# seconds: between the lines of one step, before a step (an empty line), at the end
LINE_S, STEP_S, REST_S = 0.12, 1.4, 5.0
FONT_PX, LINE_PX, LEFT_PX = 14, 19, 16
COLUMN_PX = 8.43  # of a monospaced font of 14 px
GROUND, INK = "#16181d", "#e6e6e6"
# a terminal's eight colours, plain and bright, light enough for the dark ground
EIGHT = [(90, 94, 102), (255, 92, 87), (90, 200, 90), (243, 220, 80)]
EIGHT += [(90, 150, 255), (255, 106, 193), (110, 220, 240), (230, 230, 230)]
THEME = TerminalTheme((22, 24, 29), (230, 230, 230), EIGHT, EIGHT)


def recorded() -> list[str]:
    """Return the first lines that the demo prints, with the terminal's colours in them."""
    told = {
        "FORCE_COLOR": "1",
        "COLUMNS": str(COLUMNS),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
    }
    ended = subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--pause", "0"],
        capture_output=True,
        text=True,
        check=True,
        cwd=DOCS.parent,
        env={**os.environ, **told, "KEYPEG_LANGUAGE": "en", "PYTHONPATH": str(DOCS.parent)},
    )
    return ended.stdout.splitlines()[:LINES]


def times(lines: list[Text]) -> list[float]:
    """Return when each line appears, in seconds: a step waits, its lines come quickly."""
    at, found = 0.3, []
    for line in lines:
        at += LINE_S if line.plain.strip() else STEP_S
        found.append(round(at, 2))
    return found


def drawing(lines: list[str]) -> str:
    """Return the SVG that plays `lines`."""
    texts = [Text.from_ansi(line) for line in lines]
    starts = times(texts)
    whole = starts[-1] + REST_S
    width, height = round(2 * LEFT_PX + COLUMNS * COLUMN_PX), SEEN * LINE_PX + 2 * LEFT_PX
    body = "\n".join(_line(n, text) for n, text in enumerate(texts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="ui-monospace, DejaVu Sans Mono, monospace" font-size="{FONT_PX}">\n'
        f"<title>keypeg demo: rows are read from a drawn board and answered</title>\n"
        f"<style>\n{_style(starts, whole)}\n</style>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>\n'
        f'<svg x="0" y="{LEFT_PX}" width="{width}" height="{SEEN * LINE_PX}">\n'
        f'<g id="roll">\n{body}\n</g>\n</svg>\n</svg>\n'
    )


def _line(number: int, text: Text) -> str:
    place = f'x="{LEFT_PX}" y="{number * LINE_PX + FONT_PX}"'
    return f'<text id="l{number}" {place} xml:space="preserve">{"".join(_spans(text))}</text>'


def _spans(text: Text) -> Iterator[str]:
    """Yield the pieces of a line, each in its colour."""
    for piece in text.divide(sorted({at for s in text.spans for at in (s.start, s.end)})):
        style = piece.spans[0].style if piece.spans else ""
        shown = None if isinstance(style, str) else style.bgcolor or style.color
        colour = _light(shown.get_truecolor(THEME)) if shown else INK
        yield f'<tspan fill="{colour}">{escape(piece.plain)}</tspan>'


def _light(colour: tuple[int, int, int]) -> str:
    """Return a colour as SVG has it, half way to white where the ground would swallow it."""
    light = colour if sum(colour) > 380 else [(channel + 255) // 2 for channel in colour]
    return "#" + "".join(f"{channel:02x}" for channel in light)


def _style(starts: list[float], whole: float) -> str:
    """Return the animation: a line is there from its time on, the roll moves up line by line."""
    rules = [f"text {{ animation: {whole:.2f}s step-end infinite }}"]
    for number, start in enumerate(starts):
        share = 100 * start / whole
        rules.append(
            f"#l{number} {{ animation-name: a{number} }} @keyframes a{number} "
            f"{{ 0% {{ visibility: hidden }} {share:.2f}% {{ visibility: visible }} }}"
        )
    moves = " ".join(
        f"{100 * start / whole:.2f}% {{ transform: translateY(-{(n + 1 - SEEN) * LINE_PX}px) }}"
        for n, start in enumerate(starts)
        if n >= SEEN
    )
    end = (len(starts) - SEEN) * LINE_PX
    rules.append(f"#roll {{ animation: roll {whole:.2f}s step-end infinite }}")
    rules.append(f"@keyframes roll {{ 0% {{ transform: translateY(0) }} {moves} }}")
    rules.append(
        "@media (prefers-reduced-motion: reduce) { text, #roll { animation: none } "
        f"#roll {{ transform: translateY(-{end}px) }} }}"
    )
    return "\n".join(rules)


if __name__ == "__main__":
    (DOCS / "demo.svg").write_text(drawing(recorded()), encoding="utf-8")
