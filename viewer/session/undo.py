"""Edits of a tree that can be undone: the contents of a few nodes before and after.

Evaluations are findings and no edits: undoing a comment keeps what was found there since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from boche.engine.record import Node
from boche.engine.record.evaluation import with_evaluation_of, without_evaluation
from boche.engine.record.marks import KINDS
from boche.engine.record.tree import Property


@dataclass(frozen=True)
class NodeContents:
    """The mutable contents of a node, without its evaluation."""

    children: tuple[Node, ...]
    properties: tuple[Property, ...]


States = Mapping[Node, NodeContents]

MOVE, NOTE = "move", "note"
"""The kinds of edits that are moves, and that only write something down: comments, marks, names."""


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

    ``kind`` is ``MOVE`` for a move that was played, ``NOTE`` for an edit of properties only, else
    empty.
    """

    title: str
    before: States
    after: States
    cursor_before: Node
    cursor_after: Node
    line_end: Node
    kind: str = ""

    @property
    def only_marks(self) -> bool:
        """True if all that it changes are marks on the board."""
        changed = {name for node in self.before for name in _changed(self, node)}
        return self.kind == NOTE and bool(changed) and changed <= {*KINDS}


class History:
    """The edits done and undone, and which of them are in the saved file."""

    def __init__(self) -> None:
        self.done: list[Edit] = []
        self.undone: list[Edit] = []
        self._saved: object = None

    def add(self, edit: Edit) -> None:
        """Add an edit and discard the edits that could be redone, unless it only writes a note."""
        self.done.append(edit)
        self.undone = _after_note(edit, self.undone) if edit.kind == NOTE else []

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


def _after_note(note: Edit, undone: Sequence[Edit]) -> list[Edit]:
    """Return undone edits, the next one last, as they are redone after a note.

    Undone notes on the same thing are dropped: the new one stands in their place.
    """
    written = {node: _changed(note, node) for node in note.before}
    now = {node: note.after[node].properties for node in note.before}
    kept: list[Edit] = []
    for edit in reversed(undone):
        if edit.kind == NOTE and any(
            _changed(edit, n) & written[n] for n in edit.before if n in now
        ):
            continue
        before, after = dict(edit.before), dict(edit.after)
        for node in before:
            if node in now:
                before[node] = replace(before[node], properties=now[node])
                now[node] = _again(now[node], edit.before[node], edit.after[node])
                after[node] = replace(after[node], properties=now[node])
        kept.append(replace(edit, before=before, after=after))
    return kept[::-1]


def _changed(edit: Edit, node: Node) -> set[str]:
    """Return the names of the properties of a node that an edit changes."""
    before, after = edit.before[node].properties, edit.after[node].properties
    return {name for name, _ in {*before} ^ {*after}}


def _again(
    properties: tuple[Property, ...], before: NodeContents, after: NodeContents
) -> tuple[Property, ...]:
    """Return properties after the change that an edit made to others of the same node."""
    if properties == before.properties:
        return after.properties
    changed = {name for name, _ in {*before.properties} ^ {*after.properties}}
    kept = (held for held in properties if held[0] not in changed)
    return (*kept, *(held for held in after.properties if held[0] in changed))
