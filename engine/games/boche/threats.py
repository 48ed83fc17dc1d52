"""Threats in Boche: groups that one cube would enclose, and paths that it would complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boche.engine.games.boche import rules, words
from boche.engine.games.boche.geometry import COLOURS, Colour, Corner
from boche.engine.games.boche.notation import Move, with_level
from boche.engine.games.boche.position import Position, other
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
        blobs[key] = max(blobs.get(key, 0), *(group.blobs for group in groups))
    found = [_enclosure(position, *key, moves, blobs[key]) for key, moves in enclosing.items()]
    return found + [_path(position, colour, linking[colour], paths[colour]) for colour in linking]


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
