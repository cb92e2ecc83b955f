"""All matches of a folder for the commands that count them; what takes long shows how far it is."""

from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from companion.history.index import summaries
from companion.history.summary import MatchSummary
from companion.i18n import _

__all__ = ["read_all"]

# logs that are read in about a quarter of a second: fewer need no bar; chosen by that
QUICK = 100


def read_all(folder: Path, newest: int | None = None) -> list[MatchSummary]:
    """Return a summary of every match in `folder`, or of the `newest`; the newest first."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(_("reading matches"), total=None, visible=False)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=total > QUICK)

        return summaries(folder, newest=newest, progress=tell)
