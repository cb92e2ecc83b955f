"""The secret is nowhere before it is shown: two evenings that differ in nothing else look alike."""

import io
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

import pytest
from evenings import Blind, ticking

from companion.cli.game_loop.narrate import Reporter
from companion.displays.arduino.protocol import picture
from companion.displays.terminal import TerminalDisplay
from companion.game.core.events import Seated, Way
from companion.scene import scene_of
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.sightings.boards import CodeCovered, CodeSeen, RowChanged, RowSeen, Unsure, Why
from companion.table import Confirm, TypedRow
from companion.terminal.console import Console

# letter for letter another code, and the same answers to the rows below
SECRETS = ("rbyg", "gyrb")
ROWS = ("oooo", "nnnn", "onon", "nnoo")


class Chance(Random):
    """Chance that draws the canary, letter by letter."""

    def __init__(self, code):
        super().__init__(1)
        self.letters = cycle(code)

    def choice(self, _letters):
        return next(self.letters)


@dataclass
class Seen:
    """All that came out of an evening before its code was shown."""

    out: io.StringIO = field(default_factory=io.StringIO)
    scenes: list = field(default_factory=list)
    bytes: list = field(default_factory=list)
    files: dict = field(default_factory=dict)

    def text(self):
        return "\n".join([self.out.getvalue(), *map(repr, self.scenes), *self.files.values()])


def spend(secret, way, folder):
    """Play four rows in which nothing is right, and give all that was to be seen."""
    seen = Seen()
    reporter = Reporter(Console(seen.out, width=100))
    terminal = TerminalDisplay(seen.out)

    def show(night):
        scene = scene_of(night.session.match, night.table.sentence, night.mood)
        seen.scenes.append(scene)
        seen.bytes.append(picture(scene))
        terminal.show(scene)
        reporter.look(night.session)

    seated = Seated(("Ada", "Ben"), 2, way, "Ada")
    rng = Chance(secret) if way is Way.COMPANION else None
    session = Session.begin("bouwblokje", {}, seated, folder=folder, now=ticking(), rng=rng)
    night = WatchedSession(session, Blind(), confirm=Confirm.UNSURE, show=show)
    night.refresh()
    if way is Way.TOLD:
        night.on(CodeSeen(secret))
        night.on(CodeCovered())
    for number, row in enumerate(ROWS, start=1):
        night.on(Unsure(number, (2,), row, Why.MARGINAL))
        night.on(TypedRow(row))
        night.on(RowSeen(number, row, 0.9))
    night.on(RowChanged(2, "nnno", "nnnn", 0.9))
    assert session.secret.codes == (secret,)
    held = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    own = [path for path in held if secret in path.read_text()]
    assert len(own) == 1
    assert own[0].stat().st_mode & 0o777 == 0o600
    seen.files = {p.suffix: p.read_text() for p in held if p not in own}
    session.close()
    return seen


@pytest.mark.parametrize("way", [Way.COMPANION, Way.TOLD])
def test_no_scene_log_screen_byte_or_other_file_has_the_secret(way, tmp_path):
    for secret in SECRETS:
        folder = tmp_path / secret
        folder.mkdir()
        text = spend(secret, way, folder).text()
        for shape in (secret, " ".join(secret), "   ".join(secret), ", ".join(secret)):
            assert shape not in text


@pytest.mark.parametrize("way", [Way.COMPANION, Way.TOLD])
def test_what_is_shown_is_the_same_whatever_the_secret(way, tmp_path):
    one, other = (spend(secret, way, _made(tmp_path / secret)) for secret in SECRETS)
    assert one.scenes == other.scenes
    assert one.bytes == other.bytes
    assert _without_commitments(one.out.getvalue()) == _without_commitments(other.out.getvalue())


def _made(folder):
    folder.mkdir()
    return folder


def _without_commitments(text):
    """Return the lines but for what is drawn anew each time: commitment and anchor."""
    return [line for line in text.splitlines() if "is sealed: " not in line and "nchor" not in line]
