"""Enclosed groups, paths and the winner of a game of Boche."""

from __future__ import annotations

from boche.engine.games.boche.rules.board import *


def enclosed_size(geo: Geometry, board: Board, start: int, stamp: int, limit: int) -> int:
    """Return the blobs of the group at ``start`` if it is enclosed, else 0; mark them.

    The search stops at the first blob that has a way out, after ``limit`` blobs, or at a blob that
    an earlier search of the same move has marked; ``enclosed_colours`` proves that in each case
    there is nothing to be found here. The blob at ``start`` has no way out.
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
            # There is no branch, since it would be unpredictable.
            fresh = mark[to] != stamp
            out |= (holes[to] > 0) | (fresh & (mark[to] >= earliest))
            mark[to] = stamp
            stack[waiting] = to
            waiting += fresh
        if out:
            return 0
    return size


def most_enclosed(part: int, joined: int, cut: int, kill: int) -> int:
    """Return the most blobs that a group through a part of the hexagon can have if enclosed.

    The result is 0 if no search is needed. ``joined`` is the mask of the part. The bound holds for
    a group that passes only through parts with a limit: ``enclosed_colours`` has the proof.
    """
    if cut == ALL_PLACES:
        return NO_LIMIT
    if part == 0:
        return 3 * kill - 2
    if joined & cut & ~1:
        return NO_LIMIT
    return kill if joined & 1 else 0


def without_way_out(geo: Geometry, board: Board, centre: int) -> int:
    """Return the mask of the hexagon's seven places that touch no empty hole nor the outside."""
    found = 0
    for i in range(7):
        found |= (board.holes[centre + geo.ring[i]] == 0) << i
    return found


def enclosed_colours(geo: Geometry, board: Board, centre: int, hub: int, kill: int) -> int:
    """Return the colours (bit 1 light, bit 2 dark) of groups of ``kill`` or more now enclosed.

    Before the move there must have been none. Four parts are enough, for these reasons:

    1. Only a group through one of the hexagon's seven places can have become enclosed: no other
       has changed its blobs, its links or the holes that it touches.
    2. The seven places fall into four parts, each joined by the new links. The first part has all
       three rim places of its colour (and the centre, if the hub is on top). The three others have
       the other colour; one of them may be joined to the centre (the *centre's part*). So no group
       passes through the first part and another one; a group may pass through several of the
       others.
    3. On the board level a hole is filled (``cut`` is ``ALL_PLACES``): no part has a limit. Above
       it a blob has a way out after the move exactly if it had one before, and the blobs that
       vanish and appear at the centre have none. So a group became enclosed only by losing a link,
       or by growing out of enclosed groups, each of less than ``kill`` blobs.
    4. Through the first part: links lost between its places, or through the vanished centre, are
       replaced by the new ones. So the group consists of at most three old groups and the new
       centre: 3 (kill - 1) + 1 blobs.
    5. Through the others: if a group lost a link, it passes through a place that lost one
       (``cut``), and the part of that place has no limit. A single place that lost none needs no
       search. If it is the centre's part, and its group passes through no place that lost a link,
       the group consists of one old group and the centre: kill blobs.
    6. Order. The centre's part is tried after the single places (``parts_of``), so no search with a
       limit comes before one of the same colour without a limit. A search without a limit ends
       with its whole group marked, or with proof of a way out, its own or that of the group whose
       marks it met. So, by induction, a search that meets earlier marks may stop: that group has
       been counted already, or is not enclosed. And if the centre's part exceeds its limit, then by
       5 its group passes through a part without a limit, which was tried before or has a way out
       at once, or it is not enclosed.
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
    """Return whether edge 0..5 (direction 2 * edge) at ``place`` blocks a ``join_face`` path.

    Such an edge is a valley between two cubes of one level, where both sides rise from an edge that
    really exists; or it borders an empty hole or the outside, where there is no cube's face.
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
    """Return the part of the corner at ``place`` that the face in ``direction`` belongs to.

    With ``join_any`` a corner has one part; else valleys and holes divide it into up to three.
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
    """Return the mask of sides reached from a part of the corner at ``start``; mark the visited."""
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
    """Return the colour whose path links all three sides, or -1."""
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


def kills(variant: Variant) -> bool:
    """Return whether enclosing a group ends the game."""
    return variant.kill > 0 and variant.fill_board == 0


def judge(geo: Geometry, board: Board, variant: Variant, centre: int, hub: int, mover: int) -> int:
    """Return the result after ``mover`` placed a cube at ``centre``: UNDECIDED or kind + winner."""
    enclosed = 0
    if kills(variant):
        enclosed = enclosed_colours(geo, board, centre, hub, variant.kill)
    return verdict(geo, board, variant, enclosed, mover)


def verdict(geo: Geometry, board: Board, variant: Variant, enclosed: int, mover: int) -> int:
    """Return the result after a move; ``enclosed`` are colours as in ``enclosed_colours``."""
    if enclosed == 3:
        return ENCLOSURE + 1 - mover
    if enclosed > 0:
        return ENCLOSURE + (DARK if enclosed == 1 << LIGHT else LIGHT)
    if variant.immediate_win > 0 or is_full(geo, board):
        owner = path_owner(geo, board, variant.join_any)
        if owner >= 0:
            return PATH + owner
    return UNDECIDED
