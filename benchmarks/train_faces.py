"""Trains the reading of tiles' faces on drawn ones: python -m benchmarks.train_faces.

Needs Pillow and fonts. The same fonts give the same weights: those of the package are of 343 fonts
in Debian's fonts-cabin, cantarell, comfortaa, croscore, crosextra-caladea, crosextra-carlito,
dejavu-extra, ebgaramond, firacode, freefont-ttf, hack, inter, junicode, lato, liberation,
linuxlibertine, noto-core, open-sans, play, quicksand, roboto-unhinted and urw-base35.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from benchmarks.face_examples import BLANK, NONE, examples, fonts
from companion.vision.tiles.face_net import upright_or_turned
from companion.vision.tiles.face_patch import Patch, cues

OUT = Path(__file__).parent.parent / "companion" / "vision" / "data" / "faces.npz"
HIDDEN, EPOCHS, BATCH, RATE, DECAY = 128, 24, 256, 2e-3, 2e-5
# faces that are drawn, and in fonts that are left out to test on
COUNT, TESTED = 16_000, 2_500
OUT_OF = ("DejaVu", "Quicksand", "C059", "Cabin", "Inter", "Junicode", "Play", "Libertine")


def table(count, chosen, seed):
    """Give (count, cues) upright and turned, and (count, 2) their kinds."""
    rows = []
    for each in examples(count, chosen, seed):
        # half floats hold all that is in a patch of 8-bit light
        pixels = each.patch.pixels.astype(np.float16).astype(np.float32)
        patch = Patch(pixels, each.patch.contrast)
        rows.append((cues(patch), cues(patch.turned()), (each.kind, each.turned)))
    return tuple(np.stack(column) for column in zip(*rows, strict=True))


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def train(x, y, *, hidden, seed=0):
    """Give weights of a net of one hidden layer (none if `hidden` is 0), by Adam."""
    chance = np.random.default_rng(seed)
    classes = NONE + 1
    if hidden:
        w = [chance.normal(0, x.shape[1] ** -0.5, (x.shape[1], hidden)), np.zeros(hidden)]
        w += [chance.normal(0, hidden**-0.5, (hidden, classes)), np.zeros(classes)]
    else:
        w = [np.zeros((x.shape[1], classes)), np.zeros(classes)]
    w = [v.astype(np.float32) for v in w]
    m, s, step = [np.zeros_like(v) for v in w], [np.zeros_like(v) for v in w], 0
    for epoch in range(EPOCHS):
        order = chance.permutation(len(x))
        for at in range(0, len(x), BATCH):
            rows = order[at : at + BATCH]
            part = x[rows]
            units = np.maximum(part @ w[0] + w[1], 0) if hidden else part
            out = softmax(units @ w[-2] + w[-1])
            out[np.arange(len(rows)), y[rows]] -= 1
            out /= len(rows)
            g = [units.T @ out, out.sum(0)]
            if hidden:
                back = (out @ w[2].T) * (units > 0)
                g = [part.T @ back, back.sum(0), *g]
            step += 1
            rate = RATE * (1 - epoch / EPOCHS) + 1e-5
            for i, grad in enumerate(g):
                grad = grad + DECAY * w[i]
                m[i] += 0.1 * (grad - m[i])
                s[i] += 0.001 * (grad * grad - s[i])
                w[i] -= rate * (m[i] / (1 - 0.9**step)) / (np.sqrt(s[i] / (1 - 0.999**step)) + 1e-8)
    return w


def scores(w, x):
    units = np.maximum(x @ w[0] + w[1], 0) if len(w) == 4 else x
    return softmax(units @ w[-2] + w[-1])


def report(name, share, turned, kind):
    """Say what faces seen both ways are taken for, when they must be worth so much."""
    joint, _ = upright_or_turned(share, turned)
    best, top = joint.argmax(1), joint.max(1)
    faces = kind < BLANK
    for least in (0.5, 0.8, 0.9, 0.95):
        said = (top >= least) & (best < BLANK)
        right = (said & (best == kind))[faces].mean()
        wrong = (said & (best != kind))[faces].mean()
        ghost = said[~faces].mean()
        print(f"{name} >= {least}: right {right:.4f} wrong {wrong:.4f} of none {ghost:.4f}")


def main(count):
    cv2.setNumThreads(1)
    every = fonts()
    out = [font for font in every if any(word in font.name for word in OUT_OF)]
    kept = [font for font in every if font not in out]
    print(len(kept), "fonts to train on,", len(out), "left out")
    upright, turned, kinds = table(count, kept, 51)
    tested, tested_turned, kind = table(TESTED, out, 52)
    x, y = np.concatenate([upright, turned]), kinds.T.ravel()
    mean, spread = x.mean(0), x.std(0) + 0.02
    x, tested, tested_turned = ((v - mean) / spread for v in (x, tested, tested_turned))
    for hidden in (0, HIDDEN):
        w = train(x, y, hidden=hidden)
        name = f"{hidden} units" if hidden else "logistic"
        report(name, scores(w, tested), scores(w, tested_turned), kind[:, 0])
    w = [v.astype(np.float16) for v in w]
    np.savez_compressed(
        OUT, w0=w[0], b0=w[1], w1=w[2], b1=w[3], mean=mean.astype(np.float32), spread=spread
    )
    print(OUT, OUT.stat().st_size, "bytes")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
