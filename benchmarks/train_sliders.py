"""Trains the slider reader: a strip along a slider, seen flat, to its clicks or "hidden".

The net is small (a strip is 12 x 52 pixels): convolutions, then one layer over the strip. It sees
beside the strip what the sliders of that colour have in common in the picture, their first segment.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as tf
from torch import nn

from benchmarks.rooms.specimens import some_specimen
from benchmarks.scenes.boards import some_board
from benchmarks.scenes.scene import Scene, draw_scene
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose
from companion.vision.sliders.strips import CLASSES, HIDDEN, prepared, strips_of

COLOURS = ("red", "white")
# examples of a step; the part of the scenes that is learned from
BATCH, LEARNED = 128, 0.93


def some_slider_scene(chance: np.random.Generator) -> Scene:
    """Return a scene of a board with sliders that is wholly in the picture."""
    width = int(chance.choice([640, 800, 960, 1280]))
    while True:
        board = some_specimen("A", chance)
        if chance.random() < 0.3:
            board = some_board(chance)
        if not board.shape.sliders:
            continue
        scene = draw_scene((width, width * 3 // 4), chance, board=board)
        pixels = scene.pose.project(board.shape.outline_points())
        if ((pixels > 0) & (pixels < scene.pose.size)).all():
            return scene


def jittered(pose: Pose, shape: BoardShape, chance: np.random.Generator) -> Pose:
    """Return the pose as a find has it: some tenths of a millimetre off."""
    off = np.append(chance.normal(0, 0.45, 2), 0.0)
    turn = cv2.Rodrigues(np.array([0, 0, chance.normal(0, 0.004)]))[0]
    return Pose(pose.k, pose.dist, pose.r @ turn, pose.t + pose.r @ off, pose.size)


def labels_of(scene: Scene) -> np.ndarray:
    """Return (2 * rows,): clicks of the red sliders, then of the white, or HIDDEN."""
    shape = scene.board.shape
    made = []
    for i, colour in enumerate(COLOURS):
        for row in range(1, shape.rows + 1):
            clicks = scene.setting.clicks[row - 1][i]
            track = shape.slider_track(row, colour)
            step = track[1] - track[0]
            along = np.linspace(-0.6, clicks + 0.6, 4 + 4 * clicks)[:, None]
            at = np.rint(scene.pose.project(track[0] + along * step)).astype(int)
            h, w = scene.covered.shape
            inside = ((at >= 0) & (at < (w, h))).all(axis=1)
            at = np.clip(at, 0, (w - 1, h - 1))
            hidden = ~inside | scene.covered[at[:, 1], at[:, 0]]
            made.append(
                HIDDEN if hidden[:2].any() or hidden[-4:].any() or hidden.mean() > 0.3 else clicks
            )
    return np.array(made)


class Reader(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(6, 16, 3, stride=(2, 1), padding=1),
            nn.ReLU(),
            nn.Conv2d(16, 24, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(24, 32, (3, 3), padding=(0, 1)),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * 26, 48),
            nn.ReLU(),
            nn.Linear(48, CLASSES),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.body(x)


def drawn_examples(count: int, file: Path) -> None:
    """Draw `count` scenes and keep their strips, each as two finds would have them."""
    chance = np.random.default_rng(5)
    strips, labels = [], []
    for _ in range(count):
        scene = some_slider_scene(chance)
        for _ in range(2):
            pose = jittered(scene.pose, scene.board.shape, chance)
            strips.append(strips_of(scene.image, pose, scene.board.shape).astype(np.uint8))
            labels.append(labels_of(scene))
    sizes = [len(y) for y in labels]
    np.savez(file, x=np.concatenate(strips), y=np.concatenate(labels), sizes=sizes)


def load_examples(file: Path) -> tuple[torch.Tensor, torch.Tensor, int]:
    """Return inputs, labels, and how many of the first are to be learned from."""
    data = np.load(file)
    ends = np.cumsum(data["sizes"])
    scenes = np.split(data["x"], ends[:-1])
    x = np.concatenate([prepared(scene.astype(np.float32)) for scene in scenes])
    return torch.from_numpy(x), torch.from_numpy(data["y"]), int(ends[int(len(ends) * LEARNED)])


def train(net: Reader, x: torch.Tensor, y: torch.Tensor, epochs: int) -> None:
    """Fit `net` to examples by AdamW and one cycle of the learning rate."""
    adam = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(
        adam, 3e-3, total_steps=epochs * (len(x) // BATCH) + 1
    )
    net.train()
    for _ in range(epochs):
        for take in torch.randperm(len(x)).split(BATCH)[:-1]:
            loss = tf.cross_entropy(net(x[take]), y[take], label_smoothing=0.02)
            adam.zero_grad()
            loss.backward()
            adam.step()
            plan.step()


def measure(net: Reader, x: torch.Tensor, y: torch.Tensor) -> str:
    """Return in words how examples that were not learned from are read."""
    net.eval()
    with torch.no_grad():
        chances = net(x).softmax(1)
    best = chances.argmax(1)
    seen = y != HIDDEN
    lines = []
    for sure in (0.8, 0.9, 0.95, 0.98):
        read = (chances.max(1).values > sure) & (best != HIDDEN)
        right, wrong = (
            100 * (read & seen & same).sum() / seen.sum() for same in (best == y, best != y)
        )
        ghosts = 100 * (read & ~seen).sum() / (~seen).sum()
        lines.append(
            f"at {sure}: right {right:.2f}%, wrong {wrong:.2f}%, hidden ones read {ghosts:.2f}%"
        )
    return "\n".join(lines)


def export(net: Reader, example: torch.Tensor, file: Path) -> None:
    many = {0: "n"}
    torch.onnx.export(
        net,
        example,
        str(file),
        opset_version=12,
        dynamo=False,
        input_names=["strip"],
        output_names=["clicks"],
        dynamic_axes={"strip": many, "clicks": many},
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=900)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(1)
    if not options.examples.exists():
        drawn_examples(options.scenes, options.examples)
    x, y, learned = load_examples(options.examples)
    net = Reader()
    train(net, x[:learned], y[:learned], options.epochs)
    print(measure(net, x[learned:], y[learned:]))
    export(net, x[:1], options.out)


if __name__ == "__main__":
    main()
