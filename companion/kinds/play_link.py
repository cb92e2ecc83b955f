"""A match as a link that the app BG Stats takes in: one tap, and the play is logged there. Pure.

The form is the one that the app publishes for other programs (bgstatsapp.com/support, "push plays
to BG Stats from other apps or websites"): the time is UTC, and each yes or no must be said.
"""

import json
from urllib.parse import quote

from companion.errors import IllegalMove
from companion.game.core.names import name_key
from companion.game.match import COMPANION, Match
from companion.i18n import _

__all__ = ["bg_stats_link"]

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def bg_stats_link(match: Match, name: str, at: str) -> str:
    """Return the link for `match`, whose log is called `name` and began at `at` (ISO 8601).

    Raises `IllegalMove` if the match is not over.
    """
    if not match.is_over:
        raise IllegalMove(_("The match is not over yet."), hint=_("Play it to its end first."))
    winners, totals = match.winners(), match.totals()
    play = {
        "sourceName": "Keypeg",
        "sourcePlayId": name,
        "playDate": at[:19].replace("T", " "),
        "game": {
            "name": match.rules.title,
            "sourceGameId": match.rules.name,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player,
                "sourcePlayerId": name_key(player),
                "startPlayer": match.seated is not None and player == match.seated.first,
                "score": str(totals[player]),
                "winner": player in winners,
            }
            for player in match.players
            if player != COMPANION
        ],
    }
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")))
