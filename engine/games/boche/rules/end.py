"""Enclosed groups, paths, and who has won a game of Boche."""

from __future__ import annotations

from engine.games.boche.rules.board import *


def enclosed_size(geo: Geometry, board: Board, start: int, stamp: int, limit: int) -> int:
    """The blobs of the group at ``start`` if it is enclosed, else 0; marks them with ``stamp``.

    Stops at the first blob that has a way out, or that an earlier search of the same move has
    marked: that one found its way out and stopped, or has seen all of the group. A group of more
    than ``limit`` blobs is known not to be enclosed. The blob at ``start`` has no way out.
    """
    holes, links, mark, stack = board.holes, board.links, board.mark, board.stack
    earliest = stamp & ~63
    stack[0] = start
    mark[start] = stamp
    size, waiting = 0, 1
    while waiting > 0:
        waiting -= 1
        at = stack[waiting]
        size += 1
        if size > limit:
            return 0
        mask, out = links[at], 0
        while mask > 0:
            bit = mask & -mask
            mask ^= bit
            to = at + geo.hop[bit * WINDOWS >> 12 & 15]
            # No branch here: none could be foreseen.
            fresh = mark[to] != stamp
            out |= (holes[to] > 0) | (fresh & (mark[to] >= earliest))
            mark[to] = stamp
            stack[waiting] = to
            waiting += fresh
        if out:
            return 0
    return size


def most_enclosed(part: int, joined: int, cut: int, kill: int) -> int:
    """The most blobs that the group through a part of the hexagon can have if it is now enclosed.

    0 where it needs no look. ``joined`` is the mask of the part; the first part is the three
    places of one colour that the new bands join, with the centre if the hub is on top.
    Above the board level no hole is filled, so a group can only have lost its way out with a
    link (``cut``), or grown out of enclosed ones of less than ``kill``. What was linked to the
    first part stays so. The three other places of the rim are now apart, but for one that the
    centre joins if the hub is not on top.
    """
    if cut == ALL_PLACES:
        return NO_LIMIT
    if part == 0:
        return 3 * kill - 2
    if joined & cut & ~1:
        return NO_LIMIT
    return kill if joined & 1 else 0


def without_way_out(geo: Geometry, board: Board, centre: int) -> int:
    """Those of the hexagon's seven places that touch no empty hole nor the outside (a mask)."""
    found = 0
    for i in range(7):
        found |= (board.holes[centre + geo.ring[i]] == 0) << i
    return found


def enclosed_colours(geo: Geometry, board: Board, centre: int, hub: int, kill: int) -> int:
    """The colours (bit 1 light, bit 2 dark) of groups of ``kill`` blobs or more now enclosed.

    Only groups through the seven places of the hexagon just changed can have become so. Before
    the move there must have been none.
    """
    found, cut = 0, board.info[CUT]
    shut = without_way_out(geo, board, centre)
    board.info[STAMP] += 1
    stamp = board.info[STAMP] << 6
    for part in range(4):
        joined = geo.parts[4 * hub + part]
        if joined & shut != joined:
            continue
        at = centre + geo.ring[geo.start[4 * hub + part]]
        limit = most_enclosed(part, joined, cut, kill)
        if limit > 0 and enclosed_size(geo, board, at, stamp + part, limit) >= kill:
            found |= 1 << colour_at(board, at)
    return found


def is_barrier(geo: Geometry, board: Board, place: int, edge: int) -> bool:
    """Whether a ``join_face`` path may not cross edge 0..5 (direction 2 * edge) at ``place``.

    That is a valley between two cubes of one level: both sides rise from an edge that is really
    there; or an empty hole or the outside of the board, where no cube's face is.
    """
    tops, step = board.tops, geo.step
    here = tops[place]
    there = tops[place + step[2 * edge]]
    if there <= 0:
        return True
    if there != here - 1 and there != here + 1:
        return False
    before = tops[place + step[(2 * edge + 10) % 12]]
    after = tops[place + step[(2 * edge + 2) % 12]]
    return before > here and after > here


def part_of(geo: Geometry, board: Board, place: int, direction: int, join_any: int) -> int:
    """Which part of the corner at ``place`` the face of the link in ``direction`` belongs to.

    With ``join_any`` a corner is one part; else valleys and holes cut it into up to three.
    """
    if join_any:
        return 0
    sector = direction >> 1
    part, total = 0, 0
    for edge in range(1, 6):
        if is_barrier(geo, board, place, edge):
            total += 1
            if edge <= sector:
                part += 1
    return 0 if part == total and not is_barrier(geo, board, place, 0) else part


def linked_sides(geo: Geometry, board: Board, start: int, start_part: int, join_any: int) -> int:
    """The sides (a mask) reached from one part of the corner at ``start``; marks what it visits."""
    links, mark, stack = board.links, board.mark, board.stack
    stamp = board.info[STAMP] << 6
    if mark[start] < stamp:
        mark[start] = stamp
    mark[start] |= 1 << start_part
    stack[0] = start * 8 + start_part
    reached, waiting = 0, 1
    while waiting > 0:
        waiting -= 1
        at, part = stack[waiting] >> 3, stack[waiting] & 7
        reached |= geo.sides[at]
        for direction in range(12):
            if not links[at] >> direction & 1:
                continue
            if part_of(geo, board, at, direction, join_any) != part:
                continue
            to = at + geo.step[direction]
            arrival = part_of(geo, board, to, (direction + 6) % 12, join_any)
            if mark[to] < stamp:
                mark[to] = stamp
            if not mark[to] >> arrival & 1:
                mark[to] |= 1 << arrival
                stack[waiting] = to * 8 + arrival
                waiting += 1
    return reached


def path_owner(geo: Geometry, board: Board, join_any: int) -> int:
    """The colour whose path links all three sides, or -1."""
    board.info[STAMP] += 1
    stamp = board.info[STAMP] << 6
    for i in range(len(geo.border)):
        at = geo.border[i]
        for direction in range(12):
            if not board.links[at] >> direction & 1:
                continue
            part = part_of(geo, board, at, direction, join_any)
            if board.mark[at] >= stamp and board.mark[at] >> part & 1:
                continue
            if linked_sides(geo, board, at, part, join_any) == ALL_SIDES:
                return colour_at(board, at)
    return -1


def is_full(geo: Geometry, board: Board) -> bool:
    return board.info[OPEN] == 0


def judge(geo: Geometry, board: Board, variant: Variant, centre: int, hub: int, mover: int) -> int:
    """The result after ``mover`` placed a cube at ``centre``: UNDECIDED or kind + winner."""
    if variant.kill > 0 and variant.fill_board == 0:
        found = enclosed_colours(geo, board, centre, hub, variant.kill)
        if found == 3:
            return ENCLOSURE + 1 - mover
        if found > 0:
            return ENCLOSURE + (DARK if found == 1 << LIGHT else LIGHT)
    if variant.immediate_win > 0 or is_full(geo, board):
        owner = path_owner(geo, board, variant.join_any)
        if owner >= 0:
            return PATH + owner
    return UNDECIDED
