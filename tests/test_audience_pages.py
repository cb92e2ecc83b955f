"""The pages for each kind of reader: their commands run, their links lead somewhere."""

import re
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from companion.cli import COMMANDS, cli

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
NAMES = ("family", "lego", "maker", "club", "contributor", "troubleshooting")
PAGES = [DOCS / f"{name}.md" for name in NAMES]
sys.path.insert(0, str(DOCS))
import demo  # noqa: E402


def commands_of(page):
    text = page.read_text(encoding="utf-8")
    fenced = re.findall(r"^ *\$ (?:sudo )?keypeg (.+)$", text, re.MULTILINE)
    return fenced + re.findall(r"`keypeg ([a-z][^`\n]*)`", text)


def slug(heading):
    return re.sub(r"[^\w -]", "", heading.casefold()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_command_is_one_and_has_its_options(page):
    assert len(commands_of(page)) >= 2
    for line in commands_of(page):
        name, *words = shlex.split(line)
        assert name in COMMANDS, line
        group = cli.get_command(None, name)
        # a command of commands has the options behind its next word
        inner = [word for word in words[:1] if hasattr(group, "commands") and word[0] != "-"]
        shown = CliRunner().invoke(cli, [name, *inner, "--help"]).output
        for option in (word.partition("=")[0] for word in words if word.startswith("-")):
            assert option in shown, line


@pytest.mark.parametrize(
    "page", [*sorted(DOCS.glob("*.md")), *ROOT.glob("*.md")], ids=lambda page: page.name
)
def test_every_link_leads_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        place, _, part = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        assert target.exists(), link
        if part:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert part in {slug(heading) for heading in headings}, link


def test_the_readme_names_every_page():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"(docs/{name}.md)" in readme


def lines_of_the_picture():
    tree = ElementTree.parse(DOCS / "demo.svg")
    texts = tree.iter("{http://www.w3.org/2000/svg}text")
    return ["".join(text.itertext()).rstrip() for text in texts]


def test_the_picture_that_moves_shows_each_line_once():
    lines = lines_of_the_picture()
    assert len(lines) == demo.LINES
    assert "I see row 1" in "".join(lines)


@pytest.mark.long
def test_the_picture_that_moves_is_what_the_demo_prints():
    plain = [demo.Text.from_ansi(line).plain.rstrip() for line in demo.recorded()]
    assert lines_of_the_picture() == plain
