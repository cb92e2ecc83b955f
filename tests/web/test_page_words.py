"""What the page says is done by tapping: no word of the terminal, no flag of a command."""

import re
import sys
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from page_client import Table

from companion import i18n
from companion.rulebooks.house import HOUSE_RULES
from companion.web.door.access import Role
from companion.web.show import taps
from companion.web.show.taps import BUTTONS, in_taps

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
import catalogues  # noqa: E402


@pytest.mark.parametrize(
    ("typed", "tapped"),
    [
        ("Put it back, or say 'undo'.", "Put it back, or say 'Take back the last step'."),
        (
            "row 2 is 3 red 0 white ('correct 2 keys 3 0'); or row 1",
            "row 2 is 3 red 0 white ('Something was noted wrongly'); or row 1",
        ),
        ("Row 3 of Ben's board; he's done.", "Row 3 of Ben's board; he's done."),
        ("remettez-la, ou dites « undo ».", "remettez-la, ou dites « Take back the last step »."),
        ("Say '--rounds 4'; or '--rounds'.", "Say 'Rounds: 4'; or 'Rounds'."),
        ("with '--maker companion'", "with 'the companion hides the code and answers'"),
        ("agree on '--rule repeats=yes'", "agree on 'A colour may come twice: yes'"),
        ("Say '--board classic', or '--nope 3'.", "Say 'Board: classic', or '--nope 3'."),
    ],
)
def test_what_is_typed_is_said_by_its_button(typed, tapped):
    assert in_taps(typed) == tapped


@pytest.mark.parametrize("language", ["nl", "fr", "nb"])
def test_no_translation_hides_a_typed_word_from_the_page(language):
    with (i18n.FOLDER / language / "LC_MESSAGES" / "keypeg.po").open("rb") as file:
        catalogue = read_po(file)
    quoted = re.compile(rf"'({'|'.join(BUTTONS)})\b[^']*'")
    looked_at = 0
    for message in catalogue:
        if not isinstance(message.id, str) or not quoted.search(message.id):
            continue
        looked_at += 1
        with i18n.speaking(language):
            said = in_taps(message.string)
        assert said != message.string, message.string
    assert looked_at > 10


OPTIONS = re.compile(rf"--(?:rule (?:{'|'.join(taps.HOUSE_RULES)})|{'|'.join(taps.FIELDS)})\b")
# sentences of these rooms are said at the page too
ROOMS = ("calibration/store/", "companion/game/", "companion/observers/", "companion/rulebooks/")


@cache
def sentences():
    return list(catalogues.template())


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_the_form_asks_is_named_as_in_the_form_in_every_language(language):
    told = [
        message.id
        for message in sentences()
        if isinstance(message.id, str)
        if any(file.startswith(ROOMS) for file, _line in message.locations)
        # a whole command is no field
        if "keypeg " not in message.id
    ]
    with i18n.speaking(language):
        said = [(text, i18n._(text).replace("{name}", "rows")) for text in told if "--" in text]
        for english, text in said:
            wanted = OPTIONS.findall(english.replace("{name}", "rows"))
            assert len(OPTIONS.findall(text)) == len(wanted), text
            assert not OPTIONS.search(in_taps(text)), text
    assert sum(bool(OPTIONS.search(text)) for _english, text in said) > 10


def test_every_house_rule_has_its_field_in_the_form():
    assert taps.HOUSE_RULES.keys() == HOUSE_RULES.keys()
    form = (ROOT / "companion/web/templates/agree.html").read_text()
    for name, label in taps.HOUSE_RULES.items():
        assert f'name="rule-{name}"' in form
        assert f"{{{{ _('{label}') }}}} <" in form


def test_a_refusal_at_the_page_speaks_of_no_flag(tmp_path):
    table = Table(tmp_path)
    owner = table.phone(Role.OWNER)
    three = [("player", name) for name in ("Ada", "Ben", "Cleo")]
    wrong = (
        ([("book", "hasbro-group"), ("way", "kept"), ("rounds", "1"), *three], "'Rounds: 3'"),
        ([("book", "hasbro-2"), ("way", "kept"), three[0]], "'the companion hides the code and"),
        ([("book", "davinci"), ("way", "companion"), *three], "each keeps his own row"),
        (
            [("book", "invicta-4"), ("way", "kept"), ("rule-boards", "2"), *three],
            "'Boards each, of two players: 2'",
        ),
        ([("book", "hasbro-2"), ("way", "kept"), ("rule-rows", "x"), *three], "'Rows: x'"),
    )
    for fields, said in wrong:
        answer = owner.post("/start", fields)
        assert answer.status == 409
        assert "--" not in answer.said, answer.said
        assert said in answer.said
    assert "'A colour may come twice: yes'" in unescape(owner.get("/start?book=hasbro-2").text)
    assert "--rule" not in owner.get("/start").text
    table.close()


def test_answers_that_cannot_all_be_true_are_mended_by_a_button_that_is_named(tmp_path):
    table = Table(tmp_path)
    owner = table.phone(Role.OWNER)
    owner.post(
        "/start", [("book", "bouwblokje"), ("way", "kept"), ("player", "A"), ("player", "B")]
    )
    for move, fields in (
        ("done", {}),
        ("row", {"code": "rbyg"}),
        ("answer", {"black": "2", "white": "1"}),
        ("row", {"code": "rbgy"}),
        ("answer", {"black": "4", "white": "0"}),
    ):
        assert owner.do(move, **fields) == ""
    page = owner.get("/").text
    assert "No code fits any more" in page
    assert "&#39;Something was noted wrongly&#39;" in page
    assert "correct 1 keys" not in page
    table.close()


def test_no_template_writes_a_colon_or_a_number_as_english_has_them():
    """French sets its colon apart, and decimals have commas: `headed`, `decimals`, `percent`."""
    templates = (ROOT / "companion" / "web" / "templates").glob("*.html")
    found = [
        (file.name, line.strip())
        for file in templates
        for line in file.read_text().splitlines()
        if re.search(r"}}: |}} %|'%[+.]\.?\d*f' \| format|\| round\b(?!.*meter)", line)
        and "meter" not in line
    ]
    assert found == []
