"""A scene as the record of its message. Pure."""

from typing import Any

from companion.club.wire.encoding import MESSAGE_VERSION
from companion.scene import Scene

__all__ = ["plain_scene"]


def plain_scene(scene: Scene, table: str, match: str, seq: int) -> dict[str, Any]:
    """Return `scene` for its message; `match` and `seq` say after which event it stands."""
    rows = [
        {"code": row.code, "keys": [row.keys.black, row.keys.white] if row.keys else None}
        for row in scene.rows
    ]
    return {
        "v": MESSAGE_VERSION,
        "table": table,
        "match": match,
        "seq": seq,
        "title": scene.title,
        "sentence": scene.sentence,
        "size": list(scene.size),
        "rows": rows,
        "players": list(scene.players),
        "scores": list(scene.scores),
        "turn": scene.players[scene.turn] if scene.turn is not None else None,
        "mood": str(scene.mood),
        "is_answer": scene.is_answer,
    }
