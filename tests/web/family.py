"""People at a table who do what their page asks, tap by tap, until the match is over."""

from random import Random

from browser import invited, phone

# rows that are guessed before the code is set, where somebody at the table knows it
GUESSES = 2
# what is done at most in a match: far more than any needs
MOST_DEEDS = 600


class Family:
    """All of a table before one owner's page, and the phones of those who hide a code there."""

    def __init__(self, owner, address, players, letters, *, holes=4, seed=1):
        self.page, self.address, self.players = owner, address, players
        self.letters, self.holes = letters, holes
        self.rng = Random(seed)
        self.code = ""
        self.parts = {}
        self.rows = {}
        self.phones = {}
        self.pool = []
        self.clue = self.mover = ""

    def play(self, look=lambda _number: None):
        """Play to the end; `look` is called after each deed with its number."""
        for number in range(MOST_DEEDS):
            self.page.locator("#sentence").wait_for()
            if self.page.get_by_text("The match is over").count():
                return
            self._mark()
            self._do()
            self.page.locator("#ask .stale").wait_for(state="detached")
            look(number)
        raise AssertionError("the match has no end: " + self.page.inner_text("#now"))

    def _mark(self):
        """Mark what is asked now: it is gone as soon as something else is."""
        mark = "document.querySelector('#ask').firstElementChild.classList.add('stale')"
        self.page.evaluate(mark)

    def _do(self):
        asked = [each.get_attribute("action") for each in self.page.locator("#ask form").all()]
        moves = [action.rpartition("/")[2] for action in asked]
        for move in ("deal", "draw", "claim", "open", "show-row", "judge", "pass", "answer", "row"):
            if move in moves:
                return getattr(self, "_" + move.replace("-", "_"))()
        if "done" in moves:
            self._hide()
        elif "show" in moves:
            self._show()
        else:
            self._tell()
        return None

    # --- codes

    def _hide(self):
        self.code = "".join(self.rng.sample(self.letters, self.holes))
        self.page.click("text=It is hidden")

    def _tell(self):
        """Let those whom the code is asked of hide it, each on his own phone."""
        raise AssertionError("a code is to be told: " + self.page.inner_text("#ask"))

    def _row(self):
        number = self.page.locator("ol.rows li").count()
        row = "".join(self.rng.choice(self.letters) for _ in range(self.holes))
        if self.code and number >= GUESSES:
            row = self.code
        for letter in row:
            self.page.click(f"form[action='/do/row'] [data-peg='{letter}']")
        self.page.click("form[action='/do/row'] button:not([type=button])")

    def _answer(self):
        row = "".join(self.page.locator("#ask h2 .chip b").all_text_contents())
        black = sum(a == b for a, b in zip(row, self.code, strict=True))
        both = sum(min(row.count(x), self.code.count(x)) for x in set(row))
        form = self.page.locator("form[action='/do/answer']")
        for name, count in (("black", black), ("white", both - black)):
            form.locator(f"input[name={name}][value='{count}']").check(force=True)
        form.locator("button").click()

    def _show(self):
        for letter in self.code:
            self.page.click(f"form[action='/do/show'] [data-peg='{letter}']")
        self.page.click("form[action='/do/show'] button.main")


class Tellers(Family):
    """The maker tells his code on a phone of his own."""

    def _tell(self):
        for player in self.players:
            if player not in self.phones:
                self.phones[player] = phone(
                    self.page.context.browser, invited(self.page, "maker", player)
                )
                self.page.goto(self.address + "/")
        self.page.get_by_text("The code is hidden on the phone of").wait_for()
        text = self.page.inner_text("#ask")
        player = next(each for each in self.players if each in text)
        self.code = "".join(self.rng.sample(self.letters, self.holes))
        mine = self.phones[player]
        mine.goto(self.address + "/mine")
        for letter in self.code:
            mine.click(f"form[action='/do/code'] [data-peg='{letter}']")
        mine.click("form[action='/do/code'] button.main")
        mine.get_by_text("Show mine").wait_for()


class Owners(Family):
    """Master Mind for four: each has a part, answers for it by words, and one calls the code."""

    def _hide(self):
        holes = self.rng.sample(range(self.holes), len(self.players))
        self.parts = {
            player: (hole, self.rng.choice(self.letters))
            for player, hole in zip(self.players, holes, strict=True)
        }
        self.page.click("text=It is hidden")

    def _whole(self):
        row = ["."] * self.holes
        for hole, letter in self.parts.values():
            row[hole] = letter
        return "".join(row)

    def _row(self):
        if self.page.locator("ol.rows li").count() > GUESSES:
            self.page.click("#call summary")
            for letter in self._whole():
                self.page.click(f"form[action='/do/call'] [data-peg='{letter}']")
            self.page.click("text=Call it")
            return
        super()._row()

    def _answer(self):
        title = self.page.inner_text("#ask h2").strip()
        row = "".join(self.page.locator("#ask h2 .chip b").all_text_contents()).replace("·", ".")
        hole, letter = self.parts[next(each for each in self.players if title.startswith(each))]
        word = "black" if row[hole] == letter else "white" if letter in row else "nothing"
        self.page.click(f"form[action='/do/answer'] button[value={word}]")

    def _judge(self):
        self.page.click("form[action='/do/judge'] button[value=yes]")

    def _show(self):
        for board, (hole, letter) in enumerate(self.parts.values(), start=1):
            picker = self.page.locator(f".picker:has(input[name=code{board}])")
            for place in range(self.holes):
                picker.locator(f"[data-peg='{letter if place == hole else '.'}']").click()
        self.page.click("form[action='/do/show'] button.main")


class Tiles(Family):
    """Da Vinci Code: people who see their own tiles, and guess rightly two times of three."""

    def _order(self, tile):
        return (int(tile[1:]), tile[0] == "W")

    def _deal(self):
        self.pool = [f"{back}{face}" for back in "BW" for face in range(12)]
        self.rng.shuffle(self.pool)
        hand = 3 if len(self.players) == 4 else 4
        for seat, player in enumerate(self.players, start=1):
            drawn, self.pool = self.pool[:hand], self.pool[hand:]
            self.rows[player] = sorted(drawn, key=self._order)
            for place, tile in enumerate(self.rows[player], start=1):
                self.page.check(f"input[name=back-{seat}-{place}][value={tile[0]}]", force=True)
        self.page.click("text=So they stand")

    def _draw(self):
        self._turn_of()
        self.clue = self.pool.pop()
        self.page.click(f"form[action='/do/draw'] button[value={self.clue[0]}]")

    def _place(self):
        """Put the clue tile into its row and return where."""
        row = self.rows[self.mover] = sorted([*self.rows[self.mover], self.clue], key=self._order)
        place, self.clue = row.index(self.clue) + 1, ""
        return str(place)

    def _turn_of(self):
        title = self.page.inner_text("#ask h2").strip()
        self.mover = next(each for each in self.players if title.startswith(each))

    def _claim(self):
        stop = self.page.locator("form[action='/do/stop']")
        if stop.count() and self.rng.random() < 0.5:
            if stop.locator("select").count():
                stop.locator("select").select_option(self._place())
            stop.locator("button").click()
            return
        self._turn_of()
        hidden = self.page.locator("form[action='/do/claim'] input[name=tile]")
        value = hidden.nth(self.rng.randrange(hidden.count())).get_attribute("value")
        seat, place = map(int, value.split("-"))
        self.named = self.rows[self.players[seat - 1]][place - 1]
        number = self.named[1:] if self.rng.random() < 0.7 else self.rng.randrange(12)
        self.is_right = str(number) == self.named[1:]
        self.page.check(f"input[name=tile][value='{value}']", force=True)
        self.page.click(f"form[action='/do/claim'] button:text-is('{number}')")

    def _open(self):
        if self.is_right:
            self.page.click("text=Yes, it is laid open")
            return
        self.page.click("#pay summary")
        form = self.page.locator("form[action='/do/pay']")
        if self.clue:
            number = self.clue[1:]
            form.locator("select").select_option(self._place())
        else:
            mine = form.locator("input[name=place]").first
            place = int(mine.get_attribute("value"))
            mine.check(force=True)
            number = self.rows[self.mover][place - 1][1:]
        form.locator(f".faces button:text-is('{number}')").click()

    def _show_row(self):
        player = next(p for p in self.players if p in self.page.inner_text("#ask h2").strip())
        form = self.page.locator("form[action='/do/show-row']")
        for place, tile in enumerate(self.rows[player], start=1):
            face = form.locator(f"select[name=face-{place}]")
            if face.count():
                face.select_option(tile[1:])
        form.locator("button.main").click()
