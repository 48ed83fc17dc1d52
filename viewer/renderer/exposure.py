"""The frames that a photograph is the sum of: each has its own light, place in the pixel and lens.

The light of a theme is a hemisphere of sky, a table that throws some of it back, and a lamp. Here
the lamp is a broad one, and every frame has light from one direction alone: the mean of many is
what soft boxes, an open sky and a bright table give, with all that stands in their way. No GL.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.renderer.style import Rgb, Theme

Floats = npt.NDArray[np.float64]

KEY, SKY, TABLE = "key", "sky", "table"
ROUND = (KEY, SKY, KEY, SKY, TABLE, SKY, KEY, SKY)
"""Where the light of a frame comes from, over and over: a sum is right after whole rounds."""

LAMP = math.radians(9.0)  # half the angle under which the lamp is seen
NONE = (0.0, 0.0, 0.0)
LOWEST = 0.06  # of a direction's height: light that grazes the table throws shadows without an end

# Steps of sequences that fill the square evenly for any number of points (Roberts' R2, 2018, and
# square roots). No two have a common period, so that light, pixel and lens go their own ways.
LIGHT_STEP = (0.7548776662466927, 0.5698402909980532)
PIXEL_STEP = (math.sqrt(2.0), math.sqrt(3.0))
LENS_STEP = (math.sqrt(5.0), math.sqrt(7.0))


@dataclass(frozen=True)
class Exposure:
    """One frame. ``light`` is the unit vector to its light, ``key`` that light's linear amount.

    ``met`` is what comes instead from whatever stands in the light's way, for that is lit as well.
    ``kind`` says where the light comes from, ``shift`` is the picture's shift in pixels (-1 to 1),
    ``lens`` the place on the lens, in the unit disc.
    """

    kind: str
    light: Floats
    key: Rgb
    met: Rgb
    shift: tuple[float, float]
    lens: tuple[float, float]

    @property
    def up(self) -> float:
        """The part of the light that a level surface gets, the table for one."""
        return max(float(self.light[2]), 0.0)


def exposure(number: int, to_lamp: Floats, look: Theme) -> Exposure:
    """The frame of a number from 0 on; ``to_lamp`` is the unit vector to the lamp's middle."""
    kind = ROUND[number % len(ROUND)]
    rounds, at = divmod(number, len(ROUND))
    of_kind = rounds * ROUND.count(kind) + ROUND[:at].count(kind)
    u, v = _point(of_kind, LIGHT_STEP)
    often = len(ROUND) / ROUND.count(kind)
    if kind == KEY:
        light, amount, met = _in_cone(to_lamp, u, v), _times(look.key, often), NONE
    else:
        # Of light from all sides a surface gets the mean over the hemisphere of twice the cosine.
        up = LOWEST + (1.0 - LOWEST) * u if kind == SKY else -u
        round_it, turn = math.sqrt(1.0 - up * up), 2.0 * math.pi * v
        light = np.array([round_it * math.cos(turn), round_it * math.sin(turn), up])
        amount = _times(look.sky if kind == SKY else look.bounce, 2.0 * often)
        met = _times(_neighbours(look), 2.0 * often)
    x, y = _point(number, PIXEL_STEP)
    a, b = _point(number, LENS_STEP)
    far, angle = math.sqrt(a), 2.0 * math.pi * b
    return Exposure(
        kind,
        light,
        amount,
        met,
        (_tent(x), _tent(y)),
        (far * math.cos(angle), far * math.sin(angle)),
    )


def spread(number: int, reach: float) -> tuple[float, float]:
    """A place in a square of side ``reach`` around 0: many fill it evenly."""
    x, y = _point(number, LIGHT_STEP)
    return ((x - 0.5) * reach, (y - 0.5) * reach)


def table_light(to_lamp: Floats, look: Theme) -> Rgb:
    """The mean light that a bare table gets, over very many frames."""
    lamp = float(to_lamp[2]) * (1.0 + math.cos(LAMP)) / 2.0
    open_sky = 1.0 + LOWEST  # of heights from LOWEST to 1, twice the mean
    r, g, b = (k * lamp + s * open_sky for k, s in zip(look.key, look.sky, strict=True))
    return (r, g, b)


def _neighbours(look: Theme) -> Rgb:
    """What a board and its pieces throw back on the whole: a bounce of the light for the nests."""
    r, g, b = (
        0.45 * wood * (0.35 * key + 0.6 * sky)
        for wood, key, sky in zip(look.wood, look.key, look.sky, strict=True)
    )
    return (r, g, b)


def _point(number: int, step: tuple[float, float]) -> tuple[float, float]:
    return ((0.5 + number * step[0]) % 1.0, (0.5 + number * step[1]) % 1.0)


def _tent(x: float) -> float:
    """A number from 0 to 1 to one from -1 to 1, near 0 more often: a smooth filter of the pixel."""
    return math.sqrt(2.0 * x) - 1.0 if x < 0.5 else 1.0 - math.sqrt(2.0 - 2.0 * x)


def _in_cone(middle: Floats, u: float, v: float) -> Floats:
    """A direction within the lamp, evenly spread over it."""
    along = 1.0 - u * (1.0 - math.cos(LAMP))
    beside, turn = math.sqrt(1.0 - along * along), 2.0 * math.pi * v
    right = np.array([-middle[1], middle[0], 0.0])
    right /= np.linalg.norm(right)
    up = np.cross(middle, right)
    found: Floats = along * middle + beside * (math.cos(turn) * right + math.sin(turn) * up)
    return found


def _times(colour: Rgb, by: float) -> Rgb:
    return (colour[0] * by, colour[1] * by, colour[2] * by)
