"""The mistakes that `benchmarks/mutants.py` puts into the program, and who should notice each."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mutant:
    """In `file`, `old` (which stands there once) is replaced by `new`; `tests` should notice.

    Of an equivalent one, `tests` says why none can.
    """

    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}: {' '.join(self.old.split())}  ->  {' '.join(self.new.split())}"


@dataclass
class Mutants:
    """Mutants of one file after another, gathered."""

    all: list[Mutant] = field(default_factory=list)

    def of(self, file: str, tests: str, *changes: tuple[str, str]) -> None:
        """Add `changes` of `file`, noticed by `tests` (names in tests/, without `test_`)."""
        names = tuple(f"tests/test_{name}.py" for name in tests.split())
        self.all += [Mutant(file, old, new, names) for old, new in changes]


MUTANTS = Mutants()
MUTANTS.of(
    "companion/game/core/codes.py",
    "codes",
    ("sum(s == g for s, g in", "sum(s != g for s, g in"),
    ("min(secret.count(c), guess.count(c))", "max(secret.count(c), guess.count(c))"),
    ("return Keys(black, common - black)", "return Keys(black, common)"),
    ("keys.black + keys.white > holes", "keys.black + keys.white >= holes"),
    ("keys.black == holes - 1 and keys.white == 1", "keys.black == holes and keys.white == 1"),
    ("enumerate(letters, start=1)", "enumerate(letters, start=0)"),
)
MUTANTS.of(
    "companion/game/core/commit.py",
    "commit",
    ("sha256((salt + code)", "sha256((code + salt)"),
    ("if commit(code, salt) != given:", "if commit(code, salt) == given and False:"),
    ("len(shown.salts) != len(commitments) or", "False or"),
)
MUTANTS.of(
    "companion/game/core/turn.py",
    "pegs parts",
    ("place = players.index(player) + 1", "place = players.index(player)"),
    ("if turn.need is not need:", "if turn.need is need:"),
    ("if player != turn.player:", "if player == turn.player:"),
)
MUTANTS.of(
    "companion/game/match.py",
    "match pegs parts",
    ("or isinstance(move, Seated):", "or False:"),
    (
        "self.players.index(self.seated.first) + self.counted",
        "self.players.index(self.seated.first)",
    ),
    ("counted=self.counted + played.counts", "counted=self.counted + 1"),
    ("or self.has_ended or end != self.result", "or self.has_ended"),
    ("if not self.is_over or not best:", "if not self.is_over:"),
    ("return self.rounds[-2] if fresh and", "return self.rounds[-1] if fresh and"),
    ("return replace(after, seq=self.seq + 1)", "return replace(after, seq=after.seq + 1)"),
    (
        'if self.is_over:\n            raise IllegalMove(\n                _("The match is over.")',
        'if False:\n            raise IllegalMove(\n                _("The match is over.")',
    ),
)
MUTANTS.of(
    "companion/game/take_back.py",
    "take_back match",
    ("if seq <= seen[0].end)", "if seq < seen[0].end)"),
    ("for seq, move in moves if seq < since)", "for seq, move in moves if seq <= since)"),
    ("if len(seen) > 1 or", "if"),
)
MUTANTS.of(
    "companion/game/pegs/state.py",
    "pegs match",
    ("if row.code == self.code]", "if row.keys]"),
    ("self._is_said_broken or self.rows_used >= self.rules.rows", "self._is_said_broken"),
    ("return self.is_over and not self.is_void", "return self.is_over"),
    ("len(self.rows) % len(self.breakers)", "0"),
    ("bool(self.mistakes_for(code)) and not", "not"),
    ("standing[c] > limit", "standing[c] >= limit"),
)
MUTANTS.of(
    "companion/game/pegs/round.py",
    "pegs match",
    ("if self.is_over or not self.answered():", "if not self.answered():"),
    ("if not 1 <= event.row <= len(self.answered()):", "if not 1 <= event.row <= len(self.rows):"),
    ("keys.white * scoring.per_white + keys.black", "keys.white * scoring.per_black + keys.black"),
    ("self.broken_on else table[-1]", "self.broken_on else table[-2]"),
)
MUTANTS.of(
    "companion/game/parts/state.py",
    "parts",
    ("self.calls if call.right is False}", "self.calls if call.right is not True}"),
    ("b not in call.yes", "b in call.yes"),
    ("if p not in self.out]", "if p]"),
    ("self.passes >= len(playing)", "self.passes > len(playing)"),
    ("if self.owners[b - 1] != row.player]", "]"),
    ("if c.right is not (c.row == true))", "if c.right is (c.row == true))"),
)
MUTANTS.of(
    "companion/game/parts/round.py",
    "parts",
    ("if event.board not in (0, turn.board):", "if False:"),
    ("Call(event.player, row)), passes=0)", "Call(event.player, row)))"),
    ("if event.board not in self.boards_of(event.player):", "if False:"),
)
MUTANTS.of(
    "companion/game/tiles/state.py",
    "tiles tile_refusals",
    ("if self.clue or not any(self.pool.values()):", "if self.clue:"),
)
MUTANTS.of(
    "companion/game/tiles/round.py",
    "tiles tile_refusals",
    ("(GUESS, SOLVED) if table.is_out(claim.owner) else (GUESS,)", "(GUESS,)"),
    ("table = paid.rule_out(claim.owner, claim.position, claim.number)", "table = paid"),
    ("if not self.table.is_out(p)]", "if p]"),
    ("if tile.is_numbered)", ")"),
)
MUTANTS.of(
    "companion/game/log_line.py",
    "record",
    ("end != b'%08x\"}' % zlib.crc32(body)", "end == b''"),
)
MUTANTS.of(
    "companion/game/record.py",
    "record",
    ("if seq != number - 1 or", "if"),
    ("if version > VERSION:", "if version > VERSION + 1:"),
    ("tuple(entries), dropped, end,", "tuple(entries), dropped, len(data),"),
    ("if torn:\n        dropped", "if False:\n        dropped"),
)
MUTANTS.of(
    "companion/game/event_fields.py",
    "record",
    ("if type(value) is not kind:", "if not isinstance(value, kind):"),
    ("if isinstance(event, events.TakenBack | events.Corrected):", "if False:"),
    ("if name not in usual or value != usual[name]", "if name not in usual"),
)
MUTANTS.of(
    "companion/scene.py",
    "scene",
    ("Mood.WON if seen.is_won else Mood.LOST", "Mood.WON"),
    ("for row in reversed(self.rows) if", "for row in self.rows if"),
    ("if not seen.is_over:", "if False:"),
)
MUTANTS.of(
    "companion/game/pegs/state.py",
    "scene",
    ("return self.broken_on is not None", "return self.is_over"),
)
MUTANTS.of(
    "companion/game/parts/state.py",
    "scene",
    ("return self.winner is not None", "return self.is_over"),
)
MUTANTS.of(
    "companion/game/tiles/state.py",
    "scene",
    ("Keys(int(v.right), int(not v.right))", "Keys(int(not v.right), int(v.right))"),
    ("for v in self.claims[-1:])", "for v in self.claims[:1])"),
)
MUTANTS.of(
    "companion/session/journal.py",
    "journal session",
    ("if is_new:\n                sync_folder", "if False:\n                sync_folder"),
    ("    os.fdatasync(file)\n", ""),
    ("os.ftruncate(file, log.size)", "pass"),
    ("fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)\n            log", "log"),
    (
        "left = left[os.write(file, left) :]",
        "left = left[len(left) * os.write(file, left) :]",
    ),
)
MUTANTS.of(
    "companion/session/log_names.py",
    "journal session",
    ("log_order(p.stem), reverse=True", "log_order(p.stem)"),
)
MUTANTS.of(
    "companion/session/secret_file.py",
    "vault session",
    ("os.fsync(handle)", "pass"),
    ("0o600", "0o644"),
    ("self._draft.unlink(missing_ok=True)", "pass"),
)
MUTANTS.of(
    "companion/session/session.py",
    "session",
    ("if isinstance(move, CodeShown):\n                    self._vault.clear()", "pass"),
    ("(s for s in known if s.commitments == current.sealed)", "iter(known)"),
)
MUTANTS.of(
    "companion/displays/arduino/protocol.py",
    "serial",
    ("rows = scene.rows[-ROWS_MAX:]", "rows = scene.rows[:ROWS_MAX]"),
    ("or body[2] != len(body) - 5", ""),
    ("if checksum(body[:-2]) != int.from_bytes(body[-2:]):", "if False:"),
    ("                del self._part[PAYLOAD_MAX + 8 :]\n", ""),
    ("^ 0xFFFF", "^ 0"),
    ("bytes((len(group) + 1,)) + group", "bytes((len(group),)) + group"),
    ("if end > len(data):", "if end > len(data) + 1:"),
    ("(4 if scene.dark else 0)", "0"),
    ("row.keys.black + row.keys.white > holes", "False"),
    ("self.damaged += 1", "pass"),
)
MUTANTS.of(
    "companion/displays/arduino/link.py",
    "serial",
    ("bytes((Phase.LIVE,)) + checksum(payload).to_bytes(2)", "bytes((Phase.LIVE,)) + answer[2:]"),
    ("self._seq = self._seq % 255 + 1", "self._seq = self._seq % 256 + 1"),
    ("pack(frame)[attempt == 0 :]", "pack(frame)[1:]"),
    ("len(refusals) == MEANT_IT and len(set(refusals)) == 1", "len(refusals) == MEANT_IT"),
    ("if info.session != session:", "if False:"),
    ("if info.protocol != PROTOCOL:", "if False:"),
    ("if reason == Reason.OTHER_SESSION:", "if False:"),
    ("if phase not in list(Phase):", "if False:"),
)
MUTANTS.of(
    "companion/table/pegs/table.py",
    "table",
    ("before.get(n, row) != row and EMPTY not in row}", "before.get(n, row) != row}"),
    ("said=row == due)", "said=True)"),
    ("if old.code != new.code != lying.row(number):", "if old.code != new.code:"),
    ("confirm = Confirm.ALWAYS", "confirm = Confirm.NEVER"),
)
MUTANTS.of(
    "companion/table/pegs/state.py",
    "table",
    ("if self.lying == self.refused[0]:", "if False:"),
)
MUTANTS.of(
    "companion/table/pegs/due.py",
    "table",
    (
        "if row.keys is None:\n                return Undo()",
        "if False:\n                return Undo()",
    ),
    ("number == len(rows) and case.lying.last_row == number", "number == len(rows)"),
    ("if case.declined == (number, row) and not case.said:", "if False:"),
    ("if case.lying.last_row > number:", "if case.lying.last_row >= number:"),
)
MUTANTS.of(
    "companion/table/parts/due.py",
    "parts_table",
    ("player in case.current.out or", "False or"),
    ("if row.count(EMPTY) == empty:", "if True:"),
    ("if board in mine or doubt.row < case.next_row(board):", "if True:"),
)
MUTANTS.of(
    "companion/table/tiles/explanations.py",
    "tiles_table",
    ("LONGEST = 3", "LONGEST = 2"),
)
MUTANTS.of(
    "companion/table/tiles/moves.py",
    "tiles_table",
    ("if place == at:", "if True:"),
)
MUTANTS.of(
    "companion/vision/watch/watcher.py",
    "watcher",
    ("look.near if look.kind is FrameKind.HAND else None", "look.near"),
    (
        "if phase is not self.phase:\n            after = replace(after, board=after.board.anew())",
        "pass",
    ),
    ("abs(look.light - self.light) >= LIGHT_STEP_EV", "look.light - self.light >= LIGHT_STEP_EV"),
    ("count == COVERED_LOOKS else ()", "count >= COVERED_LOOKS else ()"),
    ("count + 1 if hidden and hidden == before else 1", "count + 1 if hidden else 1"),
)
MUTANTS.of(
    "companion/vision/watch/row_rules.py",
    "watcher",
    ("and all(any(value == EMPTY for value in now[r]) for r in gone)", ""),
    ("and unclear <= UNCLEAR_SHARE * board.limits.rows * board.limits.cols", ""),
    ("if (r, Why.NO_HAND) in board.asked:\n        return board, ()", "pass"),
    ("if r not in board.touched:\n        return _ask", "if False:\n        return _ask"),
    ("if not whole and not _is_settled(board, r, state, pace):", "if False:"),
    ("if not can_be_answer(board.limits, *counts):", "if False:"),
    ("if not has_pegs(board.known[r]) or r in board.touched:", "if not has_pegs(board.known[r]):"),
    (
        "return has_pegs(board.known[r]) and r not in board.touched",
        "return has_pegs(board.known[r])",
    ),
)
MUTANTS.of(
    "companion/vision/watch/stability.py",
    "watcher",
    ("alike and sure and best is not None", "alike and best is not None"),
    ("same >= pace.share * len(looks)", "same >= 0.5 * len(looks)"),
    ("if len(looks) < pace.patience:", "if len(looks) < pace.steady:"),
)
MUTANTS.of(
    "companion/vision/watch/board_memory.py",
    "watcher",
    ("if ask[0] not in rows or ask[1] == Why.NO_HAND)", "if ask[0] not in rows)"),
    ("touched=self.touched - {r},\n            early", "early"),
    ("same = likely == known != EMPTY", "same = False"),
    (
        "said_keys=with_at(self.said_keys, r, None) if gone else self.said_keys",
        "said_keys=self.said_keys",
    ),
)
MUTANTS.of(
    "companion/vision/watch/box_limits.py",
    "watcher",
    ("(black, white) != (limits.cols - 1, 1)", "True"),
    ("there[x] > (limits.stock or 0)", "there[x] >= (limits.stock or 0)"),
)
MUTANTS.of(
    "companion/vision/tile_watch/watcher.py",
    "tiles_eyes",
    ("if look.sight is not FrameKind.STILL:", "if False:"),
    ("if lying is None or lying == self.said:", "if lying is None:"),
    ("if any(len(each) < 2 for each in tiles):", "if False:"),
)

# mutants that nobody can tell from the program, and why
EQUIVALENT = (
    Mutant(
        "companion/table/tiles/explanations.py",
        "LONGEST = 3",
        "LONGEST = 4",
        ("no fourth move can be seen without a claim among them, which a word tells",),
    ),
)
