"""Positions of Octi under its symmetries; see ``engine.orbit``."""

from __future__ import annotations

from collections.abc import Iterable

from boche.engine.games.octi.geometry import COLOURS, Pod
from boche.engine.games.octi.notation import Move, parse_move
from boche.engine.games.octi.symmetry import SYMMETRIES, Symmetry, move_under, pod_under
from boche.engine.orbit import Orbit

_LEADING = [[s for s in SYMMETRIES if s.exchange == flip] for flip in (False, True)]


def orbit_of(options: str, pods: Iterable[Pod], turn: str) -> Orbit:
    """Return the orbit of a position; ``options`` include the stores, the mover's first."""
    flip = turn != COLOURS[0]
    return Orbit(options, flip, _LEADING[flip], pods, pod_under, image_of, _back)


def image_of(symmetry: Symmetry, move: Move) -> str:
    """Return the text of a move's image, its pods in alphabetical order."""
    image = move_under(symmetry, move)
    return str(image._replace(routes=tuple(sorted(image.routes, key=str))))


def _back(symmetry: Symmetry, text: str) -> str:
    return str(move_under(symmetry, parse_move(text)))  # each symmetry is its own inverse
