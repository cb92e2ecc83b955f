"""Printed strips of numbers and answers on a drawn table, and pawns that point with them."""

from dataclasses import replace

import cv2
import numpy as np

from calibration.sheets.claim_strip import LEFT, TOPS, claim_strip
from companion.sightings.tiles import AnswerPointed, ClaimPointed
from companion.simulator.simulation import known_table
from companion.simulator.tiles.camera import GAP, OUT, TileCamera, seat_turn
from companion.simulator.tiles.scenery import Paper
from companion.vision.tile_faces.glyphs import FACES
from companion.vision.tile_watch.claim_strip import ClaimEyes
from companion.vision.tile_watch.strips import ANSWERS, FIELD, field_at, length
from companion.vision.tile_watch.table_eyes import READINGS, TileEyes
from companion.vision.tile_watch.watcher import TileWatcher
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.seat_order import by_sides

# px a mm that the sheet is drawn with, mm of white around the strips
SCALE, MARGIN = 2.0, 4.0
# mm that the strips lie left and right of the middle, seen from near, and mm before a tile that a
# pawn stands
ASIDE, BEFORE = 265.0, 25.0
# frames that a table lies still until it is told, at most, and that pawns stand
PATIENCE, POINTING = 40, 8


def strip_on(table):
    """Give the drawn table with the numbers at its left side, the answers at its right.

    They are read from there.
    """
    papers = (
        Paper(printed(FACES), -ASIDE - MARGIN, length(FACES) / 2 + MARGIN, -np.pi / 2, SCALE),
        Paper(printed(ANSWERS), ASIDE + MARGIN, -length(ANSWERS) / 2 - MARGIN, np.pi / 2, SCALE),
    )
    return replace(table, look=replace(table.look, papers=papers))


def printed(texts):
    """Give the part of the sheet that has the strip of these texts as it is printed, BGR."""
    wide, tall = length(texts) + 2 * MARGIN, FIELD[1] + 2 * MARGIN
    fine, top = 4, TOPS[texts]
    sheet = np.full((round(tall * SCALE * fine), round(wide * SCALE * fine), 3), 245, np.uint8)
    page = claim_strip()

    def pixel(x, y):
        return tuple(round((v - o + MARGIN) * SCALE * fine) for v, o in ((x, LEFT), (y, top)))

    for box in page.boxes:
        if top <= box.y + 1e-6 < top + FIELD[1]:
            far = box.x + box.width, box.y + box.height
            cv2.rectangle(sheet, pixel(box.x, box.y), np.subtract(pixel(*far), 1), (25,) * 3, -1)
    for text in page.texts:
        if top < text.y < top + FIELD[1]:
            scale = text.size * SCALE * fine / 22
            where = pixel(text.x, text.y)
            cv2.putText(sheet, text.words, where, cv2.FONT_HERSHEY_SIMPLEX, scale, (25,) * 3, 12)
    return cv2.resize(sheet, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA)


def pawn_before(seat, seats, place, count, *, box):
    """Give where a pawn stands before a tile (of `count`) of a row."""
    turn = seat_turn(seat, seats)
    right = (place - (count + 1) / 2) * (box.width + GAP)
    ahead = BEFORE - OUT
    return (
        right * np.cos(turn) - ahead * np.sin(turn),
        right * np.sin(turn) + ahead * np.cos(turn),
    )


def pawn_on(said):
    """Give where a pawn stands on a number or an answer."""
    if said in ANSWERS:
        along = field_at(ANSWERS.index(said)) + FIELD[0] / 2
        return (ASIDE + FIELD[1] / 2, along - length(ANSWERS) / 2)
    along = field_at(FACES.index(said)) + FIELD[0] / 2
    return (-ASIDE - FIELD[1] / 2, length(FACES) / 2 - along)


def pointed_at(table, moment, claims):
    """Give what the real eyes make of `claims` (seat, place, number) that are pointed at in turn.

    One without a tile is an answer. A hand sets the pawns, and takes them away after each.
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
    for *tile, said in claims:
        pawns = [pawn_on(said)]
        if tile:
            seat, place = tile
            count = len(moment.rows[seat])
            pawns.append(pawn_before(seat, len(moment.rows), place, count, box=table.box))
        hand = (*tile, 0, 1)[:2]
        given.append(seen(replace(moment, hand=hand), 1))
        given.append(seen(replace(moment, pawns=tuple(pawns)), POINTING))
        given.append(seen(replace(moment, hand=hand), 1))
    return [
        each for part in given for each in part if isinstance(each, ClaimPointed | AnswerPointed)
    ]
