"""A whole match of each book at the page, in a real browser, as a family plays it."""

import pytest
from browser import begun, phone
from family import Family, Owners, Tellers, Tiles

pytestmark = pytest.mark.browser

# book -> who plays, who knows the code, the people, and the rounds that the book asks for at least
MATCHES = {
    "bouwblokje": (Family, "kept", ["Ada", "Ben"], "rbygon", "2"),
    "hasbro-2": (Tellers, "told", ["Ada", "Ben"], "wsgropyb", "2"),
    "hasbro-group": (Family, "kept", ["Ada", "Ben", "Cleo"], "wsgropyb", "3"),
    "invicta-4": (Owners, "kept", ["Ada", "Ben", "Cleo", "Dirk"], "rbygow", "1"),
    "davinci": (Tiles, "kept", ["Ada", "Ben", "Cleo"], "", "1"),
}


@pytest.mark.parametrize("book", MATCHES)
def test_a_whole_match_ends_with_the_same_score_card_on_every_page(
    chromium, server, book, tmp_path
):
    people, way, names, letters, rounds = MATCHES[book]
    owner = phone(chromium, server.link)
    problems = []
    owner.on("pageerror", lambda error: problems.append(str(error)))
    begun(owner, server.address, book, names, way=way, rounds=rounds)
    looker = phone(chromium, server.link, viewport={"width": 1280, "height": 800})
    holes = 5 if book == "invicta-4" else 4
    people(owner, server.address, names, letters, holes=holes).play()
    looker.get_by_text("The match is over").wait_for()
    card = looker.inner_text("#card")
    assert card == owner.inner_text("#card")
    assert "TOTAL" in card
    owner.screenshot(path=tmp_path / f"{book}.png", full_page=True)
    owner.goto(server.address + "/games")
    owner.locator("ul.games a").first.click()
    owner.get_by_role("link", name="Score card").click()
    owner.locator("table").first.wait_for()
    assert all(name in owner.inner_text("main") for name in names)
    assert problems == []
    for page in (owner, looker):
        page.context.close()
