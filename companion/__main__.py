"""``python -m companion`` is the command `keypeg`."""

import sys

__all__ = ["run"]


def run() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it quietly."""
    try:
        from companion.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell says of a program that was interrupted


if __name__ == "__main__":
    run()
