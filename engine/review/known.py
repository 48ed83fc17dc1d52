"""Evaluations in memory and in the record: one made from the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, evaluation_of
from boche.engine.record.tree import Node
from boche.engine.search.analysis import Evaluation, ended, evaluated
from boche.engine.search.result import RootMove, SearchResult

ENOUGH = 0.9
"""Share of the time asked for that a search may fall short of: it stops between two looks."""


def known_at(node: Node, ply: int, position: Position) -> Evaluation | None:
    """Return the evaluation kept at a node, or None if there is none that fits the position.

    At the end of a game nothing but the result counts. A line ends before its first illegal move.
    """
    if position.outcome is not None:
        return ended(ply, node.move, position, position.outcome.winner)
    kept = evaluation_of(node)
    if kept is None or set(kept.win) != set(position.game.colours):
        return None
    result = _result(kept, position)
    return None if result is None else evaluated(ply, node.move, position, result)


def kept_of(evaluation: Evaluation) -> KeptEvaluation:
    """Return an evaluation as a record keeps it."""
    result = evaluation.result
    if result is None:
        return KeptEvaluation(evaluation.win, evaluation.proven)
    return KeptEvaluation(
        result.win,
        result.proven,
        result.playouts,
        result.spread,
        tuple(_lines(result)),
        result.seconds,
    )


def is_enough(known: Evaluation | None, seconds: float | None, playouts: int | None = None) -> bool:
    """Return whether a position need not be searched again for that long.

    A proof and the end of a game are certain. Without a limit only these are enough.
    """
    result = known.result if known is not None else None
    if known is None or result is None or known.proven is not None:
        return known is not None
    if seconds is None and playouts is None:
        return False
    timed = seconds is None or result.seconds >= ENOUGH * seconds
    return timed and (playouts is None or result.simulations >= playouts)


def _lines(result: SearchResult) -> Iterator[KeptLine]:
    """Yield the line of the best move, then the other moves that a search found best."""
    win = result.win[result.position.turn]
    yield KeptLine(result.line, win, result.moves[0].visits if result.moves else 0, best=True)
    for move in result.named:
        if move != result.line[0]:
            yield KeptLine((move,), win, 0, best=True)


def _result(kept: KeptEvaluation, position: Position) -> SearchResult | None:
    """Return what was kept as the result of a search; None if its best move is illegal."""
    lines = [(line, _legal(line.moves, position)) for line in kept.lines]
    if not lines or not lines[0][1]:
        return None
    best = position.parse(lines[0][1][0])
    return SearchResult(
        position=position,
        best=best,
        win={colour: kept.win[colour] for colour in position.game.colours},
        moves=tuple(
            RootMove(position.parse(moves[0]), line.visits, line.win)
            for line, moves in lines
            if moves
        ),
        line=lines[0][1],
        proven=kept.proven,
        simulations=kept.playouts,
        playouts=kept.playouts,
        nodes=0,
        seconds=kept.seconds,
        spread=kept.spread,
        named=tuple(moves[0] for line, moves in lines if line.best and moves),
    )


def _legal(moves: Sequence[str], position: Position) -> tuple[str, ...]:
    """Return the moves of a line as the game writes them, up to the first illegal one."""
    legal: list[str] = []
    try:
        for text in moves:
            move = position.parse(text)
            position = position.play(move)
            legal.append(str(move))
    except BocheError:
        pass
    return tuple(legal)
