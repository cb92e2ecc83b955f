"""The page in a real browser, before the real server: what a family does, tap by tap."""

import re
import time

import pytest
from browser import LIMIT, Server, begun, invited, phone

pytestmark = pytest.mark.browser

WIDTHS = (320, 768, 1920)
BOOKS = {
    "bouwblokje": ["Ada", "Ben"],
    "hasbro-2": ["Ada", "Ben"],
    "hasbro-group": ["Ada", "Ben", "Cleo"],
    "invicta-4": ["Ada", "Ben", "Cleo", "Dirk"],
    "davinci": ["Ada", "Ben", "Cleo", "Dirk"],
}


def set_row(page, code, form="#ask"):
    for letter in code:
        page.click(f"{form} [data-peg='{letter}']")
    page.click(f"{form} button.main")


def hidden(page, address, code):
    """Let `page` be the phone of Ada, who hides `code`; then it shows the table."""
    page.goto(address + "/mine")
    page.click("button:text-is('Ada')")
    set_row(page, code, "form[action='/do/code']")
    page.locator("text=Show mine").wait_for()
    page.goto(address + "/")
    page.get_by_role("heading", name="Ben, set row 1").wait_for()


def rows(page):
    return page.locator("ol.rows li")


def wait_for_count(locator, number):
    from playwright.sync_api import expect

    expect(locator).to_have_count(number, timeout=1000 * LIMIT)


def name_camera(page, spec):
    page.check("input[name=camera][value=spec]")
    page.fill("input[name=spec]", spec)


@pytest.fixture
def owner(chromium, server):
    page = phone(chromium, server.link)
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda said: page.problems.append(said.text) if said.type == "error" else 0)
    yield page
    assert page.problems == []
    page.context.close()


def test_a_match_from_simulated_frames_to_its_replay(owner, server):
    address = server.address
    begun(owner, address, "bouwblokje", ["Ada", "Ben"], camera="sim:table", rounds="1")
    # the code stays hidden while rows are set: looked at in one glance, as the robots play on
    page = owner.locator("body").filter(has=owner.locator("ol.rows li >> nth=1"))
    page.filter(has=owner.locator("svg.board .peg.p-q >> nth=3")).wait_for()
    # a row that was misread is corrected: tapped in the drawing, then its pegs
    owner.locator("svg .row[data-row='1'] .tap").click(position={"x": 4, "y": 4})
    owner.locator("#correct").get_by_role("button", name="That is what stands there").wait_for()
    assert re.fullmatch("[rbygon]{4}", owner.input_value("#correct input[name=code]"))
    owner.locator("#correct input[name=code]").fill("oooo")
    owner.click("text=That is what stands there")
    owner.wait_for_selector("ol.rows li:first-child .p-o >> nth=3")
    owner.click("text=Take back the last step")
    owner.locator("ol.rows li:first-child .p-o").nth(3).wait_for(state="detached")
    owner.locator("text=The match is over").wait_for(timeout=240_000)
    owner.goto(address + "/games")
    owner.locator("ul.games a").first.click()
    owner.locator("input[type=range]").focus()
    for _ in range(3):
        owner.keyboard.press("ArrowLeft")
    owner.locator("output", has_text=" / ").wait_for()
    owner.click("text=Analysis")
    owner.wait_for_selector("svg.curve")


def test_a_code_is_hidden_on_a_second_phone_and_seen_nowhere_else(owner, server, chromium):
    begun(owner, server.address, "hasbro-2", ["Ada", "Ben"], way="told")
    ada = phone(chromium, invited(owner, "maker", "Ada"))
    set_row(ada, "wsgr", "form[action='/do/code']")
    owner.goto(server.address + "/")
    owner.get_by_role("heading", name="Ben, set row 1").wait_for()
    assert owner.locator("[data-peg]").count() >= 8
    ada.click("text=Show mine")
    ada.wait_for_selector(".secret .p-w")
    owner.goto(server.address + "/mine")
    assert owner.locator("text=Show mine").count() == 0
    owner.goto(server.address + "/")
    set_row(owner, "wsgr")
    owner.locator("text=The code was broken on row 1").wait_for()
    ada.context.close()


def test_tiles_with_four_owners_each_at_his_own_phone(owner, server, chromium):
    names = ["Ada", "Ben", "Cleo", "Dirk"]
    begun(owner, server.address, "davinci", names, way="kept")
    hands = {"Ada": "B0 W3 B7", "Ben": "W1 B4 W8", "Cleo": "B2 W6 B10", "Dirk": "W2 B6 W11"}
    links = {name: invited(owner, "maker", name) for name in names}
    owner.goto(server.address + "/")
    for seat, row in enumerate(hands.values(), start=1):
        for place, tile in enumerate(row.split(), start=1):
            owner.check(f"input[name=back-{seat}-{place}][value={tile[0]}]", force=True)
    owner.click("text=So they stand")
    phones = {name: phone(chromium, link) for name, link in links.items()}
    ada = phones["Ada"]
    ada.goto(server.address + "/")
    ada.locator("form[action='/do/draw'] button.t-B").click()
    ada.locator("text=tap a tile, then its number").wait_for()
    for page in phones.values():
        page.goto(server.address + "/mine")
    told = {}
    for name, page in phones.items():
        for place, tile in enumerate(hands[name].split(), start=1):
            page.select_option(f"select[name=face-{place}]", tile[1:])
        page.click("text=Think")
        page.wait_for_selector("#thoughts table")
        told[name] = page.inner_text("#thoughts")
        assert not re.search(rf"\b{name} \d", told[name])
    assert len(set(told.values())) == 4
    # a guess: a tile is tapped, then its number
    ada.goto(server.address + "/")
    ada.check("input[name=tile][value='2-1']", force=True)
    ada.click("form[action='/do/claim'] button:text-is('1')")
    phones["Ben"].goto(server.address + "/")
    phones["Ben"].click("text=Yes, it is laid open")
    owner.goto(server.address + "/")
    owner.locator("table.tiles .t-W:has-text('1')").wait_for()
    for page in phones.values():
        page.context.close()


# tells by the class `swapped` that the stream's first message was taken in by the page
NOTE_FIRST_SWAP = """
const Stream = EventSource;
window.EventSource = class extends Stream {
    constructor(address) {
        super(address);
        const page = document.documentElement;
        this.addEventListener("swap", () => setTimeout(() => page.classList.add("swapped")));
    }
};
"""


def test_what_was_tapped_before_the_stream_came_stays(owner, server):
    """A stream begins with the whole state: what is the same on the page is left alone."""
    held = []
    owner.add_init_script(NOTE_FIRST_SWAP)
    for book, players in BOOKS.items():
        begun(owner, server.address, book, players, way="kept")
        owner.route("**/live*", lambda route: held.append(route))
        for path in ("/", "/tv"):
            held.clear()
            with owner.expect_request("**/live*"):
                owner.goto(server.address + path)
            owner.evaluate("document.querySelectorAll('#main *').forEach(e => { e.stays = true })")
            for back in owner.locator("input[value=B]").all():
                back.check(force=True)
            held[0].continue_()
            owner.wait_for_selector("html.swapped")
            fresh = "[...document.querySelectorAll('#main *')].filter(e => !e.stays).length"
            assert owner.evaluate(fresh) == 0, (book, path)
            assert owner.locator("input[value=B]:not(:checked)").count() == 0
        owner.unroute_all()


def test_a_board_is_taught_from_the_empty_board_to_saved_and_goes_on_after_leaving(owner, server):
    owner.goto(server.address + "/calibrate")
    owner.select_option("select[name=board]", "four-player")
    name_camera(owner, "sim:invicta-4?width=640")
    owner.click("button.main")
    owner.wait_for_selector("progress")
    seen = []
    for _step in range(40):
        owner.wait_for_selector("h1")
        seen.append(owner.inner_text("h1"))
        if owner.locator("text=/Save it as/").count():
            break
        if len(seen) == 4:
            # left, and gone on with
            owner.click("text=Leave, and go on later")
            owner.wait_for_selector("select[name=board]")
            owner.select_option("select[name=board]", "four-player")
            name_camera(owner, "sim:invicta-4?width=640")
            owner.click("button.main")
            owner.wait_for_selector("progress")
            assert owner.inner_text("h1") == seen[-1]
            continue
        taking = owner.locator("text=Take the picture")
        button = taking if taking.count() else owner.locator("button:text-is('Yes')")
        with owner.expect_navigation():
            button.first.click()
    owner.click("text=/Save it as/")
    owner.locator("text=It is saved as").wait_for()
    assert owner.locator("svg.plot .peg").count() >= 6


def test_corners_are_set_by_touch(owner, server):
    owner.goto(server.address + "/calibrate")
    owner.select_option("select[name=board]", "four-player")
    name_camera(owner, "sim:invicta-4?width=640")
    owner.click("button.main")
    for title in ("Where the board lies", "Does the grid lie on the holes?"):
        owner.click("text=Take the picture")
        owner.get_by_role("heading", name=title).wait_for()
    owner.click("#by-hand summary")
    ring = owner.locator(".ring").first
    ring.wait_for()
    owner.evaluate("document.querySelector('[data-corners] img').decode()")
    ring.scroll_into_view_if_needed()
    ring.hover()
    box = ring.bounding_box()
    owner.mouse.move(box["x"] + 20, box["y"] + 20)
    owner.mouse.down()
    owner.mouse.move(box["x"] + 60, box["y"] + 50)
    owner.locator("canvas.magnifier").wait_for()
    owner.mouse.up()
    owner.locator("canvas.magnifier").wait_for(state="hidden")
    value = owner.input_value("#corner-form input")
    assert re.fullmatch(r"([\d.]+,[\d.]+ ){3}[\d.]+,[\d.]+", value)
    ring.focus()
    owner.keyboard.press("ArrowRight")
    assert owner.input_value("#corner-form input") != value


def test_a_table_of_tiles_is_taught_and_chosen_for_a_match(owner, server):
    owner.goto(server.address + "/calibrate")
    owner.select_option("select[name=board]", "davinci")
    name_camera(owner, "sim:davinci?width=960")
    owner.fill("input[name=name]", "kitchen")
    owner.click("button.main")
    for title in ("The empty table", "All tiles open"):
        owner.get_by_role("heading", name=title).wait_for()
        owner.click("text=Take the picture")
    owner.locator("text=Seen: B0 B1 B2").wait_for()
    assert owner.evaluate("document.querySelector('figure img').decode()") is None
    assert owner.evaluate("document.body.scrollWidth <= innerWidth")
    owner.click("text=Save it as kitchen")
    owner.locator("text=It is saved as kitchen").wait_for()
    owner.click("main >> text=Begin a match")
    owner.locator("select[name=calibration] option", has_text="kitchen").wait_for(state="attached")


def test_two_browsers_see_the_same(owner, server, chromium):
    begun(owner, server.address, "bouwblokje", ["Ada", "Ben"], way="told")
    other = phone(chromium, invited(owner, "viewer"))
    hidden(owner, server.address, "gggg")
    took = []
    for number, code in enumerate(("rbyg", "onrb", "ygon", "bbbb", "rroo"), start=1):
        for letter in code:
            owner.click(f"#ask [data-peg='{letter}']")
        begin = time.monotonic()
        owner.click("#ask button.main")
        rows(other).nth(number - 1).wait_for()
        took.append(time.monotonic() - begin)
        rows(owner).nth(number - 1).wait_for()
    print(f"another page shows a row after {sorted(took)[len(took) // 2]:.3f} s (median)")
    assert rows(other).all_inner_texts() == rows(owner).all_inner_texts()
    other.context.close()


def test_two_owners_at_once_and_a_phone_without_a_network(owner, server, chromium):
    begun(owner, server.address, "bouwblokje", ["Ada", "Ben"], way="told")
    hidden(owner, server.address, "gggg")
    second = phone(chromium, server.link)
    second.context.set_offline(True)
    set_row(owner, "rbyg")
    rows(owner).first.wait_for()
    set_row(owner, "onrb")
    rows(owner).nth(1).wait_for()
    second.context.set_offline(False)
    rows(second).nth(1).wait_for()
    second.click("text=Take back the last step")
    wait_for_count(rows(owner), 1)
    wait_for_count(rows(second), 1)
    second.context.close()


def test_a_phone_that_sleeps_through_a_round_is_right_when_it_wakes(owner, server, chromium):
    begun(owner, server.address, "bouwblokje", ["Ada", "Ben"], way="told")
    hidden(owner, server.address, "gggg")
    sleeper = phone(chromium, invited(owner, "viewer"))
    switch = sleeper.context.new_cdp_session(sleeper)
    switch.send("Page.setWebLifecycleState", {"state": "frozen"})
    owner.goto(server.address + "/")
    for number, code in enumerate(("rbyg", "gggg")):
        set_row(owner, code)
        rows(owner).nth(number).wait_for()
    owner.get_by_text("Round 2 of 2").wait_for()
    switch.send("Page.setWebLifecycleState", {"state": "active"})
    sleeper.get_by_text("Round 2 of 2").wait_for()
    assert sleeper.inner_text("#card") == owner.inner_text("#card")
    sleeper.context.close()


def test_what_somebody_is_filling_in_stays_while_others_play_on(owner, server, chromium):
    begun(owner, server.address, "bouwblokje", ["Ada", "Ben"], way="told")
    hidden(owner, server.address, "gggg")
    second = phone(chromium, server.link)
    set_row(owner, "rbyg")
    rows(second).first.wait_for()
    second.locator("svg .row[data-row='1'] .tap").click(position={"x": 4, "y": 4})
    second.locator("#correct input[name=code]").fill("oooo")
    set_row(owner, "onrb")
    rows(second).nth(1).wait_for()
    assert second.input_value("#correct input[name=code]") == "oooo"
    assert second.input_value("#correct select[name=row]") == "1"
    # another row is asked for now: it begins empty
    assert second.input_value("#ask input[name=code]") == ""
    second.click("text=That is what stands there")
    rows(owner).first.locator(".p-o").nth(3).wait_for()
    second.context.close()


def test_a_server_that_was_killed_is_back_and_pages_are_right(owner, server):
    begun(owner, server.address, "bouwblokje", ["Ada", "Ben"], way="told")
    hidden(owner, server.address, "gggg")
    set_row(owner, "rbyg")
    rows(owner).first.wait_for()
    # the code is kept beside the log: the next row is answered by it
    server.kill()
    again = Server(server.folder, server.port)
    begin = time.monotonic()
    try:
        owner.wait_for_event("response", lambda answer: answer.url.endswith("/live"))
        print(f"the page hears of the table again after {time.monotonic() - begin:.1f} s")
        set_row(owner, "ygon")
        rows(owner).nth(1).wait_for()
        assert "1 black" in rows(owner).nth(1).locator(".answer").inner_text()
        assert owner.locator("#lost").is_hidden()
    finally:
        again.stop()
        server.process = again.process
        owner.problems.clear()  # the browser notes that the stream broke off


PATHS = ("/", "/tv", "/start", "/start?book=bouwblokje", "/mine", "/people", "/games", "/camera")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_fault_for_who_cannot_see_it(
    owner, server, chromium, axe, scheme, tmp_path
):
    begun(owner, server.address, "hasbro-2", ["Ada", "Ben"])
    set_row(owner, "wsgr")
    rows(owner).first.wait_for()
    page = phone(chromium, server.link, bypass_csp=True, color_scheme=scheme)
    page.goto(server.address + "/games")
    game = page.locator("ul.games a").first.get_attribute("href")
    found = []
    for path in (*PATHS, game, game + "/analysis", game + "/card", "/calibrate"):
        page.goto(server.address + path)
        page.wait_for_selector("h1")
        page.evaluate(axe)
        result = page.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})")
        found += [
            (path, each["id"], each["nodes"][0]["html"][:120])
            for each in result["violations"]
            if each["impact"] in ("serious", "critical")
        ]
    page.context.close()
    assert found == []


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_fits_from_a_small_phone_to_a_tv(owner, server, width):
    begun(owner, server.address, "invicta-4", ["Ada", "Ben", "Cleo", "Dirk"])
    owner.set_viewport_size({"width": width, "height": 800})
    for path in PATHS:
        owner.goto(server.address + path)
        owner.wait_for_selector("h1")
        assert owner.evaluate("document.documentElement.scrollWidth") <= width, path
        small = owner.evaluate(
            "[...document.querySelectorAll('button,.button,select,nav a,summary')]"
            ".filter(e => e.offsetParent).map(e => [e.textContent, e.getBoundingClientRect()])"
            ".filter(([, r]) => r.width && (r.width < 44 || r.height < 44)).map(([t]) => t)"
        )
        assert small == [], path


def test_the_table_is_played_by_keyboard_alone(owner, server):
    begun(owner, server.address, "bouwblokje", ["Ada", "Ben"])
    owner.locator("#ask input[name=code]").focus()
    owner.keyboard.type("rbyg")
    owner.keyboard.press("Enter")
    rows(owner).first.wait_for()
    assert "Ben" in rows(owner).first.inner_text()
    assert owner.get_attribute("#sentence", "aria-live") == "polite"


def test_the_installed_page_has_its_manifest_and_worker(owner, server):
    owner.goto(server.address + "/")
    manifest = owner.request.get(server.address + "/static/app.webmanifest").json()
    assert manifest["display"] == "standalone"
    assert owner.evaluate("navigator.serviceWorker.ready.then(made => made.active !== null)")
