"""Lights that are chosen at the page when a match begins: one of those found on this machine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.displays.all_displays import Display
from companion.errors import UnknownName, did_you_mean
from companion.i18n import _
from companion.observers.attached import attached_lights
from companion.scene import Scene

__all__ = ["PageLights"]


@dataclass
class PageLights:
    """A display behind which the chosen one is exchanged; none at first. `spec` names it.

    `opens` gives the display of a spec and raises DisplayError; `found` names those that are
    attached; `lit_before` are lit already, as the settings or the command line have it.
    """

    opens: Callable[[str], Display]
    found: Callable[[], Sequence[str]] = attached_lights
    lit_before: tuple[str, ...] = ()
    spec: str = ""
    _display: Display | None = field(default=None)
    _scene: Scene | None = field(default=None)

    @property
    def offered(self) -> list[str]:
        """The lights that can be chosen here."""
        taken = {spec.partition(":")[0] for spec in self.lit_before}
        return [spec for spec in self.found() if spec.partition(":")[0] not in taken]

    @property
    def is_lit(self) -> bool:
        """Whether any light shows the match, chosen here or before."""
        return bool(self.spec or self.lit_before)

    def choose(self, spec: str) -> None:
        """Light `spec` from now on, nothing when it is empty; those lit before go dark.

        Raises UnknownName for what is not offered, and DisplayError or MissingPart when it cannot
        be opened: nothing of these is lit then.
        """
        if spec == self.spec:
            return
        if spec and spec not in (offered := self.offered):
            raise UnknownName(
                _("There are no lights '{spec}' here.").format(spec=spec),
                hint=did_you_mean(spec, offered),
            )
        self.close()
        if spec:
            self._display, self.spec = self.opens(spec), spec
            if self._scene:
                self._display.show(self._scene)

    def show(self, scene: Scene) -> None:
        """Show `scene` on what was chosen."""
        self._scene = scene
        if self._display:
            self._display.show(scene)

    def close(self) -> None:
        """Turn off what was chosen."""
        if self._display:
            self._display.close()
        self._display, self.spec = None, ""
