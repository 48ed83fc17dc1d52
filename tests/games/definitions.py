"""Fast algorithms against their definitions, in so many positions of each kind.

Enclosures, closed regions and rows occur in ``test_rules_soak``; these cases are rare there.
"""

from __future__ import annotations

import random

import numpy as np

from boche.engine import new
from boche.engine.games.boche import encoding
from boche.engine.games.boche.board import empty_board, geometry_of
from boche.engine.games.boche.notation import moves_of
from boche.engine.games.boche.rules import Variant
from boche.engine.games.octi.position import Position
from boche.engine.games.registry import find
from boche.engine.native import kernels as native
from boche.engine.native.arrays import as_arrays
from boche.engine.search.params import SearchParams
from boche.engine.search.worker import new_work
from tests.engine.compiled import compiled_module
from tests.engine.games.boche.slow_rules import JOINING, OTHER, Slow, all_cells
from tests.engine.games.octi.slow_rules import HOMES, slow_at


def a_path_is_what_leads_from_face_to_face(count: int) -> None:
    """Compare each position from half of the cubes on, with both ways to join."""
    compiled = compiled_module("boche.engine.games.boche.rules")
    chance, seen, owned = random.Random(27), 0, 0
    while seen < count:
        size = chance.choice([2, 3, 3, 4, 4, 4, 5])
        geometry, board = geometry_of(size), empty_board(size)
        geo, fast = as_arrays(geometry, compiled.Geometry), as_arrays(board, compiled.Board)
        texts, room = list(map(str, moves_of(size))), np.zeros(8 * geometry.columns + 1, np.int64)
        slow, variant = Slow(size, kill=0), compiled.Variant(*Variant(0, 0, 0, 0, 0))
        letters = chance.sample("abcd", chance.choice([1, 2, 4]))
        while not slow.winner:
            moves = room[: compiled.generate(geo, fast, variant, room)].tolist()
            moves = [m for m in moves if texts[m] != "swap"]
            number = chance.choice([m for m in moves if "abcd"[m & 3] in letters] or moves)
            slow.play(texts[number])
            compiled.play(geo, fast, variant, number)
            for join_any in (False, True) if 2 * len(slow.cubes) > sum(geometry.full) else ():
                slow.join_any = join_any
                owner = compiled.path_owner(geo, fast, int(join_any))
                wanted = [colour for colour in ("light", "dark") if slow.owns_path(colour)]
                assert wanted == ([("light", "dark")[owner]] if owner >= 0 else []), (
                    size, join_any, slow.cubes,
                )  # fmt: skip
                seen, owned = seen + 1, owned + bool(wanted)
            slow.join_any = False
    assert owned > count // 10


def a_player_has_a_move_where_there_is_one(count: int) -> None:
    """Compare positions with few hemmed-in pods, few prongs and none in hand; some are stuck."""
    compiled = compiled_module("boche.engine.games.octi.rules")
    chance, stuck = random.Random(27), 0
    for _ in range(count):
        setup = hemmed_in(chance)
        position, slow = Position.set_up(*setup), slow_at(*setup)
        geo = compiled.Geometry(*as_arrays(position.geometry, compiled.Geometry))
        found = bool(compiled.has_move(geo, as_arrays(position.board, compiled.Board)))
        assert found == bool(slow.moves()) == bool(position.legal_moves()), setup
        stuck += not found
    assert count // 33 < stuck < count - count // 33


def hemmed_in(chance: random.Random):
    """Return options, pods, stores and turn: see ``crowded``."""
    wrap, corner = chance.random() < 0.3, chance.random() < 0.7
    lines = (8, 9) if corner else (3, 4, 5)
    free = [10 * x + y for x in lines for y in lines]
    chance.shuffle(free)
    pods, stores = [], {}
    for colour in HOMES:
        count = chance.randint(0, 2) if colour == "black" else chance.randint(0, 3)
        for _ in range(count):
            mask = "".join(sorted(chance.sample("abcdefgh", chance.choice([0, 0, 1, 2, 8]))))
            pods.append((colour, free.pop(), mask) if free else (colour, 55, mask))
        rest = 7 - count
        away = rest if chance.random() < 0.7 else chance.randint(0, rest)
        stores[colour] = (rest - away, away, chance.choice([0, 0, 0, 1]))
    return {"bases": 3, "wrap": wrap}, pods, stores, "black"


def the_tosses_of_a_word_are_full_boards_with_a_path(count: int) -> None:
    """Check a word's 64 boards: they contain all laid cubes, and the path's owner is as stated."""
    kernels, chance = native.kernels(find("boche")), random.Random(27)
    for _ in range(count // 64 + 1):
        size = chance.choice([1, 2, 3, 3, 4])
        position = new("boche", size=size, fill_board=True)
        for _ in range(chance.randint(1, size * (size + 1) * (size + 2) // 6 - 1 or 1)):
            position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is not None:
            continue
        root = encoding.make_state(position, kernels.game)
        seed = chance.getrandbits(30)
        work = new_work(kernels, encoding.ENCODING, position, SearchParams(), seed, 0)
        word = int(kernels.game.light_wins(root, work.rng))
        for bit in range(64):
            slow = full_board(position, root.flanks, bit, chance)
            owners = [colour for colour in ("light", "dark") if slow.owns_path(colour)]
            assert owners == ["light" if word >> bit & 1 else "dark"], (slow.cubes, bit)


def full_board(position, flanks, bit: int, chance: random.Random) -> Slow:
    """Return one of a word's boards: outer faces as tossed, the rest at random."""
    slow = Slow(position.size, fill_board=True)
    laid = {tuple(cube.cell): cube.rotation for cube in position.cubes}
    cell, letter = next(iter(laid.items()))
    slow.even = "dark" if (cell[2] % 2 == 1) == (letter < "e") else "light"
    wanted: dict = {cell: [] for cell in all_cells(position.size)}
    for i, (outer, axis) in enumerate(encoding.outer_faces(position.size)):
        upper = (int(flanks.joins[i]) >> bit & 1) == flanks.even[i]
        wanted[tuple(outer)].append((axis, upper))
    for cell, faces in wanted.items():
        uppermost = slow.even if cell[2] % 2 else OTHER[slow.even]
        letters = [
            letter
            for letter in ("abcd" if uppermost == "dark" else "efgh")
            if all((JOINING[letter] in (None, axis)) == upper for axis, upper in faces)
        ]
        assert laid.get(cell, letters[0]) in letters, (cell, faces)
        slow.cubes[cell] = laid.get(cell) or chance.choice(letters)
    return slow


CHECKS = (
    a_path_is_what_leads_from_face_to_face,
    a_player_has_a_move_where_there_is_one,
    the_tosses_of_a_word_are_full_boards_with_a_path,
)
