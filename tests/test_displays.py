"""Every display keeps the same promises; and each shows in its own way."""

import io
import re
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, pairwise
from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cli.common.render import _PEG_STYLES
from companion.displays.all_displays import DISPLAYS, Display, open_display, open_displays
from companion.displays.arduino.clock import Clock
from companion.displays.arduino.display import ArduinoDisplay
from companion.displays.arduino.fake_board import StandInBoard
from companion.displays.arduino.link import Conversation
from companion.displays.arduino.port_facts import PortFact, find_board
from companion.displays.arduino.protocol import Frame, Kind, Reason, picture
from companion.displays.gpio import GpioDisplay
from companion.displays.null import NullDisplay
from companion.displays.options import GpioChoices, Press
from companion.displays.servo import Servo
from companion.displays.terminal import STYLES, TerminalDisplay, drawing
from companion.errors import DisplayError, UnknownName
from companion.game.core.key_pegs import Keys
from companion.rulebooks.shelf import SHELF
from companion.scene import Mood, Scene, SceneRow
from companion.terminal.styles import Colours, codes

ONE = Scene(
    title="Mastermind",
    sentence="Ben: set a row.",
    size=(12, 4),
    rows=(SceneRow("rgby", Keys(1, 2)),),
    players=("Ada", "Ben"),
    scores=(0, 3),
    turn=1,
)
TWO = replace(ONE, rows=(*ONE.rows, SceneRow("wksg", Keys(3, 0))), turn=0)
HALF = replace(TWO, rows=(*TWO.rows, SceneRow("r?..")))
DARK = replace(TWO, dark=True)
NOTHING = Scene(size=(12, 4))


@dataclass
class Rig:
    """A display, and a way to see which answer is lit on it: (black, white) or None when dark."""

    display: Display
    lit: Callable[[], tuple[int, int] | None]


def null_rig() -> Rig:
    display = NullDisplay()

    def lit() -> tuple[int, int] | None:
        scene = display.shown
        if scene is None or scene.dark or scene.last_keys is None:
            return None
        return scene.last_keys.black, scene.last_keys.white

    return Rig(display, lit)


def terminal_rig() -> Rig:
    out = io.StringIO()
    display = TerminalDisplay(out)
    closed: list[bool] = []

    def lit() -> tuple[int, int] | None:
        lamps = re.findall(r"^lights (\S+)", out.getvalue(), re.MULTILINE)
        if not lamps or closed:
            return None
        return (lamps[-1].count("●"), lamps[-1].count("○")) if set(lamps[-1]) != {"·"} else None

    close = display.close

    def remember() -> None:
        closed.append(True)
        close()

    display.close = remember  # type: ignore[method-assign]
    return Rig(display, lit)


def gpio_rig() -> Rig:
    factory = MockFactory(pin_class=MockPWMPin)
    display = GpioDisplay(factory=factory)
    wired = GpioChoices()

    def lit() -> tuple[int, int] | None:
        black, white = (
            [factory.pin(pin).state for pin in pins] for pins in (wired.black, wired.white)
        )
        return (int(sum(black)), int(sum(white))) if any(black + white) else None

    return Rig(display, lit)


def serial_rig() -> Rig:
    board = StandInBoard()
    display = ArduinoDisplay("board", open_port=lambda _: board, ports=list)

    def lit() -> tuple[int, int] | None:
        display.wait_shown(HANGS_S)
        keys = [row[-1] for row in rows_of(board.shown) if row[-1] != 0xFF]
        return (keys[-1] >> 4, keys[-1] & 15) if keys and not board.shown[0] & 4 else None

    return Rig(display, lit)


def rows_of(shown: bytes) -> list[bytes]:
    return [shown[at : at + 3] for at in range(2, len(shown), 3)]


RIGS = {"null": null_rig, "terminal": terminal_rig, "gpio": gpio_rig, "serial": serial_rig}


def test_each_display_keeps_the_promises_below():
    # a voice lights nothing: tests/test_speech.py
    assert RIGS.keys() | {"speech"} == DISPLAYS.keys()


# seconds after which something hangs, however busy the computer is
HANGS_S = 60


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    made = RIGS[request.param]()
    yield made
    made.display.close()


def test_every_scene_is_shown_whole(rig: Rig) -> None:
    assert rig.lit() is None
    for scene, lit in ((ONE, (1, 2)), (TWO, (3, 0)), (HALF, (3, 0)), (ONE, (1, 2))):
        rig.display.show(scene)
        assert rig.lit() == lit
    rig.display.show(NOTHING)
    assert rig.lit() is None


def test_the_same_scene_again_changes_nothing(rig: Rig) -> None:
    for _ in range(3):
        rig.display.show(TWO)
        assert rig.lit() == (3, 0)


def test_dark_while_the_camera_reads(rig: Rig) -> None:
    rig.display.show(TWO)
    rig.display.show(DARK)
    assert rig.lit() is None
    rig.display.show(TWO)
    assert rig.lit() == (3, 0)


def test_closing_turns_everything_off_and_twice_is_harmless(rig: Rig) -> None:
    rig.display.show(TWO)
    rig.display.close()
    assert rig.lit() is None
    rig.display.close()


def test_showing_after_closing_lights_nothing(rig: Rig) -> None:
    rig.display.close()
    if not isinstance(rig.display, NullDisplay):
        rig.display.show(TWO)
    assert rig.lit() is None


@pytest.mark.parametrize(
    "palette", [book.colours for book in SHELF.values() if hasattr(book, "colours")]
)
def test_no_two_colours_of_a_box_look_alike_in_a_terminal_of_sixteen(palette: str) -> None:
    for styles in (STYLES, _PEG_STYLES):
        # the last number is the ground's, or the letter's where there is no ground
        looks = {codes(styles[each], Colours.SIXTEEN).split(";")[-1] for each in palette + "k"}
        assert len(looks) == len(set(palette + "k"))


def test_the_number_of_a_row_is_dim_and_its_pegs_are_not() -> None:
    number, *pegs = drawing(ONE).lines(None)[1].parts
    assert (number.said, number.style) == ("  1 ", "dim")
    assert not any(part.style == "dim" for part in pegs)


# ---- the Arduino, with a board that is not there


@pytest.fixture
def board() -> StandInBoard:
    return StandInBoard()


@pytest.fixture
def reports() -> SimpleQueue[str]:
    return SimpleQueue()


@pytest.fixture
def arduino(board: StandInBoard, reports: SimpleQueue[str]) -> Iterator[ArduinoDisplay]:
    display = ArduinoDisplay("board", open_port=lambda _: board, ports=list, report=reports.put)
    yield display
    display.close()


def test_lost_and_found_are_said_once_each_and_the_newest_is_shown(
    arduino: ArduinoDisplay, board: StandInBoard, reports: SimpleQueue[str]
) -> None:
    arduino.show(ONE)
    assert arduino.wait_shown(HANGS_S)
    board.unplug()
    arduino.show(TWO)
    lost = reports.get(timeout=HANGS_S)
    assert lost == "The Arduino is lost. Its cable is unplugged. The game goes on."
    assert not arduino.wait_shown(0)
    assert board.shown == b""
    board.plug()
    assert reports.get(timeout=HANGS_S) == "The Arduino is back."
    assert arduino.wait_shown(HANGS_S)
    assert board.shown == picture(TWO)
    assert reports.empty()


def test_a_board_that_was_reset_is_greeted_and_shown_again(
    arduino: ArduinoDisplay, board: StandInBoard, reports: SimpleQueue[str]
) -> None:
    arduino.show(ONE)
    assert arduino.wait_shown(HANGS_S)
    board.power_off_and_on()
    arduino.show(TWO)
    assert arduino.wait_shown(HANGS_S)
    assert board.shown == picture(TWO)
    assert reports.empty()


class RefusingBoard(StandInBoard):
    """A board that greets, and refuses whatever it shall show."""

    def __init__(self, clock: "NoWaiting") -> None:
        super().__init__()
        self.clock = clock
        self.greeted: list[float] = []
        self.often = threading.Event()

    def _hello(self, frame: Frame) -> Frame:
        self.greeted.append(self.clock.at)
        if len(self.greeted) >= 14:
            self.often.set()
        return super()._hello(frame)

    def _obey(self, frame: Frame) -> Frame:
        refused = frame.kind == Kind.SHOW
        return self._refuse(frame.seq, Reason.BAD_LENGTH) if refused else super()._obey(frame)


class NoWaiting(Clock):
    """Time that passes by waiting for it, at once."""

    at = 0.0

    def now(self) -> float:
        self.at += 0.001
        return self.at

    def wait_for(
        self, changed: threading.Condition, is_so: Callable[[], bool], timeout_s: float
    ) -> bool:
        self.at += 0.0 if is_so() else timeout_s
        return is_so()


def test_a_board_that_refuses_all_is_said_once_and_tried_ever_more_slowly(
    reports: SimpleQueue[str],
) -> None:
    clock = NoWaiting()
    board = RefusingBoard(clock)
    display = ArduinoDisplay(
        "board", open_port=lambda _: board, ports=list, report=reports.put, clock=clock
    )
    display.show(ONE)
    assert board.often.wait(HANGS_S)
    display.close()
    assert "refuses what it is told" in reports.get_nowait()
    assert reports.empty()
    rests = [after - before for before, after in pairwise(board.greeted[1:14])]
    assert all(after > 1.5 * before for before, after in pairwise(rests[:6]))
    assert rests[-1] == pytest.approx(60, abs=1)


def test_a_patient_display_starts_without_its_board_and_finds_it(
    board: StandInBoard, reports: SimpleQueue[str]
) -> None:
    there: list[PortFact] = []
    display = ArduinoDisplay(
        "auto",
        is_patient=True,
        open_port=lambda _: board,
        ports=lambda: there,
        report=reports.put,
    )
    assert re.match(r"No Arduino is plugged in.*The game begins", reports.get_nowait())
    display.show(ONE)
    there.append(UNO)
    assert reports.get(timeout=HANGS_S) == "The Arduino is back."
    assert display.wait_shown(60)
    assert board.shown == picture(ONE)
    display.close()


def test_a_patient_display_that_never_found_its_board_can_be_closed(
    reports: SimpleQueue[str],
) -> None:
    ArduinoDisplay("auto", is_patient=True, ports=list, report=reports.put).close()
    assert "No Arduino is plugged in" in reports.get_nowait()
    assert reports.empty()


def test_displays_of_the_settings_that_are_not_there_are_said_and_gone_without(
    monkeypatch: pytest.MonkeyPatch, reports: SimpleQueue[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(DisplayError, match="espeak-ng"):
        open_displays(("null", "speech"))
    display = open_displays(("speech", "null"), is_patient=True, report=reports.put)
    display.show(ONE)
    display.close()
    assert "espeak-ng is not installed" in reports.get_nowait()


def test_a_lost_answer_is_asked_for_again(board: StandInBoard) -> None:
    talk = Conversation(board, now=count(0, 0.01).__next__)
    talk.hello(brightness=64, patience_s=3)
    board.lose_next = 2
    talk.show(picture(ONE))
    assert board.shown == picture(ONE)
    assert talk.asked_again == 2


def test_a_board_that_never_answers_is_said(board: StandInBoard) -> None:
    talk = Conversation(board, now=count(0, 0.01).__next__)
    talk.hello(brightness=64, patience_s=3)
    board.lose_next = 99
    with pytest.raises(DisplayError, match=r"does not answer.*cable"):
        talk.show(picture(ONE))


def test_another_protocol_names_both_and_the_remedy() -> None:
    with pytest.raises(DisplayError, match=r"protocol 7; this keypeg speaks 1.*firmware flash"):
        Conversation(StandInBoard(protocol=7)).hello(brightness=64, patience_s=3)


def test_no_board_to_begin_with_is_an_error() -> None:
    with pytest.raises(DisplayError, match="No Arduino is plugged in"):
        ArduinoDisplay("auto", ports=list)


UNO = PortFact("/dev/ttyACM0", 0x2341, 0x0043, "7543")
NANO = PortFact("/dev/ttyUSB0", 0x1A86, 0x7523, "")
PHONE = PortFact("/dev/ttyACM1", 0x18D1, 0x4EE7, "R58")


@pytest.mark.parametrize(
    ("how", "found"),
    [
        ({"device": "auto"}, [UNO, NANO]),
        ({"device": "auto", "known": NANO}, [NANO, UNO]),
        ({"device": "auto", "serial_number": "7543"}, [UNO]),
        ({"device": "/dev/ttyACM1"}, [PHONE]),
        ({"device": "/dev/ttyACM9"}, [PortFact("/dev/ttyACM9")]),
        (
            {"device": "/dev/ttyACM9", "known": replace(UNO, device="/dev/ttyACM9")},
            [PortFact("/dev/ttyACM9"), UNO],
        ),
    ],
)
def test_where_the_board_is_looked_for(how: dict[str, str], found: list[PortFact]) -> None:
    assert find_board([UNO, PHONE, NANO], **how) == found  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(2, "no"), r"There is no /dev/x.*plugged in"),
        (OSError(13, "no"), r"may not use /dev/x.*dialout"),
        (OSError(11, "no"), r"Another program uses /dev/x.*ModemManager"),
        (OSError(5, "no"), r"/dev/x cannot be opened: no"),
        (termios.error(5, "no"), r"/dev/x is gone"),
    ],
)
def test_each_reason_why_a_port_does_not_open_has_its_own_help(
    monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("companion.displays.arduino.port.serial.Serial", refuse)
    with pytest.raises(DisplayError, match=said):
        ArduinoDisplay("/dev/x", ports=list)


def test_a_press_whose_frame_is_lost_is_told_by_the_next_pong() -> None:
    board, heard = StandInBoard(), []
    talk = Conversation(board, pressed=heard.append)
    talk.hello(brightness=64, patience_s=3)
    board.press(0)
    talk.listen()
    assert heard == [Press.DONE]
    board.lose_next = 1
    board.press(1)
    talk.listen()
    assert heard == [Press.DONE]
    talk.ping()
    talk.ping()
    assert heard == [Press.DONE, Press.TAKE_BACK]
    board.power_off_and_on()
    again = Conversation(board, pressed=heard.append)
    again.hello(brightness=64, patience_s=3)
    again.ping()
    assert heard == [Press.DONE, Press.TAKE_BACK]


# ---- the header, with gpiozero's own mock


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


def history(pins: MockFactory, pin: int) -> list[float]:
    return [float(state.state) for state in pins.pin(pin).states]


def test_gpiozeros_own_variable_asks_for_pins_that_light_nothing(
    monkeypatch: pytest.MonkeyPatch, reports: SimpleQueue[str]
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    display = open_display("gpio", report=reports.put)
    display.show(ONE)
    display.close()
    assert reports.get_nowait().startswith("GPIOZERO_PIN_FACTORY=mock")
    assert reports.empty()


def test_key_lights_are_black_ones_first(pins: MockFactory) -> None:
    display = GpioDisplay(factory=pins)
    display.show(ONE)
    wired = GpioChoices()
    assert [pins.pin(p).state for p in wired.black] == [1, 0, 0, 0]
    assert [pins.pin(p).state for p in wired.white] == [0, 1, 1, 0]
    assert [pins.pin(p).state for p in wired.turn] == [0, 1]
    display.show(DARK)
    display.close()
    assert history(pins, wired.black[0]) == [0, 1, 0]
    assert history(pins, wired.white[1]) == [0, 1, 0]


def test_servos_push_the_sliders_to_the_answer_and_stay_in_the_dark(pins: MockFactory) -> None:
    display = GpioDisplay(GpioChoices(buzzer=()), factory=pins)
    for scene in (ONE, TWO, DARK, NOTHING):
        display.show(scene)
    red, white = (history(pins, p) for p in (22, 17))
    pulse = {clicks: (1000 + 200 * clicks) / 20_000 for clicks in range(5)}
    assert without_repeats(red)[1:] == [pulse[n] for n in (0, 1, 3, 0)]
    assert without_repeats(white)[1:] == [pulse[n] for n in (0, 2, 0)]
    assert pins.pin(22).frequency == 50
    display.close()


def test_a_servo_is_let_go_when_the_slider_is_there() -> None:
    told: list[float] = []
    started: list[tuple[float, Callable[[], None]]] = []

    class Pin:
        value = property(fset=lambda _, duty: told.append(duty))

        def close(self) -> None:
            told.append(-1)

    class NeverCancelled:
        def cancel(self) -> None: ...

    def after(seconds: float, call: Callable[[], None]) -> NeverCancelled:
        started.append((seconds, call))
        return NeverCancelled()

    servo = Servo(Pin(), (1000, 1200, 1400), after=after)
    servo.push(2)
    servo.push(2)
    assert told == [0.05, 0.07]
    started[0][1]()  # the first push's time is over only now: the second one still holds
    assert told == [0.05, 0.07]
    started[1][1]()
    assert told == [0.05, 0.07, 0.0]
    assert [seconds for seconds, _ in started] == [0.5, 0.5]
    servo.push(9)
    servo.push(1)
    servo.close()
    assert told[3:] == [0.06, -1]


def without_repeats(levels: list[float]) -> list[float]:
    return [x for n, x in enumerate(levels) if n == 0 or x != levels[n - 1]]


def test_bars_fill_up_instead_of_servos(pins: MockFactory) -> None:
    wired = GpioChoices(
        red_servo=(), white_servo=(), buzzer=(), red_bar=(2, 3, 12, 13), white_bar=(14, 15, 18, 19)
    )
    display = GpioDisplay(wired, factory=pins)
    display.show(ONE)
    assert [pins.pin(p).state for p in wired.red_bar] == [1, 0, 0, 0]
    assert [pins.pin(p).state for p in wired.white_bar] == [1, 1, 0, 0]
    display.show(DARK)
    assert [pins.pin(p).state for p in (*wired.red_bar, *wired.white_bar)] == [0] * 8
    display.close()


def test_buttons_are_told(pins: MockFactory) -> None:
    pressed: list[Press] = []
    display = GpioDisplay(factory=pins, pressed=pressed.append)
    for pin in (9, 10, 9):
        pins.pin(pin).drive_low()
        pins.pin(pin).drive_high()
    assert pressed == [Press.DONE, Press.TAKE_BACK, Press.DONE]
    assert pins.pin(9).bounce == pytest.approx(0.03)
    display.close()


def test_a_new_answer_beeps_once(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    beeps: list[dict[str, float]] = []
    monkeypatch.setattr("companion.displays.gpio.Buzzer.beep", lambda _, **how: beeps.append(how))
    display = GpioDisplay(factory=pins)
    for scene in (ONE, ONE, TWO, HALF, DARK, ONE):
        display.show(scene)
    assert len(beeps) == 2
    display.close()


# ---- the terminal


def test_the_terminal_says_all_of_a_scene() -> None:
    out = io.StringIO()
    display = TerminalDisplay(out)
    display.show(replace(HALF, mood=Mood.ASKING))
    assert out.getvalue() == (
        "Mastermind\n"
        "  3 ⬤r  ?  .  . \n"
        "  2 ⬤w ⬤k ⬤s ⬤g  ●●●  3b0w\n"
        "  1 ⬤r ⬤g ⬤b ⬤y  ●○○  1b2w\n"
        "lights ●●●·  sliders white 0 red 3\n"
        "▶ Ada 0   Ben 3\n"
        "Ben: set a row.  [?]\n\n"
    )
    display.show(replace(HALF, mood=Mood.ASKING))
    assert out.getvalue().count("Mastermind") == 1


# ---- by name


@pytest.mark.parametrize(
    ("package", "only"),
    [
        ("gpiozero", ["gpio.py", "pins.py"]),
        ("serial", ["port.py"]),
    ],
)
def test_a_package_of_one_display_is_imported_in_its_files_alone(
    package: str, only: list[str]
) -> None:
    folder = Path(open_display.__code__.co_filename).parent
    pattern = re.compile(rf"^\s*(import|from) {package}\b", re.MULTILINE)
    there = sorted(p.name for p in folder.rglob("*.py") if pattern.search(p.read_text()))
    assert there == only


def test_opening_a_quiet_display_imports_no_hardware() -> None:
    program = (
        "import sys; from companion.displays.all_displays import open_display\n"
        "open_display('null')\n"
        "print(sorted({'gpiozero', 'serial', 'numpy', 'cv2'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"


def test_displays_are_opened_by_name() -> None:
    for spec, kind in (("null", NullDisplay), ("terminal", TerminalDisplay)):
        display = open_display(spec)
        assert isinstance(display, kind)
        display.close()


@pytest.mark.parametrize("spec", ["terminl", "gpio:1", "", "null:x"])
def test_a_name_that_is_none_is_refused(spec: str) -> None:
    with pytest.raises(UnknownName, match="There is no display"):
        open_display(spec)


def test_several_show_the_same_and_none_stays_open_if_one_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[NullDisplay] = []

    class Counted(NullDisplay):
        def __init__(self) -> None:
            super().__init__()
            opened.append(self)

        def close(self) -> None:
            opened.remove(self)

    monkeypatch.setattr("companion.displays.null.NullDisplay", Counted)
    both = open_displays(["null", "null"])
    both.show(ONE)
    assert [display.shown for display in opened] == [ONE, ONE]
    both.close()
    with pytest.raises(UnknownName):
        open_displays(["null", "nul"])
    assert opened == []
