"""Boche against its slow rules."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from boche.engine.games.boche import GAME, rules
from boche.engine.games.boche.notation import moves_of
from tests.duels.duel import Duel, pick, same
from tests.engine.games.boche.slow_rules import Slow

SIZES = range(1, 21)
SIZE_WEIGHTS = [1, 5, 14, 34, 24, 14, 6, 2, *[0.02] * 12]
KILLS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 14, 999]
KILL_WEIGHTS = [3, 1, 4, 8, 10, 9, 8, 6, 4, 3, 2, 1]
MANNERS = ("any", "on and on", "on the brink")


@cache
def texts_of(size: int) -> tuple[str, ...]:
    return tuple(map(str, moves_of(size)))


class Boche(Duel):
    """A duel that favours some rotations and columns, long play, or groups just below ``kill``."""

    rules_of = "boche.engine.games.boche.rules"

    def __init__(self, options: dict[str, Any], chance: random.Random) -> None:
        super().__init__(options, chance)
        self.position, self.slow = GAME.new(**options), Slow(**options)
        self.texts = texts_of(options["size"])
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        self.geometry = self.arrays_of(self.position.geometry, "Geometry")
        self.variant = self.compiled.Variant(*self.position.variant)
        self.fast = self.arrays_of(self.position.board)
        self.room = np.zeros(len(self.texts) + 1, np.int64)
        self.scratch = self.arrays_of(self.position.board)
        self.manner = pick(chance, MANNERS, (6, 1, 3))
        sharpness = chance.choice([0, 0, 1, 3])
        self.letters = {letter: chance.random() ** sharpness for letter in "abcdefgh"}
        self.columns = [chance.random() ** sharpness for _ in range(self.position.geometry.columns)]

    @staticmethod
    def random_options(chance: random.Random) -> dict[str, Any]:
        return {
            "size": pick(chance, SIZES, SIZE_WEIGHTS),
            "kill": pick(chance, KILLS, KILL_WEIGHTS),
            "fill_board": chance.random() < 0.15,
            "adjacent": chance.random() < 0.3,
            "immediate_win": chance.random() < 0.25,
            "join_any": chance.random() < 0.5,
        }

    # -- moves

    def choose(self) -> str:
        legal = self.slow.legal()
        weights = [self.weight(text) for text in legal]
        if self.manner == "any" or len(legal) < 2:
            return pick(self.chance, legal, weights)
        some = self.chance.choices(legal, weights, k=6)
        return max(some, key=self.promise)

    def weight(self, text: str) -> float:
        if text == "swap":
            return 0.2
        return 0.01 + self.letters[text[0]] * self.columns[self.numbers[text] >> 3]

    def promise(self, text: str) -> int:
        """Return 0 for a move that ends the game, 2 if it nearly does "on the brink", else 1."""
        kill = self.variant.kill
        if self.result(text, kill) != rules.UNDECIDED:
            return 0
        if self.manner == "on the brink" and kill > 1:
            return 1 + (self.result(text, kill - 1) != rules.UNDECIDED)
        return 1

    def result(self, text: str, kill: int) -> int:
        """Return the compiled rules' result of a move; it only guides the choice."""
        for part, here in zip(self.scratch, self.fast, strict=True):
            part[:] = here
        variant = self.variant._replace(kill=kill)
        return self.compiled.play(self.geometry, self.scratch, variant, self.numbers[text])

    def play(self, text: str) -> None:
        self.slow.play(text)
        self.position = self.position.play(text)
        result = self.compiled.play(self.geometry, self.fast, self.variant, self.numbers[text])
        kinds = {"enclosure": rules.ENCLOSURE, "path": rules.PATH}
        wanted = rules.UNDECIDED
        if self.slow.winner:
            wanted = kinds[self.slow.kind] + (self.slow.winner == "dark")
        same("compiled, result", wanted, result)

    # -- what is compared

    def compare(self) -> None:
        slow, position = self.slow, self.position
        self.compare_ends(slow.winner, slow.kind)
        same("turn", slow.turn, position.turn)
        same("legal moves", slow.legal(), [str(move) for move in position.legal_moves()])
        if not slow.winner:
            count = self.compiled.generate(self.geometry, self.fast, self.variant, self.room)
            found = [self.texts[number] for number in self.room[:count].tolist()]
            same("compiled, legal moves", slow.legal(), found)
        self.compare_boards()
        self.compare_groups()
        if slow.cubes and (slow.kind == "path" or self.chance.random() < 0.2):
            self.compare_faces()
            self.compare_paths()

    def compare_groups(self) -> None:
        mine = {
            (colour, corners, self.slow.enclosed(corners),
             frozenset().union(*map(self.slow.sides, corners)))
            for colour, corners in self.slow.groups()
        }  # fmt: skip
        groups = self.position.groups()
        found = {(g.colour, frozenset(g.corners), g.enclosed, frozenset(g.sides)) for g in groups}
        same("groups", mine, found)
        same("their number", len(mine), len(groups))
        same("blobs", [len(g.corners) for g in groups], [g.blobs for g in groups])

    def compare_faces(self) -> None:
        found = {
            (tuple(f.cell), f.axis, f.colour, frozenset(f.joined + f.apart))
            for f in self.position.surface().faces
        }
        same("faces", set(self.slow.faces()), found)
        cubes = {tuple(cube.cell): cube.rotation for cube in self.position.cubes}
        same("cubes", self.slow.cubes, cubes)

    def compare_paths(self) -> None:
        path = self.position.winning_path()
        owners = {colour for colour in ("light", "dark") if self.slow.owns_path(colour)}
        same("path", owners, {face.colour for face in path})
        sides = frozenset().union(*(self.slow.sides(p) for face in path for p in face.joined))
        same("sides of the path", frozenset("xyz") if owners else frozenset(), sides)
        for part, here in zip(self.scratch, self.fast, strict=True):
            part[:] = here
        board = self.position.board
        for _ in range(2):  # the second time over the marks of the first
            owner = self.compiled.path_owner(self.geometry, self.scratch, self.variant.join_any)
            same("compiled, path", {("light", "dark")[owner]} if owner >= 0 else set(), owners)
            rules.path_owner(self.position.geometry, board, self.variant.join_any)
            self.compare_arrays(board, self.scratch)
