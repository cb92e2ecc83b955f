"""Hands over a drawn table, and cups, cards and coins that lie about on it."""

import numpy as np

from companion.simulator.tiles.cloths import random_dye
from companion.simulator.tiles.scenery import Hand, Thing
from companion.vision.geometry.arrays import F64

__all__ = ["hand_at", "pawn_at", "random_hand", "random_things"]

Chance = np.random.Generator
# mm that a pawn is high, mm of its foot across, its BGR; chosen, a usual wooden one
PAWN_HEIGHT, PAWN_FOOT, PAWN_COLOUR = 22.0, 12.0, (40, 60, 190)


def hand_at(tip: F64, out: F64) -> Hand:
    """Return a hand with its fingers at `tip` (2,) mm, its arm from where `out` points."""
    aside = np.array([-out[1], out[0]])
    outlines = [
        _limb(tip + aside * (i - 1) * 18, tip + out * 75 + aside * (i - 1) * 17, 8.0, 9.5)
        for i in range(3)
    ]
    outlines.append(_limb(tip + out * 85, tip + out * 130, 36.0, 34.0))
    outlines.append(_limb(tip + out * 120, tip + out * 600, 30.0, 46.0))
    return Hand(tuple(outlines))


def pawn_at(foot: F64) -> Thing:
    """Return a pawn that stands at `foot` (2,) mm."""
    round_ = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    outline = foot + PAWN_FOOT / 2 * np.stack([np.cos(round_), np.sin(round_)], 1)
    return Thing(outline, PAWN_HEIGHT, PAWN_COLOUR)


def random_hand(chance: Chance, at: F64 | None = None) -> Hand:
    """Return a hand with spread fingers and an arm that comes from outside to `at` (mm)."""
    tip = at if at is not None else chance.uniform(-180, 180, 2)
    way = tip / max(1.0, float(np.linalg.norm(tip))) if at is not None else chance.normal(0, 1, 2)
    turn = np.arctan2(way[1], way[0]) + chance.normal(0, 0.4)
    along, aside = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    size = chance.uniform(0.75, 1.15)
    outlines = []
    for i in range(int(chance.integers(1, 5))):
        end = tip + (aside * (i - 1.5) * 19 + along * (10 * (i - 1.5) ** 2 + 4)) * size
        outlines.append(
            _limb(end, tip + (along * 75 + aside * (i - 1.5) * 17) * size, 8 * size, 9.5 * size)
        )
    thumb = tip + (aside * 48 + along * 45) * size * np.array([1, 1])
    outlines.append(_limb(thumb, tip + along * 105 * size, 9.5 * size, 14 * size))
    outlines.append(_limb(tip + along * 85 * size, tip + along * 140 * size, 40 * size, 38 * size))
    outlines.append(_limb(tip + along * 130 * size, tip + along * 900, 30 * size, 50 * size))
    skin = np.array([chance.uniform(60, 165), 0, 0])
    skin[1] = skin[0] * chance.uniform(1.05, 1.3)
    skin[2] = skin[1] * chance.uniform(1.15, 1.5)
    sleeve = tuple(np.clip(random_dye(chance), 8, 240))
    skins = (tuple(np.clip(skin, 20, 240)),)
    colours = skins * (len(outlines) - 1) + ((sleeve,) if chance.random() < 0.6 else skins)
    return Hand(tuple(outlines), colours, float(chance.uniform(25, 90)))


def _limb(end: F64, start: F64, thin: float, thick: float) -> F64:
    """Return the outline (N, 2) of a rounded limb from `start` to its `end`."""
    way = end - start
    turn = np.arctan2(way[1], way[0])
    tip = turn + np.linspace(np.pi / 2, -np.pi / 2, 9)
    base = turn + np.linspace(-np.pi / 2, -3 * np.pi / 2, 9)
    return np.concatenate(
        [
            end + thin * np.stack([np.cos(tip), np.sin(tip)], 1),
            start + thick * np.stack([np.cos(base), np.sin(base)], 1),
        ]
    )


def random_things(chance: Chance) -> list[Thing]:
    """Return cups, cards, papers, pawns and coins that lie about."""
    things = []
    for _ in range(int(chance.choice([0, 0, 0, 1, 2, 3]))):
        at = chance.uniform(-280, 280, 2)
        turn = chance.uniform(0, np.pi)
        if chance.random() < 0.5:
            reach = chance.choice([chance.uniform(5, 12), chance.uniform(20, 45)])
            round_ = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            outline = at + reach * np.stack([np.cos(round_), np.sin(round_)], 1)
            height = chance.uniform(2, 60)
        else:
            half = chance.uniform(25, 90), chance.uniform(30, 110)
            corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
            cos, sin = np.cos(turn), np.sin(turn)
            outline = at + corners @ np.array([[cos, sin], [-sin, cos]])
            height = chance.uniform(0.2, 9)
        things.append(Thing(outline, float(height), tuple(random_dye(chance))))
    return things
