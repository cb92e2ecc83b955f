"""The kinds of game at the page, one adapter each, and the table in which they are found."""

from collections.abc import Mapping
from typing import Any

from companion.game.core.kind import Rules
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.game.tiles.rules import TileRules
from companion.web.show.kinds.page_kind import Asked, PageKind
from companion.web.show.kinds.parts import PartsPage
from companion.web.show.kinds.pegs import PegPage
from companion.web.show.kinds.tiles import TilePage

__all__ = ["PAGES", "Asked", "PageKind", "page_kind_of"]

# the class of a box's rules -> its kind at the page; a new kind of game is one line
PAGES: Mapping[type, PageKind[Any]] = {
    PegRules: PegPage(),
    PartsRules: PartsPage(),
    TileRules: TilePage(),
}


def page_kind_of(rules: Rules) -> PageKind[Any]:
    """Return the page's side of the kind of game that `rules` are of."""
    return PAGES[type(rules)]
