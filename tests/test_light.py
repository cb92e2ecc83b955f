"""The light on a board, told by its own surface: also where that is too bright to be seen."""

import numpy as np
import pytest

from companion.vision.features.light import Ground, change_of_light, log_light, usual_light

PLACES, POINTS = 12, 20
WARM, DIM, SAME = (0.45, 0.9, 1.6), (0.5, 0.5, 0.5), (1.0, 1.0, 1.0)


def stored(light):
    """Store linear light of 0..1 as 0..255, cut where it is brighter."""
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / 2.2), np.float32)


def told(plastic, before, now):
    """Give the change (3,) that most points of ground tell, and by how much it is truly."""
    then, seen = stored(plastic * before), stored(plastic * now)
    none = np.zeros((PLACES, 3), np.float32)
    ground = Ground(log_light(then), np.eye(PLACES, dtype=np.float32), none, 3, 4)
    change = change_of_light(seen, log_light(seen), ground)
    return np.median(change.reshape(-1, 3), axis=0), np.log(np.divide(now, before))


@pytest.mark.parametrize(("before", "now"), [(SAME, WARM), (WARM, SAME), (SAME, DIM), (WARM, DIM)])
@pytest.mark.parametrize("seed", range(5))
def test_a_white_board_tells_the_light_where_a_channel_is_clipped(before, now, seed):
    """Two thirds are white, and clipped in red under the warm lamp, then or now."""
    chance = np.random.default_rng(seed)
    white = chance.random((PLACES, POINTS, 1)) < 2 / 3
    plastic = np.where(white, 0.75, 0.3) * chance.uniform(0.9, 1.1, (PLACES, POINTS, 1))
    change, truly = told(plastic, before, now)
    assert np.abs(change - truly).max() < 0.08


def test_where_all_is_clipped_nothing_is_made_up():
    plastic = np.full((PLACES, POINTS, 3), 0.9)
    change, _ = told(plastic, SAME, (2.0, 2.0, 2.0))
    seen = log_light(np.array([255.0], np.float32)) - log_light(stored(np.array([0.9])))
    assert np.allclose(change, seen, atol=1e-5)


def test_what_was_clipped_when_calibrated_is_not_clipped_now():
    """Each place has its light from its left neighbour; of that one's points half are clipped."""
    then = np.full((PLACES, POINTS, 3), 120, np.float32)
    then[3] = 255.0
    now = then.copy()
    now[6, : POINTS // 2, 2] = 255.0
    spread = np.roll(np.eye(PLACES, dtype=np.float32), -1, axis=1)
    ground = Ground(log_light(then), spread, np.zeros((PLACES, 3), np.float32), 1, PLACES)
    part = usual_light(now, ground).from_clipped
    # the next is lit by it, and the places beside that one too, a third
    assert np.flatnonzero(part).tolist() == [6, 7, 8]
    assert part.max() == pytest.approx(0.5 / 3)
