"""Who sits at the table: the seats in order of play, and what a rulebook asks of them. Pure."""

import unicodedata
from collections.abc import Iterable

from companion.errors import IllegalMove
from companion.game.core.companion_seat import COMPANION
from companion.game.core.events import Seated, Way
from companion.game.core.kind import Rules
from companion.game.core.names import name_key
from companion.i18n import _, joined, ngettext

__all__ = ["COMPANION", "check_names", "check_seats", "seats_of"]

UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # Unicode's: control, format, surrogate, separators
JOINER = "\u200d"  # holds some emoji together
SOME = ("Ada", "Ben", "Cleo", "Dirk", "Eva")  # names for an example
NAME_LIMIT = 40  # characters: a score card of five still fits on paper


def seats_of(seated: Seated) -> tuple[str, ...]:
    """Return the seats in order of play, with the companion's if one player plays alone."""
    return (*seated.players, COMPANION) if len(seated.players) == 1 else seated.players


def check_seats(rules: Rules, seated: Seated) -> None:
    """Refuse names, numbers and agreements that the rulebook does not have."""
    check_names(seats_of(seated))
    _check_number(rules, seated)
    if seated.first not in seats_of(seated):
        raise IllegalMove(
            _("'{first}' is not among the players.").format(first=seated.first),
            hint=_("Choose from: {names}.").format(names=", ".join(seated.players)),
        )
    if seated.rounds < 1:
        raise IllegalMove(
            ngettext(
                "{rounds} round is no match.", "{rounds} rounds are no match.", seated.rounds
            ).format(rounds=seated.rounds),
            hint=_("Agree on 1 or more."),
        )
    rules.check_agreement(seated)


def check_names(names: Iterable[str]) -> None:
    """Refuse what cannot be a player's name, and two that are called alike."""
    seen: dict[str, str] = {}
    for name in names:
        odd = [c for c in name if unicodedata.category(c) in UNSEEN and c != JOINER]
        if odd or not name.strip() or len(name) > NAME_LIMIT:
            raise IllegalMove(
                _("{name!r} cannot be a player's name.").format(name=name),
                hint=_("Use 1 to {limit} letters, signs or spaces on one line.").format(
                    limit=NAME_LIMIT
                ),
            )
        key = name_key(name)
        if key in seen:
            raise IllegalMove(
                _("Two players are called '{name}'.").format(name=name),
                hint=_("Give each a name of his own."),
            )
        seen[key] = name


def _check_number(rules: Rules, seated: Seated) -> None:
    least, most = rules.players
    number = len(seated.players)
    alone = rules.can_be_played_alone and seated.way is Way.COMPANION
    if least <= number <= most or (number == 1 and alone):
        return
    wanted = str(least) if least == most else f"{least}-{most}"
    names = joined(seated.players) if number else _("nobody")
    alone_too = rules.can_be_played_alone and number == 1
    raise IllegalMove(
        _("{title} is for {wanted} players; named: {names}.").format(
            title=_(rules.title), wanted=wanted, names=names
        ),
        hint=_("Name them in seating order, each next one to the left: {names}.").format(
            names=",".join(SOME[: max(least, 2)])
        )
        + (" " + _("One player alone plays with '--maker companion'.") if alone_too else ""),
    )
