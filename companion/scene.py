"""All that may be shown of a table, as one value: what a display is given, whole, every time. Pure.

Nothing that is still secret is in it, so no display can leak it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.game.core.codes import Keys
from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.game.parts.round import PartsRound, PartsRow
from companion.game.parts.rules import format_part_answer
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.i18n import _, joined

__all__ = ["Mood", "Scene", "SceneRow", "scene_of", "scenes_of", "sentence_of"]


class Mood(StrEnum):
    """How the table stands, for lights that have no words."""

    PLAYING = "playing"
    ASKING = "asking"  # the game is paused on a question
    WON = "won"  # the round or match is over: the breaker or a caller has it
    LOST = "lost"  # the round or match is over: the code was not broken


@dataclass(frozen=True, slots=True)
class SceneRow:
    """A row of the board as it lies there (``"rg.y"``) and its answer once there is one."""

    code: str
    keys: Keys | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be seen. `rows[0]` is row 1; `size` is (rows, holes) of the board.

    `turn` is the place (from 0) in `players` of who must act, or None; `scores` go with them.
    `sentence` says what happens now, or `is_answer` and it is the newest answer in words; `dark`
    asks lights to stay off while the camera reads.
    """

    title: str = ""
    sentence: str = ""
    size: tuple[int, int] = (10, 4)
    rows: tuple[SceneRow, ...] = ()
    players: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    turn: int | None = None
    mood: Mood = Mood.PLAYING
    dark: bool = False
    is_answer: bool = False

    @property
    def last_keys(self) -> Keys | None:
        """The answer to the newest answered row: what sliders and single key lights show."""
        return next((row.keys for row in reversed(self.rows) if row.keys is not None), None)


def scene_of(
    match: Match, sentence: str = "", mood: Mood | None = None, lies: Round | None = None
) -> Scene:
    """Give what may be shown of `match` to everyone, from what is public in it.

    Where a board is watched, `sentence` and `mood` are what the table says, if it says anything,
    and `lies` is the round that lies there.
    """
    if match.seated is None:
        return Scene(title=match.rules.title)
    seen = lies or match.round_to_see
    return Scene(
        title=match.rules.title,
        sentence=sentence or sentence_of(match),
        size=_size(seen),
        rows=_rows(seen),
        players=match.players,
        scores=tuple(match.totals().values()),
        turn=_place(match),
        mood=mood or _mood(seen),
    )


def scenes_of(
    match: Match, sentence: str = "", mood: Mood | None = None, lies: Round | None = None
) -> tuple[Scene, ...]:
    """Give what is shown one after another; the last is how things stand, as `scene_of` gives it.

    Before it, where a code is held in parts, stands what each owner answers to the newest row.
    """
    now = scene_of(match, sentence, mood, lies)
    if match.seated is None or now.mood is not Mood.PLAYING or match.turn.need is Need.JUDGE:
        return (now,)
    seen = lies or match.round_to_see
    if not isinstance(seen, PartsRound) or not seen.rows:
        return (now,)
    return (*(_answer(now, seen, *answer) for answer in seen.rows[-1].answers), now)


def _answer(now: Scene, seen: PartsRound, board: int, keys: Keys) -> Scene:
    """Give the scene in which the owner of `board` alone answers: his light, his key."""
    owner = seen.owners[board - 1]
    said = _("{owner} answers {answer} for board {board}.").format(
        owner=owner, answer=_(format_part_answer(keys)), board=board
    )
    rows = (*now.rows[:-1], replace(now.rows[-1], keys=keys))
    turn = now.players.index(owner)
    return replace(now, sentence=said, rows=rows, turn=turn, is_answer=True)


def sentence_of(match: Match) -> str:
    """Say who must do what now, or who has won."""
    if not match.is_over:
        said = str(match.turn)
        return said[0].upper() + said[1:] + "."
    winners = match.winners()
    if not winners:
        return _("The match is over; nobody has won.")
    if len(winners) == 1:
        return _("The match is over: {winner} wins.").format(winner=winners[0])
    return _("The match is over: {names} share the win.").format(names=joined(winners))


def _size(seen: Round) -> tuple[int, int]:
    return (1, 1) if isinstance(seen, TileRound) else (seen.rules.rows, seen.rules.holes)


def _rows(seen: Round) -> tuple[SceneRow, ...]:
    match seen:
        case PegRound():
            return tuple(SceneRow(row.code, row.keys) for row in seen.rows)
        case PartsRound():
            board = seen.rows[-1].board if seen.rows else 1
            return tuple(_parts_row(row) for row in seen.rows if row.board == board)
        case TileRound():
            return _verdict(seen)


def _parts_row(row: PartsRow) -> SceneRow:
    """Give a row of the board played last; its keys are all answers so far, as they lie there."""
    keys = [keys for _, keys in row.answers]
    total = Keys(sum(k.black for k in keys), sum(k.white for k in keys))
    return SceneRow(row.code, total if keys else None)


def _verdict(seen: TileRound) -> tuple[SceneRow, ...]:
    """Give the newest claim as a row of one: a black key if it was right, a white one if wrong."""
    if seen.claim:
        return (SceneRow("?"),)
    return tuple(SceneRow("?", Keys(int(v.right), int(not v.right))) for v in seen.claims[-1:])


def _place(match: Match) -> int | None:
    player = match.turn.player
    return match.players.index(player) if player in match.players else None


def _mood(seen: Round) -> Mood:
    if not seen.is_over:
        return Mood.PLAYING
    if isinstance(seen, PegRound):
        return Mood.WON if seen.broken_on else Mood.LOST
    return Mood.WON if seen.winner else Mood.LOST
