"""Che's rules: equal results interpreted, sparse or in a window, and compiled."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from boche.engine.games.che import board as tables
from boche.engine.games.che import rules
from boche.engine.games.che.geometry import Cell
from boche.engine.native.arrays import as_arrays
from tests.engine.compiled import compiled_module

REACH = 14
VARIANTS = [(48, 0, 0), (0, 0, 0), (7, 0, 0), (30, 4, 0), (30, 0, 3), (40, 9, 5)]


@pytest.fixture(scope="module")
def compiled():
    return compiled_module("boche.engine.games.che.rules")


def ended(info, plies: int, result: int) -> bool:
    return result != rules.UNDECIDED or info[rules.PLIES] >= plies


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_leave_the_same_arrays(compiled, options: tuple[int, int, int]) -> None:
    geo, _ = tables.window(Cell(-REACH, -REACH), Cell(REACH, REACH))
    fast_geo, variant = compiled.Geometry(*geo), rules.Variant(*options)
    fast_variant, rng = compiled.Variant(*options), random.Random(str(options))
    fast_tiles = np.zeros(1000, np.int64)
    ones, twos = np.zeros(30_000, np.int64), np.zeros(30_000, np.int64)
    for _ in range(6):
        board = tables.window(Cell(-REACH, -REACH), Cell(REACH, REACH))[1]
        fast, result = as_arrays(board, compiled.Board), rules.UNDECIDED
        while not ended(board.info, 12, result):
            tiles = [0] * 1000
            count = rules.generate_tiles(geo, board, tiles)
            assert compiled.generate_tiles(fast_geo, fast, fast_tiles) == count
            assert fast_tiles[:count].tolist() == tiles[:count]
            if board.info[rules.LAID] == 0:
                slow_ones, slow_twos = [0] * 30_000, [0] * 30_000
                number = rules.generate(geo, board, variant, slow_ones, slow_twos)
                assert compiled.generate(fast_geo, fast, fast_variant, ones, twos) == number
                assert ones[:number].tolist() == slow_ones[:number]
                assert twos[:number].tolist() == slow_twos[:number]
                pick = rng.randrange(number)
                for one, two in ((ones[pick], twos[pick]), (twos[pick], ones[pick])):
                    if one >= 0:
                        why = rules.check(geo, board, variant, int(one), int(two))
                        assert compiled.check(fast_geo, fast, fast_variant, one, two) == why
                        assert why == rules.LEGAL
            tile = rng.choice(tiles[:count])
            probed = rules.probe_tile(geo, board, variant, tile)
            assert compiled.probe_tile(fast_geo, fast, fast_variant, tile) == probed
            result = rules.play_tile(geo, board, variant, tile)
            assert compiled.play_tile(fast_geo, fast, fast_variant, tile) == result == probed
            for slow_part, fast_part in zip(board, fast, strict=True):
                assert slow_part == fast_part.tolist()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_board_without_edge_agrees_with_a_window(options: tuple[int, int, int]) -> None:
    geo, window = tables.window(Cell(-REACH, -REACH), Cell(REACH, REACH))
    wide, board = tables.OPEN_BOARD, tables.empty_board()
    variant, rng, result = rules.Variant(*options), random.Random(str(options)), rules.UNDECIDED
    while not ended(board.info, 12, result):
        tiles = [0] * 1000
        count = rules.generate_tiles(geo, window, tiles)
        tile = rng.choice(tiles[:count])
        cell = tables.cell_of(tile >> 2, geo)
        result = rules.play_tile(geo, window, variant, tile)
        number = tables.number_of(cell) * 4 + (tile & 3)
        assert rules.play_tile(wide, board, variant, number) == result
        skip = (rules.BASE,)  # the numbers' lowest bits differ
        for slot in range(rules.INFO_SLOTS):
            assert slot in skip or window.info[slot] == board.info[slot]
        same = [tables.cell_of(board.open[i]) for i in range(board.info[rules.OPEN])]
        assert same == [tables.cell_of(window.open[i], geo) for i in range(window.info[rules.OPEN])]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_copies_play_on_as_their_sources(compiled, options: tuple[int, int, int]) -> None:
    low, high = Cell(-REACH, -REACH), Cell(REACH, REACH)
    geo, variant = tables.window(low, high)[0], rules.Variant(*options)
    rng, spare = random.Random(3), tables.window(low, high)[1]
    for _ in range(10):
        board = tables.window(low, high)[1]
        for _ in range(rng.randrange(1, 12)):
            tiles = [0] * 1000
            tile = rng.choice(tiles[: rules.generate_tiles(geo, board, tiles)])
            rules.play_tile(geo, board, variant, tile)
        rules.copy(geo, variant, spare, board)
        for name in ("kinds", "slot", "parent", "free", "bands", "info"):
            assert getattr(spare, name) == getattr(board, name), name
        for name, slot in (("open", rules.OPEN), ("placed", rules.TILES)):
            count = board.info[slot]
            assert getattr(spare, name)[:count] == getattr(board, name)[:count]


def test_the_second_tile_comes_in_one_order_only() -> None:
    geo, board = tables.window(Cell(-REACH, -REACH), Cell(REACH, REACH))
    variant, rng = rules.Variant(0, 0, 0), random.Random(11)
    for _ in range(10):
        tiles = [0] * 1000
        tile = rng.choice(tiles[: rules.generate_tiles(geo, board, tiles)])
        rules.play_tile(geo, board, variant, tile)
    if board.info[rules.LAID]:
        rules.play_tile(geo, board, variant, tiles[0])
    ones, twos = [0] * 9000, [0] * 9000
    count = rules.generate(geo, board, variant, ones, twos)
    wanted = {frozenset(pair) for pair in zip(ones[:count], twos[:count], strict=True)}
    assert len(wanted) == count
    found = []
    firsts = tiles[: rules.generate_tiles(geo, board, tiles)]
    for one in firsts:
        after = rules.Board(*(part[:] for part in board))
        rules.play_tile(geo, after, variant, one)
        rest = [0] * 1000
        number = rules.generate_rest(geo, after, rest)
        assert number > 0
        found += [frozenset((one, two)) for two in rest[:number]]
    assert len(found) == count
    assert set(found) == wanted


def test_nothing_is_laid_on_the_rim_of_a_window() -> None:
    geo, board = tables.window(Cell(-1, -1), Cell(1, 1))
    tiles, variant = [0] * 100, rules.Variant(0, 0, 0)
    while count := rules.generate_tiles(geo, board, tiles):
        rules.play_tile(geo, board, variant, tiles[count - 1])
        assert board.info[rules.TILES] <= 9
    assert board.info[rules.TILES] == 9


def test_playing_imports_no_numpy() -> None:
    code = (
        "import sys; from boche.engine.games import che;"
        "p = che.GAME.new().play('fr:0,0').play('fl:1,0+br:0,1'); p.regions(); p.text_board();"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
