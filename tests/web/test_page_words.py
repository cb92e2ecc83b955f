"""What the page says is done by tapping: no word of the terminal, no flag of a command."""

import re

import pytest
from babel.messages.pofile import read_po
from page_client import Table

from companion import i18n
from companion.web.door.access import Role
from companion.web.show.taps import BUTTONS, in_taps


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


def test_a_refusal_at_the_page_speaks_of_no_flag(tmp_path):
    table = Table(tmp_path)
    owner = table.phone(Role.OWNER)
    three = [("player", name) for name in ("Ada", "Ben", "Cleo")]
    wrong = (
        [("book", "hasbro-group"), ("way", "kept"), ("rounds", "1"), *three],
        [("book", "hasbro-2"), ("way", "kept"), three[0]],
        [("book", "davinci"), ("way", "companion"), *three],
        [("book", "invicta-4"), ("way", "kept"), ("rule-boards", "2"), *three],
    )
    for fields in wrong:
        answer = owner.post("/start", fields)
        assert answer.status == 409
        assert "--" not in answer.said, answer.said
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
