"""What holds for every request before a route is looked for: host, origin, size, time, headers.

* The `Host` must be one of this machine's, so that a foreign name cannot be pointed here (DNS
  rebinding); a request that changes something must come from a page of the same origin.
* A body has at most `BODY` bytes and is read within `READ` seconds; an answer takes at most
  `ANSWER` seconds, but for streams, which watch over themselves.
"""

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

__all__ = ["HEADERS", "Envelope"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# bytes of a request's body: forms alone are sent here; chosen, ten times as much as the largest
# form has
BODY = 64 * 1024
# seconds; chosen, no measurement: time to read a body, and to answer
READ, ANSWER = 10.0, 30.0

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src {style}",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}


class Envelope:
    """The check around `app`; `names` are the host names that this machine is called by.

    `streams` are the paths whose answers have no end; `style` is the source that a page's style
    may come from, as a content security policy names it.
    """

    def __init__(
        self, app: App, *, names: frozenset[str], streams: frozenset[str], style: str
    ) -> None:
        self._app = app
        self._headers = HEADERS | {"content-security-policy": POLICY.format(style=style)}
        self._names = names | {"localhost"}
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        with_headers = _Sender(send, self._headers)
        refused = self._refused(scope)
        if refused:
            await _answer(with_headers, *refused)
            return
        await self._within_limits(scope, _Body(receive), with_headers)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        headers = _headers(scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 421, "This host name is not served here."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Only GET and POST are understood here."
        origin = headers.get("origin")
        # a browser names the origin with everything that changes something
        if origin is None and scope["method"] == "POST":
            return 403, "A form is taken from its own page only."
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return 403, "A request from another site is not answered."
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return 400, "The length of the request is no number."
        return (413, "The request is too long.") if int(length[:12]) > BODY else None

    def _is_ours(self, host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        name = name.removeprefix("[").removesuffix("]").casefold()
        if name in self._names:
            return True
        try:
            # a number cannot be pointed elsewhere, as a name can
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    async def _within_limits(self, scope: Scope, body: "_Body", send: "_Sender") -> None:
        limit = None if scope["path"] in self._streams else ANSWER
        try:
            async with asyncio.timeout(limit):
                await self._app(scope, body, send)
        except _TooLong:
            await _answer(send, 413, "The request is too long.")
        except TimeoutError:
            await _answer(send, 408, "The request took too long.")


class _TooLong(Exception):
    pass


class _Body:
    """Receives a body of at most `BODY` bytes, each piece of it in time."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._count = 0
        self._is_whole = False

    async def __call__(self) -> Message:
        if self._is_whole:
            # what comes now is the end of the connection, whenever that is
            return await self._receive()
        async with asyncio.timeout(READ):
            message = await self._receive()
        self._count += len(message.get("body", b""))
        if self._count > BODY:
            raise _TooLong
        self._is_whole = message["type"] == "http.request" and not message.get("more_body")
        return message


class _Sender:
    """Sends an answer with the headers that all answers have; `has_begun` once it was begun."""

    def __init__(self, send: Send, headers: Mapping[str, str]) -> None:
        self._send = send
        self._headers = headers
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            given = {name.lower() for name, _ in message.get("headers", ())}
            ours = [(n.encode(), v.encode()) for n, v in self._headers.items()]
            ours = [(name, value) for name, value in ours if name not in given]
            message["headers"] = [*message.get("headers", ()), *ours]
        await self._send(message)


def _headers(scope: Scope) -> Mapping[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


async def _answer(send: _Sender, status: int, text: str) -> None:
    if send.has_begun:
        return
    body = text.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
