"""Who may do what at the page: links that let people in, the logins that they became, seats.

A link holds 256 bits of chance and is exchanged once for a login, which a browser keeps as a
cookie. Only SHA-256 sums of both are kept, so that the file lets nobody in.
"""

import hashlib
import json
import math
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from enum import IntEnum
from pathlib import Path
from typing import Any

from companion.durable import write_durably
from companion.errors import IllegalMove, KeypegError
from companion.i18n import _, ngettext

__all__ = ["LOGIN_LASTS", "Access", "Login", "Role", "TooManyTries"]

# bytes of chance in a link and in a cookie: 256 bits; more than anybody guesses; the standard of
# Python's `secrets`
TOKEN_BYTES = 32
# digits of a key that is said aloud, and seconds for which it lets one browser in; chosen: at the
# pace of `TRIES_OF_ALL` one of 200,000 would guess it
SPOKEN_DIGITS, SPOKEN_LASTS = 8, 600.0
# seconds after which a login that is not used any more ends: a month; chosen, no measurement
LOGIN_LASTS = 30 * 24 * 3600.0
# wrong links from one address, and from all, within so many seconds; then nobody is let in; chosen:
# a person mistypes less often, and 256 bits are not guessed at that pace
TRIES, TRIES_OF_ALL, WITHIN = 5, 50, 60.0
# logins kept at most; the oldest goes; chosen, more than a club has phones
MOST_LOGINS = 200


class Role(IntEnum):
    """What a login may do; each may do what those before it may."""

    VIEWER = 1  # look on
    PLAYER = 2  # set rows and say what is asked at the table
    MAKER = 3  # hold a seat, and with it a hidden code or a row of tiles
    OWNER = 4  # begin matches, calibrate, let people in


class TooManyTries(KeypegError):
    """Too many wrong links were tried; `wait` seconds are to be waited."""

    def __init__(self, wait: float) -> None:
        super().__init__(
            _("Too many links were tried that do not let anybody in."),
            hint=ngettext(
                "Wait {seconds} second.", "Wait {seconds} seconds.", round(wait) + 1
            ).format(seconds=round(wait) + 1),
        )
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Login:
    """Somebody's browser: `id` is the sum of its cookie, `seat` the player who holds it."""

    id: str
    role: Role
    seat: str = ""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class _Link:
    role: Role
    seat: str
    once: bool
    until: float = math.inf


class Access:
    """The links and logins of one table, kept in `file` (None: in memory alone)."""

    def __init__(self, file: Path | None = None, *, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._links: dict[str, _Link] = {}
        self._logins: dict[str, Login] = {}
        self._wrong: deque[tuple[float, str]] = deque()
        if file is not None and file.exists():
            self._load(file)

    def invite(self, role: Role, seat: str = "") -> str:
        """Give the token of a new link for `role`; one for a `seat` lets a single browser in."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._links[_sum(token)] = _Link(role, seat, once=bool(seat))
        self._save()
        return token

    def invite_aloud(self, role: Role) -> str:
        """Give a key for `role` to be said and typed: digits, for one browser, for a while."""
        key = "".join(secrets.choice("0123456789") for _digit in range(SPOKEN_DIGITS))
        self._links[_sum(key)] = _Link(role, "", once=True, until=self._now() + SPOKEN_LASTS)
        return key

    def has_owner(self) -> bool:
        """Whether some browser is the owner's already."""
        return any(login.role is Role.OWNER for login in self._logins.values())

    def enter(self, token: str, address: str) -> tuple[str, Login]:
        """Give the cookie and the login for the link's `token`.

        Raises `IllegalMove` for a wrong one, `TooManyTries` after a few from one address.
        """
        self._check_tries(address)
        link = self._links.get(_sum(token))
        if link is None or self._now() > link.until:
            self._wrong.append((self._now(), address))
            raise IllegalMove(
                _("This link lets nobody in (any more)."),
                hint=_("Scan the code again, or ask for a new link."),
            )
        if link.once:
            del self._links[_sum(token)]
        cookie = secrets.token_urlsafe(TOKEN_BYTES)
        login = Login(_sum(cookie), link.role, link.seat, self._now())
        if link.seat:
            self._free(link.seat)
        self._logins[login.id] = login
        self._trim()
        self._save()
        return cookie, login

    def login_of(self, cookie: str) -> Login | None:
        """Give the login of `cookie`, or None."""
        login = self._logins.get(_sum(cookie)) if cookie else None
        if login and self._now() - login.at > LOGIN_LASTS:
            return None
        return login

    def is_valid(self, login: Login) -> bool:
        """Whether `login` was not ended since."""
        return login.id in self._logins

    def seats(self) -> dict[str, str]:
        """Give who holds which seat: ``{"Ada": login's id}``."""
        return {login.seat: login.id for login in self._logins.values() if login.seat}

    def sit(self, login: Login, seat: str) -> Login:
        """Let `login` hold the free `seat`, or none (empty); raise `IllegalMove` if it is held."""
        if seat and self.seats().get(seat, login.id) != login.id:
            raise IllegalMove(
                _("{player} has a phone of his own already.").format(player=seat),
                hint=_("Let him leave it there first, or let the owner end that login."),
            )
        seated = replace(login, seat=seat, at=self._now())
        self._logins[login.id] = seated
        self._save()
        return seated

    def leave(self, login: Login) -> None:
        """End `login`."""
        self._logins.pop(login.id, None)
        self._save()

    def end_others(self, login: Login) -> None:
        """End every login and every link but `login`."""
        self._links.clear()
        self._logins = {login.id: login}
        self._save()

    def _check_tries(self, address: str) -> None:
        now = self._now()
        while self._wrong and now - self._wrong[0][0] > WITHIN:
            self._wrong.popleft()
        mine = [at for at, where in self._wrong if where == address]
        if len(mine) >= TRIES or len(self._wrong) >= TRIES_OF_ALL:
            raise TooManyTries(WITHIN - (now - (mine[0] if mine else self._wrong[0][0])))

    def _free(self, seat: str) -> None:
        for login in [each for each in self._logins.values() if each.seat == seat]:
            self._logins[login.id] = replace(login, seat="")

    def _trim(self) -> None:
        while len(self._logins) > MOST_LOGINS:
            del self._logins[min(self._logins.values(), key=lambda each: each.at).id]

    def _load(self, file: Path) -> None:
        try:
            kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            for one in kept["logins"]:
                login = Login(str(one["id"]), Role(one["role"]), str(one["seat"]), float(one["at"]))
                self._logins[login.id] = login
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            # a damaged file lets nobody in: everyone scans the code again
            self._logins.clear()

    def _save(self) -> None:
        """Keep the logins, links not: each start of the page has links of its own."""
        if self._file is None:
            return
        text = json.dumps({"logins": [asdict(login) for login in self._logins.values()]})
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_durably(self._file, text, mode=0o600)


def _sum(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
