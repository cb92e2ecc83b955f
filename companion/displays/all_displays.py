"""All displays there are, each opened by its name; a new one is one line here and its module."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from companion.displays.options import DisplayChoices, Press, Wanted
from companion.errors import DisplayError, MissingPart, UnknownName, did_you_mean
from companion.i18n import _
from companion.optional import require

if TYPE_CHECKING:  # the settings import this room, and every command the settings
    from companion.scene import Scene

__all__ = [
    "DISPLAYS",
    "Display",
    "DisplayChoices",
    "Press",
    "has_buttons",
    "open_display",
    "open_displays",
]


@dataclass(frozen=True, slots=True)
class Driver:
    """A kind of display: the `module` of this room that has its `open_display`, and its specs.

    `has_place` says that its name is followed by where it is, as in ``serial:/dev/ttyUSB0``;
    `has_buttons` that two may be wired to it; `part` is the one of `companion.optional.PARTS` that
    it takes.
    """

    module: str
    specs: tuple[str, ...]
    has_place: bool = False
    has_buttons: bool = False
    part: str = ""


# the name on the command line -> its driver, imported when it is asked for; a new one is one line
DISPLAYS: Mapping[str, Driver] = {
    "terminal": Driver("terminal", ("terminal",)),
    "gpio": Driver("gpio", ("gpio",), has_buttons=True, part="pi"),
    "serial": Driver(
        "arduino.display", ("serial:PORT", "serial:auto"), has_place=True, has_buttons=True
    ),
    "speech": Driver("speech", ("speech",)),
    "null": Driver("null", ("null",)),
}


class Display(Protocol):
    """Shows the whole scene each time; the same scene twice changes nothing."""

    def show(self, scene: "Scene") -> None:
        """Show `scene`; never blocks for long, and never raises for hardware that was lost."""

    def close(self) -> None:
        """Turn everything off and let the hardware go; twice is harmless."""


@dataclass(frozen=True, slots=True)
class Several:
    """Several displays that show the same scene."""

    displays: tuple[Display, ...]

    def show(self, scene: "Scene") -> None:
        """Show `scene` on each."""
        for display in self.displays:
            display.show(scene)

    def close(self) -> None:
        """Close each."""
        for display in self.displays:
            display.close()


def has_buttons(spec: str) -> bool:
    """Return whether buttons may be wired to the display that `spec` names."""
    driver = DISPLAYS.get(spec.partition(":")[0])
    return driver is not None and driver.has_buttons


def open_display(
    spec: str,
    *,
    choices: DisplayChoices | None = None,
    is_patient: bool = False,
    report: Callable[[str], None] = lambda __: None,
    pressed: Callable[[Press], None] = lambda __: None,
) -> Display:
    """Open the display that `spec` names: see `DISPLAYS`.

    `report` is told a sentence when hardware is lost or found, `pressed` of buttons; both may come
    from other threads. One that `is_patient` may wait for hardware that is not there yet. Raises
    `UnknownName`, `MissingPart`, or `DisplayError` if the hardware is not there.
    """
    kind, __, place = spec.partition(":")
    driver = DISPLAYS.get(kind)
    if driver is None or (place and not driver.has_place):
        raise UnknownName(
            _("There is no display '{spec}'.").format(spec=spec), hint=did_you_mean(kind, DISPLAYS)
        )
    if driver.part:
        require(driver.part)
    module = import_module(f"companion.displays.{driver.module}")
    display: Display = module.open_display(
        Wanted(place, choices or DisplayChoices(), report, pressed, is_patient)
    )
    return display


def open_displays(
    specs: Iterable[str],
    *,
    choices: DisplayChoices | None = None,
    is_patient: bool = False,
    report: Callable[[str], None] = lambda __: None,
    pressed: Callable[[Press], None] = lambda __: None,
) -> Display:
    """Open all of `specs` as one display; if one cannot be had, none stays open.

    One that `is_patient` goes on without what is not there, and has `report` say so.
    """
    opened: list[Display] = []
    try:
        for spec in specs:
            try:
                opened.append(
                    open_display(
                        spec,
                        choices=choices,
                        is_patient=is_patient,
                        report=report,
                        pressed=pressed,
                    )
                )
            except (DisplayError, MissingPart) as error:
                if not is_patient:
                    raise
                report(str(error))
    except Exception:
        Several(tuple(opened)).close()
        raise
    return Several(tuple(opened))
