"""The lights drawn in a terminal: the rows that lie there, their answers, and the score."""

import sys
from typing import TextIO

from companion.displays.key_lights import LightState, lights_of
from companion.displays.options import Wanted
from companion.game.core.codes import COLOURS
from companion.i18n import N_, _
from companion.scene import Mood, Scene, SceneRow
from companion.terminal.console import Console
from companion.terminal.text import Text

__all__ = ["TerminalDisplay", "open_display"]

# a style for each colour; each letter stands beside its colour, for those who cannot tell them
STYLES = {
    "w": "bold bright_white", "k": "bright_black", "s": "grey70", "g": "green", "r": "red",
    "o": "dark_orange", "p": "magenta1", "y": "bright_yellow", "b": "blue", "n": "orange4",
    "l": "chartreuse1", "a": "deep_sky_blue1",
}  # fmt: skip
BLACK_KEY, WHITE_KEY, NO_KEY = "●", "○", "·"
MOODS = {Mood.PLAYING: "", Mood.ASKING: "?", Mood.WON: N_("won"), Mood.LOST: N_("lost")}


def open_display(wanted: Wanted) -> "TerminalDisplay":
    """Return the lights drawn on standard output."""
    del wanted
    return TerminalDisplay()


class TerminalDisplay:
    """Writes each new scene below the one before; a scene that is shown already is not repeated."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._console = Console(out or sys.stdout, soft_wrap=True)
        self._shown: Scene | None = None
        self._closed = False

    def show(self, scene: Scene) -> None:
        """Draw `scene` if it differs from what is shown."""
        if self._closed or scene == self._shown:
            return
        self._shown = scene
        self._console.print(drawing(scene))

    def close(self) -> None:
        """Draw nothing any more; twice is harmless."""
        self._closed = True
        self._shown = None


def drawing(scene: Scene) -> Text:
    """Return `scene` as text, the newest row on top as on the board."""
    lines = [Text(_(scene.title), style="bold")] if scene.title else []
    lines += [_row(n, row, scene) for n, row in reversed(list(enumerate(scene.rows, start=1)))]
    lines.append(_lamps(lights_of(scene), scene))
    if scene.players:
        lines.append(_score(scene))
    if scene.sentence:
        mood = _(MOODS[scene.mood])
        lines.append(Text(f"{scene.sentence}  [{mood}]" if mood else scene.sentence))
    return Text("\n").join(lines) + Text("\n")


def _row(number: int, row: SceneRow, scene: Scene) -> Text:
    line = Text()
    line.append(f"{number:3} ", style="dim")
    for letter in row.code:
        style = STYLES.get(letter, "dim")
        line.append(f"{'⬤' if letter in COLOURS else ' '}{letter} ", style=style)
    if row.keys is not None:
        line.append(f" {BLACK_KEY * row.keys.black}{WHITE_KEY * row.keys.white}  {row.keys}")
    return line


def _lamps(lights: LightState, scene: Scene) -> Text:
    marks = {"black": BLACK_KEY, "white": WHITE_KEY, "": NO_KEY}
    keys = "".join(marks[lights.key(place)] for place in range(scene.size[1]))
    said = _("lights {keys}  sliders white {white} red {red}").format(
        keys=keys, white=lights.clicks.white, red=lights.clicks.black
    )
    return Text(said + (_("  (dark: the camera reads)") if scene.dark else ""))


def _score(scene: Scene) -> Text:
    parts = []
    for place, player in enumerate(scene.players):
        points = f" {scene.scores[place]}" if place < len(scene.scores) else ""
        parts.append(f"{'▶ ' if place == scene.turn else ''}{player}{points}")
    return Text("   ".join(parts))
