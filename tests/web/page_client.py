"""A table with its page, asked without a socket: as a browser would, one request after another."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from companion.web.app import application
from companion.web.door.access import Access
from companion.web.serving.live import Hub
from companion.web.serving.site import Site
from companion.web.table.host import TableHost
from companion.web.table.table_state import AtTable

HOST = "127.0.0.1:8421"


class Answer:
    """What came back: status, headers, body."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def said(self):
        return json.loads(self.body).get("said", "")


class Table:
    """A table, its thread, and its page; `tell` brings what was published to the hub."""

    def __init__(self, folder, *, rng=None, now=None):
        self.folder = Path(folder)
        self.hub = Hub()
        self.at = AtTable(self.folder, rng=rng or Random(1), now=now or (lambda: datetime.now(UTC)))
        self.host = TableHost(self.at, self.hub.publish)
        self.access = Access()
        self.site = Site(self.host, self.hub, self.access, self.folder, "http://" + HOST)
        self.app = application(self.site)
        self.host.start()

    def close(self):
        self.host.close()

    def phone(self, role, seat=""):
        """Give the phone of somebody who was let in."""
        cookie, _login = self.access.enter(self.access.invite(role, seat), "test")
        return Phone(self, cookie)


class Phone:
    def __init__(self, table, cookie=""):
        self.table, self.cookie = table, cookie

    def get(self, path, **headers):
        return self.ask("GET", path, headers=headers)

    def post(self, path, fields=(), **headers):
        given = {"content-type": "application/x-www-form-urlencoded", "origin": "http://" + HOST}
        given |= {"accept": "application/json"}
        return self.ask("POST", path, urlencode(list(fields)).encode(), given | headers)

    def do(self, move, **fields):
        """Do `move` and give what was said against it; nothing when it was done."""
        answer = self.post(f"/do/{move}", fields.items())
        assert answer.status in (200, 409), (answer.status, answer.text)
        return answer.said

    def ask(self, method, path, body=b"", headers=None):
        given = {"host": HOST, "accept": "text/html"} | (headers or {})
        if self.cookie:
            given["cookie"] = f"{self.table.site.cookie}={self.cookie}"
        return asyncio.run(asked(self.table.app, method, path, body, given))


async def asked(app, method, path, body=b"", headers=(), raw=None):
    """Give the answer of `app` to one request."""
    path, _, query = path.partition("?")
    pairs = raw or [(n.encode(), v.encode("latin-1")) for n, v in dict(headers).items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(errors="replace"),
        "query_string": query.encode(errors="replace"),
        "root_path": "",
        "headers": pairs,
        "client": ("192.0.2.9", 5),
        "server": ("127.0.0.1", 8421),
    }
    sent, came = [], iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive():
        message = next(came, None)
        if message is None:
            await asyncio.Event().wait()
        return message

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    start = sent[0]
    headers = {n.decode().lower(): v.decode("latin-1") for n, v in start["headers"]}
    return Answer(start["status"], headers, b"".join(m.get("body", b"") for m in sent[1:]))
