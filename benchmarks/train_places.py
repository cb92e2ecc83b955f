"""Trains the net that sees a board's outer places: python -m benchmarks.train_places OUT ROOMS...

    python -m benchmarks.rooms.render ROOMS --rooms 180
    python -m benchmarks.train_places companion/vision/data ROOMS --minutes 57

Needs torch and onnx. Each ROOMS is a folder of rendered rooms, or of labelled sessions. Those
whose number ends in 9 are never trained on: how far off, in pitches, the worst of the four outer
places is there is printed as the net learns.

What is shipped learned from 180 rooms for 57 minutes on one core (72,000 examples of 1,544
pictures), then for half an hour more from 40 others as well, the first set and its filmed games,
then for 58 minutes from 443 rooms of `benchmarks.rooms.small`, the first set and 40 pictures of its
games (113,000 examples of 2,405 pictures; a processor with AMX learns four times as quickly in
bfloat16):

    python -m benchmarks.rooms.small SMALL --rooms 500
    python -m benchmarks.train_places OUT SMALL --start companion/vision/data/outer_places.onnx
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from benchmarks.place_examples import Packed, changed, framed, packed_in
from benchmarks.place_net import PlaceNet, planes_of, save, taught_before
from companion.vision.match.outer_places import AROUND, SIZE, STEP

BATCH, RATE, DECAY, WARM_UP = 16, 3e-3, 1e-3, 200
RATE_FURTHER = 1.2e-3  # where it has learned before
FIRST_EXAMPLES = 256  # by which norms are put back into a net that has learned before
# what the maps count beside the heat: which cells are between the places, and where those are
INSIDE, PLACE = 3.0, 3.0
TOLD_EVERY = 150  # seconds


def loss_of(told, maps):
    heat, seen, place, inside = (
        torch.from_numpy(np.stack([getattr(one, name) for one in maps]))
        for name in ("heat", "seen", "place", "inside")
    )
    odds = F.log_softmax(told[:, :4].flatten(2), -1)
    peaks = -(heat.flatten(2) * odds).sum(-1)
    is_in = inside.float()
    off = F.smooth_l1_loss(told[:, 5:7], place, reduction="none", beta=0.05)
    return (
        (peaks * seen).sum() / seen.sum().clamp(min=1)
        + INSIDE * F.binary_cross_entropy_with_logits(told[:, 4], is_in)
        + PLACE * (off * is_in[:, None]).sum() / is_in.sum().clamp(min=1)
    )


def errors(net, left_out: Sequence[Packed]):
    """Give how far off the worst outer place is in each picture, in pitches."""
    net.eval()
    found = []
    with torch.no_grad():
        for one in left_out:
            image, scale, shift = framed(one.image, SIZE)
            told = net(planes_of([image.astype(np.float32) / 255]))[0, :4].numpy()
            at = (np.array([peak(heat) for heat in told]) + 0.5) * STEP - 0.5
            places = (one.places + 0.5) * scale - 0.5 + shift
            off = np.linalg.norm(at - places, axis=1).max()
            found.append(off / (one.pitch * scale))
    return np.array(found)


def peak(heat):
    y, x = np.unravel_index(heat.argmax(), heat.shape)
    top, left = max(y - AROUND, 0), max(x - AROUND, 0)
    near = np.exp(heat[top : y + AROUND + 1, left : x + AROUND + 1] - heat.max())
    ys, xs = np.mgrid[: near.shape[0], : near.shape[1]]
    return left + (near * xs).sum() / near.sum(), top + (near * ys).sum() / near.sum()


def train(net, highest, pictures: Sequence[Packed], left_out, minutes: float, out: Path):
    """Train for so many minutes; rare kinds of board are seen more often than their share.

    In bfloat16, channels last: on a processor with AMX that is nearly four times as quick.
    """
    chance = np.random.default_rng(1)
    noise = some_noise(chance)
    kinds = np.array([one.kind for one in pictures])
    often = np.array([1 / np.sqrt((kinds == kind).sum()) for kind in kinds])
    net = net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), highest, weight_decay=DECAY)
    began, said, step = time.time(), time.time(), 0
    while (part := (time.time() - began) / (60 * minutes)) < 1:
        rate = highest * min(1, step / WARM_UP) * (0.02 + 0.49 * (1 + np.cos(np.pi * part)))
        optimizer.param_groups[0]["lr"] = rate
        net.train()
        rows = chance.choice(len(pictures), BATCH, p=often / often.sum())
        examples = [changed(pictures[i], noise, chance) for i in rows]
        planes = planes_of([one.image for one in examples])
        with torch.autocast("cpu", torch.bfloat16):
            told = net(planes.to(memory_format=torch.channels_last))
        loss = loss_of(told.float(), [one.maps for one in examples])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step += 1
        if time.time() - said > TOLD_EVERY:
            said = time.time()
            tell(step, loss.item(), errors(net, left_out))
            save(net, out)
    tell(step, loss.item(), errors(net, left_out))
    save(net, out)


def some_noise(chance):
    return list(chance.normal(0, 1, (24, SIZE[1], SIZE[0], 3)).astype(np.float32))


def tell(step, loss, off):
    shares = ", ".join(f"{100 * np.mean(off < far):.0f} % within {far}" for far in (0.5, 1, 2))
    print(f"{step}: loss {loss:.2f}, left out median {np.median(off):.2f}, {shares}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("rooms", type=Path, nargs="+")
    parser.add_argument("--minutes", type=float, default=57)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(0)
    torch.manual_seed(1)
    pictures, left_out = [], []
    for folder in (one for rooms in options.rooms for one in sorted(rooms.glob("*[0-9]?"))):
        (left_out if folder.name[-2] == "9" else pictures).extend(packed_in(folder))
    print(len(pictures), "pictures,", len(left_out), "left out", flush=True)
    net, highest = PlaceNet(), RATE
    if options.start:
        chance, highest = np.random.default_rng(0), RATE_FURTHER
        noise, some = some_noise(chance), chance.choice(len(pictures), FIRST_EXAMPLES)
        net = taught_before(options.start, [changed(pictures[i], noise, chance) for i in some])
    train(net, highest, pictures, left_out, options.minutes, options.out)


if __name__ == "__main__":
    main()
