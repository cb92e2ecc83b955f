"""What a sentence tells to be typed, by the name of the button that does it at the page. Pure."""

import re

from companion.i18n import N_, _

__all__ = ["in_taps"]

# the first word of what is typed at the terminal -> the button of the same move
BUTTONS = {
    "correct": N_("Something was noted wrongly"),
    "done": N_("Done"),
    "show": N_("Show the code"),
    "undo": N_("Take back the last step"),
}
TYPED = re.compile(
    r"(?P<open>['\"«“]\s?)(?P<word>" + "|".join(BUTTONS) + r")\b[^'\"»”]*?(?P<close>\s?['\"»”])"
)


def in_taps(sentence: str) -> str:
    """Return `sentence` with what is typed, as 'undo', replaced by the button that does it."""
    return TYPED.sub(lambda at: f"{at['open']}{_(BUTTONS[at['word']])}{at['close']}", sentence)
