"""Teaching a board, or a table of tiles, to the camera: the steps as a page."""

import asyncio
from collections.abc import Callable
from copy import copy
from functools import partial

from starlette.responses import HTMLResponse, JSONResponse, Response

from calibration.board_files.load import board_names, board_titles, load_board
from companion.errors import CalibrationError
from companion.i18n import _
from companion.web.door.access import Role
from companion.web.pages.camera_choice import camera_choices, chosen_camera
from companion.web.pages.camera_pages import opened_camera
from companion.web.pages.table_pages import answered, page_of
from companion.web.serving.site import Ask, Page
from companion.web.show.step_view import StepView, drawn_step, step_view
from companion.web.show.tile_step_view import TileStepView, drawn_tile_step, tile_step_view
from companion.web.table.calibrating import Calibrating
from companion.web.table.last_match import Taught, remember_taught
from companion.web.table.table_state import AtTable
from companion.web.table.tile_calibrating import TileCalibrating
from companion.web.table.viewing import Viewing

__all__ = ["PAGES"]

# what stands for a board's name where tiles lie before the camera
TILES = "davinci"


async def _page(ask: Ask) -> Response:
    view = await ask.at_table(_view)
    if view is None:
        facts = {"boards": list(board_titles().items()), **camera_choices(ask)}
        wanted = ask.request.query_params.get("board", "")
        return HTMLResponse(page_of(ask, "calibrate.html", here="camera", wanted=wanted, **facts))
    return HTMLResponse(page_of(ask, view.template, here="camera", view=view))


def _view(at: AtTable) -> StepView | TileStepView | None:
    match at.calibrating:
        case Calibrating():
            return step_view(at.calibrating)
        case TileCalibrating():
            return tile_step_view(at.calibrating)
    return None


async def _begin(ask: Ask) -> Response:
    name = ask.form.get("board", "")
    if name == TILES:
        return await _tiles(ask)
    shape = load_board(name if name in board_names() else "?")
    spec = chosen_camera(ask.form)
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
    """Begin to measure a table before a camera."""
    spec = chosen_camera(ask.form)
    if spec == "sim:table":
        spec = f"sim:{TILES}"
    under_way = TileCalibrating.begin(ask.form.get("name", "").strip()[:40] or TILES)

    def begin(at: AtTable) -> None:
        viewing = opened_camera(spec)
        at.view(viewing)
        at.calibrating = under_way
        under_way.pose(viewing)

    await ask.at_table(begin)
    return answered(ask, "/calibrate")


def _under_way(at: AtTable) -> tuple[Calibrating | TileCalibrating, Viewing]:
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
        calibrating.save(viewing)
        board = TILES if isinstance(calibrating, TileCalibrating) else calibrating.shape.name
        remember_taught(ask.site.folder, Taught(viewing.spec, board, calibrating.name))

    await ask.at_table(save)
    return answered(ask, "/calibrate")


async def _leave(ask: Ask) -> Response:
    await ask.at_table(AtTable.stop_viewing)
    return answered(ask, "/calibrate")


async def _picture(ask: Ask) -> Response:
    """Show the picture of this step."""
    is_whole = "whole" in ask.request.query_params
    data = await asyncio.to_thread(await ask.at_table(partial(_drawing, is_whole=is_whole)))
    if data is None:
        return JSONResponse({"said": _("There is no picture that may be shown.")}, 404)
    return Response(data, media_type="image/jpeg")


def _drawing(at: AtTable, *, is_whole: bool) -> Callable[[], bytes | None]:
    """Return what draws the picture of this step, of how things stand now."""
    match at.calibrating:
        case Calibrating():
            return partial(drawn_step, copy(at.calibrating), is_whole=is_whole)
        case TileCalibrating():
            return partial(drawn_tile_step, copy(at.calibrating))
    return lambda: None


PAGES: tuple[Page, ...] = (
    Page("/calibrate", "GET", Role.OWNER, _page),
    Page("/calibrate", "POST", Role.OWNER, _begin),
    Page("/calibrate/take", "POST", Role.OWNER, _take),
    Page("/calibrate/say", "POST", Role.OWNER, _say),
    Page("/calibrate/save", "POST", Role.OWNER, _save),
    Page("/calibrate/leave", "POST", Role.OWNER, _leave),
    Page("/calibrate/picture.jpg", "GET", Role.OWNER, _picture),
)
