"""Trains the net that sees a board's outer places: python -m benchmarks.train_places OUT ROOMS...

    python -m benchmarks.rooms.render ROOMS --rooms 180
    python -m benchmarks.train_places companion/vision/data ROOMS --minutes 57

Needs torch and onnx. Each ROOMS is a folder of rendered rooms, or of labelled sessions. Those
whose number ends in 9 are never trained on: how far off, in pitches, the worst of the four outer
places is there is printed as the net learns.

What is shipped learned from 180 rooms for 57 minutes on one core (72,000 examples of 1,544
pictures); all that uses it was chosen with that one, on 40 rooms that it had not seen and on the
first set. Then it learned for half an hour more, at a third of the rate, from those as well and
from the filmed games of the first set, with boards of more nearly equal shares and down to 38
pixels across, which it had not been shown and did not see.
"""

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
import torch.nn.functional as F  # noqa: N812
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from benchmarks.place_examples import Packed, changed, framed, packed_in
from companion.vision.match.outer_places import AROUND, SIZE, STEP

WIDTHS = (12, 24, 40, 64, 96, 96)
BATCH, RATE, DECAY, WARM_UP = 16, 3e-3, 1e-3, 200
# what the maps count beside the heat: which cells are between the places, and where those are
INSIDE, PLACE = 3.0, 3.0
TOLD_EVERY = 150  # seconds


def block(wide, out, stride=1, size=3):
    return nn.Sequential(
        nn.Conv2d(wide, out, size, stride, size // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class Residual(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.first = block(wide, wide)
        self.second = nn.Sequential(
            nn.Conv2d(wide, wide, 3, 1, 1, bias=False), nn.BatchNorm2d(wide)
        )

    def forward(self, x):
        return F.relu(x + self.second(self.first(x)))


class PlaceNet(nn.Module):
    """Down by two five times, and up again to a quarter of the input's size."""

    def __init__(self):
        super().__init__()
        self.stem = block(3, WIDTHS[0], 2, 5)
        pairs = list(pairwise(WIDTHS))
        self.down = nn.ModuleList(nn.Sequential(block(a, b, 2), Residual(b)) for a, b in pairs)
        self.down[-1].append(Residual(WIDTHS[-1]))
        ups = pairs[:0:-1]
        self.lift = nn.ModuleList(nn.Conv2d(b, a, 1) for a, b in ups)
        self.up = nn.ModuleList(Residual(a) for a, _ in ups)
        self.told = nn.Conv2d(WIDTHS[1], 7, 1)

    def forward(self, x):
        levels, x = [], self.stem(x)
        for down in self.down:
            x = down(x)
            levels.append(x)
        for lift, up, beside in zip(self.lift, self.up, levels[-2::-1], strict=True):
            x = F.interpolate(lift(x), size=beside.shape[2:], mode="nearest")
            x = up(beside + x)
        return self.told(x)


def planes_of(images):
    stacked = (np.stack(images).transpose(0, 3, 1, 2) - 0.5) * 4
    return torch.from_numpy(np.ascontiguousarray(stacked, np.float32))


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


def train(net, pictures: Sequence[Packed], left_out: Sequence[Packed], minutes: float, out: Path):
    """Train for so many minutes; rare kinds of board are seen more often than their share."""
    chance = np.random.default_rng(1)
    noise = list(chance.normal(0, 1, (24, SIZE[1], SIZE[0], 3)).astype(np.float32))
    kinds = np.array([one.kind for one in pictures])
    often = np.array([1 / np.sqrt((kinds == kind).sum()) for kind in kinds])
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    began, said, step = time.time(), time.time(), 0
    while (part := (time.time() - began) / (60 * minutes)) < 1:
        rate = RATE * min(1, step / WARM_UP) * (0.02 + 0.49 * (1 + np.cos(np.pi * part)))
        optimizer.param_groups[0]["lr"] = rate
        net.train()
        rows = chance.choice(len(pictures), BATCH, p=often / often.sum())
        examples = [changed(pictures[i], noise, chance) for i in rows]
        loss = loss_of(
            net(planes_of([one.image for one in examples])), [one.maps for one in examples]
        )
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


def tell(step, loss, off):
    shares = ", ".join(f"{100 * np.mean(off < far):.0f} % within {far}" for far in (0.5, 1, 2))
    print(f"{step}: loss {loss:.2f}, left out median {np.median(off):.2f}, {shares}", flush=True)


class HeatMaps(nn.Module):
    """What of a net is run: the maps of the outer places."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net(x)[:, :4]


def save(net, out: Path):
    """Save the heat maps; weights in 16 bits, which is half the size and as good."""
    file = out / "outer_places.onnx"
    torch.onnx.export(
        HeatMaps(net).eval(),
        (torch.zeros(1, 3, SIZE[1], SIZE[0]),),
        str(file),
        input_names=["x"],
        output_names=["y"],
        opset_version=13,
        dynamo=False,
    )
    graph = (whole := onnx.load(file)).graph
    casts = []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32:
            graph.initializer.remove(weights)
            half = f"{weights.name}_half"
            graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), half))
            casts.append(helper.make_node("Cast", [half], [weights.name], to=TensorProto.FLOAT))
    nodes = casts + list(graph.node)
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.save(whole, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("rooms", type=Path, nargs="+")
    parser.add_argument("--minutes", type=float, default=57)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(0)
    torch.manual_seed(1)
    pictures, left_out = [], []
    for folder in (one for rooms in options.rooms for one in sorted(rooms.glob("*[0-9]?"))):
        (left_out if folder.name[-2] == "9" else pictures).extend(packed_in(folder))
    print(len(pictures), "pictures,", len(left_out), "left out", flush=True)
    train(PlaceNet(), pictures, left_out, options.minutes, options.out)


if __name__ == "__main__":
    main()
