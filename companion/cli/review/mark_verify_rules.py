"""``keypeg mark``, ``verify`` and ``rules``: single facts on a line."""

import re
from pathlib import Path

import click

from companion.cli.common import render
from companion.cli.common.json_output import echo_json, json_option
from companion.cli.common.load_log import Loaded, load
from companion.cli.common.log_options import folder_option, log_argument
from companion.errors import BadNotation, LogError
from companion.game.core.codes import COLOURS, EMPTY, parse_code
from companion.game.core.commit import commit
from companion.game.core.events import CodeSet, CodeShown
from companion.game.core.key_pegs import mark as mark_guess
from companion.game.core.key_pegs import say_answer
from companion.game.log_line import ANCHOR_DIGITS, format_anchor
from companion.game.match import Round
from companion.i18n import _
from companion.kinds.all_kinds import kind_of
from companion.rulebooks.house import HOUSE_RULES
from companion.rulebooks.leaflets import leaflet
from companion.rulebooks.shelf import SHELF, find_book

__all__ = ["mark", "rules", "verify"]


@click.command()
@click.argument("secret")
@click.argument("guess")
@json_option
def mark(secret: str, guess: str, as_json: bool) -> None:  # noqa: FBT001
    """Answer GUESS against SECRET: black and white key pegs, as in 'keypeg mark rgby rbgn'."""
    letters = "".join(COLOURS) + EMPTY
    code = parse_code(secret, colours=letters)
    row = parse_code(guess, colours=letters, holes=len(code))
    keys = mark_guess(code, row)
    if as_json:
        echo_json({"secret": code, "guess": row, "black": keys.black, "white": keys.white})
        return
    click.echo(f"{say_answer(keys)} ({keys})")


@click.command()
@log_argument
@click.option("--anchor", help="As it was printed at the start or the end of the match.")
@folder_option
@json_option
def verify(log: str, anchor: str | None, folder: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Check LOG: every code shown is the one committed to at the start, every answer is right.

    With --anchor also: whether it is still the record that had this anchor.
    """
    loaded = load(log, folder)
    rounds = _checked_rounds(loaded)
    anchored = _check_anchor(loaded, anchor)
    if as_json:
        facts = {"log": str(loaded.path), "anchor": loaded.log.anchor, "rounds": rounds}
        echo_json(facts)
    else:
        click.echo(anchored)
        for number, checked in enumerate(rounds, start=1):
            counted = loaded.match.count_number(number)
            click.echo(_("Round {number}: {said}").format(number=counted, said=checked["said"]))
    if any(checked["right"] is False for checked in rounds):
        raise SystemExit(1)


def _check_anchor(loaded: Loaded, anchor: str | None) -> str:
    """Say the anchor of the log; raise `LogError` if it never had `anchor`."""
    now = format_anchor(loaded.log.anchor)
    if anchor is None:
        return _("Anchor: {anchor}").format(anchor=now)
    wanted = re.sub(r"[\s\-]", "", anchor).casefold()
    if not re.fullmatch(f"[0-9a-f]{{{ANCHOR_DIGITS}}}", wanted):
        raise BadNotation(
            _("'{anchor}' is no anchor.").format(anchor=anchor),
            hint=_("It is four times four of 0 to 9 and a to f, as in c3ab 8ff1 3720 e8ad."),
        )
    if wanted not in loaded.log.anchors:
        raise LogError(
            _("This log never had the anchor {anchor}; its own is {now}.").format(
                anchor=anchor, now=now
            ),
            hint=_("It is another match, or it was rewritten."),
        )
    after = loaded.log.anchors.index(wanted)
    return _("Anchor: {anchor}; after event {number} it was the one you have.").format(
        anchor=now, number=after
    )


def _checked_rounds(loaded: Loaded) -> list[dict[str, object]]:
    match, checked = loaded.match, []
    for number, played in enumerate(match.rounds[: match.begun], start=1):
        hidden: tuple[str, ...] = ()
        shown: CodeShown | None = None
        for __, move in match.moves_of_round(number):
            if isinstance(move, CodeSet):
                hidden = move.commitments
            if isinstance(move, CodeShown):
                shown = move
        wrong = _what_was_wrong(played)
        verdict = _verdict(hidden, shown, wrong)
        kind = kind_of(match.rules)
        named = kind.end_sentences(played) if wrong else kind.withdrawn_sentences(played)
        said = " ".join([str(verdict["said"]), *named])
        checked.append(verdict | {"said": said, "taken_back": len(played.withdrawn)})
    return checked


def _what_was_wrong(played: Round) -> str:
    if played.mistakes:
        return _("but an answer was wrong")
    return _("but a call was judged wrongly") if played.misjudged else ""


def _verdict(hidden: tuple[str, ...], shown: CodeShown | None, wrong: str) -> dict[str, object]:
    answers = wrong or _("and every answer was right")
    if not hidden:
        said = _("nothing was committed to; the players kept the code")
        said += _("; it was shown, {answers}").format(answers=answers) if shown else ""
        return {"right": not wrong if shown else None, "said": f"{said}."}
    if shown is None:
        return {
            "right": None,
            "said": _("not shown yet; committed to {names}.").format(names=", ".join(hidden)),
        }
    true = tuple(commit(c, s) for c, s in zip(shown.codes, shown.salts, strict=False))
    if true != hidden:
        raise LogError(
            _("A code shown is not the one committed to."), hint=_("The log was edited.")
        )
    proofs = "; ".join(
        _("{code} with salt {salt} gives {given}").format(code=code, salt=salt, given=given)
        for code, salt, given in zip(shown.codes, shown.salts, hidden, strict=True)
    )
    return {
        "right": not wrong,
        "said": _("{proofs}: as committed, {answers}.").format(proofs=proofs, answers=answers),
    }


@click.command()
@click.argument("book", required=False)
@json_option
def rules(book: str | None, as_json: bool) -> None:  # noqa: FBT001
    """Print the rules of BOOK in short, or list the rulebooks."""
    if book is None:
        _list_books(as_json=as_json)
        return
    box = find_book(book)
    if as_json:
        echo_json({"book": box.name, "title": box.title, "rules": leaflet(box.name)})
        return
    console = render.terminal()
    console.rule(_(box.title))
    console.print(_flowing(leaflet(box.name)))


def _flowing(text: str) -> str:
    """Return `text` with each sentence on one line, for the terminal to wrap; tables stay."""
    return re.sub(r"^(\S.*[^.:])\n(?=\S)", r"\1 ", text, flags=re.MULTILINE)


def _list_books(*, as_json: bool) -> None:
    if as_json:
        echo_json(
            {
                "books": {name: box.title for name, box in SHELF.items()},
                "rules": {name: _(text) for name, text in HOUSE_RULES.items()},
            }
        )
        return
    for name, box in SHELF.items():
        click.echo(f"{name:14} {_(box.title)}")
    click.echo("\n" + _("House rules, as --rule NAME=VALUE:"))
    for name, text in HOUSE_RULES.items():
        click.echo(f"  {name:10} {_(text)}")
