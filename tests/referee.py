"""A referee of his own: plays random matches through the real prompts, and scores them himself.

Nothing here is Keypeg's: marking, points, turns and tiles are written anew from the rulebooks. A
`Script` is what is typed and what must come out of it. People err: rows are taken back, makers
answer wrongly, codes are shown that contradict them, lines are mistyped, and the companion is
switched off in between and gone on with.
"""

from dataclasses import dataclass, field

BAD = "§!"  # what no prompt takes


@dataclass
class Script:
    """The arguments of `keypeg play`, the lines typed, and the score that must stand then.

    `glued` are the lines that belong to the one before: a prompt of several parts.
    """

    args: list
    lines: list = field(default_factory=list)
    totals: dict = field(default_factory=dict)
    glued: set = field(default_factory=set)

    def type_together(self, lines):
        """Type `lines` at one go."""
        self.glued |= set(range(len(self.lines) + 1, len(self.lines) + len(lines)))
        self.lines += lines


def mark(code, guess):
    """Mark as the leaflet does: cross out what is in place, then what is elsewhere."""
    code, guess, black, white = list(code), list(guess), 0, 0
    for place in range(len(code)):
        if code[place] == guess[place]:
            black += 1
            code[place], guess[place] = None, 0
    for peg in guess:
        if peg and peg in code:
            white += 1
            code[code.index(peg)] = None
    return black, white


TABLES = {
    3: (5, 6, 7, 8, 9, 10, 14, 18, 22, 26, 30, 34, 40),
    4: (5, 6, 7, 8, 9, 10, 13, 16, 19, 22, 25, 28, 30),
    5: (5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 22, 25),
}
NAMES = ["Ada", "Ben", "Cleo", "Dirk", "Eva"]
ROWS = {"bouwblokje": 10, "hasbro-2": 12, "hasbro-group": 12}
BOOKS = (*ROWS, "invicta-4", "davinci")


def peg_script(book, rng):
    """Play a match of one maker's code."""
    players = NAMES[: rng.randint(3, 5) if book == "hasbro-group" else 2]
    rounds = len(players) if book == "hasbro-group" else 2
    way = rng.choice(["kept", "told"])
    script = Script(["play", book, "--players", ",".join(players), "--maker", way])
    script.args += [] if book == "hasbro-group" else ["--rounds", str(rounds)]
    script.totals = dict.fromkeys(players, 0)
    counted = 0
    while counted < rounds:
        is_last = counted + 1 == rounds
        counted += _peg_round(book, players, counted, way, rng, script, is_last=is_last)
    return script


def _peg_round(book, players, counted, way, rng, script, *, is_last):
    at = counted % len(players)
    maker, breakers = players[at], players[at + 1 :] + players[:at]
    colours = "rbygon" if book == "bouwblokje" else "wsgropyb"
    distinct = book != "bouwblokje"
    code = _pegs(rng, colours, distinct=distinct)
    script.lines.append("" if way == "kept" else code)
    most, rows, said, used = ROWS[book], [], [], 0
    while used < most:
        guess = code if rng.random() < 0.15 else _pegs(rng, colours, distinct=distinct)
        script.lines.append(guess)
        true = mark(code, guess)
        keys = true
        if way == "kept":
            if rng.random() < 0.04:
                keys = rng.choice([k for k in _answers() if k != true])
            script.lines.append(f"{keys[0]} {keys[1]}")
        used += 1
        if keys == (4, 0) and way == "told" and not is_last and rng.random() < 0.15:
            script.lines.append("undo")  # after the code was seen: void, played again
            return 0
        if keys != (4, 0) and used < most and rng.random() < 0.08:
            script.lines += ["undo", "undo"] if way == "kept" else ["undo"]
            used -= way == "kept"
            continue
        rows.append((breakers[len(rows) % len(breakers)], guess))
        said.append(keys)
        if keys == (4, 0):
            break
    if way == "kept":
        backwards = _fits_backwards_only(code, rows, said)
        script.type_together([code, "no"] if backwards else [code])
    return _peg_points(book, maker, breakers, (code, rows, said, used), script)


def _peg_points(book, maker, breakers, played, script):
    code, rows, said, used = played
    wrong = [keys != mark(code, row) for (_, row), keys in zip(rows, said, strict=True)]
    hits = [n for n, (_, row) in enumerate(rows) if row == code]
    totals, most = script.totals, ROWS[book]
    if book == "bouwblokje":
        totals[breakers[0] if any(wrong) else maker] += 3 if any(wrong) else used
        return not any(wrong)
    if book == "hasbro-2":
        totals[breakers[0] if hits or any(wrong) else maker] += 1
        return 1
    if said[-1] == (4, 0) and not hits:
        return 0
    lost = used - len(rows)
    for player, row in rows[: hits[0] + 1] if hits else rows:
        black, white = mark(code, row)
        totals[player] += 10 if row == code else 2 * black + white
    totals[maker] += TABLES[len(breakers) + 1][min(hits[0] + lost, most - 1) if hits else -1]
    return 1


def _fits_backwards_only(code, rows, said):
    def fits(one):
        return all(mark(one, row) == keys for (_, row), keys in zip(rows, said, strict=True))

    return not fits(code) and fits(code[::-1])


def _answers():
    return [(b, w) for b in range(5) for w in range(5 - b) if (b, w) != (3, 1)]


def _pegs(rng, colours, *, distinct):
    return "".join(rng.sample(colours, 4) if distinct else rng.choices(colours, k=4))


def parts_script(rng):
    """Play a game of Master Mind for four whose parts their owners keep."""
    players = NAMES[: rng.randint(2, 4)]
    script = Script(["play", "invicta-4", "--players", ",".join(players), "--maker", "kept"])
    script.totals = dict.fromkeys(players, 0)
    while not _parts_round(players, rng, script):
        pass
    return script


def _parts_round(players, rng, script):
    """Play until somebody has called or nobody can; say whether it counts."""
    number, lines = len(players), script.lines
    holes = rng.sample(range(5), number)
    parts = [(hole, rng.choice("rbygow")) for hole in holes]
    code = "".join(dict(parts).get(hole, ".") for hole in range(5))
    lines.append("")
    out, room, last, passes, winner, false = set(), [4] * number, None, 0, None, False
    while winner is None and len(out) < number and not false:
        order = [(last + 1 + i) % number if last is not None else i for i in range(number)]
        able = [p for p in order if p not in out]
        with_room = [p for p in able if room[p]]
        if not with_room and passes >= len(able):
            break
        player = (with_room or able)[0]
        if rng.random() < 0.08:
            row = code if rng.random() < 0.5 else _call(rng, holes)
            winner, false = _judged(players, parts, player, row, rng, lines)
            passes = 0
            if winner is None and not false:
                out.add(player)
            continue
        last = player
        if not with_room:
            lines.append("pass")
            passes += 1
            continue
        row = "".join(rng.choice("rbygow.") for _ in range(5))
        lines.append(row)
        room[player] -= 1
        for other in [(player + 1 + i) % number for i in range(number - 1)]:
            _answer(parts[other], row, rng, lines)
    script.type_together([f"{hole + 1}{colour}" for hole, colour in parts])
    if false:
        return False
    if winner is not None:
        script.totals[players[winner]] += 1
    return True


def _answer(part, row, rng, lines):
    """Have the owner of a part answer a row, now and then with a word that is taken back."""
    hole, colour = part
    word = "black" if row[hole] == colour else "white" if colour in row else "nothing"
    if rng.random() < 0.05:
        lines += [rng.choice(["black", "white", "nothing"]), "undo"]
    lines.append(word)


def _call(rng, holes):
    return "".join(rng.choice("rbygow") if hole in holes else "." for hole in range(5))


def _judged(players, parts, player, row, rng, lines):
    """Say who has won by this call, and whether it was judged wrongly: an owner said yes to it."""
    number = len(players)
    lines.append(f"call {players[player]} {row}")
    lied = False
    for owner in [(player + 1 + i) % number for i in range(number)]:
        hole, colour = parts[owner]
        holds = row[hole] == colour
        lie = not holds and rng.random() < 0.2
        lied |= lie
        lines.append("yes" if holds or lie else "no")
        if not holds and not lie:
            return None, False
    return (None, True) if lied else (player, False)


def tile_script(rng):
    """Play a match of Da Vinci Code without dashes."""
    players = NAMES[: rng.randint(2, 4)]
    points = rng.random() < 0.5
    rounds = rng.randint(1, 2)
    script = Script(["play", "davinci", "--players", ",".join(players), "--rounds", str(rounds)])
    script.args += ["--rule", f"points={'yes' if points else 'no'}"]
    script.totals = dict.fromkeys(players, 0)
    for number in range(rounds):
        _TileRound(players, number % len(players), points, rng, script).play()
    return script


class _TileRound:
    """A round at a table where all tiles are known: rows of [tile, is it open]."""

    def __init__(self, players, mover, points, rng, script):
        self.players, self.mover, self.points = players, mover, points
        self.rng, self.script, self.lines = rng, script, script.lines
        deck = [(n, c) for n in range(12) for c in "BW"]
        rng.shuffle(deck)
        hand = 3 if len(players) == 4 else 4
        self.rows = [
            sorted([[deck.pop(), False] for _ in range(hand)], key=lambda t: t[0]) for _ in players
        ]
        self.pool = deck

    def play(self):
        backs = ["".join(t[0][1] for t in row) for row in self.rows]
        self.script.type_together([*backs, ""])
        while len(self.alive()) > 1:
            self.turn()
        (winner,) = self.alive()
        hidden = [t[0] for t in self.rows[winner] if not t[1]]
        if self.points:
            row = self.rows[winner]
            self.lines.append(" ".join(f"{t[0][1]}{t[0][0]}" for t in row))
            self.earn(winner, 5 + sum(number for number, _ in hidden))
        else:
            self.script.totals[self.players[winner]] += 1

    def alive(self):
        return [p for p, row in enumerate(self.rows) if not all(t[1] for t in row)]

    def earn(self, player, points):
        if self.points:
            self.script.totals[self.players[player]] += points

    def turn(self):
        me, clue = self.mover, self.pool.pop() if self.pool else None
        if clue:
            self.lines.append(clue[1])
        while True:
            if not self.claim(me):
                self.pay(me, clue)
                break
            if len(self.alive()) == 1:
                if clue:
                    self.place(me, clue, is_open=False)
                return
            if self.rng.random() < 0.4:
                self.lines.append("stop")
                if clue:
                    self.script.glued.add(len(self.lines))
                    self.place(me, clue, is_open=False)
                break
        following = [(me + 1 + i) % len(self.players) for i in range(len(self.players))]
        self.mover = next((p for p in following if p in self.alive()), me)

    def claim(self, me):
        owner = self.rng.choice([p for p in self.alive() if p != me])
        at = self.rng.choice([i for i, t in enumerate(self.rows[owner]) if not t[1]])
        true = self.rows[owner][at][0][0]
        number = true if self.rng.random() < 0.6 else self.rng.choice(range(12))
        self.lines.append(f"{self.players[owner]} {at + 1} {number}")
        if self.rng.random() < 0.05:
            self.lines += ["undo", self.lines[-1]]
        self.lines.append("yes" if number == true else "no")
        if number != true:
            self.script.glued.add(len(self.lines))  # what he pays is asked at once
            return False
        self.rows[owner][at][1] = True
        self.earn(me, 1 + 3 * (owner not in self.alive()))
        return True

    def place(self, me, clue, *, is_open):
        self.rows[me].append([clue, is_open])
        self.rows[me].sort(key=lambda t: t[0])
        at = [t[0] for t in self.rows[me]].index(clue) + 1
        self.lines.append(f"{at} {clue[0]}" if is_open else str(at))

    def pay(self, me, clue):
        if clue:
            self.place(me, clue, is_open=True)
            return
        at = self.rng.choice([i for i, t in enumerate(self.rows[me]) if not t[1]])
        self.rows[me][at][1] = True
        self.lines.append(f"{at + 1} {self.rows[me][at][0][0]}")


def script_of(book, rng):
    """Make up a match of `book`."""
    if book == "davinci":
        return tile_script(rng)
    return parts_script(rng) if book == "invicta-4" else peg_script(book, rng)


def sittings(script, rng):
    """Cut what is typed into sittings: the companion is switched off, or a line is mistyped."""
    lines, parts = script.lines, []
    places = [at for at in range(1, len(lines)) if at not in script.glued]
    cuts = sorted(rng.sample(places, min(rng.randint(0, 3), len(places))))
    for start, end in zip([0, *cuts], [*cuts, len(lines)], strict=True):
        parts.append(lines[start:end] + ([BAD] if end < len(lines) and rng.random() < 0.4 else []))
    return parts
