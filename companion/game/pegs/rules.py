"""A box with one code, as data: its board, its pegs, its scoring. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from math import perm

from companion.errors import BadNotation, IllegalMove
from companion.game.core.codes import COLOURS, EMPTY, parse_code, spell
from companion.game.core.events import Seated, Way
from companion.game.core.key_pegs import Keys, check_keys
from companion.game.core.kind import RandomSource
from companion.i18n import N_, _, ngettext

__all__ = ["AnswerBy", "PegRules", "Scoring", "Wins"]


class Wins(StrEnum):
    """What is compared at the end of a match."""

    POINTS = "points"
    ROUNDS = "rounds"


class AnswerBy(StrEnum):
    """What lies beside a row and says its answer."""

    KEY_PEGS = "pegs"  # black and white ones
    SLIDERS = "sliders"  # a red and a white one, pulled out by clicks


# what a box calls the two halves of an answer
_KEY_WORDS = {
    AnswerBy.KEY_PEGS: (N_("black"), N_("white")),
    AnswerBy.SLIDERS: (N_("red"), N_("white")),
}


@dataclass(frozen=True, slots=True)
class Scoring:
    """Who earns what, as on the score page of a leaflet."""

    wins: Wins = Wins.POINTS
    maker_per_row: int = 0
    per_white: int = 0
    per_black: int = 0
    for_break: int = 0
    # number of players -> the maker's points by the row of the break; the last: not broken
    maker_table: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    # a wrong answer of the maker voids the round and gives the breaker this; None: it stands
    void_bonus: int | None = None


@dataclass(frozen=True, slots=True)
class PegRules:
    """A box with one code: its board, its pegs, its scoring. Checked when it is made."""

    name: str
    title: str
    colours: str
    rows: int
    scoring: Scoring
    holes: int = 4
    repeats: bool = True
    players: tuple[int, int] = (2, 2)
    rounds: int = 2
    even_rounds: bool = False
    round_a_player: bool = False
    pegs_a_colour: int | None = None
    answer_by: AnswerBy = AnswerBy.KEY_PEGS
    usual_board: str = "classic"
    # the name of a variation, in lower case -> the colours that it adds
    variations: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_rules(self)

    @property
    def usual_way(self) -> Way:
        """The companion makes the code."""
        return Way.COMPANION

    @property
    def has_one_code(self) -> bool:
        """Whether a round is one code, whole with one maker."""
        return True

    @property
    def can_be_played_alone(self) -> bool:
        """Whether the companion can be the second player."""
        return self.players[0] == 2

    def rounds_for(self, players: int) -> int:
        """Return how many rounds so many players play if nothing else is agreed."""
        return players if self.round_a_player else self.rounds

    def check_agreement(self, seated: Seated) -> None:
        """Refuse another number of rounds than the rulebook has for so many players."""
        if self.round_a_player and seated.rounds != len(seated.players):
            raise IllegalMove(
                _(
                    "{title} is played in as many rounds as there are players: {number}, not "
                    "{rounds}."
                ).format(title=_(self.title), number=len(seated.players), rounds=seated.rounds),
                hint=_("Leave '--rounds' out, or say '--rounds {number}'.").format(
                    number=len(seated.players)
                ),
            )

    def notices(self, seated: Seated) -> tuple[str, ...]:
        """Return that the Dutch book asks for an even number of rounds, if they are odd."""
        if not (self.even_rounds and seated.rounds % 2):
            return ()
        return (
            _(
                "{rounds} rounds are odd: the Dutch book asks for an even number, so that "
                "each makes the code equally often."
            ).format(rounds=seated.rounds),
        )

    @property
    def empties(self) -> bool:
        """Whether a hole may stay empty."""
        return EMPTY in self.colours

    @property
    def key_words(self) -> tuple[str, str]:
        """What the box calls a right peg in its hole, and one in a wrong hole."""
        return _KEY_WORDS[self.answer_by]

    @property
    def codes_count(self) -> int:
        """How many codes the maker can choose from."""
        n = len(self.colours)
        return int(n**self.holes) if self.repeats else perm(n, self.holes)

    def codes(self) -> list[str]:
        """Return all the codes there are, in the order of the colours."""
        every = ("".join(code) for code in product(self.colours, repeat=self.holes))
        return [code for code in every if self.repeats or len(set(code)) == self.holes]

    def parse_code(self, text: str) -> str:
        """Return the secret in `text`, or raise `BadNotation`."""
        code = parse_code(text, colours=self.colours, holes=self.holes)
        twice = [c for c, n in Counter(code).items() if n > 1]
        if twice and not self.repeats:
            raise BadNotation(
                _(
                    "The code '{code}' has {colour} twice; in this game all {holes} are different."
                ).format(code=code, colour=spell(twice[0]), holes=self.holes),
                hint=_("Choose other pegs, or agree on '--rule repeats=yes' first."),
            )
        return code

    def parse_guess(self, text: str) -> str:
        """Return the row in `text`, or raise `BadNotation`; a guess may always repeat."""
        return parse_code(text, colours=self.colours, holes=self.holes)

    def draw_codes(self, chance: RandomSource) -> tuple[str, ...]:
        """Return a code that the rules allow, each equally likely."""
        if self.repeats:
            return ("".join(chance.choice(self.colours) for _ in range(self.holes)),)
        return ("".join(chance.sample(self.colours, self.holes)),)

    def check_keys(self, keys: Keys) -> None:
        """Raise `BadNotation` for an answer that no code can give."""
        check_keys(keys, holes=self.holes, words=self.key_words)


def _check_rules(rules: PegRules) -> None:
    unknown = [c for c in rules.colours if c != EMPTY and c not in COLOURS]
    if unknown:
        raise BadNotation(
            _("'{unknown}' is no colour.").format(unknown=unknown[0]),
            hint=_("The letters are {names}.").format(
                names=", ".join(f"{c} {_(name)}" for c, name in COLOURS.items())
            ),
        )
    if len(set(rules.colours)) != len(rules.colours):
        raise BadNotation(
            _("The colours '{colours}' name one twice.").format(colours=rules.colours),
            hint=_("Name each once."),
        )
    least = 2 if rules.repeats else rules.holes
    if len(rules.colours) < least:
        raise BadNotation(
            _("The colours '{colours}' are too few: this game needs at least {least}.").format(
                colours=rules.colours, least=least
            ),
            hint=_("Name more colours."),
        )
    most = min((len(table) - 1 for table in rules.scoring.maker_table.values()), default=20)
    if not 1 <= rules.rows <= most:
        raise BadNotation(
            ngettext(
                "A board of {rows} row cannot be scored by this rulebook.",
                "A board of {rows} rows cannot be scored by this rulebook.",
                rules.rows,
            ).format(rows=rules.rows),
            hint=_("Take 1 to {most} rows.").format(most=most),
        )
