"""Trains the nets that find tiles: python -m benchmarks.train_tiles FOLDER MINUTES [2 1].

Needs torch, onnx, Pillow and fonts. Two nets share the time, two parts to one if nothing else is
given: one finds tiles in the flat view of a table beside the empty one, the other finds the corners
of open tiles in a raw picture. Both are U-nets in the manner of CenterNet (Zhou et al., Objects as
Points, 2019): a heat map has a peak at each middle, and other maps tell there what the peak is.
Tables are drawn anew all the time. Weights are kept in FOLDER every few minutes, and trained
further if they are found there; those that do best on tables that are never trained on become its
ONNX files. In the end that is tried too with the mean of those it began with and those it has
(Wortsman et al., Robust fine-tuning of zero-shot models, 2022): a short training forgets less so.
"""

import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from benchmarks.tile_rooms.corner_samples import corner_batch, corner_scene
from benchmarks.tile_rooms.nets import (
    CORNER_WEIGHTS,
    TABLE_WEIGHTS,
    TileNet,
    corner_loss,
    table_loss,
)
from benchmarks.tile_rooms.table_samples import table_batch, table_scene
from companion.vision.tiles.table_view import CHANNELS

# a picture, the empty table, whether there is one
RAW_CHANNELS = 7
# crops a step, scenes kept, steps for each scene that is drawn anew
BATCH, KEPT, PER_SCENE = 8, 1800, 6
# scenes drawn before the first step; scenes and batches that weights are judged on
FIRST, HELD_OUT, JUDGED = 160, 40, 24
# rate of new weights, and of those that are trained further
RATE, FURTHER, DECAY = 2.5e-3, 3e-4, 1e-4
# seconds between weights kept
OFTEN = 300


class Task:
    """One net, what it is trained on, and how far it is."""

    def __init__(self, name, folder, net, loss, weights, drawn, batch_of, inputs):
        self.name, self.folder, self.net, self.loss, self.weights = name, folder, net, loss, weights
        self.drawn, self.batch_of, self.inputs = drawn, batch_of, inputs
        self.scenes, self.step, self.seen, self.spent = [], 0, [], 0.0
        self.file = folder / f"{name}.pt"
        self.optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
        if self.file.exists():
            state = torch.load(self.file, weights_only=False)
            net.load_state_dict(state["net"])
            if "optimizer" in state:
                self.optimizer.load_state_dict(state["optimizer"])
            self.step = state["step"]
        self.begun = self.step
        self.first = {name: value.clone() for name, value in net.state_dict().items()}
        net.to(memory_format=torch.channels_last)
        self.judged = self._held_out()
        self.best = self._told() if self.step else np.inf
        self.chance = np.random.default_rng(int(time.time()))

    def run(self, rate):
        if self.step % PER_SCENE == 0:
            self._draw()
        while len(self.scenes) < FIRST:
            self._draw()
        inputs, wanted = self.batch_of(self.scenes, BATCH, self.chance)
        x = torch.from_numpy(inputs).to(memory_format=torch.channels_last)
        self.net.train()
        loss, parts = self.loss(self.net(x), _tensors(wanted))
        for group in self.optimizer.param_groups:
            group["lr"] = float(rate) * min(1.0, (self.step + 1) / 200)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        self.seen.append([float(p.detach()) for p in parts])
        if self.step % 100 == 0:
            told = " ".join(f"{v:.3f}" for v in np.mean(self.seen[-100:], axis=0))
            print(
                f"{time.strftime('%H:%M')} {self.name} {self.step} {told} {self.spent:.0f} s",
                flush=True,
            )

    def _draw(self):
        scene = self.drawn(np.random.default_rng(int(self.chance.integers(2**40))))
        if len(self.scenes) < KEPT:
            self.scenes.append(scene)
        else:
            self.scenes[int(self.chance.integers(KEPT))] = scene

    def _held_out(self):
        """Give the batches on which weights are judged, the same in every run."""
        chance = np.random.default_rng(77)
        scenes = [self.drawn(np.random.default_rng(5000 + i)) for i in range(HELD_OUT)]
        return [self.batch_of(scenes, BATCH, chance) for _ in range(JUDGED)]

    def judge(self):
        """Give the mean parts of the loss on the tables held out."""
        self.net.eval()
        with torch.no_grad():
            parts = [
                [float(p) for p in self.loss(self.net(torch.from_numpy(x)), _tensors(wanted))[1]]
                for x, wanted in self.judged
            ]
        return np.mean(parts, axis=0)

    def save(self):
        state = {"net": self.net.state_dict(), "step": self.step}
        torch.save({**state, "optimizer": self.optimizer.state_dict()}, self.file)
        self._keep_best()

    def average(self):
        """Try the mean of the weights it began with and those it has."""
        now = self.net.state_dict()
        mean = {
            name: (value + self.first[name]) / 2 if value.is_floating_point() else value
            for name, value in now.items()
        }
        self.net.load_state_dict(mean)
        self._keep_best()

    def _keep_best(self):
        score = self._told()
        if score < self.best:
            self.best = score
            state = {"net": self.net.state_dict(), "step": self.step}
            torch.save(state, self.folder / f"{self.name}_best.pt")
            self._export()

    def _told(self):
        """Print how good the weights are on the tables held out, and give that: less is better."""
        parts = self.judge()
        score = float(np.dot(self.weights, parts))
        told = " ".join(f"{v:.3f}" for v in parts)
        print(
            f"{time.strftime('%H:%M')} {self.name} {self.step} held out {told}: {score:.3f}",
            flush=True,
        )
        return score

    def _export(self):
        self.net.eval()
        torch.onnx.export(
            self.net,
            (torch.zeros(1, self.inputs, 256, 256),),
            str(self.folder / f"{self.name}.onnx"),
            input_names=["x"],
            output_names=["y"],
            opset_version=13,
            dynamic_axes={"x": {2: "h", 3: "w"}, "y": {2: "i", 3: "j"}},
            dynamo=False,
        )


def _tensors(arrays):
    return [torch.from_numpy(a) for a in arrays]


def tasks_in(folder, shares):
    """Give the nets that have a share of the time, table first."""
    table = TileNet(CHANNELS, 8, (16, 32, 64, 96))
    corner = TileNet(RAW_CHANNELS, 18, (12, 24, 48, 64))
    for net, maps in ((table, 3), (corner, 1)):
        net.head.bias.data[:maps] = -4
    given = [
        ("table", table, table_loss, TABLE_WEIGHTS, table_scene, table_batch, CHANNELS),
        ("corner", corner, corner_loss, CORNER_WEIGHTS, corner_scene, corner_batch, RAW_CHANNELS),
    ]
    return [
        Task(name, folder, *rest)
        for (name, *rest), share in zip(given, shares, strict=True)
        if share > 0
    ]


def main(folder, minutes, shares):
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    tasks = tasks_in(folder, shares)
    shares = [share for share in shares if share > 0]
    top = FURTHER if any(task.step for task in tasks) else RATE
    start = saved = time.time()
    spent = [0.0] * len(tasks)
    while time.time() - start < 60 * minutes:
        part = (time.time() - start) / (60 * minutes)
        rate = top * (0.05 + 0.95 * 0.5 * (1 + np.cos(np.pi * part)))
        i = int(np.argmin([s / share for s, share in zip(spent, shares, strict=True)]))
        began = time.process_time()
        tasks[i].run(rate)
        spent[i] += time.process_time() - began
        tasks[i].spent = spent[i]
        if time.time() - saved > OFTEN:
            for task in tasks:
                task.save()
            saved = time.time()
    for task in tasks:
        task.save()
        if task.begun:
            task.average()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), [float(v) for v in sys.argv[3:]] or [2.0, 1.0])
