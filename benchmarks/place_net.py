"""The net that sees a board's outer places, as torch has it, and as an ONNX file."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F  # noqa: N812
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from benchmarks.place_examples import Example
from companion.vision.match.outer_places import SIZE

__all__ = ["PlaceNet", "planes_of", "save", "taught_before"]

WIDTHS = (12, 24, 40, 64, 96, 96)


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


def taught_before(file: Path, examples: Sequence[Example]) -> PlaceNet:
    """Give the net with the weights of an ONNX file, in which norms are part of convolutions.

    The norms are put back as the `examples` need them, so that the net does what it did.
    """
    net = PlaceNet().eval()
    norms = dict(_norms(net))
    for norm in norms.values():
        norm.running_var.fill_(1 - norm.eps)
    graph = onnx.load(file).graph
    known = {one.name.removesuffix("_half"): one for one in graph.initializer}
    order: list[nn.Conv2d] = []
    told: dict[nn.Conv2d, list[torch.Tensor]] = {}

    def see(convolution, _, seen):
        order.append(convolution)
        told.setdefault(convolution, []).append(seen.detach())

    hooks = [one.register_forward_hook(see) for one in _convolutions(net)]
    with torch.no_grad():
        net(torch.zeros(1, 3, SIZE[1], SIZE[0]))
        nodes = [node for node in graph.node if node.op_type == "Conv"]
        for module, node in zip(order, nodes, strict=True):
            weights, bias = (numpy_helper.to_array(known[name]) for name in node.input[1:])
            module.weight.copy_(torch.from_numpy(weights.astype(np.float32)))
            own = norms.get(module, module)
            own.bias.copy_(torch.from_numpy(bias.astype(np.float32)))
        told.clear()
        net(planes_of([one.image for one in examples]))
        for module, norm in norms.items():
            variance, mean = torch.var_mean(told[module][0], (0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias.add_(mean)
    for hook in hooks:
        hook.remove()
    return net


def _convolutions(net):
    return [module for module in net.modules() if isinstance(module, nn.Conv2d)]


def _norms(module):
    """Yield each convolution that has a norm after it, with that."""
    for before, after in pairwise(module.children()):
        if isinstance(before, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
            yield before, after
    for child in module.children():
        yield from _norms(child)


def planes_of(images):
    stacked = (np.stack(images).transpose(0, 3, 1, 2) - 0.5) * 4
    return torch.from_numpy(np.ascontiguousarray(stacked, np.float32))


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
