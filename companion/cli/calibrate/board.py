"""`keypeg board`: the boards that can be read, and a new one from its own measures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.durable import write_durably
from companion.errors import BadNotation, KeypegError, os_reason
from companion.i18n import _, headed, ngettext, number, told
from companion.spoken_help import SpokenGroup
from companion.vision.board.titles import said_title

if TYPE_CHECKING:
    from companion.vision.board.shape import BoardShape

__all__ = ["board"]

HELP = {"help_option_names": ["-h", "--help"]}


@click.group(cls=SpokenGroup, context_settings=HELP)
def board() -> None:
    """List and show boards, or describe a new one in millimetres."""


@board.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def list_boards(as_json: bool) -> None:  # noqa: FBT001
    """List the boards: those that are shipped, and your own."""
    from calibration.board_files.load import board_names, board_titles, load_board

    titles = board_titles()
    if as_json:
        click.echo(json.dumps({name: load_board(name).title for name in titles}, indent=1))
        return
    for name in board_names():
        if name in titles:
            click.echo(f"{name:14} {titles[name]}")
            continue
        try:
            load_board(name)
        except KeypegError as error:
            click.echo(f"{name:14} {error}", err=True)


@board.command()
@click.argument("name", metavar="BOARD")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def show(name: str, as_json: bool) -> None:  # noqa: FBT001
    """Show a board's measures; BOARD is a name or the path of a board file."""
    from calibration.board_files.load import load_board

    shape = load_board(name)
    if as_json:
        click.echo(json.dumps(asdict(shape), indent=1))
        return
    for line in _measures(shape):
        click.echo(line)


def _measures(shape: BoardShape) -> Iterator[str]:
    """Yield what is known of a board, what a user could measure first."""
    keys = _("key holes") if shape.keys else _("sliders") if shape.sliders else _("no key pegs")
    yield headed(shape.name, said_title(shape))
    yield _("{rows} of {cols}, {keys}; colours {palette}").format(
        rows=_rows(shape.rows), cols=shape.cols, keys=keys, palette=shape.palette
    )
    yield _("{pitch} mm from place to place, {row_pitch} mm a row").format(
        pitch=number(shape.hole_pitch), row_pitch=number(shape.row_pitch)
    )
    yield _("heads of {across} mm, {height} mm high").format(
        across=number(2 * shape.head.radius), height=number(shape.head.height)
    )
    yield from _heights(shape)
    if shape.markers:
        centres = ", ".join(f"{number(x)} | {number(y)}" for x, y in shape.markers.centres)
        yield _("markers of {size} mm, centres (right | far) at {centres}").format(
            size=number(shape.markers.size), centres=centres
        )


def _heights(shape: BoardShape) -> Iterator[str]:
    """Yield for each usual lens how high over the board a camera may be."""
    from calibration.board_files.camera_height import LENSES, camera_heights

    for lens, angle in LENSES.items():
        high = camera_heights(shape, angle)
        if high.lowest_mm <= high.highest_mm:
            yield _("{lens}: {low:.0f} to {high:.0f} cm above it").format(
                lens=_(lens), low=high.lowest_mm / 10, high=high.highest_mm / 10
            )
        else:
            yield _("{lens}: too wide, heads would be too small; take another lens").format(
                lens=_(lens)
            )


@board.command()
@click.argument("name", metavar="NAME")
@click.option("--like", default="classic", show_default=True, help="The board it is most like.")
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="PATH=VALUE",
    help="A measure, as holes.pitch=14.2; an empty value takes a table out, as code= or markers=.",
)
@click.option("--ask/--no-ask", default=True, help="Ask for the measures that were not given.")
def new(name: str, like: str, given: tuple[str, ...], ask: bool) -> None:  # noqa: FBT001
    """Describe a board of your own; it is loaded once before it is written.

    NAME is what it is called from then on; with a name that ends in .toml, that file is written
    instead.

    Measure from the centre of the first hole: that of row 1, nearest the breaker, at his left. x
    goes right, y away from him.
    """
    from calibration.board_files.load import board_file
    from calibration.board_files.own_boards import save_own_board
    from calibration.board_files.write import (
        adapted,
        described,
        measures_of,
        parse_measure,
        questions_about,
    )

    usual, own = measures_of(like), dict(parse_measure(text) for text in given)
    _check_new(name)
    for question in questions_about(adapted(usual, own)) if ask else ():
        table = question.path.partition(".")[0]
        if question.path not in own and own.get(table, table) is not None:
            own[question.path] = _asked(_(question.words), usual[question.path])
    measures = adapted(usual, own)
    text, shape = described(Path(name).stem, measures)
    if name.endswith(".toml"):
        _written(Path(name), text)
    else:
        save_own_board(name, measures, over=True)
    click.echo(f"{board_file(name)}: {_rows(shape.rows)}, {shape.palette}")
    command = told(f"keypeg calibrate {name} --photos DIR")
    click.echo(_("Calibrate it: {command}").format(command=command))


def _rows(count: int) -> str:
    return ngettext("{count} row", "{count} rows", count).format(count=count)


def _check_new(name: str) -> None:
    """Refuse a name that no board can have, and ask before one that is there is overwritten."""
    from calibration.board_files.load import board_file
    from calibration.board_files.own_boards import check_own_name
    from companion.cli.common.prompt import confirmed

    if not name.endswith(".toml"):
        check_own_name(name, over=True)
    elif not Path(name).parent.is_dir():
        raise click.FileError(name, _("there is no such folder"))
    if (file := board_file(name)).exists():
        question = _("{file} is there already. Overwrite it?").format(file=file)
        if not confirmed(question):
            raise click.Abort


def _written(file: Path, text: str) -> None:
    try:
        write_durably(file, text)
    except OSError as error:
        raise click.FileError(str(file), os_reason(error)) from error


def _asked(words: str, usual: Any) -> Any:
    from calibration.board_files.write import check_answer, format_answer, parse_answer

    # a wrong answer costs none of those before it
    while True:
        answer = parse_answer(click.prompt(words, default=format_answer(usual)), usual)
        try:
            check_answer(answer, usual)
        except BadNotation as error:
            click.echo(f"✗ {error}")
        else:
            return answer
