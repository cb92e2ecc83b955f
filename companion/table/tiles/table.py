"""A table of tiles as a value: the record, what lies there, and what is therefore due. Pure.

`TilesTable.on` takes in what happens, `TilesTable.due` says what follows from it, as for a board of
pegs: asked again after everything, so that nothing depends on what was seen between.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace

from companion.errors import BadNotation
from companion.game.core.events import Claimed, Move, Passed
from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.game.tiles.round import TileRound
from companion.i18n import _, language
from companion.sightings.tiles import AnswerPointed, ClaimPointed, TilesLying, TilesSeen
from companion.table.common.interruptions import Stop, sentence_of, stop_after
from companion.table.common.messages import Deed, Done, Expect, Happening, No, Post, TypedRow, Yes
from companion.table.common.watched import say_due
from companion.table.tiles.corrected_faces import faces_corrected
from companion.table.tiles.due import Evidence, due_of
from companion.table.tiles.explanations import Said, doubtful_step, explanations, misread_now
from companion.table.tiles.misreadings import Misreading, misreadings
from companion.table.tiles.pointed_answers import meant
from companion.table.tiles.public_looks import claims_of, public_of, said_of
from companion.table.tiles.questions import ASTRAY, AboutTiles, TileQuestion
from companion.table.tiles.told_rows import told_of

__all__ = ["TilesTable"]


@dataclass(frozen=True, slots=True)
class TilesTable:
    """`nearest` is the seat (from 0) whose row is the first one seen; `seated` once it is agreed.

    `said` are claims of which one was pointed at, or that the player stops who has no clue tile;
    `place` was said where it was asked for; `refused` is what lay there when something could not be
    done, and why. `misread` are the tiles with which the round went on: missed, or seen where none
    is. Of the last look a person `told` rows (by player, from 0), and gave `answers` to moves.
    """

    match: Match
    lying: TilesLying | None = None
    nearest: int = 0
    seated: bool = False
    stop: Stop = Stop.NONE
    said: Claimed | Passed | tuple[Claimed, ...] | None = None
    place: int = 0
    refused: tuple[TilesLying | None, str] = (None, "")
    misread: tuple[Misreading, ...] = ()
    told: tuple[tuple[int, tuple[str, ...]], ...] = ()
    answers: tuple[tuple[Move, bool], ...] = ()
    # what is due, by the language in which it is said: each look asks for it again and again
    _known: dict[str, Deed | TileQuestion | str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def on(self, happening: Happening) -> "TilesTable":
        """Return the table after `happening`."""
        after = replace(self, stop=stop_after(self.stop, happening))
        match happening:
            case TilesSeen(lying):
                return replace(after, lying=lying, said=None, place=0, answers=(), told=())
            case ClaimPointed() if self.seated:
                claims = claims_of(self._round, happening, self._looked, self.nearest)
                return replace(after, said=claims, place=0)
            case Done() if (asked := self.question) and asked.about in ASTRAY:
                return replace(after, refused=(None, ""))._bearing()
            case Done():
                return replace(after, said=Passed(self._round.mover) if self._can_pass else None)
            case Yes() | No() if self._asks(AboutTiles.SEATS):
                if isinstance(happening, Yes):
                    return replace(after, seated=True)
                return replace(after, nearest=(self.nearest + 1) % len(self.match.players))
            case Yes() | No() if step := self._doubtful:
                return replace(after, answers=(*self.answers, (step, isinstance(happening, Yes))))
            case TypedRow(letters):
                return after._told(letters)
            case AnswerPointed():
                said = meant(happening, self.question, can_pass=self._can_pass)
                # what cannot be said is not heard
                with suppress(BadNotation):
                    return after if said is None else self.on(said)
        return after

    def recorded(self, match: Match) -> "TilesTable":
        """Return the table when the record is `match` now."""
        usual = self.misread if len(match.rounds) == len(self.match.rounds) else ()
        after = replace(self, match=match, misread=usual, said=None, place=0, answers=())
        after = replace(after, refused=(None, ""))
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
        return replace(self, refused=(self.lying, why), said=None)

    @property
    def due(self) -> Deed | TileQuestion | str:
        """What is to be done or asked now, or the sentence of what is waited for."""
        spoken = language()
        if spoken not in self._known:
            self._known[spoken] = self._found_due()
        return self._known[spoken]

    def _found_due(self) -> Deed | TileQuestion | str:
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
        if not isinstance(happening, TilesSeen):
            return happening
        is_known = self.seated and len(happening.lying.rows) == len(self.match.players)
        now = None if self.match.is_over or not is_known else self._round
        return TilesSeen(public_of(happening.lying, self.round_to_see, now, self.nearest))

    @property
    def _round(self) -> TileRound:
        current = self.match.round
        assert isinstance(current, TileRound)
        return current

    @property
    def _seen(self) -> TilesLying:
        """What lies there, in seating order: as it is seen, or as a person told of it."""
        rows = dict(enumerate(self._looked.rows)) | dict(self.told)
        return replace(self._looked, rows=tuple(rows.values()))

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

    @property
    def _words(self) -> Said:
        return Said(dict(self.answers), tuple(dict(self.told)))

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
        asks = self._asks(AboutTiles.STEP)
        return doubtful_step(self._round, self._seen, self._usual, self._words) if asks else None

    @property
    def _can_pass(self) -> bool:
        return self._round.turn.need is Need.CLAIM_OR_STOP and not self._round.clue

    def _asks(self, about: AboutTiles) -> bool:
        asked = self.question
        return asked is not None and asked.about is about

    def _due(self, current: TileRound, seen: TilesLying) -> Deed | TileQuestion | str:
        if event := faces_corrected(self.match, self.told):
            return Post(event)
        evidence = Evidence(seen, self._usual, self._words, self.place)
        return said_of(self.said, self.place) or due_of(current, evidence)

    def _told(self, text: str) -> "TilesTable":
        """Take in the place or the face that was asked for, or how a row lies.

        Raise `BadNotation` for another.
        """
        asked = self.question
        rows_seen = self._seen.rows if asked and asked.is_of_face else ()
        told = told_of(text, asked, self._round, rows_seen, is_seated=self.seated)
        if isinstance(told, int):
            return replace(self, place=told)
        player, row = told
        rows = dict(self.told) | {self.match.players.index(player): row}
        return replace(self, told=tuple(rows.items()), refused=(None, ""), answers=())
