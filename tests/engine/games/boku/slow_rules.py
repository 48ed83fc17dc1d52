"""The rules of Boku reimplemented slowly and simply, from drawn places and dictionaries alone.

Nothing is shared with the engine. A cell is its text; it lies at (x, y) on a drawing in which cells
of one row are 2 apart and each row is shifted by 1 against the next.
"""

from __future__ import annotations

from tests.duels.plain import once

ROWS = {
    "a": (1, 5), "b": (1, 6), "c": (1, 7), "d": (1, 8), "e": (1, 9), "f": (1, 10),
    "g": (2, 10), "h": (3, 10), "i": (4, 10), "j": (5, 10), "k": (6, 10),
}  # fmt: skip
OTHER = {"black": "white", "white": "black"}
# Along a row, and down to the lower right and the lower left.
WAYS = ((2, 0), (1, 1), (-1, 1))


def drawn() -> dict[str, tuple[int, int]]:
    """Return the place of each cell; each row is centred under the one above."""
    spots = {}
    for y, (letter, (low, high)) in enumerate(ROWS.items()):
        for i, number in enumerate(range(low, high + 1)):
            spots[f"{letter}{number}"] = (2 * i - (high - low), y)
    return spots


SPOTS = drawn()
CELLS = {spot: cell for cell, spot in SPOTS.items()}


def segments(length: int) -> list[list[str]]:
    """Return all straight runs of ``length`` cells."""
    found = []
    for x, y in CELLS:
        for dx, dy in WAYS:
            spots = [(x + i * dx, y + i * dy) for i in range(length)]
            if all(spot in CELLS for spot in spots):
                found.append([CELLS[spot] for spot in spots])
    return found


FIVES, FOURS = segments(5), segments(4)


# What must be the mover's for five in a row with a cell, and what it may sandwich: (two, far end).
REST = {cell: [set(five) - {cell} for five in FIVES if cell in five] for cell in SPOTS}
PAIRS = {
    cell: [
        (four[1:3], four[3]) if four[0] == cell else (four[2:0:-1], four[0])
        for four in FOURS
        if cell in (four[0], four[3])
    ]
    for cell in SPOTS
}


class Slow:
    """A game in progress; ``play`` changes it."""

    def __init__(self) -> None:
        self.marbles: dict[str, str] = {}
        self.left = {"black": 36, "white": 36}
        self.turn = "black"
        self.forbidden: str | None = None
        self.over, self.winner = False, None
        self.known: dict = {}

    @property
    def kind(self) -> str:
        return ("row" if self.winner else "draw") if self.over else ""

    @once
    def owned(self) -> dict[str, set[str]]:
        return {c: {cell for cell, owner in self.marbles.items() if owner == c} for c in OTHER}

    def of(self, colour: str) -> set[str]:
        return self.owned()[colour]

    def caught(self, cell: str) -> set[str]:
        """Return the marbles that the colour to move would sandwich with a marble on a cell."""
        mine, theirs = self.of(self.turn), self.of(OTHER[self.turn])
        return {
            taken
            for pair, far in PAIRS[cell]
            if far in mine and theirs.issuperset(pair)
            for taken in pair
        }

    def makes_five(self, cell: str) -> bool:
        mine = self.of(self.turn)
        return any(mine.issuperset(rest) for rest in REST[cell])

    @once
    def legal(self) -> list[str]:
        if self.over:
            return []
        found = []
        for cell in IN_ORDER:
            if cell in self.marbles or cell == self.forbidden:
                continue
            caught = set() if self.makes_five(cell) else self.caught(cell)
            found += [f"{cell}x{t}" for t in sorted(caught, key=order)] if caught else [cell]
        return found

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        cell, _, taken = text.partition("x")
        won = self.makes_five(cell)
        self.known = {}
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

    def rows(self) -> set[tuple[str, ...]]:
        """Return all lines of five or more of one colour, from end to end."""
        found = set()
        for colour in OTHER:
            mine = self.of(colour)
            for number, step in ((0, 1), (1, 0), (1, 1)) if len(mine) > 4 else ():
                found |= {row for cell in mine if (row := line(mine, cell, number, step))}
        return found


def line(mine: set[str], cell: str, letters: int, numbers: int) -> tuple[str, ...]:
    """Return the five or more cells of a set in one direction from a first one, or nothing."""
    letter, number = ord(cell[0]), int(cell[1:])
    if f"{chr(letter - letters)}{number - numbers}" in mine:
        return ()
    found = [cell]
    while (far := f"{chr(letter + letters * len(found))}{number + numbers * len(found)}") in mine:
        found.append(far)
    return tuple(found) if len(found) > 4 else ()


def order(cell: str) -> tuple[str, int]:
    return cell[0], int(cell[1:])


IN_ORDER = sorted(SPOTS, key=order)
