"""Open pages hear what is new: each what changed, the newest first, and a stuck one is dropped."""

import asyncio
import json

import pytest

from companion.web.serving import live
from companion.web.serving.live import MOST_OF_ONE, Hub, Viewer, stream
from companion.web.table.snapshot import Snapshot


class Browser:
    """Takes what is sent; while it is `stuck` nothing is taken."""

    def __init__(self):
        self.swaps, self.gone, self.free = [], asyncio.Event(), asyncio.Event()
        self.free.set()
        self.came = asyncio.Event()

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        await self.free.wait()
        for event in message["body"].decode().split("\n\n"):
            if event.startswith("event: swap"):
                self.swaps.append(json.loads(event.partition("data: ")[2]))
                self.came.set()

    async def next_swap(self):
        await self.came.wait()
        self.came.clear()
        return self.swaps[-1]


def opened(hub, browser, *, login="a", is_valid=lambda: True):
    def make():
        return {"now": hub.snapshot.name, "card": "always the same"}

    viewer = Viewer(login, ("en", login))
    return asyncio.ensure_future(stream(hub, viewer, make, is_valid, browser.send, browser.receive))


def told(story):
    async def within():
        async with asyncio.timeout(5):
            await story()

    asyncio.run(within())


def test_a_page_is_told_everything_at_first_and_then_what_changed():
    async def story():
        hub, browser = Hub(), Browser()
        hub.publish(Snapshot(name="one"))
        task = opened(hub, browser)
        assert await browser.next_swap() == {"now": "one", "card": "always the same"}
        hub.publish(Snapshot(name="two"))
        assert await browser.next_swap() == {"now": "two"}
        browser.gone.set()
        await task
        assert not hub.viewers

    told(story)


def test_a_page_that_comes_back_is_right_at_once():
    async def story():
        hub, first, again = Hub(), Browser(), Browser()
        hub.publish(Snapshot(name="one"))
        task = opened(hub, first)
        await first.next_swap()
        first.gone.set()
        await task
        for name in ("two", "three", "four"):
            hub.publish(Snapshot(name=name))
        back = opened(hub, again)
        assert (await again.next_swap())["now"] == "four"
        again.gone.set()
        await back

    told(story)


def test_a_page_that_is_stuck_is_dropped_and_others_are_not_held_up(monkeypatch):
    monkeypatch.setattr(live, "STUCK", 0.05)

    async def story():
        hub, stuck, other = Hub(), Browser(), Browser()
        tasks = [opened(hub, stuck, login="a"), opened(hub, other, login="b")]
        await stuck.next_swap()
        await other.next_swap()
        stuck.free.clear()
        hub.publish(Snapshot(name="news"))
        assert await other.next_swap() == {"now": "news"}
        await tasks[0]
        assert {viewer.login for viewer in hub.viewers} == {"b"}
        other.gone.set()
        await tasks[1]

    told(story)


def test_a_slow_page_skips_what_lies_between():
    async def story():
        hub, slow = Hub(), Browser()
        task = opened(hub, slow)
        await slow.next_swap()
        slow.free.clear()
        hub.publish(Snapshot(name="1"))
        await asyncio.sleep(0)
        for number in range(2, 50):
            hub.publish(Snapshot(name=str(number)))
        slow.free.set()
        while slow.swaps[-1].get("now") != "49":
            await slow.next_swap()
        assert len(slow.swaps) <= 3
        slow.gone.set()
        await task

    told(story)


def test_a_login_that_was_ended_hears_no_more():
    async def story():
        hub, browser, valid = Hub(), Browser(), [True]
        task = opened(hub, browser, is_valid=lambda: valid[0])
        await browser.next_swap()
        valid[0] = False
        hub.publish(Snapshot(name="secret from now on"))
        await task
        assert len(browser.swaps) == 1

    told(story)


def test_pages_that_show_the_same_are_made_once():
    hub, made = Hub(), []
    for _ in range(3):
        hub.fragments(("en", 1), lambda: made.append(1) or {"now": "x"})
    assert made == [1]
    hub.refresh()
    hub.fragments(("en", 1), lambda: made.append(1) or {"now": "x"})
    assert made == [1, 1]


@pytest.mark.parametrize(("login", "has_room"), [("a", False), ("b", True)])
def test_one_login_does_not_fill_the_table(login, has_room):
    hub = Hub()
    hub.viewers |= {Viewer("a", ()) for _ in range(MOST_OF_ONE)}
    assert hub.has_room(login) is has_room
