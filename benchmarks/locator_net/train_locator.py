"""Trains the board locator: where every pixel of a picture lies on the board, if it is on one.

A small U-shaped net, a pixel of whose output says: on a board or not, and the place in the
lattice of code places along columns and rows (-0.5 to 0.5), each with a Laplace scale (Kendall &
Gal 2017). Dense coordinates stand a hand over half of the board; key points do not. A board turned
end for end looks nearly the same, so coordinates are those of the board or of the turned one,
whichever has its far end right or up in the picture, and an output of its own says which: without
that the net learned nothing of either. Pictures are drawn while it trains (benchmarks/scenes).
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as tf
from torch import nn

from benchmarks.scenes.scene import Scene, draw_scene

SIZE = (192, 144)  # width and height of the net's input
STRIDE = 4  # input pixels an output pixel
DRAWN = (384, 288)
POOL, FRESH, BATCH = 3000, 1, 20


def conv(a: int, b: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(a, b, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(b), nn.ReLU()
    )


class Residual(nn.Module):
    def __init__(self, n: int, dilation: int = 1) -> None:
        super().__init__()
        self.a = conv(n, n, 1, dilation)
        self.b = nn.Sequential(nn.Conv2d(n, n, 1, bias=False), nn.BatchNorm2d(n))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return tf.relu(x + self.b(self.a(x)))


class Locator(nn.Module):
    """(n, 3, h, w) to (n, 6, h / 4, w / 4): mask and turned (logits), u, v, their log scales."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = conv(3, 12, 2)
        self.quarter = nn.Sequential(conv(12, 24, 2), Residual(24))
        self.eighth = nn.Sequential(conv(24, 48, 2), Residual(48), Residual(48, 2))
        self.deep = nn.Sequential(
            conv(48, 80, 2),
            Residual(80),
            Residual(80, 2),
            Residual(80, 4),
            Residual(80, 2),
            Residual(80),
        )
        self.up8 = nn.Sequential(nn.Conv2d(80, 48, 1, bias=False), nn.BatchNorm2d(48))
        self.out8 = Residual(48, 2)
        self.up4 = nn.Sequential(nn.Conv2d(48, 24, 1, bias=False), nn.BatchNorm2d(24))
        self.out4 = nn.Sequential(Residual(24, 2), nn.Conv2d(24, 6, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q = self.quarter(self.stem(x))
        e = self.eighth(q)
        d = tf.interpolate(self.up8(self.deep(e)), scale_factor=2.0, mode="nearest")
        e = self.out8(tf.relu(d + e))
        d = tf.interpolate(self.up4(e), scale_factor=2.0, mode="nearest")
        return self.out4(tf.relu(d + q))


def example(scene: Scene, chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a cut (h, w, 3) of a scene, turned and scaled, and (4, h/4, w/4) of its truth.

    That is the mask, whether the board is turned, u and v.
    """
    w, h = SIZE
    sw, sh = scene.pose.size
    outline = None
    middle = np.array([sw / 2, sh / 2])
    scale = w / sw * float(np.exp(chance.uniform(np.log(0.8), np.log(1.3))))
    if scene.board is not None and chance.random() < 0.6:  # a closer look at the board
        outline = scene.pose.project(scene.board.shape.outline_points())
        middle = outline.mean(axis=0)
    turn = chance.choice([0, np.pi / 2, np.pi, 1.5 * np.pi]) + chance.normal(0, 0.25)
    c, s = np.cos(turn), np.sin(turn)
    r = np.array([[c, -s], [s, c]])
    if outline is not None:
        span = np.ptp((outline - middle) @ r.T, axis=0)
        scale = min(2.2 * w / sw, chance.uniform(0.45, 1.05) / max(span[0] / w, span[1] / h))
    stretch = np.exp(chance.normal(0, 0.06, 2))
    a = np.zeros((2, 3))
    a[:, :2] = scale * np.diag(stretch) @ r
    a[:, 2] = np.array([w / 2, h / 2]) + chance.normal(0, 0.06, 2) * SIZE - a[:, :2] @ middle
    source = scene.image
    if scale < 0.7:
        source = cv2.GaussianBlur(source, (0, 0), 0.35 / scale)
    border = int(chance.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE, cv2.BORDER_REFLECT]))
    cut = cv2.warpAffine(source, a, SIZE, flags=cv2.INTER_LINEAR, borderMode=border)
    if chance.random() < 0.5:
        cut = np.clip(cut * np.exp(chance.normal(0, 0.1, 3)) + chance.normal(0, 6), 0, 255)
    if chance.random() < 0.1:
        cut = np.repeat(cut.mean(axis=2, keepdims=True), 3, axis=2)
    return cut.astype(np.uint8), _truth(scene, a)


def _truth(scene: Scene, a: np.ndarray) -> np.ndarray:
    w, h = SIZE[0] // STRIDE, SIZE[1] // STRIDE
    made = np.zeros((4, h, w), np.float32)
    if scene.board is None:
        return made
    ys, xs = np.mgrid[0:h, 0:w]
    at = np.stack([xs.ravel(), ys.ravel()], axis=1) * STRIDE + (STRIDE - 1) / 2
    pixels = (at - a[:, 2]) @ np.linalg.inv(a[:, :2]).T
    there = scene.pose.on_plane(pixels)
    eye = there @ scene.pose.r.T + scene.pose.t
    shape = scene.board.shape
    x0, y0 = shape.first
    u = (there[:, 0] - x0) / ((shape.cols - 1) * shape.hole_pitch)
    v = (there[:, 1] - y0) / ((shape.rows - 1) * shape.row_pitch)
    (left, far), (right, _), (_, near), _ = shape.outline
    on = (there[:, 0] > left) & (there[:, 0] < right) & (there[:, 1] > near) & (there[:, 1] < far)
    on &= (eye[:, 2] > 0) & np.isfinite(there).all(axis=1)
    made[0] = on.reshape(h, w)
    sign = _sign(scene, a)
    made[1] = sign < 0
    made[2] = np.where(on, sign * (u - 0.5), 0).reshape(h, w)
    made[3] = np.where(on, sign * (v - 0.5), 0).reshape(h, w)
    return made


def _sign(scene: Scene, a: np.ndarray) -> int:
    """Return 1 if the board's far end is right or up in the cut, else -1."""
    ends = scene.board.shape.corners()[[3, 0]]
    near, far = scene.pose.project(ends) @ a[:, :2].T
    return 1 if (far - near) @ (1, -1) > 0 else -1


def prepared(images: np.ndarray) -> torch.Tensor:
    """Return (n, 3, h, w): each picture with mean 0 and deviation 1."""
    x = torch.from_numpy(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float()
    x = x - x.mean(dim=(1, 2, 3), keepdim=True)
    x = x / (x.std(dim=(1, 2, 3), keepdim=True) + 4.0)
    return x.contiguous(memory_format=torch.channels_last)


def loss_of(
    out: torch.Tensor, truth: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the loss, the mean error of u and v, and how often "turned" is right."""
    mask = truth[:, 0]
    inside = mask / mask.sum().clamp(min=1)
    on = tf.binary_cross_entropy_with_logits(out[:, 0], mask)
    turned = tf.binary_cross_entropy_with_logits(out[:, 1], truth[:, 1], reduction="none")
    log_b = out[:, 4:6].clamp(-5, 2)
    apart = (out[:, 2:4] - truth[:, 2:4]).abs()
    nll = (apart * torch.exp(-log_b) + log_b).sum(1)
    right = ((out[:, 1] > 0) == (truth[:, 1] > 0.5)).float()
    loss = 2 * on + ((nll + 0.7 * turned) * inside).sum()
    return loss, (apart.sum(1) * inside).sum(), (right * inside).sum()


def export(net: nn.Module, file: Path) -> None:
    net = net.eval()
    torch.onnx.export(
        net,
        torch.zeros(1, 3, SIZE[1], SIZE[0]),
        str(file),
        opset_version=12,
        dynamo=False,
        input_names=["picture"],
        output_names=["places"],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    chance = np.random.default_rng(options.seed)
    net = Locator().to(memory_format=torch.channels_last)
    if options.resume:
        old = torch.load(options.resume)
        old = {k: v for k, v in old.items() if v.shape == net.state_dict()[k].shape}
        net.load_state_dict(old, strict=False)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
    )
    print(sum(p.numel() for p in net.parameters()), "weights", flush=True)
    adam = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
    pool: list[Scene] = [draw_scene(DRAWN, chance) for _ in range(300)]
    began, shown, step = time.time(), time.time(), 0
    sums = np.zeros(3)
    while (part := (time.time() - began) / 60 / options.minutes) < 1:
        for group in adam.param_groups:
            group["lr"] = (
                options.rate * min(1.0, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * part))
            )
        for _ in range(FRESH):
            new = draw_scene(DRAWN, chance)
            if len(pool) < POOL:
                pool.append(new)
            else:
                pool[int(chance.integers(POOL))] = new
        made = [example(pool[int(i)], chance) for i in chance.integers(0, len(pool), BATCH)]
        x = prepared(np.stack([m[0] for m in made]))
        truth = torch.from_numpy(np.stack([m[1] for m in made]))
        loss, apart, right = loss_of(net(x), truth)
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        adam.step()
        mean.update_parameters(net)
        step += 1
        sums = 0.98 * sums + 0.02 * np.array([loss.item(), apart.item(), right.item()])
        if time.time() - shown > 60:
            shown = time.time()
            means = sums / (1 - 0.98**step)
            words = zip(("loss", "off", "ends"), means, strict=True)
            print(f"{part:.3f} step {step}", *(f"{w} {n:.4f}" for w, n in words), flush=True)
            torch.save(mean.module.state_dict(), options.out.with_suffix(".pt"))
    torch.save(mean.module.state_dict(), options.out.with_suffix(".pt"))
    export(mean.module, options.out)


if __name__ == "__main__":
    main()
