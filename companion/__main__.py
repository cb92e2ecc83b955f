"""``python -m companion`` is the command `keypeg`."""

import os
import signal
import sys

__all__ = ["run"]


def run() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it quietly.

    ``./run`` holds Ctrl-C back while Python itself starts, where nothing of ours could be quiet.
    """
    listening = signal.getsignal(signal.SIGINT)
    # in the background of a script it is ignored, and stays so
    if listening is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    # the matrices of the eyes are small: a second thread of NumPy's waits, busily, and does little;
    # NumPy asks when it is imported
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from companion.cli import main

    signal.signal(signal.SIGINT, listening)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell says of a program that was interrupted


if __name__ == "__main__":
    run()
