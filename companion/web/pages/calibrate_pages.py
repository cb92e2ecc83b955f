"""Teaching a board to the camera, step by step: the guide's steps as a page."""

import asyncio

from starlette.responses import HTMLResponse, JSONResponse, Response

from calibration.board_files.load import board_names, load_board
from calibration.wizard.guide import Guide
from companion.errors import CalibrationError
from companion.i18n import _
from companion.web.door.access import Role
from companion.web.pages.camera_pages import SPEC, opened_camera
from companion.web.pages.table_pages import answered, page_of
from companion.web.serving.site import Ask, Page
from companion.web.show.step_view import StepView, step_view
from companion.web.table.calibrating import Calibrating, Viewing, measured_tiles
from companion.web.table.table_state import AtTable

__all__ = ["PAGES"]

# what stands for a board's name where tiles lie before the camera
TILES = "davinci"


async def _page(ask: Ask) -> Response:
    view = await ask.at_table(_view)
    if view is None:
        usual = ask.site.extras.get("camera", "")
        boards = [(name, load_board(name).title) for name in board_names()]
        page = page_of(ask, "calibrate.html", here="camera", usual=usual, boards=boards)
        return HTMLResponse(page)
    return HTMLResponse(page_of(ask, "step.html", here="camera", view=view))


def _view(at: AtTable) -> StepView | None:
    return step_view(at.calibrating) if at.calibrating else None


async def _begin(ask: Ask) -> Response:
    name = ask.form.get("board", "")
    if name == TILES:
        return await _tiles(ask)
    shape = load_board(name if name in board_names() else "?")
    spec = ask.form.get("spec", "").strip()[:SPEC]
    called = ask.form.get("name", "").strip()[:40] or (
        "drawn" if spec.startswith("sim:") else shape.name
    )

    def begin(at: AtTable) -> None:
        viewing = opened_camera(spec, shape)
        at.view(viewing)
        at.calibrating = Calibrating.begin(shape, called, viewing)

    await ask.at_table(begin)
    return answered(ask, "/calibrate")


async def _tiles(ask: Ask) -> Response:
    """Measure a camera over a table from one picture of open tiles, and save it."""
    spec = ask.form.get("spec", "").strip()[:SPEC]
    called = ask.form.get("name", "").strip()[:40] or TILES

    def measured(at: AtTable) -> tuple[str, ...]:
        viewing = opened_camera(spec)
        at.view(viewing)
        return measured_tiles(called, viewing)

    said = await ask.at_table(measured)
    return answered(ask, said=" ".join(said))


def _under_way(at: AtTable) -> tuple[Calibrating, Viewing]:
    if at.calibrating is None or at.viewing is None:
        raise CalibrationError(
            _("No calibration is under way."), hint=_("Choose the board and the camera.")
        )
    return at.calibrating, at.viewing


async def _take(ask: Ask) -> Response:
    def take(at: AtTable) -> None:
        calibrating, viewing = _under_way(at)
        calibrating.take(viewing)

    await ask.at_table(take)
    return answered(ask, "/calibrate")


async def _say(ask: Ask) -> Response:
    """Say a word of the guide, corners, or rows that lie otherwise than asked."""
    word = ask.form.get("word", "").strip()[:200]

    def say(at: AtTable) -> None:
        calibrating, viewing = _under_way(at)
        if word == "restart":
            calibrating.restart()
            calibrating.pose(viewing)
        else:
            calibrating.say(word, viewing)

    await ask.at_table(say)
    return answered(ask, "/calibrate")


async def _save(ask: Ask) -> Response:
    def save(at: AtTable) -> None:
        calibrating, viewing = _under_way(at)
        if not calibrating.guide.is_over:
            raise CalibrationError(_("Not all is shown yet."), hint=_("Go on with the steps."))
        calibrating.save(viewing)

    await ask.at_table(save)
    return answered(ask, "/calibrate")


async def _leave(ask: Ask) -> Response:
    await ask.at_table(AtTable.stop_viewing)
    return answered(ask, "/calibrate")


async def _picture(ask: Ask) -> Response:
    """Show the picture of this step: whole where corners are set in it, else the board alone."""
    guide = await ask.at_table(lambda at: at.calibrating.guide if at.calibrating else None)
    data = await asyncio.to_thread(_drawn, guide) if guide else None
    if data is None:
        return JSONResponse({"said": _("There is no picture that may be shown.")}, 404)
    return Response(data, media_type="image/jpeg")


def _drawn(guide: Guide) -> bytes | None:
    from companion.vision.camera.image_files import encode_jpeg
    from companion.vision.read.overlay import draw_overlay
    from companion.vision.watch.shown_picture import marked, shrunk, within_outline

    named = [guide.shots[name] for name in guide.names[: guide.at + 1] if name in guide.shots]
    if not named:
        return None
    shot = named[-1]
    if shot.found is None or guide.step.name == "board":
        image = shot.image
        if shot.found:
            image = marked(image, shot.found.shape, shot.found.pose, {})
        return encode_jpeg(image, quality=80)
    shape, pose = shot.found.shape, shot.found.pose
    whole = draw_overlay(shot.image, shape, pose, shot.reading)
    scale = whole.shape[1] / shot.image.shape[1]
    wide = (round(pose.size[0] * scale), round(pose.size[1] * scale))
    return encode_jpeg(shrunk(within_outline(whole, shape, pose.resized(wide)), 900), quality=80)


PAGES: tuple[Page, ...] = (
    Page("/calibrate", "GET", Role.OWNER, _page),
    Page("/calibrate", "POST", Role.OWNER, _begin),
    Page("/calibrate/take", "POST", Role.OWNER, _take),
    Page("/calibrate/say", "POST", Role.OWNER, _say),
    Page("/calibrate/save", "POST", Role.OWNER, _save),
    Page("/calibrate/leave", "POST", Role.OWNER, _leave),
    Page("/calibrate/picture.jpg", "GET", Role.OWNER, _picture),
)
