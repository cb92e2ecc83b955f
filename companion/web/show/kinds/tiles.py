"""Da Vinci Code at the page: the rows of tiles, claims and replies."""

from typing import Any

from companion.errors import BadNotation, IllegalMove, KeypegError
from companion.game.core.events import Way
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.solve.tiles import possible
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.table.tiles.questions import ASTRAY, AboutTiles, TileQuestion
from companion.web.door.access import Login
from companion.web.moves.form_fields import Form
from companion.web.show.boards.views import BoardView, TileRow
from companion.web.show.boards.wording import claim_said
from companion.web.show.kinds.page_kind import Asked, Thought
from companion.web.table.snapshot import Snapshot

__all__ = ["TilePage"]


class TilePage:
    """Each player's own tiles are the code."""

    name = "tiles"

    def ways(self) -> tuple[tuple[Way, str], ...]:
        """Return the one way: nobody else can know the tiles."""
        return ((Way.KEPT, _("each keeps his own row")),)

    def question(self, snapshot: Snapshot, current: TileRound) -> Asked | None:
        """Return the form of what a watched table of tiles asks."""
        question = snapshot.table.question if snapshot.table else None
        if not isinstance(question, TileQuestion):
            return None
        return Asked(
            "tile-question",
            {
                "sentence": question.sentence,
                "yes_or_no": question.about in (AboutTiles.SEATS, AboutTiles.STEP),
                "places": question.places if question.about is AboutTiles.PLACE else (),
                "has_text": question.is_of_face,
                "faces": current.rules.faces if question.is_of_face else (),
                "is_astray": question.about in ASTRAY,
            },
        )

    def needed(self, snapshot: Snapshot, current: TileRound, facts: dict[str, Any]) -> Asked:
        """Return the form for a deal, a draw, a claim, a reply or a row."""
        del snapshot
        turn, players = current.turn, current.players
        own = {
            "players": players,
            "mover": current.mover,
            "clue": current.clue,
            "faces": current.rules.faces,
            "hand": current.rules.hand(len(players)),
            "pool": current.pool,
            "row": current.rows.get(turn.player, ()),
            "mover_row": current.rows.get(current.mover, ()),
            "claim": current.claim,
            "has_won": bool(current.winner),
        }
        return Asked(f"tiles-{turn.need}".replace(" ", "-"), facts | own)

    def boards(self, snapshot: Snapshot, match: Match, seen: TileRound) -> tuple[BoardView, ...]:
        """Return none: there are rows of tiles."""
        del snapshot, match, seen
        return ()

    def lying(self, match: Match, seen: TileRound) -> dict[str, Any]:
        """Return the rows of tiles, the pool, and the claim that waits for its reply."""
        return {
            "tiles": _tile_rows(match, seen) if seen.rows else (),
            "pool": seen.pool,
            "claim": claim_said(seen.claim) if seen.claim else "",
        }

    def last_said(self, seen: TileRound) -> str:
        """Say the claim that waits, or the newest one with its verdict."""
        if seen.claim:
            return f"{claim_said(seen.claim)}?"
        if seen.claims:
            last = seen.claims[-1]
            return f"{claim_said(last.claim)}: {_('right') if last.right else _('wrong')}."
        return ""

    def mend(self, match: Match, current: TileRound) -> dict[str, Any]:
        """Return that no row can be corrected."""
        del match, current
        return {"correctable": ()}

    def own(
        self, snapshot: Snapshot, current: TileRound, login: Login, seats: dict[str, str]
    ) -> dict[str, Any]:
        """Return the player's own row, whose faces he may tell to learn what others can be."""
        del snapshot, seats
        return {
            "own_row": current.rows.get(login.seat, ()),
            "faces": current.rules.faces,
            "clue": current.clue if current.mover == login.seat else "",
        }

    def thoughts(self, current: TileRound, login: Login, form: Form) -> list[Thought]:
        """Return what hidden tiles can be by the player's own faces, which come with `form`."""
        player = login.seat
        if player not in current.rows:
            raise IllegalMove(
                _("This game has no tiles."), hint=_("Say first whose phone this is.")
            )
        row = [
            tile[0] + form.get(f"face-{place}", "") if tile.endswith("?") else tile
            for place, tile in enumerate(current.rows[player], start=1)
        ]
        clue = form.get("clue", "")
        clue = current.clue + clue if clue and current.clue and player == current.mover else ""
        try:
            found = possible(current, player, row, clue=clue)
        except KeypegError:
            raise BadNotation(
                _("Your tiles cannot be these as the table lies."),
                hint=_("Choose all of your row from your left."),
            ) from None
        return [
            (owner, place, current.rows[owner][place - 1][0], _chances(tiles))
            for (owner, place), tiles in found.items()
            if owner != player and current.rows[owner][place - 1].endswith("?")
        ]


def _chances(tiles: dict[str, int]) -> list[tuple[str, str, int]]:
    """Return (back, face, per cent) of what a tile can be, the likeliest first."""
    whole = sum(tiles.values())
    likely = sorted(tiles.items(), key=lambda each: -each[1])
    return [(tile[0], tile[1:], round(100 * ways / whole)) for tile, ways in likely if ways]


def _tile_rows(match: Match, seen: TileRound) -> tuple[TileRow, ...]:
    """Return the rows of all players, as all can see them."""
    claims = not match.is_over and seen.turn.need in (Need.CLAIM, Need.CLAIM_OR_STOP)
    claims = claims and not seen.winner
    return tuple(
        TileRow(
            seat,
            player,
            tuple(
                (tile[0], tile[1:], claims and player != seen.mover and tile.endswith("?"))
                for tile in row
            ),
            seen.clue if player == seen.mover else "",
            seen.table.is_out(player),
            tuple(", ".join(sorted(standing.ruled_out)) for standing in seen.table.row(player)),
        )
        for seat, (player, row) in enumerate(seen.rows.items(), start=1)
    )
