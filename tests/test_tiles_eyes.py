"""Frames of a table of tiles: read when all is still, told once, never through a hand."""

from dataclasses import replace

import numpy as np

from companion.errors import BoardNotFound
from companion.sightings.boards import HandGone, HandSeen, LightBack, LightLost
from companion.sightings.tiles import TilesLying, TilesSeen
from companion.simulator.tiles.camera import DrawnTable, TableMoment
from companion.vision.camera.frames import Frame
from companion.vision.tile_faces.boxes import Stance, TilePlace
from companion.vision.tile_watch.pool_tracker import PoolTracker
from companion.vision.tile_watch.table_eyes import ENOUGH, READINGS, TileEyes
from companion.vision.tile_watch.watcher import TileLook, TileWatcher
from companion.vision.tiles.known_table import KnownTable
from companion.vision.tiles.reading import SeenTile, TileReading, TileRow
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.stability import PHOTOS

TABLE = DrawnTable.usual(width=640)
ROWS = (("B1", "W4", "B7"), ("W0", "B2", "W11"))
QUIET = TableMoment(ROWS)
CLUE = TableMoment(ROWS, clue=(0, "W"))
HAND = TableMoment(ROWS, hand=(0, 2))
LYING = TilesLying((("B?", "W?", "B?"), ("W?", "B?", "W?")), "", (0, 0))


def hidden(*placed):
    """Tiles as "B 120 30": a back, and where it lies in mm."""
    tiles = []
    for text in placed:
        colour, x, y = text.split()
        tiles.append(SeenTile(TilePlace(float(x), float(y), 0.0, Stance.LIES), colour))
    return tuple(tiles)


def reading(*rows, clues=(), pool=()):
    """Rows as "B? W5": an open tile lies, a hidden one stands."""
    told = []
    for text in rows:
        tiles = []
        for i, tile in enumerate(text.split()):
            stance = Stance.STANDS if tile[1:] == "?" else Stance.LIES
            tiles.append(SeenTile(TilePlace(30.0 * i, -200.0, 0.0, stance), tile[0], tile[1:]))
        told.append(TileRow(0.0, tuple(tiles)))
    known = KnownTable(TABLE.pose)
    return TileReading(tuple(told), known, clues=hidden(*clues), pool=hidden(*pool))


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


def test_a_table_at_rest_before_a_camera_that_is_noisy_is_read_and_a_hand_is_seen():
    noisy = replace(TABLE, look=replace(TABLE.look, noise=9.0))
    eyes = TileEyes(Reader(), TileWatcher(2, READINGS))
    frames = [noisy.draw(QUIET, noise=i) for i in range(9)]
    seen = [each for image in frames for each in eyes.look(Frame(image, 0.0, 0))]
    assert seen == [TilesSeen(LYING)]
    assert eyes.look(Frame(noisy.draw(HAND, noise=9), 0.0, 0)) == (HandSeen(),)


def test_one_light_tile_that_moved_on_a_light_cloth_far_from_the_camera_is_noticed():
    far = DrawnTable.random(seed=11, width=960)
    pool = ("W", "B", "B", "B", "B", "W", "W", "W", "W", "W", "W")
    reader = Reader()
    eyes = TileEyes(reader, TileWatcher(2, READINGS))
    for number, moment in enumerate(
        [TableMoment(ROWS, pool=(*pool, "W"))] * 7 + [TableMoment(ROWS, (0, "W"), pool=pool)] * 7
    ):
        eyes.look(Frame(far.draw(moment, noise=number), 0.0, number))
    assert reader.times == 4


def test_a_hand_is_not_read_through_and_what_it_did_is():
    reader = Reader()
    eyes = TileEyes(reader, TileWatcher(2, READINGS))
    watched(eyes, QUIET, 6)
    reader.found = reading("B? W? B?", "W? B? W?", clues=["W 0 -140"])
    assert watched(eyes, HAND, 1) == [HandSeen()]
    seen = watched(eyes, CLUE, 9)
    assert seen == [HandGone(), TilesSeen(TilesLying(LYING.rows, "W", (0, 0)))]
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


def test_a_still_table_whose_rows_are_not_found_is_not_read_for_ever():
    reader = Reader()
    reader.found = reading("B? W? B?")
    eyes = TileEyes(reader, TileWatcher(2, READINGS))
    picture = TABLE.draw(QUIET)
    assert watched(eyes, QUIET, 60, image=picture) == []
    assert reader.times == ENOUGH
    # what changes is read
    reader.found = reading("B? W? B?", "W? B? W?")
    watched(eyes, HAND, 1)
    assert TilesSeen(LYING) in watched(eyes, QUIET, 9, image=picture)


def on_sides(*rows):
    """Rows as "B? W5", the first at the near side, the next to its left, and so on."""
    told = reading(*rows)
    turned = (replace(row, turn=-i * np.pi / 2) for i, row in enumerate(told.rows))
    return replace(told, rows=tuple(turned))


def test_a_row_that_is_not_seen_any_more_is_told_as_empty_and_the_others_stay_theirs():
    reader = Reader()
    rows = ["B? W?", "W? B?", "B? B?", "W? W?"]
    reader.found = on_sides(*rows)
    eyes = TileEyes(reader, TileWatcher(4, READINGS))
    picture = TABLE.draw(QUIET)
    watched(eyes, QUIET, 9, image=picture)
    # a glass stands before the second row
    hidden_row = reader.found.rows[1]
    rest = tuple(row for row in reader.found.rows if row is not hidden_row)
    reader.found = replace(reader.found, rows=rest)
    watched(eyes, HAND, 1)
    assert [
        each for each in watched(eyes, QUIET, 6, image=picture) if isinstance(each, TilesSeen)
    ] == []
    (seen,) = [e for e in watched(eyes, QUIET, 40, image=picture) if isinstance(e, TilesSeen)]
    assert seen.lying.rows == (("B?", "W?"), (), ("B?", "B?"), ("W?", "W?"))
    # two rows on one side are nobody's
    reader.found = replace(reader.found, rows=(*rest[:2], replace(hidden_row, turn=0.1)))
    watched(eyes, HAND, 1)
    assert [e for e in watched(eyes, QUIET, 40, image=picture) if isinstance(e, TilesSeen)] == []


def test_a_frame_in_which_nothing_moved_is_not_read_again():
    """That is what makes it cheap; `benchmarks/bench_tiles.py` has by how much."""
    reader, picture = Reader(), TABLE.draw(QUIET)
    eyes = TileEyes(reader, TileWatcher(2, READINGS))
    assert TilesSeen(LYING) in watched(eyes, QUIET, 9, image=picture)
    read = reader.times
    assert watched(eyes, QUIET, 40, image=picture) == []
    assert reader.times == read


POOL = ["B 0 0", "W 40 0", "W 80 0", "B 0 50"]


def told_after(*readings):
    """What a tracker of the pool says of the last of `readings`."""
    tracker, said = PoolTracker(), None
    for each in readings:
        tracker, *said = tracker.on(each)
    return said


def test_a_tile_of_the_pool_before_a_row_is_no_clue_tile_at_the_deal():
    dealt = reading("B? W?", "W? B?", clues=["B 40 -120"], pool=POOL)
    assert told_after(dealt) == ["", (3, 2)]


def test_a_pool_that_was_empty_is_there_again_when_a_new_round_is_dealt():
    last = reading("B? W?", "W? B?", pool=["B 0 0"])
    drawn = reading("B? W?", "W? B?", clues=["B 40 -120"])
    over = reading("B? W? B?", "W? B?")
    dealt = reading("B? W?", "W? B?", pool=POOL)
    assert told_after(last, drawn, drawn) == ["B", (0, 0)]
    assert told_after(last, drawn, over, dealt) == ["", (2, 2)]
    left = [*POOL[:3], "B 30 -60"]
    assert told_after(last, drawn, over, dealt, reading("B? W?", "W? B?", pool=left)) == [
        "B",
        (1, 2),
    ]


def test_a_pool_of_which_one_tile_is_never_seen_is_known_after_the_next_deal_too():
    over = reading(" ".join(["B?"] * 12), " ".join(["W?"] * 12))
    pool = [f"{'BW'[i % 2]} {30 * (i % 5)} {50 * (i // 5)}" for i in range(15)]
    rows = "B? W? B? W?", "W? B? W? B?"
    dealt = reading(*rows, pool=pool)
    drawn = reading(*rows, pool=pool[:-1], clues=["B 40 -120"])
    assert told_after(over, dealt) == ["", (8, 7)]
    assert told_after(over, dealt, drawn) == ["B", (7, 7)]


def test_the_last_tile_of_the_pool_is_a_clue_tile_also_beside_where_others_lay():
    rows, pool = ("B? W?", "W? B?"), ["B 0 0", "W 32 0", "B 64 0", "W 0 50", "B 32 50", "W 64 50"]
    looks = [reading(*rows, pool=pool[:n]) for n in range(6, 0, -1)]
    assert told_after(*looks, reading(*rows, clues=["B -33 0"])) == ["B", (0, 0)]


def test_the_tile_that_left_the_pool_is_the_clue_tile_wherever_it_lies():
    dealt = reading("B? W?", "W? B?", pool=POOL)
    drawn = reading("B? W?", "W? B?", pool=["B 0 0", "W 40 0", "B 0 50", "W 30 -60"])
    assert told_after(dealt, drawn) == ["W", (2, 1)]
    placed = reading("B? W? W?", "W? B?", pool=["B 0 0", "W 40 0", "B 0 50"])
    assert told_after(dealt, drawn, placed) == ["", (2, 1)]


def test_a_bump_of_the_table_draws_nothing():
    dealt = reading("B? W?", "W? B?", pool=POOL)
    bumped = reading("B? W?", "W? B?", pool=["B 22 9", "W 62 9", "W 102 9", "B 22 59"])
    assert told_after(dealt, bumped) == ["", (2, 2)]


# a whole set of 24: rows of four, and sixteen tiles in the middle
SET = ["B? W? B? W?", "W? B? W? B?"]
MIDDLE = [f"{'BW'[i % 2]} {40 * (i % 8)} {60 * (i // 8)}" for i in range(16)]


def test_a_hand_over_the_pool_takes_nothing_out_of_it():
    dealt = reading(*SET, pool=MIDDLE)
    covered = reading(*SET, pool=MIDDLE[5:])
    assert told_after(dealt, covered, dealt) == ["", (8, 8)]
    drawn = reading(*SET, clues=["B 40 -140"], pool=MIDDLE[1:])
    assert told_after(dealt, covered, drawn) == ["B", (7, 8)]
    # nor where a hand makes up for the tiles that it covers, so that a whole set seems to lie there
    made_up = reading(*SET, pool=[*MIDDLE[2:], "B 20 30", "W 300 30"])
    assert told_after(dealt, made_up, dealt) == ["", (8, 8)]
    # what seemed to be tiles in the light of an arm is not remembered either
    arm = reading(*SET, pool=[*MIDDLE[8:], "B 300 300", "W 340 300", "B 380 300"])
    assert told_after(dealt, arm, drawn, covered, drawn) == ["B", (7, 8)]


def test_a_tile_pushed_aside_beside_the_clue_tile_stays_in_the_pool():
    dealt = reading(*SET, pool=MIDDLE)
    pushed = reading(*SET, clues=["B 40 -140"], pool=["W 40 25", *MIDDLE[2:]])
    assert told_after(dealt, pushed) == ["B", (7, 8)]


def test_a_tile_that_moves_within_the_pool_is_not_drawn():
    dealt = reading(*SET, pool=MIDDLE)
    pushed = reading(*SET, pool=["B 0 25", *MIDDLE[1:]])
    assert told_after(dealt, pushed) == ["", (8, 8)]


def test_tiles_mixed_for_the_next_round_are_a_pool_again():
    mixed = [f"{'BW'[i % 2]} {40 * (i % 8) + 500} {60 * (i // 8)}" for i in range(16)]
    assert told_after(reading(*SET, pool=MIDDLE), reading(*SET, pool=mixed)) == ["", (8, 8)]


def test_a_pool_with_an_unclear_colour_is_not_counted():
    assert told_after(reading("B? W?", "W? B?", pool=["? 0 0", "W 40 0"])) == ["", None]


def test_a_look_in_which_tiles_are_missing_waits():
    rows = tuple(("B?", "W?") * 2 for _ in range(2))
    whole = TilesLying(rows, "", (8, 8))
    short = TilesLying((rows[0][:-2], rows[1]), "", (8, 8))
    watcher = TileWatcher(2, PHOTOS)
    watcher, seen = watcher.on(TileLook(FrameKind.STILL, whole))
    assert seen == (TilesSeen(whole),)
    watcher, seen = watcher.on(TileLook(FrameKind.STILL, short))
    assert seen == ()
    # what stays so is told as it is
    for _ in range(4):
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, short))
        if seen:
            break
    assert seen == (TilesSeen(short),)


def test_after_a_look_with_a_hand_in_it_one_whose_pool_is_not_clear_does_not_wait_for_ever():
    rows = tuple(("B?", "W?") * 2 for _ in range(2))
    short = TilesLying((rows[0][:1], rows[1]), "", (8, 8))
    unclear = TilesLying((rows[1], rows[0]), "", None)
    watcher, told = TileWatcher(2, PHOTOS), []
    for lying in [TilesLying(rows, "", (8, 8)), short, unclear]:
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, lying))
        told += seen
    assert told[1:] == [TilesSeen(unclear)]


def test_where_tiles_are_always_missing_a_look_in_which_more_are_waits_too():
    rows = tuple(("B?", "W?") * 2 for _ in range(2))
    whole = TilesLying(rows, "", (8, 8))
    behind_a_cup = TilesLying(rows, "", (6, 8))
    hand = TilesLying((rows[0][:2], rows[1]), "", (6, 8))
    watcher, told = TileWatcher(2, PHOTOS), []
    for lying in [whole, *[behind_a_cup] * 4, hand, hand, behind_a_cup, hand, hand, whole]:
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, lying))
        told += seen
    assert told == [TilesSeen(whole), TilesSeen(behind_a_cup), TilesSeen(whole)]


def test_where_tiles_are_always_missing_a_look_with_more_of_them_does_not_wait():
    rows = tuple(("B?", "W?") * 2 for _ in range(2))
    whole, few, more = (TilesLying(rows, "", (n, 8)) for n in (8, 3, 6))
    watcher, told = TileWatcher(2, PHOTOS), []
    for lying in [whole, few, few, few, more, few]:
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, lying))
        told += seen
    assert told == [TilesSeen(whole), TilesSeen(few), TilesSeen(more)]


def test_a_look_in_which_one_tile_is_missing_is_told_as_not_steady_until_it_stays_so():
    rows = tuple(("B?", "W?") * 2 for _ in range(2))
    whole, short = TilesLying(rows, "", (8, 8)), TilesLying(rows, "", (7, 8))
    watcher, told = TileWatcher(2, PHOTOS), []
    for lying in [whole, *[short] * 6]:
        watcher, seen = watcher.on(TileLook(FrameKind.STILL, lying))
        told += seen
    assert told == [TilesSeen(whole), TilesSeen(replace(short, steady=False)), TilesSeen(short)]


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
