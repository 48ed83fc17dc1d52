"""What the planes of an observation must show, from the public data of positions, game by game.

A plain restatement of what ``observation_planes`` says, without the rules' arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Planes = dict[str, Any]


def boche(position: Any, mine: str) -> list[Any]:
    size, planes = position.size, []
    for level in range(position.size):
        for letters in ("ae", "bf", "cg", "dh"):
            plane = np.zeros((size, size))
            for cube in position.cubes:
                if cube.cell.k == level and cube.rotation in letters:
                    plane[cube.cell.r, cube.cell.c] = 1
            planes.append(plane)
    return [
        *planes,
        _all(position, top_of_even_levels(position) == mine),
        _all(position, "swap" in map(str, position.legal_moves())),
        _all(position, position.turn == mine),
    ]


def top_of_even_levels(position: Any) -> str | None:
    """Return the colour that the three upper faces of a cube on an even level share at its top."""
    for cube in position.cubes:
        # a to d stand on one corner with the light band outside, e to h are their negatives.
        dark_on_top = cube.rotation in "abcd"
        if cube.cell.k % 2:
            dark_on_top = not dark_on_top
        return "dark" if dark_on_top else "light"
    return None


def boku(position: Any, mine: str) -> list[Any]:
    planes = [np.zeros((10, 11)) for _ in range(4)]
    for marble in position.marbles:
        planes[0 if marble.colour == mine else 1][marble.cell.n - 1, marble.cell.c] = 1
    for c in range(11):
        for n in range(max(1, c - 4), min(10, c + 5) + 1):
            planes[2][n - 1, c] = 1
    if position.forbidden is not None:
        planes[3][position.forbidden.n - 1, position.forbidden.c] = 1
    left = position.facts()["left"]
    other = next(colour for colour in left if colour != mine)
    shares = [np.full((10, 11), left[colour] / 36) for colour in (mine, other)]
    return [*planes, *shares, _all(position, position.turn == mine)]


def che(position: Any, mine: str) -> list[Any]:
    """``position`` may be in the middle of a move."""
    begun = position.here
    planes = [np.zeros((31, 31)) for _ in range(6)]
    taken = {(tile.x, tile.y) for tile in begun.tiles}
    for tile in begun.tiles:
        owner = 0 if ("light", "dark")[tile.kind // 2] == mine else 2
        planes[owner + tile.kind % 2][tile.y + 15, tile.x + 15] = 1
    if position.taken is not None:
        planes[4][position.taken.y + 15, position.taken.x + 15] = 1
    for x, y in taken:
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell not in taken:
                planes[5][cell[1] + 15, cell[0] + 15] = 1
    pool = begun.options["num_tiles"]
    share = begun.tiles_left / pool if begun.tiles_left is not None else 0
    return [
        *planes,
        _all(position, lower_left(begun) == mine),
        np.full((31, 31), share),
        _all(position, position.turn == mine),
    ]


def lower_left(position: Any) -> str | None:
    """Return the colour of the lower left corner of the cell 0,0."""
    for tile in position.tiles:
        # A band from the bottom left to the top right has its own colour in the lower left.
        band = ("light", "dark")[tile.kind // 2]
        colour = band if tile.kind % 2 else _other(band)
        return colour if (tile.x + tile.y) % 2 == 0 else _other(colour)
    return "light"


def _other(colour: str) -> str:
    return "dark" if colour == "light" else "light"


def octi(position: Any, mine: str) -> list[Any]:
    """Return the planes of a whole position, so without those of an unfinished turn."""
    other = "white" if mine == "black" else "black"
    count = {colour: np.zeros((9, 9)) for colour in (mine, other)}
    prongs = {(c, letter): np.zeros((9, 9)) for c in (mine, other) for letter in "abcdefgh"}
    for pod in position.pods:
        where = (pod.square % 10 - 1, pod.square // 10 - 1)
        count[pod.colour][where] += 1
        for letter in pod.prongs:
            prongs[pod.colour, letter][where] += 1
    homes = {colour: np.zeros((9, 9)) for colour in (mine, other)}
    for colour, squares in {"black": (37, 57, 77), "white": (33, 53, 73)}.items():
        for square in squares:
            homes[colour][square % 10 - 1, square // 10 - 1] = 1
    stores = [position.store(colour) for colour in (mine, other)]
    whole = [
        *(np.full((9, 9), store.reserve / 7) for store in stores),
        *(np.full((9, 9), store.captured / 7) for store in stores),
        *(np.full((9, 9), store.prongs / 25) for store in stores),
    ]
    zero, one = np.zeros((9, 9)), np.ones((9, 9))
    return [
        *count.values(), *prongs.values(), *homes.values(), zero, zero, zero, *whole,
        one, *[zero] * 4, *[zero] * 8, _all(position, position.turn == mine),
    ]  # fmt: skip


def _all(position: Any, is_so: bool) -> Any:
    return np.full(position.observation_shape[1:], float(is_so))
