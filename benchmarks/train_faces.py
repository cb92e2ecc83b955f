"""Trains the reading of tiles' faces on drawn ones: python -m benchmarks.train_faces.

Needs Pillow and fonts (Debian: fonts-dejavu, fonts-liberation, fonts-lato, fonts-roboto ...).
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from benchmarks.face_examples import NONE, examples, fonts

OUT = Path(__file__).parent.parent / "companion" / "vision" / "data" / "faces.npz"
HIDDEN, EPOCHS, BATCH, RATE, DECAY = 96, 24, 256, 2e-3, 2e-5


def table(count, chosen, seed):
    pairs = list(examples(count, chosen, seed))
    return np.stack([c for c, _ in pairs]), np.array([k for _, k in pairs])


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


def report(name, share, y):
    best, top = share.argmax(1), share.max(1)
    faces = y < NONE
    for least in (0.0, 0.5, 0.8, 0.9, 0.97):
        said = (top >= least) & (best < NONE)
        right = (said & (best == y))[faces].mean()
        wrong = (said & (best != y))[faces].mean()
        ghost = said[~faces].mean()
        print(f"{name} >= {least}: right {right:.4f} wrong {wrong:.4f} of none {ghost:.4f}")


def main(count):
    cv2.setNumThreads(1)
    every = fonts()
    # families left out to test on: none of their faces is trained on
    out = [f for f in every if any(w in f.name for w in ("DejaVu", "Quicksand", "C059", "Cabin"))]
    kept = [f for f in every if f not in out]
    print(len(kept), "fonts to train on,", len(out), "left out")
    x, y = table(count, kept, 1)
    xt, yt = table(max(2000, count // 10), out, 2)
    mean, spread = x.mean(0), x.std(0) + 0.02
    x, xt = (x - mean) / spread, (xt - mean) / spread
    # the nearest of 4,000 examples stands for templates in every font
    near = x[:4000] @ xt[:1500].T
    near = near / (np.linalg.norm(x[:4000], axis=1)[:, None] * np.linalg.norm(xt[:1500], axis=1))
    print("nearest example by correlation:", (y[:4000][near.argmax(0)] == yt[:1500]).mean())
    report("logistic", scores(train(x, y, hidden=0), xt), yt)
    w = train(x, y, hidden=HIDDEN)
    report("one layer", scores(w, xt), yt)
    w = [v.astype(np.float16) for v in w]
    np.savez_compressed(
        OUT, w0=w[0], b0=w[1], w1=w[2], b1=w[3], mean=mean.astype(np.float32), spread=spread
    )
    print(OUT, OUT.stat().st_size, "bytes")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9_000)
