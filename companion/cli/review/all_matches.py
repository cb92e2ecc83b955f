"""All matches of a folder for the commands that count them; what takes long shows how far it is."""

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.history.index import summaries
from companion.history.summary import MatchSummary
from companion.i18n import _

__all__ = ["read_all"]

# logs that are read in about a quarter of a second: fewer need no bar; chosen by that
QUICK = 100


def read_all(folder: Path, newest: int | None = None) -> list[MatchSummary]:
    """Return a summary of every match in `folder`, or of the `newest`; the newest first."""
    with ExitStack() as shown, _no_collection():
        update: Callable[[int], None] | None = None

        def tell(done: int, total: int) -> None:
            nonlocal update
            if update is None and total > QUICK:
                update = _bar(shown, total)
            if update is not None:
                update(done)

        return summaries(folder, newest=newest, progress=tell)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the garbage collector still: there is none here, and looking takes a fifth longer."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _bar(shown: ExitStack, total: int) -> Callable[[int], None]:
    """Show a bar until `shown` is left; return what moves it on."""
    from companion.terminal.progress import Progress

    bar = shown.enter_context(Progress(_("reading matches"), total))
    return lambda done: bar.update(done=done)
