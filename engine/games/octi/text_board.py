"""Positions drawn in characters, in the style of the play-by-mail server.

A square takes three columns by three lines: the pod in the middle, its prongs around it. A stack
is a letter there, and its pods stand beside the board. An empty home square is ``+``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from engine.games.octi.geometry import HOMES, LETTERS, SIZE, Pod

SIGNS = {"black": "x", "white": "o"}
# Where each prong of a pod is drawn, as lines down and columns right of its middle.
PRONGS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
GLYPHS = "|/-\\|/-\\"
RULE = "    " + "+---" * SIZE + "+"
BAR = 45  # the column of the line between the board and what stands beside it
COMPASS = ("    H A B", "     \\|/", "    G-+-C", "     /|\\", "    F E D")
COMPASS_LINE = 18  # under row 6; stacks stand above and below it
LEGEND_ROWS = (9, 8, 7, 6, 4, 3, 2, 1)  # of the board, beside which stacks are drawn


class Drawn(Protocol):
    """What is drawn of a position."""

    @property
    def pods(self) -> Sequence[Pod]: ...
    def pods_on(self, square: int) -> tuple[Pod, ...]: ...
    def store(self, colour: str) -> tuple[int, int, int]: ...


def draw(position: Drawn, *, coordinates: bool = False) -> str:
    """The position as text, one trailing newline, no blanks at the ends of lines.

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
    """The letters of the stacks by square, as one reads the board."""
    squares = {pod.square for pod in position.pods if len(position.pods_on(pod.square)) > 1}
    ordered = sorted(squares, key=lambda square: (-(square % 10), square // 10))
    return {square: chr(ord("A") + i) for i, square in enumerate(ordered)}


def board_lines(position: Drawn, letters: dict[int, str], coordinates: bool) -> Iterator[str]:
    """The board, with two lines of heading and two below it."""
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
    """The three lines of a square."""
    pods = position.pods_on(square)
    if len(pods) > 1:
        return "   ", f" {letters[square]} ", "   "
    if pods:
        return pod_lines(pods[0])
    is_home = any(square in homes for homes in HOMES.values())
    return "   ", " + " if is_home else "   ", "   "


def pod_lines(pod: Pod) -> tuple[str, str, str]:
    """A pod with its prongs in three lines."""
    grid = [[" "] * 3 for _ in range(3)]
    grid[1][1] = SIGNS[pod.colour]
    for letter in pod.prongs:
        index = LETTERS.index(letter)
        down, right = PRONGS[index]
        grid[1 + down][1 + right] = GLYPHS[index]
    top, middle, bottom = ("".join(line) for line in grid)
    return top, middle, bottom


def legend(pods: tuple[Pod, ...], letter: str) -> list[str]:
    """The pods of a stack beside each other."""
    drawn = [pod_lines(pod) for pod in pods]
    heads = ("     ", f"  {letter}  ", "     ")
    return [head + " ".join(pod[line] for pod in drawn) for line, head in enumerate(heads)]


def store_lines(position: Drawn, colour: str) -> list[str]:
    """A player's reserve, captured pods and prongs under their headings."""
    reserve, captured, prongs = position.store(colour)
    head = f"{colour.capitalize()}({SIGNS[colour]})  Res Cap Prongs"
    return [head, f"{reserve:>11}{captured:>4}{prongs:>5}"]
