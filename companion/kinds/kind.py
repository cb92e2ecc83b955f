"""What an adapter of a kind of game can do, as a protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.game.match import Match, Round
from companion.table import Confirm, PegTable, WatchedTable

if TYPE_CHECKING:
    from companion.vision.watch.box_limits import Limits

__all__ = ["WIDTH", "WIDTH_OF_MORE", "GameKind"]

# pixels across of simulated pictures, of one board and of more things: enough to be read, quick to
# draw; a guess
WIDTH, WIDTH_OF_MORE = 640, 960

R = TypeVar("R", bound=Round, contravariant=True)


class GameKind(Protocol[R]):
    """One way of playing, for who shows, explains and advises; `R` is the class of its rounds."""

    def facts(self, current: R) -> dict[str, Any]:
        """Return what is publicly known of a round, beside what all kinds share."""

    def analysis(self, match: Match, current: R, number: int) -> list[dict[str, Any]]:
        """Return a dictionary for each guess, call or claim of round `number` (from 1)."""

    def advice(self, current: R) -> dict[str, Any]:
        """Return a good next step from what all can see, empty if there is none.

        Raises `IllegalMove` if no code fits.
        """

    def say_advice(self, facts: dict[str, Any]) -> str:
        """Say `facts`, which `advice` gave, in a sentence."""

    def contradiction(self, current: R) -> str:
        """Say which answers cannot all be true and what would mend it; nothing if all is well."""

    def end_sentences(self, ended: R) -> list[str]:
        """Say how a round ended, and every answer that was wrong."""

    def withdrawn_sentences(self, played: R) -> list[str]:
        """Say each row, answer or call that was taken back."""

    def roles(self, current: R) -> str:
        """Say who makes and who breaks in this round, if one makes."""

    def limits(self, rules: Any, rows: int, cols: int, palette: str) -> Limits:
        """Return what a box allows on a board of so many `rows` and `cols` that has `palette`."""

    def simulated_table(self, match: Match) -> str:
        """Return the options of a simulated camera over the table of `match`: ``"width=640"``."""

    def table(self, match: Match, confirm: Confirm) -> WatchedTable:
        """Return the table of a match that is watched: as recorded, until it is looked at."""

    def one_board(self, table: WatchedTable | None) -> PegTable | None:
        """Return `table`, of this kind, if one board is all of it; else None."""

    def parse_row(self, current: R, text: str) -> str:
        """Return the row in `text`; raise `BadNotation`, or `IllegalMove` if there are no rows."""
