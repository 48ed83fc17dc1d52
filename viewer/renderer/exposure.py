"""The frames of a photograph: each has its own light, subpixel offset and lens position.

The light of a theme is a hemisphere of sky, a table that reflects some of it, and a lamp. Here
the lamp is a broad one, and every frame has light from one direction alone: the mean of many
equals soft boxes, an open sky and a bright table, with all occlusion. No GL.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from boche.viewer.renderer.style import Rgb, Theme

Floats = npt.NDArray[np.float64]

KEY, SKY, TABLE = "key", "sky", "table"
ROUND = (KEY, SKY, KEY, SKY, TABLE, SKY, KEY, SKY)
"""Light source of each frame, repeated: a sum is right after whole rounds."""

LAMP = math.radians(9.0)  # half the angle under which the lamp is seen
NONE = (0.0, 0.0, 0.0)
LOWEST = 0.06  # least height of a direction: grazing light casts endless shadows on the table

SQUARE_STEP = (0.7548776662466927, 0.5698402909980532)
"""Steps of a sequence that fills the square evenly for any number of points (Roberts' R2, 2018)."""
CYCLE = 1024
"""Number of distinct frames; then they repeat."""
KINDS = (KEY, SKY, TABLE)

POOL = 512
"""Number of places of a kind; each is taken only once."""
GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
STRIDES = ((1, 197, 331), (1, 331, 77), (1, 77, 197))
"""Strides, per kind, by which places for light, pixel and lens combine in a frame: odd numbers."""
OWN, ALL = (2.0, 0.5, 1.0, 0.5), (0.5, 1.0)
"""Weights of even spreading: within their kind by light, pixel, lens and all of them together, and
among all frames by pixel and lens.
"""


@dataclass(frozen=True)
class Exposure:
    """One frame. ``light`` is the unit vector to its light, ``key`` that light's linear amount.

    ``met`` is the light from whatever occludes that direction, since that is lit as well. ``kind``
    is the light's source, ``shift`` the picture's shift in pixels (-1 to 1), ``lens`` the position
    on the lens, in the unit disc.
    """

    kind: str
    light: Floats
    key: Rgb
    met: Rgb
    shift: tuple[float, float]
    lens: tuple[float, float]

    @property
    def up(self) -> float:
        """The fraction of the light that a horizontal surface gets, such as the table."""
        return max(float(self.light[2]), 0.0)


def exposure(number: int, to_lamp: Floats, look: Theme) -> Exposure:
    """Return the frame of a number from 0 on; ``to_lamp`` is the unit vector to the lamp."""
    kind = ROUND[number % len(ROUND)]
    u, v, *shift, x, y = _samples().of(number % CYCLE).tolist()
    often = len(ROUND) / ROUND.count(kind)
    if kind == KEY:
        light, amount, met = _in_cone(to_lamp, u, v), _times(look.key, often), NONE
    else:
        # Under light from all sides a surface gets the hemisphere's mean of twice the cosine.
        up = LOWEST + (1.0 - LOWEST) * u if kind == SKY else -u
        round_it, turn = math.sqrt(1.0 - up * up), 2.0 * math.pi * v
        light = np.array([round_it * math.cos(turn), round_it * math.sin(turn), up])
        amount = _times(look.sky if kind == SKY else look.bounce, 2.0 * often)
        met = _times(_neighbours(look), 2.0 * often)
    return Exposure(kind, light, amount, met, (shift[0], shift[1]), (x, y))


def spread(number: int, reach: float) -> tuple[float, float]:
    """Return a place in a square of side ``reach`` around 0: many fill it evenly."""
    x, y = ((0.5 + number * step) % 1.0 for step in SQUARE_STEP)
    return ((x - 0.5) * reach, (y - 0.5) * reach)


def table_light(to_lamp: Floats, look: Theme) -> Rgb:
    """Return the mean light that a bare table gets, over very many frames."""
    lamp = float(to_lamp[2]) * (1.0 + math.cos(LAMP)) / 2.0
    open_sky = 1.0 + LOWEST  # for heights from LOWEST to 1, twice the mean
    r, g, b = (k * lamp + s * open_sky for k, s in zip(look.key, look.sky, strict=True))
    return (r, g, b)


def _neighbours(look: Theme) -> Rgb:
    """Return the light that board and pieces reflect on average: one bounce, to light the nests."""
    r, g, b = (
        0.45 * wood * (0.35 * key + 0.6 * sky)
        for wood, key, sky in zip(look.wood, look.key, look.sky, strict=True)
    )
    return (r, g, b)


@cache
def _samples() -> FrameSamples:
    return FrameSamples([KINDS.index(kind) for kind in ROUND], [kind != KEY for kind in KINDS])


def _in_cone(middle: Floats, u: float, v: float) -> Floats:
    """Return a direction within the lamp, evenly spread over it."""
    along = 1.0 - u * (1.0 - math.cos(LAMP))
    beside, turn = math.sqrt(1.0 - along * along), 2.0 * math.pi * v
    right = np.array([-middle[1], middle[0], 0.0])
    right /= np.linalg.norm(right)
    up = np.cross(middle, right)
    directions: Floats = along * middle + beside * (math.cos(turn) * right + math.sin(turn) * up)
    return directions


def _times(colour: Rgb, by: float) -> Rgb:
    return (colour[0] * by, colour[1] * by, colour[2] * by)


class FrameSamples:
    """Light (in the unit square), shift (-1 to 1) and lens position of frames: rows of these.

    Any number of frames from the first on are spread evenly in each of these, both among one kind
    of light and among all. So are their projections: every edge of a shadow and every line out of
    focus is drawn once per frame, and where several coincided there would be streaks.

    ``kinds`` are the numbers of the frames' kinds of light, repeated; a ``broad`` kind comes from
    half of the sky, any other from a disc. Each frame is the one with most distance to those
    before: that most lowers the energy distance between them and all there are (Szekely and Rizzo
    2013), which is the mean difference between the two sides of any line or plane.
    """

    def __init__(self, kinds: Sequence[int], broad: Sequence[bool]) -> None:
        self._kinds = kinds
        self._pools = [_Pool(number, wide) for number, wide in enumerate(broad)]
        self._rows_chosen: list[Floats] = []

    def of(self, number: int) -> Floats:
        """Return the place of the frame of a number from 0 on."""
        while len(self._rows_chosen) <= number:
            row, visible = self._pools[
                self._kinds[len(self._rows_chosen) % len(self._kinds)]
            ].take()
            self._rows_chosen.append(row)
            for pool in self._pools:
                pool.see(visible)
        return self._rows_chosen[number]


class _Pool:
    """The places of a kind, and the distance of each from those taken."""

    def __init__(self, number: int, broad: bool) -> None:
        light, pixel, lens = (_lattice(stride) for stride in STRIDES[number])
        # Denser near 0: a smooth filter of the pixel.
        shift = np.where(pixel < 0.5, np.sqrt(2.0 * pixel) - 1.0, 1.0 - np.sqrt(2.0 - 2.0 * pixel))
        on_lens = _disc(lens)
        blocks = [_dome(light) if broad else _disc(light), shift, on_lens]
        self._own, self._all = [*blocks, np.hstack(blocks)], blocks[1:]
        self._rows = np.hstack([light, shift, on_lens])
        some = range(0, POOL, 4)
        self._mean_own = np.mean([self._distance(row) for row in some], axis=0)
        self._mean_all = np.mean(
            [_distance(self._all, self._projections(row), ALL) for row in some], axis=0
        )
        self._own_count = self._count = 0
        self._from_own, self._from_all = np.zeros(POOL), np.zeros(POOL)

    def take(self) -> tuple[Floats, list[Floats]]:
        """Take the place with most room; return it and its pixel and lens positions."""
        own = (self._own_count + 1) * self._mean_own - self._from_own
        among = (self._count + 1) * self._mean_all - self._from_all
        best = int(np.argmin(own + among))
        self._from_own += self._distance(best)
        self._from_own[best] = -np.inf
        self._own_count += 1
        return self._rows[best], self._projections(best)

    def see(self, place: list[Floats]) -> None:
        """Take note of a frame of any kind."""
        self._from_all += _distance(self._all, place, ALL)
        self._count += 1

    def _projections(self, row: int) -> list[Floats]:
        return [block[row] for block in self._all]

    def _distance(self, row: int) -> Floats:
        return _distance(self._own, [block[row] for block in self._own], OWN)


def _distance(
    blocks: Sequence[Floats], place: Sequence[Floats], weights: Sequence[float]
) -> Floats:
    """Return how far the rows of all blocks together are from a place."""
    parts = zip(blocks, place, weights, strict=True)
    return np.asarray(sum(w * np.linalg.norm(block - at, axis=1) for block, at, w in parts))


def _lattice(stride: int) -> Floats:
    """Return points all over the unit square, as even as this many can be."""
    number = np.arange(POOL) * stride % POOL
    return np.stack([(number + 0.5) / POOL, GOLDEN * number % 1.0], axis=1)


def _disc(square: Floats) -> Floats:
    radius, turn = np.sqrt(square[:, 0]), 2.0 * np.pi * square[:, 1]
    return np.stack([radius * np.cos(turn), radius * np.sin(turn)], axis=1)


def _dome(square: Floats) -> Floats:
    """Return points of the upper half of a sphere."""
    up, turn = square[:, 0], 2.0 * np.pi * square[:, 1]
    radius = np.sqrt(1.0 - up * up)
    return np.stack([radius * np.cos(turn), radius * np.sin(turn), up], axis=1)
