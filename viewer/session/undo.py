"""Edits of a tree that can be undone: the contents of a few nodes before and after.

Evaluations are findings and no edits: undoing a comment keeps what was found there since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from boche.engine.record import Node
from boche.engine.record.evaluation import with_evaluation_of, without_evaluation
from boche.engine.record.tree import Property


@dataclass(frozen=True)
class NodeContents:
    """The mutable contents of a node, without its evaluation."""

    children: tuple[Node, ...]
    properties: tuple[Property, ...]


States = Mapping[Node, NodeContents]

MOVE = "move"
"""The kind of edits that are moves."""


def contents_of(nodes: Iterable[Node]) -> dict[Node, NodeContents]:
    """Return the current contents of the nodes."""
    return {
        node: NodeContents(tuple(node.children), without_evaluation(node.properties))
        for node in nodes
    }


def restore(states: States) -> None:
    """Restore the contents of the nodes."""
    for node, held in states.items():
        for child in node.children:
            child.parent = None
        node.children[:] = held.children
        for child in held.children:
            child.parent = node
        node.properties = with_evaluation_of(node, held.properties)


@dataclass(frozen=True)
class Draft:
    """The state before an edit: the nodes, the cursor, the end of the line shown."""

    contents: States
    cursor: Node
    line_end: Node


@dataclass(frozen=True, eq=False)
class Edit:
    """One edit: its name for the user, the nodes before and after, the cursor, the line shown.

    ``kind`` is ``MOVE`` for a move that was played, else empty.
    """

    title: str
    before: States
    after: States
    cursor_before: Node
    cursor_after: Node
    line_end: Node
    kind: str = ""


class History:
    """The edits done and undone, and which of them are in the saved file."""

    def __init__(self) -> None:
        self.done: list[Edit] = []
        self.undone: list[Edit] = []
        self._saved: object = None

    def add(self, edit: Edit) -> None:
        """Add an edit and discard the edits that could be redone."""
        self.done.append(edit)
        self.undone.clear()

    def undo(self) -> Edit | None:
        """Undo the last edit and return it, or None."""
        if not self.done:
            return None
        edit = self.done.pop()
        restore(edit.before)
        self.undone.append(edit)
        return edit

    def redo(self) -> Edit | None:
        """Redo the last undone edit and return it, or None."""
        if not self.undone:
            return None
        edit = self.undone.pop()
        restore(edit.after)
        self.done.append(edit)
        return edit

    @property
    def modified(self) -> bool:
        """True if the record differs from the file, as far as edits tell."""
        return self._latest() is not self._saved

    def mark_saved(self) -> None:
        self._saved = self._latest()

    def mark_unsaved(self) -> None:
        """Mark every state known here as being in no file."""
        self._saved = object()

    def _latest(self) -> Edit | None:
        return self.done[-1] if self.done else None
