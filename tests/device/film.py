"""What the camera of the virtual machine is to show: ``film.py FOLDER``, on the computer outside.

Calibrates the board of a filmed game as a user does, at the size of the virtual camera, and writes
its frames as the bytes that the camera gives: each twice, with noise of its own, as no sensor gives
one picture twice. Needs the labelled pictures beside the checkout.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

from calibration.evaluation.films import load_film
from calibration.evaluation.label_files import LETTERS
from companion.game.core.key_pegs import mark
from tests.device.filmed_game import BOARD, SIZE

ROOT = Path(__file__).parents[2]
FILMED = ROOT.parent / "shared" / "boards" / "rendered" / "game_0"


def main(folder: Path) -> None:
    """Write the film, its truth and the calibration into `folder`."""
    photos = folder / "photos"
    photos.mkdir(parents=True, exist_ok=True)
    for name in ("calib_empty", "calib_pegs"):
        cv2.imwrite(str(photos / f"{name}.png"), small(FILMED / f"{name}.jpg"))
    words = ["calibrate", BOARD, "--photos", str(photos), "--name", "film", "--yes"]
    subprocess.run(
        [sys.executable, "-m", "companion", *words],
        check=True,
        cwd=ROOT,
        env=os.environ | {"XDG_DATA_HOME": str(folder / "data")},
    )
    log, film = json.loads((FILMED / "game.json").read_text()), load_film(FILMED)
    chance = np.random.default_rng(1)
    with (folder / "film.yuyv").open("wb") as out:
        for shot in film.shots:
            image = small(shot.file).astype(np.int16)
            for _ in range(2):
                noisy = image + chance.integers(-1, 2, image.shape, dtype=np.int16)
                out.write(yuyv(noisy.clip(0, 255).astype(np.uint8)))
    code = "".join(LETTERS[colour] for colour in log["code"])
    rows = [(guess, mark(code, guess)) for guess in film.guesses]
    truth = {
        "code": code,
        "rows": [(guess, keys.black, keys.white) for guess, keys in rows],
        # the guess that each frame belongs to; none when the code has been shown
        "guess": [frame["guess_in_progress"] for frame in log["frames"]],
    }
    (folder / "truth.json").write_text(json.dumps(truth))


def small(file: Path) -> np.ndarray:
    """Return a picture at the size of the virtual camera."""
    return cv2.resize(cv2.imread(str(file)), SIZE, interpolation=cv2.INTER_AREA)


def yuyv(image: np.ndarray) -> bytes:
    """Return a picture as a camera packs it: each pixel's brightness, colours for two."""
    parts = cv2.cvtColor(image, cv2.COLOR_BGR2YUV)
    packed = np.empty((*image.shape[:2], 2), np.uint8)
    packed[..., 0] = parts[..., 0]
    packed[:, 0::2, 1] = parts[:, 0::2, 1]
    packed[:, 1::2, 1] = parts[:, 0::2, 2]
    return packed.tobytes()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
