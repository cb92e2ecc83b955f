"""A table of tiles as a value: the record, what lies there, and what is therefore due. Pure.

`TilesTable.on` takes in what happens, `TilesTable.due` says what follows from it, as for a board of
pegs: asked again after everything, so that nothing depends on what was seen between.
"""

import inspect
from collections.abc import Callable, Set
from dataclasses import dataclass, replace

from companion.errors import BadNotation
from companion.game.core.events import Claimed, Move, Passed
from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import BACKS, parse_tile
from companion.i18n import _
from companion.sightings.tiles import UNCLEAR, ClaimPointed, TilesLying, TilesSeen, is_open
from companion.table.common.interruptions import Stop, sentence_of, stop_after
from companion.table.common.messages import (
    Deed,
    Done,
    Expect,
    Happening,
    No,
    Post,
    TypedRow,
    Undo,
    Yes,
)
from companion.table.common.watched import say_due
from companion.table.tiles.moves import (
    furthest,
    is_all_as_recorded,
    is_as_recorded,
    likely_steps,
    may_be_as_recorded,
    refusal,
    steps_to,
)
from companion.table.tiles.questions import AboutTiles, TileQuestion, stray

__all__ = ["WAITS", "TilesTable", "waits_table"]


@dataclass(frozen=True, slots=True)
class TilesTable:
    """`nearest` is the seat (from 0) whose row is the first one seen; `seated` once it is agreed.

    `said` is that the player stops who has no clue tile; `place` where the clue tile was said to
    stand; `refused` what lay there when something could not be done, and why; `claimed` a claim
    that was pointed at and is not recorded yet. `borne` is the question about one tile with which
    the round went on: the tile is there, and not seen, or seems to be there.
    """

    match: Match
    lying: TilesLying | None = None
    nearest: int = 0
    seated: bool = False
    stop: Stop = Stop.NONE
    said: bool = False
    place: int = 0
    refused: tuple[TilesLying | None, str] = (None, "")
    claimed: Claimed | None = None
    borne: TileQuestion | None = None

    def on(self, happening: Happening) -> "TilesTable":
        """Return the table after `happening`."""
        after = replace(self, stop=stop_after(self.stop, happening))
        match happening:
            case TilesSeen(lying):
                return replace(after, lying=lying, place=0)
            case ClaimPointed() if self.seated:
                return replace(after, claimed=self._claim_of(happening))
            case Done():
                return replace(after, said=self._can_pass)
            case Yes() if self._asks(AboutTiles.SEATS):
                return replace(after, seated=True)
            case No() if self._asks(AboutTiles.SEATS):
                return replace(after, nearest=(self.nearest + 1) % len(self.match.players))
            case TypedRow(letters):
                return after._told(letters)
        return after

    def recorded(self, match: Match) -> "TilesTable":
        """Return the table when the record is `match` now."""
        after = replace(self, match=match, said=False, place=0, refused=(None, ""), claimed=None)
        return replace(after, borne=after._misread)

    def taken_back(self, match: Match) -> "TilesTable":
        """Return the table when the record is `match`, something having been taken back."""
        after = self.recorded(match)
        if self.lying is None or not self.seated or is_as_recorded(after._round, self._seen):
            return after
        return after.not_allowed(
            _("The last step is taken back: set the tiles as they were before it.")
        )

    def not_allowed(self, why: str) -> "TilesTable":
        """Return the table when what was due could not be done: it is asked about."""
        return replace(self, refused=(self.lying, why), said=False, claimed=None)

    @property
    def due(self) -> Deed | TileQuestion | str:
        """What is to be done or asked now, or the sentence of what is waited for."""
        if self.match.is_over:
            return ""
        if self.lying is None or len(self.lying.rows) != len(self.match.players):
            return _("I look for the rows of all players: stand your tiles up.")
        if not self.seated:
            player = self.match.players[self.nearest]
            return TileQuestion.seats(player, self.lying.rows[0])
        if self.lying == self.refused[0]:
            return TileQuestion.refused(self.refused[1], self._round.mover)
        return self._due(self._round, self._seen)

    @property
    def expected(self) -> tuple[Expect, ...]:
        """Nothing is told to the eyes of a table beforehand."""
        return ()

    @property
    def comparison(self) -> str:
        """What a first look says of a match that is gone on with: who sits where is asked."""
        return self.sentence

    @property
    def question(self) -> TileQuestion | None:
        """What a person is asked, if anything."""
        now = self.due
        return now if isinstance(now, TileQuestion) else None

    @property
    def sentence(self) -> str:
        """What a person is told: what stops the eyes, what is asked, or what is waited for."""
        return sentence_of(self.stop) or say_due(self.due)

    @property
    def round_to_see(self) -> Round:
        """The round that lies there: the last one until something is laid in the next."""
        return self.match.round_to_see

    @property
    def may_show_code(self) -> bool:
        """Whether a picture may tell hidden tiles: always, their backs are turned to others."""
        return True

    def told_eyes(self) -> "TilesTable":
        """Return the table: nothing waits to be told to the eyes."""
        return self

    def sayable(self, happening: Happening) -> Happening:
        """Return `happening` with no face but those laid open by the rules: all may know them.

        A tile that is tipped over, or looked at in the hand, is nobody's but its owner's.
        """
        if isinstance(happening, TilesSeen):
            return TilesSeen(self._public(happening.lying))
        return happening

    def _public(self, lying: TilesLying) -> TilesLying:
        shown = self.match.round_to_see
        assert isinstance(shown, TileRound)
        public = {tile for row in shown.rows.values() for tile in row}
        if self.seated and len(lying.rows) == len(self.match.players) and not self.match.is_over:
            after = furthest(self._round, lying.turned(-self.nearest % len(lying.rows)))
            public |= {tile for row in after.rows.values() for tile in row}
        rows = tuple(tuple(_masked(tile, public) for tile in row) for row in lying.rows)
        return replace(lying, rows=rows)

    @property
    def _round(self) -> TileRound:
        current = self.match.round
        assert isinstance(current, TileRound)
        return current

    @property
    def _seen(self) -> TilesLying:
        """What lies there, told in seating order."""
        assert self.lying
        return self.lying.turned(-self.nearest % len(self.match.players))

    @property
    def _misread(self) -> TileQuestion | None:
        """The question about the only tile that seems to lie otherwise than recorded."""
        if self.match.is_over or not self.seated or self.lying is None:
            return None
        if not self.lying.steady or not may_be_as_recorded(self._round, self._seen):
            return None
        return stray(self._round, self._seen)

    @property
    def _can_pass(self) -> bool:
        return self._round.turn.need is Need.CLAIM_OR_STOP and not self._round.clue

    def _claim_of(self, seen: ClaimPointed) -> Claimed | None:
        """Return the claim that was pointed at; none where none may be made, or of oneself."""
        current = self._round
        owner = current.players[(seen.row + self.nearest) % len(current.players)]
        waits = current.turn.need in (Need.CLAIM, Need.CLAIM_OR_STOP)
        if not waits or current.winner or owner == current.mover:
            return None
        return Claimed(current.mover, owner, seen.place, seen.number)

    def _asks(self, about: AboutTiles) -> bool:
        asked = self.question
        return asked is not None and asked.about is about

    def _due(self, current: TileRound, seen: TilesLying) -> Deed | TileQuestion | str:
        if self.said:
            return Post(Passed(current.mover))
        if self.claimed:
            return Post(self.claimed)
        if steps := likely_steps(current, seen):
            return self._step(current, steps)
        is_settled = not seen.steady or is_all_as_recorded(current, seen)
        if current.turn.need is not Need.DEAL and not is_settled:
            if _is_dealt_anew(current, seen):
                return Undo()
            asked = _astray(current, seen)
            if asked and asked != self.borne:
                return asked
        return WAITS[current.turn.need](current)

    def _step(self, current: TileRound, steps: tuple[Move, ...]) -> Deed | TileQuestion:
        """Return the step that was seen; which of them, where it matters, is asked."""
        places = tuple(getattr(step, "position", 0) for step in steps)
        if self.place in places:
            return Post(steps[places.index(self.place)])
        if len({current.on(step) for step in steps}) > 1:
            return TileQuestion.place(current.mover, places)
        return Post(steps[0])

    def _told(self, text: str) -> "TilesTable":
        """Take in the place or the face that was asked for; raise `BadNotation` for another."""
        asked = self.question
        if asked is None or asked.about not in (AboutTiles.FACE, AboutTiles.PLACE):
            raise BadNotation(
                _("'{text}' was not asked for.").format(text=text),
                hint=_("A claim is typed as in 'Ben 3 7'."),
            )
        if asked.about is AboutTiles.FACE:
            return self._face_told(asked, text)
        if text not in map(str, asked.places):
            raise BadNotation(
                _("The clue tile cannot stand at '{text}'.").format(text=text), hint=asked.sentence
            )
        return replace(self, place=int(text))

    def _face_told(self, asked: TileQuestion, text: str) -> "TilesTable":
        assert self.lying
        players = self.match.players
        row = (players.index(asked.player) - self.nearest) % len(players)
        seen = self.lying.rows[row][asked.places[0] - 1]
        tile = str(parse_tile(text if text[:1].upper() in BACKS else seen[0] + text))
        return replace(self, lying=self.lying.with_tile(row, asked.places[0] - 1, tile))


def _masked(tile: str, public: Set[str]) -> str:
    return tile if tile in public or not is_open(tile) else tile[0] + UNCLEAR


def _astray(current: TileRound, seen: TilesLying) -> TileQuestion | None:
    """Return what must be put right: what the rulebook refuses, or what no move explains."""
    after = furthest(current, seen)
    asked = stray(after, seen)
    if asked and asked.about is AboutTiles.FACE:
        return asked
    if why := refusal(after, seen):
        return TileQuestion.refused(why, after.turn.player)
    return asked


def _is_dealt_anew(current: TileRound, seen: TilesLying) -> bool:
    """Whether tiles were put in order, or exchanged, after the deal was taken as done."""
    deal = TileRound.begin(current.rules, current.players, current.mover)
    return not (current.claims or current.claim or current.clue) and bool(steps_to(deal, seen))


def _deal(current: TileRound) -> str:
    """Rows of as many hidden tiles as the rulebook says stand before all players."""
    return _("Draw {number} tiles each and stand them up in order; the companion looks.").format(
        number=current.rules.hand(len(current.players))
    )


def _draw(current: TileRound) -> str:
    """A clue tile is kept aside: it is drawn."""
    return _("{player}, draw a clue tile and lay it before your row, face down.").format(
        player=current.mover
    )


def _claim(current: TileRound) -> str:
    """A tile is pointed at and its number said: typed, or by pawns before it and on the strip."""
    return _("{player}, point at a tile and say its number, as in 'Ben 3 7'.").format(
        player=current.mover
    )


def _claim_or_stop(current: TileRound) -> str:
    """The clue tile stands hidden in the row, or "stop" is said without one: the turn ends."""
    if current.winner:
        said = _("{player}, you have solved the last code: put the clue tile into your row.")
    elif current.clue:
        said = _("Right! {player}, name another tile, or put the clue tile hidden into your row.")
    else:
        said = _("Right! {player}, name another tile, or say 'stop'.")
    return said.format(player=current.mover)


def _reply(current: TileRound) -> str:
    """The tile lies open with the number said, or the claimer's clue tile or own tile does."""
    assert current.claim
    claim, number = current.claim, current.claim.number
    said = (
        _(
            "{owner}, is tile {place} the {number}? Then lay it open; if not, {player}, lay the "
            "clue tile open in your row."
        )
        if current.clue
        else _(
            "{owner}, is tile {place} the {number}? Then lay it open; if not, {player}, lay open "
            "a tile of your own."
        )
    )
    number = _("dash") if number == "-" else number
    return said.format(owner=claim.owner, place=claim.position, number=number, player=claim.player)


def _show(current: TileRound) -> str:
    """All tiles of the winner lie open."""
    return _("{player} has won the round: lay all your tiles open.").format(
        player=current.turn.player
    )


def _nothing(_current: TileRound) -> str:
    """The round is over: tiles are mixed for the next."""
    return ""


# what the round waits for -> what is then due, in the order in which a round has them
WAITS: dict[Need, Callable[[TileRound], str]] = {
    Need.DEAL: _deal,
    Need.DRAW: _draw,
    Need.CLAIM: _claim,
    Need.REPLY: _reply,
    Need.CLAIM_OR_STOP: _claim_or_stop,
    Need.SHOW_ROW: _show,
    Need.NOTHING: _nothing,
}


def waits_table() -> str:
    """Return `WAITS` as the Markdown table that the docs carry."""
    lines = ["| the round waits for | what must be seen or said |", "|---|---|"]
    lines += [f"| {need} | {inspect.getdoc(function)} |" for need, function in WAITS.items()]
    return "\n".join(lines) + "\n"
