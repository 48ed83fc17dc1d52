"""The commands with buttons along the top, in groups."""

from __future__ import annotations

from typing import NamedTuple


class Group(NamedTuple):
    """A title and the names of the commands whose buttons stand together."""

    title: str
    names: tuple[str, ...]


GROUPS = (
    Group("Game", ("new", "open", "save", "screenshot")),
    Group("Move", ("undo", "redo", "resign")),
    Group("Analysis", ("hint", "evaluate", "analyse")),
    Group("View", ("fit", "top", "corner", "corner2", "corner3", "projection", "explode", "peel")),
    Group("Window", ("right_panel", "settings", "help")),
)
"""The groups from left to right; the last one stands at the right end."""

WORDS = {
    "undo": "Undo",
    "hint": "Hint",
    "new": "New",
    "help": "Help",
    "analyse": "Analyse",
    "resign": "Resign",
    "open": "Open",
    "save": "Save",
    "settings": "Settings",
}
"""The labels of the main commands, shown beside their icons while there is room, in this order."""
