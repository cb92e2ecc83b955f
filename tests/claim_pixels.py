"""The strip of numbers on a drawn table, as it is printed, and pawns that point with it."""

from dataclasses import replace

import cv2
import numpy as np

from calibration.sheets.claim_strip import LEFT, TOP, claim_strip
from companion.sightings.tiles import ClaimPointed
from companion.simulator.simulation import known_table
from companion.simulator.tiles.camera import GAP, OUT, TileCamera, seat_turn
from companion.simulator.tiles.scenery import Paper
from companion.vision.tile_faces.glyphs import FACES
from companion.vision.tile_watch.claim_strip import FIELD, ClaimEyes, field_at, length
from companion.vision.tile_watch.table_eyes import READINGS, TileEyes
from companion.vision.tile_watch.watcher import TileWatcher
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.seat_order import by_sides

# px a mm that the sheet is drawn with, mm of white around the strip
SCALE, MARGIN = 2.0, 4.0
# mm that the strip lies left of the middle, seen from near, and mm before a tile that a pawn stands
ASIDE, BEFORE = 265.0, 25.0
# frames that a table lies still until it is told, at most, and that pawns stand
PATIENCE, POINTING = 40, 8


def strip_on(table):
    """Give the drawn table with the strip at its left side, to be read from there."""
    paper = Paper(printed(), -ASIDE - MARGIN, length() / 2 + MARGIN, -np.pi / 2, SCALE)
    return replace(table, look=replace(table.look, papers=(paper,)))


def printed():
    """Give the strip's part of the sheet that is printed, BGR."""
    wide, tall = length() + 2 * MARGIN, FIELD[1] + 2 * MARGIN
    fine = 4
    sheet = np.full((round(tall * SCALE * fine), round(wide * SCALE * fine), 3), 245, np.uint8)
    page = claim_strip()

    def pixel(x, y):
        return tuple(round((v - o + MARGIN) * SCALE * fine) for v, o in ((x, LEFT), (y, TOP)))

    for box in page.boxes:
        if TOP <= box.y + 1e-6 < TOP + FIELD[1]:
            far = box.x + box.width, box.y + box.height
            cv2.rectangle(sheet, pixel(box.x, box.y), np.subtract(pixel(*far), 1), (25,) * 3, -1)
    for text in page.texts:
        if TOP < text.y < TOP + FIELD[1]:
            scale = text.size * SCALE * fine / 22
            where = pixel(text.x, text.y)
            cv2.putText(sheet, text.words, where, cv2.FONT_HERSHEY_SIMPLEX, scale, (25,) * 3, 12)
    return cv2.resize(sheet, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA)


def pawns_for(seat, seats, place, count, number, *, box):
    """Give where pawns stand for a claim: before a tile (of `count`), and on a number."""
    turn = seat_turn(seat, seats)
    right = (place - (count + 1) / 2) * (box.width + GAP)
    ahead = BEFORE - OUT
    before = (
        right * np.cos(turn) - ahead * np.sin(turn),
        right * np.sin(turn) + ahead * np.cos(turn),
    )
    along = field_at(FACES.index(number)) + FIELD[0] / 2
    return (before, (-ASIDE - FIELD[1] / 2, length() / 2 - along))


def pointed_at(table, moment, claims):
    """Give what the real eyes make of `claims` (seat, place, number) that are pointed at in turn.

    A hand sets the pawns, and takes them away after each.
    """
    reader = TableReader(known_table(table))
    eyes = TileEyes(
        lambda image: by_sides(reader.read(image)),
        TileWatcher(len(moment.rows), READINGS),
        ClaimEyes(reader.view_for),
    )
    camera, shown = TileCamera(iter(()), table), 0

    def seen(now, frames):
        camera.follow(iter([now] * frames))
        return [each for _ in range(frames) for each in eyes.look(camera.read(0.0))]

    given = []
    while not eyes.has_read and shown < PATIENCE:
        seen(moment, 1)
        shown += 1
    for seat, place, number in claims:
        count = len(moment.rows[seat])
        pawns = pawns_for(seat, len(moment.rows), place, count, number, box=table.box)
        hand = seat, place
        given.append(seen(replace(moment, hand=hand), 1))
        given.append(seen(replace(moment, pawns=pawns), POINTING))
        given.append(seen(replace(moment, hand=hand), 1))
    return [each for part in given for each in part if isinstance(each, ClaimPointed)]
