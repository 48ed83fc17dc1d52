"""What the HUD must know of a game: a ``Panel``, and the grid that its palette stands in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from engine.game import OptionValue
from engine.message import NOTHING, Message
from viewer.camera.camera import Camera, basis
from viewer.scene.marks import MARKS, Mark
from viewer.scene.model import Array, Floats, Scene


@dataclass(frozen=True)
class Fact:
    """A line of the panel: what, how much; ``colour`` is a player's, ``alarm`` for bad news.

    ``value`` is a ``Message`` where it has words in it. ``answers`` is set where it names moves
    that an exercise may ask for: then no lesson tells it.
    """

    label: Message
    value: str
    tip: Message = NOTHING
    colour: str = ""
    alarm: bool = False
    answers: bool = False


@dataclass(frozen=True)
class Guide:
    """What a game says of itself in the help and to somebody who plays for the first time.

    - ``hints``: (title, sentences) of the first start, before what all games have in common.
    - ``gestures``: rows of the help (what to do, what it does) beside the keys for playing.
    - ``once(position, taken)``: what is told once, where the beginning ``taken`` of a move is the
      first of a kind that one would not come upon by oneself; nothing for all others.
    - ``marks``: what is marked on its board, and how it looks there, for the legend.
    - ``texts``: what commands do in this game, by their names, where they say too little of it.
    - ``goal(options)``: two or three sentences on what one does in a game with these options, and
      how one wins; if empty, what the game says ``about`` itself is shown.
    """

    hints: tuple[tuple[str, str], ...] = (
        (
            "Play",
            "Point at a place on the board: the piece you could play appears there. "
            "Click to play it.",
        ),
    )
    gestures: tuple[tuple[str, str], ...] = (("Click a place", "play there"),)
    texts: Mapping[str, str] = field(default_factory=dict)
    once: Callable[[Any, str], Message] = lambda position, taken: NOTHING
    marks: tuple[Mark, ...] = MARKS
    goal: Callable[[Mapping[str, OptionValue]], str] = lambda options: ""


def _no_pieces(keys: tuple[str, ...], camera: Camera, turn: str) -> tuple[Scene, Camera]:
    return Scene(()), camera


@dataclass(frozen=True)
class Panel:
    """What a game tells the HUD.

    - ``facts(position, taken)``: what a player wants to know of a position, ``taken`` of the next
      move being chosen, or empty.
    - ``choices(position)``: the letters that turn a piece, all of them; none in a game without a
      palette. ``usual(position)``: those of them that may fit somewhere now.
    - ``pieces(keys, camera, turn)``: the pieces turned each way in a ``Grid``, those of the colour
      to move, and the camera for it.
    - ``layers``: the commands of ``explode`` and ``peel`` that show something in it.
    """

    facts: Callable[[Any, str], tuple[Fact, ...]] = lambda position, taken: ()
    choices: Callable[[Any], tuple[str, ...]] = lambda position: ()
    usual: Callable[[Any], tuple[str, ...]] = lambda position: ()
    pieces: Callable[[tuple[str, ...], Camera, str], tuple[Scene, Camera]] = _no_pieces
    layers: tuple[str, ...] = ()


GRID = 3
"""How many pieces stand side by side in the picture that ``Panel.pieces`` describes."""


class Grid(NamedTuple):
    """Where the pieces of a palette stand, row by row across the view.

    ``places`` are their middles (N, 3), ``camera`` is what they are seen by, ``bounds`` (8, 3) the
    box that holds ``GRID`` rows.
    """

    places: Array
    camera: Camera
    bounds: Floats


def grid(count: int, spacing: float, camera: Camera) -> Grid:
    """A place for each of so many pieces, ``spacing`` apart, seen from where ``camera`` looks."""
    view = replace(camera, projection="ortho", target=(0.0, 0.0, 0.0))
    right, up, _ = basis(view)
    spots = [(i % GRID - (GRID - 1) / 2, i // GRID - (GRID - 1) / 2) for i in range(count)]
    places = [(column * right - row * up) * spacing for column, row in spots]
    half = GRID * spacing / 2
    away = half / np.tan(np.radians(view.fov) / 2)
    box = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-1, 1)]
    seen = replace(view, distance=float(away))
    return Grid(np.array(places).reshape(-1, 3), seen, np.array(box, np.float32))
