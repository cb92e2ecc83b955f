"""A checkout's modules, parsed: rooms, arrows, functions, words, switches and constants.

What `structure.py` beside this counts. Only the standard library is used.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

FOLDERS = ("companion", "calibration")
LONG_FUNCTION, LONG_FILE = 40, 250  # lines

# invented words for which the field has a term: identifiers that may not come back
INVENTED = {
    "worth", "Lay", "lays", "told_apart", "is_believed", "least_worth", "with_steps",
    "as_before", "as_when_empty", "asked_together", "common_shift",
    "best_slide", "Effort", "Settled", "worked", "Freedom", "kin", "away", "burnt", "bent",
    "veil", "in_todays_light", "motley", "Committee", "Look", "Glance", "UNTOLD", "resigned",
    "knowing", "Lying", "Evening", "Sight", "Told", "later", "thinker", "gist", "Seen", "Found",
    "Floats", "alias", "likest",
}  # fmt: skip
# where a node of the syntax tree has a name; underscores around it do not count
NAMED = ("id", "attr", "arg", "name", "asname")
# what tells one kind of game from another when it is switched on
KINDS = {
    "PegRound", "PartsRound", "TileRound", "PegRules", "PartsRules", "TileRules", "PartsTable",
    "PegTable", "TilesTable", "TileEyes", "PartsRow", "TileTable", "PartsPeople", "TileKind",
}  # fmt: skip
# rooms of one kind each, and the adapters: there a switch is what they are for
ADAPTERS = re.compile(r"(^|/)(kinds|pegs|parts|tiles?)(_\w+)?(/|\.py)")

# a comment that says where a number comes from
SOURCE = re.compile(
    r"measur|guess|chosen|tried|\d of \d|first (?:labelled )?set|labelled|rooms|\b[fst]\d\d\b"
    r"|\bhad\b|\bt(?:akes?|ook)\b|%|per cent|as (?:much|long|many)|definition"
    r"|convention|by the rules|leaflet|data ?sheet|paper|et al|Geman|standard"
    r"|default|limit|RFC|ISO|IEC|ECMA|MQTT|systemd|OpenCV|SQLite|Linux|Debian",
    re.IGNORECASE,
)


class Tree:
    """The modules below a checkout, parsed once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.paths = {
            ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
            for folder in FOLDERS
            for path in sorted((root / folder).rglob("*.py"))
        }
        self.text = {name: path.read_text("utf-8") for name, path in self.paths.items()}
        self.parsed = {name: ast.parse(text) for name, text in self.text.items()}

    def room_of(self, name: str) -> str:
        """Return the room of module `name`: its folder, or itself right below companion."""
        is_room = self.paths[name].name == "__init__.py"
        is_room = is_room or (name.count(".") == 1 and name.startswith("companion."))
        return name if is_room else name.rpartition(".")[0]

    @cached_property
    def imports(self) -> dict[str, set[str]]:
        """Module -> our modules that it imports, anywhere in it."""
        return {name: set(self._imports(name)) for name in self.parsed}

    def _imports(self, name: str) -> Iterator[str]:
        for node in ast.walk(self.parsed[name]):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name in self.paths)
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                yield from (each for each in inner if each in self.paths)
                if not all(each in self.paths for each in inner) and node.module in self.paths:
                    yield node.module

    def rooms(self) -> dict[str, int]:
        """Room -> how many modules it holds, its `__init__` not counted."""
        held = Counter(self.room_of(name) for name in self.paths)
        inits = [name for name, path in self.paths.items() if path.name == "__init__.py"]
        held = {room: count - (room in inits) for room, count in sorted(held.items())}
        return {room: count for room, count in held.items() if count}

    def arrows(self) -> set[tuple[str, str]]:
        """Room -> another room, for each pair of which a module imports a module."""
        pairs = (
            (self.room_of(name), self.room_of(wanted))
            for name, all_wanted in self.imports.items()
            for wanted in all_wanted
        )
        rooms = self.rooms()
        return {(mine, theirs) for mine, theirs in pairs if mine != theirs and theirs in rooms}

    def functions(self) -> Iterator[tuple[str, int]]:
        """Give each function as ``module:name`` and its lines."""
        for name, tree in self.parsed.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    assert node.end_lineno
                    yield f"{name}:{node.name}", node.end_lineno - node.lineno + 1

    def words(self) -> Counter[str]:
        """Each invented word that is a name somewhere -> at how many places."""
        seen = Counter[str]()
        for tree in self.parsed.values():
            for node in ast.walk(tree):
                names = (getattr(node, each, None) for each in NAMED)
                plain = (name.strip("_") for name in names if isinstance(name, str))
                seen.update(name for name in plain if name in INVENTED)
        return seen

    def switches(self) -> Counter[str]:
        """File -> how often it asks which kind of game it has, outside the adapters."""
        found = Counter[str]()
        for name, tree in self.parsed.items():
            file = str(self.paths[name].relative_to(self.root))
            if not ADAPTERS.search(file):
                found[file] += sum(map(is_switch, ast.walk(tree)))
        return +found

    def constants(self) -> Iterator[tuple[str, str]]:
        """Give each constant that is a number, as ``module:NAME``, and the comment on it.

        Those of classes too, but for the members of an enum.
        """
        for name, tree in self.parsed.items():
            lines = self.text[name].splitlines()
            classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
            inside = [part for node in classes if not is_enum(node) for part in node.body]
            for node in tree.body + inside:
                for constant in numeric_names(node):
                    yield f"{name}:{constant}", comment_on(node, lines)


def is_switch(node: ast.AST) -> bool:
    """Whether `node` asks for the kind of a game: isinstance, or a class in a match."""
    if isinstance(node, ast.MatchClass):
        return isinstance(node.cls, ast.Name) and node.cls.id in KINDS
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if not (is_call and node.func.id == "isinstance" and len(node.args) == 2):
        return False
    return any(isinstance(n, ast.Name) and n.id in KINDS for n in ast.walk(node.args[1]))


def is_enum(node: ast.ClassDef) -> bool:
    """Whether the class lists values by name."""
    return any("Enum" in ast.unparse(base) or "Flag" in ast.unparse(base) for base in node.bases)


def numeric_names(node: ast.stmt) -> list[str]:
    """Return the names in capitals that `node` gives numbers."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return []
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return names if is_number(node.value) and all(map(str.isupper, names)) else []


def is_number(value: ast.expr) -> bool:
    """Whether `value` is a number, or some of them side by side."""
    match value:
        case ast.Constant(value=number):
            return isinstance(number, int | float) and not isinstance(number, bool)
        case ast.UnaryOp(operand=operand):
            return is_number(operand)
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return bool(parts) and all(map(is_number, parts))
    return False


def comment_on(node: ast.stmt, lines: list[str]) -> str:
    """Return the comment behind `node` and those right above it."""
    assert node.end_lineno
    said = [lines[node.end_lineno - 1].partition("#")[2]]
    above = node.lineno - 2
    while above >= 0 and lines[above].lstrip().startswith("#"):
        said.append(lines[above])
        above -= 1
    return " ".join(said).strip()
