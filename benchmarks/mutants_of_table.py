"""Mistakes in the session, on the wire, at the table and in its watchers."""

from mutant import Mutants

TABLE = Mutants()
TABLE.of(
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
TABLE.of(
    "companion/session/log_names.py",
    "journal session",
    ("log_order(p.stem), reverse=True", "log_order(p.stem)"),
)
TABLE.of(
    "companion/session/secret_file.py",
    "vault session",
    ("os.fsync(handle)", "pass"),
    ("0o600", "0o644"),
    ("self._draft.unlink(missing_ok=True)", "pass"),
)
TABLE.of(
    "companion/session/session.py",
    "session",
    ("if isinstance(move, CodeShown):\n                    self._kept.clear_hidden()", "pass"),
)
TABLE.of(
    "companion/session/code_maker.py",
    "session",
    ("(s for s in known if s.commitments == current.sealed)", "iter(known)"),
)
TABLE.of(
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
TABLE.of(
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
TABLE.of(
    "companion/table/pegs/table.py",
    "table",
    ("before.get(n, row) != row and EMPTY not in row}", "before.get(n, row) != row}"),
    ("said=row == due)", "said=True)"),
    ("if old.code != new.code != lying.row(number):", "if old.code != new.code:"),
    ("confirm = Confirm.ALWAYS", "confirm = Confirm.NEVER"),
)
TABLE.of(
    "companion/table/pegs/state.py",
    "table",
    ("if self.lying == self.refused[0]:", "if False:"),
)
TABLE.of(
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
TABLE.of(
    "companion/table/parts/due.py",
    "parts_table",
    ("player in case.current.out or", "False or"),
    ("if row.count(EMPTY) == empty:", "if True:"),
    ("if board in mine or doubt.row < case.next_row(board):", "if True:"),
)
TABLE.of(
    "companion/table/tiles/explanations.py",
    "tiles_table",
    ("LONGEST = 3", "LONGEST = 2"),
)
TABLE.of(
    "companion/table/tiles/moves.py",
    "tiles_table",
    ("if place == at:", "if True:"),
)
TABLE.of(
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
TABLE.of(
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
TABLE.of(
    "companion/vision/watch/stability.py",
    "watcher",
    ("alike and sure and best is not None", "alike and best is not None"),
    ("same >= pace.share * len(looks)", "same >= 0.5 * len(looks)"),
    ("if len(looks) < pace.patience:", "if len(looks) < pace.steady:"),
)
TABLE.of(
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
TABLE.of(
    "companion/vision/watch/box_limits.py",
    "watcher",
    ("(black, white) != (limits.cols - 1, 1)", "True"),
    ("there[x] > (limits.stock or 0)", "there[x] >= (limits.stock or 0)"),
)
TABLE.of(
    "companion/vision/tile_watch/watcher.py",
    "tiles_eyes",
    ("if look.sight is not FrameKind.STILL:", "if False:"),
    ("if lying is None or lying == self.said:", "if lying is None:"),
    ("if any(len(each) < 2 for each in tiles):", "if False:"),
)

# mutants that nobody can tell from the program, and why
