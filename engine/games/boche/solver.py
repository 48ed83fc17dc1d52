"""Solving small boards of Boche exactly: depth first, every position looked at once.

Plain functions for numba, compiled like ``engine.games.boche.search``. Two positions are the same
when their ``Position.canonical`` keys are: under the six symmetries of the board and the exchange
of colours, seen from the colour to move. There are no draws, so a position is won or lost for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games.boche import rules

LOST, WON, UNKNOWN = 0, 1, 2

# Bits for a cell in a key: 0 for an empty one, else the rotation's number plus 1.
CELL_BITS = 4


class Images(NamedTuple):
    """The symmetries of a board; see ``engine.games.boche.solve``.

    ``cells`` numbers the cells, in the order of ``Board.rotations``, -1 where there is none, six
    times: as each symmetry moves them. ``turned`` gives the rotation's number for 6 x 8.
    """

    cells: rules.Ints
    turned: rules.Ints


class Search(NamedTuple):
    """The table and one frame for each ply: ``most`` moves, how many, which is next, its key.

    ``table`` holds 2 * key + WON or LOST, 0 where empty; its length is a power of two. ``seen``
    counts the positions in it.
    """

    table: Any
    seen: rules.Ints
    most: int
    moves: rules.Ints
    number: rules.Ints
    next: rules.Ints
    keys: rules.Ints
    saved: rules.Ints


def canonical(board: rules.Board, images: Images) -> int:
    """A key that is the same for positions that are the same, never 0; needs a cube."""
    slots = len(board.rotations)
    exchange = 4 if board.info[rules.TURN] == rules.DARK else 0
    best = 0
    for symmetry in range(6):
        key = 0
        for slot in range(slots):
            rotation = board.rotations[slot]
            if rotation >= 0:
                turned = images.turned[8 * symmetry + rotation] ^ exchange
                key |= (turned + 1) << CELL_BITS * images.cells[slots * symmetry + slot]
        if symmetry == 0 or key < best:
            best = key
    return best


def slot_of(table: Any, key: int) -> int:
    """Where a key is in the table, or would go."""
    last = len(table) - 1
    at = (key * 0x9E3779B97F4A7C1 >> 17) & last
    while table[at] != 0 and table[at] >> 1 != key:
        at = (at + 1) & last
    return at


def look_up(table: Any, key: int) -> int:
    """LOST or WON for the side to move, or UNKNOWN."""
    found = table[slot_of(table, key)]
    return UNKNOWN if found == 0 else found & 1


def enter(geo: Any, board: Any, variant: Any, search: Search, depth: int, key: int) -> None:
    """Begin a position's frame."""
    start = depth * search.most
    search.number[depth] = rules.generate(geo, board, variant, search.moves[start:])
    search.next[depth] = 0
    search.keys[depth] = key


def step(geo: Any, board: Any, variant: Any, images: Images, search: Search, depth: int) -> int:
    """Play the frame's next move: WON if it wins at once or by the table, LOST if it is known
    to lose, UNKNOWN if the new position, then on the board, must be searched."""
    info, move = board.info, search.moves[depth * search.most + search.next[depth]]
    search.next[depth] += 1
    mover, column = info[rules.TURN], move >> 3
    rules.remember(geo, board, column, search.saved, 7 * depth)
    result = rules.play(geo, board, variant, move)
    if result != rules.UNDECIDED:
        found = WON if result & 1 == mover else LOST
    else:
        key = canonical(board, images)
        found = look_up(search.table, key)
        if found == UNKNOWN:
            enter(geo, board, variant, search, depth + 1, key)
            return UNKNOWN
        found = 1 - found
    leave(geo, board, search, depth)
    return found


def leave(geo: Any, board: Any, search: Search, depth: int) -> None:
    """Take back the move last played from the frame."""
    move = search.moves[depth * search.most + search.next[depth] - 1]
    rules.take_back(geo, board, move >> 3, search.saved, 7 * depth)
    board.info[rules.TURN] = 1 - board.info[rules.TURN]


def keep(search: Search, depth: int, value: int) -> None:
    """Put a frame's value into the table, unless that is three quarters full."""
    table = search.table
    if 4 * search.seen[0] < 3 * len(table):
        at = slot_of(table, search.keys[depth])
        search.seen[0] += table[at] == 0
        table[at] = 2 * search.keys[depth] + value


def solve(geo: Any, board: Any, variant: Any, images: Images, search: Search) -> int:
    """WON or LOST for the side to move; ``board`` has a cube, no swap, and the game goes on."""
    depth = 0
    enter(geo, board, variant, search, 0, canonical(board, images))
    while True:
        value = UNKNOWN
        if search.next[depth] == search.number[depth]:
            value = LOST
        else:
            found = step(geo, board, variant, images, search, depth)
            if found == UNKNOWN:
                depth += 1
            elif found == WON:
                value = WON
        while value != UNKNOWN:
            keep(search, depth, value)
            if depth == 0:
                return value
            depth -= 1
            leave(geo, board, search, depth)
            value = WON if value == LOST else UNKNOWN
