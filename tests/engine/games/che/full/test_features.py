"""Features in many positions: their bounds, and those of a position's images."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from boche.engine.games import che
from boche.engine.games.che import encoding, features, rules
from boche.engine.games.che.board import cell_of
from boche.engine.games.che.encoding import TilePosition
from boche.engine.games.che.geometry import Region, Tile
from boche.engine.games.che.symmetry import SYMMETRIES
from boche.engine.native import kernels as native
from tests.engine.games.che import listing

GAMES = 30


class Lister:
    """Features of positions reached by tiles, from compiled code."""

    def __init__(self) -> None:
        self.kernels = native.kernels(che.GAME)
        self.compiled = native.kernels_over_search(che.GAME, listing.__name__)
        start = TilePosition(che.GAME.new())
        self.start, most = start, encoding.most_moves(start)
        self.numbers = np.zeros(most, np.int64)
        self.scratch = np.zeros(features.SCRATCH, np.int32)
        self.ends = np.zeros(most + 1, np.int64)
        room = most * features.MOST_OF_MOVE + features.MOST_OF_POSITION
        self.found = np.full(room, -1, np.int32)

    def state(self, tiles: list[Tile], second: bool = False) -> Any:
        """Return the state after some tiles; ``second`` lets Dark begin."""
        state = encoding.make_state(self.start, self.kernels.game)
        state.board.info[rules.TURN] = second
        for tile in tiles:
            self.kernels.game.play(state, encoding.number_of(self.start, tile))
        return state

    def listed(self, state: Any) -> tuple[dict[Tile, list[int]], list[int]]:
        """Return the features of each tile that may be laid, and those of the position."""
        count = self.compiled.list_features(
            state, self.numbers, self.scratch, self.found, self.ends
        )
        ends = [0, *self.ends[: count + 1].tolist()]
        lists = [self.found[a:b].tolist() for a, b in pairwise(ends)]
        tiles = [encoding.move_of(self.start, int(n)) for n in self.numbers[:count]]
        return dict(zip(tiles, lists, strict=False)), lists[-1]


@pytest.fixture(scope="module")
def lister() -> Lister:
    return Lister()


def random_games(number: int) -> Iterator[TilePosition]:
    """Yield all positions of some random games, in the middle of moves too."""
    for seed in range(number):
        rng, position = random.Random(seed), TilePosition(che.GAME.new())
        while position.outcome is None:
            yield position
            position = position.play(rng.choice(position.legal_moves()))


def tiles_of(position: TilePosition) -> list[Tile]:
    """Return the tiles in the order in which they were laid."""
    here = position.here
    at = [cell_of(here.board.placed[i]) for i in range(len(here.tiles))]
    return [tile for cell in at if (tile := here.tile_at(cell)) is not None]


def test_features_are_within_their_bounds(lister: Lister) -> None:
    seen: Counter[int] = Counter()
    for position in random_games(GAMES):
        moves, own = lister.listed(lister.state(tiles_of(position)))
        assert len(own) <= features.MOST_OF_POSITION
        assert all(0 <= feature < features.POSITION_FEATURES for feature in own)
        for found in moves.values():
            assert len(found) <= features.MOST_OF_MOVE
            assert all(0 <= feature < features.MOVE_FEATURES for feature in found)
        seen[len(position.here.tiles)] += 1
    assert max(seen) > 20


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:], ids=str)
def test_images_have_the_same_features(lister: Lister, symmetry: Any) -> None:
    compared = 0
    for position in random_games(4):
        tiles = tiles_of(position)
        moves, own = lister.listed(lister.state(tiles))
        image = lister.state([symmetry.tile(tile) for tile in tiles], symmetry.exchange)
        images, same = lister.listed(image)
        assert sorted(same) == sorted(own)
        # The search leaves out the same pairs in another order, so that some tiles differ.
        mapped = {symmetry.tile(tile): sorted(found) for tile, found in moves.items()}
        for tile in mapped.keys() & images.keys():
            assert sorted(images[tile]) == mapped[tile]
            compared += 1
    assert compared > 500


def test_an_earlier_position_leaves_nothing_behind(lister: Lister) -> None:
    positions = list(random_games(12))
    first = [lister.listed(lister.state(tiles_of(position))) for position in positions]
    random.Random(1).shuffle(positions)
    for position in positions:
        lister.listed(lister.state(tiles_of(position)))
    again = [lister.listed(lister.state(tiles_of(p))) for p in random_games(12)]
    assert again == first


def openings(region: Region | None) -> int:
    """Return the class of a region: 0 to 4 for one to five or more openings, 5 for none."""
    return features.FRESH if region is None else min(len(region.empty), 5) - 1


def pair(one: Region | None, two: Region | None) -> int:
    """Return the number of a pair of classes: two regions first, then one that is met twice."""
    pairs = [(low, high) for high in range(6) for low in range(high + 1)]
    if one is not None and one is two:
        return len(pairs) + openings(one)
    low, high = sorted((openings(one), openings(two)))
    return pairs.index((low, high))


def test_pairs_of_regions_at_open_cells_are_those_of_the_position(lister: Lister) -> None:
    for position in random_games(GAMES):
        here = position.here
        first = here.tile_at("0,0")
        if first is None:
            continue
        at = {corner: region for region in here.regions() for corner in region.corners}
        expected = Counter[int]()
        for cell in {near for tile in here.tiles for near in tile.cell.neighbours}:
            if here.tile_at(cell) is not None:
                continue
            sw, se, nw, ne = cell.corners
            falling = (first.kind in (rules.FL, rules.BR)) == ((cell.x + cell.y) % 2 == 0)
            light, dark = ((nw, se), (sw, ne)) if falling else ((sw, ne), (nw, se))
            mine, theirs = (light, dark) if here.turn == "light" else (dark, light)
            one = pair(at.get(mine[0]), at.get(mine[1]))
            two = pair(at.get(theirs[0]), at.get(theirs[1]))
            last = here.tiles_wanted == 1
            expected[(one * features.PAIRS + two) * 2 + last] += 1
        _, own = lister.listed(lister.state(tiles_of(position)))
        assert Counter(f for f in own if f < features.REGION) == expected
