"""One thing that `keypeg doctor` has looked at."""

from dataclasses import dataclass

from companion.i18n import N_, _

__all__ = ["Finding"]

# the first word of a finding's name -> what it is called on the screen
LABELS = {
    "settings": N_("settings"),
    "computer": N_("computer"),
    "group": N_("group"),
    "pins": N_("pins"),
    "ports": N_("ports"),
    "board": "Arduino",
    "camera": N_("camera"),
    "part": N_("part"),
    "speech": N_("speech"),
    "pages": N_("pages"),
    "folder": N_("folder"),
    "disk": N_("disk"),
    "power": N_("power"),
    "calibration": N_("calibration"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is there, and what to do if it is not.

    `name` is the same in every language. `wanted` says that the settings ask for it, so that
    missing it is a failure.
    """

    name: str
    ok: bool
    text: str
    hint: str = ""
    wanted: bool = False

    @property
    def label(self) -> str:
        """Its name in the language spoken: "group video", "groupe video"."""
        word, gap, which = self.name.partition(" ")
        return _(LABELS[word]) + gap + which
