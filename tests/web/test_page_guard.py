"""Every route of the page is behind one check, and everything odd is refused in words."""

import asyncio
import os
import random
import re
from base64 import b64encode
from hashlib import sha256

import pytest
from page_client import HOST, Phone, Table, asked
from starlette.routing import Route

from companion.errors import IllegalMove
from companion.web.app import all_pages
from companion.web.door import envelope
from companion.web.door.access import TRIES, WITHIN, Access, Login, Role, TooManyTries
from companion.web.door.welcome import spoken_welcome
from companion.web.serving.check import Checked

# what anybody may ask for: the way in, and files in which there is nothing of the table
PUBLIC = re.compile(r"^/static/[a-z.-]+$|^/worker\.js$|^/enter$")

# odd requests that are sent
ODD = int(os.environ.get("KEYPEG_ODD_REQUESTS", "1000"))


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.close()


def test_no_route_is_served_but_through_the_check(table):
    router = table.app._app
    assert [type(route) for route in router.routes] == [Route] * len(all_pages())
    assert all(isinstance(route.endpoint, Checked) for route in router.routes)
    assert {route.endpoint.page for route in router.routes} == set(all_pages())


@pytest.mark.parametrize("page", all_pages(), ids=lambda page: f"{page.method} {page.path}")
def test_each_route_is_refused_to_those_below_its_role(table, page):
    path = re.sub(r"{\w+}", "1", page.path)
    nobody = Phone(table)
    if page.role is None:
        assert PUBLIC.match(path)
        return
    assert not PUBLIC.match(path)
    send = nobody.get if page.method == "GET" else nobody.post
    assert send(path, accept="application/json").status == 401
    forged = Phone(table, "not-a-cookie-of-ours")
    forge = forged.get if page.method == "GET" else forged.post
    assert forge(path, accept="application/json").status == 401
    for role in Role:
        if role < page.role:
            phone = table.phone(role)
            refused = (phone.get if page.method == "GET" else phone.post)(path)
            assert refused.status == 403, (role, refused.text)


def test_somebody_without_a_login_is_shown_the_way_in(table):
    answer = Phone(table).get("/")
    assert (answer.status, answer.headers["location"]) == (303, "/enter")


def test_a_link_becomes_a_cookie_that_no_script_can_read(table):
    token = table.access.invite(Role.OWNER)
    assert len(token) >= 43  # 256 bits
    answer = Phone(table).post("/enter", [("token", token)])
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    value = cookie.partition("=")[2].partition(";")[0]
    assert Phone(table, value).get("/start").status == 200


def test_a_seats_link_lets_one_phone_in(table):
    token = table.access.invite(Role.MAKER, "Ada")
    _cookie, login = table.access.enter(token, "a")
    assert (login.role, login.seat) == (Role.MAKER, "Ada")
    with pytest.raises(IllegalMove):
        table.access.enter(token, "b")


def test_links_are_not_to_be_tried_out():
    seconds = [0.0]
    access = Access(now=lambda: seconds[0])
    token = access.invite(Role.VIEWER)
    for _ in range(TRIES):
        with pytest.raises(IllegalMove):
            access.enter("wrong", "a")
    with pytest.raises(TooManyTries):
        access.enter(token, "a")
    assert access.enter(token, "b")[1].role is Role.VIEWER
    seconds[0] = WITHIN + 1
    assert access.enter(token, "a")[1].role is Role.VIEWER


def test_a_key_that_is_said_lets_one_phone_in_for_ten_minutes():
    clock = [1000.0]
    access = Access(now=lambda: clock[0])
    said = spoken_welcome("http://192.168.1.7:8421", access)
    assert "192.168.1.7, port 8421" in said
    first, again = re.findall(r"(?:\d ){7}\d", said)
    assert first == again
    table_key = first.replace(" ", "")
    with pytest.raises(IllegalMove):
        access.enter(f"{(int(table_key) + 1) % 10**8:08}", "x")
    _cookie, login = access.enter(table_key, "x")
    assert login.role is Role.OWNER
    with pytest.raises(IllegalMove):
        access.enter(table_key, "x")
    # once somebody owns the table no key is said any more
    assert not re.search(r"\d \d", spoken_welcome("http://192.168.1.7:8421", access))
    late = Access(now=lambda: clock[0])
    key = late.invite_aloud(Role.OWNER)
    clock[0] += 601
    with pytest.raises(IllegalMove):
        late.enter(key, "x")


def test_a_key_may_be_typed_in_groups(table):
    key = table.access.invite_aloud(Role.OWNER)
    answer = table.phone(Role.VIEWER).post("/enter", [("token", f" {key[:4]} {key[4:]} ")])
    assert answer.status == 200


def test_logins_outlive_a_restart_and_their_file_lets_nobody_in(tmp_path):
    file = tmp_path / "page.json"
    access = Access(file)
    cookie, login = access.enter(access.invite(Role.MAKER, "Ada"), "a")
    assert file.stat().st_mode & 0o777 == 0o600
    assert cookie not in file.read_text()
    assert Access(file).login_of(cookie) == login
    access.leave(login)
    assert Access(file).login_of(cookie) is None


def test_a_damaged_file_of_logins_lets_nobody_in(tmp_path):
    file = tmp_path / "page.json"
    file.write_text('{"logins": [{"id": 3}]}')
    assert Access(file).login_of("anything") is None


def test_a_seat_is_held_by_one_phone(table):
    ada, other = (table.access.enter(table.access.invite(Role.MAKER), "a")[1] for _ in range(2))
    assert table.access.sit(ada, "Ada").seat == "Ada"
    with pytest.raises(IllegalMove):
        table.access.sit(other, "Ada")
    table.access.sit(Login(ada.id, Role.MAKER, "Ada"), "")
    assert table.access.sit(other, "Ada").seat == "Ada"


@pytest.mark.parametrize("host", ["127.0.0.1:8421", "localhost:8421", "192.168.1.7", "[::1]:8421"])
def test_this_machine_may_be_called_by_number(table, host):
    phone = table.phone(Role.VIEWER)
    assert phone.get("/", host=host).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8421", "", "127.0.0.1.evil.example"]
)
def test_a_foreign_name_is_not_served(table, host):
    assert table.phone(Role.OWNER).get("/", host=host).status == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
def test_another_sites_form_is_not_taken(table, origin):
    phone = table.phone(Role.OWNER)
    assert phone.post("/leave", origin=origin).status == 403
    assert phone.get("/").status == 200


def test_a_form_without_an_origin_is_not_taken(table):
    phone = table.phone(Role.OWNER)
    assert phone.ask("POST", "/leave", b"", {"host": HOST}).status == 403


def test_every_answer_says_what_a_browser_may_load(table):
    for answer in (table.phone(Role.OWNER).get("/"), Phone(table).get("/nothing")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    html = table.phone(Role.OWNER).get("/").text
    assert "style=" not in html
    own = html.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(sha256(own.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")


def test_a_long_body_is_not_read(table):
    phone = table.phone(Role.OWNER)
    kind = "application/x-www-form-urlencoded"
    fields = {"host": HOST, "origin": "http://" + HOST, "content-type": kind}
    body = b"a" * (envelope.BODY + 1)
    assert phone.ask("POST", "/start", body, fields).status == 413
    told = fields | {"content-length": str(len(body))}
    assert phone.ask("POST", "/start", b"", told).status == 413


def test_a_body_that_does_not_come_is_not_waited_for(table, monkeypatch):
    monkeypatch.setattr(envelope, "READ", 0.01)
    sent = []

    async def never():
        await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    cookie = table.phone(Role.OWNER).cookie
    names = {"host": HOST, "origin": "http://" + HOST, "cookie": f"keypeg={cookie}"}
    scope = {"type": "http", "method": "POST", "path": "/start", "query_string": b""}
    scope["headers"] = [(n.encode(), v.encode()) for n, v in names.items()]
    asyncio.run(table.app(scope, never, send))
    assert sent[0]["status"] == 408


def test_nothing_odd_brings_the_page_down(table):
    """Requests that no browser sends (ten thousand in CI): each is answered, none with a 500."""
    chance = random.Random(18)
    owner = table.phone(Role.OWNER)
    owner.post("/start", [("book", "bouwblokje"), ("player", "Ada"), ("player", "Ben")])
    leaving = ("/leave", "/people/end")
    pages = [p for p in all_pages() if not p.is_stream and p.path not in leaving]

    async def all_of_them():
        statuses = {}
        for _ in range(ODD):
            answer = await asked(table.app, *_odd(chance, pages, owner.cookie))
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
        return statuses

    statuses = asyncio.run(all_of_them())
    assert sum(statuses.values()) == ODD
    assert not [status for status in statuses if status >= 500]
    assert len(statuses) >= 6  # they came through to all kinds of refusals, and to answers


def _odd(chance, pages, cookie):
    page = chance.choice(pages)
    path = page.path if chance.random() < 0.8 else _noise(chance, "/")
    path += "?" + _noise(chance) if chance.random() < 0.4 else ""
    names = ["book", "player", "way", "code", "row", "black", "tile", "number", "place", "seat"]
    names += ["rule-rows", "rule-colours", "rounds", "token", "log", "role", "text", "board"]
    values = ["bouwblokje", "rgby", "3", "-1", "99999", "kept", "%00", "%ff", "Ada", "told", ""]
    body = "&".join(
        f"{chance.choice(names)}={chance.choice([*values, _noise(chance)])}"
        for _ in range(chance.randrange(8))
    ).encode(errors="replace")
    headers = [(b"host", HOST.encode()), (b"origin", b"http://" + HOST.encode())]
    headers.append((b"cookie", f"keypeg={cookie}".encode()))
    kinds = [b"application/x-www-form-urlencoded"] * 8 + [b"multipart/form-data", b"\xff", b""]
    headers.append((b"content-type", chance.choice(kinds)))
    headers.append((b"accept", chance.choice([b"application/json", b"text/html", b"*/*", b"\xfe"])))
    if chance.random() < 0.2:
        odd = [b"content-length", b"cookie", b"accept-language", b"host", b"origin"]
        headers.append((chance.choice(odd), _noise(chance).encode("latin-1", "replace")))
    method = page.method if chance.random() < 0.9 else chance.choice(["HEAD", "PUT", "GET", "POST"])
    return method, path, body, (), headers


def _noise(chance, start=""):
    letters = "ab9/%._-=;,\"'<>{}[]()\\\x00\xe9☃\n "
    return start + "".join(chance.choice(letters) for _ in range(chance.randrange(24)))
