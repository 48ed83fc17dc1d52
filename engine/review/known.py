"""Evaluations in memory and in the record: one made from the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from boche.engine.errors import BocheError
from boche.engine.game import Move, Position
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, evaluation_of
from boche.engine.record.tree import Node
from boche.engine.search.analysis import Evaluation, ended, evaluated

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

CANDIDATES = 5
"""Number of moves of a position that a record keeps."""

PRECISION = 0.01
"""Precision of the times that a record keeps, in seconds."""


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


def kept_of(evaluation: Evaluation, seconds: float | None = None) -> KeptEvaluation:
    """Return an evaluation as a record keeps it.

    ``seconds`` is the time that was asked for. A search that took less had nothing left to do.
    """
    result = evaluation.result
    if result is None:
        return KeptEvaluation(evaluation.win, evaluation.proven)
    return KeptEvaluation(
        result.win,
        result.proven,
        result.simulations,
        result.spread,
        tuple(_lines(result)),
        max(result.seconds, seconds or 0.0),
    )


def known_along(
    nodes: Sequence[Node],
    positions: Sequence[Position],
    seconds: float | None,
    playouts: int | None,
) -> Mapping[int, Evaluation]:
    """Return what a line keeps of the positions that need not be searched again, by their ply."""
    known = {ply: known_at(node, ply, positions[ply]) for ply, node in enumerate(nodes)}
    return {
        ply: evaluation
        for ply, evaluation in known.items()
        if evaluation is not None and is_enough(evaluation, seconds, playouts)
    }


def is_enough(known: Evaluation | None, seconds: float | None, playouts: int | None = None) -> bool:
    """Return whether a position need not be searched again for that long.

    A proof and the end of a game are certain. Without a limit only these are enough.
    """
    result = known.result if known is not None else None
    if known is None or result is None or known.proven is not None:
        return known is not None
    if seconds is None and playouts is None:
        return False
    timed = seconds is None or result.seconds >= seconds - PRECISION
    return timed and (playouts is None or result.simulations >= playouts)


def _lines(result: SearchResult) -> Iterator[KeptLine]:
    """Yield the line of the best move, then other moves and those that a search found best.

    Moves that are proven to win are as good as the best one. A line of a proven win that is not the
    shortest way stops before the end of the game: a line to the end says how long it takes.
    """
    win = result.win[result.position.turn]
    named = {*result.named, *result.winning, str(result.best)}
    if not result.candidates:
        line = _claimed(result, result.line, result.wins_in)
        yield KeptLine(line, win, result.moves[0].visits if result.moves else 0, best=True)
        named.discard(result.line[0])
    for candidate in result.candidates:
        line = _claimed(result, tuple(map(str, candidate.line)), candidate.wins_in)
        yield KeptLine(line, candidate.value, candidate.visits, line[0] in named)
        named.discard(line[0])
    for move in sorted(named):
        yield KeptLine((move,), win, 0, best=True)


def _claimed(result: SearchResult, line: tuple[str, ...], wins_in: int | None) -> tuple[str, ...]:
    """Return a line to keep, without its last move if the end would claim too much."""
    from boche.engine.search.result import moves_to_win

    if result.proven is None or wins_in is not None or len(line) < 2:
        return line
    return line if moves_to_win(result.position, line) is None else line[:-1]


def _result(kept: KeptEvaluation, position: Position) -> SearchResult | None:
    """Return what was kept as the result of a search; None if its best move is illegal."""
    # Imported here because most records that are opened keep nothing.
    from boche.engine.search.result import Candidate, RootMove, SearchResult, moves_to_win

    lines = [(line, _legal(line.moves, position)) for line in kept.lines]
    if not lines or not lines[0][1]:
        return None
    won = kept.proven not in (None, "draw")
    lengths = [moves_to_win(position, moves) if won else None for _, moves in lines]
    candidates = tuple(
        Candidate(
            moves[0], line.visits, line.win, moves,
            proven=None if length is None else line.win, wins_in=length,
        )
        for (line, moves), length in zip(lines, lengths, strict=True) if moves
    )  # fmt: skip
    return SearchResult(
        position=position,
        best=candidates[0].move,
        win={colour: kept.win[colour] for colour in position.game.colours},
        moves=tuple(RootMove(one.move, one.visits, one.value) for one in candidates),
        line=tuple(str(move) for move in candidates[0].line),
        proven=kept.proven,
        simulations=kept.playouts,
        playouts=kept.playouts,
        nodes=0,
        seconds=kept.seconds,
        spread=kept.spread,
        named=tuple(str(moves[0]) for line, moves in lines if line.best and moves),
        candidates=candidates,
        shortest=candidates[0].wins_in is not None,
    )


def _legal(moves: Sequence[str], position: Position) -> tuple[Move, ...]:
    """Return the moves of a line, up to the first illegal one."""
    legal: list[Move] = []
    try:
        for text in moves:
            move = position.parse(text)
            position = position.play(move)
            legal.append(move)
    except BocheError:
        pass
    return tuple(legal)
