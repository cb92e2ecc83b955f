"""All that may be shown of a table, as one value: what a display is given, whole, every time. Pure.

Nothing that is still secret is in it, so no display can leak it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.i18n import _, joined, ngettext

__all__ = [
    "Mood",
    "Scene",
    "SceneRow",
    "card_label",
    "headline",
    "round_title",
    "scene_of",
    "scenes_of",
    "sentence_of",
    "standing_of",
]


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
    """Return what may be shown of `match` to everyone, from what is public in it.

    Where a board is watched, `sentence` and `mood` are what the table says, if it says anything,
    and `lies` is the round that lies there.
    """
    if match.seated is None:
        return Scene(title=match.rules.title)
    seen = lies or match.round_to_see
    return Scene(
        title=match.rules.title,
        sentence=sentence or sentence_of(match),
        size=seen.board_size,
        rows=tuple(SceneRow(code, keys) for code, keys in seen.board_rows),
        players=match.players,
        scores=tuple(match.totals().values()),
        turn=_place(match),
        mood=mood or _mood(seen),
    )


def scenes_of(
    match: Match, sentence: str = "", mood: Mood | None = None, lies: Round | None = None
) -> tuple[Scene, ...]:
    """Return what is shown one after another; the last is how things stand, as `scene_of` gives it.

    Before it, where a code is held in parts, stands what each owner answers to the newest row.
    """
    now = scene_of(match, sentence, mood, lies)
    if match.seated is None or now.mood is not Mood.PLAYING or match.turn.need is Need.JUDGE:
        return (now,)
    seen = lies or match.round_to_see
    return (*(_answer(now, *spoken) for spoken in seen.spoken_answers), now)


def _answer(now: Scene, owner: str, keys: Keys, said: str) -> Scene:
    """Return the scene in which `owner` alone answers: his light, his key."""
    rows = (*now.rows[:-1], replace(now.rows[-1], keys=keys))
    turn = now.players.index(owner)
    return replace(now, sentence=said, rows=rows, turn=turn, is_answer=True)


def headline(match: Match) -> str:
    """Say which round of which game it is."""
    assert match.seated
    played, rounds = min(match.counted + 1, match.seated.rounds), match.seated.rounds
    said = _("{title} · round {number} of {rounds}")
    if len(match.rounds) > 1 and match.rounds[-2].is_void:
        said = _("{title} · round {number} of {rounds}, played again")
    return said.format(title=_(match.rules.title), number=played, rounds=rounds)


def round_title(match: Match, number: int) -> str:
    """Say which round `number` is (from 1, void ones too), as the score card counts them."""
    said = _("{title} · round {number}")
    if match.rounds[number - 1].is_void:
        said = _("{title} · round {number}, void")
    return said.format(title=_(match.rules.title), number=match.count_number(number))


def card_label(match: Match, number: int) -> str:
    """Say what round `number` (from 1, void ones too) is called on the score card."""
    played = match.rounds[number - 1]
    said = _("void") if played.is_void else _("ROUND {number}")
    said = said.format(number=match.count_number(number))
    back = _(", taken back: {number}").format(number=len(played.withdrawn))
    return said + (back if played.withdrawn else "")


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


def standing_of(match: Match) -> str:
    """Say who leads while it goes on; nothing before anybody has points, or to who plays alone."""
    totals = match.totals()
    best = max(totals.values(), default=0)
    if match.is_over or match.is_alone or not best:
        return ""
    first = [player for player, total in totals.items() if total == best]
    if len(first) == len(totals):
        return _("{names} are level.").format(names=joined(first))
    if len(first) > 1:
        return _("{names} lead together.").format(names=joined(first))
    ahead = best - max(total for total in totals.values() if total < best)
    return ngettext(
        "{player} leads by {points} point.", "{player} leads by {points} points.", ahead
    ).format(player=first[0], points=ahead)


def _place(match: Match) -> int | None:
    player = match.turn.player
    return match.players.index(player) if player in match.players else None


def _mood(seen: Round) -> Mood:
    if not seen.is_over:
        return Mood.PLAYING
    return Mood.WON if seen.is_won else Mood.LOST
