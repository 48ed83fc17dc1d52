"""Edits of a tree that can be undone: what a few nodes held before and after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.record import Node
from engine.record.tree import Property


@dataclass(frozen=True)
class Held:
    """What can change about a node."""

    children: tuple[Node, ...]
    properties: tuple[Property, ...]


States = Mapping[Node, Held]

MOVE = "move"
"""The kind of edits that are moves."""


def held_by(nodes: Iterable[Node]) -> dict[Node, Held]:
    """What the nodes hold now."""
    return {node: Held(tuple(node.children), node.properties) for node in nodes}


def restore(states: States) -> None:
    """Make the nodes hold what they held."""
    for node, held in states.items():
        for child in node.children:
            child.parent = None
        node.children[:] = held.children
        for child in held.children:
            child.parent = node
        node.properties = held.properties


@dataclass(frozen=True)
class Draft:
    """What an edit needs to know from before: the nodes, the cursor, the end of the line shown."""

    held: States
    cursor: Node
    line_end: Node


@dataclass(frozen=True, eq=False)
class Edit:
    """One edit: its name for the user, the nodes before and after, the cursor, the line shown.

    ``kind`` is ``MOVE`` for a move that was played, else empty.
    """

    what: str
    before: States
    after: States
    cursor_before: Node
    cursor_after: Node
    line_end: Node
    kind: str = ""


class History:
    """The edits done and undone, and which of them the saved file has."""

    def __init__(self) -> None:
        self.done: list[Edit] = []
        self.undone: list[Edit] = []
        self._saved: object = None

    def add(self, edit: Edit) -> None:
        """Note an edit; what was undone before it cannot be redone any more."""
        self.done.append(edit)
        self.undone.clear()

    def undo(self) -> Edit | None:
        """Take the last edit back and return it; None where there is none."""
        if not self.done:
            return None
        edit = self.done.pop()
        restore(edit.before)
        self.undone.append(edit)
        return edit

    def redo(self) -> Edit | None:
        """Do the last undone edit again and return it; None where there is none."""
        if not self.undone:
            return None
        edit = self.undone.pop()
        restore(edit.after)
        self.done.append(edit)
        return edit

    @property
    def modified(self) -> bool:
        """Whether the record differs from the file, as far as edits tell."""
        return self._now() is not self._saved

    def mark_saved(self) -> None:
        self._saved = self._now()

    def mark_unsaved(self) -> None:
        """No state known here is in a file."""
        self._saved = object()

    def _now(self) -> Edit | None:
        return self.done[-1] if self.done else None
