"""Threats in Boche: groups that one cube would enclose, and paths that it would complete.

Of a group in danger it is said how many open ends it has: the empty holes that it touches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from boche.engine.games.boche import rules, words
from boche.engine.games.boche.board import holes_of, place_of
from boche.engine.games.boche.geometry import COLOURS, Cell, Colour, Corner, Group
from boche.engine.games.boche.notation import Move, with_level
from boche.engine.games.boche.position import Position, other
from boche.engine.message import Message
from boche.engine.threats import Threat, named

Aims = tuple[Corner, ...]


def threats(position: Position) -> list[Threat]:
    """Return the threats of both colours.

    Moves that enclose the same corners of the board are one threat, so are all that complete a
    colour's path. ``aims`` are the corners that are enclosed, or that the paths go through.
    """
    enclosing = dict[tuple[Colour, Aims], list[Move]]()
    linking = dict[Colour, list[Move]]()
    blobs = dict[tuple[Colour, Aims], int]()
    paths = dict[Colour, set[Corner]]()
    for move, colour in _decisive(position) if position.cubes else ():
        after = position.with_turn(colour).play(move)
        groups = [group for group in after.enclosed_groups() if group.colour != colour]
        if after.outcome is not None and after.outcome.kind == "path":
            linking.setdefault(colour, []).append(move)
            joined = {corner for face in after.winning_path() for corner in face.joined}
            paths.setdefault(colour, set()).update(joined)
            continue
        key = colour, _now(position, {corner for group in groups for corner in group.corners})
        enclosing.setdefault(key, []).append(move)
        largest = max(group.blobs for group in groups)
        blobs[key] = min(blobs.get(key, largest), largest)  # one rotation may add a blob to it
    found = [_enclosure(position, *key, moves, blobs[key]) for key, moves in enclosing.items()]
    return found + [_path(position, colour, linking[colour], paths[colour]) for colour in linking]


def open_ends(position: Position, group: Group) -> tuple[Cell, ...]:
    """Return the empty holes that a group of a position touches.

    A group that touches no side of the board is enclosed once it has none.
    """
    geometry, board = position.geometry, position.surface().board
    places = {place_of(corner, position.size) for corner in group.corners}
    return tuple(
        Cell(c, r, 0)
        for column, (c, r) in enumerate(holes_of(position.size))
        if not board.heights[column]
        and not places.isdisjoint(geometry.centre[column] + step for step in geometry.ring)
    )


def state_of(position: Position, threat: Threat) -> Message | None:
    """Return how many open ends the group has that a threat would enclose, in whole or in part.

    It is None for a group that touches a side, from which it is cut off: its ends do not count.
    """
    group = _attacked(position, threat.aims) if threat.kind == "enclosure" else None
    if group is None:
        return None
    place = _place(position, group, threat.aims)
    if not _is_above_board(position, threat):
        return words.ONE_END(place=place)
    return words.CAN_BE_CUT(place=place, count=len(open_ends(position, group)))


def effect_of(position: Position, move: str, threat: Threat) -> Message | None:
    """Return how a move takes open ends from the group that a threat would enclose.

    None if it takes none: the group is attacked in another way, or touches a side.
    """
    group = _attacked(position, threat.aims) if threat.kind == "enclosure" else None
    if group is None:
        return None
    count, cell = len(open_ends(position, group)), position.target(position.parse(move))
    if cell is None:
        return None
    gaps = {"place": _place(position, group, threat.aims), "move": with_level(move, cell.k)}
    after = position.play(move)
    if after.outcome is not None:  # a cube on the board closes a hole, one above it hides a link
        return words.CUTS_OFF(count=count, **gaps) if cell.k else words.CLOSES_LAST(**gaps)
    left = _attacked(after, threat.aims)
    if left is None or not 1 == len(open_ends(after, left)) < count:
        return None
    is_cut = any(after.surface().group_of.get(at, left) != left for at in group.corners)
    if is_cut or _is_above_board(after, threat):
        return None  # it is about a part of the group, however many ends the whole has
    return words.LEAVES_ONE(count=count, moves=threat.values["moves"], **gaps)


def _is_above_board(position: Position, threat: Threat) -> bool:
    """Return whether a threat's cubes lie above others: they close no hole, but hide links."""
    cell = position.target(position.parse(threat.moves[0]))
    return cell is not None and cell.k > 0


def _attacked(position: Position, aims: Iterable[Corner]) -> Group | None:
    """Return the largest group at these corners that has open ends and touches no side."""
    group_of = position.surface().group_of
    groups = {group_of[corner] for corner in aims if corner in group_of}
    open_groups = [one for one in groups if not one.sides and not one.enclosed]
    return max(open_groups, key=lambda one: (one.blobs, one.corners), default=None)


def _place(position: Position, group: Group, aims: Iterable[Corner]) -> str:
    """Return the cell by which a group is named: the one with most of the corners in danger."""
    corners, faces = {*group.corners} & {*aims}, position.surface().faces
    seen = Counter(
        face.cell for face in faces for at in (*face.joined, *face.apart) if at in corners
    )
    cell = min(seen, key=lambda one: (-seen[one], one))
    return with_level(cell.name, cell.k)


def _now(position: Position, corners: set[Corner]) -> Aims:
    """Return those of some corners that lie on the surface now."""
    return tuple(sorted(corners & position.surface().group_of.keys()))


def _decisive(position: Position) -> Iterator[tuple[Move, Colour]]:
    """Yield the cubes that would end the game, each with a colour that wins by laying it."""
    geometry, variant, board = position.geometry, position.variant, position.board
    saved = [0] * 7
    for move in position.legal_moves():
        if position.target(move) is None:
            continue
        number, enclosed = position.number_of(move), 0
        rules.remember(geometry, board, number >> 3, saved, 0)
        centre = rules.place_cube(geometry, board, number >> 3, number & 7)
        if rules.kills(variant):
            enclosed = rules.enclosed_colours(geometry, board, centre, number & 3, variant.kill)
        # Who has laid the cube matters only if it encloses groups of both colours.
        results = [rules.verdict(geometry, board, variant, enclosed, side) for side in (0, 1)]
        rules.take_back(geometry, board, number >> 3, saved, 0)
        for colour, result in zip(COLOURS, results, strict=True):
            if result != rules.UNDECIDED and COLOURS[result & 1] == colour:
                yield move, colour


def _enclosure(
    position: Position, colour: Colour, aims: Aims, moves: list[Move], blobs: int
) -> Threat:
    return Threat(
        colour=colour,
        kind="enclosure",
        moves=tuple(map(str, moves)),
        places=_places(position, moves),
        aims=aims,
        can=words.CAN_ENCLOSE,
        lets=words.LETS_ENCLOSE,
        values={**_named(position, moves), "loser": other(colour), "count": blobs},
    )


def _path(position: Position, colour: Colour, moves: list[Move], corners: set[Corner]) -> Threat:
    return Threat(
        colour=colour,
        kind="path",
        moves=tuple(map(str, moves)),
        places=_places(position, moves),
        aims=_now(position, corners),
        can=words.CAN_LINK,
        lets=words.LETS_LINK,
        values=_named(position, moves),
    )


def _named(position: Position, moves: list[Move]) -> dict[str, Any]:
    """Return the moves as a sentence names them, with the levels that readers need."""
    cells = [position.target(move) for move in moves]
    texts = [
        with_level(str(move), cell.k if cell is not None else 0)
        for move, cell in zip(moves, cells, strict=True)
    ]
    return {"moves": named(texts)}


def _places(position: Position, moves: list[Move]) -> tuple[str, ...]:
    """Return the cells that moves fill; those above the board with their level, as in marks."""
    cells = [cell for move in moves if (cell := position.target(move)) is not None]
    return tuple(dict.fromkeys(with_level(c.name, c.k) for c in cells))
