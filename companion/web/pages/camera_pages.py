"""What the camera sees: the live picture, the row that is asked about, how good the picture is."""

import asyncio

from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Receive, Scope, Send

from companion.errors import CameraError
from companion.i18n import _
from companion.kinds.all_kinds import kind_of
from companion.web.door.access import Role
from companion.web.pages.camera_choice import camera_choices, chosen_camera
from companion.web.pages.table_pages import answered, page_of
from companion.web.serving.picture_stream import BOUNDARY, encoded, pictures
from companion.web.serving.site import Ask, Page
from companion.web.show.views import render
from companion.web.table.pictures import Picture
from companion.web.table.table_state import AtTable
from companion.web.table.viewing import Viewing

__all__ = ["PAGES", "opened_camera"]


async def _camera(ask: Ask) -> Response:
    snapshot = ask.site.hub.snapshot
    spec = await ask.at_table(lambda at: at.viewing.spec if at.viewing else "")
    facts = {"spec": spec, "title": snapshot.camera, **camera_choices(ask)}
    return HTMLResponse(page_of(ask, "camera.html", here="camera", **facts))


async def _open(ask: Ask) -> Response:
    spec = chosen_camera(ask.form)
    await ask.at_table(lambda at: at.view(opened_camera(spec)))
    return answered(ask, "/camera")


async def _close(ask: Ask) -> Response:
    await ask.at_table(AtTable.stop_viewing)
    return answered(ask, "/camera")


def opened_camera(spec: str, shape: object = None) -> Viewing:
    """Open the camera `spec` to look through; a drawn one shows `shape`. Raises CameraError."""
    from companion.simulator.open import open_camera
    from companion.vision.open_camera import parse_spec

    asked = parse_spec(spec)
    if asked.kind == "sim" and shape is not None:
        from companion.observers.posed_board import drawn_camera

        known = {"seed": 1, "width": 960}
        return Viewing(drawn_camera(shape, asked.numbers(known)), spec)  # type: ignore[arg-type]
    if asked.kind in ("photos", "video"):
        raise CameraError(_("That is no live camera."), hint=_("Name one, as usb:0 or csi."))
    return Viewing(open_camera(spec), spec)


class _Stream(Response):
    """The live picture of one viewer."""

    def __init__(self, ask: Ask) -> None:
        kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
        super().__init__(headers={"content-type": kind})
        del self.headers["content-length"]
        self._ask = ask

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ask = self._ask
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        login = ask.who

        def goes_on() -> bool:
            return not ask.site.hub.is_closing and ask.site.access.is_valid(login)

        await pictures(ask.site.encoder, goes_on, send, receive)


async def _stream(ask: Ask) -> Response:
    if not ask.site.encoder.has_room:
        return JSONResponse({"said": _("Too many look through the camera already.")}, 503)
    return _Stream(ask)


async def _still(ask: Ask) -> Response:
    picture = ask.site.encoder.box.newest
    if picture is None:
        return JSONResponse({"said": _("There is no picture that may be shown.")}, 404)
    return _jpeg(await asyncio.to_thread(encoded, picture))


async def _doubt(ask: Ask) -> Response:
    """Show the row that is asked about, enlarged."""
    picture, seen = ask.site.encoder.box.newest, ask.site.hub.snapshot
    table = kind_of(seen.match.rules).one_board(seen.table) if seen.match else None
    asked = table.question if table else None
    if picture is None or not picture.places or asked is None or not asked.row:
        return JSONResponse({"said": _("There is no picture that may be shown.")}, 404)
    return _jpeg(await asyncio.to_thread(_row, picture, asked.row))


def _row(picture: Picture, row: int) -> bytes:
    from companion.vision.camera.image_files import encode_jpeg
    from companion.vision.watch.shown_picture import cropped_row, without_code

    shape, pose = picture.places[0]
    image = without_code(picture.image, shape, pose) if picture.covers_code else picture.image
    return encode_jpeg(cropped_row(image, shape, pose, min(row, shape.rows)), quality=85)


async def _meter(ask: Ask) -> Response:
    """Say how good the picture is, and what to change."""

    def measured(at: AtTable) -> str:
        viewing = at.viewing
        quality = viewing.quality if viewing else None
        trouble = viewing.trouble if viewing else ""
        return render("_meter.html", quality=quality, trouble=trouble, is_open=viewing is not None)

    return JSONResponse({"html": {"meter": await ask.at_table(measured)}})


def _jpeg(data: bytes) -> Response:
    return Response(data, media_type="image/jpeg")


PAGES: tuple[Page, ...] = (
    Page("/camera", "GET", Role.OWNER, _camera),
    Page("/camera/open", "POST", Role.OWNER, _open),
    Page("/camera/close", "POST", Role.OWNER, _close),
    Page("/camera/stream", "GET", Role.OWNER, _stream, is_stream=True),
    Page("/camera/still.jpg", "GET", Role.OWNER, _still),
    Page("/camera/doubt.jpg", "GET", Role.PLAYER, _doubt),
    Page("/camera/meter", "GET", Role.OWNER, _meter),
)
