"""The one thread in which a match at the page changes, with one inbox.

Pages ask by `TableHost.do`; a camera's frames are looked at between. What came of it goes out as a
`Snapshot`, a value without any secret, to whoever shows it.
"""

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from companion.web.table.snapshot import Snapshot
from companion.web.table.table_state import AtTable

__all__ = ["TableHost"]

T = TypeVar("T")
# seconds that the thread waits for something to do before it looks at its lights again; chosen:
# lights follow within it
IDLE = 0.2


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[AtTable], object]
    done: Future[object]


class TableHost:
    """Runs `at` in a thread of its own; `publish` is called there with each new snapshot.

    `alive` is called at each turn of its loop, so that a watchdog notices when it hangs.
    """

    def __init__(
        self,
        at: AtTable,
        publish: Callable[[Snapshot], None],
        *,
        alive: Callable[[], None] = lambda: None,
    ) -> None:
        self._alive = alive
        self._at = at
        self._publish = publish
        self._inbox: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._last: Snapshot | None = None

    def start(self) -> None:
        """Begin; what stands on the table is published at once."""
        self._thread.start()

    def do(self, work: Callable[[AtTable], T]) -> "Future[T]":
        """Let `work` be done in the table's thread; its result or error is the future's."""
        done: Future[T] = Future()
        self._inbox.put(_Job(work, done))  # type: ignore[arg-type]
        return done

    def close(self) -> None:
        """Leave the match as it is, to be gone on with, and end the thread."""
        self._inbox.put(None)
        self._thread.join()

    def _run(self) -> None:
        self._tell()
        while True:
            wait = self._at.pause if self._at.is_watching else IDLE
            if not self._take(wait):
                break
            self._at.tick(time.monotonic())
            self._alive()
            self._tell()
        self._at.close()

    def _take(self, wait: float) -> bool:
        """Do all that lies in the inbox, waiting at most `wait` seconds; False when it ends."""
        try:
            job = self._inbox.get(timeout=wait) if wait > 0 else self._inbox.get_nowait()
        except queue.Empty:
            return True
        while job is not None:
            self._carry_out(job)
            try:
                job = self._inbox.get_nowait()
            except queue.Empty:
                return True
        return False

    def _carry_out(self, job: _Job) -> None:
        if not job.done.set_running_or_notify_cancel():
            return
        try:
            result = job.work(self._at)
        except Exception as error:
            self._tell()
            job.done.set_exception(error)
            return
        # who asked for it finds it on the page
        self._tell()
        job.done.set_result(result)

    def _tell(self) -> None:
        snapshot = self._at.snapshot()
        if snapshot != self._last:
            self._last = snapshot
            self._publish(snapshot)
            self._at.show_lights()
