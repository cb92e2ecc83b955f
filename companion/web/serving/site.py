"""What all routes share, and one request as a route sees it."""

from asyncio import wrap_future
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from companion import i18n
from companion.web.door.access import Access, Login, Role
from companion.web.serving.live import Hub
from companion.web.serving.picture_stream import Encoder
from companion.web.table.pictures import PictureBox
from companion.web.table.table_state import AtTable

__all__ = ["Ask", "Page", "Site"]

T = TypeVar("T")


class Host(Protocol):
    """Where a job on the table is done, in its own thread."""

    def do(self, work: Callable[[AtTable], T]) -> "Future[T]":
        """Let `work` be done; its result or error is the future's."""


@dataclass
class Site:
    """The table's host, its open pages, who is let in, and where things are kept.

    `address` is what links begin with, as ``http://192.168.1.7:8421``.
    """

    host: Host
    hub: Hub
    access: Access
    folder: Path
    address: str = ""
    cookie: str = "keypeg"
    encoder: Encoder = field(default_factory=lambda: Encoder(PictureBox()))
    extras: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ask:
    """One request that was let through: by `login` (None where anybody may ask), with its form."""

    site: Site
    request: Request
    login: Login | None
    form: dict[str, str] = field(default_factory=dict)
    many: tuple[tuple[str, str], ...] = ()

    @property
    def wants_json(self) -> bool:
        """Whether the page's own script asks."""
        return "application/json" in self.request.headers.get("accept", "")

    @property
    def who(self) -> Login:
        """The login; a route that anybody may ask has none."""
        assert self.login is not None
        return self.login

    async def at_table(self, work: Callable[[AtTable], T]) -> T:
        """Give what `work` gives in the table's thread, its sentences in this page's language."""
        language = i18n.language()

        def told(at: AtTable) -> T:
            with i18n.speaking(language):
                return work(at)

        return await wrap_future(self.site.host.do(told))


@dataclass(frozen=True, slots=True)
class Page:
    """A route: who may ask for it at least (`role`; None: anybody) and what answers.

    `is_stream` is that its answer has no end.
    """

    path: str
    method: str
    role: Role | None
    answer: Callable[[Ask], Awaitable[Response]]
    is_stream: bool = False
