"""A match: players, rounds, roles that rotate, the score card. The fold of its events. Pure.

``Match(rules).on(event)`` gives the match after `event` or raises and changes nothing. A
take-back and a correction are events too: the match is then folded anew from what still
holds, so scores follow and history is never rewritten. What was learned meanwhile is not
unlearned: see `companion.game.take_back`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.errors import IllegalMove, KeypegError
from companion.game.core.events import (
    Answered,
    CodeSet,
    Corrected,
    Ended,
    Event,
    Guessed,
    Move,
    Seated,
    TakenBack,
)
from companion.game.core.kind import Round, Rules
from companion.game.core.turn import Cell, Need, Turn
from companion.game.correction import changes_later, checked_changes
from companion.game.first_rounds import ROUNDS
from companion.game.seats import COMPANION, check_seats, seats_of
from companion.game.take_back import NO_MARKS, Marks, Moves, keep_before, mark_corrected, spans
from companion.i18n import _, ngettext

__all__ = ["COMPANION", "Match", "Round", "Rules", "replay", "seats_of"]


@dataclass(frozen=True, slots=True)
class Match:
    """All that is publicly known of a match after its events so far.

    `moves` are the events that hold, with their numbers; `seq` counts all events; `counted` is
    how many rounds of the agreed number are over; `marks` is what stays of steps taken back,
    nothing where `forgets` says that they are as if they had never been, as in logs of version 1.
    """

    rules: Rules
    seated: Seated | None = None
    rounds: tuple[Round, ...] = ()
    moves: Moves = ()
    seq: int = 0
    counted: int = 0
    marks: Marks = NO_MARKS
    forgets: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """The seats in order of play, the companion's among them if one player plays alone."""
        return seats_of(self.seated) if self.seated else ()

    @property
    def is_alone(self) -> bool:
        """Whether one player plays against the companion, who always makes the code."""
        return bool(self.seated and len(self.seated.players) == 1)

    @property
    def round(self) -> Round:
        """The round being played, or the last one."""
        if not self.rounds:
            raise IllegalMove(_("Nobody is seated yet."), hint=_("Name the players first."))
        return self.rounds[-1]

    @property
    def round_to_see(self) -> Round:
        """The round that lies on the table: the last one until something is set in the next."""
        fresh = not self.round.rows
        return self.rounds[-2] if fresh and len(self.rounds) > 1 else self.round

    @property
    def is_over(self) -> bool:
        """Whether the agreed rounds have been played."""
        return self.seated is not None and self.counted == self.seated.rounds

    @property
    def turn(self) -> Turn:
        """What must happen next, and who does it."""
        return Turn(Need.NOTHING) if self.is_over else self.round.turn

    def on(self, event: Event) -> "Match":
        """Give the match after `event`; raise `IllegalMove` or `BadNotation` if it cannot be."""
        match event:
            case TakenBack():
                after = self._take_back(event)
            case Corrected():
                after = self._correct(event)
            case _:
                after = self._step(self.seq + 1, event)
        return replace(after, seq=self.seq + 1)

    def card(self) -> tuple[dict[str, Cell], ...]:
        """Give the score card: a row a round, in it each player's cell."""
        return tuple(played.score() for played in self.rounds)

    def totals(self) -> dict[str, int]:
        """Give each player's points, or rounds won, so far."""
        card = self.card()
        return {player: sum(row[player].sum for row in card) for player in self.players}

    def winners(self) -> tuple[str, ...]:
        """Give who has won, several if they share it, none if nobody has or it is not over."""
        totals = self.totals()
        best = max(totals.values(), default=0)
        if not self.is_over or not best:
            return ()
        return tuple(player for player in self.players if totals[player] == best)

    @property
    def result(self) -> Ended:
        """The result as it is noted at the end."""
        return Ended(self.winners(), tuple(self.totals().values()))

    def moves_of_round(self, number: int) -> tuple[tuple[int, Move], ...]:
        """Give the numbered events of round `number` (from 1) that hold."""
        begun = spans(self.moves)
        if not 1 <= number <= len(begun):
            raise IllegalMove(
                _("There is no round {number} yet.").format(number=number),
                hint=ngettext("Name round 1.", "Name one from 1 to {number}.", len(begun)).format(
                    number=len(begun)
                )
                if begun
                else _("Nobody has set a row yet."),
            )
        return begun[number - 1].moves

    def moves_of_row(self, number: int, row: int) -> tuple[tuple[int, Move], ...]:
        """Give the guess of `row` (from 1) in round `number`, and its answers, with numbers."""
        moves = self.moves_of_round(number)
        guesses = [i for i, (_, m) in enumerate(moves) if isinstance(m, Guessed)]
        if not 1 <= row <= len(guesses):
            raise IllegalMove(
                _("Round {number} has no row {row}.").format(
                    number=self.count_number(number), row=row
                ),
                hint=ngettext("Name row 1.", "Name a row from 1 to {number}.", len(guesses)).format(
                    number=len(guesses)
                )
                if guesses
                else _("Nobody has set one yet."),
            )
        end = guesses[row] if row < len(guesses) else len(moves)
        return tuple(
            (seq, m)
            for seq, m in moves[guesses[row - 1] : end]
            if isinstance(m, Guessed | Answered)
        )

    @property
    def begun(self) -> int:
        """How many rounds have begun: their code is set, their tiles are dealt."""
        return len(spans(self.moves))

    def count_number(self, number: int) -> int:
        """Return which of the rounds that count round `number` (from 1, void ones too) is."""
        return 1 + sum(played.counts for played in self.rounds[: number - 1])

    def _step(self, seq: int, move: Move) -> "Match":
        moves = (*self.moves, (seq, move))
        if isinstance(move, Seated):
            return self._seat(move, moves)
        if isinstance(move, Ended):
            return self._end(move, moves)
        if self.is_over:
            raise IllegalMove(
                _("The match is over."), hint=_("Begin a new one, or take back a step.")
            )
        played = self._marked(self.round.on(move), seq, move)
        after = replace(
            self,
            rounds=(*self.rounds[:-1], played),
            moves=moves,
            counted=self.counted + played.counts,
        )
        return after._with_next_round() if played.is_over and not after.is_over else after

    def _marked(self, played: Round, seq: int, move: Move) -> Round:
        """Return `played` with what was taken back when `move`, event `seq`, was its last."""
        gone = self.marks.carried(self.moves[-1][0]) if isinstance(move, CodeSet) else ()
        gone = (*gone, *self.marks.after(seq))
        return played.marked(gone, is_cancelled=seq in self.marks.cancelled)

    @property
    def has_ended(self) -> bool:
        """Whether the result has been noted."""
        return bool(self.moves) and isinstance(self.moves[-1][1], Ended)

    def _end(self, end: Ended, moves: tuple[tuple[int, Move], ...]) -> "Match":
        if not self.is_over or self.has_ended or end != self.result:
            raise IllegalMove(
                _("That is not how the match ended."), hint=_("Play it to its end, or correct it.")
            )
        return replace(self, moves=moves)

    def _seat(self, seated: Seated, moves: tuple[tuple[int, Move], ...]) -> "Match":
        if self.seated:
            raise IllegalMove(_("The players are seated already."), hint=_("Begin a new match."))
        check_seats(self.rules, seated)
        return replace(self, seated=seated, moves=moves)._with_next_round()

    def _with_next_round(self) -> "Match":
        assert self.seated
        starter = COMPANION
        if not self.is_alone:
            place = self.players.index(self.seated.first) + self.counted
            starter = self.players[place % len(self.players)]
        begun = ROUNDS[type(self.rules)](self.rules, self.players, starter)
        return replace(self, rounds=(*self.rounds, begun))

    def _take_back(self, event: TakenBack) -> "Match":
        held = sum(seq < event.since for seq, _ in self.moves)
        if not 0 < held < len(self.moves):
            raise IllegalMove(_("There is nothing to take back."), hint=_("Play on."))
        if self.forgets:
            return self._fold(tuple(one for one in self.moves if one[0] < event.since), NO_MARKS)
        return self._fold(*keep_before(self.moves, self.marks, event.since))

    def _correct(self, event: Corrected) -> "Match":
        changes = checked_changes(self.moves, event)
        marks = NO_MARKS if self.forgets else mark_corrected(self.moves, self.marks, changes)
        return self._fold(tuple((seq, changes.get(seq, move)) for seq, move in self.moves), marks)

    def _fold(self, moves: Moves, marks: Marks) -> "Match":
        match = Match(self.rules, marks=marks, forgets=self.forgets)
        for seq, move in moves:
            if isinstance(move, Ended):
                continue
            try:
                match = match._step(seq, move)
            except KeypegError as error:
                raise changes_later(moves, seq, error) from error
        return match


def replay(rules: Rules, events: Iterable[Event]) -> Match:
    """Fold `events` into the match that they make."""
    match = Match(rules)
    for event in events:
        match = match.on(event)
    return match
