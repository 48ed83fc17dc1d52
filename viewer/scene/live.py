"""The scene of a position that is being played at: with a ghost, groups lit, a piece on its way.

The same builders make it as make pictures; each game adds what moves in a module of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from viewer.scene.model import Scene

LIVE: dict[str, str] = {
    "boche": "viewer.games.boche.live",
    "che": "viewer.games.che.live",
    "boku": "viewer.games.boku.live",
    "octi": "viewer.games.octi.live",
}

FALL = 2.2  # cube edges from which a piece drops


@dataclass(frozen=True)
class LiveOptions:
    """What to show of a position on the table.

    ``last`` is the move that led here, to be marked. ``ghost`` is a legal move whose piece is
    shown translucent; ``lit`` are places to light, in the game's own terms.
    ``moving`` is a legal move whose piece hangs ``height`` cube edges above its place.
    ``taken`` is the part of a move that is already chosen (Che's first tile). ``turned`` is the
    choice that the ghost turns from in the hand, and the part of the way, 0 to 1.
    ``explode`` lifts each level by that many edges, ``peeled`` takes that many levels off.
    ``heat`` marks targets (texts of steps) by how much a search looks at them, 0 to 1.
    """

    last: Any = None
    ghost: Any = None
    lit: tuple[Any, ...] = ()
    moving: Any = None
    height: float = 0.0
    explode: float = 0.0
    peeled: int = 0
    heat: tuple[tuple[str, float], ...] = ()
    labels: bool = True
    taken: str = ""
    turned: tuple[str, float] | None = None


def build_live(position: Any, options: LiveOptions) -> Scene:
    """The scene of a position being played at. Raises ``LookupError`` for a game without one."""
    name = position.game.name
    if name not in LIVE:
        raise LookupError(f"no table for {name} yet (there are: {', '.join(LIVE)})")
    scene: Scene = import_module(LIVE[name]).build(position, options)
    return scene
