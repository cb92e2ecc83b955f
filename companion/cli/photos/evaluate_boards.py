"""The figures of `keypeg evaluate` for pictures of boards: a line a session, a line a colour."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import TYPE_CHECKING

import click

from companion.i18n import N_, _

if TYPE_CHECKING:
    from calibration.evaluation.score import Score, Tally
    from calibration.evaluation.sessions import SessionScore

__all__ = ["print_sessions"]

# the words stand above columns of these widths, in every language
HEADING = N_(
    "board           found       right  wrong unsure  exact"
    "  keys          sliders       code          find    read"
)


def print_sessions(results: list[SessionScore], *, show_errors: bool) -> None:
    """Print a line a session and a group, a line a colour; percentages, wrong ones in brackets."""
    wide = max(18, *(len(result.name) for result in results))
    click.echo(f"{_('session'):{wide}} {_(HEADING)}")
    for result in results:
        board = f"{result.board}{' +m' if result.has_markers else ''}"
        click.echo(_line(f"{result.name:{wide}}", board, result.score))
    for words, group in _groups(results):
        click.echo(_line(f"{words:{wide}}", "", _sum(group)))
    total = _sum(results)
    click.echo("\n" + _("colour    right  wrong unsure     of  read as"))
    for letter, tally in sorted(total.colours().items()):
        line = f"{letter:8} {_shares(tally)} {tally.total:6}  {_mistaken(total, letter)}"
        click.echo(line.rstrip())
    for error in total.errors if show_errors else ():
        click.echo(error)


def _groups(results: list[SessionScore]) -> Iterable[tuple[str, list[SessionScore]]]:
    for has_markers, words in ((True, _("with markers (+m)")), (False, _("without markers"))):
        group = [result for result in results if result.has_markers is has_markers]
        if group and len(group) < len(results):
            yield words, group
    yield _("all"), results


def _line(name: str, board: str, score: Score) -> str:
    from calibration.evaluation.score import FindOutcome

    found, wrong, refused = (score.finding[way] for way in FindOutcome)
    seen = f"{found}/{found + wrong + refused}" + (f" ({wrong})" if wrong else "")
    exact = f"{score.exact}/{score.pictures}"
    kept = "  ".join(f"{_pair(tally):12}" for tally in (score.keys, score.sliders, score.code))
    times = f"{_middle(score.find_ms):6}  {_middle(score.read_ms)}"
    return f"{name} {board:15} {seen:10} {_shares(score.cells)} {exact:>6}  {kept}  {times}"


def _shares(tally: Tally) -> str:
    shares = (tally.share(part) for part in ("right", "wrong", "unsure"))
    return " ".join("     -" if share is None else f"{share:6.2f}" for share in shares)


def _pair(tally: Tally) -> str:
    """Give right and wrong, as in "98.81 (0.20)"."""
    right, wrong = tally.share("right"), tally.share("wrong")
    return "-" if right is None or wrong is None else f"{right:.2f} ({wrong:.2f})"


def _middle(times: tuple[float, ...]) -> str:
    return f"{median(times):.0f} ms" if times else "-"


def _mistaken(score: Score, letter: str) -> str:
    """Give what a colour was wrongly read as, and how often: "o 3, y 1"."""
    wrong = {
        read: count
        for (true, read), count in score.confusion.items()
        if true == letter and read not in (letter, "?")
    }
    return ", ".join(f"{read} {count}" for read, count in sorted(wrong.items()))


def _sum(results: Iterable[SessionScore]) -> Score:
    from calibration.evaluation.sessions import total

    return total(result.score for result in results)
