"""The package of the tutorial, ``docs/own-game.md``: its files, and the same under another name."""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path
from typing import NamedTuple

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "own-game.md"
NAME, TITLE = "tictactoe", "Tic-tac-toe"
"""What the tutorial calls its game."""

_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_NAMES = re.compile(r"[a-z][a-z0-9_]*")


class Block(NamedTuple):
    """A block of code: its language, the file that it is, or '', and its text."""

    language: str
    file: str
    text: str


def blocks() -> list[Block]:
    """Return the tutorial's blocks of code in their order."""
    return [Block(*found) for found in _BLOCK.findall(PAGE.read_text("utf-8"))]


def files_for(name: str) -> dict[str, str]:
    """Return the tutorial's files, each as the last step has it, for a game of another name."""
    title = TITLE if name == NAME else name.replace("_", " ").capitalize()
    return {
        block.file.replace(NAME, name): block.text.replace(NAME, name).replace(TITLE, title)
        for block in blocks()
        if block.file
    }


def write_package(name: str, folder: Path) -> Path:
    """Write the tutorial's package for a game of that name into a new folder below ``folder``.

    Raises ``BocheError`` for an unsuitable name, or if there is something of that name.
    """
    if name[:1].isdigit():
        raise BocheError(f"{name!r} cannot name a game; it begins with a letter")
    if keyword.iskeyword(name):
        raise BocheError(f"{name!r} is a word of Python; choose another name")
    if _NAMES.fullmatch(name) is None or not name.isidentifier():
        raise BocheError(f"{name!r} cannot name a game; use lower-case letters, digits and _")
    if name in GAMES:
        raise BocheError(f"the game {name!r} already exists; choose another name")
    top = folder / name
    if top.exists():
        raise BocheError(f"{top} already exists; choose another name, or another folder")
    if importlib.util.find_spec(name) is not None:  # which the package would hide, or be hidden by
        raise BocheError(f"there is a module {name!r} already; choose another name")
    for file, text in files_for(name).items():
        path = top / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return top
