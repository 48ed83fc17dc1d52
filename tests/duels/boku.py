"""Boku against its slow rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from boche.engine.games.boku import GAME, rules
from boche.engine.games.boku.board import number_of
from boche.engine.games.boku.notation import parse_move
from tests.duels.duel import Duel, pick, same
from tests.engine.games.boku.slow_rules import PAIRS, Slow

MANNERS = ("any", "taking", "setting up", "crowding", "on and on", "together")
WEIGHTS = (2, 4, 3, 2, 3, 2)
MIDDLE = {f"{letter}{number}" for letter in "defgh" for number in range(3, 9)}
NUMBERS: dict[str, int] = {}


def number(text: str) -> int:
    """Return the rules' number of a move."""
    if text not in NUMBERS:
        NUMBERS[text] = number_of(*parse_move(text))
    return NUMBERS[text]


class Boku(Duel):
    """A duel that favours captures, exposed pairs, few cells, or a full board."""

    rules_of = "boche.engine.games.boku.rules"

    def __init__(self, options: dict[str, Any], chance: random.Random) -> None:
        super().__init__(options, chance)
        self.position, self.slow = GAME.new(), Slow()
        self.fast = self.arrays_of(self.position.board)
        self.room = np.zeros(rules.MOST_MOVES, np.int64)
        self.manners = {c: pick(chance, MANNERS, WEIGHTS) for c in ("black", "white")}

    def choose(self) -> str:
        legal = self.slow.legal()
        manner = "any" if self.chance.random() < 0.1 else self.manners[self.slow.turn]
        if manner == "crowding":
            return self.chance.choice([m for m in legal if m in MIDDLE] or legal)
        if manner == "taking":
            return self.chance.choice([m for m in legal if "x" in m] or legal)
        if manner == "setting up":
            return max(self.chance.choices(legal, k=5), key=self.pairs)
        if manner == "on and on":
            return self.chance.choice([m for m in legal if self.goes_on(m)] or legal)
        if manner == "together":
            mine = self.slow.of(self.slow.turn)
            return max(self.chance.choices(legal, k=4), key=lambda m: near(m, mine))
        return self.chance.choice(legal)

    def pairs(self, text: str) -> int:
        """Return the number of possible sandwiches of two that would involve a cell."""
        cell, both = text.partition("x")[0], self.slow.marbles
        return sum(len({*pair, far} & both.keys()) for pair, far in PAIRS[cell])

    def goes_on(self, text: str) -> bool:
        return self.compiled.probe(self.fast, number(text)) == rules.UNDECIDED

    def play(self, text: str) -> None:
        self.slow.play(text)
        self.position = self.position.play(text)
        probed = self.compiled.probe(self.fast, number(text))
        result = self.compiled.play(self.fast, number(text))
        won = ("black", "white").index(self.slow.winner) if self.slow.winner else rules.DRAW
        same("compiled, result", won if self.slow.over else rules.UNDECIDED, result)
        same("compiled, probed", result, probed)

    def compare(self) -> None:
        slow, position = self.slow, self.position
        self.compare_ends(slow.winner, slow.kind)
        same("turn", slow.turn, position.turn)
        same("legal moves", slow.legal(), [str(move) for move in position.legal_moves()])
        if not slow.over:
            count = self.compiled.generate(self.fast, self.room)
            found = self.room[:count].tolist()
            same("compiled, legal moves", [number(text) for text in slow.legal()], found)
        self.compare_boards()
        same("marbles", slow.marbles, {m.cell.name: m.colour for m in position.marbles})
        same("left", slow.left, {colour: position.left(colour) for colour in slow.left})
        barred = position.forbidden.name if position.forbidden else None
        same("forbidden", slow.forbidden, barred)
        if slow.over or self.chance.random() < 0.1:
            rows = {frozenset(cell.name for cell in row) for row in position.winning_rows()}
            same("rows", {frozenset(row) for row in slow.rows()}, rows)


def near(text: str, mine: set[str]) -> int:
    """Return how many own marbles could form a line of four with this one, counted per line."""
    cell = text.partition("x")[0]
    return sum(len({*pair, far} & mine) for pair, far in PAIRS[cell])
