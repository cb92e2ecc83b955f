"""What `keypeg evaluate` prints of filmed games: events against the true log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from companion.i18n import N_, _

if TYPE_CHECKING:
    from calibration.evaluation.film_runs import FilmScore
    from calibration.evaluation.tile_films import TileFilmScore

__all__ = ["print_films", "print_tile_films"]

# the words stand above columns of these widths, in every language
HEADING = N_(
    "board           guesses  right  asked  wrong   lost  by hand  keys  right  wrong  unsaid"
)
TILE_HEADING = N_("events  right  asked  wrong  lost   points")


def print_films(films: Iterable[FilmScore], *, show_events: bool) -> None:
    """Print a line a film and their sum, in guesses and answers; every event where wanted."""
    films = list(films)
    if not films:
        return
    wide = max(18, *(len(film.name) for film in films))
    click.echo(f"\n{_('filmed game'):{wide}} {_(HEADING)}")
    for film in films:
        click.echo(_line(f"{film.name:{wide}} {film.board:15}", [film]))
        for number, seen in film.events if show_events else ():
            click.echo("  " + _("frame {number}: {seen}").format(number=number, seen=seen))
    if len(films) > 1:
        click.echo(_line(f"{_('all'):{wide}} {'':15}", films))


def _line(title: str, films: list[FilmScore]) -> str:
    def counted(part: Callable[[FilmScore], int]) -> int:
        return sum(part(film) for film in films)

    guesses = counted(lambda film: film.guesses)
    fates = [
        counted(lambda film: film.right),
        counted(lambda film: film.asked),
        counted(lambda film: film.wrong),
        counted(lambda film: film.lost),
    ]
    keys = [
        counted(lambda film: film.keys.right),
        counted(lambda film: film.keys.wrong),
        counted(lambda film: film.keys.unsure),
    ]
    hands = counted(lambda film: film.hands)
    first = " ".join(f"{count:6}" for count in fates)
    return f"{title} {guesses:7} {first} {hands:8}       {keys[0]:5}  {keys[1]:5}  {keys[2]:6}"


def print_tile_films(films: Iterable[TileFilmScore], *, show_events: bool) -> None:
    """Print a line a filmed round of tiles; what was asked where wanted."""
    films = list(films)
    if not films:
        return
    click.echo(f"\n{_('filmed round'):18} {_(TILE_HEADING)}")
    for film in films:
        points = _("right") if film.points else _("wrong")
        click.echo(
            f"{film.name:18} {film.events:6}  {film.right:5}  {film.asked:5}  {film.wrong:5}  "
            f"{film.lost:5}  {points}"
        )
        if film.note:
            click.echo(f"{film.name}: {film.note}", err=True)
        for number, said in film.said if show_events else ():
            click.echo("  " + _("frame {number}: {seen}").format(number=number, seen=said))
