"""Small numbers for groups, faces, cells and places: the same for mirror images."""

from __future__ import annotations

from typing import Any

from boche.engine.games.boche.features.groups import BARE, HOLES, LARGEST, SIDES

STATES = 128  # see ``state_of``
CLASSES = 21  # see ``class_of``
SAME = CLASSES - 1
TRIPLES = CLASSES**3
PATTERNS = 12  # see ``pattern_of``
SPOTS = LARGEST * 2 * 36
KINDS = 13  # see ``kind_of``
ORBITS = 8 * 20


def bits(mask: int) -> int:
    """Return the number of bits of a mask below 2 ** 24."""
    mask -= mask >> 1 & 0x555555
    mask = (mask & 0x333333) + (mask >> 2 & 0x333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F
    return (mask + (mask >> 8) + (mask >> 16)) & 31


def state_of(size: int, ways: int) -> int:
    """Return a number for a group: eight sizes, 0 to 3 sides, 0 to 3 or more empty holes."""
    if size > 4:
        size = 5 if size < 7 else 6 if size < 10 else 7 if size < 15 else 8
    return ((size - 1) * 4 + bits(ways >> SIDES)) * 4 + min(bits(ways & HOLES), 3)


def class_of(size: int, ways: int) -> int:
    """Return a number for a group, coarser than ``state_of``."""
    sides, holes = bits(ways >> SIDES), bits(ways & HOLES)
    if sides > 0:
        return 2 * (sides - 1) + (1 if size > 1 else 0)
    if holes < 2:
        return 6 + 4 * holes + min(size, 4) - 1
    return 14 + (3 if holes > 2 else 0) + (0 if size == 1 else 1 if size < 4 else 2)


def kind_of(size: int, ways: int) -> int:
    """Return a number for a group, coarser than ``class_of``."""
    sides, holes = bits(ways >> SIDES), bits(ways & HOLES)
    if sides > 0:
        return 0 if sides == 1 else 1
    if holes == 0:
        return 1 + min(size, 4)
    return 4 + 2 * min(holes, 3) + (1 if size > 3 else 0)


def sorted_three(a: int, b: int, c: int, base: int) -> int:
    low, high = min(a, b, c), max(a, b, c)
    return (low * base + a + b + c - low - high) * base + high


def pattern_of(look: int, hub: int) -> int:
    """Return a number for the faces that a cube covers, the same for mirror images."""
    if look == BARE:
        return 10 if hub == 0 else 11
    if hub == 0:
        return bits(look)
    opposite = look >> (hub - 1) & 1
    return 4 + 3 * opposite + bits(look) - opposite


def spot_of(x: int, z: int, y: int, level: int, hub: int) -> int:
    """Return a number for a cell and a hub, by the distances from the sides."""
    if hub == 0:
        low, high = min(x, y, z), max(x, y, z)
        return level * 72 + low * 6 + x + y + z - low - high
    first = x if hub == 1 else z if hub == 2 else y
    return level * 72 + 36 + first * 6 + min(z if hub == 1 else x, y if hub < 3 else z)


def orbit_of(geo: Any, place: int) -> int:
    """Return a number for a place by its distances from the sides, in thirds of a hole."""
    u, v = place // geo.width - 3, place % geo.width - 3
    x, y, z = 2 * u - v + 2, 2 * v - u + 2, 3 * (geo.size - 1) - u - v + 2
    low: int = min(x, y, z)
    number: int = low * 20 + x + y + z - low - max(x, y, z)
    return number
