"""What may befall a filmed game: frames lost or doubled, light and camera that change midway."""

from functools import partial
from random import Random

import cv2
import numpy as np

__all__ = ["FAULTS"]


def plain(_film, reel):
    return list(reel)


def dropped(_film, reel):
    chance = Random(5)
    return [each for each in reel if chance.random() >= 0.3]


def doubled(_film, reel):
    return [each for each in reel for _ in range(2)]


def dimmed(_film, reel):
    half = len(reel) // 2
    dark = [(shot, (image * 0.5).astype(np.uint8)) for shot, image in reel[half:]]
    return [*reel[:half], *dark]


def shifted(film, reel):
    """Move the picture by a third of the distance between two holes, sideways, from midway on."""
    half = len(reel) // 2
    left, right = film.session.empty.given.corners[:2]
    pitch = np.linalg.norm(right - left) / (film.session.shape.cols - 1)
    warp = np.array([[1, 0, pitch / 3], [0, 1, 0]], np.float32)
    moved = [
        (shot, cv2.warpAffine(image, warp, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))
        for shot, image in reel[half:]
    ]
    return [*reel[:half], *moved]


def drifting(_film, reel):
    """Let the white balance drift: a hundredth a frame more blue and less red."""
    return [
        (shot, np.clip(image * [1 + i / 100, 1, 1 - i / 100], 0, 255).astype(np.uint8))
        for i, (shot, image) in enumerate(reel)
    ]


FAULTS = {
    fault.__name__: lambda film, fault=fault: partial(fault, film)
    for fault in (plain, dropped, doubled, dimmed, shifted, drifting)
}
