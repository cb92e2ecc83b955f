"""A club's evening before a real browser: a real hub, a real broker, a table that plays."""

import os
import re
import signal
import subprocess
import sys

import pytest
from browser import LIMIT, ROOT, phone
from club import mosquitto, needs_mosquitto, playing_at
from games import play

from companion.game.core.events import Seated, Way
from companion.session.session import Session

pytestmark = [pytest.mark.browser, needs_mosquitto]
PLAYERS = ("Ada", "Ben", "Cleo", "Dirk")
SERIOUS = ("serious", "critical")
RULES = "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})"


@pytest.fixture
def broker(tmp_path):
    with mosquitto(tmp_path) as running:
        yield running


@pytest.fixture
def referee_link(broker, tmp_path):
    """Run ``keypeg hub``; give the link that lets a referee in."""
    words = ("hub", "--mqtt", broker.url, "--port", "0", "--index", str(tmp_path / "hub.sqlite3"))
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1", "KEYPEG_LANGUAGE": "en"},
    )
    found = (re.search(r"http://\S+#\S+", line) for line in process.stdout)
    yield next(link[0] for link in found if link)
    process.send_signal(signal.SIGINT)
    process.wait(LIMIT)
    process.stdout.close()


def test_a_round_of_a_tournament_is_drawn_played_and_stands_in_the_list_by_itself(
    chromium, axe, broker, referee_link, tmp_path
):
    address = referee_link.partition("/enter")[0]
    referee = phone(chromium, referee_link)
    referee.goto(f"{address}/tournament")
    referee.fill("textarea[name=players]", "\n".join(PLAYERS))
    referee.fill("input[name=rounds]", "2")
    referee.click("text=Begin >> nth=-1")
    referee.click("text=Draw the next round")
    pair = referee.inner_text("#pairings tbody tr:first-child td").split(" – ")
    guest = chromium.new_context(
        bypass_csp=True, viewport={"width": 1280, "height": 800}
    ).new_page()
    guest.set_default_timeout(1000 * LIMIT)
    guest.goto(f"{address}/")

    seated = Seated(tuple(pair), 2, Way.COMPANION, pair[0])
    session = Session.begin("hasbro-2", {}, seated, folder=tmp_path / "games")
    with playing_at(broker.url, session, "window"):
        guest.wait_for_selector("text=window")
        # what the referee is filling in stays, whoever plays
        referee.click("#game2 summary")
        referee.fill("#game2 input[name=score0]", "7")
        play(session, 3)
        totals = session.match.totals()
        result = " : ".join(str(totals[player]) for player in pair)
        referee.wait_for_selector(f"#pairings tr:first-child td:nth-child(3):has-text('{result}')")
        assert referee.input_value("#game2 input[name=score0]") == "7"
        referee.fill("#game2 input[name=why]", "a walk-over")
        referee.click("#game2 button")
        referee.wait_for_selector("#pairings:has-text('a walk-over')")
        assert "Dirk" in referee.inner_text("#standings")
        for path in ("", "screen", "table/window", "tournament"):
            guest.goto(f"{address}/{path}")
            guest.evaluate(axe)
            faults = guest.evaluate(RULES)["violations"]
            assert [each["id"] for each in faults if each["impact"] in SERIOUS] == []
            assert guest.evaluate("document.documentElement.scrollWidth") <= 1280
    assert "Ada" in guest.inner_text("#standings")
    assert guest.locator("text=Draw the next round").count() == 0
