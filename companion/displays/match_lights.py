"""A match on all the lights there are: opened together, shown whole, dark again at the end."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from companion.displays.all_displays import Display, Several, open_displays
from companion.displays.options import DisplayChoices, Press
from companion.displays.sequence import STAY, InTurn
from companion.game.match import Match, Round
from companion.scene import Mood, scenes_of

__all__ = ["MatchLights", "lit"]


class MatchLights(InTurn):
    """Shows a match on all the lights there are."""

    def __call__(
        self,
        match: Match,
        sentence: str = "",
        mood: Mood | None = None,
        lies: Round | None = None,
    ) -> None:
        """Show `match`, and what the table says and what lies there; see `scenes_of`."""
        self.show(scenes_of(match, sentence, mood, lies))


@contextmanager
def lit(
    named: tuple[str, ...],
    choices: DisplayChoices,
    say: Callable[[str], None],
    pressed: Callable[[Press], None],
    more: Iterable[Display] = (),
    *,
    is_patient: bool = False,
) -> Iterator[MatchLights]:
    """Open the displays `named`; give what shows a match on them. All is dark again afterwards.

    `more` are displays that are open already; whoever opened them closes them.

    `say` is told when lights are lost or found, `pressed` of their buttons, both from other
    threads. Raises `UnknownName` or `DisplayError` before anything is lit; one that `is_patient`
    says what is not there and goes on without it.
    """
    opened = open_displays(
        named, choices=choices, is_patient=is_patient, report=say, pressed=pressed
    )
    try:
        # nobody waits for what is told where no light tells it
        yield MatchLights(Several((opened, *more)), time.monotonic, stay=STAY if named else 0)
    finally:
        opened.close()
