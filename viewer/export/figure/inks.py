"""Inks of a figure's parts: a palette's colours, or black ink alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from boche.viewer.export.figure.curves import Array
from boche.viewer.renderer.style import look, palette, palette_names, theme
from boche.viewer.scene.marks import DEEP

PRINT = "print"
"""Name of the look with one ink: dark is hatched, as in a printed book."""

QUIET = 0.35  # loss of colour in a dimmed piece; shaders/enamel.frag has the same figure
HOLE = 0.8  # brightness of a hole's wood relative to that around it
DRILLED = 0.12  # brightness of a drilled hole's wood; shaders/hole.frag has the same figure
INSIDE = ("won", "enclosed", "ring", "deep", "deep_ring")
"""Roles that lie within a part that has a line around it."""
PAPER, INK = "#ffffff", "#000000"
BLACK = ("won", "enclosed", "deep_ring", "last", "lit_dark", "threat", "hint", "heat", "drawn")
"""Roles of marks that one ink fills."""


@dataclass(frozen=True)
class Fill:
    """A display colour ``#rrggbb``; if ``hatched``, lines of ``INK`` are drawn over it."""

    colour: str
    hatched: bool = False


class Inks(Protocol):
    """Inks of a look. Roles are the names of a palette's colours, and of wood."""

    one: bool
    """True if there is one ink, so that nothing can be faint."""

    def fill(self, role: str, light: Array, dim: float) -> Fill:
        """Return the fill of a role, ``light`` (3,) being the light that falls on it."""

    def line(self, role: str) -> str:
        """Return the colour of the line around it; empty for no line."""

    def text(self, outlined: bool) -> tuple[str, str]:
        """Return the colours of letters and of the line around them; empty for no line."""


def look_names() -> list[str]:
    """Return the names that ``inks`` knows: the palettes, and the one for print."""
    return [*palette_names(), PRINT]


def inks(name: str) -> Inks:
    """Return the inks of that name, one of ``look_names``."""
    return OneInk() if name == PRINT else Coloured(name)


class Coloured:
    """A palette on a board of light wood."""

    one = False

    def __init__(self, name: str) -> None:
        colours, board = palette(name), look(name, "light")
        wood = np.array(board.wood)
        self._colours = {role: np.array(c) for role, c in vars(colours).items() if type(c) is tuple}
        self._colours |= {"wood": wood, "hole": HOLE * wood, "hollow": HOLE * wood}
        self._colours["drilled"] = DRILLED * wood
        red = self._colours["threat"]
        self._colours |= {"enclosed": red, "ring": self._colours["light"]}
        self._colours |= {"deep": DEEP * red, "deep_ring": red}
        between = (self._colours["light"] ** (1 / 2.2) + self._colours["dark"] ** (1 / 2.2)) / 2
        self._edge, self._grain = hexed(between**2.2), hexed(0.55 * wood)
        self._text_colour = "#{:02x}{:02x}{:02x}".format(*(round(255 * c) for c in board.ink))

    def fill(self, role: str, light: Array, dim: float) -> Fill:
        colour = self._colours[role]
        grey = 0.0 if role in (*INSIDE, "wood") else QUIET * dim
        return Fill(hexed(light * (colour + grey * (colour @ (0.3, 0.6, 0.1) - colour))))

    def line(self, role: str) -> str:
        if role in INSIDE:
            return ""
        return self._grain if role in ("wood", "hole", "hollow") else self._edge

    def text(self, outlined: bool) -> tuple[str, str]:
        return ("#ffffff", "#0d0f14") if outlined else (self._text_colour, "")


class OneInk:
    """Black on white: dark parts are hatched, marks are black."""

    one = True

    def fill(self, role: str, light: Array, dim: float) -> Fill:
        if role in BLACK:
            return Fill(INK)
        return Fill(PAPER, hatched=role in ("dark", "deep"))

    def line(self, role: str) -> str:
        if role in INSIDE:
            return ""
        return PAPER if self.fill(role, np.ones(3), 0.0).colour == INK else INK

    def text(self, outlined: bool) -> tuple[str, str]:
        return (INK, PAPER) if outlined else (INK, "")


def hexed(colour: Array) -> str:
    """Convert linear light to a display colour ``#rrggbb``."""
    c = np.clip(colour, 0.0, 1.0)
    encoded = np.maximum(1.055 * c ** (1 / 2.4) - 0.055, np.minimum(12.92 * c, 0.0031308))
    return "#" + "".join(f"{round(255 * value):02x}" for value in encoded)


def light_on(normal: Array, to_light: Array, name: str = "light") -> Array:
    """Return the light (3,) of a theme on a surface, as in ``shaders/lighting.glsl``."""
    board = theme(name)
    key, sky, bounce = (np.array(part) for part in (board.key, board.sky, board.bounce))
    upward = 0.5 + 0.5 * normal[2]
    return np.asarray(key * max(float(normal @ to_light), 0.0) + bounce + upward * (sky - bounce))
