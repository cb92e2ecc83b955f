"""How the house is built, in figures: rooms, arrows, circles, long functions, words, constants.

    python benchmarks/structure.py              this checkout
    python benchmarks/structure.py FOLDER       another one, for example that of an older commit

A room is a folder with modules in it; an arrow leads from a room to one that it imports, imports
inside functions counted. What is counted stands beside each figure; with ``--all`` every single
find is printed. Only the standard library is used, nothing is imported that is looked at.
"""

import sys
from pathlib import Path

from source_tree import INVENTED, LONG_FILE, LONG_FUNCTION, SOURCE, Tree

HERE = Path(__file__).resolve().parents[1]


def components(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected parts of `graph`, those further down first (Tarjan 1972)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for wanted in graph[name]:
            if wanted not in number:
                visit(wanted)
                low[name] = min(low[name], low[wanted])
            elif wanted in stack:
                low[name] = min(low[name], number[wanted])
        if low[name] == number[name]:
            at = stack.index(name)
            found.append(stack[at:])
            del stack[at:]

    for name in graph:
        if name not in number:
            visit(name)
    return found


def floors(rooms: dict[str, int], arrows: set[tuple[str, str]]) -> dict[str, int]:
    """Return how many floors lie below each room; rooms in a circle share one."""
    graph = as_graph(rooms, arrows)
    level: dict[str, int] = {}
    for part in components(graph):
        below = [level[wanted] for room in part for wanted in graph[room] if wanted not in part]
        level |= dict.fromkeys(part, max(below, default=-1) + 1)
    return level


def short(names: list[str], everything: bool) -> str:
    shown = names if everything else names[:6]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return ", ".join(shown) + more


def main() -> None:
    arguments = [each for each in sys.argv[1:] if each != "--all"]
    everything = "--all" in sys.argv
    tree = Tree(Path(arguments[0]).resolve() if arguments else HERE)
    print_rooms(tree, everything=everything)
    print_sizes(tree, everything=everything)
    print_names(tree, everything=everything)


def print_rooms(tree: Tree, *, everything: bool) -> None:
    """Print which rooms there are, and what leads from one to another."""
    rooms, arrows = tree.rooms(), tree.arrows()
    level = floors(rooms, arrows)
    total = sum(rooms.values())
    print(
        f"rooms               {len(rooms)} with {total} modules on {max(level.values()) + 1} floors"
    )
    for room, count in rooms.items():
        print(f"    {level[room]:2}  {room:32} {count:3}")
    print(f"arrows              {len(arrows)} between rooms")
    for what, graph in (("modules", tree.imports), ("rooms", as_graph(rooms, arrows))):
        circles = [sorted(part) for part in components(graph) if len(part) > 1]
        print(f"circles             {len(circles)} of {what}")
        for circle in circles:
            print(f"        {short(circle, everything)}")


def print_sizes(tree: Tree, *, everything: bool) -> None:
    """Print how long functions and files are."""
    sizes = sorted(tree.functions(), key=lambda each: -each[1])
    lengths = sorted(size for _, size in sizes)
    long = [f"{name} {size}" for name, size in sizes if size > LONG_FUNCTION]
    print(
        f"functions           {len(lengths)}, median {lengths[len(lengths) // 2]} lines, nine in "
        f"ten up to {lengths[9 * len(lengths) // 10]}"
    )
    print(f"over {LONG_FUNCTION} lines       {len(long)}: {short(long, everything)}")
    files = {name: text.count("\n") for name, text in tree.text.items()}
    large = sorted((name for name in files if files[name] > LONG_FILE), key=lambda n: -files[n])
    named = [f"{name} {files[name]}" for name in large]
    print(f"files over {LONG_FILE}      {len(named)}: {short(named, everything)}")


def print_names(tree: Tree, *, everything: bool) -> None:
    """Print invented words, questions for a kind of game, and constants that say too little."""
    words = tree.words()
    print(f"words still there   {len(words)} of {len(INVENTED)}, at {words.total()} places")
    print(
        f"        {short([f'{word} {count}' for word, count in words.most_common()], everything)}"
    )
    switches = tree.switches()
    print(f"switches on a kind  {switches.total()} in {len(switches)} files outside the adapters")
    print(f"        {short([f'{file} {n}' for file, n in switches.most_common()], everything)}")
    constants = list(tree.constants())
    bare = [name for name, said in constants if not said]
    vague = [name for name, said in constants if said and not SOURCE.search(said)]
    print(f"constants           {len(constants)} that are numbers")
    print(f"    without comment {len(bare)}: {short(bare, everything)}")
    print(f"    without source  {len(vague)} more: {short(vague, everything)}")


def as_graph(rooms: dict[str, int], arrows: set[tuple[str, str]]) -> dict[str, set[str]]:
    """Return `arrows` as room -> rooms that it imports."""
    return {room: {theirs for mine, theirs in arrows if mine == room} for room in rooms}


if __name__ == "__main__":
    main()
