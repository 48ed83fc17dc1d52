"""A place in a tree, and the line through it that the table shows. Changes no record."""

from __future__ import annotations

from itertools import pairwise

from engine.record import Node
from viewer.session.files import SessionError


class Cursor:
    """A node of a tree and the ways last taken from each node.

    ``revision`` grows with every move of the cursor. The line runs from the root through the
    cursor and on by the ways last taken, else by first children.
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.node = root
        self.revision = 0
        self._taken: dict[Node, Node] = {}
        self._line: list[Node] = []
        self._places: dict[Node, int] = {}

    @property
    def line(self) -> list[Node]:
        """The nodes of the line; do not change the list."""
        if not self._line:
            self._line = self.node.path()
            while (after := self._next(self._line[-1])) is not None:
                self._line.append(after)
            self._places = {node: index for index, node in enumerate(self._line)}
        return self._line

    @property
    def index(self) -> int:
        """The cursor's place in the line, from 0, the root."""
        return self._places[self.node] if self.line else 0

    def _next(self, node: Node) -> Node | None:
        taken = self._taken.get(node)
        if taken is not None and taken.parent is node:
            return taken
        return node.children[0] if node.children else None

    def go(self, node: Node) -> Node:
        """Move to a node. Raises ``SessionError`` for one that is not in the tree."""
        if node is self.node:
            return node
        if node not in self._places or not self._line:
            self.show(node)
        self.node = node
        self.revision += 1
        return node

    def show(self, node: Node) -> None:
        """Let the line run through a node. Raises ``SessionError`` for one not in the tree."""
        path = node.path()
        if path[0] is not self.root:
            raise SessionError("this place is no longer part of the record")
        self._taken.update(pairwise(path))
        self._line = []

    def changed(self) -> None:
        """Note that the tree has changed."""
        self._line = []
        self.revision += 1
