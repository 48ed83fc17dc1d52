"""Changing a record: moves, variations, comments, names; every change can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.errors import BocheError, IllegalMoveError, OptionError
from engine.game import Outcome
from engine.message import NOTHING
from engine.record import Node, Record, play_at, write_result
from engine.words import GAME_OVER
from viewer.session import paste
from viewer.session import results as endings
from viewer.session import undo_store as memory
from viewer.session.files import SessionError
from viewer.session.undo import MOVE, Draft, Edit, History, held_by
from viewer.session.view import View
from viewer.session.words import OVER_ON_THE_WAY


class Editor(View):
    """A record, a cursor and the changes made. Undo and redo restore the same ``Node`` objects."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self._history = History()
        self._memory = memory.Memory()

    @property
    def modified(self) -> bool:
        """Whether there are changes that no file has (an autosave aside)."""
        return self._history.modified

    def play(self, move: object) -> Node:
        """Play a move, or its text, and return its node, now the cursor.

        A move that the record has is followed, another one becomes the last variation. Raises
        ``IllegalMoveError`` and ``NotationError``; then nothing has changed.
        """
        node, text = self.node, str(move).strip()
        here, over = self._positions.at(node), self.ending(node)
        if over is not None:
            raise IllegalMoveError(GAME_OVER(reason=over.reason), here.parse(text))
        draft = self._draft([node])
        child, after = play_at(node, text, here)
        if after is None:
            return self.go(child)
        self._positions.keep(child, after)
        return self._finish(f"play {child.move}", draft, child, MOVE)

    def resign(self, colour: str | None = None) -> Node:
        """Let a colour (by default the one to move) resign here.

        In the middle of a line this makes a variation without a move, else the line is over.
        Raises ``IllegalMoveError`` after the end, ``OptionError`` for an unknown colour.
        """
        loser = colour or self.turn
        if loser not in self.record.rules.colours:
            raise OptionError(f"resign: no colour {loser!r}")
        if self.outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self.outcome.reason), "resign")
        return self._edit(f"{loser} resigns", [self.node], lambda: self._lose(loser, self.node))

    def forfeit(self, loser: str, reason: str) -> Node:
        """Let a colour lose here because it cannot go on; the reason stands in the comment.

        Raises ``IllegalMoveError`` after the end.
        """
        if self.outcome is not None:
            raise IllegalMoveError(GAME_OVER(reason=self.outcome.reason), "forfeit")

        def change() -> Node:
            node = self._lose(loser, self.node, "forfeit")
            node.comment = f"{node.comment}\n{loser} loses: {reason}".strip("\n")
            return node

        return self._edit(f"{loser} forfeits", [self.node], change)

    def _lose(self, loser: str, node: Node, kind: str = "resignation") -> Node:
        winner = endings.other_colour(self.record, loser)
        text = write_result(self.record.form, Outcome(winner, NOTHING, kind))
        if node.children:
            node = Node(parent=node)
        endings.declare(self.record, node, self._main_end, text)
        return node

    def resume(self) -> bool:
        """Take back the declared ending at the cursor, so that play can go on; False if none is."""
        node = self.node
        if endings.declared(self.record, node, self._main_end) is None:
            return False

        def change() -> Node:
            endings.declare(self.record, node, self._main_end, "")
            return node

        self._edit("play on", [node], change)
        return True

    # -- editing

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

    def history_text(self) -> str:
        """The edits as JSON, for ``restore_history``."""
        return self._memory.text(self.record, self._history)

    def restore_history(self, data: Any) -> bool:
        """Know the edits that led to this record, from JSON's values; False if they do not fit it.

        No state of it counts as saved then.
        """
        try:
            self._history = memory.unpack(self.record, data)
        except (BocheError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            return False
        self._history.mark_unsaved()
        return True

    def delete_variation(self, node: Node) -> None:
        """Delete a node and all below it. Raises ``SessionError`` for the root."""
        above = self._above(node)

        def change() -> Node:
            node.delete()
            return self.node if endings.is_in(self.record, self.node) else above

        self._edit(f"delete {node.move or 'a variation'}", [above], change)

    def promote(self, node: Node) -> None:
        """Move a variation one place up among its siblings."""
        above = self._above(node)
        self._edit(f"promote {node.move or 'a variation'}", [above], lambda: self._up(node))

    def promote_to_main(self, node: Node) -> None:
        """Make the path to a node the main line of the record."""
        self._above(node)

        def change() -> Node:
            node.promote_to_main()
            return self.node

        self._edit(f"make {node.move or 'a variation'} the main line", node.path()[:-1], change)

    def _up(self, node: Node) -> Node:
        node.promote()
        return self.node

    def _above(self, node: Node) -> Node:
        if not endings.is_in(self.record, node):
            raise SessionError("this place is no longer part of the record")
        if node.parent is None:
            raise SessionError("the start of a game can be neither deleted nor promoted")
        return node.parent

    def set_comment(self, text: str) -> None:
        """Set the comment at the cursor; an empty text removes it."""
        node = self.node
        text = text.replace("\r\n", "\n").replace("\r", "\n")

        def change() -> Node:
            if text != node.comment:
                node.comment = text
            return node

        self._edit("comment", [node], change)

    def set_comments(self, texts: Mapping[Node, str]) -> None:
        """Set the comments of many nodes as one change."""

        def change() -> Node:
            for node, text in texts.items():
                if text != node.comment:
                    node.comment = text
            return self.node

        self._edit("comments", texts, change)

    def set_player(self, colour: str, name: str) -> None:
        """Name the player who began with ``colour``."""

        def change() -> Node:
            if name != self.record.players[colour]:
                self.record.set_player(colour, name)
            return self.node

        self._edit("name a player", (), change)

    def paste_moves(self, found: paste.Moves) -> list[Node]:
        """Play moves on from here, legal ones, and return their nodes.

        Raises ``IllegalMoveError`` where they run on behind a declared ending.
        """
        ahead = self._ahead(found)
        nodes: list[Node] = []
        over = self.ending(ahead[-1])
        if over is not None and self._goes_beyond(found, ahead, over):
            raise IllegalMoveError(OVER_ON_THE_WAY(reason=over.reason), "paste")
        if over is not None:
            found = paste.Moves(found.moves)  # its resignation is there already
        self._edit("paste", ahead, lambda: self._paste(found, nodes))
        return nodes

    def _goes_beyond(self, found: paste.Moves, ahead: list[Node], over: Outcome) -> bool:
        """Whether there is more to paste than what leads to this ending, and the ending itself."""
        if len(ahead) <= len(found.moves):
            return True
        if found.loser is None:
            return False
        winner = endings.other_colour(self.record, found.loser)
        return (over.kind, over.winner) != ("resignation", winner)

    def _ahead(self, found: paste.Moves) -> list[Node]:
        """The nodes here that pasted moves run through."""
        nodes = [self.node]
        for move, _ in found.moves:
            text = str(self._positions.at(nodes[-1]).parse(move)).casefold()
            same = [c for c in nodes[-1].children if c.move and c.move.casefold() == text]
            if not same:
                break
            nodes.append(same[0])
        return nodes

    def _paste(self, found: paste.Moves, nodes: list[Node]) -> Node:
        node = self.node
        for move, comment in found.moves:
            node, _ = play_at(node, move, self._positions.at(node))
            nodes.append(node)
            if comment and not node.comment:
                node.comment = comment
        return node if found.loser is None else self._lose(found.loser, node)

    def _edit(self, what: str, touched: Iterable[Node], change: Callable[[], Node]) -> Node:
        """Make a change that can be undone; ``change`` returns the new cursor.

        ``touched`` are the nodes that it may change, apart from new ones and the root.
        """
        draft = self._draft(touched)
        return self._finish(what, draft, change())

    def _draft(self, touched: Iterable[Node]) -> Draft:
        held = held_by([*touched, self.record.root, self._main_end])
        return Draft(held, self.node, self.line[-1])

    def _finish(self, what: str, draft: Draft, cursor: Node, kind: str = "") -> Node:
        main_end = self.record.main_line()[-1]
        held = {**held_by([main_end]), **draft.held}
        endings.follow_main_line(self.record, self._main_end, main_end, self._positions.at)
        now = held_by(held)
        if now == held:
            return self.go(cursor)
        self._history.add(Edit(what, held, now, draft.cursor, cursor, draft.line_end, kind))
        self._changed(cursor)
        return cursor

    def _changed(self, cursor: Node) -> None:
        """Take note of a change of the record; it is kept safe before anyone sees it."""
        self._main_end = self.record.main_line()[-1]
        self.changes += 1
        self._cursor.changed()
        self._cursor.go(cursor)
        self._keep_now()

    def _keep_now(self) -> None:
        """Keep the changes safe; ``Session`` knows how."""
