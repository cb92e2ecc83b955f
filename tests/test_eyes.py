"""Frames become sightings: what is held back until the whole board was read once."""

from looks import reading_of

from companion.sightings.boards import BoardRead, RowChanged, RowSeen
from companion.vision.watch.board_eyes import BoardEyes
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.watcher import Observation, Watcher


class Given:
    """A tracker to which its looks are given."""

    anew = 0

    def look(self, frame):
        return frame

    def read_anew(self):
        self.anew += 1


def eyes_before(tracker=None):
    return BoardEyes(tracker or Given(), Watcher.before(Limits(rows=4, cols=4, colours="rbgywo")))


def shown(eyes, first, *, times, hidden=()):
    reading = reading_of((first, "....", "....", "...."), hidden=hidden)
    looks = [Observation(0.0, FrameKind.STILL, reading)] * times
    return [seen for look in looks for seen in eyes.look(look)]


def test_what_changed_before_the_whole_board_was_read_is_said_as_it_is_now():
    eyes = eyes_before()
    assert shown(eyes, "rgby", times=5, hidden=[(4, 1)]) == []
    eyes.look(Observation(0.0, FrameKind.HAND))
    said = shown(eyes, "rgbo", times=20)
    assert said[1] == BoardRead(((1, "rgbo"),))
    assert [each for each in said if isinstance(each, RowSeen | RowChanged)] == [
        RowChanged(1, "rgbo", "rgby", 0.9)
    ]


def test_what_is_told_of_the_board_is_held_against_a_new_reading():
    tracker = Given()
    eyes = eyes_before(tracker)
    eyes.expect(((1, "rgby"),))
    eyes.told(2, "oooo")
    assert tracker.anew == 2


def test_a_row_that_should_stand_there_and_is_not_clear_is_not_read_as_standing():
    eyes = eyes_before()
    eyes.expect(((1, "rgby"), (2, "oooo")))
    said = shown(eyes, "rg?y", times=20)
    assert BoardRead(()) in said
