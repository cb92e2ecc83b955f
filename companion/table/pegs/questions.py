"""What a person must say or set right before play goes on, as a value and a sentence. Pure."""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.game.core.key_pegs import Keys
from companion.i18n import N_, _, joined
from companion.sightings.boards import Why

__all__ = ["About", "Question"]


class About(StrEnum):
    """What a question is about."""

    UNSURE = "unsure"  # some pegs of a row are not clear
    CHANGED = "changed"  # a recorded row lies there otherwise
    ANSWER = "answer"  # an answer lies there otherwise than recorded
    NO_KEYS = "no keys"  # play went on without an answer
    CODE = "code"  # the open code is not clear
    BACKWARDS = "backwards"  # the code fits only when read from the other side
    WRONG = "wrong"  # the code contradicts an answer that was noted
    REFUSED = "refused"  # the rulebook does not allow what lies there
    CALL = "call"  # whether the pegs in an answer row are a call
    AGAIN = "again"  # a row that was taken back still lies there


# why the eyes ask -> how a person is told, with what is to be done
WHYS = {
    Why.MARGINAL: N_(
        "Row {row}: I see {likely}, but cannot see {places} clearly. Type the row, or say yes."
    ),
    Why.ORDER: N_(
        "Row {row} has pegs, but a row before it is not full. Rows are set in order: move them."
    ),
    Why.NO_HAND: N_(
        "Row {row} looks like {likely} now, but no hand was there. Type the row, or say yes."
    ),
    Why.FOREIGN: N_(
        "Row {row}: I see {likely}, but the colour at {places} is not in this game. Type the row."
    ),
    Why.STOCK: N_(
        "Row {row}: I see {likely}, but the box has not so many pegs of that colour. Type the row."
    ),
    Why.TOGETHER: N_(
        "Row {row} looks like {likely}, but more than two rows came at once. Type the row, or say "
        "yes."
    ),
    Why.AT_ONCE: N_(
        "Row {row} looks like {likely}, but no hand was seen setting its pegs. Type the row, or "
        "say yes."
    ),
    Why.LAID: N_(
        "Row {row} looks like {likely}, but something lies beside it. Type the row, or say yes."
    ),
    Why.PICTURE: N_(
        "Row {row} looks like {likely}, but it may be a picture that lies there. Type the row, or "
        "say yes."
    ),
    Why.IMPOSSIBLE: N_("The answer at row {row} cannot be: look at its key pegs again."),
}


@dataclass(frozen=True, slots=True)
class Question:
    """`sentence` asks it; `row` (from 1) and `likely` are what it is about, `keys` an answer.

    `board` is where the row lies, from 1.
    """

    about: About
    sentence: str
    row: int = 0
    likely: str = ""
    keys: Keys | None = None
    board: int = 1

    def on_board(self, board: int) -> "Question":
        """Return the question, asked of `board` where there are several."""
        said = _("Board {board}: {sentence}").format(board=board, sentence=self.sentence)
        return replace(self, sentence=said, board=board)

    @classmethod
    def unsure(cls, row: int, cols: tuple[int, ...], likely: str, why: Why) -> "Question":
        """Ask about a row that the eyes are not sure of."""
        places = _places(cols)
        said = _(WHYS[why]).format(row=row, likely=likely, places=places)
        return cls(About.UNSURE, said, row, likely)

    @classmethod
    def changed(cls, row: int, recorded: str, seen: str) -> "Question":
        """Ask about a row that is recorded and lies there otherwise."""
        if not seen.strip("."):
            said = _("Row {row} was {recorded} and is gone: put it back, or say 'undo'.")
        else:
            said = _(
                "Row {row} was {recorded}, now it is {seen}: put it back, or say 'correct {row} "
                "{seen}'."
            )
        return cls(About.CHANGED, said.format(row=row, recorded=recorded, seen=seen), row, seen)

    @classmethod
    def changed_on(cls, board: int, row: int, number: int, recorded: str, seen: str) -> "Question":
        """Ask about `row` of `board`, the game's row `number`, that lies there otherwise."""
        if not seen.strip("."):
            said = _("Row {row} of board {board} was {recorded} and is gone: put it back.")
        else:
            said = _(
                "Row {row} of board {board} was {recorded}, now it is {seen}: put it back, or say "
                "'correct {number} {seen}'."
            )
        words = said.format(row=row, board=board, number=number, recorded=recorded, seen=seen)
        return cls(About.CHANGED, words, row, seen, board=board)

    @classmethod
    def call(cls, player: str, row: str) -> "Question":
        """Ask whether the pegs in a player's answer row are a call."""
        said = _("{player}, do you call {row}? Say yes, or clear your answer row.")
        return cls(About.CALL, said.format(player=player, row=row), likely=row)

    @classmethod
    def answer(cls, row: int, recorded: Keys, seen: Keys) -> "Question":
        """Ask about an answer that was changed after play had gone on."""
        said = _(
            "The answer to row {row} was {recorded}, now it is {seen}: put it back, or say "
            "'correct {row} keys {black} {white}'."
        ).format(row=row, recorded=recorded, seen=seen, black=seen.black, white=seen.white)
        return cls(About.ANSWER, said, row, keys=seen)

    @classmethod
    def keys_on(cls, board: int, row: int, number: int, seen: Keys) -> "Question":
        """Ask about more key pegs at `row` of `board`, the game's row `number`, than answers."""
        said = _(
            "The key pegs at row {row} of board {board} read {seen}, which is more than was "
            "answered. Say which answer is wrong, as in 'correct {number} keys black board 2', or "
            "'done' if none is."
        ).format(row=row, board=board, seen=seen, number=number)
        return cls(About.ANSWER, said, row, keys=seen, board=board)

    @classmethod
    def no_keys(cls, row: int, maker: str) -> "Question":
        """Ask whether a row that has no key pegs is answered by that."""
        said = _(
            "{maker}, I read no answer at row {row}. Is nothing right? Say yes, set it so that it "
            "can be seen, or type it: '1 2'."
        )
        return cls(About.NO_KEYS, said.format(maker=maker, row=row), row)

    @classmethod
    def no_key(cls, player: str, code: str, board: int) -> "Question":
        """Ask an owner whether his part of `board` has nothing in the row `code`."""
        said = _(
            "{player}, I read no key peg of yours at {row} for board {board}. Is it nothing? Say "
            "yes, or set the peg so that it can be seen."
        )
        return cls(About.NO_KEYS, said.format(player=player, row=code, board=board))

    @classmethod
    def code(cls, letters: str) -> "Question":
        """Ask for the code, of which not all can be read."""
        said = _("I read the code as {letters}; type it, or make it easier to see.")
        return cls(About.CODE, said.format(letters=letters), likely=letters)

    @classmethod
    def backwards(cls, code: str, row: int) -> "Question":
        """Ask whether the code that was shown was turned end over end."""
        said = _(
            "{code} contradicts row {row}, but read backwards, {backwards}, it fits every answer. "
            "Was it turned end over end? Say yes or no."
        ).format(code=code, row=row, backwards=code[::-1])
        return cls(About.BACKWARDS, said, row, code)

    @classmethod
    def wrong(cls, code: str, row: int, noted: Keys, true: Keys) -> "Question":
        """Ask who was wrong, the maker or what was read: a round may be void by it."""
        said = _(
            "With the code {code} the answer to row {row} is {true}, not {noted}. Was the maker "
            "wrong? Say yes. If it was noted wrongly, say 'correct {row} keys {black} {white}'; if "
            "the code is another, type it."
        ).format(code=code, row=row, true=true, noted=noted, black=true.black, white=true.white)
        return cls(About.WRONG, said, row, code, true)

    @classmethod
    def refused(cls, row: int, error: str) -> "Question":
        """Say why what lies there cannot be played."""
        return cls(About.REFUSED, error, row)

    @classmethod
    def again(cls, row: int, letters: str) -> "Question":
        """Ask whether a row that was taken back is meant to be played after all."""
        said = _("Row {row} was taken back: change it, or say 'done' to play {letters}.")
        return cls(About.AGAIN, said.format(row=row, letters=letters), row, letters)

    @classmethod
    def answer_again(cls, row: int, keys: Keys) -> "Question":
        """Ask whether an answer that was taken back is meant after all."""
        said = _(
            "The answer to row {row} was taken back: change it, or say 'done' to leave it {keys}."
        )
        return cls(About.AGAIN, said.format(row=row, keys=keys), row, keys=keys)


def _places(cols: tuple[int, ...]) -> str:
    if not cols:
        return _("the row")
    if len(cols) == 1:
        return _("hole {number}").format(number=cols[0])
    return _("holes {numbers}").format(numbers=joined(map(str, cols)))
