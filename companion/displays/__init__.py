"""Where a scene is shown: lights, sliders, a strip, a voice. A driver is imported when asked for.

In: a scene, whole, every time. Out: what hangs on the pins, the port or the terminal shows it.
May import: scene and below; each hardware package in its driver's file alone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.displays.options import DisplayChoices, Press
from companion.errors import UnknownName, did_you_mean
from companion.i18n import _
from companion.scene import Scene

__all__ = ["Display", "DisplayChoices", "Press", "open_display", "open_displays"]

KINDS = ("terminal", "gpio", "serial", "speech", "null")


class Display(Protocol):
    """Shows the whole scene each time; the same scene twice changes nothing."""

    def show(self, scene: Scene) -> None:
        """Show `scene`; never blocks for long, and never raises for hardware that was lost."""

    def close(self) -> None:
        """Turn everything off and let the hardware go; twice is harmless."""


@dataclass(frozen=True, slots=True)
class Several:
    """Several displays that show the same scene."""

    displays: tuple[Display, ...]

    def show(self, scene: Scene) -> None:
        """Show `scene` on each."""
        for display in self.displays:
            display.show(scene)

    def close(self) -> None:
        """Close each."""
        for display in self.displays:
            display.close()


def open_display(
    spec: str,
    *,
    choices: DisplayChoices | None = None,
    report: Callable[[str], None] = lambda __: None,
    pressed: Callable[[Press], None] = lambda __: None,
) -> Display:
    """Open the display that `spec` names.

    ``"terminal"``, ``"gpio"``, ``"serial:PORT"``, ``"serial:auto"``, ``"speech"`` or ``"null"``.
    `report` is told a sentence when hardware is lost or found, `pressed` of buttons; both may come
    from other threads. Raises `UnknownName`, or `DisplayError` if the hardware is not there.
    """
    kind, __, place = spec.partition(":")
    wired = choices or DisplayChoices()
    if kind == "serial":
        from companion.displays.arduino import ArduinoDisplay

        return ArduinoDisplay(place or "auto", choices=wired.serial, report=report, pressed=pressed)
    if kind == "gpio" and not place:
        from companion.displays.gpio import GpioDisplay

        return GpioDisplay(wired.gpio, pressed=pressed)
    if kind == "terminal" and not place:
        from companion.displays.terminal import TerminalDisplay

        return TerminalDisplay()
    if kind == "speech" and not place:
        from companion.displays.speech import SpeechDisplay

        return SpeechDisplay()
    if kind == "null" and not place:
        from companion.displays.null import NullDisplay

        return NullDisplay()
    raise UnknownName(
        _("There is no display '{spec}'.").format(spec=spec), hint=did_you_mean(kind, KINDS)
    )


def open_displays(
    specs: Iterable[str],
    *,
    choices: DisplayChoices | None = None,
    report: Callable[[str], None] = lambda __: None,
    pressed: Callable[[Press], None] = lambda __: None,
) -> Display:
    """Open all of `specs` as one display; if one cannot be had, none stays open."""
    opened: list[Display] = []
    try:
        for spec in specs:
            opened.append(open_display(spec, choices=choices, report=report, pressed=pressed))
    except Exception:
        Several(tuple(opened)).close()
        raise
    return Several(tuple(opened))
