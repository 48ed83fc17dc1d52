"""What the HUD must know of a game: a module a game meets ``Panel``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from engine.message import NOTHING, Message
from viewer.camera.camera import Camera
from viewer.scene.model import Scene


@dataclass(frozen=True)
class Fact:
    """A line of the panel: what, how much; ``colour`` is a player's, ``alarm`` for bad news.

    ``value`` is a ``Message`` where it has words in it.
    """

    label: Message
    value: str
    tip: Message = NOTHING
    colour: str = ""
    alarm: bool = False


class Panel(Protocol):
    """What a game tells the HUD.

    ``LAYERS`` names the commands of ``explode`` and ``peel`` that show something in it.
    """

    LAYERS: tuple[str, ...]

    def choices(self, position: Any) -> tuple[str, ...]:
        """The letters that turn a piece, all of them; empty for a game without a palette."""

    def usual(self, position: Any) -> tuple[str, ...]:
        """Those of them that may fit somewhere now."""

    def pieces(self, keys: tuple[str, ...], camera: Camera) -> tuple[Scene, Camera]:
        """The pieces turned each way in a square grid, row by row, and the camera to see them."""

    def facts(self, position: Any, taken: str = "") -> tuple[Fact, ...]:
        """What a player wants to know of a position, ``taken`` of the next move being chosen."""


GRID = 3
"""How many pieces stand side by side in the picture that ``Panel.pieces`` describes."""
