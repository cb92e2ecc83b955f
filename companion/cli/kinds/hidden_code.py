"""Asking for a code that is hidden: by a word that it is, or typed unseen."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.cli.kinds.kind import PromptKeyboard
from companion.errors import BadNotation
from companion.game.core.events import CodeSet
from companion.i18n import _

__all__ = ["ask_hidden", "unsaid"]


def ask_hidden(keyboard: PromptKeyboard, prompt: str) -> None:
    """Ask by `prompt` until the owners say, by Enter alone, that their code is hidden."""
    typed = keyboard.ask(prompt)
    if typed:
        raise BadNotation(
            _("The code is not typed here, where all can see it."),
            hint=_("Set one that nobody has seen, then press Enter alone."),
        )
    current = keyboard.session.match.round.code_round
    if typed is not None and current:
        keyboard.post(CodeSet(current.owners))


@contextmanager
def unsaid(allowed: str) -> Iterator[None]:
    """Refuse what is no secret of this game without repeating what was typed."""
    try:
        yield
    except BadNotation:
        raise BadNotation(
            _("That cannot be hidden in this game."),
            hint=_("Type {allowed}.").format(allowed=allowed),
        ) from None
