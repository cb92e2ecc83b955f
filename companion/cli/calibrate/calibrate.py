"""`keypeg calibrate`: what colours look like on a board in its place, and what a lens does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.calibrate.by_photos import calibrate_by_photos
from companion.cli.common.photo import OVERLAY
from companion.i18n import N_, _
from companion.spoken_help import SpokenGroup

if TYPE_CHECKING:
    from companion.observers.posed_board import Poser
    from companion.vision.board.shape import BoardShape
    from companion.vision.camera.frames import Camera

__all__ = ["calibrate"]

HELP = {"help_option_names": ["-h", "--help"]}
PHOTOS = click.option(
    "--photos",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="A photo or a folder of photos; may be repeated.",
)


class BoardOrLens(SpokenGroup):
    """`keypeg calibrate lens` is a command of its own; any other word is a board."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the word that stands for a board's name, and `lens`."""
        return ["BOARD", *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command for a first word."""
        return calibrate_board if name == "BOARD" else super().get_command(ctx, name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Give the command for a first word."""
        if args and args[0] != "lens":
            return "BOARD", calibrate_board, args
        return super().resolve_command(ctx, args)


EXAMPLES = N_("""\
\b
keypeg calibrate classic --camera usb:0        more: keypeg calibrate BOARD --help
keypeg calibrate classic --photos kitchen/
keypeg calibrate lens --photos sheet/          more: keypeg calibrate lens --help""")


@click.group(
    cls=BoardOrLens,
    context_settings=HELP,
    subcommand_metavar="BOARD|lens [OPTIONS]",
    epilog=EXAMPLES,
)
def calibrate() -> None:
    """Measure the colours of a BOARD in its place, or the lens of a camera."""


@click.command(context_settings=HELP)
@click.argument("board", metavar="")
@click.option(
    "--camera",
    default="",
    help="A camera (usb:0, csi, url:http://...): leads you through all steps before it. With "
    "--photos, words about the camera that are kept.",
)
@click.option(
    "--photos",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Instead of a camera: a photo or a folder of photos; may be repeated.",
)
@click.option("--empty", type=click.Path(path_type=Path), help="The photo of the empty board.")
@click.option(
    "--pegs",
    multiple=True,
    metavar="1=rgby,2=ow..",
    help="What lies in each photo of pegs, in their order; the first needs none if each colour "
    "lies once, in the palette's order from row 1, left to right.",
)
@click.option(
    "--keys",
    metavar="1=kkww,2=w..k",
    help="The key pegs in the first photo of pegs, far holes first; these, unless said otherwise. "
    "'none' for no key pegs.",
)
@click.option(
    "--sliders",
    metavar="1=2r1w,2=3r4w",
    help="The clicks in the first photo of pegs; these, unless said otherwise. 'none' for none.",
)
@click.option(
    "--corners",
    multiple=True,
    metavar="'x,y x,y x,y x,y'",
    help="The outer holes in pixels, far left, far right, near right, near left: once for the "
    "first photo (the empty board), or once for each. Once is enough with markers on the board, or "
    "a camera that does not move.",
)
@click.option(
    "--set",
    "number",
    type=click.IntRange(1, 4),
    default=1,
    help="Which set of markers is on the board, where several lie before the camera.",
)
@click.option("--lens", "lens_name", help="A lens measured by `keypeg calibrate lens`.")
@click.option("--name", help="How to call it; the board's name if left out.")
@click.option("--light", default="", help="Words about the light, kept with it.")
@click.option(
    "--add",
    is_flag=True,
    help="Add the pegs of these photos, as confirmed readings, to the calibration that is there.",
)
@click.option(
    "--overlay",
    type=OVERLAY,
    help="Where to write the picture of the result; beside the calibration if left out.",
)
@click.option("--yes", is_flag=True, help="Answer every question with yes.")
def calibrate_board(board: str, camera: str, photos: tuple[Path, ...], **given: Any) -> None:
    """Learn what each colour, empty hole and key peg of BOARD looks like in your place.

    With --camera you are led step by step, and may leave and go on later; try it with nothing
    attached: keypeg calibrate four-player --camera sim:invicta-4.

    With --photos: photograph the empty board ("empty" in the file's name), then the board with each
    colour once from row 1, near the breaker, in the palette's order. Set key pegs too: row 1 black
    black white white, row 2 white - - black, the far holes first; sliders: row 1 at 2 red and 1
    white, row 2 at 3 red and 4 white. A second photo with the colours where the light differs most
    (--pegs says where) halves the mistakes.

    BOARD davinci: the empty table ("empty" in the photo's name), then all tiles lying open, upright
    for the near player: black ones in a row from 0 at the left, white ones in a row below, a dash
    last. They tell where the camera stands, how large your tiles are and what their numbers look
    like; the numbers must read back in order, or nothing is saved.
    """
    from companion.cli.calibrate.tiles import TILES, calibrate_tiles

    if board == TILES and camera and not photos:
        from calibration.store.lenses import load_lens
        from companion.cli.calibrate.tile_wizard import sit_at_tiles

        lens = load_lens(given["lens_name"]).lens if given["lens_name"] else None
        kept = {key: given[key] for key in ("name", "corners", "yes")}
        sit_at_tiles(camera, lens=lens, **kept)
    elif board == TILES:
        shown = {key: given[key] for key in ("name", "lens_name", "overlay", "corners")}
        calibrate_tiles(photos, **shown)
    elif photos:
        calibrate_by_photos(board, camera, photos, **given)
    elif camera:
        _before_camera(board, camera, **given)
    else:
        raise click.UsageError(_("Say --camera usb:0 to be led step by step, or --photos DIR."))


def _before_camera(
    board: str,
    spec: str,
    *,
    name: str | None,
    light: str,
    lens_name: str | None,
    corners: tuple[str, ...],
    yes: bool,
    number: int,
    **given: Any,
) -> None:
    """Lead through the wizard before the camera `spec`."""
    from calibration.board_files.load import load_board
    from calibration.store.lenses import load_lens
    from companion.cli.calibrate.wizard import Sitting, sit

    for option, value in given.items():
        if value:
            raise click.UsageError(
                _("--{option} goes with --photos; the camera's steps ask for it.").format(
                    option=option
                )
            )
    shape = load_board(board).with_marker_set(number)
    lens = load_lens(lens_name).lens if lens_name else None
    camera, poser = _open(spec, shape)
    called = name or ("drawn" if poser else shape.name)
    try:
        sit(Sitting(camera, spec, shape, called, light, lens, "".join(corners[:1]), yes, poser))
    finally:
        camera.close()


def _open(spec: str, shape: BoardShape) -> tuple[Camera, Poser | None]:
    """Open a live camera; or a drawn one with this board, and who sets on it what is asked for."""
    from companion.observers.posed_board import drawn_camera
    from companion.simulator.open import open_camera
    from companion.vision.open_camera import parse_spec

    asked = parse_spec(spec)
    if asked.kind in ("photos", "video"):
        raise click.UsageError(
            _("{spec} is no live camera: give the pictures with --photos.").format(spec=spec)
        )
    if asked.kind == "sim":
        poser = drawn_camera(shape, asked.numbers({"seed": 1, "width": 960}))
        return poser, poser
    return open_camera(spec, say=lambda text: click.echo(text, err=True)), None


@calibrate.command(context_settings=HELP)
@PHOTOS
@click.option("--name", default="camera", show_default=True, help="How to call it.")
def lens(photos: tuple[Path, ...], name: str) -> None:
    """Measure a lens from 8 to 20 photos of the sheet of `keypeg sheets charuco`."""
    from companion.cli.calibrate.learn import measure_and_save_lens

    measure_and_save_lens(photos, name)
