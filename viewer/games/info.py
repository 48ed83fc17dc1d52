"""What the HUD must know of a game, one module a game, found by the game's name."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from viewer.camera.camera import Camera
from viewer.scene.model import Scene

INFOS: dict[str, str] = {
    "boche": "viewer.games.boche.panel",
    "che": "viewer.games.che.panel",
    "boku": "viewer.games.boku.panel",
    "octi": "viewer.games.octi.panel",
}


@dataclass(frozen=True)
class Fact:
    """A line of the panel: what, how much; ``colour`` is a player's, ``alarm`` for bad news."""

    label: str
    value: str
    tip: str = ""
    colour: str = ""
    alarm: bool = False


class Info(Protocol):
    """What a game tells the HUD.

    ``COVER`` is the position that shows the game: a file of ``assets/records`` and the ply.
    ``LAYERS`` names the commands of ``explode`` and ``peel`` that show something in it.
    """

    COVER: tuple[str, int]
    LAYERS: tuple[str, ...]

    def choices(self, position: Any) -> tuple[str, ...]:
        """The letters that turn a piece, all of them; empty for a game without a palette."""

    def usual(self, position: Any) -> tuple[str, ...]:
        """Those of them that may fit somewhere now."""

    def pieces(self, keys: tuple[str, ...], camera: Camera) -> tuple[Scene, Camera]:
        """The pieces turned each way in a square grid, row by row, and the camera to see them."""

    def facts(self, position: Any, taken: str = "") -> tuple[Fact, ...]:
        """What a player wants to know of a position, ``taken`` of the next move being chosen."""


def info_of(game: str) -> Info:
    """What the HUD must know of a game. Raises ``LookupError`` if there is nothing."""
    if game not in INFOS:
        raise LookupError(f"no panel for {game} yet (there are: {', '.join(INFOS)})")
    module: Any = import_module(INFOS[game])
    found: Info = module
    return found


GRID = 3
"""How many pieces stand side by side in the picture that ``Info.pieces`` describes."""
