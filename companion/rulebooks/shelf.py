"""All boxes there are, each as a value; a new one of a known kind is one value here."""

from dataclasses import replace

from companion.errors import UnknownName, did_you_mean
from companion.game.core.codes import EMPTY
from companion.game.match import Rules
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import AnswerBy, PegRules, Scoring, Wins
from companion.game.tiles.rules import TileRules
from companion.i18n import N_, _
from companion.rulebooks.house import HOUSE_RULES, with_rules

__all__ = [
    "BOUWBLOKJE",
    "DAVINCI",
    "HASBRO_2",
    "HASBRO_GROUP",
    "HOUSE_RULES",
    "INVICTA_4",
    "SHELF",
    "find_book",
    "with_rules",
]

BOUWBLOKJE = PegRules(
    name="bouwblokje",
    title="Het Bouwblokje",
    colours="rbygon",
    rows=10,
    usual_board="bouwblokje",
    scoring=Scoring(maker_per_row=1, void_bonus=3),
    variations={"a": "wk", "b": "wk" + EMPTY},
)

HASBRO_2 = PegRules(
    name="hasbro-2",
    title=N_("Hasbro Mastermind 2004 for 2"),
    colours="wsgropyb",
    rows=12,
    usual_board="hasbro-2004",
    repeats=False,
    even_rounds=True,
    pegs_a_colour=12,
    answer_by=AnswerBy.SLIDERS,
    scoring=Scoring(wins=Wins.ROUNDS),
)

HASBRO_GROUP = replace(
    HASBRO_2,
    name="hasbro-group",
    title=N_("Hasbro Mastermind 2004 for 3-5"),
    players=(3, 5),
    even_rounds=False,
    round_a_player=True,
    scoring=Scoring(
        per_white=1,
        per_black=2,
        for_break=10,
        maker_table={
            3: (5, 6, 7, 8, 9, 10, 14, 18, 22, 26, 30, 34, 40),
            4: (5, 6, 7, 8, 9, 10, 13, 16, 19, 22, 25, 28, 30),
            5: (5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 22, 25),
        },
    ),
)

INVICTA_4 = PartsRules(name="invicta-4", title=N_("Master Mind for four"), colours="rbygow")

DAVINCI = TileRules(name="davinci", title="Da Vinci Code")

SHELF: dict[str, Rules] = {
    book.name: book for book in (BOUWBLOKJE, HASBRO_2, HASBRO_GROUP, INVICTA_4, DAVINCI)
}


def find_book(name: str) -> Rules:
    """Return the box called `name`, or raise `UnknownName` with the nearest one."""
    book = SHELF.get(name.casefold())
    if book is None:
        raise UnknownName(
            _("There is no rulebook '{name}'.").format(name=name), hint=did_you_mean(name, SHELF)
        )
    return book
