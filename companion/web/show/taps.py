"""What a sentence tells to be typed, by the name of the button or field that does it at the page.

Pure. What is replaced stands in quotation marks: 'undo', '--rule repeats=yes'.
"""

import re

from companion.i18n import N_, _, headed
from companion.kinds.typed_words import english_of, words_for
from companion.web.show.kinds.board_forms import code_ways

__all__ = ["BUTTONS", "FIELDS", "HOUSE_RULES", "in_taps"]

# the first word of what is typed at the terminal -> the button of the same move
BUTTONS = {
    "correct": N_("Something was noted wrongly"),
    "done": N_("Done"),
    "show": N_("Show the code"),
    "undo": N_("Take back the last step"),
}
# an option of the command line -> what the same choice is called in the page's forms
FIELDS = {
    "board": N_("Board"),
    "calibration": N_("Calibration"),
    "camera": N_("Camera"),
    "maker": N_("Who knows the code?"),
    "rounds": N_("Rounds"),
}
# a house rule, as in --rule repeats=yes -> the same
HOUSE_RULES = {
    "boards": N_("Boards each, of two players"),
    "colours": N_("Colours"),
    "dashes": N_("Dashes"),
    "points": N_("Points over rounds"),
    "repeats": N_("A colour may come twice"),
    "rows": N_("Rows"),
    "variation": N_("Variation"),
}
OPEN, CLOSE, WITHIN = r"(?P<open>['\"«“]\s?)", r"(?P<close>\s?['\"»”])", r"[^'\"»”]*?"
SAID = "|".join(word for name in BUTTONS for word in words_for(name))
TYPED = re.compile(rf"{OPEN}(?P<word>{SAID})\b{WITHIN}{CLOSE}")
OPTION = re.compile(
    rf"{OPEN}--(?:rule (?P<rule>{'|'.join(HOUSE_RULES)})=|(?P<field>{'|'.join(FIELDS)})\b ?)"
    rf"(?P<value>{WITHIN}){CLOSE}"
)


def in_taps(sentence: str) -> str:
    """Return `sentence` with what is typed, as 'undo', replaced by what is tapped for it."""
    tapped = TYPED.sub(
        lambda at: f"{at['open']}{_(BUTTONS[english_of(at['word'])])}{at['close']}", sentence
    )
    return OPTION.sub(lambda at: f"{at['open']}{_field(at)}{at['close']}", tapped)


def _field(at: re.Match[str]) -> str:
    """Return the label of a form's field, with the value that is chosen there."""
    ways = {str(way): said for way, said in code_ways()}
    if at["field"] == "maker" and at["value"] in ways:
        return ways[at["value"]]
    label = _(FIELDS[at["field"]] if at["field"] else HOUSE_RULES[at["rule"]])
    value = _(at["value"]) if at["value"] in ("yes", "no") else at["value"]
    return headed(label, value) if value else label
