"""The companion as maker: it draws a code, or is told one, and answers for it. Pure.

Chance comes in as a `random.Random`. What the companion does next follows from the match and
the secret alone, so a match that was broken off goes on where it stood.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.errors import LogError
from companion.game.core.codes import EMPTY, mark
from companion.game.core.commit import commit
from companion.game.core.events import Answered, CodeSet, CodeShown, Judged, Move
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import PartsRules, answer, merge
from companion.game.pegs.round import PegRound
from companion.game.pegs.rules import PegRules
from companion.i18n import _

__all__ = ["Secret", "answer_with", "draw_codes", "next_move", "seal"]


@dataclass(frozen=True, slots=True)
class Secret:
    """The code of one round: a part an owner (one owner, or one a board), each with its salt."""

    owners: tuple[str, ...]
    codes: tuple[str, ...]
    salts: tuple[str, ...]

    @property
    def commitments(self) -> tuple[str, ...]:
        """What is published at the start."""
        return tuple(commit(c, s) for c, s in zip(self.codes, self.salts, strict=True))

    @property
    def set_event(self) -> CodeSet:
        """The event that begins the round."""
        return CodeSet(self.owners, self.commitments)

    @property
    def shown_event(self) -> CodeShown:
        """The event that shows the code and proves that it was this one all along."""
        return CodeShown(self.codes, self.salts)

    def to_text(self) -> str:
        """Write the secret for its own file."""
        return json.dumps({"owners": self.owners, "codes": self.codes, "salts": self.salts})

    @classmethod
    def from_text(cls, text: str) -> "Secret":
        """Read what `to_text` wrote; raise `LogError` if it is something else."""
        try:
            record: Mapping[str, Any] = json.loads(text)
            return cls(*(tuple(map(str, record[k])) for k in ("owners", "codes", "salts")))
        except (ValueError, KeyError, TypeError) as error:
            raise LogError(
                _("The file with the hidden code is damaged."),
                hint=_("Begin the round anew with another code."),
            ) from error


def draw_codes(rules: PegRules | PartsRules, boards: int, rng: Random) -> tuple[str, ...]:
    """Draw a code that `rules` allow, every one equally likely, as one part a board."""
    if isinstance(rules, PartsRules):
        holes = rng.sample(range(rules.holes), boards)
        return tuple(
            EMPTY * hole + rng.choice(rules.colours) + EMPTY * (rules.holes - hole - 1)
            for hole in holes
        )
    if rules.repeats:
        return ("".join(rng.choice(rules.colours) for _ in range(rules.holes)),)
    return ("".join(rng.sample(rules.colours, rules.holes)),)


def seal(owners: tuple[str, ...], codes: tuple[str, ...], rng: Random) -> Secret:
    """Give `codes` salts of 128 bits."""
    return Secret(owners, codes, tuple(f"{rng.getrandbits(128):032x}" for _ in codes))


def next_move(match: Match, secret: Secret | None) -> Move | None:
    """Give what the companion does now that it knows `secret`; None if a person must act."""
    turn, current = match.turn, match.round
    if secret is None:
        return None
    match turn.need, current:
        case Need.ANSWER, PegRound():
            return answer_with(secret.codes, current, turn.board)
        case Need.ANSWER, PartsRound():
            return answer_with(secret.codes, current, turn.board)
        case Need.JUDGE, PartsRound():
            return Judged(current.calls[-1].row == merge(secret.codes))
        case Need.SHOW, _:
            return secret.shown_event
    return None


def answer_with(codes: tuple[str, ...], current: PegRound | PartsRound, board: int) -> Answered:
    """Answer the last row of `current` for `board` with `codes`."""
    row = current.rows[-1].code
    if isinstance(current, PegRound):
        return Answered(current.maker, mark(codes[0], row))
    return Answered(current.owners[board - 1], answer(codes[board - 1], row), board)
