"""Replay of records by the rules: positions along a line, checking, pruning, adding moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from boche.engine.arguments import check_position
from boche.engine.errors import BocheError, IllegalMoveError, Problem, RecordError
from boche.engine.game import Move, Position, line_texts
from boche.engine.languages.current import tr
from boche.engine.record.dialect import Result, read_result, write_result
from boche.engine.record.tree import Node, Record
from boche.engine.words import OTHERS_TURN

RESIGN = "resign"
"""A resignation that some sites write as a last move; it is read as one."""

_WITHOUT_RULES = ("", "resignation", "time", "forfeit", "draw")
"""Kinds of result that need no end of the game on the board."""


def positions_along(record: Record, node: Node) -> list[Position]:
    """Return the positions at each node from the root to ``node``, both included.

    Raises ``RecordError`` with the place of the first illegal move on the way.
    """
    positions = [record.start]
    ply = 0
    for step in node.path():
        ply += step.move is not None
        positions.append(position_after(record, step, positions[-1], ply))
    return positions[1:]


def position_at(record: Record, node: Node) -> Position:
    """Return the position at a node; see ``positions_along``.

    The record remembers the last one, so the nodes behind it cost only their own moves.
    """
    path = [(step, step.move, step.colour) for step in node.path()]
    known: list[tuple[Node, str | None, str | None]] = []
    position = record.start
    if record.replayed is not None:
        beginning, line, end = record.replayed
        if beginning == (record.setup, record.options) and path[: len(line)] == line:
            known, position = line, end
    ply = sum(move is not None for _, move, _ in known)
    for step, move, _ in path[len(known) :]:
        ply += move is not None
        position = position_after(record, step, position, ply)
    record.replayed = ((record.setup, dict(record.options)), path, position)
    return position


def history(record: Record, at: Node | Position | None) -> list[Move]:
    """Return the moves that led to a node or a position; see ``Record.history``."""
    if at is None:
        node = record.main_line()[-1]
    elif isinstance(at, Node):
        record.position(at)  # refuses a node of another record
        node = at
    else:
        check_position(at)
        node = _node_with(record, at)
    positions = [record.start, *positions_along(record, node)]
    path = zip(node.path(), positions, strict=False)
    return [before.parse(step.move) for step, before in path if step.move is not None]


def _node_with(record: Record, position: Position) -> Node:
    """Return the first node with a position. Raises ``RecordError``."""
    for variations in (False, True):
        for node, there in walk(record, variations):
            if there == position:
                return node
    raise RecordError([Problem(0, 0, tr("the record does not have this position"))])


def walk(record: Record, variations: bool) -> Iterator[tuple[Node, Position]]:
    """Yield the nodes of the main line, or all in written order, with their positions.

    That of the main line's end is the one after a declared resignation. Raises ``RecordError`` on
    reaching an illegal move.
    """
    stack = [(record.root, record.start, 0)]
    last = record.main_line()[-1]
    while stack:
        node, before, ply = stack.pop()
        ply += node.move is not None
        position = position_after(record, node, before, ply)
        following = node.children if variations else node.children[:1]
        stack += [(child, position, ply) for child in reversed(following)]
        yield node, _resigned(record, position) if node is last else position


def position_after(record: Record, node: Node, before: Position, ply: int) -> Position:
    """Return the position after a node, from the one before it; ``ply`` counts its move from 1.

    Raises ``RecordError`` with the place of an illegal move.
    """
    try:
        return after(before, node)
    except BocheError as error:
        reason = _explained(record, before, node, error)
        raise RecordError(
            [Problem(node.line, node.column, tr("ply {ply}: {reason}", ply=ply, reason=reason))]
        ) from error


def final_position(record: Record) -> Position:
    """Return the position at the end of the main line, after any declared resignation.

    Raises ``RecordError``.
    """
    return _resigned(record, position_at(record, record.main_line()[-1]))


def _resigned(record: Record, position: Position) -> Position:
    """Return the position at the end of the main line after the resignation declared, if any."""
    result = read_result(record.form, record.result)
    if position.outcome is None and result is not None and result.kind == "resignation":
        loser = next(c for c in record.game.colours if c != result.winner)
        return position.resign(loser)
    return position


def play(record: Record, node: Node, move: str, position: Position | None = None) -> Node:
    """Return the child of ``node`` for ``move``, added as the last variation if it is new.
    ``position`` is the one at ``node``; without it the path is replayed. Raises
    ``IllegalMoveError`` and ``NotationError``, and ``RecordError`` for an illegal path.
    """
    current = position if position is not None else position_at(record, node)
    return play_at(node, move, current)[0]


def add(record: Record, node: Node, move: str) -> Node:
    """Play like ``play``; a move that ends the game and the main line gives the record its result.

    A result that it has already is kept.
    """
    child = play(record, node, move)
    if not record.result and record.main_line()[-1] is child:
        outcome = position_at(record, child).outcome
        if outcome is not None:
            record.result = write_result(record.form, outcome)
    return child


def play_at(node: Node, text: str, position: Position) -> tuple[Node, Position | None]:
    """Play at a node that has this ``position``; return the child and, if it is new, its position.

    For a child that existed already the position is None. Raises ``IllegalMoveError`` and
    ``NotationError``.
    """
    move = position.parse(text)
    written = str(move)
    for child in node.children:
        if child.move is not None and child.move.strip().casefold() == written.casefold():
            return child, None
    reached = position.play(move)  # refused before there is a node
    return Node(written, position.turn, parent=node), reached


def check(record: Record, *, strict: bool = False) -> list[Problem]:
    """Return the problems with the moves of all variations and with the declared result.

    In each line the first illegal move is reported, with its place, ply and reason; after it, only
    moves that cannot be parsed. In strict mode the list ends with the first problem.
    """
    problems = _Checker(record).problems()
    return list(islice(problems, 1)) if strict else list(problems)


def prune(record: Record) -> list[Problem]:
    """Delete every illegal move and all that follows it; return the problems as ``check`` does."""
    checker = _Checker(record)
    problems = list(checker.problems())
    for node in checker.illegal:
        node.delete()
    return problems


def after(position: Position, node: Node) -> Position:
    """Return the position after a node's move, if it has one. Raises ``BocheError``."""
    if node.move is None:
        return position
    colour = node.colour or position.turn
    if position.outcome is None and colour != position.turn:
        reason = OTHERS_TURN(move=_text(node)[:40], colour=colour, turn=position.turn)
        raise IllegalMoveError(reason)
    if node.move.casefold() == RESIGN:
        return position.resign(colour)
    return position.play(node.move)


def _text(node: Node) -> str:
    """Return a node's move as written in the text it was read from."""
    return node.written or node.move or ""


def _explained(record: Record, position: Position, node: Node, error: BocheError) -> str:
    """Return why a move is refused, in the terms of this record."""
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
        stack = [(self.record.root, self.record.start, 0)]
        while stack:
            node, position, ply = stack.pop()
            ply += node.move is not None
            try:
                position = after(position, node)
            except BocheError as error:
                self.illegal.append(node)
                reason = _explained(self.record, position, node, error)
                yield Problem(
                    node.line, node.column, tr("ply {ply}: {reason}", ply=ply, reason=reason)
                )
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
            yield Problem(
                0, 0, tr("{text!r} is not a result; write {kinds}", text=text[:40], kinds=kinds)
            )
        elif not _agrees(declared, position):
            outcome = position.outcome
            truth = tr("they leave the game undecided") if outcome is None else outcome.reason
            yield Problem(
                0,
                0,
                tr("result {text!r} does not fit the moves: {truth}", text=text[:40], truth=truth),
            )


def _unreadable(node: Node, position: Position) -> Iterator[Problem]:
    """Yield a problem for each move below a node that cannot be parsed."""
    for later in node.subtree():
        if later is not node and later.move is not None and later.move.casefold() != RESIGN:
            try:
                position.parse(_text(later))
            except BocheError as error:
                yield Problem(later.line, later.column, str(error))


def _agrees(declared: Result, position: Position) -> bool:
    """Return whether a declared result is consistent with the final position."""
    outcome = position.outcome
    if outcome is None:
        return declared.kind in _WITHOUT_RULES
    if declared.winner is None and not declared.kind:  # none, Void or ?
        return True
    return declared.winner == outcome.winner and declared.kind in ("", outcome.kind)


def node_text(start: Position, node: Node) -> str:
    """Return a node's move for readers, or nothing, in a record that begins with ``start``."""
    if start.game.move_texts is None or node.move is None:
        return node.move or ""
    return line_texts(start, [each.move for each in node.path() if each.move is not None])[-1]
