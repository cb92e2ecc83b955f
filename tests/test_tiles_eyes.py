"""Frames of a table of tiles: read when all is still, told once, never through a hand."""

from types import SimpleNamespace

from companion.errors import BoardNotFound
from companion.sightings.boards import HandGone, HandSeen, LightBack, LightLost
from companion.sightings.tiles import TilesLying, TilesSeen
from companion.simulator.tiles.camera import DrawnTable, TableMoment
from companion.vision.camera.frames import Frame
from companion.vision.tiles.table_eyes import READINGS, TileEyes, lying_of
from companion.vision.tiles.watcher import TileLook, TileWatcher
from companion.vision.watch.watcher import FrameKind

TABLE = DrawnTable.usual(width=640)
ROWS = (("B1", "W4", "B7"), ("W0", "B2", "W11"))
QUIET = TableMoment(ROWS)
CLUE = TableMoment(ROWS, clue=(0, "W"))
HAND = TableMoment(ROWS, hand=(0, 2))
LYING = TilesLying((("B?", "W?", "B?"), ("W?", "B?", "W?")))


def reading(*rows):
    return SimpleNamespace(rows=[SimpleNamespace(tiles=row.split()) for row in rows])


class Reader:
    """Gives what it is told to have read, and counts how often it was asked."""

    def __init__(self):
        self.found, self.times = reading("B? W? B?", "W? B? W?"), 0

    def __call__(self, image):
        self.times += 1
        if self.found is None:
            raise BoardNotFound("There are no tiles.", hint="Look again.")
        return self.found


def watched(eyes, moment, frames, *, image=None):
    seen = []
    for number in range(frames):
        picture = TABLE.draw(moment, noise=number) if image is None else image
        seen += eyes.look(Frame(picture, 0.0, number))
    return seen


def test_a_still_table_is_read_twice_and_told_once():
    reader = Reader()
    eyes = TileEyes(reader, TileWatcher(2, READINGS))
    assert not eyes.has_read
    assert watched(eyes, QUIET, 9) == [TilesSeen(LYING)]
    assert reader.times == 2
    assert eyes.has_read


def test_a_hand_is_not_read_through_and_what_it_did_is():
    reader = Reader()
    eyes = TileEyes(reader, TileWatcher(2, READINGS))
    watched(eyes, QUIET, 6)
    reader.found = reading("B? W? B?", "W? B? W?", "W?")
    assert watched(eyes, HAND, 1) == [HandSeen()]
    seen = watched(eyes, CLUE, 9)
    assert seen == [HandGone(), TilesSeen(TilesLying(LYING.rows, "W"))]
    assert reader.times == 4


def test_darkness_is_said_each_way():
    eyes = TileEyes(Reader(), TileWatcher(2, READINGS))
    watched(eyes, QUIET, 6)
    black = TABLE.draw(QUIET) * 0
    assert LightLost() in watched(eyes, QUIET, 4, image=black)
    assert LightBack() in watched(eyes, QUIET, 8)


def test_rows_that_are_not_all_found_are_waited_for():
    reader = Reader()
    reader.found = None
    eyes = TileEyes(reader, TileWatcher(2, READINGS))
    assert watched(eyes, QUIET, 6) == []
    reader.found = reading("B? W? B?")
    assert watched(eyes, QUIET, 6) == []


def test_a_hidden_tile_by_itself_is_the_clue_tile():
    seen = lying_of(reading("B? W5", "B?", "W? B??"))
    assert seen == TilesLying((("B?", "W5"), ("W?", "B??")), "B")


def test_a_face_that_flickers_is_told_as_unclear_and_a_change_is_not():
    watcher = TileWatcher(1)
    faces = ["W5", "W5", "W??", "W8", "W5", "W8"] * 3
    for face in faces:
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, TilesLying((("B?", face),))))
        if seen:
            break
    assert seen == (TilesSeen(TilesLying((("B?", "W??"),))),)
    watcher = TileWatcher(1)
    for tile in ["W5", "W?"] * 8:
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, TilesLying((("B?", tile),))))
        assert seen == ()


def test_a_clue_tile_that_is_read_now_and_then_is_not_told():
    watcher = TileWatcher(1)
    for clue in ["B", "", "B", "W"] * 5:
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, TilesLying((("B?", "W5"),), clue)))
        assert seen == ()


def test_what_lies_there_still_is_told_once_however_often_it_is_looked_at():
    watcher, told = TileWatcher(1), []
    for tile in ["W5"] * 20 + ["W7"] * 20:
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, TilesLying((("B?", tile),))))
        told += seen
    rows = [each.lying.rows for each in told]
    assert rows == [(("B?", "W5"),), (("B?", "W7"),)]
