"""Changing a record: variations, comments, names; every change can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.errors import BocheError
from engine.record import Node, Record
from viewer.session import undo_store as memory
from viewer.session.cursor import Cursor
from viewer.session.errors import SessionError
from viewer.session.positions import Positions, is_in
from viewer.session.undo import MOVE, Draft, Edit, History, held_by


class Edits:
    """The changes made to a record. Undo and redo restore the same ``Node`` objects.

    Whoever listens hears of every change before the method that made it returns. ``changes``
    grows with each. What is ``passing`` is no work of anybody's: nothing of it is to be saved or
    undone, as in a lesson.
    """

    def __init__(
        self, record: Record, cursor: Cursor, positions: Positions, *, passing: bool = False
    ) -> None:
        self.changes = 0
        self._passing = passing
        self._record, self._cursor, self._positions = record, cursor, positions
        self._history = History()
        self._memory = memory.Memory()
        self._listener: Callable[[], None] = lambda: None

    def listen(self, listener: Callable[[], None]) -> None:
        """Have a function called after each change; it takes the place of the one before."""
        self._listener = listener

    # -- what is done and undone

    @property
    def modified(self) -> bool:
        """Whether there are changes that no file has (an autosave aside)."""
        return self._history.modified

    @property
    def played(self) -> bool:
        """Whether a move was played here that still stands."""
        return any(edit.kind == MOVE for edit in self._history.done)

    def mark_saved(self) -> None:
        """Take the record as it is for what its file has."""
        self._history.mark_saved()
        self.touch()

    def mark_unsaved(self) -> None:
        """Take the record as it is for one that no file has."""
        self._history.mark_unsaved()

    def touch(self) -> None:
        """Note a change of what belongs to the record and is not in it: its file, its players."""
        self._cursor.changed()
        self._listener()

    @property
    def undo_text(self) -> str:
        """What ``undo`` would take back, such as ``play c:d3``; empty if there is nothing."""
        return self._history.done[-1].what if self._history.done else ""

    @property
    def redo_text(self) -> str:
        """What ``redo`` would do again; empty if there is nothing."""
        return self._history.undone[-1].what if self._history.undone else ""

    @property
    def undoes_move(self) -> bool:
        """Whether what ``undo`` would take back is a move that was played."""
        return bool(self._history.done) and self._history.done[-1].kind == MOVE

    @property
    def redoes_move(self) -> bool:
        """Whether what ``redo`` would do again is a move."""
        return bool(self._history.undone) and self._history.undone[-1].kind == MOVE

    def undo(self) -> bool:
        """Take the last edit back, the cursor with it; False if there is none."""
        edit = self._history.undo()
        if edit is not None:
            self._cursor.show(edit.line_end)
            self._changed(edit.cursor_before)
        return edit is not None

    def redo(self) -> bool:
        """Do the last undone edit again; False if there is none."""
        edit = self._history.redo()
        if edit is not None:
            self._changed(edit.cursor_after)
        return edit is not None

    def as_text(self) -> str:
        """The edits as JSON, for ``restore``."""
        return self._memory.text(self._record, self._history)

    def restore(self, data: Any, *, has_file: bool = True) -> bool:
        """Know the edits that led to this record, from JSON's values; False if they do not fit it.

        No state of it counts as saved then, but the empty board that a game without a file began
        with: nothing of it is left to be saved.
        """
        try:
            self._history = memory.unpack(self._record, data)
        except (BocheError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            return False
        if has_file or not self._began_empty():
            self._history.mark_unsaved()
        return True

    def _began_empty(self) -> bool:
        """Whether undoing every edit known leads to a game of which nothing is played or noted."""
        root, form = self._record.root, self._record.form
        known = (edit.before[root] for edit in self._history.done if root in edit.before)
        first = next(known, held_by([root])[root])
        plain = {"AP", *(f"P{letter}" for letter in form.colours.values())}
        return not first.children and {name for name, _ in first.properties} <= plain

    # -- changes of the tree

    def delete(self, node: Node) -> None:
        """Delete a node and all below it. Raises ``SessionError`` for the root."""
        above = self._above(node)

        def change() -> Node:
            node.delete()
            return self._cursor.node if is_in(self._record, self._cursor.node) else above

        self.edit(f"delete {node.move or 'a variation'}", [above], change)

    def promote(self, node: Node) -> None:
        """Move a variation one place up among its siblings."""
        above = self._above(node)
        self.edit(f"promote {node.move or 'a variation'}", [above], lambda: self._up(node))

    def promote_to_main(self, node: Node) -> None:
        """Make the path to a node the main line of the record."""
        self._above(node)

        def change() -> Node:
            node.promote_to_main()
            return self._cursor.node

        self.edit(f"make {node.move or 'a variation'} the main line", node.path()[:-1], change)

    def _up(self, node: Node) -> Node:
        node.promote()
        return self._cursor.node

    def _above(self, node: Node) -> Node:
        if not is_in(self._record, node):
            raise SessionError("this place is no longer part of the record")
        if node.parent is None:
            raise SessionError("the start of a game can be neither deleted nor promoted")
        return node.parent

    def set_comment(self, text: str) -> None:
        """Set the comment at the cursor; an empty text removes it."""
        node = self._cursor.node
        text = text.replace("\r\n", "\n").replace("\r", "\n")

        def change() -> Node:
            if text != node.comment:
                node.comment = text
            return node

        self.edit("comment", [node], change)

    def set_comments(self, texts: Mapping[Node, str]) -> None:
        """Set the comments of many nodes as one change."""

        def change() -> Node:
            for node, text in texts.items():
                if text != node.comment:
                    node.comment = text
            return self._cursor.node

        self.edit("comments", texts, change)

    def set_player(self, colour: str, name: str) -> None:
        """Name the player who began with ``colour``."""

        def change() -> Node:
            if name != self._record.players[colour]:
                self._record.set_player(colour, name)
            return self._cursor.node

        self.edit("name a player", (), change)

    # -- how changes are made

    def edit(self, what: str, touched: Iterable[Node], change: Callable[[], Node]) -> Node:
        """Make a change that can be undone; ``change`` returns the new cursor.

        ``what`` names it for the user. ``touched`` are the nodes that it may change, apart from
        new ones and the root.
        """
        draft = self.begin(touched)
        return self.finish(what, draft, change())

    def begin(self, touched: Iterable[Node]) -> Draft:
        """What ``finish`` must know from before a change of these nodes."""
        cursor, positions = self._cursor, self._positions
        held = held_by([*touched, self._record.root, positions.main_end])
        return Draft(held, cursor.node, cursor.line[-1])

    def finish(self, what: str, draft: Draft, cursor: Node, kind: str = "") -> Node:
        """Note the change made since ``begin``, and move the cursor; see ``Edit``."""
        positions, main_end = self._positions, self._record.main_line()[-1]
        held = {**held_by([main_end]), **draft.held}
        positions.follow_main_line(main_end)
        now = held_by(held)
        if now == held:
            return self._cursor.go(cursor)
        if not self._passing:
            self._history.add(Edit(what, held, now, draft.cursor, cursor, draft.line_end, kind))
        self._changed(cursor)
        return cursor

    def _changed(self, cursor: Node) -> None:
        self.changes += 1
        self._positions.changed()
        self._cursor.changed()
        self._cursor.go(cursor)
        self._listener()
