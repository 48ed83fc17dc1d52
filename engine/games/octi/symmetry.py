"""Symmetries of Octi: mirroring the board from left to right, and exchanging the sides.

Exchanging the sides mirrors the board from top to bottom as well, so that each side keeps its
homes, and passes the turn.
"""

from __future__ import annotations

from typing import NamedTuple

from boche.engine.games.octi.geometry import COLOURS, LETTERS, Pod, other
from boche.engine.games.octi.notation import ALL, BARE, Hop, Move, Name, Route
from boche.engine.games.octi.position import Position


class Symmetry(NamedTuple):
    """A symmetry: ``mirror`` exchanges left and right, ``exchange`` exchanges the sides."""

    mirror: bool
    exchange: bool


SYMMETRIES = tuple(
    Symmetry(mirror, exchange) for exchange in (False, True) for mirror in (False, True)
)

_MIRRORED = dict(zip(LETTERS, "ahgfedcb", strict=True))
_FLIPPED = dict(zip(LETTERS, "edcbahgf", strict=True))


def square_under(symmetry: Symmetry, square: int) -> int:
    """Return the image of a square."""
    x, y = divmod(square, 10)
    return 10 * (10 - x if symmetry.mirror else x) + (10 - y if symmetry.exchange else y)


def prongs_under(symmetry: Symmetry, prongs: str) -> str:
    """Return the images of prongs, as sorted letters."""
    if symmetry.mirror:
        prongs = "".join(_MIRRORED[letter] for letter in prongs)
    if symmetry.exchange:
        prongs = "".join(_FLIPPED[letter] for letter in prongs)
    return "".join(sorted(prongs))


def transformed(position: Position, symmetry: Symmetry) -> Position:
    """Return the image of an unfinished position, without its earlier positions."""
    pods = [(pod.colour, pod.square, pod.prongs) for pod in position.pods]
    turned = [
        (
            other(colour) if symmetry.exchange else colour,
            square_under(symmetry, square),
            prongs_under(symmetry, prongs),
        )
        for colour, square, prongs in pods
    ]
    names = {c: other(c) if symmetry.exchange else c for c in COLOURS}
    stores: dict[str, tuple[int, int, int]] = {
        names[colour]: position.store(colour) for colour in COLOURS
    }
    return Position.set_up(position.options, turned, stores, names[position.turn])


def move_under(symmetry: Symmetry, move: Move) -> Move:
    """Return the image of a move; its pods may not be in the order in which moves are written."""
    routes = tuple(
        Route(
            Name(
                square_under(symmetry, route.name.square),
                None if route.name.prongs is None else prongs_under(symmetry, route.name.prongs),
            ),
            tuple(_hop_under(symmetry, hop) for hop in route.hops),
        )
        for route in move.routes
    )
    return Move(routes, prongs_under(symmetry, move.new), prongs_under(symmetry, move.old))


def _hop_under(symmetry: Symmetry, hop: Hop) -> Hop:
    if hop.taken == ALL:
        return Hop(square_under(symmetry, hop.to), ALL)
    names = tuple(BARE if name == BARE else prongs_under(symmetry, name) for name in hop.taken)
    return Hop(square_under(symmetry, hop.to), names)


def canonical_key(position: Position) -> tuple[tuple[Pod, ...], tuple[tuple[int, ...], ...]]:
    """Return a key shared by all positions equal under symmetry, seen from the side to move.

    Options and earlier positions are not part of the key.
    """
    exchange = position.turn == "white"
    keys = []
    for mirror in (False, True):
        after = transformed(position, Symmetry(mirror, exchange))
        keys.append((after.pods, tuple(tuple(after.store(c)) for c in COLOURS)))
    return min(keys)
