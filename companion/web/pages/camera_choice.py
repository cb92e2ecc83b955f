"""The choice of a camera in a form: those found on this machine, a drawn one, another by name."""

from collections.abc import Mapping
from typing import Any

from companion.observers.attached import attached_cameras
from companion.web.serving.site import Ask
from companion.web.table.last_match import last_taught

__all__ = ["camera_choices", "chosen_camera"]

# letters of a camera's string; chosen, longer than any address of a camera met
SPEC = 300


def camera_choices(ask: Ask) -> dict[str, Any]:
    """Return what a form shows: the usual camera, those found, the likeliest, what was taught."""
    taught, found = last_taught(ask.site.folder), attached_cameras()
    usual = ask.site.extras.get("camera", "") or taught.spec
    likely = usual or (found[0] if found else "spec")
    return {"camera": usual, "found": found, "chosen": likely, "taught": taught}


def chosen_camera(form: Mapping[str, str]) -> str:
    """Return the string of the camera that a form names; nothing for none."""
    kind = form.get("camera", "spec")
    return (form.get("spec", "") if kind == "spec" else kind).strip()[:SPEC]
