"""The log of a filmed round of Da Vinci Code: who sits where, and what was done, as moves.

A film is a session with ``game.json``: ``seats``, ``dashes``, ``first`` (a player from 1, player 1
on the near side), ``events`` (what was done, in order) and ``frames`` (image, and how many events
have happened by then).
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.game.core.events import Claimed, Drawn, Move, Opened, Passed, Placed, Seated, Way
from companion.game.match import Match
from companion.game.tiles.rules import TileRules
from companion.game.tiles.tile import DASH
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import find_book
from companion.vision.tiles.seat_order import order_of

__all__ = ["TileFilm"]

NAMES = ("Ada", "Ben", "Cleo", "Dirk")


class TileFilm:
    """A film's log: players, the true moves, and who sits at the near side of the picture."""

    def __init__(self, folder: Path, log: Mapping[str, Any]) -> None:
        self.players = NAMES[: log["seats"]]
        self.first = self.players[log["first"] - 1]
        rules = {"points": "yes"} | ({"dashes": "yes"} if log["dashes"] else {})
        played = with_rules(find_book("davinci"), rules)
        assert isinstance(played, TileRules)
        self.rules = played
        self.moves = [self._move(event, i, log["events"]) for i, event in enumerate(log["events"])]
        self.nearest = self._nearest(json.loads((folder / "frame_000.json").read_text("utf-8")))

    def match(self) -> Match:
        """Return the match before the deal."""
        return Match(self.rules).on(Seated(self.players, 1, Way.KEPT, self.first))

    def _move(self, event: Mapping[str, Any], i: int, events: Sequence[Mapping[str, Any]]) -> Move:
        player = self.players[event["player"] - 1]
        match event["do"]:
            case "draw":
                return Drawn(player, event["colour"])
            case "claim":
                target = self.players[event["target"] - 1]
                return Claimed(player, target, event["place"], _number(event["number"]))
            case "open":
                return Opened(player, event["place"], event["tile"])
        clue = _clue_before(events[:i], event["player"])
        if event["do"] == "wrong":
            placed = Placed if clue else Opened
            return placed(player, event["place"], event["tile"])
        return Placed(player, event["place"], f"{clue}?") if clue else Passed(player)

    def _nearest(self, label: Mapping[str, Any]) -> str:
        """Return the player whose row is told first: that at the near side of the picture."""
        seats: dict[int, list[Any]] = {}
        for tile in label["tiles"]:
            if isinstance(tile.get("place"), int):
                seats.setdefault(tile["seat"], []).append(tile["centre_px"])
        order = sorted(seats)
        middles = [np.mean(seats[seat], axis=0) for seat in order]
        return self.players[order.index(order[order_of(middles)[0]])]


def _number(text: object) -> str:
    return DASH if str(text) in ("-", "dash") else str(text)


def _clue_before(events: Sequence[Mapping[str, Any]], player: int) -> str:
    """Return the back of the clue tile that `player` still has after `events`, or nothing."""
    for event in reversed(events):
        if event["player"] == player and event["do"] == "draw":
            return str(event["colour"])
        if event["player"] == player and event["do"] in ("wrong", "stop"):
            return ""
    return ""
