"""One line of a record, position by position, as pictures and films show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from boche.engine.comments import comment_shown
from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.languages.current import tr, tr_word, translate
from boche.engine.printable import printable
from boche.engine.record import Node, Record, final_position, node_text, positions_along
from boche.engine.record.marks import Mark, marks_of


class MoveNumberError(BocheError):
    """A move's number that a line does not have; the message says which it has."""


@dataclass(frozen=True)
class Line:
    """One line of a record: its moves, and the positions before, between and after them."""

    record: Record
    moves: Sequence[Node]
    positions: Sequence[Position]

    @classmethod
    def of(cls, record: Record, leaf: Node | None = None) -> Self:
        """Return the line that ends in ``leaf``, by default the main line, with its moves checked.

        Raises ``RecordError``.
        """
        end = record.main_line()[-1]
        leaf = leaf or end
        along = zip(leaf.path(), positions_along(record, leaf), strict=True)
        played = [(node, position) for node, position in along if node.move is not None]
        positions = [record.start, *(position for _, position in played)]
        if leaf is end:
            positions[-1] = final_position(record)
        return cls(record, [node for node, _ in played], positions)

    def at(self, number: int | None) -> int:
        """Return the index of the position after ``number`` moves, by default the last.

        Negative numbers count from the end. Raises ``MoveNumberError``.
        """
        return move_index(number, len(self.moves))

    def written(self, index: int) -> str:
        """Return the move that led to position ``index`` as readers need it, or nothing."""
        return node_text(self.record.start, self.moves[index - 1]) if index else ""

    def last_move(self, index: int) -> str | None:
        """Return the move that led to position ``index``, or None for the first."""
        return self.moves[index - 1].move if index else None

    def drawn(self, index: int) -> tuple[Mark, ...]:
        """Return the marks drawn on position ``index``."""
        return marks_of(self.moves[index - 1] if index else self.record.root)

    def text_at(self, index: int, *, coordinates: bool = True) -> str:
        """Return position ``index`` as text: the board, the last move, whose turn it is, comments.

        It ends in a line break.
        """
        position = self.positions[index]
        board = position.text_board(coordinates=coordinates)
        text = f"{board}\n{self._place(index)}: {translate(state_line(position))}\n"
        comment = self.moves[index - 1].comment if index else self.record.root.comment
        if comment:
            text += f"\n{printable(comment_shown(comment), block=True)}\n"
        return text

    def _place(self, index: int) -> str:
        count = len(self.moves)
        if not index:
            return tr("move {index} of {count}", index=index, count=count)
        last = printable(self.written(index))
        return tr("move {index} of {count}, last {last}", index=index, count=count, last=last)

    def move_texts(self, index: int) -> tuple[str, ...]:
        """Return the texts of the moves that led to position ``index``, from the first on."""
        return tuple(str(node.move) for node in self.moves[:index])


def move_index(number: int | None, last: int) -> int:
    """Return the index of the position after ``number`` of ``last`` moves; see ``Line.at``."""
    if number is None:
        return last
    index = number if number >= 0 else last + 1 + number
    if not 0 <= index <= last:
        raise MoveNumberError(
            tr(
                "move {number}: this line has {last} moves; give 0 to {last}",
                number=number,
                last=last,
            )
        )
    return index


def state_line(position: Position) -> str:
    """Return the side to move, or how the game ended, in one line."""
    if position.outcome is not None:
        return translate(position.outcome.reason)
    return tr("{colour} to move", colour=tr_word(position.turn))


def caption_of(position: Position, last: object = None) -> tuple[str, str]:
    """Return a picture's title, and a description for those who cannot see it."""
    title, ply = position.game.title, position.ply
    if not ply:
        return tr("{game}, the beginning", game=title), state_line(position)
    if last is None:
        return tr("{game}, after move {number}", game=title, number=ply), state_line(position)
    text = tr("{game}, after move {number}: {move}", game=title, number=ply, move=last)
    return text, state_line(position)
