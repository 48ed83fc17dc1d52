"""The rules of Y, slow and simple: stones by their cells' distances from the sides."""

from __future__ import annotations

from itertools import product

Cell = tuple[int, int, int]
"""Distances from the left, the lower and the right side; they add up to size - 1."""


class SlowY:
    """A game as lists: ``moves`` so far, ``stones`` by cell (0 black, 1 white)."""

    def __init__(self, size: int) -> None:
        self.size, self.moves, self.stones = size, list[str](), dict[Cell, int]()

    @property
    def turn(self) -> int:
        """The colour to move: stones alternate, and a swap places none."""
        return len(self.stones) % 2

    def named(self, cell: Cell) -> str:
        return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"

    def cells(self) -> list[Cell]:
        every = product(range(self.size), repeat=3)
        return [(a, b, c) for a, b, c in every if a + b + c == self.size - 1]

    def legal(self) -> list[str]:
        """Return all moves of an unfinished game, the swap last."""
        empty = [self.named(cell) for cell in self.cells() if cell not in self.stones]
        return empty + (["swap"] if len(self.moves) == 1 else [])

    def play(self, move: str) -> None:
        if move != "swap":
            cell = next(cell for cell in self.cells() if self.named(cell) == move)
            self.stones[cell] = self.turn
        self.moves.append(move)

    def has_won(self, colour: int) -> bool:
        """Return whether a chain of a colour touches all three sides."""
        own = {cell for cell, owner in self.stones.items() if owner == colour}
        while own:
            chain, edge = set[Cell](), [own.pop()]
            while edge:
                cell = edge.pop()
                chain.add(cell)
                near = {other for other in own if beside(cell, other)}
                own -= near
                edge += near
            if all(any(cell[side] == 0 for cell in chain) for side in range(3)):
                return True
        return False


def beside(one: Cell, two: Cell) -> bool:
    """Return whether two cells are adjacent.

    Neighbours are one further from one side, one nearer to another, as far from the third.
    """
    return sorted(a - b for a, b in zip(one, two, strict=True)) == [-1, 0, 1]


def reduced(stones: dict[Cell, int], size: int) -> int:
    """Return the winner of a full board by an independent method: reduction in size.

    Of three mutually adjacent cells, the majority colour is placed on a board one size smaller,
    which has the same winner. (Schensted's reduction; it shows that there is always exactly one
    winner.)
    """
    board = stones
    for less in range(size - 1, 0, -1):
        board = {
            (a, b, less - 1 - a - b): int(
                board[a + 1, b, less - 1 - a - b]
                + board[a, b + 1, less - 1 - a - b]
                + board[a, b, less - a - b]
                >= 2
            )
            for a in range(less)
            for b in range(less - a)
        }
    return board[0, 0, 0]
