"""A place in a tree, the line through it that the table shows, and navigation."""

from __future__ import annotations

from itertools import pairwise

from boche.engine.languages.current import tr
from boche.engine.record import Node
from boche.viewer.session.errors import SessionError


class Cursor:
    """A node of a tree, and the child last visited from each node. It changes no record.

    ``revision`` grows with every move of the cursor and every change of the tree. The line runs
    from the root through the cursor and on through the children last visited, else the first
    children.
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.node = root
        self.revision = 0
        self._last_children: dict[Node, Node] = {}
        self._line: list[Node] = []
        self._places: dict[Node, int] = {}

    @property
    def line(self) -> list[Node]:
        """The nodes of the line, from the root to its end; do not change the list."""
        if not self._line:
            self._line = self.node.path()
            while (after := self._next(self._line[-1])) is not None:
                self._line.append(after)
            self._places = {node: index for index, node in enumerate(self._line)}
        return self._line

    @property
    def index(self) -> int:
        """The cursor's index in ``line``, from 0 (the root) to ``len(line) - 1``."""
        return self._places[self.node] if self.line else 0

    def _next(self, node: Node) -> Node | None:
        child = self._last_children.get(node)
        if child is not None and child.parent is node:
            return child
        return node.children[0] if node.children else None

    @property
    def moves(self) -> list[str]:
        """The moves of ``line``."""
        return [node.move for node in self.line if node.move is not None]

    @property
    def last_move(self) -> str | None:
        """The move that led to the cursor, or None at the start."""
        node: Node | None = self.node
        while node is not None and node.move is None:
            node = node.parent
        return node.move if node is not None else None

    @property
    def variations(self) -> list[Node]:
        """The cursor and its siblings, the main one first; empty at the root."""
        return list(self.node.parent.children) if self.node.parent is not None else []

    @property
    def is_on_main_line(self) -> bool:
        """True if only first children lead from the root to the cursor."""
        node = self.node
        while node.parent is not None:
            if node.parent.children[0] is not node:
                return False
            node = node.parent
        return True

    # -- navigation; all methods return the cursor

    def go(self, node: Node) -> Node:
        """Move to a node. Raises ``SessionError`` if it is not in the tree."""
        if node is self.node:
            return node
        if node not in self._places or not self._line:
            self.show(node)
        self.node = node
        self.revision += 1
        return node

    def go_index(self, index: int) -> Node:
        """Move within ``line``; an index out of range is clamped."""
        line = self.line
        return self.go(line[min(max(index, 0), len(line) - 1)])

    def back(self, n: int = 1) -> Node:
        return self.go_index(self.index - n)

    def forward(self, n: int = 1) -> Node:
        """Move forward by ``n`` nodes along the line."""
        return self.go_index(self.index + n)

    def first(self) -> Node:
        return self.go_index(0)

    def last(self) -> Node:
        """Move to the end of the line."""
        return self.go_index(len(self.line) - 1)

    def next_variation(self) -> Node:
        """Move to the next sibling, if there is one."""
        return self._sibling(1)

    def previous_variation(self) -> Node:
        """Move to the previous sibling, if there is one."""
        return self._sibling(-1)

    def _sibling(self, by: int) -> Node:
        siblings = self.variations or [self.node]
        index = next(i for i, node in enumerate(siblings) if node is self.node) + by
        return self.go(siblings[min(max(index, 0), len(siblings) - 1)])

    # -- for code that changes the tree

    def show(self, node: Node) -> None:
        """Make the line run through a node. Raises ``SessionError`` if it is not in the tree."""
        path = node.path()
        if path[0] is not self.root:
            raise SessionError(tr("this place is no longer part of the record"))
        self._last_children.update(pairwise(path))
        self._line = []

    def changed(self) -> None:
        """Register a change of the tree."""
        self._line = []
        self.revision += 1
