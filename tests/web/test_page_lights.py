"""Lights chosen at the page: those that are found here, lit from the first row on."""

import html
import time

import pytest
from page_client import Table

from companion.displays.all_displays import Several
from companion.displays.match_lights import MatchLights
from companion.displays.sequence import STAY
from companion.errors import DisplayError
from companion.web.door.access import Role
from companion.web.table.page_lights import PageLights


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.close()


class Lamp:
    """A display that remembers what it was told."""

    def __init__(self):
        self.scenes, self.is_dark = [], False

    def show(self, scene):
        self.scenes.append(scene)

    def close(self):
        self.is_dark = True


@pytest.fixture
def lamps(table):
    """The lights of a table with an Arduino and pins; what is opened is kept by its name."""
    opened = {}

    def opens(spec):
        if spec == "gpio":
            raise DisplayError("The pins are taken.", hint="End the other program.")
        return opened.setdefault(spec, Lamp())

    chosen = PageLights(opens, found=lambda: ["serial:auto", "gpio"])

    def attach(at):
        at.lights, at.light = chosen, MatchLights(Several((chosen,)), time.monotonic, stay=0)

    table.host.do(attach).result()
    return opened


def test_lights_that_are_found_are_chosen_when_a_match_begins(table, lamps):
    owner = table.phone(Role.OWNER)
    page = owner.get("/start?book=bouwblokje", **{"accept-language": "nl"}).text
    assert "Welke lampjes tonen de antwoorden?" in html.unescape(page)
    assert 'name="lights" value="serial:auto" checked' in page
    fields = [("book", "bouwblokje"), ("way", "companion"), ("player", "Ada"), ("player", "Ben")]
    assert owner.post("/start", [*fields, ("lights", "serial:auto")]).status == 200
    assert table.at.light.stay == STAY
    assert owner.do("row", code="rgby") == ""
    assert len(lamps["serial:auto"].scenes) >= 2
    assert 'value="serial:auto" checked' in owner.get("/start?book=bouwblokje").text
    assert owner.post("/start", [*fields, ("lights", "")]).status == 200
    assert lamps["serial:auto"].is_dark
    assert 'name="lights" value="" checked' in owner.get("/start?book=bouwblokje").text


@pytest.mark.parametrize(
    ("lights", "said"), [("gpio", "pins are taken"), ("serial:/dev/sda", "no lights 'serial:")]
)
def test_lights_that_cannot_be_lit_begin_no_match(table, lamps, lights, said):
    owner = table.phone(Role.OWNER)
    fields = [("book", "bouwblokje"), ("way", "companion"), ("player", "Ada"), ("lights", lights)]
    assert said in owner.post("/start", fields).said
    assert table.at.session is None
    assert not lamps


def test_lights_of_the_settings_are_not_offered_once_more(table, lamps):
    table.at.lights.lit_before = ("serial:/dev/ttyUSB0", "speech")
    assert table.at.lights.offered == ["gpio"]
    assert table.at.lights.is_lit


def test_without_lights_none_are_asked_for(table):
    page = table.phone(Role.OWNER).get("/start?book=bouwblokje").text
    assert 'name="lights"' not in page
