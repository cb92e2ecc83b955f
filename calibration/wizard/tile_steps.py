"""The two pictures that measure a table of tiles, and what each asks for in words. Pure."""

from enum import StrEnum

from companion.i18n import N_, _

__all__ = ["TileStep"]


class TileStep(StrEnum):
    """Which picture is due, in their order."""

    EMPTY = "empty"
    OPEN = "open"

    @property
    def heading(self) -> str:
        """What shall lie there."""
        return _(TITLES[self])

    @property
    def asks(self) -> str:
        """What is to be done before the picture is taken."""
        return _(ASKS[self])

    @property
    def number(self) -> int:
        """Its place among the steps, from 1."""
        return list(TileStep).index(self) + 1


TITLES = {TileStep.EMPTY: N_("The empty table"), TileStep.OPEN: N_("All tiles open")}
ASKS = {
    TileStep.EMPTY: N_(
        "Fix the camera so that it sees all of the table, and take everything away."
    ),
    TileStep.OPEN: N_(
        "Lay all tiles open in two rows in the middle, upright for the near player: black from 0 "
        "at the left, a dash last, white below. Leave the camera and the light as they are."
    ),
}
