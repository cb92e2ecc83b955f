"""The real firmware in an emulated ATmega328P, spoken to by the real driver over a port."""

import os
import queue
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import partialmethod

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.displays.arduino.avr_upload import flash
from companion.displays.arduino.display import ArduinoDisplay
from companion.displays.arduino.link import Conversation
from companion.displays.arduino.port_facts import PortFact
from companion.displays.arduino.protocol import Frame, Kind, Phase, pack, picture
from companion.displays.options import Press
from companion.errors import DisplayError
from companion.game.core.key_pegs import Keys, mark
from companion.scene import Mood, Scene, SceneRow
from tests.avr import expected
from tests.avr.harness import (
    CLOCK_HZ,
    HANGS_S,
    Bench,
    bootloader,
    firmware,
    images,
    missing,
    rgb,
)
from tests.pulled_out import BACK_WITHIN_S, AtKeyboard, AtPage, pulled_out

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"the emulated board needs: {missing()}")

GAME = ("rrgg", "yybb", "rgyb", "owpn", "rgbn", "kslw", "rpby", "prby")


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench("--warp") as running:
        yield running


@pytest.fixture
def display(bench: Bench) -> Iterator[ArduinoDisplay]:
    opened = bench.display()
    yield opened
    opened.close()


def scenes_of_a_game() -> Iterator[Scene]:
    """Each guess without its answer, then with it; a peg not read on the way; the break."""
    rows: tuple[SceneRow, ...] = ()
    for n, guess in enumerate(GAME):
        half = SceneRow(guess[:2] + "?.")
        for row in (half, SceneRow(guess), SceneRow(guess, mark("prby", guess))):
            won = row.keys == Keys(4, 0)
            mood = Mood.WON if won else Mood.PLAYING
            yield Scene(size=(12, 4), rows=(*rows, row), turn=n % 2, mood=mood)
        rows = (*rows, row)
    yield Scene(size=(12, 4))


@pytest.mark.long
def test_the_demo_plays_a_whole_match_on_the_strips(bench, monkeypatch):
    steps = demo_on(bench, monkeypatch, "hasbro-group")
    assert [scene.mood for scene in steps].count(Mood.WON) >= 2


@pytest.mark.long
def test_a_match_for_four_tells_each_owners_answer_on_the_strips(monkeypatch):
    with Bench("--warp", elf=firmware(HOLES=5).elf) as bench:
        steps = demo_on(bench, monkeypatch, "invicta-4")
    told = [scene.turn for scene in steps if scene.is_answer]
    # each row is answered by the three others in order of play
    assert told[:12] == [1, 2, 3, 2, 3, 0, 3, 0, 1, 0, 1, 2]
    assert told == [(n // 3 + n % 3 + 1) % 4 for n in range(len(told))]
    assert steps[-1].mood is Mood.WON


def demo_on(bench, monkeypatch, *args):
    """Give the scenes of a demo, of which each was on the strips."""
    really, steps = ArduinoDisplay.show, []

    def show_and_look(self: ArduinoDisplay, scene: Scene) -> None:
        really(self, scene)
        assert self.wait_shown(10)
        shows(bench, scene)
        steps.append(scene)

    in_board_time = {"open_port": bench.open_port, "clock": bench.clock}
    monkeypatch.setattr(
        ArduinoDisplay, "__init__", partialmethod(ArduinoDisplay.__init__, **in_board_time)
    )
    monkeypatch.setattr(ArduinoDisplay, "show", show_and_look)
    how = ["--pause", "0", "--display", "terminal", "--display", f"serial:{bench.port}"]
    run = CliRunner().invoke(cli, ["demo", *args, *how], catch_exceptions=False)
    assert run.exit_code == 0
    assert steps[-1].sentence in run.output
    assert len(steps) == run.output.count("lights ")
    return steps


def random_scene(chance: random.Random) -> Scene:
    rows = []
    for _ in range(chance.randint(0, 12)):
        black = chance.randint(0, 4)
        keys = Keys(black, chance.randint(0, 4 - black))
        code = "".join(chance.choices(".wksgropybnla", k=4))
        rows.append(SceneRow(code, chance.choice([keys, keys, None])))
    return Scene(size=(12, 4), rows=tuple(rows), turn=chance.choice([None, 0, 1]))


def shows(bench: Bench, scene: Scene) -> None:
    """Assert both strips and every single light."""
    state = bench.settle()
    keys, code = expected.strips(scene, holes=scene.size[1])
    assert bench.pixels("key") == keys
    assert bench.pixels("code") == code
    last = Keys(0, 0) if scene.dark else (scene.last_keys or Keys(0, 0))
    lit = range(last.black, last.black + last.white)
    assert state["C"] & 0x0F == (1 << last.black) - 1
    assert state["D"] & 0xAC == sum(1 << pin for i, pin in enumerate((2, 3, 5, 7)) if i in lit)
    turn = None if scene.dark else scene.turn
    # a third player has no light of his own
    assert state["B"] & 0x18 == (0 if turn is None else 0x08 << turn & 0x18)
    assert state["B"] & 0x20


def never_wrong(bench: Bench, *allowed: Scene) -> None:
    """Assert that every image so far was one of `allowed`, or no answer at all."""
    right = {tuple(expected.strips(scene)[0]) for scene in allowed}
    wrong = [i for i in images(bench) if i not in right and not expected.is_pattern(i)]
    assert wrong == []


def show(display: ArduinoDisplay, scene: Scene) -> None:
    display.show(scene)
    assert display.wait_shown(5)


ONE = Scene(size=(12, 4), rows=(SceneRow("rgby", Keys(1, 2)),), turn=0)
TWO = Scene(size=(12, 4), rows=(*ONE.rows, SceneRow("wksg", Keys(3, 0))), turn=1)


def test_a_whole_game_is_on_the_strips_at_every_step(bench: Bench, display: ArduinoDisplay) -> None:
    steps = list(scenes_of_a_game())
    for scene in steps:
        show(display, scene)
        shows(bench, scene)
    never_wrong(bench, *steps)
    assert len(steps) == 25


def test_bits_have_the_lengths_that_the_chips_want(bench: Bench, display: ArduinoDisplay) -> None:
    full = Scene(size=(12, 4), rows=(SceneRow("rgby", Keys(2, 2)),) * 12)
    show(display, full)
    bench.settle()
    for strip in bench.named("strip"):
        assert (strip["bits"], strip["bad"]) == (12 * 4 * 24, 0)
        assert strip["zero"] in ([5, 5], [0, 0])  # cycles of 62.5 ns: 312 ns; none in a white pixel
        assert strip["one"] in ([11, 11], [0, 0])  # 687 ns
        assert strip["gap"] * 62.5 < 5_000


@pytest.mark.parametrize(
    "keys", [Keys(0, 0), Keys(1, 0), Keys(0, 2), Keys(3, 1), Keys(4, 0), Keys(0, 4)], ids=str
)
def test_servos_stand_at_the_answer(bench: Bench, display: ArduinoDisplay, keys: Keys) -> None:
    show(display, Scene(size=(12, 4), rows=(SceneRow("rgby", keys),)))
    bench.settle(CLOCK_HZ // 8)  # six pulses; the one that was under way may be cut
    assert bench.pulse_us("red") == pytest.approx(1000 + 200 * keys.black, abs=5)
    assert bench.pulse_us("white") == pytest.approx(1000 + 200 * keys.white, abs=5)
    assert bench.named("servo")[-1]["period_us"] == pytest.approx(20_000, abs=1)


def test_servos_are_let_go_half_a_second_after_a_move(
    bench: Bench, display: ArduinoDisplay
) -> None:
    show(display, ONE)
    bench.settle(CLOCK_HZ)
    bench.forget()
    bench.settle(CLOCK_HZ // 10)  # five periods
    assert not bench.named("servo")
    show(display, TWO)
    bench.settle(CLOCK_HZ // 10)
    assert len(bench.named("servo", pin="B2")) >= 3


def test_its_buttons_are_heard_once_each(bench: Bench) -> None:
    heard: queue.Queue[Press] = queue.Queue()
    display = bench.display(pressed=heard.put)
    show(display, ONE)
    bench.settle(CLOCK_HZ // 20)  # they have been seen to be up
    for pin in ("C4", "C5", "C4"):
        for command in ("press", "release", "press", "release", "press"):
            bench.tell(f"{command} {pin}")  # it rattles
        bench.settle(CLOCK_HZ // 20)
        bench.tell(f"release {pin}")
        bench.settle(CLOCK_HZ // 20)
    pressed = [heard.get(timeout=HANGS_S) for _ in range(3)]
    assert pressed == [Press.DONE, Press.TAKE_BACK, Press.DONE]
    display.close()
    assert heard.empty()


def test_a_button_that_is_held_when_the_power_comes_is_no_press(bench: Bench) -> None:
    heard: queue.Queue[Press] = queue.Queue()
    display = bench.display(pressed=heard.put)
    show(display, ONE)
    for held in (False, True):
        bench.tell("power")
        if held:
            bench.tell("press C5")
        bench.wait_image("key", expected.strips(ONE)[0])  # the session is there again
        bench.settle(CLOCK_HZ // 5)
    bench.tell("release C5")
    bench.settle(CLOCK_HZ // 20)
    bench.tell("press C5")  # the first that is heard
    assert heard.get(timeout=HANGS_S) == Press.TAKE_BACK
    display.close()
    assert heard.empty()


def test_a_mega_shows_the_same_on_its_own_pins() -> None:
    mega = {"key": "A0", "code": "A2"}
    wiring = {"white": "B5", "red": "B6"}
    elf = firmware("mega").elf
    with Bench("--warp", "--mcu", "atmega2560", elf=elf, strips=mega, servos=wiring) as bench:
        display = bench.display()
        show(display, ONE)
        bench.settle(CLOCK_HZ // 8)
        keys, code = expected.strips(ONE, holes=4)
        assert (bench.pixels("key"), bench.pixels("code")) == (keys, code)
        assert bench.pulse_us("red") == pytest.approx(1200, abs=5)
        display.close()


def test_dark_while_the_camera_reads_but_sliders_stay(
    bench: Bench, display: ArduinoDisplay
) -> None:
    show(display, ONE)
    dark = Scene(size=(12, 4), rows=ONE.rows, turn=0, dark=True)
    show(display, dark)
    shows(bench, dark)
    assert set(bench.pixels("key") + bench.pixels("code")) == {expected.DARK}
    bench.settle(CLOCK_HZ // 20)
    assert bench.pulse_us("white") == pytest.approx(1400, abs=5)


def test_white_everywhere_stays_below_the_cap_and_keeps_its_tint(bench: Bench) -> None:
    port, talk = bench.talk()
    talk.hello(brightness=255, patience_s=3)
    full = Scene(size=(12, 4), rows=(SceneRow("wwww", Keys(0, 4)),) * 12)
    talk.show(picture(full))
    bench.settle()
    pixels = bench.pixels("key") + bench.pixels("code")
    assert 300 < expected.milliamps(*pixels) <= 400
    assert pixels == [x for strip in expected.strips(full, 255) for x in strip]
    port.close()


def test_silence_takes_the_answer_away_and_speech_brings_it_back(bench: Bench) -> None:
    port, talk = bench.talk()
    talk.hello(brightness=64, patience_s=0.5)
    talk.show(picture(ONE))
    shows(bench, ONE)
    bench.events.clear()
    state = bench.settle(CLOCK_HZ)
    assert {p for p in bench.pixels("key") if p != expected.DARK} == {(5, 0, 10)}
    assert state["C"] & 0x0F == 0
    lit = {image.index((5, 0, 10)) for image in images(bench)}
    assert lit == {0, 1}
    assert talk.ping() == Phase.LOST
    talk.show(picture(ONE))
    shows(bench, ONE)
    port.close()


def test_silence_of_three_seconds_is_a_loss(bench: Bench, display: ArduinoDisplay) -> None:
    show(display, ONE)
    bench.settle()
    live = bench.named("strip")[-1]["t"]
    bench.tell("unplug")  # of the line alone: the board keeps its power
    cut = bench.wait("unplug")["t"]
    lost = bench.wait("strip", timeout_s=30)["t"]
    assert lost - live >= 2.99 * CLOCK_HZ  # the board's clock ticks every 1 ms
    assert lost - cut <= 3.1 * CLOCK_HZ


def test_power_on_lights_everything_once_and_then_waits(bench: Bench) -> None:
    bench.tell("power")
    state = bench.settle(CLOCK_HZ // 4)
    assert state["C"] & 0x0F == 0x0F
    assert state["D"] & 0xAC == 0xAC
    bench.settle(CLOCK_HZ * 4)
    walked = {image.index((5, 0, 10)) for image in images(bench) if (5, 0, 10) in image}
    assert walked == set(range(48))
    never_wrong(bench)
    assert bench.pixels("key")[0] == (5, 0, 10)


def test_garbage_is_not_shown_and_the_next_picture_is(
    bench: Bench, display: ArduinoDisplay
) -> None:
    show(display, ONE)
    other = os.open(bench.port, os.O_RDWR | os.O_NOCTTY)
    os.write(other, random.Random(1).randbytes(5_000))
    show(display, TWO)
    shows(bench, TWO)
    never_wrong(bench, ONE, TWO)
    os.close(other)


@pytest.mark.parametrize("cut", [1, 5, 12, 30])
def test_a_torn_frame_changes_nothing(bench: Bench, cut: int) -> None:
    port, talk = bench.talk()
    talk.hello(brightness=64, patience_s=10)
    talk.show(picture(ONE))
    port.write(pack(Frame(Kind.SHOW, 200, bytes((talk.session,)) + picture(TWO)))[:-1][:cut])
    shows(bench, ONE)
    talk.show(picture(TWO))
    shows(bench, TWO)
    assert talk.asked_again <= 1
    never_wrong(bench, ONE, TWO)
    port.close()


@pytest.mark.parametrize("how", ["reset", "power"])
def test_a_reset_in_mid_game_is_noticed_and_mended(
    bench: Bench, display: ArduinoDisplay, how: str
) -> None:
    show(display, ONE)
    bench.tell(how)
    bench.wait("reset")
    show(display, TWO)
    shows(bench, TWO)
    bench.tell(how)  # and with nothing new to show: the next ping finds out
    reset = bench.wait("reset")["t"]
    shown = bench.wait_image("key", expected.strips(TWO)[0])["t"]
    assert shown - reset < 5 * CLOCK_HZ
    never_wrong(bench, ONE, TWO)


def test_pulled_out_and_back_as_another_port(bench: Bench) -> None:
    reports: queue.SimpleQueue[str] = queue.SimpleQueue()
    plugged = [PortFact(bench.port, 0x2341, 0x0043, "7543")]
    display = bench.display("auto", report=reports.put, ports=lambda: plugged)
    show(display, ONE)
    bench.tell("unplug")
    bench.wait("unplug")
    display.show(TWO)
    lost = reports.get(timeout=HANGS_S)
    assert lost == "The Arduino is lost. Its cable is unplugged. The game goes on."
    bench.settle(CLOCK_HZ * 2)
    other = bench.port.replace("ACM0", "ACM1")
    plugged[:] = [PortFact("/dev/ttyS9", 0x1A86, 0x7523), PortFact(other, 0x2341, 0x0043, "7543")]
    bench.tell(f"plug {other}")
    back_at = bench.wait("plug")["t"]
    assert display.wait_shown(5)
    assert bench.settle()["t"] - back_at < 5 * CLOCK_HZ
    shows(bench, TWO)
    assert reports.get(timeout=HANGS_S) == "The Arduino is back."
    assert reports.empty()
    never_wrong(bench, ONE, TWO)
    display.close()


@pytest.mark.parametrize("times", [3, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize("begun", [AtKeyboard, AtPage])
def test_pulled_out_again_and_again_in_one_match(tmp_path, begun, times):
    took = pulled_out(tmp_path, begun, times)
    assert len(took) == times
    assert max(took) < BACK_WITHIN_S


def test_a_second_computer_is_refused_the_port(bench: Bench, display: ArduinoDisplay) -> None:
    show(display, ONE)
    with pytest.raises(DisplayError, match="Another program uses"):
        bench.display()
    shows(bench, ONE)


def test_a_rude_second_computer_does_not_keep_the_board(
    bench: Bench, display: ArduinoDisplay
) -> None:
    show(display, ONE)
    other = os.open(bench.port, os.O_RDWR | os.O_NOCTTY)
    os.write(other, pack(Frame(Kind.HELLO, 9, bytes((1, 250, 30, 64)))))
    bench.settle()
    os.write(other, pack(Frame(Kind.SHOW, 10, bytes((250,)) + picture(Scene()))))
    bench.settle()
    show(display, TWO)
    shows(bench, TWO)
    never_wrong(bench, ONE, TWO)
    os.close(other)


def test_firmware_of_another_protocol_is_named() -> None:
    with (
        Bench("--warp", elf=firmware(PROTOCOL=9).elf) as bench,
        pytest.raises(DisplayError, match="speaks protocol 9; this keypeg speaks 1") as error,
    ):
        bench.display()
    assert "keypeg firmware flash" in error.value.hint


def test_a_wrong_baud_rate_shows_nothing_and_the_right_one_works(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as wrong:
        wrong.setattr("companion.displays.arduino.port.BAUD", 57_600)
        wrong.setattr("companion.displays.arduino.display.BOOT_S", 1.0)
        with pytest.raises(DisplayError, match="No Keypeg board answers"):
            bench.display()
    display = bench.display()
    show(display, ONE)
    shows(bench, ONE)
    never_wrong(bench, ONE)
    display.close()


def test_closing_leaves_everything_dark(bench: Bench) -> None:
    display = bench.display()
    show(display, ONE)
    display.close()
    state = bench.settle()
    assert set(bench.pixels("key") + bench.pixels("code")) == {expected.DARK}
    assert (state["C"] & 0x0F, state["D"] & 0xAC, state["B"] & 0x38) == (0, 0, 0)
    bench.events.clear()
    bench.settle(CLOCK_HZ)
    # a line that is slow makes the host say it twice: dark again
    assert all(set(rgb(told)) == {expected.DARK} for told in bench.named("strip"))


def test_an_uno_that_resets_when_its_port_is_opened() -> None:
    with Bench("--boot", str(bootloader()), "--reset-on-open") as bench:
        bench.settle()
        display = bench.display()
        show(display, ONE)
        shows(bench, ONE)
        never_wrong(bench, ONE)
        assert len(bench.named("reset")) == 1
        display.close()


def test_flashing_through_the_real_bootloader() -> None:
    old, new = firmware(PROTOCOL=9), firmware()
    with Bench("--boot", str(bootloader()), "--reset-on-open", elf=old.elf) as bench:
        bench.settle()
        said: list[str] = []
        flash(new.hex, bench.port, progress=said.append)
        assert any(f"{new.flash_bytes} bytes of flash verified" in line for line in said)
        display = bench.display()
        show(display, ONE)
        shows(bench, ONE)
        display.close()


def test_of_many_pictures_over_a_bad_line_none_is_wrong(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    # benchmarks/bad_line.py shows thousands, in .ci/run too
    pictures = 200
    # this line has no adapter that holds bytes back
    monkeypatch.setattr("companion.displays.arduino.link.ANSWER_S", 0.03)
    assert soak(bench, pictures=pictures) > pictures / 2  # one in two is damaged on its way


def soak(bench: Bench, *, pictures: int, seed: int = 7) -> int:
    """Show random pictures with 0.2% of all bits flipped; give how often one was asked again."""
    chance = random.Random(seed)
    port, talk = bench.talk()
    talk.hello(brightness=64, patience_s=20)
    bench.tell("noise 2000")
    before = expected.strips(Scene())
    for _ in range(pictures):
        scene = random_scene(chance)
        until_it_is_shown(talk, picture(scene))
        bench.ask("stats", "stats")
        now = expected.strips(scene)
        assert (bench.pixels("key"), bench.pixels("code")) == now
        for image in images(bench):
            assert image in (tuple(before[0]), tuple(now[0])) or expected.is_pattern(image)
        bench.events.clear()
        before = now
    port.close()
    return talk.asked_again


def until_it_is_shown(talk: Conversation, payload: bytes) -> None:
    while True:
        # an emulator that gets no processor time takes nothing for a while
        with suppress(DisplayError, TimeoutError):
            talk.show(payload)
            return
