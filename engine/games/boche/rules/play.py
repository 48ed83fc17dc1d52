"""Functions that play moves of Boche, take them back, and replay games."""

from __future__ import annotations

from boche.engine.games.boche.rules.board import *
from boche.engine.games.boche.rules.end import judge
from boche.engine.games.boche.rules.moves import check


def play(geo: Geometry, board: Board, variant: Variant, move: int) -> int:
    """Play a legal move on ``board``; return UNDECIDED or kind + winner."""
    info = board.info
    if move == 8 * geo.columns:
        info[SWAPPED] = 1
        return UNDECIDED
    mover = info[TURN]
    centre = place_cube(geo, board, move >> 3, move & 7)
    info[TURN] = 1 - mover
    return judge(geo, board, variant, centre, move & 3, mover)


def remember(geo: Geometry, board: Board, column: int, saved: Ints, at: int) -> None:
    """Save in ``saved[at:at + 7]`` what ``take_back`` needs after a cube is put on the column."""
    centre = geo.centre[column] + board.heights[column] * geo.step[2]
    for i in range(7):
        saved[at + i] = board.links[centre + geo.ring[i]]


def take_back(geo: Geometry, board: Board, column: int, saved: Ints, at: int) -> None:
    """Undo the last ``place_cube`` on the board; only the order in ``open`` may differ.

    After the first cube is taken back, the base remains; it means nothing on an empty board.
    """
    level = board.heights[column] - 1
    centre = geo.centre[column] + level * geo.step[2]
    board.heights[column] = level
    board.rotations[column * geo.size + level] = -1
    board.tops[centre] -= 3
    board.info[CUBES] -= 1
    for i in range(7):
        board.links[centre + geo.ring[i]] = saved[at + i]
        if level == 0:
            board.holes[centre + geo.ring[i]] += 1
    update_open(geo, board, column)


def replay(geo: Geometry, board: Board, variant: Variant, moves: Ints, results: Ints) -> int:
    """Check and play ``moves``; return the number that were legal and within the game.

    ``results`` receives two numbers: the result after the last move played, and, if not all were
    played, the ``check`` of the move that failed (LEGAL if the game was over before it).
    """
    results[0], results[1] = UNDECIDED, LEGAL
    for i in range(len(moves)):
        if results[0] != UNDECIDED:
            return i
        results[1] = check(geo, board, variant, moves[i])
        if results[1] != LEGAL:
            return i
        results[0] = play(geo, board, variant, moves[i])
    return len(moves)


def reset(board: Board, fresh: Board) -> None:
    """Copy ``fresh`` to ``board`` array by array, so that nothing is allocated."""
    for i in range(len(board)):
        for j in range(len(board[i])):
            board[i][j] = fresh[i][j]


def replay_games(
    geo: Geometry,
    board: Board,
    fresh: Board,
    variant: Variant,
    moves: Ints,
    ends: Ints,
    results: Ints,
    counts: Ints,
) -> int:
    """Replay many games; game ``i`` is ``moves[ends[i - 1]:ends[i]]``; return the legal moves.

    ``counts`` receives the number of legal moves of each game; ``results`` is that of ``replay``
    for the last game.
    """
    total, start = 0, 0
    for i in range(len(ends)):
        reset(board, fresh)
        game = moves[start : ends[i]]
        counts[i] = replay(geo, board, variant, game, results)
        total += counts[i]
        start = ends[i]
    return total
