"""The adapter of Da Vinci Code: tiles stand hidden before their owners."""

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from companion.errors import IllegalMove
from companion.game.core.events import Claimed
from companion.game.match import Match
from companion.game.tiles.round import TileRound
from companion.game.tiles.rules import TileRules
from companion.i18n import _, percent
from companion.kinds.kind import WIDTH_OF_MORE
from companion.table import Confirm, TilesTable, WatchedTable

if TYPE_CHECKING:
    from companion.vision.watch.box_limits import Limits

__all__ = ["TileKind"]

CLAIMS_NAMED = 3  # claims named in a hint; chosen: as many as are read at a table


class TileKind:
    """Each player's own tiles are the code; the others claim them one by one."""

    def facts(self, current: TileRound) -> dict[str, Any]:
        """Return the rows as all can see them, the pool, the claims and the winner."""
        return {
            "rows": {player: list(row) for player, row in current.rows.items()},
            "pool": current.pool,
            "clue": current.clue or None,
            "claims": [
                {
                    "player": v.claim.player,
                    "owner": v.claim.owner,
                    "position": v.claim.position,
                    "number": v.claim.number,
                    "right": v.right,
                }
                for v in current.claims
            ],
            "winner": current.winner,
        }

    def analysis(self, match: Match, current: TileRound, number: int) -> list[dict[str, Any]]:
        """Return how likely each claim was from what all could see, and the likeliest one."""
        from companion.game.solve.tiles import best_claims, likelihood

        state = TileRound.begin(current.rules, match.players)
        facts = []
        for __, move in match.moves_of_round(number):
            if isinstance(move, Claimed):
                best = best_claims(state, move.player)[0]
                facts.append(
                    {
                        "player": move.player,
                        "owner": move.owner,
                        "position": move.position,
                        "number": move.number,
                        "chance": float(likelihood(state, move)),
                        "best": f"{best.owner} {best.position} {best.number}",
                        "best_chance": float(best.chance),
                    }
                )
            state = state.on(move)
        for fact, verdict in zip_longest(facts, state.claims):
            fact["right"] = verdict.right if verdict else None
        return facts

    def advice(self, current: TileRound) -> dict[str, Any]:
        """Return the likeliest claims of the player in turn."""
        from companion.game.solve.tiles import best_claims

        if current.winner:
            return {}
        claims = best_claims(current, current.mover)[:CLAIMS_NAMED]
        return {
            "player": current.mover,
            "claims": [
                {
                    "owner": claim.owner,
                    "position": claim.position,
                    "number": claim.number,
                    "chance": float(claim.chance),
                }
                for claim in claims
            ],
        }

    def say_advice(self, facts: dict[str, Any]) -> str:
        """Say the likeliest claims with their chances."""
        said = "; ".join(
            _("{owner}'s tile {position} is {what} ({chance})").format(
                owner=c["owner"],
                position=c["position"],
                what=_("a dash") if c["number"] == "-" else c["number"],
                chance=percent(c["chance"]),
            )
            for c in facts["claims"]
        )
        return _("From what all can see, the likeliest: {said}.").format(said=said)

    def contradiction(self, current: TileRound) -> str:
        """Return nothing: a reply that cannot be is refused when it is given."""
        del current
        return ""

    def end_sentences(self, ended: TileRound) -> list[str]:
        """Say who has won the round."""
        return [
            _("{winner} has the last hidden tile and wins the round.").format(winner=ended.winner)
        ]

    def withdrawn_sentences(self, played: TileRound) -> list[str]:
        """Return nothing: a tile that was turned back lies there as before."""
        del played
        return []

    def roles(self, current: TileRound) -> str:
        """Return nothing: all hide tiles, and all claim them."""
        del current
        return ""

    def limits(self, rules: TileRules, rows: int, cols: int, palette: str) -> "Limits":
        """Return what any board allows: there are no pegs in the box."""
        from companion.vision.watch.box_limits import Limits

        del rules
        return Limits(rows, cols, palette, blanks=True)

    def simulated_table(self, match: Match) -> str:
        """Return how many rows of tiles are drawn."""
        return f"players={len(match.players)}&width={WIDTH_OF_MORE}"

    def table(self, match: Match, confirm: Confirm) -> TilesTable:
        """Return the table that a camera watches."""
        del confirm
        return TilesTable(match)

    def one_board(self, table: WatchedTable | None) -> None:
        """Return None: there is no board."""
        del table

    def parse_row(self, current: TileRound, text: str) -> str:
        """Raise `IllegalMove`: there are no rows of pegs."""
        del current, text
        raise IllegalMove(_("This game has no rows of pegs."), hint=_("Use 'undo' instead."))
