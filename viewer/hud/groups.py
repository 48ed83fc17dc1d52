"""The commands that have buttons along the top, grouped by what they are for."""

from __future__ import annotations

from typing import NamedTuple


class Group(NamedTuple):
    """Commands for one thing, whose buttons stand together: what for, and their names."""

    title: str
    names: tuple[str, ...]


GROUPS = (
    Group("Game", ("new", "open", "save", "screenshot")),
    Group("Move", ("undo", "redo", "resign")),
    Group("Analysis", ("hint", "evaluate", "analyse")),
    Group("View", ("fit", "top", "corner", "corner2", "corner3", "projection", "explode", "peel")),
    Group("Window", ("right_panel", "settings", "help")),
)
"""From left to right; the last one stands at the right end."""

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
"""Words for the main ones, beside their icons as far as there is room: the first ones first."""
