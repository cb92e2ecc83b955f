"""What of a camera on the flat cable is locked, by the names of libcamera, and whether it held.

A control and what a picture was taken with, its metadata, are called the same.
"""

from collections.abc import Sequence

import numpy as np

from companion.i18n import N_, _

__all__ = ["LOCKS", "OBEY", "SETTLE", "note"]

# pictures that the automatics get to settle, and that a lock gets to be obeyed; a guess
SETTLE, OBEY = 15, 5
# of a value, by which it may differ from what was asked: sensors have steps; a guess
NEAR_PART = 0.05
# what is locked: its name, and the control
LOCKS = (
    ("exposure", "ExposureTime"),
    ("gain", "AnalogueGain"),
    (N_("white balance"), "ColourGains"),
    (N_("focus"), "LensPosition"),
)


def note(name: str, asked: float | Sequence[float] | None, kept: object) -> str:
    """Return what is to be known of the lock `name`: it was `asked`, and reads back as `kept`."""
    if asked is None or kept is None:
        return _("{name}: the driver has no such control; keep the light steady.").format(
            name=_(name)
        )
    mine, its = _numbers(asked), _numbers(kept)
    if not np.allclose(mine, its, rtol=NEAR_PART):
        return _("{name}: asked for {value:g}, the driver keeps {kept:g}.").format(
            name=_(name), value=mine[0], kept=its[0]
        )
    return _("{name}: locked at {value:g}.").format(name=_(name), value=its[0])


def _numbers(value: object) -> list[float]:
    return [round(float(each), 3) for each in np.atleast_1d(np.asarray(value))]
