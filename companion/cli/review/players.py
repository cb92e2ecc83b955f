"""``keypeg players`` and ``keypeg stats``: what all the evenings add up to."""

from dataclasses import asdict
from pathlib import Path

import click

from companion.cli.common.json_output import echo_json, json_option
from companion.cli.common.log_options import folder_option
from companion.cli.common.plain_lines import echo_line, echo_table
from companion.cli.review.all_matches import read_all
from companion.errors import UnknownName, did_you_mean
from companion.history.statistics import PlayerRecord, Rival, players_of, record_of
from companion.i18n import _, headed, ngettext, number
from companion.session.log_names import games_folder

__all__ = ["players", "stats"]


@click.command()
@folder_option
@json_option
def players(folder: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """List the players: matches that are over, and how many were won; the most first."""
    place = folder or games_folder()
    matches = read_all(place)
    records = [record_of(matches, name) for name, _count in players_of(matches)]
    if as_json:
        echo_json([_facts(record) for record in records])
        return
    if not records:
        echo_line(_nobody(place, is_empty=not matches))
        return
    rows = [(_("player"), _("matches"), _("won"), _("rows a code"))]
    for record in records:
        mean = number(record.mean, digits=1) if record.mean is not None else ""
        rows.append((record.name, str(record.matches), str(record.wins), mean))
    echo_table(rows)


def _nobody(folder: Path, *, is_empty: bool) -> str:
    if is_empty:
        return _("There are no matches in '{folder}' yet.").format(folder=folder)
    return _("No match in '{folder}' is over yet: 'keypeg play --resume' goes on with one.").format(
        folder=folder
    )


@click.command()
@click.argument("name", metavar="NAME", nargs=-1, required=True)
@folder_option
@json_option
def stats(name: tuple[str, ...], folder: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Tell of player NAME: matches, wins, rows a code, by box, and against each other player."""
    matches = read_all(folder or games_folder())
    said = " ".join(name)
    record = record_of(matches, said)
    if not record.matches:
        known = [player for player, _count in players_of(matches)]
        raise UnknownName(
            _("No match of '{name}' is over yet.").format(name=said),
            hint=did_you_mean(said, known) if known else _("Play one first."),
        )
    if as_json:
        echo_json(_facts(record))
        return
    for line in _lines(record):
        echo_line(line)


def _facts(record: PlayerRecord) -> dict[str, object]:
    return asdict(record) | {
        "best": record.best,
        "mean": record.mean,
        "recent_mean": record.recent_mean,
    }


def _lines(record: PlayerRecord) -> list[str]:
    lines = [
        headed(record.name, f"{_matches(record.matches)}, {_won(record.wins)}")
        + (f" {_shared(record.shared)}" if record.shared else "")
        + (f", {_alone(record.alone)}" if record.alone else "")
    ]
    if record.mean is not None and record.recent_mean is not None:
        lines.append(
            _(
                "codes broken: {broken}, not broken: {unbroken}; rows a code: {mean} on average, "
                "{best} at best, lately {lately}"
            ).format(
                broken=len(record.rows),
                mean=number(record.mean, digits=1),
                best=record.best,
                lately=number(record.recent_mean, digits=1),
                unbroken=record.unbroken,
            )
        )
    for book in record.books:
        lines.append(headed(_(book.title), f"{_matches(book.matches)}, {_won(book.wins)}"))
    for rival in record.rivals:
        lines.append(
            _("against {name}: {results}").format(name=rival.name, results=_results(rival))
        )
    return lines


def _matches(count: int) -> str:
    return ngettext("{count} match", "{count} matches", count).format(count=count)


def _won(count: int) -> str:
    return ngettext("{count} won", "{count} won", count).format(count=count)


def _shared(count: int) -> str:
    return ngettext("({count} of them shared)", "({count} of them shared)", count).format(
        count=count
    )


def _alone(count: int) -> str:
    return ngettext("{count} played alone", "{count} played alone", count).format(count=count)


def _results(rival: Rival) -> str:
    lost = ngettext("{count} lost", "{count} lost", rival.losses).format(count=rival.losses)
    shared = ngettext("{count} neither", "{count} neither", rival.drawn).format(count=rival.drawn)
    return ", ".join((_won(rival.wins), lost, *((shared,) if rival.drawn else ())))
