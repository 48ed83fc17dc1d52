"""Positions drawn in characters, in the style of the play-by-mail server.

A square takes three columns by three lines: the pod in the middle, its prongs around it. A stack
is shown as a letter, and its pods are drawn beside the board. An empty home square is ``+``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from boche.engine.games.octi.geometry import HOMES, LETTERS, SIZE, Pod

SIGNS = {"black": "x", "white": "o"}
# Offset of each prong from the middle of its pod, as lines down and columns to the right.
PRONGS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
GLYPHS = "|/-\\|/-\\"
RULE = "    " + "+---" * SIZE + "+"
BAR = 45  # column of the line between the board and the drawings beside it
COMPASS = ("    H A B", "     \\|/", "    G-+-C", "     /|\\", "    F E D")
COMPASS_LINE = 18  # below row 6; stacks are drawn above and below it
LEGEND_ROWS = (9, 8, 7, 6, 4, 3, 2, 1)  # rows of the board beside which stacks are drawn


class Drawn(Protocol):
    """The part of a position that is drawn."""

    @property
    def pods(self) -> Sequence[Pod]: ...
    def pods_on(self, square: int) -> tuple[Pod, ...]: ...
    def store(self, colour: str) -> tuple[int, int, int]: ...


def draw(position: Drawn, *, coordinates: bool = False) -> str:
    """Return the position as text with one trailing newline and no trailing blanks.

    ``coordinates`` adds the numbers of columns and rows around the board.
    """
    letters = stack_letters(position)
    left = list(board_lines(position, letters, coordinates))
    right = [""] * len(left)
    for line, colour in ((0, "black"), (len(left) - 2, "white")):
        right[line : line + 2] = store_lines(position, colour)
    right[COMPASS_LINE : COMPASS_LINE + 5] = COMPASS
    for (square, letter), row in zip(letters.items(), LEGEND_ROWS, strict=False):
        top = 3 + 4 * (SIZE - row)
        right[top : top + 3] = legend(position.pods_on(square), letter)
    lines = (f"{a:<{BAR}}|{b}" for a, b in zip(left, right, strict=True))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def stack_letters(position: Drawn) -> dict[int, str]:
    """Return the letters of the stacks by square, in reading order from the top left."""
    squares = {pod.square for pod in position.pods if len(position.pods_on(pod.square)) > 1}
    ordered = sorted(squares, key=lambda square: (-(square % 10), square // 10))
    return {square: chr(ord("A") + i) for i, square in enumerate(ordered)}


def board_lines(position: Drawn, letters: dict[int, str], coordinates: bool) -> Iterator[str]:
    """Yield the lines of the board, with two lines of heading and two below it."""
    numbers = "".join(f"{x:>4}" for x in range(1, SIZE + 1)) if coordinates else ""
    heading = f"   {numbers}"
    yield heading
    yield ""
    yield RULE
    for y in range(SIZE, 0, -1):
        cells = [cell(position, 10 * x + y, letters) for x in range(1, SIZE + 1)]
        for line in range(3):
            number = str(y) if line == 1 and coordinates else " "
            yield f"  {number} |" + "|".join(each[line] for each in cells) + f"|  {number}"
        yield RULE
    yield ""
    yield heading


def cell(position: Drawn, square: int, letters: dict[int, str]) -> tuple[str, str, str]:
    """Return the three lines of a square."""
    pods = position.pods_on(square)
    if len(pods) > 1:
        return "   ", f" {letters[square]} ", "   "
    if pods:
        return pod_lines(pods[0])
    is_home = any(square in homes for homes in HOMES.values())
    return "   ", " + " if is_home else "   ", "   "


def pod_lines(pod: Pod) -> tuple[str, str, str]:
    """Return a pod with its prongs in three lines."""
    grid = [[" "] * 3 for _ in range(3)]
    grid[1][1] = SIGNS[pod.colour]
    for letter in pod.prongs:
        index = LETTERS.index(letter)
        down, right = PRONGS[index]
        grid[1 + down][1 + right] = GLYPHS[index]
    top, middle, bottom = ("".join(line) for line in grid)
    return top, middle, bottom


def legend(pods: tuple[Pod, ...], letter: str) -> list[str]:
    """Return the pods of a stack side by side, in three lines."""
    drawn = [pod_lines(pod) for pod in pods]
    heads = ("     ", f"  {letter}  ", "     ")
    return [head + " ".join(pod[line] for pod in drawn) for line, head in enumerate(heads)]


def store_lines(position: Drawn, colour: str) -> list[str]:
    """Return a player's reserve, captured pods and prongs below their headings."""
    reserve, captured, prongs = position.store(colour)
    head = f"{colour.capitalize()}({SIGNS[colour]})  Res Cap Prongs"
    return [head, f"{reserve:>11}{captured:>4}{prongs:>5}"]
