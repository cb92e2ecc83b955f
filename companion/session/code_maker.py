"""The companion as maker: it draws a code, or is told one, and answers for it. Pure.

Chance comes in as a `random.Random`. What the companion does next follows from the match and
the secret alone, so a match that was broken off goes on where it stood.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.errors import LogError
from companion.game.core.commit import commit
from companion.game.core.events import CodeSet, CodeShown, Entry, Move, Way
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.i18n import _

__all__ = ["Secret", "drawn_code", "next_move", "seal", "secret_of"]


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
            secret = cls(*(_texts(record[key]) for key in ("owners", "codes", "salts")))
            if len({len(secret.owners), len(secret.codes), len(secret.salts)}) != 1:
                raise ValueError(text)
            return secret
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise LogError(
                _("The file with the hidden code is damaged."),
                hint=_("Begin the round anew with another code."),
            ) from error


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError(value)
    return tuple(value)


def seal(owners: tuple[str, ...], codes: tuple[str, ...], rng: Random) -> Secret:
    """Return `codes` salts of 128 bits."""
    return Secret(owners, codes, tuple(f"{rng.getrandbits(128):032x}" for _ in codes))


def drawn_code(match: Match, rng: Random) -> Secret | None:
    """Return a code drawn for the round that begins, if the companion is its maker."""
    current, seated = match.round.code_round, match.seated
    if match.turn.need is not Need.CODE or seated is None or seated.way is not Way.COMPANION:
        return None
    assert current
    return seal(current.owners, current.draw_codes(rng), rng)


def secret_of(match: Match, held: Secret | None, entries: Iterable[Entry]) -> Secret | None:
    """Return the code that the round was begun with: the one `held`, or one that `entries` show."""
    current = match.round.code_round
    if current is None or not current.sealed:
        return None
    events = (entry.event for entry in entries)
    shown = [Secret(current.owners, e.codes, e.salts) for e in events if isinstance(e, CodeShown)]
    known = [secret for secret in (held, *shown) if secret]
    return next((s for s in known if s.commitments == current.sealed), None)


def next_move(match: Match, secret: Secret | None) -> Move | None:
    """Return what the companion does now that it knows `secret`; None if a person must act."""
    current = match.round.code_round
    if secret is None or current is None:
        return None
    if match.turn.need is Need.SHOW:
        return secret.shown_event
    return current.reply_with(secret.codes)
