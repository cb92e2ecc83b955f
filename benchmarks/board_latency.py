"""How long a full board takes from its first bit on the line to the last bit on the strips.

Measured in cycles of the emulated chip, so it does not depend on this computer::

    python benchmarks/board_latency.py
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.displays.arduino.link import Conversation
from companion.displays.arduino.port import SerialPort
from companion.displays.arduino.protocol import picture
from companion.game.core.key_pegs import Keys
from companion.scene import Scene, SceneRow
from tests.avr.harness import CLOCK_HZ, Bench, missing

LIMIT_MS = 6.0
BOARDS = {
    "empty board": (),
    "one row": (SceneRow("rgby", Keys(1, 2)),),
    "full board": (SceneRow("rgby", Keys(2, 2)),) * 12,
    "full and white, over the current cap": (SceneRow("wwww", Keys(0, 4)),) * 12,
}


def latency_ms(bench: Bench, talk: Conversation, scene: Scene) -> tuple[float, float]:
    """Give the time on the line and strips together, and that of the strips alone."""
    bench.forget()
    talk.show(picture(scene))
    bench.settle()
    begin = bench.named("rx")[0]["start"]
    strip = bench.named("strip")[0]
    return tuple((strip["t"] - since) / CLOCK_HZ * 1000 for since in (begin, strip["start"]))


def main() -> None:
    if missing():
        sys.exit(f"The emulated board needs: {missing()}")
    worst = 0.0
    with Bench("--trace") as bench:
        port = SerialPort(bench.port)
        talk = Conversation(port)
        talk.hello(brightness=255, patience_s=20)
        for name, rows in BOARDS.items():
            whole, strip = latency_ms(bench, talk, Scene(size=(12, 4), rows=rows, turn=0))
            worst = max(worst, whole)
            print(f"{name:40} {whole:5.2f} ms, the strips alone {strip:5.2f} ms")
        port.close()
    sys.exit(worst > LIMIT_MS)


if __name__ == "__main__":
    main()
