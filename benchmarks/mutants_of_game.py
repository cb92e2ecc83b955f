"""Mistakes in the rules, the log as text and the scene: what is pure."""

from mutant import Mutants

GAME = Mutants()
GAME.of(
    "companion/game/core/key_pegs.py",
    "codes",
    ("map(eq, secret, guess)", "map(eq, secret, guess[::-1])"),
    ("min(secret.count(c), guess.count(c))", "max(secret.count(c), guess.count(c))"),
    ("return Keys(black, common - black)", "return Keys(black, common)"),
    ("keys.black + keys.white > holes", "keys.black + keys.white >= holes"),
    ("keys.black == holes - 1 and keys.white == 1", "keys.black == holes and keys.white == 1"),
)
GAME.of(
    "companion/game/core/codes.py",
    "codes",
    ("enumerate(letters, start=1)", "enumerate(letters, start=0)"),
)
GAME.of(
    "companion/game/core/commit.py",
    "commit",
    ("sha256((salt + code)", "sha256((code + salt)"),
    ("if commit(code, salt) != given:", "if commit(code, salt) == given and False:"),
    ("len(shown.salts) != len(commitments) or", "False or"),
)
GAME.of(
    "companion/game/core/turn.py",
    "pegs parts",
    ("place = players.index(player) + 1", "place = players.index(player)"),
    ("if turn.need is not need:", "if turn.need is need:"),
    ("if player != turn.player:", "if player == turn.player:"),
)
GAME.of(
    "companion/game/match.py",
    "match pegs parts",
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
GAME.of(
    "companion/game/correction.py",
    "match pegs parts",
    ("or isinstance(move, Seated):", "or False:"),
)
GAME.of(
    "companion/game/take_back.py",
    "take_back match",
    ("if seq <= seen[0].end)", "if seq < seen[0].end)"),
    ("for seq, move in moves if seq < since)", "for seq, move in moves if seq <= since)"),
    ("if len(seen) > 1 or", "if"),
)
GAME.of(
    "companion/game/pegs/state.py",
    "pegs match",
    ("if row.code == self.code]", "if row.keys]"),
    ("self._is_said_broken or self.rows_used >= self.rules.rows", "self._is_said_broken"),
    ("return self.is_over and not self.is_void", "return self.is_over"),
    ("len(self.rows) % len(self.breakers)", "0"),
    ("bool(self.mistakes_for(code)) and not", "not"),
    ("standing[c] > limit", "standing[c] >= limit"),
)
GAME.of(
    "companion/game/pegs/round.py",
    "pegs match",
    ("if self.is_over or not self.answered():", "if not self.answered():"),
    ("if not 1 <= event.row <= len(self.answered()):", "if not 1 <= event.row <= len(self.rows):"),
)
GAME.of(
    "companion/game/pegs/scoring.py",
    "pegs match",
    ("keys.white * scoring.per_white + keys.black", "keys.white * scoring.per_black + keys.black"),
    ("broken_on else table[-1]", "broken_on else table[-2]"),
)
GAME.of(
    "companion/game/parts/state.py",
    "parts",
    ("self.calls if call.right is False}", "self.calls if call.right is not True}"),
    ("b not in call.yes", "b in call.yes"),
    ("if p not in self.out]", "if p]"),
    ("self.passes >= len(playing)", "self.passes > len(playing)"),
    ("if self.owners[b - 1] != row.player]", "]"),
    ("if c.right is not (c.row == true))", "if c.right is (c.row == true))"),
)
GAME.of(
    "companion/game/parts/round.py",
    "parts",
    ("if event.board not in (0, turn.board):", "if False:"),
    ("Call(event.player, row)), passes=0)", "Call(event.player, row)))"),
    ("if event.board not in self.boards_of(event.player):", "if False:"),
)
GAME.of(
    "companion/game/tiles/state.py",
    "tiles tile_refusals",
    ("if self.clue or not any(self.pool.values()):", "if self.clue:"),
)
GAME.of(
    "companion/game/tiles/round.py",
    "tiles tile_refusals",
    ("(GUESS, SOLVED) if table.is_out(claim.owner) else (GUESS,)", "(GUESS,)"),
    ("table = paid.rule_out(claim.owner, claim.position, claim.number)", "table = paid"),
    ("if not self.table.is_out(p)]", "if p]"),
    ("if tile.is_numbered)", ")"),
)
GAME.of(
    "companion/game/log_line.py",
    "record",
    ("end != b'%08x\"}' % zlib.crc32(body)", "end == b''"),
)
GAME.of(
    "companion/game/record.py",
    "record",
    ("if seq != number - 1 or", "if"),
    ("if version > VERSION:", "if version > VERSION + 1:"),
    ("tuple(entries), dropped, end,", "tuple(entries), dropped, len(data),"),
    ("if torn:\n        dropped", "if False:\n        dropped"),
)
GAME.of(
    "companion/game/event_fields.py",
    "record",
    ("if type(value) is not kind:", "if not isinstance(value, kind):"),
    ("if isinstance(event, events.TakenBack | events.Corrected):", "if False:"),
    ("if name not in usual or value != usual[name]", "if name not in usual"),
)
GAME.of(
    "companion/scene.py",
    "scene",
    ("Mood.WON if seen.is_won else Mood.LOST", "Mood.WON"),
    ("for row in reversed(self.rows) if", "for row in self.rows if"),
    ("if not seen.is_over:", "if False:"),
)
GAME.of(
    "companion/game/pegs/state.py",
    "scene",
    ("return self.broken_on is not None", "return self.is_over"),
)
GAME.of(
    "companion/game/parts/state.py",
    "scene",
    ("return self.winner is not None", "return self.is_over"),
)
GAME.of(
    "companion/game/tiles/state.py",
    "scene",
    ("Keys(int(v.right), int(not v.right))", "Keys(int(not v.right), int(v.right))"),
    ("for v in self.claims[-1:])", "for v in self.claims[:1])"),
)
