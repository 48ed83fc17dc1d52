"""The rules of Boku restated slowly and plainly, from drawn places and dictionaries alone.

Nothing here is shared with the engine. A cell is its text; it lies at (x, y) on a drawing in
which cells of one row are 2 apart and a row is shifted by 1 against the next.
"""

from __future__ import annotations

ROWS = {
    "a": (1, 5), "b": (1, 6), "c": (1, 7), "d": (1, 8), "e": (1, 9), "f": (1, 10),
    "g": (2, 10), "h": (3, 10), "i": (4, 10), "j": (5, 10), "k": (6, 10),
}  # fmt: skip
OTHER = {"black": "white", "white": "black"}
# Along a row, and down to the lower right and the lower left.
WAYS = ((2, 0), (1, 1), (-1, 1))


def drawn() -> dict[str, tuple[int, int]]:
    """Each row is centred under the one above."""
    spots = {}
    for y, (letter, (low, high)) in enumerate(ROWS.items()):
        for i, number in enumerate(range(low, high + 1)):
            spots[f"{letter}{number}"] = (2 * i - (high - low), y)
    return spots


SPOTS = drawn()
CELLS = {spot: cell for cell, spot in SPOTS.items()}


def segments(length: int) -> list[list[str]]:
    """All straight runs of that many cells."""
    found = []
    for x, y in CELLS:
        for dx, dy in WAYS:
            spots = [(x + i * dx, y + i * dy) for i in range(length)]
            if all(spot in CELLS for spot in spots):
                found.append([CELLS[spot] for spot in spots])
    return found


FIVES, FOURS = segments(5), segments(4)


class Slow:
    """A game in progress; ``play`` changes it."""

    def __init__(self) -> None:
        self.marbles: dict[str, str] = {}
        self.left = {"black": 36, "white": 36}
        self.turn = "black"
        self.forbidden: str | None = None
        self.over, self.winner = False, None

    def caught(self, cell: str) -> set[str]:
        """The marbles that would be sandwiched by a marble of the colour to move on a cell."""
        after = {**self.marbles, cell: self.turn}
        mine, theirs = self.turn, OTHER[self.turn]
        pattern = [mine, theirs, theirs, mine]
        return {
            taken
            for four in FOURS
            if cell in (four[0], four[3]) and [after.get(c) for c in four] == pattern
            for taken in four[1:3]
        }

    def makes_five(self, cell: str) -> bool:
        after = {**self.marbles, cell: self.turn}
        return any(cell in five and all(after.get(c) == self.turn for c in five) for five in FIVES)

    def legal(self) -> list[str]:
        if self.over:
            return []
        found = []
        for cell in sorted(SPOTS, key=order):
            if cell in self.marbles or cell == self.forbidden:
                continue
            caught = set() if self.makes_five(cell) else self.caught(cell)
            found += [f"{cell}x{t}" for t in sorted(caught, key=order)] if caught else [cell]
        return found

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        cell, _, taken = text.partition("x")
        won = self.makes_five(cell)
        self.marbles[cell] = self.turn
        self.left[self.turn] -= 1
        self.forbidden = None
        if taken:
            self.left[self.marbles.pop(taken)] += 1
            self.forbidden = taken
        if won:
            self.over, self.winner = True, self.turn
        self.turn = OTHER[self.turn]
        if not self.over and self.left[self.turn] == 0:
            self.over = True


def order(cell: str) -> tuple[str, int]:
    return cell[0], int(cell[1:])
