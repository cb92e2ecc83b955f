"""A table of tiles as a value: the record, what lies there, and what is therefore due. Pure.

`TilesTable.on` takes in what happens, `TilesTable.due` says what follows from it, as for a board of
pegs: asked again after everything, so that nothing depends on what was seen between.
"""

from collections.abc import Set
from dataclasses import dataclass, replace

from companion.errors import BadNotation
from companion.game.core.events import Claimed, Move, Opened, Passed
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
from companion.table.tiles.explanations import (
    doubtful_step,
    explanations,
    likely_steps,
    misread_now,
)
from companion.table.tiles.misreadings import Misreading, beyond, misreadings
from companion.table.tiles.moves import furthest, refusal, seen_steps
from companion.table.tiles.questions import ASTRAY, AboutTiles, TileQuestion, stray
from companion.table.tiles.told_rows import parse_row
from companion.table.tiles.waits import WAITS

__all__ = ["TilesTable"]


@dataclass(frozen=True, slots=True)
class TilesTable:
    """`nearest` is the seat (from 0) whose row is the first one seen; `seated` once it is agreed.

    `said` is that the player stops who has no clue tile; `place` where the clue tile was said to
    stand; `refused` what lay there when something could not be done, and why; `claimed` a claim
    that was pointed at and is not recorded yet. `misread` are the tiles with which the round went
    on: they are there and not seen, or seem to be there. `told` are rows (by player, from 0) as a
    person said that they lie, `answers` what was said of moves that were asked about, both of the
    last look.
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
    misread: tuple[Misreading, ...] = ()
    told: tuple[tuple[int, tuple[str, ...]], ...] = ()
    answers: tuple[tuple[Move, bool], ...] = ()

    def on(self, happening: Happening) -> "TilesTable":
        """Return the table after `happening`."""
        after = replace(self, stop=stop_after(self.stop, happening))
        match happening:
            case TilesSeen(lying):
                return replace(after, lying=lying, place=0, answers=(), told=())
            case ClaimPointed() if self.seated:
                return replace(after, claimed=self._claim_of(happening))
            case Done() if (asked := self.question) and asked.about in ASTRAY:
                return replace(after, refused=(None, ""))._bearing()
            case Done():
                return replace(after, said=self._can_pass)
            case Yes() | No() if self._asks(AboutTiles.SEATS):
                if isinstance(happening, Yes):
                    return replace(after, seated=True)
                return replace(after, nearest=(self.nearest + 1) % len(self.match.players))
            case Yes() | No() if step := self._doubtful:
                return replace(after, answers=(*self.answers, (step, isinstance(happening, Yes))))
            case TypedRow(letters):
                return after._told(letters)
        return after

    def recorded(self, match: Match) -> "TilesTable":
        """Return the table when the record is `match` now."""
        after = replace(
            self, match=match, said=False, place=0, refused=(None, ""), claimed=None, answers=()
        )
        if len(match.rounds) != len(self.match.rounds):
            after = replace(after, misread=())
        is_looked_at = self.seated and self.lying is not None and self.lying.steady
        return after._recorded_so() if is_looked_at and not match.is_over else after

    def taken_back(self, match: Match) -> "TilesTable":
        """Return the table when the record is `match`, something having been taken back."""
        after = self.recorded(match)
        if self.lying is None or not self.seated:
            return after
        if not misread_now(after._round, replace(after._seen, pool=None), ()):
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
        """What lies there, in seating order: as it is seen, or as a person told of it."""
        rows = list(self._looked.rows)
        for at, row in self.told:
            rows[at] = row
        return replace(self._looked, rows=tuple(rows))

    @property
    def _looked(self) -> TilesLying:
        """What is seen, in seating order."""
        assert self.lying
        return self.lying.turned(-self.nearest % len(self.match.players))

    @property
    def _usual(self) -> tuple[Misreading, ...]:
        """What is misread all the time, but in rows that a person told."""
        told = dict(self.told)
        return tuple(each for each in self.misread if each.where not in told)

    def _bearing(self) -> "TilesTable":
        """Return the table on which all that seems to lie otherwise than recorded is misread."""
        if not self._round.rows:
            return self
        return replace(self, misread=misread_now(self._round, self._looked, self.misread))

    def _recorded_so(self) -> "TilesTable":
        """Return the table on which what no move explains is misread all the time.

        But for tiles that lie open: they are to be hidden again.
        """
        found = explanations(self._round, self._seen, self._usual) if self._round.rows else ()
        usual = misreadings(self._looked, found[0].true, self.misread) if found else ()
        return replace(self, misread=tuple(each for each in usual if not each.is_turned))

    @property
    def _doubtful(self) -> Move | None:
        """The move that a person is asked about."""
        if not self._asks(AboutTiles.STEP):
            return None
        return doubtful_step(self._round, self._seen, self._usual, dict(self.answers))

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
        answers = dict(self.answers)
        if steps := likely_steps(current, seen, self._usual, answers):
            return self._step(current, seen, steps)
        if seen.steady:
            if _is_dealt_anew(current, seen):
                return Undo()
            if asked := self._astray(current, seen):
                return asked
        return WAITS[current.turn.need](current)

    def _astray(self, current: TileRound, seen: TilesLying) -> TileQuestion | None:
        """Return what must be said or put right, if no move explains the table surely."""
        answers = dict(self.answers)
        if not current.rows:
            dealt = doubtful_step(current, seen, self._usual, answers)
            return TileQuestion.step(dealt, current.players) if dealt else None
        misread = beyond(misread_now(current, seen, self._usual), self._usual)
        if not misread:
            return None
        asked = stray(current, seen, {each.where for each in misread})
        if asked and asked.about is AboutTiles.FACE:
            return asked
        if why := refusal(current, seen):
            return TileQuestion.refused(why, current.turn.player)
        if step := doubtful_step(current, seen, self._usual, answers):
            return TileQuestion.step(step, current.players)
        return asked

    def _step(
        self, current: TileRound, seen: TilesLying, steps: tuple[Move, ...]
    ) -> Deed | TileQuestion:
        """Return the step that was seen; which of them, where it matters, is asked."""
        step = steps[0]
        if isinstance(step, Opened) and not _is_read(current, seen, step):
            return TileQuestion.face(step.player, step.position)
        places = tuple(getattr(step, "position", 0) for step in steps)
        if self.place in places:
            return Post(steps[places.index(self.place)])
        if len({current.on(step) for step in steps}) > 1:
            return TileQuestion.place(current.mover, places)
        return Post(step)

    def _told(self, text: str) -> "TilesTable":
        """Take in the place or the face that was asked for, or how a row lies.

        Raise `BadNotation` for another.
        """
        asked = self.question
        about = asked.about if asked else None
        if asked and about is AboutTiles.FACE:
            return self._with_row(asked.player, self._row_with_face(asked, text))
        if asked and about is AboutTiles.PLACE and text.isdecimal():
            if text not in map(str, asked.places):
                raise BadNotation(
                    _("The clue tile cannot stand at '{text}'.").format(text=text),
                    hint=asked.sentence,
                )
            return replace(self, place=int(text))
        told = parse_row(text, self.match.players, asked.player if asked else "")
        if told is None or not self.seated:
            raise BadNotation(
                _("'{text}' was not asked for.").format(text=text),
                hint=_(
                    "A claim is typed as in 'Ben 3 7', and how a row lies as in 'Ben B? W3 B?'."
                ),
            )
        return self._with_row(*told)

    def _row_with_face(self, asked: TileQuestion, text: str) -> tuple[str, ...]:
        """Return the row of the tile that is asked about with the face that was told."""
        at, place = self.match.players.index(asked.player), asked.places[0] - 1
        known, row = self._round.rows[asked.player], self._seen.rows[at]
        # where tiles are missing or too many the place is that of the record
        row = row if len(row) in (len(known), len(known) + 1) else known
        tile = str(parse_tile(text if text[:1].upper() in BACKS else row[place][0] + text))
        return (*row[:place], tile, *row[place + 1 :])

    def _with_row(self, player: str, row: tuple[str, ...]) -> "TilesTable":
        told = dict(self.told) | {self.match.players.index(player): row}
        return replace(self, told=tuple(told.items()), refused=(None, ""), answers=())


def _masked(tile: str, public: Set[str]) -> str:
    return tile if tile in public or not is_open(tile) else tile[0] + UNCLEAR


def _is_read(current: TileRound, seen: TilesLying, step: Opened) -> bool:
    """Whether the face of a tile that is laid open is read somewhere in its row."""
    row = seen.rows[current.players.index(step.player)]
    return any(tile[1:] == step.tile[1:] for tile in row)


def _is_dealt_anew(current: TileRound, seen: TilesLying) -> bool:
    """Whether tiles were put in order, or exchanged, after the deal was taken as done."""
    if not current.rows or current.claims or current.claim or current.clue:
        return False
    if not misread_now(current, seen, ()):
        return False
    deal = TileRound.begin(current.rules, current.players, current.mover)
    return any(not misread_now(deal.on(step), seen, ()) for step in seen_steps(deal, seen))
