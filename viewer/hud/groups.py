"""The commands with buttons along the top, in groups."""

from __future__ import annotations

from typing import NamedTuple

from boche.engine.languages.current import tr_later


class Group(NamedTuple):
    """A title and the names of the commands whose buttons stand together."""

    title: str
    names: tuple[str, ...]


GROUPS = (
    Group(tr_later("Game"), ("new", "open", "save", "screenshot")),
    Group(tr_later("Move"), ("undo", "redo", "resign")),
    Group(tr_later("Analysis"), ("hint", "evaluate", "analyse")),
    Group(
        tr_later("View"),
        ("fit", "top", "corner", "corner2", "corner3", "projection", "explode", "peel"),
    ),
    Group(tr_later("Window"), ("right_panel", "settings", "help")),
)
"""The groups from left to right; the last one stands at the right end."""

WORDS = {
    "undo": tr_later("Undo"),
    "hint": tr_later("Hint"),
    "new": tr_later("New"),
    "help": tr_later("Help"),
    "analyse": tr_later("Analyse"),
    "resign": tr_later("Resign"),
    "open": tr_later("Open"),
    "save": tr_later("Save"),
    "settings": tr_later("Settings"),
}
"""The labels of the main commands, shown beside their icons while there is room, in this order."""
