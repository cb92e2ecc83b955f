"""What is tried in the virtual machine: ``in_guest.py SHARE`` says each thing that is so.

Every light, slider and button of ours is driven through gpiozero and lgpio and read back from the
chip; then a filmed game is played before `usb:0`, whose camera is pulled out midway and put back.
Ends badly at the first thing that is not so.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.cli.hardware.test_lights import steps
from companion.displays import gpio, servo
from companion.displays.gpio import GpioDisplay
from companion.displays.options import GpioChoices, Press
from companion.errors import DisplayError
from companion.game.core.key_pegs import Keys
from companion.scene import Scene, SceneRow
from tests.device.filmed_game import Camera, play_filmed
from tests.device.lines import Lines

# seconds that anything is waited for: a busy computer is slow
LIMIT = 600.0
BEGUN = time.monotonic()
PINS = GpioChoices()
BARS = GpioChoices(turn=(), white_servo=(), white_bar=(17, 7, 8, 18), red_servo=(), red_bar=(22, 4))


def said(what: str) -> None:
    """Say what is so, and when it was seen."""
    print(f"{time.monotonic() - BEGUN:4.0f} s  {what}", flush=True)


def until(is_so: Callable[[], object], what: str) -> None:
    """Wait until `is_so`."""
    begun = time.monotonic()
    while not is_so():
        if time.monotonic() - begun > LIMIT:
            sys.exit(f"NOT SO after {LIMIT:.0f} s: {what}")
        time.sleep(0.02)


def keys_lit(keys: Keys | None) -> list[int]:
    """Return how black and white lights stand for an answer: the black ones first."""
    black, white = (keys.black, keys.white) if keys else (0, 0)
    places = range(len(PINS.black))
    return [int(p < black) for p in places] + [int(black <= p < black + white) for p in places]


def lights(lines: Lines) -> None:
    """Every scene of `keypeg test-lights` on the chip."""
    display, count = GpioDisplay(), 0
    for look_for, scene in steps():
        display.show(scene)
        answered = [row.keys for row in scene.rows if row.keys is not None]
        expected = keys_lit(answered[-1] if answered and not scene.dark else None)
        expected += [int(scene.turn == place and not scene.dark) for place in (0, 1)]
        seen = lines.read(*PINS.black, *PINS.white, *PINS.turn)
        assert seen == expected, (look_for, seen, expected)
        count += 1
    display.close()
    assert not any(lines.read(*PINS.black, *PINS.white, *PINS.turn, *PINS.buzzer))
    said(f"lights: {count} scenes of test-lights read back from the chip, all dark after close()")


def bars(lines: Lines) -> None:
    """Bars of lights in place of servos."""
    display = GpioDisplay(BARS)
    for white, red in ((0, 0), (1, 2), (4, 0), (2, 1)):
        display.show(answer(Keys(red, white)))
        seen = lines.read(*BARS.white_bar), lines.read(*BARS.red_bar)
        assert seen == ([int(p < white) for p in range(4)], [int(p < red) for p in range(2)]), seen
    display.close()
    said("bars: four answers, click by click")


def sliders(lines: Lines) -> None:
    """A servo is pulsed while it moves, then let go."""
    # so long that a busy computer, which misses pulses, sees some
    servo.HOLD_S = 3.0
    display = GpioDisplay()
    (pin,) = PINS.red_servo
    until(lambda: lines.rests(pin), "the servo is let go after it was put to 0")
    for clicks in (3, 1):
        pulses = lines.rises(pin, lambda to=clicks: display.show(answer(Keys(to, 0))), seconds=2.5)
        assert pulses > 1, pulses
        until(lambda: lines.rests(pin), "the servo is let go")
    display.close()
    said("sliders: pulses while they move, then silence on the line")


def buzzer(lines: Lines) -> None:
    """A new answer beeps once; the same one again does not."""
    # so long that a busy computer sees it
    gpio.BEEP_S = 1.0
    display = GpioDisplay(GpioChoices(white_servo=(), red_servo=()))
    (pin,) = PINS.buzzer
    rises = lines.rises(pin, lambda: display.show(answer(Keys(1, 1))), seconds=4)
    again = lines.rises(pin, lambda: display.show(answer(Keys(1, 1))), seconds=3)
    assert (rises, again) == (1, 0), (rises, again)
    display.close()
    said("buzzer: one beep for an answer, none for the same again")


def buttons(lines: Lines) -> None:
    """Each button is heard, once a press."""
    heard: list[Press] = []
    display = GpioDisplay(pressed=heard.append)
    for pins, press in ((PINS.done, Press.DONE), (PINS.take_back, Press.TAKE_BACK)) * 3:
        before = len(heard)
        lines.pull(pins[0], "down")
        until(lambda at=before: len(heard) > at, f"{press} is heard")
        lines.pull(pins[0], "up")
        time.sleep(0.3)  # longer than a button rattles
        assert heard[before:] == [press], heard
    display.close()
    said("buttons: six presses of two buttons, six heard")


def held_line() -> None:
    """A line that another program holds is told of."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD.format(pin=PINS.black[2])],
        stdout=subprocess.PIPE,
        text=True,
        cwd="/run",
    )
    assert other.stdout
    assert other.stdout.readline() == "held\n"
    try:
        GpioDisplay().close()
    except DisplayError as error:
        refused = str(error)
    else:
        refused = "it was taken"
    assert "Another program uses one of the GPIO pins." in refused, refused
    other.kill()
    other.wait()
    GpioDisplay().close()
    said("a line held by another program is named so; free again, it is used")


HOLD = """
import lgpio, time
lgpio.gpio_claim_output(lgpio.gpiochip_open(0), {pin}, 0)
print("held", flush=True)
time.sleep(600)
"""


def doctor() -> None:
    """`keypeg doctor` finds chip and camera."""
    asked = [sys.executable, "-m", "companion", "doctor", "--json"]
    ended = subprocess.run(asked, capture_output=True, text=True, check=True)
    found = {each["name"]: each for each in json.loads(ended.stdout)}
    assert (found["pins"]["ok"], found["pins"]["text"]) == (True, "lgpio on gpiochip0"), found
    assert (found["camera"]["ok"], found["camera"]["text"]) == (True, "/dev/video0"), found
    said("doctor: lgpio on gpiochip0, /dev/video0")


def answer(keys: Keys) -> Scene:
    """Return a scene with one answered row."""
    return Scene(size=(12, 4), rows=(SceneRow("rgby", keys),))


def main(share: Path) -> None:
    """Try it all."""
    lines = Lines()
    said("the machine is up")
    lights(lines)
    bars(lines)
    sliders(lines)
    buzzer(lines)
    buttons(lines)
    held_line()
    camera = Camera(share / "film.yuyv")
    camera.plug()
    camera.show(0)
    doctor()

    def is_lit(keys: Keys | None) -> bool:
        return lines.read(*PINS.black, *PINS.white) == keys_lit(keys)

    play_filmed(share, camera, is_lit, said, until)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
