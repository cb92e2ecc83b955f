"""`keypeg watch` on a drawn game, with an eye for drawn colours in the reader's place."""

import json
from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import get_args

import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.play.watch import WORDS, _run, _words
from companion.errors import CameraAway, CameraEnded, CameraError
from companion.sightings.boards import (
    HandSeen,
    KeysSeen,
    LightChanged,
    RowChanged,
    RowSeen,
    Sighting,
    Unsure,
)
from companion.simulator.pegs.render import PLASTIC
from companion.simulator.pegs.script import random_script
from companion.vision.camera.frames import Frame
from companion.vision.read.reading import CodeCell, Reading

GAME = ("watch", "--camera", "sim:hasbro-2?seed={seed}&faults={faults}&width=400")


@dataclass
class Simple:
    """What a place looks like by drawn calibration pictures: the nearest colour wins."""

    samples: dict


def patches(image, pose, points):
    at = np.round(pose.project(points)).astype(int)
    # brought to one brightness: the table's light changes
    level = np.median(image[:8])
    return (
        np.array([np.median(image[y - 1 : y + 2, x - 1 : x + 2], axis=(0, 1)) for x, y in at])
        / level
    )


def calibrate(pictures, empty):
    samples = {}
    for picture in pictures:
        shape, pose = picture.located.shape, picture.located.pose
        for (r, c), colour in zip(
            shape.cells(), patches(picture.image, pose, shape.heads()), strict=True
        ):
            samples.setdefault(picture.pegs[r, c], []).append(colour)
    image, found = empty
    samples["."] = list(patches(image, found.pose, found.shape.heads()))
    return Simple({letter: np.median(each, axis=0) for letter, each in samples.items()})


def read(image, found, calibration):
    shape, pose = found.shape, found.pose
    names = list(calibration.samples)
    colours = np.array([calibration.samples[name] for name in names])

    def nearest(points):
        apart = np.linalg.norm(patches(image, pose, points)[:, None] - colours, axis=2)
        return "".join(names[i] for i in apart.argmin(axis=1))

    letters = nearest(shape.heads())
    rows = tuple(letters[i : i + shape.cols] for i in range(0, len(letters), shape.cols))
    ones = tuple((0.9,) * shape.cols for _ in rows)
    return Reading(rows, ones, rows, code=CodeCell(covered=True))


@pytest.fixture(autouse=True)
def drawn_eye(monkeypatch):
    monkeypatch.setattr("companion.simulator.simulation.calibrate", calibrate)
    monkeypatch.setattr("companion.vision.read.reader.read", read)
    # a shorter game: drawn pictures cost time
    monkeypatch.setattr("companion.simulator.pegs.script.QUIET", 9)


def run(*args):
    return CliRunner().invoke(cli, args)


def short_seed():
    """A game of two or three rows: drawn pictures cost time."""
    return next(seed for seed in range(100) if len(script(seed).rows) == 2)


def script(seed):
    return random_script(seed, palette="wsgropyb", rows=12, cols=4, repeats=False)


def watched(seed, faults, *options):
    head, option, camera = GAME
    return run(head, option, camera.format(seed=seed, faults=faults), *options)


def test_a_drawn_game_is_watched_from_its_pictures():
    seed = short_seed()
    result = watched(seed, 0, "--json")
    assert result.exit_code == 0, result.output
    events = [json.loads(line) for line in result.stdout.splitlines()]
    seen = [event["letters"] for event in events if event["saw"] == "RowSeen"]
    assert seen == list(script(seed).rows)
    assert events[-1]["saw"] == "BoardCleared" or events[-2]["saw"] == "BoardCleared"
    assert {"HandSeen", "HandGone"} <= {event["saw"] for event in events}
    assert not any(event["saw"] == "Unsure" for event in events)
    assert all(a["at"] <= b["at"] for a, b in pairwise(events))


@pytest.mark.parametrize(
    ("sighting", "words"),
    [
        (HandSeen(), "a hand"),
        (RowSeen(2, "rgby", 0.9), "row 2: rgby  (0.90)"),
        (RowChanged(2, "rgb.", "rgby", 0.9), "row 2 is now rgb., it was rgby"),
        (KeysSeen(1, 2, 0), "row 1: 2 black, 0 white"),
        (Unsure(1, (3,), "rgby", "why"), "row 1: perhaps rgby? Please say: why (hole 3)"),
        (LightChanged(-1.0), "the light changed by -1.0 stops"),
    ],
)
def test_sightings_are_told_in_words(sighting, words):
    assert _words(sighting) == words


class Blinking:
    """A camera that is lost for a while: who listens has been told so already."""

    def __init__(self):
        picture = np.zeros((4, 4, 3), np.uint8)
        self.given = [
            Frame(picture, 18719.5, 1),
            CameraAway("It is gone."),
            CameraError("A picture is damaged."),
            CameraAway("It is gone."),
            Frame(picture, 18731.0, 2),
            CameraEnded("It is over."),
        ]

    def read(self, _timeout):
        given = self.given.pop(0)
        if isinstance(given, CameraError):
            raise given
        return given


def test_times_begin_with_the_first_frame_and_a_lost_camera_is_not_said_again(capsys):
    said = []
    eyes = SimpleNamespace(look=lambda _: (HandSeen(),))
    _run(SimpleNamespace(camera=Blinking(), eyes=eyes), as_json=False, say=said.append)
    assert capsys.readouterr().out.splitlines() == ["     0.0 s  a hand", "    11.5 s  a hand"]
    assert said == ["A picture is damaged."]


def test_every_sighting_has_its_words():
    assert set(WORDS) == {kind.__name__ for kind in get_args(Sighting)}


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("--camera", "usb:0"), "needs '--board'"),
        (("--camera", "usbb:0"), "Did you mean 'usb'"),
        (("--camera", "sim:bouwblok"), "Did you mean 'bouwblokje'"),
        (("--camera", "sim:hasbro-2?width=9"), "cannot be 9 pixels"),
        (("--camera", "sim:davinci"), "has tiles on it"),
        (("--camera", "sim:invicta-4"), "shows several boards. Add --boards 4"),
        (("--camera", "photos:/not/there", "--board", "clasic"), "Did you mean 'classic'"),
        (("--camera", "sim:hasbro-2", "--board", "classic"), "its own board"),
        ((), "Missing option '--camera'"),
    ],
)
def test_what_cannot_be_watched_is_said(args, word):
    result = run("watch", *args)
    assert result.exit_code != 0
    assert word in result.output + str(result.exception)


def test_every_colour_has_a_plastic():
    assert set("wsgropybnk") <= set(PLASTIC)
