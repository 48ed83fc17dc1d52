"""The functions of ``engine.search.interface`` for Che, built on its rules.

A ply is one tile: a move of two tiles is two plies of the same seat, and each pair of tiles comes
in one order only (see ``rules.generate_rest``). In a random playout, each open cell is equally
likely for the next tile, and then each of the two tiles that fit it.

With ``State.tactics``, a winning tile is laid whenever there is one, in the tree and in playouts.
The tree leaves out losing tiles while there are others; playouts redraw them. Most games end by a
region that a player overlooked.

The search sees a window of the board. A game that fills the window, or has ``MOST_TILES`` more
tiles than the position searched, counts as a draw.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boche.engine.games.che import rules
from boche.engine.search import interface, rng

Words = Any  # arrays of uint64

MOST_TILES = 1000
MOST_TRIES = 3  # draws for a tile that does not lose; the last one is taken as it is


class State(NamedTuple):
    """A position in a window of the board; ``start`` counts the tiles of the position searched.

    ``tactics`` is 1 to look for tiles that win or lose, else 0.
    """

    geo: rules.Geometry
    board: rules.Board
    variant: rules.Variant
    start: int
    tactics: int


def copy(to: State, source: State) -> None:
    rules.copy(source.geo, source.variant, to.board, source.board)


def seat(state: State) -> int:
    return state.board.info[rules.TURN]


def moves(state: State, out: rules.Ints) -> int:
    if state.board.info[rules.LAID] > 0:
        count = rules.generate_rest(state.geo, state.board, out)
    else:
        count = rules.generate_tiles(state.geo, state.board, out)
    if state.tactics > 0 and state.board.info[rules.TILES] > 0:
        return sensible(state, out, count)
    return count


def sensible(state: State, tiles: rules.Ints, count: int) -> int:
    """Keep only a tile that wins; if there is none, only those that do not lose, if any."""
    kept = 0
    for i in range(count):
        value = worth(state, tiles[i])
        if value > 0:
            tiles[0] = tiles[i]
            return 1
        if value == 0:
            tiles[i], tiles[kept] = tiles[kept], tiles[i]
            kept += 1
    return kept if kept > 0 else count


def key(state: State, move: int) -> int:
    return move


def fingerprint(state: State) -> Any:
    """Return a hash of the tiles, in whatever order they were laid, and the turn.

    Between the two tiles of a move the first one counts as well: it limits the second.
    """
    board, info = state.board, state.board.info
    word = rng.mix(np.uint64(1), info[rules.TURN] + 2 * info[rules.LAID])
    total = np.uint64(0)
    for i in range(info[rules.TILES]):
        cell = board.placed[i]
        total += rng.mix(np.uint64(1), cell * 16 + board.kinds[cell])
    if info[rules.LAID] > 0:
        word = rng.mix(word, board.placed[info[rules.TILES] - 1])
    return rng.mix(word, np.int64(total >> np.uint64(1)))


def bounded(state: State, result: int) -> int:
    """Return the result for the search: a draw if the game exceeds the limits of the search."""
    if result == rules.UNDECIDED:
        info = state.board.info
        if info[rules.TILES] - state.start >= MOST_TILES or info[rules.OPEN] == 0:
            return interface.DRAW
        return interface.UNDECIDED
    return interface.DRAW if result == rules.DRAW else result & 1


def play(state: State, move: int) -> int:
    return bounded(state, rules.play_tile(state.geo, state.board, state.variant, move))


def probe(state: State, move: int) -> int:
    result = rules.probe_tile(state.geo, state.board, state.variant, move)
    if result == rules.UNDECIDED:
        return interface.UNDECIDED
    return interface.DRAW if result == rules.DRAW else result & 1


def playout(state: State, source: Words, trail: rules.Ints) -> float:
    """Play on at random to the end; return 1, 0, or 0.5 for a draw (see the interface)."""
    result = plain(state, source, trail)
    return 0.5 if result == interface.DRAW else 1.0 - result


def plain(state: State, source: Words, trail: rules.Ints) -> int:
    """Play on to the end, at random or using ``tactics``, and return the result."""
    geo, board, variant, info = state.geo, state.board, state.variant, state.board.info
    count, result = 0, interface.UNDECIDED
    if info[rules.TILES] == 0:
        tile = geo.origin * 4 + (rng.low_bits(rng.draw(source)) & 3)
        trail[interface.TRAIL_HEAD] = 2 * tile
        count = 1
        result = bounded(state, rules.play_tile(geo, board, variant, tile))
    while result == interface.UNDECIDED:
        tile = chosen_tile(state, source) if state.tactics > 0 else random_tile(state, source)
        trail[interface.TRAIL_HEAD + count] = 2 * tile + info[rules.TURN]
        count += 1
        result = bounded(state, rules.play_tile(geo, board, variant, tile))
    trail[0] = count
    return result


def random_tile(state: State, source: Words) -> int:
    """Return a random tile that fits a random open cell."""
    word = rng.draw(source)
    board = state.board
    cell = board.open[rng.below(word, board.info[rules.OPEN])]
    front = rules.front_kind(state.geo, board, cell)
    return cell * 4 + (front if rng.low_bits(word) & 1 else 3 - front)


def worth(state: State, tile: int) -> int:
    """Return 1 if a tile wins for its player once the move is complete, -1 if it loses, else 0."""
    board, variant = state.board, state.variant
    new = rules.news(state.geo, board, variant, tile >> 2, tile & 3)
    if new == 0:
        return 0
    won = rules.winners(variant, board.info[rules.FLAGS] | new)
    if won == 0:
        return 0
    return 1 if won == 1 << board.info[rules.TURN] else -1


def chosen_tile(state: State, source: Words) -> int:
    """Return a winning tile, or else a random one, redrawn if it loses (see ``MOST_TRIES``)."""
    tile = winning_tile(state)
    tries = 0
    while tile < 0:
        tile = random_tile(state, source)
        tries += 1
        if tries < MOST_TRIES and worth(state, tile) < 0:
            tile = tile ^ 3  # the other tile that fits there
            if worth(state, tile) < 0:
                tile = -1
    return tile


def winning_tile(state: State) -> int:
    """Return a winning tile, or -1."""
    board = state.board
    for i in range(board.info[rules.OPEN]):
        tile = board.open[i] * 4 + rules.front_kind(state.geo, board, board.open[i])
        for kind in range(2):
            each = tile ^ 3 * kind
            if worth(state, each) > 0:
                return each
    return -1
