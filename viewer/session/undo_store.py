"""The edits of a session as JSON, so that a later process can undo them.

Nodes have numbers: those in the record are listed in written order. Nodes known only to edits
(undone or deleted) are called aside and described in full. A node has the same parent all its life;
edits change whether it is among the parent's children.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from boche.engine.record import Node, Record, check
from boche.engine.record.tree import Property
from boche.viewer.session.positions import is_in
from boche.viewer.session.undo import (
    MOVE,
    Edit,
    History,
    NodeContents,
    States,
    contents_of,
    restore,
)

MOST = 300_000
"""Maximum characters of the edits; older ones are left out."""


class Memory:
    """A writer of one record's edits. Their JSON is cached, since edits never change."""

    def __init__(self) -> None:
        self._numbers: dict[Node, int] = {}
        self._above: dict[Node, Node] = {}
        self._written: dict[Edit, str] = {}

    def text(self, record: Record, history: History) -> str:
        """Return the edits as JSON; the oldest ones may be missing."""
        fresh = [e for e in (*history.done, *history.undone) if e not in self._written]
        nodes = list(record.nodes())
        for node in nodes:
            self._know(node, node.parent)
        for edit in fresh:
            self._know_all(edit)
        for edit in fresh:
            self._written[edit] = self._edit(edit)
        done, undone = self._newest(history.done), self._newest(history.undone)
        return (
            f'{{"nodes": {[self._numbers[node] for node in nodes]}, '
            f'"aside": {json.dumps(self._aside(set(nodes)))}, '
            f'"done": [{", ".join(done)}], "undone": [{", ".join(undone)}]}}'
        )

    def _know(self, node: Node, above: Node | None) -> None:
        if node not in self._numbers:
            self._numbers[node] = len(self._numbers)
            if above is not None:
                self._above[node] = above

    def _know_all(self, edit: Edit) -> None:
        """Assign numbers to the nodes that an edit inserts or removes, and their subtrees."""
        for states in (edit.before, edit.after):
            for node, held in states.items():
                for child in held.children:
                    if child not in self._numbers:
                        for descendant in child.subtree():
                            self._know(
                                descendant, node if descendant is child else descendant.parent
                            )

    def _newest(self, edits: Sequence[Edit]) -> list[str]:
        """Return the newest edits in order, as many as fit into ``MOST`` characters."""
        texts: list[str] = []
        room = MOST
        for edit in reversed(edits):
            text = self._written[edit]
            room -= len(text)
            if room < 0:
                break
            texts.append(text)
        return texts[::-1]

    def _edit(self, edit: Edit) -> str:
        changes = [
            [self._numbers[node], self._contents(edit.before[node]), self._contents(after)]
            for node, after in edit.after.items()
            if edit.before[node] != after
        ]
        places = (edit.cursor_before, edit.cursor_after, edit.line_end)
        numbers = [self._numbers[place] for place in places]
        return json.dumps([edit.title, changes, *numbers, edit.kind])

    def _contents(self, held: NodeContents) -> list[Any]:
        return [[self._numbers[child] for child in held.children], held.properties]

    def _aside(self, inside: set[Node]) -> list[list[Any]]:
        """Return a row for each node that is not in the record now."""
        if len(inside) == len(self._numbers):
            return []
        return [
            [number, self._numbers[self._above[node]], node.move, node.colour, *self._now(node)]
            for node, number in self._numbers.items()
            if node not in inside
        ]

    def _now(self, node: Node) -> list[Any]:
        return self._contents(contents_of([node])[node])


def unpack(record: Record, data: Any) -> History:
    """Return the edits that ``Memory.text`` wrote for the same record.

    Raises ``ValueError``, ``KeyError``, ``TypeError`` or ``AttributeError`` if they do not fit the
    record, which is then unchanged.
    """
    present = contents_of(record.nodes())
    try:
        return _History(record, data).read(data)
    finally:
        restore(present)


class _History:
    """A reader of edits; invalid ones raise."""

    def __init__(self, record: Record, data: Any) -> None:
        self._record = record
        nodes = list(record.nodes())
        numbers = data["nodes"]
        if len(numbers) != len(nodes) or len(set(numbers)) < len(nodes):
            raise ValueError("not these nodes")
        self._nodes: dict[int, Node] = dict(zip(numbers, nodes, strict=True))
        self._above = {child: node for node in nodes for child in node.children}
        self._present = contents_of(nodes)
        self._add_aside(data["aside"])

    def read(self, data: Any) -> History:
        """Return the edits after checking that all can be undone and redone."""
        history = History()
        history.done = [self._edit(row) for row in data["done"]]
        history.undone = [self._edit(row) for row in data["undone"]]
        self._walk(history)
        restore(self._present)
        return history

    def _add_aside(self, rows: Sequence[Sequence[Any]]) -> None:
        aside = [self._new_node(*row[:1], *row[2:4]) for row in rows]
        for node, row in zip(aside, rows, strict=True):
            self._above[node] = self._nodes[row[1]]
        self._check_above(aside)
        for node in aside:
            node.parent = self._above[node]
            node.parent.children.append(node)
        if aside and check(self._record):
            raise ValueError("a move aside is illegal")
        for node, row in zip(aside, rows, strict=True):
            self._present[node] = self._contents(node, row[4:])
            node.parent = None
        restore(self._present)

    def _new_node(self, number: Any, move: Any, colour: Any) -> Node:
        if type(number) is not int or number in self._nodes:
            raise ValueError("no number")
        if not isinstance(move, str | None) or colour not in (None, *self._record.game.colours):
            raise TypeError("no move")
        node = self._nodes[number] = Node(move, colour)
        return node

    def _check_above(self, aside: Iterable[Node]) -> None:
        """Check that the nodes hang below the record and form no cycle."""
        fine = {self._record.root, *self._present}
        for node in aside:
            path: dict[Node, None] = {}
            while node not in fine:
                if node in path:
                    raise ValueError("a circle of nodes")
                path[node] = None
                node = self._above[node]
            fine.update(path)

    def _edit(self, row: Sequence[Any]) -> Edit:
        title, changes, *places = row[:5]
        kind = MOVE if row[5:] == [MOVE] else ""
        before: dict[Node, NodeContents] = {}
        after: dict[Node, NodeContents] = {}
        for number, *states in changes:
            node = self._nodes[number]
            before[node], after[node] = (self._contents(node, state) for state in states)
        before_node, after_node, line_end = (self._nodes[place] for place in places)
        return Edit(str(title)[:200], before, after, before_node, after_node, line_end, kind)

    def _contents(self, node: Node, state: Sequence[Any]) -> NodeContents:
        numbers, properties = state
        children = tuple(self._nodes[number] for number in numbers)
        if any(self._above[child] is not node for child in children):
            raise ValueError("a node below two others")
        if len(set(children)) < len(children):
            raise ValueError("a node twice")
        return NodeContents(children, _properties(properties))

    def _walk(self, history: History) -> None:
        """Undo and redo everything to verify that it works."""
        for edit in reversed(history.done):
            self._must_hold(edit.cursor_after)
            _step(edit.after, edit.before)
            self._must_hold(edit.cursor_before, edit.line_end)
        restore(self._present)
        for edit in reversed(history.undone):
            self._must_hold(edit.cursor_before, edit.line_end)
            _step(edit.before, edit.after)
            self._must_hold(edit.cursor_after)

    def _must_hold(self, *nodes: Node) -> None:
        if not all(is_in(self._record, node) for node in nodes):
            raise ValueError("an edit leads out of the record")


def _properties(values: Any) -> tuple[Property, ...]:
    properties = tuple((name, tuple(texts)) for name, texts in values)
    if not all(isinstance(text, str) for name, texts in properties for text in (name, *texts)):
        raise TypeError("no properties")
    return properties


def _step(known: States, target: States) -> None:
    if contents_of(known) != known:
        raise ValueError("an edit does not fit")
    restore(target)
