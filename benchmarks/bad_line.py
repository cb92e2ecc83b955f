"""Pictures over a line that flips 0.2% of all bits: every one must be shown, and no other.

100,000 take about half an hour; name a smaller number for less::

    python benchmarks/bad_line.py 10000
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.displays.arduino import link
from tests.avr.harness import Bench, missing
from tests.test_emulated_board import soak

EVERY = 1_000


def main() -> None:
    if missing():
        sys.exit(f"The emulated board needs: {missing()}")
    link.ANSWER_S = 0.03  # this line has no adapter that holds bytes back
    pictures = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    began, again = time.monotonic(), 0
    for done in range(0, pictures, EVERY):
        with Bench("--warp") as bench:
            again += soak(bench, pictures=min(EVERY, pictures - done), seed=done)
        print(f"{done + EVERY:7} right, {again} asked again, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
