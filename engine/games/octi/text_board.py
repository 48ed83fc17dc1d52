"""Positions drawn in characters, in the style of the play-by-mail server.

A square takes three columns by three lines: the pod in the middle, its prongs around it. A stack
is shown as a letter, and its pods are drawn beside the board. An empty home square is ``+``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from boche.engine.games.octi.geometry import COLOURS, HOMES, LETTERS, SIZE, Colour, Pod
from boche.engine.languages.current import tr, tr_word
from boche.engine.message import capitalized

SIGNS = {"black": "x", "white": "o"}
# Offset of each prong from the middle of its pod, as lines down and columns to the right.
PRONGS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
GLYPHS = "|/-\\|/-\\"
RULE = "    " + "+---" * SIZE + "+"
BAR = 45  # column of the line between the board and the drawings beside it
COMPASS = ("    H A B", "     \\|/", "    G-+-C", "     /|\\", "    F E D")
COMPASS_LINE = 18  # below row 6; stacks are drawn above and below it
LEGEND_ROWS = (9, 8, 7, 6, 4, 3, 2, 1)  # rows of the board beside which stacks are drawn


Pods = Mapping[int, Sequence[Pod]]
"""The pods on each occupied square."""


def draw(
    pods: Pods, stores: Mapping[Colour, tuple[int, int, int]], *, coordinates: bool = False
) -> str:
    """Return the board and what lies beside it as text.

    ``stores`` has each player's reserve, captured pods and prongs. The text has one trailing
    newline and no trailing blanks. ``coordinates`` adds the numbers of columns and rows around the
    board.
    """
    letters = stack_letters(pods)
    left = list(board_lines(pods, letters, coordinates))
    right = [""] * len(left)
    for line, colour in zip((0, len(left) - 2), COLOURS, strict=True):
        right[line : line + 2] = store_lines(colour, *stores[colour])
    right[COMPASS_LINE : COMPASS_LINE + 5] = COMPASS
    for (square, letter), row in zip(letters.items(), LEGEND_ROWS, strict=False):
        top = 3 + 4 * (SIZE - row)
        right[top : top + 3] = legend(pods[square], letter)
    lines = (f"{a:<{BAR}}|{b}" for a, b in zip(left, right, strict=True))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def stack_letters(pods: Pods) -> dict[int, str]:
    """Return the letters of the stacks by square, in reading order from the top left."""
    stacks = [square for square, stack in pods.items() if len(stack) > 1]
    ordered = sorted(stacks, key=lambda square: (-(square % 10), square // 10))
    return {square: chr(ord("A") + i) for i, square in enumerate(ordered)}


def board_lines(pods: Pods, letters: dict[int, str], coordinates: bool) -> Iterator[str]:
    """Yield the lines of the board, with two lines of heading and two below it."""
    numbers = "".join(f"{x:>4}" for x in range(1, SIZE + 1)) if coordinates else ""
    heading = f"   {numbers}"
    yield heading
    yield ""
    yield RULE
    for y in range(SIZE, 0, -1):
        cells = [cell(pods, 10 * x + y, letters) for x in range(1, SIZE + 1)]
        for line in range(3):
            number = str(y) if line == 1 and coordinates else " "
            yield f"  {number} |" + "|".join(each[line] for each in cells) + f"|  {number}"
        yield RULE
    yield ""
    yield heading


def cell(pods: Pods, square: int, letters: dict[int, str]) -> tuple[str, str, str]:
    """Return the three lines of a square."""
    if square in letters:
        return "   ", f" {letters[square]} ", "   "
    if square in pods:
        return pod_lines(pods[square][0])
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


def legend(pods: Sequence[Pod], letter: str) -> list[str]:
    """Return the pods of a stack side by side, in three lines."""
    drawn = [pod_lines(pod) for pod in pods]
    heads = ("     ", f"  {letter}  ", "     ")
    return [head + " ".join(pod[line] for pod in drawn) for line, head in enumerate(heads)]


def store_lines(colour: str, reserve: int, captured: int, prongs: int) -> list[str]:
    """Return a player's reserve, captured pods and prongs below their headings."""
    side, stores = f"{capitalized(tr_word(colour))}({SIGNS[colour]})", tr("Res Cap Prongs")
    return [f"{side}  {stores}", f"{reserve:>{len(side) + 3}}{captured:>4}{prongs:>5}"]
