"""Che for the tree search: the functions of ``engine.search.contract``, on the rules.

A ply is one tile: a move of two tiles is two plies of the same seat, and each pair of tiles comes
in one order only (see ``rules.generate_rest``). In a game played on at random each open cell is as
likely as any other, tile by tile, and then each of the two tiles that fit it.

The search sees a window of the board. A game that fills the window, or that has more than
``MOST_TILES`` more tiles than the position searched, counts as a draw.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.che import rules
from engine.search import contract, dice

Words = Any  # arrays of uint64

MOST_TILES = 1000


class State(NamedTuple):
    """A position, in a window of the board; ``start`` are the tiles of the one searched."""

    geo: rules.Geometry
    board: rules.Board
    variant: rules.Variant
    start: int


def copy(to: State, source: State) -> None:
    rules.copy(source.geo, source.variant, to.board, source.board)


def seat(state: State) -> int:
    return state.board.info[rules.TURN]


def moves(state: State, out: rules.Ints) -> int:
    if state.board.info[rules.LAID] > 0:
        return rules.generate_rest(state.geo, state.board, out)
    return rules.generate_tiles(state.geo, state.board, out)


def key(state: State, move: int) -> int:
    return move


def bounded(state: State, result: int) -> int:
    """The result for the contract, a draw where the game has left what is searched."""
    if result == rules.UNDECIDED:
        info = state.board.info
        if info[rules.TILES] - state.start >= MOST_TILES or info[rules.OPEN] == 0:
            return contract.DRAW
        return contract.UNDECIDED
    return contract.DRAW if result == rules.DRAW else result & 1


def play(state: State, move: int) -> int:
    return bounded(state, rules.play_tile(state.geo, state.board, state.variant, move))


def probe(state: State, move: int) -> int:
    result = rules.probe_tile(state.geo, state.board, state.variant, move)
    if result == rules.UNDECIDED:
        return contract.UNDECIDED
    return contract.DRAW if result == rules.DRAW else result & 1


def playout(state: State, rng: Words, trail: rules.Ints) -> float:
    """See the contract, and above; the share is 1, 0, or 0.5 for a draw."""
    result = plain(state, rng, trail)
    return 0.5 if result == contract.DRAW else 1.0 - result


def plain(state: State, rng: Words, trail: rules.Ints) -> int:
    """Play on at random to the end; return the result."""
    geo, board, variant, info = state.geo, state.board, state.variant, state.board.info
    count, result = 0, contract.UNDECIDED
    if info[rules.TILES] == 0:
        tile = geo.origin * 4 + (dice.low_bits(dice.draw(rng)) & 3)
        trail[contract.TRAIL_HEAD] = 2 * tile
        count = 1
        result = bounded(state, rules.play_tile(geo, board, variant, tile))
    while result == contract.UNDECIDED:
        word = dice.draw(rng)
        cell = board.open[dice.below(word, info[rules.OPEN])]
        front = rules.front_kind(geo, board, cell)
        tile = cell * 4 + (front if dice.low_bits(word) & 1 else 3 - front)
        trail[contract.TRAIL_HEAD + count] = 2 * tile + info[rules.TURN]
        count += 1
        result = bounded(state, rules.play_tile(geo, board, variant, tile))
    trail[0] = count
    return result
