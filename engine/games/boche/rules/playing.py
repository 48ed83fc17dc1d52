"""Playing moves of Boche, taking them back, replaying many."""

from __future__ import annotations

from engine.games.boche.rules.board import *
from engine.games.boche.rules.end import judge
from engine.games.boche.rules.moves import check


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
    """Keep in ``saved[at:at + 7]`` what ``take_back`` needs once a cube lies on the column."""
    centre = geo.centre[column] + board.heights[column] * geo.step[2]
    for i in range(7):
        saved[at + i] = board.links[centre + geo.ring[i]]


def take_back(geo: Geometry, board: Board, column: int, saved: Ints, at: int) -> None:
    """Undo ``place_cube``, the last one on the board; only the order in ``open`` may differ.

    What remains of a first cube is the base, which means nothing on an empty board.
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
    """Check and play ``moves``; return how many were legal and fell within the game.

    ``results`` holds two numbers: the result after the last one played, and, where the count is
    short, the ``check`` of the move that failed (LEGAL if the game was over before it).
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
    """Make ``board`` what ``fresh`` is: array by array, so that nothing is allocated."""
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
    """Replay many games; game ``i`` is ``moves[ends[i - 1]:ends[i]]``. Return the legal moves.

    ``counts`` gets the legal moves of each game; ``results`` is that of ``replay``, of the last.
    """
    total, start = 0, 0
    for i in range(len(ends)):
        reset(board, fresh)
        game = moves[start : ends[i]]
        counts[i] = replay(geo, board, variant, game, results)
        total += counts[i]
        start = ends[i]
    return total
