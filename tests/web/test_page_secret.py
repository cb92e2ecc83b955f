"""No page, stream or refusal tells a code before its time: two tables that differ in nothing else.

The hidden codes of both tables answer the rows that are set alike; so whatever differs in what
comes out, beside the sums that seal the codes, has told something.
"""

import asyncio
import re
from datetime import UTC, datetime
from itertools import cycle
from random import Random

import pytest
from page_client import HOST, Table

from companion.web.app import all_pages
from companion.web.door.access import Role
from companion.web.moves.all_moves import MOVES

# letter for letter another code, and the same answers to the rows below
SECRETS = ("rbyg", "gyrb")
ROWS = ("oooo", "nnnn")


class Chance(Random):
    """Chance that draws the canary, letter by letter, and the same salt for both."""

    def __init__(self, code):
        super().__init__(1)
        self.letters = cycle(code)

    def choice(self, _letters):
        return next(self.letters)


def at_noon():
    return datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture(params=["companion", "told"])
def tables(request, tmp_path):
    """Give two tables on which two rows are set, one for each secret."""
    both = [_begun(tmp_path / code, code, request.param) for code in SECRETS]
    yield both
    for table in both:
        table.close()


def _begun(folder, code, way):
    table = Table(folder, rng=Chance(code), now=at_noon)
    owner = table.phone(Role.OWNER)
    players = [("player", "Ada"), ("player", "Ben")]
    assert owner.post("/start", [("book", "bouwblokje"), ("way", way), *players]).status == 200
    table.ada = table.phone(Role.MAKER, "Ada")
    if way == "told":
        assert table.ada.do("code", code=code) == ""
    for row in ROWS:
        assert owner.do("row", code=row) == ""
    table.phones = {
        "viewer": table.phone(Role.VIEWER),
        "player": table.phone(Role.PLAYER),
        "ben": table.phone(Role.MAKER, "Ben"),
        "owner": owner,
    }
    return table


def _without_seals(text):
    return re.sub(
        r"[0-9a-f]{64}|[A-Za-z0-9_-]{43}|<svg.*?class=\"qr\".*?</svg>", "#", text, flags=re.S
    )


def _stream(table, phone):
    """Give what an open page is told within a moment."""
    names = {"host": HOST, "cookie": f"keypeg={phone.cookie}"}
    scope = {"type": "http", "method": "GET", "path": "/live", "query_string": b""}
    scope["headers"] = [(n.encode(), v.encode()) for n, v in names.items()]
    sent = []

    async def one_look():
        came = asyncio.Event()

        async def receive():
            await came.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message.get("body", b"").decode())
            if "event: swap" in sent[-1]:
                came.set()

        await table.app(scope, receive, send)

    asyncio.run(one_look())
    return "".join(sent)


def _all_that_is_told(table):
    told = {}
    for name, phone in table.phones.items():
        for page in all_pages():
            if page.is_stream or page.path in ("/leave", "/people/end", "/rematch", "/start"):
                continue
            path = page.path.replace("{name}", table.at.session.path.stem)
            path = path.replace("{step}", "99").replace("{form}", "json")
            if page.method == "GET":
                told[name, path] = phone.get(path).text
        for owner in ("Ada", "Ben", ""):
            told[name, "show", owner] = phone.post("/mine/show", [("owner", owner)]).text
        told[name, "live"] = _stream(table, phone)
        told[name, "seat"] = phone.post("/mine/seat", [("seat", "Ada")]).text
        told[name, "refused"] = phone.post("/do/code", [("code", "rbyg")]).text
        told[name, "odd"] = phone.post("/do/correct", [("row", "9"), ("code", "rbyg")]).text
    return {key: _without_seals(text) for key, text in told.items()}


def test_nothing_that_anybody_but_the_maker_gets_tells_the_code(tables):
    first, second = map(_all_that_is_told, tables)
    assert first.keys() == second.keys()
    assert len(first) > 40
    for key, text in first.items():
        assert text == second[key], key
    assert [table.at.session.secret.codes[0] for table in tables] == list(SECRETS)


def test_the_maker_alone_sees_the_code_that_he_told(tables):
    table = tables[0]
    shown = table.ada.post("/mine/show", [("owner", "Ada")])
    was_told = table.at.session.match.seated.way == "told"
    assert (shown.status == 200) is was_told
    assert ("p-r" in shown.text) is was_told
    # another phone in the maker's seat did not hide the code: it is not shown there
    table.access.sit(table.access.login_of(table.ada.cookie), "")
    thief = table.phone(Role.MAKER, "Ada")
    assert thief.post("/mine/show", [("owner", "Ada")]).status == 409


def test_every_move_is_behind_a_role(tables):
    assert {role for role, _move in MOVES.values()} <= {Role.PLAYER, Role.MAKER, Role.OWNER}
    viewer = tables[0].phones["viewer"]
    assert {viewer.post(f"/do/{name}").status for name in MOVES} == {403}


def test_a_part_that_was_drawn_is_seen_by_its_owner_alone(tmp_path):
    table = Table(tmp_path)
    owner = table.phone(Role.OWNER)
    players = [("player", name) for name in ("Ada", "Ben", "Cy", "Di")]
    owner.post("/start", [("book", "invicta-4"), ("way", "companion"), *players])
    ada, player = table.phone(Role.MAKER, "Ada"), table.phone(Role.PLAYER)
    show = "/mine/show"
    assert ada.post(show, [("owner", "Ada")]).status == 200
    assert ada.post(show, [("owner", "Ada")]).status == 200
    assert ada.post(show, [("owner", "Ben")]).status == 409
    assert player.post(show, [("owner", "Ada")]).status == 409
    # where no phone is in Ben's seat, the table's is handed to him, once
    assert player.post(show, [("owner", "Ben")]).status == 200
    assert player.post(show, [("owner", "Ben")]).status == 409
    assert owner.post(show, [("owner", "Ben")]).status == 409
    # one phone in two seats, one after another, sees one part
    login = table.access.login_of(ada.cookie)
    table.access.sit(login, "Cy")
    assert ada.post(show, [("owner", "Cy")]).status == 409
    table.close()
