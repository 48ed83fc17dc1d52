"""Symmetries of Octi: mirroring the board from left to right, and exchanging the sides.

Exchanging the sides mirrors the board from top to bottom as well, so that each side keeps its
homes, and passes the turn.
"""

from __future__ import annotations

from typing import NamedTuple

from boche.engine.games.octi.geometry import LETTERS, Colour, Pod, other
from boche.engine.games.octi.notation import ALL, BARE, Hop, Move, Name, Route


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


def pod_under(symmetry: Symmetry, pod: Pod) -> Pod:
    """Return the image of a pod."""
    square = square_under(symmetry, pod.square)
    return Pod(colour_under(symmetry, pod.colour), square, prongs_under(symmetry, pod.prongs))


def colour_under(symmetry: Symmetry, colour: Colour) -> Colour:
    """Return the image of a colour."""
    return other(colour) if symmetry.exchange else colour


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
