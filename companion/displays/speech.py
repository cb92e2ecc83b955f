"""What is new at the table said aloud, by espeak-ng, in the language that is spoken."""

import shutil
import subprocess
from collections.abc import Callable

from companion import i18n
from companion.displays.options import Wanted
from companion.errors import DisplayError
from companion.game.core.key_pegs import Keys, say_answer
from companion.i18n import _
from companion.scene import Mood, Scene

__all__ = ["SpeechDisplay", "can_speak", "open_display"]

PROGRAM = "espeak-ng"


def can_speak() -> bool:
    """Whether there is a voice on this computer."""
    return shutil.which(PROGRAM) is not None


def open_display(wanted: Wanted) -> "SpeechDisplay":
    """Return a voice; raises `DisplayError` if there is none."""
    del wanted
    return SpeechDisplay()


class SpeechDisplay:
    """Says each new answer, question and end once; the newest cuts short what is still being said.

    Raises `DisplayError` where espeak-ng is not installed.
    """

    def __init__(self, find: Callable[[str], str | None] = shutil.which) -> None:
        program = find(PROGRAM)
        if program is None:
            raise DisplayError(
                _("espeak-ng is not installed, so nothing can be said."),
                hint=_("Run 'sudo apt install espeak-ng', or leave out --say."),
            )
        self._command = (program, "-v", i18n.language(), "--stdin")
        self._said: tuple[int, Keys | None, str] = (0, None, "")
        self._speaking: subprocess.Popen[bytes] | None = None

    def show(self, scene: Scene) -> None:
        """Say what is new in `scene`."""
        answered = sum(row.keys is not None for row in scene.rows)
        now = (answered, scene.last_keys, scene.sentence)
        if now != self._said and (text := _news(self._said, now, scene)):
            self._say(text)
        self._said = now

    def close(self) -> None:
        """Let the last words be said; twice is harmless."""
        if self._speaking is not None:
            self._speaking.wait()
            self._speaking = None

    def _say(self, text: str) -> None:
        if self._speaking is not None:
            self._speaking.kill()
            self._speaking.wait()
        self._speaking = subprocess.Popen(  # noqa: S603
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert self._speaking.stdin
        try:
            self._speaking.stdin.write(text.encode())
            self._speaking.stdin.close()
        except BrokenPipeError:
            # it ended by itself: the game goes on unsaid
            return


def _news(
    before: tuple[int, Keys | None, str], now: tuple[int, Keys | None, str], scene: Scene
) -> str:
    """Return the sentences to be said, or nothing."""
    said = []
    if now[0] > before[0] and (keys := now[1]) and not scene.is_answer:
        said.append(say_answer(keys))
    if now[2] != before[2] and (scene.mood is not Mood.PLAYING or not said):
        said.append(scene.sentence)
    return ". ".join(said)
