"""Trains the net that tells corners of open tiles exactly: python -m benchmarks.train_corners OUT.

Needs torch, onnx, Pillow and fonts. Pictures of open tiles are drawn; each tile is cut out along
its corners, a little amiss as the finder has them, and the net learns where they truly are. A
eighth of the pictures is never trained on: the mean error there is printed as the net learns.
"""

import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from benchmarks.tile_rooms.corner_samples import corner_scene
from benchmarks.tile_rooms.pictures import WELL
from companion.vision.tiles.corner_net import NOMINAL, cut_out

# pictures drawn, cut-outs of each tile, passes over all
PICTURES, CUTS, EPOCHS = 240, 3, 13
BATCH, RATE, DECAY = 64, 3e-3, 1e-4
# one sigma of what the finder is amiss by, in tile widths: all corners alike, their size, each one
SHIFT, GROW, CORNER, TURN = 0.09, 0.1, 0.035, 0.04
WIDE = NOMINAL[1, 0] - NOMINAL[0, 0]
# the corners below count less: on a dark cloth nobody sees them
WEIGHTS = torch.tensor([0.4] * 8 + [1.0] * 8)


def corner_net():
    parts, last = [], 6
    for width, stride, size in ((16, 2, 5), (24, 1, 3), (32, 2, 3), (32, 1, 3), (48, 2, 3)):
        parts += [
            nn.Conv2d(last, width, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
        ]
        last = width
    parts += [nn.Flatten(), nn.Dropout(0.05), nn.Linear(48 * 8 * 6, 96), nn.ReLU()]
    return nn.Sequential(*parts, nn.Linear(96, 16))


def table(pictures, seed):
    """Give (N, 6, 64, 48) cut-outs and (N, 16) where corners are, in tile widths from nominal."""
    cuts, wanted = [], []
    for i in range(pictures):
        chance = np.random.default_rng((seed, i))
        scene = corner_scene(chance, widths=(640, 1281))
        for tile in scene.tiles:
            if tile[1] < WELL:
                continue
            for _ in range(CUTS):
                cut, corners = _example(scene, tile[2:].reshape(8, 2), chance)
                cuts.append(cut)
                wanted.append(corners)
    return np.stack(cuts), np.stack(wanted).astype(np.float32)


def _example(scene, corners, chance):
    onto = cv2.getPerspectiveTransform(_amiss(corners[4:], chance), NOMINAL.astype(np.float32))
    cut = cut_out(scene.still, None if chance.random() < 0.12 else scene.empty, onto)
    seen = cv2.perspectiveTransform(corners.reshape(-1, 1, 2).astype(np.float64), onto)
    away = (seen.reshape(8, 2) - np.tile(NOMINAL, (2, 1))) / WIDE
    return cut.astype(np.float16), away.reshape(16)


def _amiss(top, chance):
    """Give (4, 2) float32 corners as the finder may have them."""
    middle = top.mean(axis=0)
    wide = float(np.linalg.norm(top[1] - top[0]))
    turn = chance.normal(0, TURN)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    grow = np.exp(chance.normal(-0.03, GROW, 2))
    off = (top - middle) * grow @ turned.T + middle
    off += (chance.normal(0, SHIFT, 2) + chance.normal(0, CORNER, (4, 2))) * wide
    return off.astype(np.float32)


def _mirrored(cuts, wanted):
    """Give the same tiles seen in a mirror."""
    flipped = wanted.reshape(-1, 8, 2)[:, [1, 0, 3, 2, 5, 4, 7, 6]] * torch.tensor([-1.0, 1.0])
    return torch.flip(cuts, [3]), flipped.reshape(-1, 16)


def batch_of(x, y, rows, chance):
    cuts = torch.from_numpy(x[rows].astype(np.float32))
    wanted = torch.from_numpy(y[rows])
    gain = torch.from_numpy(np.exp(chance.normal(0, 0.15, (len(rows), 1, 1, 1))).astype(np.float32))
    tint = torch.from_numpy(np.exp(chance.normal(0, 0.06, (len(rows), 6, 1, 1))).astype(np.float32))
    cuts = ((cuts + 1) * gain * tint).clamp(0, 2) - 1
    return _mirrored(cuts, wanted) if chance.random() < 0.5 else (cuts, wanted)


def main(out):
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    x, y = table(PICTURES, 1)
    tx, ty = table(PICTURES // 8, 2)
    print(len(x), "cut-outs", len(tx), "left out", time.process_time(), flush=True)
    net = corner_net().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    steps = EPOCHS * (len(x) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    chance = np.random.default_rng(3)
    for epoch in range(EPOCHS):
        net.train()
        for rows in chance.permutation(len(x))[: len(x) // BATCH * BATCH].reshape(-1, BATCH):
            cuts, wanted = batch_of(x, y, rows, chance)
            off = F.smooth_l1_loss(net(cuts), wanted, reduction="none", beta=0.01)
            loss = (off * WEIGHTS).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        print(epoch, _told(net, tx, ty), f"{time.process_time():.0f} s", flush=True)
        save(net, Path(out))


def _told(net, x, y):
    """Give the mean error of corners below and on top, and the bias of those on top."""
    net.eval()
    with torch.no_grad():
        parts = [torch.from_numpy(part.astype(np.float32)) for part in np.array_split(x, 40)]
        off = np.concatenate([net(part).numpy() for part in parts]) - y
    low, top = np.abs(off[:, :8]).mean(), np.abs(off[:, 8:]).mean()
    return f"below {low:.4f} top {top:.4f} bias {np.round(off[:, 8:].mean(axis=0), 3)}"


def save(net, out):
    torch.onnx.export(
        net.eval(),
        (torch.zeros(1, 6, 64, 48),),
        str(out / "tile_corners.onnx"),
        input_names=["x"],
        output_names=["y"],
        opset_version=13,
        dynamo=False,
        dynamic_axes={"x": {0: "n"}, "y": {0: "n"}},
    )


if __name__ == "__main__":
    main(sys.argv[1])
