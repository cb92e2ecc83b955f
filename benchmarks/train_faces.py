"""Trains the reading of tiles' faces on drawn ones: python -m benchmarks.train_faces OUT.

Needs torch, onnx, Pillow and fonts: those of Debian's fonts-cabin, cantarell, comfortaa, croscore,
crosextra-caladea, crosextra-carlito, ebgaramond, firacode, freefont-ttf, hack, inter, junicode,
lato, liberation, open-sans, play, quicksand, roboto-unhinted and urw-base35. DejaVu is left out, as
tables that are only measured are printed in it. A small net for images gives units of which a
last layer tells the face; that layer alone is learned anew for a set of tiles.
"""

import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from benchmarks.face_examples import NONE, examples, fonts

# units before the last layer; examples drawn; passes over them; in fonts left out to test on
UNITS, COUNT, EPOCHS, TESTED = 96, 12_000, 9, 600
BATCH, RATE, DECAY = 128, 2e-3, 1e-4
OUT_OF = ("Quicksand", "C059", "Cabin", "Inter", "Junicode", "Play", "Caladea")


class FaceUnits(nn.Sequential):
    def __init__(self):
        parts = []
        for inputs, outputs in ((1, 16), (16, 32), (32, 64)):
            parts += [
                nn.Conv2d(inputs, outputs, 3, 2, 1, bias=False),
                nn.BatchNorm2d(outputs),
                nn.ReLU(),
            ]
        parts += [nn.Conv2d(64, 48, 3, 1, 1, bias=False), nn.BatchNorm2d(48), nn.ReLU()]
        parts += [nn.Flatten(), nn.Dropout(0.15), nn.Linear(48 * 8 * 5, UNITS), nn.ReLU()]
        super().__init__(*parts)


def table(count, chosen, seed):
    """Give (count, 2, 60, 40) upright and turned, and (count, 2) their kinds."""
    pixels, kinds = [], []
    for each in examples(count, chosen, seed):
        pixels.append(np.stack([each.patch.pixels, each.patch.turned().pixels]).astype(np.float16))
        kinds.append((each.kind, each.turned))
    return np.stack(pixels), np.array(kinds)


def main(out):
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    chosen = [p for p in fonts() if "DejaVu" not in p.name]
    tested = [p for p in chosen if any(word in p.name for word in OUT_OF)]
    trained = [p for p in chosen if p not in tested]
    print(len(trained), "fonts", len(tested), "left out", flush=True)
    x, y = table(COUNT, trained, 1)
    tx, ty = table(TESTED, tested, 2)
    print("drawn", time.process_time(), flush=True)
    units, last = FaceUnits(), nn.Linear(UNITS, NONE + 1)
    both = nn.Sequential(units, last)
    optimizer = torch.optim.AdamW(both.parameters(), RATE, weight_decay=DECAY)
    steps = EPOCHS * (len(x) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE * 2, total_steps=steps)
    chance = np.random.default_rng(3)
    for epoch in range(EPOCHS):
        both.train()
        order, lost = chance.permutation(len(x))[: len(x) // BATCH * BATCH], 0.0
        for rows in order.reshape(-1, BATCH):
            way = chance.integers(2, size=BATCH)
            inputs = torch.from_numpy(x[rows, way][:, None].astype(np.float32))
            loss = F.cross_entropy(
                both(inputs), torch.from_numpy(y[rows, way]), label_smoothing=0.02
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            lost += float(loss.detach())
        both.eval()
        with torch.no_grad():
            out_t = both(torch.from_numpy(tx[:, :1].astype(np.float32))).argmax(1).numpy()
        right = (out_t == ty[:, 0]).mean()
        print(epoch, round(lost / len(order) * BATCH, 4), "fonts left out", right, flush=True)
    units.eval()
    save(units, last, Path(out))


def save(units, last, out):
    torch.onnx.export(
        units,
        (torch.zeros(1, 1, 60, 40),),
        str(out / "faces.onnx"),
        input_names=["x"],
        output_names=["y"],
        opset_version=13,
        dynamo=False,
        dynamic_axes={"x": {0: "n"}, "y": {0: "n"}},
    )
    np.savez_compressed(
        out / "faces.npz",
        w1=last.weight.detach().numpy().T.astype(np.float32),
        b1=last.bias.detach().numpy().astype(np.float32),
    )


if __name__ == "__main__":
    main(sys.argv[1])
