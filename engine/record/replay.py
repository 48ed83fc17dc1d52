"""Records and the rules together: positions along a line, checking, pruning, playing on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.errors import BocheError, IllegalMoveError, Problem, RecordError
from engine.game import Position
from engine.record.dialect import Result, read_result
from engine.record.tree import Node, Record
from engine.words import OTHERS_TURN

RESIGN = "resign"
"""Some sites write a resignation as a last move; it is read as one."""

_WITHOUT_RULES = ("", "resignation", "time", "forfeit", "draw")
"""The ways in which a game may end while its moves go on."""


def positions_along(record: Record, node: Node) -> list[Position]:
    """The positions at each node from the root to ``node``, both included.

    Raises ``RecordError`` with its place for the first illegal move on the way.
    """
    positions = [record.rules.start(record.options)]
    ply = 0
    for step in node.path():
        ply += step.move is not None
        positions.append(position_after(record, step, positions[-1], ply))
    return positions[1:]


def position_after(record: Record, node: Node, before: Position, ply: int) -> Position:
    """The position behind a node, from the one before it; ``ply`` counts its move from 1.

    Raises ``RecordError`` with its place for an illegal move.
    """
    try:
        return after(before, node)
    except BocheError as error:
        why = _explained(record, before, node, error)
        raise RecordError([Problem(node.line, node.column, f"ply {ply}: {why}")]) from error


def final_position(record: Record) -> Position:
    """The end of the main line, with a declared resignation applied. Raises ``RecordError``."""
    position = positions_along(record, record.main_line()[-1])[-1]
    result = read_result(record.form, record.result)
    if position.outcome is None and result is not None and result.kind == "resignation":
        loser = next(c for c in record.rules.colours if c != result.winner)
        return position.resign(loser)
    return position


def play(record: Record, node: Node, move: str, position: Position | None = None) -> Node:
    """The child of ``node`` that ``move`` leads to, added as the last variation if it is new.

    ``position`` is the one at ``node``; without it the path is replayed. Raises
    ``IllegalMoveError`` and ``NotationError``, and ``RecordError`` for an illegal path.
    """
    here = position if position is not None else positions_along(record, node)[-1]
    return play_at(node, move, here)[0]


def play_at(node: Node, text: str, here: Position) -> tuple[Node, Position | None]:
    """``play`` at a node whose position is ``here``; with the position that a new child has.

    For a child that was there already that is None. Raises ``IllegalMoveError`` and
    ``NotationError``.
    """
    move = here.parse(text)
    written = str(move)
    for child in node.children:
        if child.move is not None and child.move.strip().casefold() == written.casefold():
            return child, None
    reached = here.play(move)  # refused before there is a node
    return Node(written, here.turn, parent=node), reached


def check(record: Record, *, strict: bool = False) -> list[Problem]:
    """What is wrong with the moves of all variations and with the declared result.

    Of each line the first illegal move is named, with its place, ply and reason; behind it only
    moves that cannot be read at all. In strict mode the list ends with the first problem.
    """
    found = _Checker(record).problems()
    return list(islice(found, 1)) if strict else list(found)


def prune(record: Record) -> list[Problem]:
    """Cut every illegal move off the record, with all that follows it; return ``check``'s list."""
    checker = _Checker(record)
    problems = list(checker.problems())
    for node in checker.illegal:
        node.delete()
    return problems


def after(position: Position, node: Node) -> Position:
    """The position behind a node's move, the same where it has none. Raises ``BocheError``."""
    if node.move is None:
        return position
    colour = node.colour or position.turn
    if position.outcome is None and colour != position.turn:
        given = OTHERS_TURN(move=_text(node)[:40], colour=colour, turn=position.turn)
        raise IllegalMoveError(given)
    if node.move.casefold() == RESIGN:
        return position.resign(colour)
    return position.play(node.move)


def _text(node: Node) -> str:
    """A node's move as it stood in the text it was read from."""
    return node.written or node.move or ""


def _explained(record: Record, position: Position, node: Node, error: BocheError) -> str:
    """Why a move is refused, as it is to be said of this record."""
    its_turn = node.colour in (None, position.turn)
    if record.reading is None or position.outcome is not None or not its_turn:
        return str(error)
    return record.reading.refusal(position, _text(node), error)


class _Checker:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.illegal: list[Node] = []

    def problems(self) -> Iterator[Problem]:
        last = self.record.main_line()[-1]
        stack = [(self.record.root, self.record.rules.start(self.record.options), 0)]
        while stack:
            node, position, ply = stack.pop()
            ply += node.move is not None
            try:
                position = after(position, node)
            except BocheError as error:
                self.illegal.append(node)
                why = _explained(self.record, position, node, error)
                yield Problem(node.line, node.column, f"ply {ply}: {why}")
                yield from _unreadable(node, position)
                continue
            stack.extend([(child, position, ply) for child in reversed(node.children)])
            if node is last:
                yield from self._result(position)

    def _result(self, position: Position) -> Iterator[Problem]:
        text = self.record.result
        declared = read_result(self.record.form, text)
        if declared is None:
            kinds = "W+Kind, B+Kind, W+R, B+R, Draw, Void or ?"
            yield Problem(0, 0, f"result {text[:40]!r} is none; write {kinds}")
        elif not _agrees(declared, position):
            outcome = position.outcome
            truth = "they leave the game undecided" if outcome is None else outcome.reason
            yield Problem(0, 0, f"result {text[:40]!r} does not fit the moves: {truth}")


def _unreadable(node: Node, position: Position) -> Iterator[Problem]:
    """The moves below a node that no position could take."""
    for later in node.subtree():
        if later is not node and later.move is not None and later.move.casefold() != RESIGN:
            try:
                position.parse(_text(later))
            except BocheError as error:
                yield Problem(later.line, later.column, str(error))


def _agrees(declared: Result, position: Position) -> bool:
    """Whether a declared result may stand at the end of the moves."""
    outcome = position.outcome
    if outcome is None:
        return declared.kind in _WITHOUT_RULES
    if declared.winner is None and not declared.kind:  # none, Void or ?
        return True
    return declared.winner == outcome.winner and declared.kind in ("", outcome.kind)
