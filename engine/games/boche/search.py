"""Boche for the tree search: the functions of ``engine.search.interface``, on the rules.

With ``fill_board`` only the outer faces of the full pyramid decide, and for a cube not yet placed
all rotations are equally likely, whatever the order of play. Each of its upper faces then joins one
colour or the other with equal probability, and one or two of them do so independently. For the
three of the topmost cube there is one condition: an odd number of them join the uppermost colour
(all: a, e; one: the others). So a random game is a coin toss for each outer face, and 64 games take
one random word for each: see ``light_wins``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boche.engine.games.boche import rules
from boche.engine.search import interface, rng

Words = Any  # arrays of uint64

NONE, ALL, ONE = np.uint64(0), np.uint64(0xFFFF_FFFF_FFFF_FFFF), np.uint64(1)


class Flanks(NamedTuple):
    """The outer faces of the full pyramid; see ``engine.games.boche.encoding``.

    The corners are those with an even x + y + z; each face has two of them, and either joins or
    separates them. The last three faces are those of the topmost cube.
    """

    column: rules.Ints  # of each face
    level: rules.Ints
    hub: rules.Ints  # the hub (rotation & 3) that makes the face join the uppermost colour
    even: rules.Ints  # 1 if the uppermost corner of the face's cube is an even one
    one: rules.Ints  # the two even corners, numbered
    two: rules.Ints
    sides: Words  # three words for each even corner: all ones if it lies on side x, y, z
    joins: Words  # scratch: a word for each face
    reach: Words  # scratch: three words for each corner, one per side


class State(NamedTuple):
    """A position, with its tables, options and outer faces."""

    geo: rules.Geometry
    board: rules.Board
    variant: rules.Variant
    flanks: Flanks


def copy(to: State, source: State) -> None:
    a, b = to.board, source.board
    columns = len(b.heights)
    for i in range(columns):
        a.heights[i] = b.heights[i]
        a.open[i] = b.open[i]
        a.slot[i] = b.slot[i]
    for i in range(len(b.links)):
        a.links[i] = b.links[i]
        a.holes[i] = b.holes[i]
        a.tops[i] = b.tops[i]
    if source.variant.fill_board:
        for i in range(len(b.rotations)):
            a.rotations[i] = b.rotations[i]
    for i in range(rules.STAMP):
        a.info[i] = b.info[i]


def seat(state: State) -> int:
    return state.board.info[rules.TURN] ^ state.board.info[rules.SWAPPED]


def moves(state: State, out: rules.Ints) -> int:
    return rules.generate(state.geo, state.board, state.variant, out)


def key(state: State, move: int) -> int:
    column = move >> 3
    if column == state.geo.columns:
        return interface.NO_KEY
    return (column * state.geo.size + state.board.heights[column]) * 8 + (move & 7)


def fingerprint(state: State) -> Any:
    """Return a hash of the visible faces, which decide the rest of the game, and the turn."""
    board, info = state.board, state.board.info
    word = rng.mix(ONE, info[rules.TURN] + 2 * info[rules.SWAPPED] + 4 * info[rules.BASE])
    word = rng.mix(word, min(info[rules.CUBES], 2))
    for i in range(len(board.heights)):
        word = rng.mix(word, board.heights[i])
    for i in range(len(board.links)):
        word = rng.mix(word, board.links[i])
    return word


def seat_result(state: State, result: int) -> int:
    if result == rules.UNDECIDED:
        return interface.UNDECIDED
    return (result & 1) ^ state.board.info[rules.SWAPPED]


def play(state: State, move: int) -> int:
    return seat_result(state, rules.play(state.geo, state.board, state.variant, move))


def playout(state: State, source: Words, trail: rules.Ints) -> float:
    variant = state.variant
    trail[0] = 0
    if variant.fill_board and variant.immediate_win == 0:
        light = float(rng.count(light_wins(state, source))) / 64.0
        return 1.0 - light if state.board.info[rules.SWAPPED] else light
    return 1.0 - plain(state, source, trail)


def plain(state: State, source: Words, trail: rules.Ints) -> int:
    """Play on to the end with uniformly random placements; return the seat that won.

    The swap is left out: it exchanges the players and changes nothing on the board.
    """
    geo, board, variant, info = state.geo, state.board, state.variant, state.board.info
    count, result = 0, rules.UNDECIDED
    while result == rules.UNDECIDED:
        word = rng.draw(source)
        column = board.open[rng.below(word, info[rules.OPEN])]
        if rules.barred(geo, board, variant, column):
            continue
        first, low = rules.first_rotation(board, board.heights[column]), rng.low_bits(word)
        rotation = low & 7 if first < 0 else first + (low & 3)
        trail[interface.TRAIL_HEAD + count] = 2 * key(state, column * 8 + rotation) + seat(state)
        count += 1
        result = rules.play(geo, board, variant, column * 8 + rotation)
    trail[0] = count
    return seat_result(state, result)


# -- 64 full boards at once


def light_wins(state: State, source: Words) -> Any:
    """Return a word with a bit for each of 64 random full boards: 1 if light has the path."""
    even = even_wins(state, source)
    if state.board.info[rules.CUBES] == 0:
        return even ^ rng.draw(source)
    # Even corners are light where the base is 0, see rules.colour_at.
    return even if state.board.info[rules.BASE] == rules.LIGHT else ~even


def even_wins(state: State, source: Words) -> Any:
    """Return the same for the even corners, whatever their colour."""
    toss(state, source)
    return decide(state.flanks)


def decide(flanks: Flanks) -> Any:
    """Return the boards, given by ``joins``, on which linked even corners touch all three sides."""
    reach, faces = flanks.reach, len(flanks.joins)
    for i in range(len(reach)):
        reach[i] = flanks.sides[i]
    while sweep(flanks, 0, faces, 1) and sweep(flanks, faces - 1, -1, -1):
        pass
    found = NONE
    for at in range(0, len(reach), 3):
        found |= reach[at] & reach[at + 1] & reach[at + 2]
    return found


def toss(state: State, source: Words) -> None:
    """Set each face's word: 64 equal bits if its cube has been placed, else 64 coin tosses."""
    flanks, board = state.flanks, state.board
    joins, faces = flanks.joins, len(flanks.column)
    for i in range(faces):
        joins[i] = rng.draw(source)
    top = faces - 3
    joins[top + 2] = joins[top] ^ joins[top + 1] ^ (ALL if flanks.even[top] else NONE)
    if board.info[rules.CUBES] == 0:
        return
    for i in range(faces):
        column, level = flanks.column[i], flanks.level[i]
        if board.heights[column] > level:
            hub = board.rotations[column * state.geo.size + level] & 3
            upper = hub == 0 or hub == flanks.hub[i]
            joins[i] = ALL if upper == (flanks.even[i] == 1) else NONE


def sweep(flanks: Flanks, begin: int, end: int, step: int) -> bool:
    """Propagate the sides reached over all joined faces in turn; return whether any were added."""
    reach, grown = flanks.reach, NONE
    for face in range(begin, end, step):
        one, two, joins = 3 * flanks.one[face], 3 * flanks.two[face], flanks.joins[face]
        # Read everything before writing: the compiler cannot know that the arrays do not overlap.
        x, y, z = reach[one], reach[one + 1], reach[one + 2]
        u, v, w = reach[two], reach[two + 1], reach[two + 2]
        a, b, c = (x | u) & joins, (y | v) & joins, (z | w) & joins
        grown |= (a & ~(x & u)) | (b & ~(y & v)) | (c & ~(z & w))
        reach[one], reach[one + 1], reach[one + 2] = x | a, y | b, z | c
        reach[two], reach[two + 1], reach[two + 2] = u | a, v | b, w | c
    return bool(grown != NONE)
