"""A hub that runs: its thread at the broker, its index, its page, until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import uvicorn

from companion.club.broker_address import Broker
from companion.club.collecting.collector import Collector
from companion.club.collecting.hub_topics import subscriptions
from companion.club.collecting.index import Index
from companion.club.connection import Down, Happened, Up
from companion.club.mqtt import Lasting, Link
from companion.errors import JournalError, os_reason
from companion.hall.app import application
from companion.hall.site import Hall
from companion.hall.tournaments import Tournaments
from companion.i18n import _
from companion.session.sd_notify import notify
from companion.web.door.access import Access, Role
from companion.web.opened import Opened
from companion.web.serve import listening_at, served

__all__ = ["HubChoices", "gathering", "serve_hall"]

KEPT_S = 24 * 3600  # seconds that a broker keeps what comes for a hub that is away: a day, chosen
REFRESH_S = 0.5  # seconds between two looks of open pages at what is new; a guess


@dataclass(frozen=True, slots=True)
class HubChoices:
    """Which broker is heard, under what name, and where the index is.

    `index` is a file, or the URL of a PostgreSQL server; what else a hub keeps is in `folder`.
    Hubs that have the same `share` hear a part of the events each, and write one index.
    """

    broker: Broker
    name: str
    index: Path | str
    folder: Path
    share: str = ""

    def file(self, stem: str, kind: str) -> Path:
        """Return a file of this hub's own; one that is called otherwise has its name in it."""
        own = stem if self.name == "hub" else f"{stem}-{self.name}"
        return self.folder / f"{own}.{kind}"


class gathering:  # noqa: N801 - a context, used like a function
    """Within it what tables tell is gathered. `said` is told of the broker."""

    def __init__(
        self,
        choices: HubChoices,
        said: Callable[[str], None],
        changed: Callable[[frozenset[str]], None] = lambda __: None,
    ) -> None:
        """Open index and tournament; raise `JournalError` or `LogError` if they cannot be."""
        self._said = said
        self._was_up: bool | None = None
        self._address = choices.broker.address
        self._link = Link(
            choices.broker,
            f"keypeg-hub-{choices.name}",
            self._hear,
            subscribed=subscriptions(choices.share),
            lasting=Lasting(KEPT_S),
        )
        try:
            choices.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(
                _("The folder '{path}' cannot be made: {why}.").format(
                    path=choices.folder, why=os_reason(error)
                ),
                hint=_("Name another place with --index."),
            ) from error
        self._index = Index(choices.index)
        self.tournaments = Tournaments(choices.file("tournament", "jsonl"), choices.name)
        self.collector = Collector(
            self._index,
            choices.name,
            self._link.publish,
            self._link.taken,
            changed,
            self.tournaments,
        )
        self.tournaments.tell = self.collector.tell_shared

    def __enter__(self) -> Self:
        """Connect and begin."""
        self.collector.start()
        self._link.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Leave the broker, keep what has come, close the index."""
        self._link.close()
        self.collector.close()
        self._index.close()

    def _hear(self, happened: Happened) -> None:
        """Say when the broker is lost or found, and hand on what happened."""
        if isinstance(happened, Up) and self._was_up is not True:
            self._was_up = True
            self._said(_("The broker {address} is there.").format(address=self._address))
        elif isinstance(happened, Down) and self._was_up is not False:
            self._was_up = False
            self._said(
                _("The broker {address} is not there ({why}); it is looked for.").format(
                    address=self._address, why=happened.why
                )
            )
        self.collector.hear(happened)


def serve_hall(choices: HubChoices, opened: Opened, say: Callable[[str], None]) -> None:
    """Gather and serve until interrupted; `say` is told how a referee comes in.

    Raises `DisplayError` when the port is taken, `JournalError` when the index cannot be opened.
    """
    with listening_at(opened) as listening:
        here = Opened(int(listening.getsockname()[1]), opened.is_lan, opened.names)
        # Ctrl-C is how it is ended
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(choices, here, say, listening))


async def _serve(
    choices: HubChoices, opened: Opened, say: Callable[[str], None], listening: socket.socket
) -> None:
    from companion.web.door.welcome import HALL, welcome

    loop, news = asyncio.get_running_loop(), asyncio.Event()

    def changed(_tables: frozenset[str]) -> None:
        loop.call_soon_threadsafe(news.set)

    with gathering(choices, say, changed) as here:
        access = Access(choices.file("referees", "json"))
        hall = Hall(
            here.collector.index,
            here.collector,
            access,
            here.tournaments,
            opened.address,
            choices.name,
        )
        say(_("The hall: {address}/ and, for its screen, {address}/screen").format(
            address=opened.address
        ))  # fmt: skip
        for line in welcome(f"{opened.address}/enter#{access.invite(Role.OWNER)}", HALL):
            say(line)
        notify("READY=1")
        server = uvicorn.Server(served(application(hall, names=opened.host_names)))
        refreshing = asyncio.ensure_future(_refresh(server, hall, news))
        await server.serve(sockets=[listening])
        await refreshing


async def _refresh(server: uvicorn.Server, hall: Hall, news: asyncio.Event) -> None:
    """Let open pages look at what is new, at most twice a second; end them with the server."""
    while not server.should_exit:
        await asyncio.sleep(REFRESH_S)
        if news.is_set():
            news.clear()
            hall.live.refresh()
    hall.live.close()
