"""Renders many small pictures of boards among other things, to learn where a board is.

    python -m benchmarks.rooms.small OUT [--rooms N] [--first K]

Each room has one board, five pictures from anywhere, and what lies on tables beside boards. A
picture is as large as a net sees it and traced whole: about a second on one core, so that there
can be many boards. What is needed is what `benchmarks.rooms.render` needs.
"""

import json
from pathlib import Path

import cv2
import numpy as np

from benchmarks.rooms import colours
from benchmarks.rooms.clutter import some_clutter
from benchmarks.rooms.develop import developed, exposed, some_camera
from benchmarks.rooms.hands import some_hand
from benchmarks.rooms.lights import moved, some_room
from benchmarks.rooms.render import KINDS, empty_board, main, some_game
from benchmarks.rooms.specimens import some_specimen
from benchmarks.rooms.told import label_of
from benchmarks.rooms.tracing import Still, foot_of, traced_whole
from benchmarks.rooms.views import some_pose

SEED = 9  # unlike that of the large rooms, whose boards are others
SIZES, HOW_OFTEN = ((288, 216), (304, 171)), (0.75, 0.25)  # pixels
SHARE = (0.2, 0.17, 0.2, 0.17, 0.26)
# as those of a session are called, so that they are read as one; the second shows a game as well
PICTURES = ("calib_empty", "calib_pegs", "still_0", "still_1", "still_2")


def render_small_room(out: Path, number: int) -> str:
    """Render one room's pictures: the empty board, and games at several states."""
    chance = np.random.default_rng([SEED, number])
    specimen = some_specimen(str(chance.choice(KINDS, p=SHARE)), chance)
    room, cloth, camera = some_room(chance), colours.cloth(chance), some_camera(chance)
    gloss = (float(chance.uniform(0.03, 0.25)), float(chance.uniform(0.03, 0.3)))
    folder = out / f"small{number:05}s"
    folder.mkdir(parents=True, exist_ok=True)
    for k, name in enumerate(PICTURES):
        size = SIZES[int(chance.choice(len(SIZES), p=HOW_OFTEN))]
        pose = some_pose(specimen.shape, size, float(chance.uniform(45, 100)), chance)
        filling = empty_board(specimen.shape) if k == 0 else some_game(specimen, chance)
        has_hand = k > 0 and chance.random() < 0.35
        hand = some_hand(specimen.shape, chance) if has_hand else []
        paint = list(specimen.paint.values())
        beside = some_clutter(specimen.shape, paint, foot_of(specimen), pose, chance)
        still = Still(specimen, filling, room, cloth, gloss, hand, beside)
        light = traced_whole(still, pose, chance)
        picture = developed(light, exposed(light, light, camera, chance), camera, room.dim, chance)
        cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        label = json.dumps(label_of(specimen, filling, pose, hand))
        (folder / f"{name}.json").write_text(label, "utf-8")
        room = moved(room, chance)
    return f"{folder.name} {specimen.kind}"


if __name__ == "__main__":
    main(__doc__ or "", render_small_room)
