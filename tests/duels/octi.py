"""Octi against its slow rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from boche.engine.games.octi import GAME, rules
from boche.engine.games.octi.board import copy_board
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.turns import MOST_STEPS, Turn
from tests.duels.duel import Duel, pick, same
from tests.engine.games.octi.slow_rules import ENEMY, HOMES, Slow, crowded, name, slow_at

MANNERS = ("any", "fighting", "stacking", "back and forth", "homewards", "sparing")
WEIGHTS = (2, 4, 2, 2, 3, 2)
TURNS = 400
FEW, MANY, LISTED = 140, 2500, 60
"""Limits on moves per position.

A game stops above the first, or rarely only above the second; above the third, most lists are
compared in part.
"""


class Octi(Duel):
    """A duel that favours captures, stacks, repetition or homes, half on a crowded board."""

    rules_of = "boche.engine.games.octi.rules"

    def __init__(self, options: dict[str, Any], chance: random.Random) -> None:
        if "crowded" in options:
            setup = crowded(options["crowded"])
            super().__init__(options | setup[0], chance)
            self.position, self.slow = Position.set_up(*setup), slow_at(*setup)
        else:
            super().__init__(options, chance)
            self.position, self.slow = GAME.new(**options), Slow(**options)
        self.geometry = self.arrays_of(self.position.geometry, "Geometry")
        self.variant = self.compiled.Variant(*self.position.variant)
        board = self.position.board
        self.fast = self.arrays_of(
            board._replace(history=[*board.history, *[0] * (TURNS - len(board.history))])
        )
        self.room = np.zeros(MOST_STEPS, np.int64)
        self.manners = {colour: pick(chance, MANNERS, WEIGHTS) for colour in HOMES}
        self.most = MANY if chance.random() < 0.01 else FEW
        self.steps: list[int] = []

    @staticmethod
    def random_options(chance: random.Random) -> dict[str, Any]:
        if chance.random() < 0.5:
            return {"crowded": chance.randrange(10**9)}
        return {"bases": chance.choice([1, 3, 3]), "wrap": chance.random() < 0.5}

    def over(self) -> bool:
        return super().over() or len(self.position.legal_moves()) > self.most

    # -- moves

    def choose(self) -> str:
        manner = self.manners[self.slow.turn]
        turns = [self.random_turn(manner) for _ in range(1 if manner == "any" else 4)]
        text, self.steps = max(turns, key=lambda turn: self.promise(turn[0], manner))
        return text

    def start(self) -> Turn:
        position = self.position
        return Turn(position.geometry, position.variant, copy_board(position.board))

    def random_turn(self, manner: str) -> tuple[str, list[int]]:
        """Return the text of a random turn, and its steps."""
        turn, made = self.start(), []
        while not turn.whole:
            steps = turn.steps()
            weights = [weight(step, manner) for step in steps]
            made.append(pick(self.chance, steps, weights))
            turn = turn.step(made[-1])
        return turn.text, made

    def promise(self, text: str, manner: str) -> float:
        slow = self.slow
        if manner == "fighting":
            return text.count("x")
        pods, *_ = slow.moves()[text]()
        if manner == "back and forth":
            return sum(state[0] == pods for state in slow.earlier)
        mine = [pod for pod in pods if pod[0] == slow.turn]
        if manner == "stacking":
            return len(mine) - len({pod[1] for pod in mine})
        if manner == "homewards":
            return len({pod[1] for pod in mine} & set(HOMES[ENEMY[slow.turn]]))
        return -sum(len(pod[2]) for pod in mine)

    def play(self, text: str) -> None:
        at = self.start()
        for step in self.steps:
            at = self.made(at, step)
        self.slow.play(text)
        self.position = self.position.play(text)
        same("result of the steps", self.wanted(), at.result)

    def made(self, turn: Turn, step: int) -> Turn:
        """Make a step; compare the available steps, and the boards after this one."""
        count = self.compiled.generate(self.geometry, self.fast, self.variant, self.room)
        same("compiled, steps", turn.steps(), self.room[:count].tolist())
        after = turn.step(step)
        result = self.compiled.play(self.geometry, self.fast, self.variant, step)
        same("compiled, result", after.result, result)
        for part, one, two in zip(rules.Board._fields, after.board, self.fast, strict=True):
            if part == "list":
                continue  # scratch space, which an interpreted turn shares with no other call
            seen = after.board.info[rules.SEEN] if part == "history" else len(one)
            same(f"compiled, {part}", one[:seen], two[:seen].tolist())
        return after

    def wanted(self) -> int:
        """Return the slow rules' result with the number that the rules use."""
        kinds = {"homes": rules.HOMES, "stuck": rules.STUCK, "repetition": rules.REPETITION}
        if not self.slow.kind:
            return rules.UNDECIDED
        return kinds[self.slow.kind] + (self.slow.winner == "white")

    # -- what is compared

    def compare(self) -> None:
        slow, position = self.slow, self.position
        self.compare_ends(slow.winner, slow.kind)
        pods = sorted((p.colour, divmod(p.square, 10), p.prongs) for p in position.pods)
        stores = [tuple(position.store(colour)) for colour in HOMES]
        same("state", slow.state(), (pods, stores, position.turn))
        times = slow.earlier.count(slow.earlier[-1])
        same("repetitions", times, position.repetitions)
        moves = position.legal_moves()
        if len(moves) > self.most:
            return
        legal = slow.legal()
        same("number of moves", len(legal), len(moves))
        if len(moves) > LISTED and self.chance.random() < 0.9:
            some = self.chance.sample(range(len(moves)), LISTED // 2)
            texts = {str(moves[index]) for index in some}
            same("some moves", texts & legal, texts)
            same("their number", len(some), len(texts))
        else:
            same("legal moves", legal, set(map(str, moves)))


def weight(step: int, manner: str) -> float:
    """Return the weight of a step: moves of pods and captures are favoured."""
    kind, what = step >> 16, step & rules.WHAT
    if kind == rules.PRONGS_OF:
        return 0.1 if manner in ("sparing", "back and forth") else 0.6
    if kind in (rules.MOVE_OF, rules.ADD):
        return 5
    if kind == rules.JUMP:
        return 4
    if kind == rules.TAKE and manner == "fighting":
        return 0.2 + 4 * (what > 0)
    return 1


assert name((3, 7)) == "37"
