"""``python -m companion`` is the command `keypeg`."""

from companion.cli import main

if __name__ == "__main__":
    main()
