"""Edits of a record: variations, comments, names; every one can be undone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later
from boche.engine.record import Node, Record, check
from boche.engine.record.evaluation import KeptEvaluation, keep_evaluation
from boche.engine.record.times import CONTROL
from boche.engine.record.tree import Property
from boche.viewer.session.cursor import Cursor
from boche.viewer.session.errors import SessionError
from boche.viewer.session.positions import Positions, is_in
from boche.viewer.session.undo import (
    MOVE,
    NOTE,
    Draft,
    Edit,
    History,
    NodeContents,
    States,
    contents_of,
    restore,
)

UNSAVED_POSITION = tr_later("a position that is not saved")
UNSAVED_MOVES = tr_later("unsaved moves or notes")
UNSAVED_ANALYSIS = tr_later("an analysis that is not saved")


class Edits:
    """The edits made to a record. Undo and redo restore the same ``Node`` objects.

    The listener is called for every change before the method that made it returns. ``changes``
    grows with each. If ``ephemeral``, as in a lesson, nothing is to be saved or undone.
    ``findings`` counts the evaluations kept here, ``new_findings`` is set while some are in no
    file.
    """

    def __init__(
        self, record: Record, cursor: Cursor, positions: Positions, *, ephemeral: bool = False
    ) -> None:
        self.changes = 0
        self.findings, self.new_findings = 0, False
        self._ephemeral = ephemeral
        self._record, self._cursor, self._positions = record, cursor, positions
        self._history = History()
        self._known: list[Edit] = []  # the moves that were there when the game was opened
        self._memory = Memory()
        self._listener: Callable[[], None] = lambda: None

    def listen(self, listener: Callable[[], None]) -> None:
        """Register a function to call after each change, in place of the previous one."""
        self._listener = listener

    # -- undo and redo

    @property
    def modified(self) -> bool:
        """True if there are changes that are in no file, autosaves aside."""
        return self._history.modified or self.new_findings

    @property
    def unsaved(self) -> str:
        """What is in no file, to be translated: it has ...; an empty string if nothing is."""
        if self._history.modified:
            bare = not (self._record.root.children or self._history.done)
            return UNSAVED_POSITION if bare else UNSAVED_MOVES
        return UNSAVED_ANALYSIS if self.new_findings else ""

    @property
    def played(self) -> bool:
        """True if a move was played here and has not been undone."""
        return any(edit.kind == MOVE and edit not in self._known for edit in self._history.done)

    def take_up_moves(self) -> None:
        """Let ``undo`` take back the moves of a game that goes on, as if they were played here.

        These are those after the last variation. They count neither as played nor as changes.
        """
        for node in self._record.main_line()[:0:-1]:
            above = node.parent
            if above is None or len(above.children) > 1 or node.move is None:
                break
            now = contents_of([above])
            before = {above: replace(now[above], children=())}
            self._known.insert(0, Edit(f"play {node.move}", before, now, above, node, above, MOVE))
        self._history.done = [*self._known]
        self._history.mark_saved()

    def mark_saved(self) -> None:
        """Mark the record as equal to its file."""
        self._history.mark_saved()
        self.new_findings = False
        self.touch()

    def mark_unsaved(self) -> None:
        """Mark the record as being in no file."""
        self._history.mark_unsaved()

    def touch(self) -> None:
        """Register a change of something outside the record, such as its file or players."""
        self._cursor.changed()
        self._listener()

    @property
    def undo_text(self) -> str:
        """The edit that ``undo`` would take back, such as ``play c:d3``, or an empty string."""
        return self._history.done[-1].title if self._history.done else ""

    @property
    def redo_text(self) -> str:
        """The edit that ``redo`` would repeat, or an empty string."""
        return self._history.undone[-1].title if self._history.undone else ""

    @property
    def undoes_move(self) -> bool:
        """True if ``undo`` would take back a move."""
        return bool(self._history.done) and self._history.done[-1].kind == MOVE

    @property
    def marks_over_move(self) -> int:
        """The number of edits that drew marks since the last move; 0 if there is another since."""
        for count, edit in enumerate(reversed(self._history.done)):
            if not edit.only_marks:
                return count if edit.kind == MOVE else 0
        return 0

    @property
    def redoes_move(self) -> bool:
        """True if ``redo`` would repeat a move."""
        return bool(self._history.undone) and self._history.undone[-1].kind == MOVE

    def undo(self) -> bool:
        """Undo the last edit and restore the cursor. Return False if there is none."""
        edit = self._history.undo()
        if edit is not None:
            self._cursor.show(edit.line_end)
            self._changed(edit.cursor_before)
        return edit is not None

    def redo(self) -> bool:
        """Redo the last undone edit. Return False if there is none."""
        edit = self._history.redo()
        if edit is not None:
            self._changed(edit.cursor_after)
        return edit is not None

    def as_text(self) -> str:
        """Return the edits as JSON, for ``restore``."""
        return self._memory.text(self._record, self._history)

    def restore(self, data: Any, *, has_file: bool = True) -> bool:
        """Restore the edits that led to this record from JSON values.

        Return False if they do not fit the record. Afterwards no state of the record counts as
        saved, except the empty board that a game without a file began with, where there is nothing
        to save.
        """
        try:
            self._history = unpack(self._record, data)
        except (BocheError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            return False
        if has_file or not self._began_empty():
            self._history.mark_unsaved()
        return True

    def _began_empty(self) -> bool:
        """Return whether undoing all known edits leads to a game without moves or notes."""
        root, form = self._record.root, self._record.form
        known = (edit.before[root] for edit in self._history.done if root in edit.before)
        first = next(known, contents_of([root])[root])
        plain = {"AP", *CONTROL, *(f"P{suffix}" for suffix in form.colours.values())}
        return not first.children and {name for name, _ in first.properties} <= plain

    # -- changes of the tree

    def delete(self, node: Node) -> None:
        """Delete a node and its subtree. Raises ``SessionError`` for the root."""
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
            raise SessionError(tr("this place is no longer part of the record"))
        if node.parent is None:
            raise SessionError(tr("the start of a game can be neither deleted nor promoted"))
        return node.parent

    def set_comment(self, text: str) -> None:
        """Set the comment at the cursor; an empty text removes it."""
        node = self._cursor.node
        text = text.replace("\r\n", "\n").replace("\r", "\n")

        def change() -> Node:
            if text != node.comment:
                node.comment = text
            return node

        self.edit("comment", [node], change, NOTE)

    def set_comments(self, texts: Mapping[Node, str]) -> None:
        """Set the comments of many nodes as one change."""

        def change() -> Node:
            for node, text in texts.items():
                if text != node.comment:
                    node.comment = text
            return self._cursor.node

        self.edit("comments", texts, change, NOTE)

    def set_player(self, colour: str, name: str) -> None:
        """Name the player who began with ``colour``."""

        def change() -> Node:
            if name != self._record.players[colour]:
                self._record.set_player(colour, name)
            return self._cursor.node

        self.edit("name a player", (), change, NOTE)

    def keep_evaluation(self, node: Node, evaluation: KeptEvaluation) -> None:
        """Keep an evaluation at a node: a change to save, but none to undo.

        Raises ``ValueError`` for one that cannot be kept.
        """
        keep_evaluation(node, evaluation)
        if not self._ephemeral:
            self.new_findings = True
        self.changes += 1
        self.findings += 1
        self.touch()

    # -- making edits

    def edit(
        self, title: str, touched: Iterable[Node], change: Callable[[], Node], kind: str = ""
    ) -> Node:
        """Make a change that can be undone; ``change`` returns the new cursor.

        ``title`` names it for the user. ``touched`` are the nodes that it may change, apart from
        new ones and the root. For ``kind`` see ``Edit``: after a note, what was undone can still be
        redone.
        """
        draft = self.begin(touched)
        return self.finish(title, draft, change(), kind)

    def begin(self, touched: Iterable[Node]) -> Draft:
        """Return the state that ``finish`` needs from before a change of these nodes."""
        cursor, positions = self._cursor, self._positions
        contents = contents_of([*touched, self._record.root, positions.main_end])
        return Draft(contents, cursor.node, cursor.line[-1])

    def finish(self, title: str, draft: Draft, cursor: Node, kind: str = "") -> Node:
        """Record the change made since ``begin``, and move the cursor; see ``Edit``."""
        positions, main_end = self._positions, self._record.main_line()[-1]
        before = {**contents_of([main_end]), **draft.contents}
        positions.follow_main_line(main_end)
        after = contents_of(before)
        if after == before:
            return self._cursor.go(cursor)
        if not self._ephemeral:
            self._history.add(
                Edit(
                    title=title,
                    before=before,
                    after=after,
                    cursor_before=draft.cursor,
                    cursor_after=cursor,
                    line_end=draft.line_end,
                    kind=kind,
                )
            )
        self._changed(cursor)
        return cursor

    def _changed(self, cursor: Node) -> None:
        self.changes += 1
        self._positions.changed()
        self._cursor.changed()
        self._cursor.go(cursor)
        self._listener()


# The edits of a session as JSON, so that a later process can undo them.
#
# Nodes have numbers: those in the record are listed in written order. Nodes known only to edits
# (undone or deleted) are called aside and described in full. A node has the same parent all its
# life; edits change whether it is among the parent's children.

MAX_UNDO_CHARACTERS = 300_000
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
        """Return the newest edits in order, as many as ``MAX_UNDO_CHARACTERS`` has room for."""
        texts: list[str] = []
        room = MAX_UNDO_CHARACTERS
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
        kind = next((kind for kind in (MOVE, NOTE) if row[5:] == [kind]), "")
        before: dict[Node, NodeContents] = {}
        after: dict[Node, NodeContents] = {}
        for number, *states in changes:
            node = self._nodes[number]
            before[node], after[node] = (self._contents(node, state) for state in states)
        before_node, after_node, line_end = (self._nodes[place] for place in places)
        return Edit(
            title=str(title)[:200],
            before=before,
            after=after,
            cursor_before=before_node,
            cursor_after=after_node,
            line_end=line_end,
            kind=kind,
        )

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
