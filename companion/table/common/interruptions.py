"""What stops the eyes, and what a person is told of it: a table of (stop, what happens). Pure."""

from enum import StrEnum

from companion.i18n import N_, _
from companion.sightings.boards import (
    BoardCleared,
    BoardFound,
    BoardMoved,
    KeysSeen,
    LightBack,
    LightLost,
    PictureFit,
    PictureUnfit,
    RowChanged,
    RowSeen,
    RowTaken,
)
from companion.table.common.messages import CameraBack, CameraLost, Happening

__all__ = ["STOPS", "Stop", "sentence_of", "stop_after", "stop_table", "told"]


class Stop(StrEnum):
    """Why nothing new can be seen; while one lasts, nothing is scored."""

    NONE = ""
    AWAY = "away"
    DARK = "dark"
    BLIND = "blind"
    UNFIT = "unfit"


# (stop, what happens) -> the next stop; what is not in it changes nothing
STOPS: dict[tuple[Stop, type[Happening]], Stop] = {
    (Stop.NONE, BoardMoved): Stop.AWAY,
    (Stop.NONE, LightLost): Stop.DARK,
    (Stop.NONE, CameraLost): Stop.BLIND,
    (Stop.AWAY, BoardFound): Stop.NONE,
    (Stop.AWAY, LightLost): Stop.DARK,
    (Stop.AWAY, CameraLost): Stop.BLIND,
    (Stop.DARK, LightBack): Stop.NONE,
    (Stop.DARK, BoardMoved): Stop.AWAY,
    (Stop.DARK, CameraLost): Stop.BLIND,
    (Stop.BLIND, CameraBack): Stop.NONE,
    (Stop.BLIND, BoardMoved): Stop.AWAY,
    (Stop.BLIND, LightLost): Stop.DARK,
    (Stop.BLIND, PictureUnfit): Stop.UNFIT,
    (Stop.NONE, PictureUnfit): Stop.UNFIT,
    (Stop.AWAY, PictureUnfit): Stop.UNFIT,
    (Stop.DARK, PictureUnfit): Stop.UNFIT,
    (Stop.UNFIT, PictureFit): Stop.NONE,
    (Stop.UNFIT, BoardMoved): Stop.AWAY,
    (Stop.UNFIT, LightLost): Stop.DARK,
    (Stop.UNFIT, CameraLost): Stop.BLIND,
    # where some of the pictures are fit the game goes on
    **{
        (Stop.UNFIT, seen): Stop.NONE
        for seen in (RowSeen, RowChanged, RowTaken, KeysSeen, BoardCleared)
    },
}

SENTENCES = {
    Stop.NONE: "",
    Stop.AWAY: N_("The board is not where it was: I am looking for it. Leave all of it in sight."),
    Stop.DARK: N_("It is too dark to read: put a light on. Nothing is lost meanwhile."),
    Stop.BLIND: N_("The camera gives no pictures: I wait until it is back."),
    Stop.UNFIT: N_("The picture cannot be read as it is: I wait until it can. Nothing is lost."),
}


def stop_after(stop: Stop, happening: Happening) -> Stop:
    """Return what stops the eyes after `happening`, when `stop` did before."""
    return STOPS.get((stop, type(happening)), stop)


def sentence_of(stop: Stop) -> str:
    """Return what a person is told while `stop` lasts, or nothing."""
    return _(SENTENCES[stop])


def told(stop: Stop, waited_for: str) -> str:
    """Return what stops the eyes, or what is waited for; both while rows can be typed instead."""
    if stop is Stop.BLIND:
        typed = _("Rows can be typed until then.")
        return f"{sentence_of(stop)} {typed} {waited_for}".rstrip()
    return sentence_of(stop) or waited_for


def stop_table() -> str:
    """Return `STOPS` as the Markdown table that the docs carry."""
    kinds = list(dict.fromkeys(kind for _stop, kind in STOPS))
    lines = ["| | " + " | ".join(f"`{kind.__name__}`" for kind in kinds) + " | told |"]
    lines.append("|---" * (len(kinds) + 2) + "|")
    for stop in Stop:
        cells = [STOPS.get((stop, kind), "") for kind in kinds]
        lines.append(f"| {stop or 'none'} | " + " | ".join(cells) + f" | {SENTENCES[stop]} |")
    return "\n".join(lines) + "\n"
