"""Write the reference of the library, ``docs/reference/``, from signatures and docstrings.

    python -m scripts.reference [--check]

The pages lie in the repository, so that they can be read there; ``--check`` only tells whether
they are what this would write.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import griffe

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"

PAGES = {
    "positions": (
        "Positions and moves",
        "The guide: [Positions and moves](../library/positions.md).",
        "GAMES new GameName Position State perft Move Step Outcome Game Option "
        "BochePosition BokuPosition ChePosition OctiPosition",
    ),
    "records": (
        "Records",
        "The guide: [Records](../library/records.md).",
        "load load_all loads save_all page sample_records Record Node",
    ),
    "search": (
        "Search, players, matches",
        "The guides: [Search and players](../library/search.md), [Matches](../library/matches.md).",
        "search start_search RunningSearch Analysis Candidate player Player Seat match MatchResult "
        "Score",
    ),
    "pictures": (
        "Pictures",
        "The guide: [Pictures, films, notebooks](../library/pictures.md). `Position` and `Record` "
        "have methods for\none picture, such as `Position.png`; their keyword arguments are those "
        "of `Look`.",
        "Camera Look Mark",
    ),
    "learning": (
        "Learning",
        "The guide: [Learning](../library/learning.md).",
        "rollouts VectorGame Observed",
    ),
    "errors": (
        "Errors",
        "Each message is one line that says what is wrong, where, and what to do.",
        "BocheError UnknownGameError OptionError NotationError IllegalMoveError RecordError "
        "ArgumentError FileError MatchError UnsearchedGameError PlayerError ResignedError",
    ),
}
"""The title, the first line and the names of each page."""

PLACES = {name: page for page, (_, _, names) in PAGES.items() for name in names.split()}
"""The page of each name."""

BESIDE = ("BochePosition", "BokuPosition", "ChePosition", "OctiPosition")
"""Classes that have all that ``Position`` has, which is not told again."""

MADE_BY_FUNCTIONS = ("Position", *BESIDE, "RunningSearch", "Player", "State", "Move")
"""Classes that are not called, so that their arguments are no matter."""

WIDTH = 88
"""Columns of a signature."""

NAME = re.compile(r"``(\w+)``")
SESSION = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


def pages() -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    library = griffe.load(
        "boche",
        search_paths=[ROOT],
        extensions=griffe.load_extensions("dataclasses"),
        resolve_aliases=True,
        resolve_external=False,
    )
    written = {f"{page}.md": text_of(page, library) for page in PAGES}
    links = "\n".join(f"- [{title}]({page}.md)" for page, (title, _, _) in PAGES.items())
    written["index.md"] = (
        "# Reference\n\nEverything that `import boche` offers, from the docstrings in the source. "
        "The [guides](../library/index.md) are the better\nstart.\n\n" + links + "\n"
    )
    return written


def text_of(page: str, library: Any) -> str:
    """Return the text of a page."""
    title, first, names = PAGES[page]
    parts = [f"# {title}", first]
    for name in names.split():
        found = library[name]
        told = library["Position"].all_members if name in BESIDE else ()
        parts += entry(name, found.final_target if found.is_alias else found, page, told)
    return "\n\n".join(parts) + "\n"


def entry(name: str, found: Any, page: str, told: Container[str]) -> Iterator[str]:
    """Yield the paragraphs about a public name, without members that are ``told`` elsewhere."""
    yield f"## {name}"
    if found.is_attribute:
        yield from docstring(found, page)
        return
    if found.is_class:
        own = found.members.get("__init__") or found.all_members.get("__init__")
        called = own is not None and not name.endswith("Error") and name not in MADE_BY_FUNCTIONS
        if called:
            yield block(signature(name, own, method=True))
        yield from docstring(found, page)
        for member in members_of(found, told):
            yield f"### {name}.{member.name}"
            yield block(declaration(member))
            yield from docstring(member, page)
    else:
        listed = found.overloads or [found]
        yield block("\n".join(signature(name, each) for each in listed))
        yield from docstring(found, page)


def members_of(found: Any, told: Container[str]) -> Iterator[Any]:
    """Yield the public members of a class, inherited ones last.

    Attributes are left out unless they are described, or fields of a tuple, a dataclass or a class
    that lists them as its slots.
    """
    is_tuple = any(str(base) == "NamedTuple" for base in found.bases)
    fields = is_tuple or "dataclass" in found.labels or "__slots__" in found.members
    for name, member in (found.members | found.all_members).items():
        target = member.final_target if member.is_alias else member
        if name.startswith("_") or name in told:
            continue
        if not (target.is_function or target.is_attribute):
            continue
        if target.is_attribute and not (target.docstring or (fields and target.annotation)):
            continue
        yield target


def declaration(member: Any) -> str:
    """Return the declaration of a member of a class: a signature, or a name and its type."""
    if member.is_attribute:
        kind = f": {member.annotation}" if member.annotation is not None else ""
        return f"{member.name}{kind}"
    kept = "@classmethod\n" if "classmethod" in member.labels else ""
    listed = member.overloads or [member]
    return "\n".join(kept + signature(member.name, each, method=True) for each in listed)


def signature(name: str, function: Any, *, method: bool = False) -> str:
    """Return a signature, with one argument a line if it is long."""
    listed = list(arguments(list(function.parameters)[method:]))
    made = function.name == "__init__" or function.returns is None
    result = "" if made else f" -> {function.returns}"
    line = f"{name}({', '.join(listed)}){result}"
    if len(line) <= WIDTH:
        return line
    return f"{name}(\n" + "".join(f"    {each},\n" for each in listed) + f"){result}"


def arguments(parameters: list[Any]) -> Iterator[str]:
    """Yield the text of each parameter, and the signs that separate kinds of them."""
    starred = False
    for number, parameter in enumerate(parameters):
        kind = parameter.kind
        if kind is griffe.ParameterKind.keyword_only and not starred:
            starred = True
            yield "*"
        starred = starred or kind is griffe.ParameterKind.var_positional
        prefix = {"variadic positional": "*", "variadic keyword": "**"}.get(kind.value, "")
        typed = f": {parameter.annotation}" if parameter.annotation is not None else ""
        default = parameter.default if not prefix else None
        equals = " = " if typed else "="
        yield f"{prefix}{parameter.name}{typed}" + (f"{equals}{default}" if default else "")
        last = number + 1 == len(parameters) or parameters[number + 1].kind is not kind
        if kind is griffe.ParameterKind.positional_only and last:
            yield "/"


def block(code: str) -> str:
    """Return code as a block of Markdown."""
    return f"```python\n{code}\n```"


def docstring(found: Any, page: str) -> Iterator[str]:
    """Yield the docstring of an object as Markdown: sessions as blocks, names as links."""
    if not found.docstring:
        return
    text = NAME.sub(lambda seen: linked(seen[1], found, page), found.docstring.value)
    text = text.strip().replace("``", "`") + "\n"
    yield SESSION.sub(lambda seen: f"```pycon\n{seen[0].rstrip()}\n```\n", text).strip()


def linked(name: str, found: Any, page: str) -> str:
    """Return a name as code, with a link to what it names unless that is the object itself."""
    place = PLACES.get(name)
    if place is None or name == found.name:
        return f"`{name}`"
    return f"[`{name}`]({'' if place == page else f'{place}.md'}#{name.lower()})"


def main() -> int:
    """Write the pages, or check them."""
    stale = 0
    for name, text in pages().items():
        path = FOLDER / name
        if "--check" not in sys.argv[1:]:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            print(f"docs/reference/{name} is not what the docstrings say: run make reference")
            stale = 1
    return stale


if __name__ == "__main__":
    raise SystemExit(main())
