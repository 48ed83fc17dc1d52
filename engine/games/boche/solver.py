"""Exact solver for small boards of Boche: a depth-first search that visits every position once.

Functions in the compiled subset, like ``engine.games.boche.search``. Only the visible faces
matter for the rest of the game, so two positions are the same if their surfaces are, up to the six
symmetries of the board and the exchange of colours that puts the same colour to move. There are no
draws, so a position is either won or lost for the side to move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from boche.engine.games.boche import rules

LOST, WON, UNKNOWN = 0, 1, 2

# Slots of ``Search.info``: the positions stored so far, the ply that the search has reached, the
# largest number of cubes with which the book knows all lost positions, and knows any; the cubes
# where the search began, and the positions in each of the two tables.
SEEN, DEPTH, COMPLETE, BOOKED, ROOT, HELD, EARLY_HELD = 0, 1, 2, 3, 4, 5, 6
INFO_SLOTS = 7

FEW = 7
"""Positions with up to so many cubes have a table of their own, which has room for all of them."""

MULTIPLIERS = (0x1E3779B97F4A7C15, 0x0F58476D1CE4E5B9, 0x14D049BB133111EB, 0x1B9C4D2A7E3F6A85)
"""Odd numbers without a pattern, for hash values of keys."""

EARLY = 13
"""With fewer cubes than that, all answers are looked up in the table before any is searched.

Later this would cost more than it saves.
"""

CODES = 64
"""Number of appearances of a cell's cube: rotation * 8 + mask of its visible faces (1, 2, 4)."""


class Images(NamedTuple):
    """The symmetries of a board; see ``engine.games.boche.solve``.

    There is a random word for each appearance of each cell under each of the six symmetries. Equal
    faces have equal words. The last word is for bottom cubes with a light corner on top.
    """

    words: rules.Ints


class Search(NamedTuple):
    """The tables, and a frame per ply: up to ``most`` moves, their number, the next one, the key.

    ``table`` has 2 * key + WON or LOST, 0 if empty; its length is a power of two. ``early`` is the
    same for positions with up to ``FEW`` cubes. ``credit`` counts the wins by each move, see
    ``credit_slot``; moves with more wins are tried first. ``codes`` is scratch. ``marks`` and
    ``bits`` are a book, see ``in_book``.
    """

    table: Any
    early: Any
    marks: Any
    bits: Any
    info: rules.Ints
    most: int
    moves: rules.Ints
    number: rules.Ints
    next: rules.Ints
    keys: rules.Ints
    saved: rules.Ints
    credit: rules.Ints
    codes: rules.Ints


def seen_faces(geo: Any, board: Any, codes: Any) -> int:
    """Write the index in ``Images.words`` of each visible cube's look; return their number."""
    heights, count = board.heights, 0
    for column in range(geo.columns):
        left, below = geo.left[column], geo.below[column]
        for level in range(heights[column]):
            mask = 0
            if left == column or heights[left] < level + 2:
                mask |= 1
            if below == column or heights[below] < level + 2:
                mask |= 2
            if heights[column] < level + 2:
                mask |= 4
            if mask > 0:
                slot = column * geo.size + level
                codes[count] = CODES * slot + 8 * board.rotations[slot] + mask
                count += 1
    return count


def canonical(geo: Any, board: Any, images: Images, codes: Any) -> int:
    """Return a key that is the same for equivalent positions, never 0; there must be a cube.

    It is an exclusive or of random words: two surfaces have the same one with a probability of 2
    to the power of -61.
    """
    words, count = images.words, seen_faces(geo, board, codes)
    exchange = 32 if board.info[rules.TURN] == rules.DARK else 0
    one = (len(words) - 1) // 6
    light_up = board.info[rules.BASE] ^ (exchange >> 5)
    best = 0
    for symmetry in range(6):
        key = words[len(words) - 1] * light_up
        for i in range(count):
            key ^= words[one * symmetry + (codes[i] ^ exchange)]
        if symmetry == 0 or key < best:
            best = key
    return best + 1


def slot_of(table: Any, key: int) -> int:
    """Return the index of a key in the table, or of the slot where it belongs."""
    last = len(table) - 1
    at = (key * 0x9E3779B97F4A7C1 >> 17) & last
    while table[at] != 0 and table[at] >> 1 != key:
        at = (at + 1) & last
    return at


def look_up(board: Any, search: Search, key: int) -> int:
    """Return LOST or WON for the side to move, or UNKNOWN."""
    cubes = board.info[rules.CUBES]
    if cubes <= search.info[BOOKED]:
        if in_book(search.marks, search.bits, key):
            return LOST
        if cubes <= search.info[COMPLETE]:
            return WON
    table = search.early if cubes <= FEW else search.table
    found = table[slot_of(table, key)]
    return UNKNOWN if found == 0 else int(found & 1)


def in_book(marks: Any, bits: Any, key: int) -> bool:
    """Return whether a position with few cubes is in a book, as lost for the side to move.

    The three marks that belong to a key make up the mark of its own if it is in the book, seldom
    otherwise. If they do, three bits decide.
    """
    part, found = len(marks) // 3, mark_of(key)
    for number in range(3):
        found ^= int(marks[place(key, number, part)])
    if found != 0:
        return False
    part = 8 * len(bits) // 3
    for number in range(3):
        at = place(key, number, part)
        found ^= int(bits[at >> 3]) >> (at & 7)
    return bool(found & 1)


def place(key: Any, number: int, part: int) -> Any:
    """Return the index that belongs to a key in one of three parts of the same length."""
    return part * number + ((key * MULTIPLIERS[number] >> 28 & 0xFFFFFFFF) * part >> 32)


def mark_of(key: Any) -> Any:
    """Return the mark of a key, from 0 to 255."""
    return key * MULTIPLIERS[3] >> 40 & 0xFF


def enter(
    geo: Any, board: Any, variant: Any, images: Images, search: Search, depth: int, key: int
) -> int:
    """Start a position's frame with the moves whose value is not known.

    Return WON if a move is known to win, LOST if all are known to lose, else UNKNOWN.
    """
    start, kept = depth * search.most, 0
    moves, mover = search.moves, board.info[rules.TURN]
    count = rules.generate(geo, board, variant, moves[start:])
    search.next[depth] = 0
    search.keys[depth] = key
    early = board.info[rules.CUBES] < EARLY
    for i in range(start, start + count):
        result = play(geo, board, variant, search, depth, moves[i])
        found = UNKNOWN
        if early and result == rules.UNDECIDED:
            found = look_up(board, search, canonical(geo, board, images, search.codes))
        take_back(geo, board, search, depth, moves[i])
        if found == LOST or (result != rules.UNDECIDED and result & 1 == mover):
            return WON
        if result == rules.UNDECIDED and found == UNKNOWN:
            moves[start + kept] = moves[i]
            kept += 1
    search.number[depth] = kept
    return UNKNOWN if kept > 0 else LOST


def play(geo: Any, board: Any, variant: Any, search: Search, depth: int, move: int) -> int:
    """Play a move of the frame; return the result of ``rules.play``."""
    rules.remember(geo, board, move >> 3, search.saved, 7 * depth)
    return rules.play(geo, board, variant, move)


def take_back(geo: Any, board: Any, search: Search, depth: int, move: int) -> None:
    """Take back a move of the frame."""
    rules.take_back(geo, board, move >> 3, search.saved, 7 * depth)
    board.info[rules.TURN] = 1 - board.info[rules.TURN]


def choose(geo: Any, board: Any, search: Search, depth: int) -> int:
    """Return the frame's next move: the remaining one that has won most often."""
    moves = search.moves
    first = depth * search.most + search.next[depth]
    best, most = first, -1
    for i in range(first, depth * search.most + search.number[depth]):
        won = search.credit[credit_slot(geo, board, moves[i])]
        if won > most:
            best, most = i, won
    moves[first], moves[best] = moves[best], moves[first]
    search.next[depth] += 1
    return int(moves[first])


def credit_slot(geo: Any, board: Any, move: int) -> int:
    """Return the place in ``Search.credit`` of a cube in its cell, for the side to move."""
    column = move >> 3
    slot = column * geo.size + board.heights[column]
    return int(8 * (2 * slot + board.info[rules.TURN]) + (move & 7))


def step(geo: Any, board: Any, variant: Any, images: Images, search: Search, depth: int) -> int:
    """Play the frame's next move; return WON or LOST if the table or the answers decide it.

    Return UNKNOWN if the new position, which is then on the board, must be searched.
    """
    move = choose(geo, board, search, depth)
    play(geo, board, variant, search, depth, move)
    key = canonical(geo, board, images, search.codes)
    found = look_up(board, search, key)
    if found == UNKNOWN:
        found = enter(geo, board, variant, images, search, depth + 1, key)
        if found == UNKNOWN:
            return UNKNOWN
        keep(search, depth + 1, found)
    take_back(geo, board, search, depth, move)
    return 1 - found


def keep(search: Search, depth: int, value: int) -> None:
    """Store a frame's value; a table that is three quarters full is emptied first."""
    few = search.info[ROOT] + depth <= FEW
    table, held = (search.early, EARLY_HELD) if few else (search.table, HELD)
    if 4 * search.info[held] >= 3 * len(table):
        table[:] = 0
        search.info[held] = 0
    at = slot_of(table, search.keys[depth])
    if table[at] == 0:
        search.info[SEEN] += 1
        search.info[held] += 1
    table[at] = 2 * search.keys[depth] + value


def begin(geo: Any, board: Any, variant: Any, images: Images, search: Search) -> int:
    """Begin with a position; return WON or LOST for the side to move, or UNKNOWN: see ``go_on``.

    ``board`` must have a cube and no possible swap, and the game must not be over.
    """
    search.info[DEPTH], search.info[ROOT] = 0, board.info[rules.CUBES]
    key = canonical(geo, board, images, search.codes)
    value = look_up(board, search, key)
    if value != LOST:  # of a known win the winning move may not be known
        value = enter(geo, board, variant, images, search, 0, key)
    if value != UNKNOWN:
        search.keys[0] = key
        keep(search, 0, value)
    return value


def go_on(geo: Any, board: Any, variant: Any, images: Images, search: Search, steps: int) -> int:
    """Search on for so many moves; return WON or LOST for who was to move first, or UNKNOWN.

    ``board`` is then where the next call must find it.
    """
    depth = search.info[DEPTH]
    for _ in range(steps):
        found = step(geo, board, variant, images, search, depth)
        if found == UNKNOWN:
            depth += 1
            continue
        value = after(geo, board, search, depth, found)
        while value != UNKNOWN:
            keep(search, depth, value)
            if depth == 0:
                return value
            depth -= 1
            last = search.moves[depth * search.most + search.next[depth] - 1]
            take_back(geo, board, search, depth, last)
            value = after(geo, board, search, depth, 1 - value)
    search.info[DEPTH] = depth
    return UNKNOWN


def after(geo: Any, board: Any, search: Search, depth: int, found: int) -> int:
    """Return the frame's value after its last move has been found WON or LOST."""
    if found == WON:
        last = search.moves[depth * search.most + search.next[depth] - 1]
        search.credit[credit_slot(geo, board, last)] += 1
        return WON
    return LOST if search.next[depth] == search.number[depth] else UNKNOWN


def survey(
    geo: Any,
    board: Any,
    variant: Any,
    images: Images,
    walker: Search,
    search: Search,
    cubes: int,
    solves: bool,
) -> None:
    """Enter a position and all behind it with up to ``cubes`` cubes in the table of ``walker``.

    The value entered is WON unless ``search`` knows the position as lost. If it ``solves``, it
    solves all with just that many cubes. What the table has already is passed by.
    """
    depth = -1
    walker.info[ROOT] = board.info[rules.CUBES]
    while True:
        key = canonical(geo, board, images, walker.codes)
        if look_up(board, walker, key) == UNKNOWN:
            full = board.info[rules.CUBES] == cubes
            if full and solves:
                solution(geo, board, variant, images, search)
            walker.keys[depth + 1] = key
            keep(walker, depth + 1, LOST if look_up(board, search, key) == LOST else WON)
            if not full:
                depth += 1
                fill_frame(geo, board, variant, walker, depth)
            elif depth >= 0:
                retreat(geo, board, walker, depth)
        elif depth >= 0:
            retreat(geo, board, walker, depth)
        while depth >= 0:
            if walker.next[depth] < walker.number[depth]:
                move = walker.moves[depth * walker.most + walker.next[depth]]
                walker.next[depth] += 1
                if play(geo, board, variant, walker, depth, move) == rules.UNDECIDED:
                    break
            else:
                depth -= 1
                if depth < 0:
                    return
            retreat(geo, board, walker, depth)
        if depth < 0:
            return


def solution(geo: Any, board: Any, variant: Any, images: Images, search: Search) -> None:
    """Solve a position, however long it takes."""
    value = begin(geo, board, variant, images, search)
    while value == UNKNOWN:
        value = go_on(geo, board, variant, images, search, 1 << 20)


def fill_frame(geo: Any, board: Any, variant: Any, search: Search, depth: int) -> None:
    """Start a frame of ``survey`` with all placements."""
    board.info[rules.SWAPPED] = 1
    first = depth * search.most
    search.number[depth] = rules.generate(geo, board, variant, search.moves[first:])
    search.next[depth] = 0


def retreat(geo: Any, board: Any, search: Search, depth: int) -> None:
    """Take back the last move of a frame."""
    take_back(geo, board, search, depth, search.moves[depth * search.most + search.next[depth] - 1])
