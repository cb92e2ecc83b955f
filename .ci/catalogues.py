"""Bring the catalogues in companion/locale up to the sentences in the code.

To be run after any new sentence: it stands in the .po files with an empty translation, those that
are gone are dropped, and the .mo files, which Keypeg reads, are made anew. Needs Babel.
"""

import sys
from collections.abc import Iterator
from inspect import cleandoc
from io import BytesIO
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the commands of this tree, whatever is installed
LOCALE = ROOT / "companion" / "locale"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "NN_": (1, 2)}
# French as gettext has it: Unicode's third form is for millions alone
PLURAL_FORMS = {"fr": "nplurals=2; plural=(n > 1);"}
FORMS = 2  # one and several, in each language here
# what sentences are taken from, and how
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract")]


def template() -> Catalog:
    """Give a catalogue of all sentences in the code, untranslated."""
    found = Catalog(project="Keypeg")
    for folder in ("calibration", "companion"):
        for file, _, message, _comments, context in extract_from_dir(
            ROOT / folder, METHODS, keywords=KEYWORDS
        ):
            found.add(message, None, [(f"{folder}/{file}", 0)], context=context)
    for text in help_texts():
        if text:
            found.add(text)
    return found


def help_texts() -> Iterator[str]:
    """Yield what `--help` says of every command, as click has it."""
    for command in commands():
        yield from (cleandoc(text) for text in (command.help, command.epilog) if text)
        options = (each for each in command.params if isinstance(each, click.Option))
        yield from (option.help for option in options if option.help and not option.hidden)


def commands() -> Iterator[click.Command]:
    """Yield `keypeg`, all its commands and theirs."""
    from companion.cli import cli

    waiting: list[click.Command] = [cli]
    while waiting:
        command = waiting.pop()
        yield command
        if isinstance(command, click.Group):
            context = click.Context(command)
            found = (command.get_command(context, n) for n in command.list_commands(context))
            waiting += [each for each in found if each]


def updated(language: str) -> Catalog:
    """Give the catalogue of `language` with the sentences of today."""
    place = LOCALE / language / "LC_MESSAGES" / "keypeg.po"
    known = read_po(BytesIO(place.read_bytes()), locale=language)
    fresh = Catalog(locale=language, project="Keypeg", fuzzy=False)
    if language in PLURAL_FORMS:
        fresh.mime_headers = [("Plural-Forms", PLURAL_FORMS[language])]
    for message in template():
        if message.id:
            fresh.add(message.id, _translated(message, known), flags=message.flags)
    return fresh


def _translated(message: Message, known: Catalog) -> str | tuple[str, ...]:
    """Give what is known for a message; nothing where it had no plural and has one now."""
    old = known.get(message.id)
    if old and old.pluralizable == message.pluralizable:
        return old.string
    return ("",) * FORMS if message.pluralizable else ""


def is_waiting(message: Message) -> bool:
    """Say whether a form of `message` has no translation yet."""
    return not (all(message.string) if message.pluralizable else message.string)


def po_text(catalogue: Catalog) -> bytes:
    """Give the .po file: the same bytes for the same translations, whatever the day."""
    out = BytesIO()
    write_po(out, catalogue, width=100, no_location=True, omit_header=True, sort_output=True)
    head = f'msgid ""\nmsgstr ""\n"Language: {catalogue.locale}\\n"\n'
    head += '"Content-Type: text/plain; charset=utf-8\\n"\n'
    head += f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    return head.encode() + out.getvalue().lstrip()


def mo_bytes(catalogue: Catalog) -> bytes:
    """Give the .mo file; sentences without a translation are not in it."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    """Write all catalogues and say how many sentences wait for a translation."""
    for place in sorted(LOCALE.glob("*/LC_MESSAGES/keypeg.po")):
        language = place.parent.parent.name
        catalogue = updated(language)
        place.write_bytes(po_text(catalogue))
        again = read_po(BytesIO(place.read_bytes()), locale=language)
        place.with_suffix(".mo").write_bytes(mo_bytes(again))
        waiting = [m for m in catalogue if m.id and is_waiting(m)]
        print(f"{language}: {len(catalogue)} sentences, {len(waiting)} to be translated")


if __name__ == "__main__":
    main()
