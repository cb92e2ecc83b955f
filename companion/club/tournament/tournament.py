"""The state of a tournament, the fold of its events: ``Tournament().on(event)``. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.club.tournament.events import (
    Cut,
    Drawn,
    Entry,
    Event,
    Game,
    Opened,
    Scored,
    System,
    Withdrawn,
)
from companion.club.tournament.pairing import circle_round, group_round, swiss_round
from companion.club.tournament.standings import Encounter, Standing, standings
from companion.errors import IllegalMove
from companion.i18n import _

__all__ = ["GROUP_SIZES", "Tournament", "after", "merged", "tournament_of"]

GROUP_SIZES = (3, 5)  # least and most players of a group; chosen
MOST_PLAYERS = 1000  # of a tournament; chosen, no measurement

Scores = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """Who takes part, what was drawn, what was played. `scores` are by (round, game), both from 1.

    `out` are those who play no further round.
    """

    players: tuple[str, ...] = ()
    system: System = System.SWISS
    rounds: int = 0
    drawn: tuple[Drawn, ...] = ()
    scores: Mapping[tuple[int, int], Scored] = field(default_factory=dict)
    out: frozenset[str] = frozenset()

    def on(self, event: Event) -> "Tournament":
        """Return the tournament after `event`; raise `IllegalMove` if it cannot be."""
        match event:
            case Opened():
                return self._open(event)
            case Drawn():
                return self._draw(event)
            case Scored():
                return self._score(event)
            case Withdrawn(player):
                if player not in self.players:
                    raise _unknown(player)
                return replace(self, out=self.out | {player})
            case Cut(count):
                kept = [each.player for each in self.standings() if each.player not in self.out]
                if not 2 <= count <= len(kept):
                    raise IllegalMove(
                        _("How many go on: from 2 to {most}.").format(most=len(kept)),
                        hint=_("Name another number."),
                    )
                return replace(self, out=frozenset(self.players) - set(kept[:count]))

    @property
    def playing(self) -> tuple[str, ...]:
        """Who takes part in the next round."""
        return tuple(player for player in self.players if player not in self.out)

    @property
    def open_games(self) -> tuple[tuple[int, Game], ...]:
        """The games of the newest round that have no result yet, by their number from 1."""
        if not self.drawn:
            return ()
        number = len(self.drawn)
        games = enumerate(self.drawn[-1].games, start=1)
        return tuple(
            (n, game) for n, game in games if not game.is_bye and (number, n) not in self.scores
        )

    @property
    def is_over(self) -> bool:
        """Whether all rounds are drawn and played."""
        return bool(self.players) and len(self.drawn) == self.rounds and not self.open_games

    def next_round(self, at: str = "") -> Drawn:
        """Return the next round; raise `IllegalMove` while one is played, or after the last."""
        if self.open_games:
            raise IllegalMove(
                _("Games of this round without a result: {count}.").format(
                    count=len(self.open_games)
                ),
                hint=_("Wait for them, or give them one: a walk-over, or a referee's word."),
            )
        if len(self.drawn) >= self.rounds:
            raise IllegalMove(_("All rounds have been drawn."), hint=_("See the standings."))
        ranked = [each.player for each in self.standings() if each.player not in self.out]
        match self.system:
            case System.SWISS:
                games = swiss_round(ranked, self._points(), self.drawn)
            case System.ROUND_ROBIN:
                games = circle_round(self.players, len(self.drawn), self.out)
            case System.GROUPS:
                games = group_round(ranked, self.drawn, *GROUP_SIZES)
        return Drawn(games, at)

    def standings(self) -> tuple[Standing, ...]:
        """Return who stands where, and by what."""
        return standings(self.players, self.system, tuple(self._encounters()))

    def _points(self) -> dict[str, int]:
        return {each.player: each.points for each in self.standings()}

    def _encounters(self) -> Iterator[Encounter]:
        """Yield each game that has a result, byes too."""
        for number, drawn in enumerate(self.drawn, start=1):
            for n, game in enumerate(drawn.games, start=1):
                scored = self.scores.get((number, n))
                if game.is_bye or scored:
                    yield Encounter(game.players, scored.scores if scored else (0,))

    def _open(self, event: Opened) -> "Tournament":
        if self.players:
            raise IllegalMove(_("The tournament has begun."), hint=_("Begin another."))
        least = GROUP_SIZES[0] if event.system is System.GROUPS else 2
        if not least <= len(event.players) <= MOST_PLAYERS:
            raise IllegalMove(
                _("Players of a tournament: from {least} to {most}.").format(
                    least=least, most=MOST_PLAYERS
                ),
                hint=_("Name them, a line each."),
            )
        if len(set(event.players)) != len(event.players) or not all(event.players):
            raise IllegalMove(
                _("Two players have one name."), hint=_("Add a letter of the family name.")
            )
        whole = len(event.players) - 1 + len(event.players) % 2
        most = whole if event.system is System.ROUND_ROBIN else MOST_PLAYERS
        if not 1 <= event.rounds <= most:
            raise IllegalMove(
                _("Rounds: from 1 to {most}.").format(most=most),
                hint=_("Name another number."),
            )
        return Tournament(event.players, event.system, event.rounds)

    def _draw(self, event: Drawn) -> "Tournament":
        if self.open_games or len(self.drawn) >= self.rounds:
            self.next_round()
        seated = [player for game in event.games for player in game.players]
        if sorted(seated) != sorted(self.playing):
            raise IllegalMove(_("Everyone plays once in a round."), hint=_("Draw it anew."))
        return replace(self, drawn=(*self.drawn, event))

    def _score(self, event: Scored) -> "Tournament":
        drawn = self.drawn[event.number - 1 : event.number] if event.number > 0 else ()
        games = drawn[0].games[event.game - 1 : event.game] if drawn and event.game > 0 else ()
        if not games or games[0].is_bye:
            raise IllegalMove(
                _("Round {number} has no game {game}.").format(number=event.number, game=event.game)
            )
        if len(event.scores) != len(games[0].players):
            raise IllegalMove(
                _("Scores that are needed here: {count}.").format(count=len(games[0].players))
            )
        return replace(self, scores={**self.scores, (event.number, event.game): event})


def tournament_of(events: Iterable[Event]) -> Tournament:
    """Fold `events` into the tournament that they make."""
    state = Tournament()
    for event in events:
        state = state.on(event)
    return state


def merged(entries: Iterable[Entry]) -> tuple[Tournament, tuple[Entry, ...]]:
    """Return the newest tournament of the `entries` of all hubs, and which of them do not count.

    The order in which they came does not matter. What two hubs did at once counts once: the second
    draw of a round cannot be, and a result that was taken from a match never replaces another.
    """
    state, left_out = Tournament(), []
    for entry in sorted(entries):
        try:
            state = after(state, entry.event)
        except IllegalMove:
            left_out.append(entry)
    return state, tuple(left_out)


def after(state: Tournament, event: Event) -> Tournament:
    """Return `state` after `event`, which may begin another tournament; raise `IllegalMove`."""
    if isinstance(event, Opened):
        return Tournament().on(event)
    if isinstance(event, Scored) and event.is_taken and (event.number, event.game) in state.scores:
        raise IllegalMove(_("This game has a result."), hint=_("Give it again, with a reason."))
    return state.on(event)


def _unknown(player: str) -> IllegalMove:
    return IllegalMove(
        _("'{player}' takes no part.").format(player=player), hint=_("Look at the standings.")
    )
