"""Y in the HUD: how many sides each player's best chain touches."""

from __future__ import annotations

from boche_y import words
from boche_y.position import COLOURS, Position
from viewer.camera.camera import Camera
from viewer.games.info import Fact
from viewer.scene.model import Scene

LAYERS: tuple[str, ...] = ()


def choices(position: Position) -> tuple[str, ...]:
    """A stone cannot be turned."""
    return ()


def usual(position: Position) -> tuple[str, ...]:
    return ()


def pieces(keys: tuple[str, ...], camera: Camera) -> tuple[Scene, Camera]:
    """Nothing to choose from."""
    return Scene(()), camera


def facts(position: Position, taken: str = "") -> tuple[Fact, ...]:
    return tuple(_sides(position, colour) for colour in COLOURS)


def _sides(position: Position, colour: str) -> Fact:
    own = [chain for chain in position.chains if position.stones[chain[0]] == colour]
    most = max(map(position.sides, own), default=0)
    value, tip = words.OF_THREE(count=most), words.SIDES_TIP(colour=colour)
    return Fact(words.SIDES(), value, tip, colour, alarm=most == 2)
