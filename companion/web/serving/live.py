"""Open pages are told what is new: fragments by id, over server-sent events.

A page that opens, or comes back after sleep, gets every fragment as it is now; after that only
those that changed. Each writes at its own pace and always the newest state: a slow page skips what
lies between, and one that takes nothing for `STUCK` seconds is dropped.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from companion.web.table.snapshot import Snapshot

__all__ = ["Hub", "Viewer", "stream"]

Message = MutableMapping[str, Any]
# seconds: between two signs of life, and after which a page that takes nothing is dropped
PULSE, STUCK = 4.0, 10.0
# open streams: of all, and of one login; chosen, more than a club has phones
MOST, MOST_OF_ONE = 120, 24


@dataclass(eq=False)
class Viewer:
    """One open page: `key` says which fragments it is shown, `login` whose it is."""

    login: str
    key: tuple[object, ...]
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """The newest snapshot and the open pages; used in the serving loop alone."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()
        self.number = 0
        self.viewers: set[Viewer] = set()
        self.is_closing = False
        self._made: dict[tuple[object, ...], dict[str, str]] = {}

    def publish(self, snapshot: Snapshot) -> None:
        """Take in what stands on the table now, and wake all pages."""
        self.snapshot = snapshot
        self.refresh()

    def refresh(self) -> None:
        """Wake all pages: what they are shown has changed although the table has not."""
        self.number += 1
        self._made.clear()
        for viewer in self.viewers:
            viewer.news.set()

    def close(self) -> None:
        """Let every stream end: the page is no longer served."""
        self.is_closing = True
        self.refresh()

    def has_room(self, login: str) -> bool:
        """Whether one more page of `login` may be open."""
        mine = sum(viewer.login == login for viewer in self.viewers)
        return len(self.viewers) < MOST and mine < MOST_OF_ONE

    def fragments(
        self, key: tuple[object, ...], make: Callable[[], dict[str, str]]
    ) -> dict[str, str]:
        """Give the fragments of `key`, made once for all pages that show the same."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


async def stream(
    hub: Hub,
    viewer: Viewer,
    make: Callable[[], dict[str, str]],
    is_valid: Callable[[], bool],
    send: Callable[[Message], Awaitable[None]],
    receive: Callable[[], Awaitable[Message]],
) -> None:
    """Write to one page until it leaves, is dropped, or its login ends."""
    hub.viewers.add(viewer)
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await _write(send, b": keypeg\nretry: 1000\n\n")
        async for text in _news(hub, viewer, make, gone):
            if hub.is_closing or not is_valid():
                break
            await _write(send, text)
        await send({"type": "http.response.body", "body": b""})
    except (TimeoutError, OSError):
        # a page that takes nothing comes back by itself when it can
        pass
    finally:
        hub.viewers.discard(viewer)
        gone.cancel()


async def _news(
    hub: Hub, viewer: Viewer, make: Callable[[], dict[str, str]], gone: "asyncio.Future[None]"
) -> AsyncIterator[bytes]:
    sent: dict[str, str] = {}
    viewer.news.set()
    while not gone.done():
        if viewer.news.is_set():
            viewer.news.clear()
            now = hub.fragments(viewer.key, make)
            fresh = {name: html for name, html in now.items() if sent.get(name) != html}
            sent = now
            yield _event("swap", fresh)
        else:
            yield b"event: pulse\ndata: 0\n\n"
        await _either(viewer.news, gone)


async def _either(news: asyncio.Event, gone: "asyncio.Future[None]") -> None:
    waiting = asyncio.ensure_future(news.wait())
    both: set[asyncio.Future[Any]] = {waiting, gone}
    await asyncio.wait(both, timeout=PULSE, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


async def _write(send: Callable[[Message], Awaitable[None]], body: bytes) -> None:
    async with asyncio.timeout(STUCK):
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _gone(receive: Callable[[], Awaitable[Message]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _event(name: str, fragments: Mapping[str, str]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(fragments, ensure_ascii=False)}\n\n".encode()
