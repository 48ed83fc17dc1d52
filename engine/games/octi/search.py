"""The functions of ``engine.search.interface`` for Octi, built on its rules.

A ply is one step of a turn (see ``engine.games.octi.rules``), so a turn is several plies of the
same seat. In a random playout all steps of a stage are equally likely; of two pods, each is equally
likely to be chosen, no matter how many paths it has.

With three bases, 97 of 100 fully random games are still undecided after 400 turns: pods wander
about, and nothing is learnt. So a playout lasts only ``State.horizon`` turns and is then evaluated
by the board (``judged``) as a share between 0 and 1. In the tree, a game with ``MOST_TURNS`` more
turns than the position searched counts as a draw.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boche.engine.games.octi import rules
from boche.engine.search import interface, rng

Words = Any  # arrays of uint64

JUDGED = True
MOST_TURNS = 400
HORIZON = 8  # turns; values from 3 to 20 were tested against the player ``greedy``

# Values of a side's pods and homes; a lead of ``SCALE`` is as good as a win.
POD, PRONG, MOST_PRONGS, NEARER, HELD = 12, 2, 4, 3, 20
SCALE = 160.0

# Sizes and offsets of the keys by type of step: by square, or by square and direction.
KEY_OF = 81
KEY_OF_DIRECTION = 8 * KEY_OF
BY_SQUARE = 5  # PRONGS_OF, MOVE_OF, BRING, STOP, ALSO
BY_DIRECTION = 5  # ADD, FRESH, OLD, STEP, JUMP
KEY_OF_TAKE = BY_SQUARE * KEY_OF + BY_DIRECTION * KEY_OF_DIRECTION
KEYS = KEY_OF_TAKE + 2 * KEY_OF


class State(NamedTuple):
    """A position or an unfinished turn; ``start`` counts the turns before the position searched.

    ``horizon`` is the number of turns in a playout; ``steps`` is scratch space.
    """

    geo: rules.Geometry
    board: rules.Board
    variant: rules.Variant
    steps: rules.Ints
    start: int
    horizon: int


def copy(to: State, source: State) -> None:
    a, b = to.board, source.board
    for i in range(rules.SQUARES):
        a.number[i] = b.number[i]
        a.side[i] = b.side[i]
        a.jumped[i] = b.jumped[i]
    for i in range(rules.PODS):
        a.square[i] = b.square[i]
        a.prongs[i] = b.prongs[i]
        a.taken[i] = b.taken[i]
    for i in range(rules.INFO_SLOTS):
        a.info[i] = b.info[i]
    for i in range(b.info[rules.MOVERS]):
        a.movers[i] = b.movers[i]
        a.ends[i] = b.ends[i]
    for i in range(b.info[rules.MOVERS] * rules.MOST_HOPS):
        a.hops[i] = b.hops[i]
    for i in range(b.info[rules.SEEN]):
        a.history[i] = b.history[i]


def seat(state: State) -> int:
    return state.board.info[rules.TURN]


def moves(state: State, out: rules.Ints) -> int:
    return rules.generate(state.geo, state.board, state.variant, out)


def key(state: State, move: int) -> int:
    """Return a step's key: type, square, direction; for captures, square and none or some."""
    kind, what, info = move >> 16, move & rules.WHAT, state.board.info
    if kind == rules.PRONGS_OF:
        return what >> 8
    if kind == rules.MOVE_OF:
        return KEY_OF + (what >> 8)
    if kind == rules.BRING:
        return 2 * KEY_OF + what
    if kind == rules.STOP:
        return 3 * KEY_OF + info[rules.AT]
    if kind == rules.ALSO:
        return 4 * KEY_OF + info[rules.SOURCE]
    if kind == rules.TAKE:
        return KEY_OF_TAKE + (KEY_OF if what > 0 else 0) + info[rules.OVER]
    first = BY_SQUARE * KEY_OF
    if kind == rules.STEP or kind == rules.JUMP:
        square = info[rules.AT]
        first += (3 if kind == rules.STEP else 4) * KEY_OF_DIRECTION
    else:
        square = state.board.square[info[rules.POD]]
        first += (kind - rules.ADD) * KEY_OF_DIRECTION
    return first + 8 * square + what


def fingerprint(state: State) -> Any:
    """Return a hash of the pods, the steps of the turn so far, and the positions that may recur."""
    board, info = state.board, state.board.info
    word = rng.mix(np.uint64(1), info[rules.KEY])
    for slot in range(rules.IN_RESERVE, rules.TURN + 1):
        word = rng.mix(word, info[slot])
    total = np.uint64(0)
    for i in range(info[rules.SEEN]):
        total += rng.mix(np.uint64(1), board.history[i])
    word = rng.mix(word, np.int64(total >> np.uint64(1)))
    return word if info[rules.STAGE] == rules.START else rng.mix(word, unfinished(state))


def unfinished(state: State) -> Any:
    """Return a hash of the steps of an unfinished turn."""
    board, info = state.board, state.board.info
    word = np.uint64(1)
    for slot in range(rules.STAGE, rules.STAMP):
        word = rng.mix(word, info[slot])
    for pod in range(rules.PODS):
        word = rng.mix(word, board.square[pod] * 512 + board.prongs[pod] * 2 + board.taken[pod])
    for i in range(info[rules.MOVERS]):
        word = rng.mix(word, board.movers[i])
        for j in range(rules.MOST_HOPS if i < info[rules.MOVER] else info[rules.HOPS]):
            word = rng.mix(word, board.hops[i * rules.MOST_HOPS + j])
    return np.int64(word >> np.uint64(1))


def seat_result(state: State, result: int) -> int:
    """Return the result for the search: a draw if the game has gone on for too long."""
    if result == rules.REPETITION:
        return interface.DRAW
    if result != rules.UNDECIDED:
        return result & 1
    info = state.board.info
    over = info[rules.STAGE] == rules.START and info[rules.PLY] - state.start >= MOST_TURNS
    return interface.DRAW if over else interface.UNDECIDED


def play(state: State, move: int) -> int:
    return seat_result(state, rules.play(state.geo, state.board, state.variant, move))


def playout(state: State, source: Words, trail: rules.Ints) -> float:
    """Play on at random up to the horizon; return the share of seat 0, judged if undecided."""
    result, count, steps, info = interface.UNDECIDED, 0, state.steps, state.board.info
    until = info[rules.PLY] + state.horizon
    while result == interface.UNDECIDED:
        if info[rules.PLY] >= until and info[rules.STAGE] == rules.START:
            break
        number = rules.generate(state.geo, state.board, state.variant, steps)
        step = steps[rng.below(rng.draw(source), number)]
        trail[interface.TRAIL_HEAD + count] = 2 * key(state, step) + seat(state)
        count += 1
        result = play(state, step)
    trail[0] = count
    if result == interface.UNDECIDED:
        return judged(state)
    return 0.5 if result == interface.DRAW else 1.0 - result


def judged(state: State) -> float:
    """Return seat 0's share, estimated from pods, prongs, and the way to the opponent's homes."""
    lead = worth(state, rules.BLACK) - worth(state, rules.WHITE)
    share = 0.5 + 0.5 * lead / SCALE
    return min(max(share, 0.02), 0.98)


def worth(state: State, side: int) -> int:
    """Return the value of a side's pods and homes held; see the constants above."""
    geo, board = state.geo, state.board
    total = 0
    for pod in range(rules.EACH * side, rules.EACH * side + rules.EACH):
        square = board.square[pod]
        if square >= rules.SQUARES:
            continue
        total += POD
        count, prongs = 0, board.prongs[pod]
        while prongs > 0:
            count += prongs & 1
            prongs >>= 1
        total += PRONG * min(count, MOST_PRONGS)
        if count > 0 or geo.home[square] == 2 - side:
            total += NEARER * (8 - way_left(state, square, side))
    return total + HELD * rules.homes_taken(geo, board, side) ** 2


def way_left(state: State, square: int, side: int) -> int:
    """Return the steps from a square to the nearest opposing home not yet held, without wrap.

    The distance is 0 for a pod that stands on an opposing home.
    """
    geo, least = state.geo, 8
    if geo.home[square] == 2 - side:
        return 0
    for i in range(len(geo.homes)):
        home = geo.homes[i]
        if geo.home[home] == 2 - side and state.board.side[home] != side:
            across = abs(square // 9 - home // 9)
            along = abs(square % 9 - home % 9)
            least = min(least, max(across, along))
    return least
