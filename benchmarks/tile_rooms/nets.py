"""The nets that find tiles, and what they lose by: U-nets in the manner of CenterNet."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

# what the parts of a loss count: heat, colour, place and turn; heat, colour and corners
TABLE_WEIGHTS, CORNER_WEIGHTS = (1.0, 0.5, 0.5, 0.5), (1.0, 0.3, 5.0)


class Block(nn.Sequential):
    def __init__(self, inputs, outputs, stride=1):
        conv = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        super().__init__(conv, nn.BatchNorm2d(outputs, momentum=0.05), nn.ReLU())


class TileNet(nn.Module):
    """A U-net with maps at a quarter of its input's size."""

    def __init__(self, inputs, outputs, widths):
        super().__init__()
        a, b, c, d = widths
        self.stem = nn.Sequential(Block(inputs, a, 2), Block(a, a))
        self.down1 = nn.Sequential(Block(a, b, 2), Block(b, b))
        self.down2 = nn.Sequential(Block(b, c, 2), Block(c, c), Block(c, c))
        self.down3 = nn.Sequential(Block(c, d, 2), Block(d, d), Block(d, d))
        self.side3, self.up3 = nn.Conv2d(d, c, 1), nn.Sequential(Block(2 * c, c), Block(c, c))
        self.side2, self.up2 = nn.Conv2d(c, b, 1), nn.Sequential(Block(2 * b, b))
        self.head = nn.Conv2d(b, outputs, 1)
        self.head.bias.data[:] = 0

    def forward(self, x):
        one = self.down1(self.stem(x))
        two = self.down2(one)
        three = self.side3(self.down3(two))
        two = self.up3(torch.cat([two, F.interpolate(three, scale_factor=2.0, mode="nearest")], 1))
        two = self.side2(two)
        one = self.up2(torch.cat([one, F.interpolate(two, scale_factor=2.0, mode="nearest")], 1))
        return self.head(one)


def heat_loss(logits, wanted, ignore):
    """Give CenterNet's focal loss; `wanted` (N, K, h, w) is 1 at middles, bells around them."""
    share = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    at = (wanted > 0.999).float()
    good = at * (1 - share) ** 2 * torch.log(share)
    bad = (1 - at) * (1 - wanted) ** 4 * share**2 * torch.log(1 - share)
    return -((good + bad) * (1 - ignore)).sum() / at.sum().clamp(min=1)


def table_loss(out, wanted):
    heat, ignore, mask, colour, offset, turn = wanted
    n = mask.sum().clamp(min=1)
    paint = F.binary_cross_entropy_with_logits(out[:, 3], colour, reduction="none")
    away = (out[:, 4:6] - offset).abs().sum(1)
    way = (out[:, 6:8] - turn).abs().sum(1)
    parts = heat_loss(out[:, :3], heat, ignore), *((x * mask).sum() / n for x in (paint, away, way))
    return sum(w * p for w, p in zip(TABLE_WEIGHTS, parts, strict=True)), parts


def corner_loss(out, wanted):
    heat, ignore, mask, colour, corners = wanted
    n = mask.sum().clamp(min=1)
    paint = F.binary_cross_entropy_with_logits(out[:, 1], colour, reduction="none")
    away = F.smooth_l1_loss(out[:, 2:], corners, reduction="none", beta=0.03).mean(1)
    parts = heat_loss(out[:, :1], heat, ignore), (paint * mask).sum() / n, (away * mask).sum() / n
    return sum(w * p for w, p in zip(CORNER_WEIGHTS, parts, strict=True)), parts
