"""Holding files to the table of rooms: their imports read, and looked up."""

from __future__ import annotations

import ast
import sys
from collections.abc import Container, Iterable
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from tests.rooms import EVERYWHERE, OWN, PACKAGES, Room

PROGRAM = "boche"

# -- reading imports


def sources(root: Path, packages: Iterable[str] = PACKAGES) -> dict[str, Path]:
    """Return the files of the packages, by their paths from ``root``."""
    found = [path for package in packages for path in sorted((root / package).rglob("*.py"))]
    return {path.relative_to(root).as_posix(): path for path in found}


def module_of(name: str) -> str:
    """Return the module's name for a file's path."""
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def absolute(node: ast.ImportFrom, name: str) -> str:
    """Return the full name of the module that a ``from`` import in the file ``name`` names."""
    if not node.level:
        return node.module or ""
    package = name.split("/")[:-1]
    base = [PROGRAM, *package[: len(package) - node.level + 1]]
    return ".".join([*base, *([node.module] if node.module else [])])


def imports_of(name: str, text: str, modules: Container[str]) -> set[str]:
    """Return all that a file imports, also in functions and for types, as known modules.

    Modules of the project are named without its package.
    """
    found = set[str]()
    for node in _statements(text):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        else:
            module = absolute(node, name)
            parts = {f"{module}.{alias.name}" for alias in node.names}
            known = {part for part in parts if _own_name(part) in modules}
            found.update(known)
            if parts != known:
                found.add(module)
    return {_own_name(name) or name for name in found}


def _own_name(module: str) -> str:
    """Return the name of a module of the project without its package, or "" for another."""
    return module.removeprefix(f"{PROGRAM}.") if module.startswith(f"{PROGRAM}.") else ""


@cache  # the same files are looked at for rooms and for circles
def _statements(text: str) -> list[ast.Import | ast.ImportFrom]:
    """Return the import statements in Python source text."""
    found: list[ast.Import | ast.ImportFrom] = []
    todo: list[ast.AST] = [ast.parse(text)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            todo += getattr(node, part, ())  # only statements: most of a tree is expressions
    return found


def within(name: str, module: str) -> bool:
    return name == module or name.startswith(module + ".")


# -- holding files to the table


def problems_in(root: Path, rooms: Iterable[Room], packages: Iterable[str] = PACKAGES) -> list[str]:
    """Return a line for each file in no room or with a forbidden import, and each empty room.

    A file belongs to the first room that has it.
    """
    rooms, files = list(rooms), sources(root, packages)
    modules = {module_of(name) for name in files}
    empty, found = set(rooms), []
    for name, path in files.items():
        room = next((room for room in rooms if fnmatchcase(name, room.files)), None)
        if room is None:
            found.append(f"{name} is in no room")
            continue
        empty.discard(room)
        for module in sorted(imports_of(name, path.read_text(encoding="utf-8"), modules)):
            if not allowed(module, name, room, packages):
                found.append(f"{name} imports {module}")
    return [*found, *(f"no file is in the room {room.files}" for room in rooms if room in empty)]


def allowed(module: str, name: str, room: Room, packages: Iterable[str]) -> bool:
    top = module.partition(".")[0]
    if top in packages:
        game = ".".join(name.split("/")[:3])
        itself = room.files.removesuffix("/*.py").replace("/", ".")
        may = [itself, EVERYWHERE, *room.project.replace(OWN, game).split()]
        return any(within(module, one) for one in may)
    return top in sys.stdlib_module_names or top in room.libraries.split()
