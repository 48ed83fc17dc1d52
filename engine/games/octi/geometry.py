"""Squares, directions and prongs of Octi: plain data, no rules.

A square is the number that players write: 10 * x + y, from 11 in the lower left corner to 99.
A prong is a letter, from ``a``, which points north, clockwise to ``h``, which points north-west.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Colour = Literal["black", "white"]

COLOURS: tuple[Colour, Colour] = ("black", "white")
LETTERS = "abcdefgh"
SIZE = 9
HOMES: dict[Colour, tuple[int, int, int]] = {"black": (37, 57, 77), "white": (33, 53, 73)}
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The change of x and y for each prong, in the order of the letters."""

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Pod(NamedTuple):
    """A pod on the board: its colour, its square, and its prongs as sorted letters."""

    colour: Colour
    square: int
    prongs: str


class Store(NamedTuple):
    """A player's store beside the board: pods in reserve, captured pods, prongs."""

    reserve: int
    captured: int
    prongs: int


def other(colour: str) -> Colour:
    """Return the opponent of a colour."""
    return "white" if colour == "black" else "black"


def number_of(square: int) -> int:
    """Return the rules' number of a square."""
    return SIZE * (square // 10 - 1) + square % 10 - 1


def square_of(number: int) -> int:
    """Return the square with a number; the inverse of ``number_of``."""
    return 10 * (number // SIZE + 1) + number % SIZE + 1


def mask_of(letters: str) -> int:
    """Return prongs as a mask, with bit 0 for ``a``."""
    return sum(1 << LETTERS.index(letter) for letter in letters)


def letters_of(mask: int) -> str:
    """Return the letters of a mask, sorted."""
    return _LETTERS_OF[mask]


_LETTERS_OF = tuple(
    "".join(letter for i, letter in enumerate(LETTERS) if mask >> i & 1) for mask in range(256)
)


def beyond(square: int, direction: int, wrap: bool) -> int | None:
    """Return the next square in a direction (0 to 7), or None beyond the edge without ``wrap``."""
    dx, dy = DIRECTIONS[direction]
    x, y = square // 10 + dx, square % 10 + dy
    if wrap:
        x, y = (x - 1) % SIZE + 1, (y - 1) % SIZE + 1
    return 10 * x + y if 1 <= x <= SIZE and 1 <= y <= SIZE else None
