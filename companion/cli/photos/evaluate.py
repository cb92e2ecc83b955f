"""`keypeg evaluate`: a labelled set of pictures, read and scored."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.photos.evaluate_boards import print_sessions
from companion.cli.photos.evaluate_films import print_films, print_tile_films
from companion.cli.photos.tiles import print_tiles
from companion.i18n import N_, _
from companion.terminal.progress import Progress

if TYPE_CHECKING:
    from calibration.evaluation.film_runs import FilmScore
    from calibration.evaluation.plan import Plan
    from calibration.evaluation.sessions import SessionScore
    from calibration.evaluation.tile_films import TileFilmScore
    from calibration.evaluation.tiles import TileScore

__all__ = ["evaluate"]

POINTS = "labels.json"
FORMAT = N_("""\
\b
The format of DIR
  DIR is one session or a folder of sessions. A session is one board in one place:
    calib_empty.jpg   the empty board
    calib_pegs.jpg    each colour once; key pegs or sliders as its label says
    calib_pegs2.jpg   the same in other light (used with --calib 2)
    still_0.jpg ...   pictures to be read; frame_000.jpg ... of a filmed game
  and beside each a label, NAME.json, of which these fields are read:
    board             type (A, B, C, D, F; E tiles), rows, cols, palette, dims_mm, params
    grid.corners_dist outer holes in pixels: far left, far right, near right, near left
    cells[]           row, col, color ("empty" for none), px, radius_px, visible
    keys[]            black, white and holes[].color; or red, white (slider clicks 0-4)
    code              covered, colors
    markers.present   whether the board has markers
    occluded          frames with a hand in them are left out
    tiles[]           of a table of tiles: colour, value, pose, visible, digit_visible, bbox_px


  A session with a game.json is a filmed game. Its frames are read like other pictures, and then
  watched in turn, with the colours of the palette, as keypeg watch would; what is said is held
  against the true log. Whoever is asked about a full row tells what stands there.
    guesses[]         guess, a list of colours: the rows as they ended
    frames[]          image, occluded, and as they are then: state, a list of colours a row from
                      row 1 on ("empty" for none), and keys, a list of colours a row, or red, white
  A guess is right (seen as it stood, nobody asked), asked about, wrong (once said to be what it
  was not) or lost. "By hand" counts rows said in a frame with a hand. An answer is right, wrong or
  unsaid. --json lists every event with the number of its frame, from 0.

From the label of a picture that is to be read only the four corners are used, and only with
"--corners given" or "--find corners"; the rest is compared afterwards. Cells with visible below 0.6
are not counted. A DIR with a labels.json of points, as read by eye in photographs, is read at those
points: half of a picture's pegs calibrate and the other half is read, and a wall of bricks is read
with the calibration of each of its other photographs.""")


@click.command(epilog=FORMAT, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--find",
    "way",
    type=click.Choice(["auto", "markers", "corners", "empty", "unaided"]),
    default="auto",
    show_default=True,
    help="How the board is looked for; empty: by the calibration's picture of the empty board; "
    "auto: markers where the session has them, else empty, else unaided.",
)
@click.option(
    "--corners",
    type=click.Choice(["given"]),
    help="Hand over the four corners, off by --noise pixels; the same as --find corners.",
)
@click.option(
    "--calib",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    help="How many pictures of known pegs to calibrate on.",
)
@click.option(
    "--noise",
    type=click.FloatRange(0, 50),
    default=5.0,
    show_default=True,
    help="How far off the corners are handed over, in pixels.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Which way they are off: the same number, the same way.",
)
@click.option("--only", default="*", help="Only sessions whose name matches, as in 's0*'.")
@click.option(
    "--errors",
    "show_errors",
    is_flag=True,
    help="Name each cell that was read wrong, and all that was said of a filmed game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def evaluate(
    folder: Path,
    way: str,
    corners: str | None,
    calib: int,
    noise: float,
    seed: int,
    only: str,
    show_errors: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Read a labelled set of pictures; print what is right, wrong and unsure.

    A cell that is not read counts as unsure, also where the board was not found.
    """
    from calibration.evaluation.plan import FindWay, Plan

    plan = Plan(FindWay("corners" if corners else way), calib, noise, seed)
    out = _pointed(folder) if (folder / POINTS).is_file() else _run(folder, only, plan)
    if as_json:
        click.echo(json.dumps(_plain(out, plan), indent=1))
        return
    for note in out.notes:
        click.echo(note, err=True)
    if out.sessions:
        print_sessions(out.sessions, show_errors=show_errors)
    print_films(out.films, show_events=show_errors)
    if out.tiles:
        print_tiles(out.tiles)
    print_tile_films(out.tile_films, show_events=show_errors)
    for error in (e for each in out.tiles.values() for e in each.errors if show_errors):
        click.echo(error)


@dataclass(slots=True)
class _Results:
    """What came of it all; `notes` say what was left out, and why."""

    sessions: list[SessionScore]
    films: list[FilmScore]
    notes: list[str]
    tiles: dict[str, TileScore] = field(default_factory=dict)
    tile_films: list[TileFilmScore] = field(default_factory=list)


def _pointed(folder: Path) -> _Results:
    from calibration.evaluation.pointed_photos import evaluate_points, load_points

    every = evaluate_points(load_points(folder / POINTS))
    notes = [f"{each.name}: {each.note}" for each in every if each.note]
    return _Results([each for each in every if not each.note], [], notes)


def _run(folder: Path, only: str, plan: Plan) -> _Results:
    from calibration.evaluation.film_runs import evaluate_film
    from calibration.evaluation.films import is_film, load_film
    from calibration.evaluation.label_files import load_session, sessions_in
    from calibration.evaluation.sessions import evaluate_session
    from calibration.evaluation.tile_films import evaluate_tile_film
    from calibration.evaluation.tiles import evaluate_tiles, is_tiles

    paths, notes = sessions_in(folder, pattern=only)
    tabled = [path for path in paths if is_tiles(path)]
    tile_films = [path for path in tabled if is_film(path)]
    paths = [path for path in paths if path not in tabled]
    sessions = [load_session(path) for path in paths]
    films = [load_film(path) for path in paths if is_film(path)]
    out = _Results([], [], notes)
    count = sum(len(session.stills) for session in sessions) + sum(len(f.shots) for f in films)
    count += sum(len(list(path.glob("still_*.json"))) for path in tabled)
    count += sum(len(list(path.glob("frame_*.jpg"))) for path in tile_films)
    with Progress(_("reading"), count) as bar:
        advance = bar.advance
        for session in sessions:
            bar.update(said=session.name)
            out.sessions.append(evaluate_session(session, plan, on_picture=advance))
        for film in films:
            bar.update(said=_("{name}, watched").format(name=film.session.name))
            out.films.append(evaluate_film(film, plan, on_picture=advance))
        for path in tabled:
            bar.update(said=path.name)
            if path not in tile_films:
                out.tiles[path.name] = evaluate_tiles(path, on_picture=advance)
        for path in tile_films:
            bar.update(said=_("{name}, watched").format(name=path.name))
            out.tile_films.append(evaluate_tile_film(path, on_picture=advance))
    out.notes += [f"{each.name}: {each.note}" for each in out.sessions if each.note]
    return out


def _plain(out: _Results, plan: Plan) -> dict[str, object]:
    from calibration.evaluation.sessions import total

    return {
        "plan": {
            "find": plan.way.value,
            "calib": plan.known,
            "noise": plan.noise,
            "seed": plan.seed,
        },
        "sessions": {result.name: result.as_dict() for result in out.sessions},
        "total": total(result.score for result in out.sessions).as_dict(),
        "films": {film.name: film.as_dict() for film in out.films},
        "tiles": {name: score.as_dict() for name, score in out.tiles.items()},
        "tile_films": {film.name: film.as_dict() for film in out.tile_films},
        "notes": out.notes,
    }
