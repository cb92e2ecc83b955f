"""Every sentence that a player sees is translated, and the language is the one asked for."""

import ast
import re
import sys
from functools import cache
from pathlib import Path
from string import Formatter

import click
import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from click.testing import CliRunner

from calibration.store import calibrations
from companion import i18n
from companion.cli import cli
from companion.cli.common.prompt import parse_yes
from companion.cli.game_loop.words import help_text
from companion.cli.play.watch import _as_line
from companion.errors import KeypegError
from companion.game.core.events import CodeSet, Guessed, Seated, Way
from companion.game.match import Match
from companion.i18n import headed
from companion.rulebooks.leaflets import leaflet
from companion.rulebooks.shelf import SHELF
from companion.scene import headline
from companion.sightings.boards import BoardFound, LightChanged, OnBoard, RowSeen, Unsure, Why
from tests import command
from tests.our_code import nodes_of
from tests.test_match import broken_at_once

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / ".ci"))
import catalogues  # noqa: E402

TRANSLATED = [language for language in i18n.LANGUAGES if language != "en"]

# what only programs read, or who sets up a club's server, is said in English
ENGLISH = (
    "calibration/board_files/camera_height",
    "calibration/evaluation/score",
    "calibration/sheets/svg_pdf",
    "companion/cli/hardware/service_files",
    "companion/club/broker/",
    "companion/club/collecting/index",
    "companion/displays/arduino/fake_board",
    "companion/displays/arduino/protocol",
    "companion/hall/init",
    "companion/history/index",
    "companion/i18n",
    "companion/rulebooks/shelf",
    "companion/simulator/pegs/script",
    "companion/vision/checks/picture_fault",
    "companion/vision/locate/by_earlier_picture",
    "companion/vision/sliders/",
    "companion/vision/tiles/reading",
    "companion/vision/watch/",
    "companion/web/door/envelope",
)
# parts of a sentence in code that no player reads
UNREAD = re.compile(
    r"^keypeg play|^keypeg read|^BOARD\|lens|^play --resume$|^show last$|"
    r"^\w+ on \w+$|^\(\?:|^take back$|^claim or stop$|^show row$|^GPIO busy$|^usb:0, csi|"
    r"^no camera(s available| number)$|^in use$|^failed to acquire$|^MultipartStream|"
    r"^bold bright_white$|^Raspberry Pi$|^no keys$|"
    r"^\| the round|^<[a-z]+ |^event: |^text/event-stream|^multipart/|"
    r"^attachment;|^\{[\x22{%]|^--|^no form$|^\./run install|^pipx inject|.*pip install |"
    r"^extra == |^pragma \w+ = |^begin immediate$|^select pg_|^keypeg calibrate |^value = |"
    r"^gcc-avr |^not responding$|^# as in hardware|^\^ExecStart|^clue (drawn|placed)"
)


@pytest.fixture
def speak():
    yield i18n.use
    i18n.use("en")


def catalogue(language, ending="po"):
    place = i18n.FOLDER / language / "LC_MESSAGES" / f"keypeg.{ending}"
    read = read_po if ending == "po" else read_mo
    with place.open("rb") as file:
        return read(file)


@cache
def in_the_code():
    """Give every message in the code: one sentence, or one and several."""
    return {message.id for message in catalogues.template() if message.id}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_waits_for_a_translation(language):
    known = catalogue(language)
    wanted = in_the_code()
    waiting = [
        text for text in wanted if not known.get(text) or catalogues.is_waiting(known.get(text))
    ]
    assert not waiting, "run .ci/catalogues.py, then translate these"
    assert {message.id for message in known if message.id} == wanted, "run .ci/catalogues.py"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_in_what_the_sentence_does(language):
    for message in catalogue(language):
        asked = message.id if message.pluralizable else (message.id,)
        said = message.string if message.pluralizable else (message.string,)
        assert len(said) == len(asked), message.id
        assert _fields(said[-1]) == _fields(asked[-1]), message.id
        # "one code" may leave the number out where "{count} codes" cannot
        assert _fields(asked[0]) <= _fields(said[0]), message.id
        assert _fields(said[0]) <= _fields(asked[0]) | _fields(asked[-1]), message.id


def _fields(text):
    return {(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_read_is_what_was_written(language):
    written, known = (
        {_pair(m) for m in catalogue(language, file) if m.id} for file in ("po", "mo")
    )
    assert known == written


def _pair(message):
    """Give a sentence and its translation, each with its plural if it has one."""
    return (
        (message.id, message.string)
        if isinstance(message.id, str)
        else (*message.id, *message.string)
    )


# a number, perhaps a word, and several things
COUNTED = re.compile(
    r"\{(?!title|row\})\w+\} (?:(?!and )\w+ )?(?:boards|bytes|codes|colours|days|events|faces"
    r"|frames|games|guesses|holes|key pegs|letters|lines|matches|parts|pegs|photos|players|points"
    r"|rounds|rows|seconds|steps|tiles|turns)\b"
)
# there are always several of these, whatever is played: the box or the rulebook says so
ALWAYS_SEVERAL = {
    "'--calibration' names {number} for {count} boards.",
    "'{code}' is no row of {holes} pegs in the colours '{letters}'.",
    "'{row}' is no row of {holes} holes in the colours '{letters}'.",
    "Take 1 to {holes} holes and at most {codes:,} codes.",
    "The calibration is of a board of {rows} rows of {cols}, this one has {own_rows} of "
    "{own_cols}.",
    "The firmware takes {flash} bytes of flash and {ram} of RAM; this board has {flash_room} and "
    "{ram_room}.",
    "flash {flash} of {flash_room} bytes, RAM {ram} of {ram_room}",
    "{boards} parts in {holes} holes cannot be.",
    "{boards} parts of {colours} colours cannot be searched.",
    "{colours} colours cannot fill {holes} holes without a repeat.",
    "{colours} colours in {holes} holes cannot be searched.",
    "{title} does not show {count} boards.",
    "{name}: focal length {focal} of the width, k1 {k1}, {error} px left over {pictures} photos.",
    "From what all can see, {remaining} codes remain. {guess} would tell {player} most.",
    "{black} and {white} cannot be: with {number} pegs in place the last one has no wrong hole to "
    "be in.",
    "Type {holes} letters, left to right as the breaker sees them.",
    "Use 1 to {limit} letters, signs or spaces on one line.",
    "Use up to {limit} letters, signs or spaces on one line.",
    "Draw {number} tiles each and stand them up in order; the companion looks.",
    "Take 1 to {most} rows.",
    "{count} photos are called empty: {names}.",
    "This match is played on {wanted} boards, not {number}.",
    "With '{row}' there would be {standing} {colour} pegs on the board; the box has {most} of each "
    "colour.",
    "{holes} letters of {allowed}",
    "{least}-{most} players",
    "{number} boards a player cannot be: the box has four.",
    "{number} players cannot have two boards each: the box has four.",
    "{player}'s {tiles} tiles, backs from the left (B/W), as in {example}:",
    "{rounds} rounds are odd: the Dutch book asks for an even number, so that each makes the code "
    "equally often.",
    "{said} are {sum} key pegs; a row of {holes} has at most {holes}.",
    "{title} is for {wanted} players; named: {names}.",
}


def test_a_number_of_things_is_said_in_the_plural_of_the_language():
    singular = {said for said in in_the_code() if isinstance(said, str)}
    assert {text for text in singular if COUNTED.search(text)} <= ALWAYS_SEVERAL, "use ngettext"


@pytest.mark.parametrize(
    ("language", "none", "one", "several"),
    [
        ("en", "0 matches", "1 match", "12 matches"),
        ("nl", "0 partijen", "1 partij", "12 partijen"),
        ("fr", "0 partie", "1 partie", "12 parties"),
        ("nb", "0 partier", "1 parti", "12 partier"),
    ],
)
def test_none_one_and_several_are_said_as_the_language_does(speak, language, none, one, several):
    speak(language)
    said = [
        i18n.ngettext("{count} match", "{count} matches", n).format(count=n) for n in (0, 1, 12)
    ]
    assert said == [none, one, several]


# one word for one thing, as the rulebooks say it: these are the others
OTHER_WORDS = {
    "nl": r"begeleider|wedstrijd|hulpsteen|\bronden\b|\bijk|kraker|pitten|(?<!-)\bu\b|\buw\b|"
    r"zeg yes|merkteken|beeldpunt|sleutelpen|commando|bewer(?:ing|en\b)|verdekt",
    "fr": r"compagnon|étalonn|tuile d'indice|pièces cachées|feuille de|\bessais?\b|dites yes|"
    r"\brepères?\b|décodeur|conseil",
    "nb": r"ledsager|følgesvenn|hjelpebrikke|\bkamp(?!anj)|svarte? (?:pinne|brikke)|si yes|rygger|"
    r"\bmerke(?:ne)?\b|påstå|omganger|\bpartie\b",
}
# a name may begin with a vowel: "d'Ada", "qu'Ada"
NO_ELISION = re.compile(
    r"\b(?:de|que) \{(?:owner|player|maker|names?|winner|breaker|claimer|other)\}"
)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_thing_has_one_word_and_names_bend_nothing(language):
    for message in catalogue(language):
        for said in [message.string] if isinstance(message.string, str) else message.string:
            assert not re.search(OTHER_WORDS[language], said, re.IGNORECASE), said
            assert language != "fr" or not NO_ELISION.search(said), said


def sentences_outside(path):
    """Give the sentences in a module that go past `_` and `N_`."""
    waiting = [(nodes_of(path)[0], None)]
    while waiting:
        node, parent = waiting.pop()
        if _says_nothing(node):
            continue
        is_text = isinstance(node, ast.Constant | ast.JoinedStr)
        if is_text and _is_sentence(node) and not _is_doc(node, parent):
            yield f"{path.name}:{node.lineno} {ast.unparse(node)}"
        waiting += [(child, node) for child in ast.iter_child_nodes(node)]


def _is_sentence(node):
    parts = [node] if isinstance(node, ast.Constant) else node.values
    text = "".join(
        p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)
    )
    letters = sum(letter.isalpha() for letter in text)
    return " " in text.strip() and letters > 4 and not UNREAD.match(text)


def _says_nothing(node):
    """Whether what stands under `node` is said by `_`, or is never said."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        return name in {"_", "N_", "NN_", "ngettext", "option", "argument", "TypeVar", "cast"}
    return isinstance(node, ast.Assert)


def _is_doc(node, parent):
    if isinstance(parent, ast.Expr | ast.JoinedStr | ast.FormattedValue):
        return True
    return isinstance(parent, ast.arg | ast.AnnAssign) and node is parent.annotation


def test_no_sentence_of_play_goes_past_the_catalogue():
    outside = []
    for path in [*ROOT.glob("companion/**/*.py"), *ROOT.glob("calibration/**/*.py")]:
        if not path.relative_to(ROOT).as_posix().startswith(ENGLISH):
            outside += sentences_outside(path)
    assert not outside


@pytest.mark.parametrize("room", ENGLISH)
def test_what_is_said_in_english_alone_still_is(room):
    assert any(
        list(sentences_outside(path))
        for path in ROOT.glob("c*/**/*.py")
        if path.relative_to(ROOT).as_posix().startswith(room)
    ), "leave it out of the list"


def test_a_sentence_is_looked_up_as_it_stands_never_filled_in_before():
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext"):
                assert not isinstance(node.args[0], ast.JoinedStr), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "no_NO"}, "nb"),
        ({"LANG": "nn_NO.UTF-8"}, "nb"),
        ({"LANGUAGE": "de:fr", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_system_says_its_language(environment, language):
    assert i18n.spoken(environment) == language


@pytest.mark.parametrize(
    ("language", "turn", "yes", "no"),
    [
        ("en", "Ada must set a row", "yes", "no"),
        ("nl", "Ada moet een rij zetten", "ja", "nee"),
        ("fr", "Ada doit placer une rangée", "oui", "non"),
        ("nb", "Ada må sette en rad", "ja", "nei"),
    ],
)
def test_a_turn_and_a_yes_in_each_language(speak, language, turn, yes, no):
    from companion.game.core.turn import Need, Turn

    speak(language)
    assert str(Turn(Need.GUESS, "Ada")) == turn
    assert parse_yes(yes)
    assert not parse_yes(no)
    assert parse_yes("yes")


@pytest.mark.parametrize(
    ("language", "decimal", "share"),
    [("en", "12.5", "14%"), ("nl", "12,5", "14%"), ("fr", "12,5", "14 %"), ("nb", "12,5", "14 %")],
)
def test_numbers_are_written_as_the_language_does(speak, language, decimal, share):
    speak(language)
    assert i18n.number(12.5, digits=1) == i18n.number(12.5) == decimal
    assert i18n.percent(0.143).replace("\N{NO-BREAK SPACE}", " ") == share


def test_names_are_joined_as_they_are_said(speak):
    assert i18n.joined(["Ada"]) == "Ada"
    assert i18n.joined(["Ada", "Ben", "Cleo"]) == "Ada, Ben and Cleo"
    speak("fr")
    assert i18n.joined(["Ada", "Ben"]) == "Ada et Ben"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("book", SHELF)
def test_every_leaflet_is_complete_in_every_language(speak, language, book):
    speak(language)
    assert "{" not in leaflet(book)
    assert len(leaflet(book).splitlines()) > 5
    assert Match(SHELF[book]).rules.title in SHELF[book].title


@pytest.mark.parametrize(("language", "peg"), [("en", "peg"), ("nl", "pin")])
def test_the_leaflet_of_the_build_speaks_of_pips_alone(speak, language, peg):
    speak(language)
    assert peg not in leaflet("bouwblokje")
    assert "pip" in leaflet("bouwblokje")
    assert peg in leaflet("hasbro-2")


def keypeg(*args, **environment):
    return command.run(*args, environment=environment)


def test_the_language_is_asked_for_set_or_the_system_s(tmp_path, speak):
    settings = tmp_path / "settings.toml"
    settings.write_text('language = "fr"\n')
    chosen = {"KEYPEG_SETTINGS": str(settings), "LANG": "nl_NL.UTF-8"}
    assert "2 noirs, 0 blanc" in keypeg("mark", "rgby", "rgnn", **chosen).stdout
    chosen["KEYPEG_LANGUAGE"] = "nb"
    assert "2 sorte, 0 hvite" in keypeg("mark", "rgby", "rgnn", **chosen).stdout
    assert "2 black" in keypeg("--language", "en", "mark", "rgby", "rgnn", **chosen).stdout
    system = {"KEYPEG_SETTINGS": "", "LANG": "nl_NL.UTF-8", "HOME": str(tmp_path)}
    assert "2 zwart, 0 wit" in keypeg("mark", "rgby", "rgnn", **system).stdout


def test_help_is_said_in_the_language_spoken():
    dutch = keypeg("--help", LANG="nl_NL.UTF-8", KEYPEG_SETTINGS="", HOME="/").stdout
    assert dutch.startswith("Gebruik: keypeg")
    assert "Een partij spelen, of ermee verdergaan." in dutch
    assert "Deze hulp tonen." in dutch
    assert "Commandes:" in keypeg("--language", "fr", "--help").stdout
    norwegian = keypeg("sheets", "scorecard", "--help", KEYPEG_LANGUAGE="nb").stdout
    assert "En tabell til å skrive poengene på." in norwegian
    assert "Kolonner, 1 til 6.  [standard: 2]" in norwegian


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_help_of_every_command_is_translated(language):
    known = catalogue(language)
    texts = list(catalogues.help_texts())
    assert len(texts) > 200
    same = {text for text in texts if known.get(text).string in ("", text)}
    assert same == {"gpio, serial:auto, ..."}  # names of lights, no words


def test_no_option_is_without_a_help():
    silent = [
        (command.name, option.opts)
        for command in catalogues.commands()
        for option in command.params
        if isinstance(option, click.Option) and not option.help and not option.hidden
    ]
    assert silent == []


def test_the_commands_of_a_group_are_told_in_whole_sentences():
    told = keypeg("calibrate", "--help", KEYPEG_LANGUAGE="nl").stdout
    assert "Leren hoe elke kleur, elk leeg gat en elke scorepin van BOARD er" in told
    assert "Learn" not in told


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nl", ("De indeling van DIR", "  calib_empty.jpg   het lege bord", "[standaard: auto]")),
        ("fr", ("Le format de DIR", "  calib_empty.jpg   le plateau vide", "[par défaut : auto]")),
        ("nb", ("Formatet på DIR", "  calib_empty.jpg   det tomme brettet", "[standard: auto]")),
    ],
)
def test_the_format_of_labels_keeps_its_lines(language, said):
    text = keypeg("evaluate", "--help", KEYPEG_LANGUAGE=language).stdout
    *lines, usual = said
    assert [line for line in lines if line not in text] == []
    assert usual in " ".join(text.split())


def test_a_language_that_is_not_spoken_is_refused_in_one_sentence():
    refused = keypeg("--language", "tlh", "mark", "rgby", "rgnn")
    assert refused.returncode == 2
    assert "does not speak 'tlh'" in refused.stderr
    assert "nl (Nederlands)" in refused.stderr


def _names_in(function):
    """Give the names in a function's own scope."""
    inner = ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.GeneratorExp | ast.ListComp
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            yield node
        if not isinstance(node, inner):
            waiting += ast.iter_child_nodes(node)


def test_no_function_that_says_something_gives_the_name_to_a_value():
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef):
                uses = {type(name.ctx) for name in _names_in(node) if name.id == "_"}
                assert uses <= {ast.Load} or uses == {ast.Store}, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("en", "Master Mind for four"),
        ("nl", "Master Mind voor vier"),
        ("fr", "Master Mind pour quatre"),
        ("nb", "Master Mind for fire"),
    ],
)
def test_a_game_is_called_in_the_language_spoken(said, title):
    with i18n.speaking(said):
        seated = Seated(("Ada", "Ben"), 2, Way.KEPT, "Ada")
        assert headline(Match(SHELF["invicta-4"]).on(seated)).startswith(f"{title} · ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--language", "nl", "games", "--nope"), "Er is geen optie '--nope'."),
        (("--language", "fr", "stats"), "Il manque un argument 'NAME'."),
        (("--language", "nb", "games", "--since", "x"), "«x» er ingen dag; skriv den som 20"),
        (("gamez",), "Il n'y a pas de commande « gamez ». Vouliez-vous dire « games » ?"),
        (("--nope",), "Il n'y a pas d'option '--nope'."),
        (("--language", "nl", "gamez"), "Er is geen opdracht 'gamez'."),
        (("--language=nl", "--nope"), "Er is geen optie '--nope'."),
    ],
)
def test_what_is_typed_wrongly_is_refused_in_the_language_spoken(speak, monkeypatch, words, said):
    monkeypatch.setenv("KEYPEG_LANGUAGE", "fr")
    ended = CliRunner().invoke(cli, words)
    assert ended.exit_code == 2
    assert said in " ".join(ended.output.split())


def test_a_language_that_is_asked_for_overrules_one_that_cannot_be(speak, monkeypatch):
    monkeypatch.setenv("KEYPEG_LANGUAGE", "xx")
    assert isinstance(CliRunner().invoke(cli, ["rules"]).exception, KeypegError)
    assert CliRunner().invoke(cli, ["--language", "nl", "rules"]).exit_code == 0
    assert i18n.language() == "nl"


def test_what_a_watched_board_does_is_told_in_the_language_spoken(speak):
    speak("nl")
    full, doubted = RowSeen(3, "rgby", 0.9731), Unsure(4, (2, 3), "r??y", Why.MARGINAL)
    assert _as_line(12.34, OnBoard(2, full)) == "    12,3 s  bord 2: rij 3: rgby  (0,97)"
    assert _as_line(13, doubted).endswith("Zeg het zelf: de kleur is niet duidelijk (gaten 2, 3)")
    assert _as_line(14, LightChanged(0.5)).endswith("het licht veranderde +0,5 stops")
    speak("fr")
    assert _as_line(15, BoardFound(turned=True)).endswith("(tourné : oui)")


def test_what_is_wrong_with_a_calibration_is_told_in_the_language_spoken(speak, tmp_path):
    speak("nb")
    with pytest.raises(KeypegError, match="Det finnes ingen kalibrering «vindu»"):
        calibrations._file_of("vindu", tmp_path)
    with pytest.raises(KeypegError, match="«Kjøkken!» kan ikke være navnet på en kalibrering"):
        calibrations.check_name("Kjøkken!")


@pytest.mark.parametrize(
    ("language", "typed", "is_gone"),
    [("nl", "j", True), ("fr", "hm\noui", True), ("nb", "nei", False), ("nl", "", False)],
)
def test_what_is_asked_before_something_is_done_takes_the_yes_of_the_language(
    tmp_path, monkeypatch, language, typed, is_gone
):
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path))
    keypeg("play", "bouwblokje", "--players", "Ada", KEYPEG_GAMES=str(tmp_path), HOME="/")
    words = ["--language", language, "forget", "last"]
    ended = CliRunner().invoke(cli, words, input=f"{typed}\n", catch_exceptions=False)
    assert bool(list(tmp_path.glob("*.keypeg"))) != is_gone, ended.output
    with i18n.speaking(language):
        assert f"({i18n._('yes')}/{i18n._('no')})" in ended.output
    assert ("n'est ni oui ni non" in ended.output) == ("hm" in typed)


def test_no_question_is_put_by_click_which_knows_english_alone():
    for path in sorted((ROOT / "companion").rglob("*.py")):
        assert not re.search(r"\bclick\s*\.\s*confirm\s*\(", path.read_text()), path.name


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_help_stands_in_two_columns(speak, language):
    speak(language)
    match = Match(SHELF["bouwblokje"]).on(Seated(("Ada", "Ben"), 2, Way.KEPT, "Ada"))
    # a round before this one, and a row in it: all words apply
    match = broken_at_once(match).on(CodeSet(("Ben",))).on(Guessed("Ada", "rgby"))
    _head, *rows, _letters = help_text(match).splitlines()
    begins = {re.match(r"  .+?(?<! )  +(?=\S)|  +(?=\S)", row).end() for row in rows}
    assert len(begins) == 1, rows
    assert any(" 1/3 " in row for row in rows)


def test_french_sets_its_colon_apart_wherever_a_head_is_put_before(speak):
    assert headed("Ben", "black") == "Ben: black"
    speak("fr")
    assert headed("Ben", "noir") == "Ben : noir"
