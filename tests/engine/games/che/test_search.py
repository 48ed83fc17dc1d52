"""Che in the tree search: legal random games, and searches that find the right moves."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from boche.engine.errors import BocheError
from boche.engine.games import che
from boche.engine.games.che import encoding as che_encoding
from boche.engine.games.che.encoding import TilePosition
from boche.engine.games.che.geometry import Cell
from boche.engine.games.che.position import Position
from boche.engine.games.registry import find
from boche.engine.native import kernels as native
from boche.engine.search.params import PLAIN, Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.steps import seat_to_move
from tests.engine.seats import result_of
from tests.positions import played

SMALL = SearchParams(nodes=100_000)
START = "fr:0,0 fl:1,0+br:0,1 fr:2,0+bl:0,2"
OPTIONS = [{}, {"num_tiles": 12}, {"num_tiles": -1}, {"group_area": 5}, {"group_extent": 4}]


@pytest.fixture(scope="module")
def kernels() -> native.Kernels:
    return native.kernels(find("che"))


# type: ignore[return-value]


class Random:
    """Random games from a position, each with its tiles."""

    def __init__(self, kernels: native.Kernels, position: TilePosition, seed: int = 1) -> None:
        self.kernels, self.position = kernels, position
        self.root, self.state = (che_encoding.make_state(position, kernels.game) for _ in range(2))
        self.rng = np.array([seed * 2 + 1], np.uint64)
        self.trail = np.zeros(che_encoding.longest(position) + 2, np.int64)

    def game(self) -> tuple[list[int], float]:
        """Return the entries of the trail, and Light's result."""
        self.kernels.game.copy(self.state, self.root)
        share = self.kernels.game.playout(self.state, self.rng, self.trail)
        count = int(self.trail[0])
        return self.trail[1 : 1 + count].tolist(), share


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("moves", ["", "fl:0,0", START], ids=len)
def test_random_games_are_games_by_the_rules(kernels, options: dict, moves: str) -> None:
    start = TilePosition(played("che", moves, **options))
    random_games = Random(kernels, start)
    for _ in range(6):
        entries, share = random_games.game()
        whole, tiles = start.whole, []
        for entry in entries:
            assert whole.outcome is None
            assert entry & 1 == seat_to_move(whole)
            tiles.append(str(che_encoding.move_of(start, entry >> 1)))
            if len(tiles) == whole.tiles_wanted:
                whole, tiles = whole.play("+".join(tiles)), []
        assert whole.outcome is not None
        worth = {"light": 1.0, "dark": 0.0, None: 0.5}
        assert share == worth[whole.outcome.winner]


def test_first_tiles_are_equally_likely(kernels) -> None:
    start = TilePosition(played("che", START))
    random_games = Random(kernels, start)
    count = Counter(random_games.game()[0][0] >> 1 for _ in range(8000))
    tiles = start.legal_moves()
    assert len(count) == len(tiles)
    mean = 8000 / len(tiles)
    assert all(abs(times - mean) < 6 * mean**0.5 for times in count.values())


def test_a_first_tile_of_each_kind_is_equally_likely(kernels) -> None:
    start = TilePosition(che.GAME.new())  # type: ignore[arg-type]
    random_games = Random(kernels, start)
    count = Counter(random_games.game()[0][0] >> 1 for _ in range(2000))
    assert set(count) == {che_encoding.number_of(start, tile) for tile in start.legal_moves()}
    assert all(400 < times < 600 for times in count.values())


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_contract_offers_what_the_position_offers(kernels, options: dict) -> None:
    game, rng = kernels.game, random.Random(str(options))
    position = TilePosition(che.GAME.new(**options))  # type: ignore[arg-type]
    out = np.zeros(che_encoding.most_moves(position), np.int64)
    while position.outcome is None and position.ply < 25:
        state = che_encoding.make_state(position, game)
        found = sorted(out[: game.moves(state, out)].tolist())
        legal = position.legal_moves()
        assert found == sorted(che_encoding.number_of(position, tile) for tile in legal)
        assert game.seat(state) == seat_to_move(position)
        tile = rng.choice(legal)
        number = che_encoding.number_of(position, tile)
        assert che_encoding.move_of(position, number) == tile
        after = position.play(tile)
        wanted = result_of(after)
        assert game.probe(state, number) == wanted
        assert game.play(state, number) == wanted
        position = after


def test_every_move_of_the_game_is_reached_in_one_way() -> None:
    whole = played("che", START)
    position = TilePosition(whole)
    found = [
        after.completed(last)
        for first in position.legal_moves()
        for after in [position.play(first)]
        for last in after.legal_moves()
    ]
    assert len(found) == len(set(found))
    assert set(found) == set(whole.legal_moves())


def test_tile_positions_read_and_refuse() -> None:
    position = TilePosition(played("che", START))
    assert position.format(position.parse("FL:0,3")) == "fl:0,3"
    for text in ("fl:0,3+fr:0,4", "fl:9,9", "x"):
        with pytest.raises(BocheError):
            position.play(text)
    half = position.play(position.legal_moves()[0])
    assert (half.turn, half.ply) == (position.turn, position.ply + 1)
    assert half != position


def test_the_way_between_positions() -> None:
    start, rng = played("che", "fl:0,0"), random.Random(2)
    positions, moves = [start], []
    while positions[-1].outcome is None:
        moves.append(positions[-1].random_move(rng))
        positions.append(positions[-1].play(moves[-1]))
    for at in range(len(moves)):
        assert che_encoding.moves_between(positions[at], positions[at + 1]) == moves[at : at + 1]
        assert che_encoding.moves_between(positions[at], positions[-1]) == moves[at:]
    assert che_encoding.moves_between(positions[1], start) == []
    assert che_encoding.moves_between(positions[0], played("che", "fr:0,0 fl:1,0+fl:-1,0")) == []


def test_the_tiles_of_a_move_come_in_the_order_of_the_search() -> None:
    position = played("che", START)
    for move in position.legal_moves()[::7]:
        at = TilePosition(position)
        first, last = che_encoding.steps_of(position, move)
        assert at.completed(first) is None
        assert at.move_so_far(first).tiles == (first,)
        assert at.play(first).completed(last) == move
    with pytest.raises(BocheError):
        che_encoding.steps_of(position, "fl:9,9+fr:9,10")


def test_wide_positions_move_the_window_or_are_refused() -> None:
    kinds = ("fl", "fr")
    whole = played("che", "fl:0,0", num_tiles=-1)
    x = 0
    while x < 41:
        whole = whole.play(f"{kinds[(x + 1) % 2]}:{x + 1},0+{kinds[x % 2]}:{x + 2},0")
        x += 2
    assert whole.outcome is None
    assert che_encoding.TilePosition(whole).middle == Cell(32, 0)
    position = TilePosition(whole)
    for tile in position.legal_moves():
        number = che_encoding.number_of(position, tile)
        assert che_encoding.move_of(position, number) == tile
    while x < 70:
        whole = whole.play(f"{kinds[(x + 1) % 2]}:{x + 1},0+{kinds[x % 2]}:{x + 2},0")
        x += 2
    with pytest.raises(native.UnsearchedGameError, match="too far apart"):
        _ = che_encoding.TilePosition(whole).middle


def best_move(position: Position, simulations: int = 4000):
    """Return the best move that a search finds."""
    return Searcher(position, SMALL, seed=3).search(Budget(simulations=simulations)).best


def test_a_search_closes_a_region_when_it_can(kernels) -> None:
    position = played("che", "fl:0,0 bl:0,1+bl:1,0 fr:-1,0+fr:0,-1")
    wins = [m for m in position.legal_moves() if won(position.play(m), position.turn)]
    assert wins
    assert best_move(position) in wins


def test_a_search_does_not_give_the_game_away(kernels) -> None:
    position = played("che", "fl:0,0 fr:0,1+bl:-1,0")
    after = position.play(best_move(position))
    replies = [m for m in after.legal_moves() if won(after.play(m), after.turn)]
    assert not replies


def won(position: Position, colour: str) -> bool:
    return position.outcome is not None and position.outcome.winner == colour


def test_a_search_beats_random_play(kernels) -> None:
    rng, score = random.Random(8), 0
    for game in range(4):
        position, mine = played("che", "fl:0,0"), ("light", "dark")[game % 2]
        while position.outcome is None:
            if position.turn == mine:
                position = position.play(best_move(position, 400))
            else:
                position = position.play(rng.choice(position.legal_moves()))
        score += position.outcome.winner == mine
    assert score == 4


def test_the_first_tile_has_two_classes() -> None:
    start = TilePosition(che.GAME.new())  # type: ignore[arg-type]
    assert che_encoding.ENCODING.games_at_once(start) == 1
    assert len(set(che_encoding.classes(start).values())) == 2


# -- tactics


def sharp(kernels: native.Kernels, position: TilePosition):
    return che_encoding.make_state(position, kernels.game)._replace(tactics=1)


def test_a_game_with_tactics_is_one_by_the_rules_and_takes_what_wins(kernels) -> None:
    start = TilePosition(played("che", START))
    games = Random(kernels, start)
    games.root, games.state = sharp(kernels, start), sharp(kernels, start)
    for _ in range(15):
        entries, share = games.game()
        at = start
        for entry in entries:
            tile = che_encoding.move_of(start, entry >> 1)
            if at.here.tiles_wanted == 1:
                ends = [at.play(other).outcome for other in at.legal_moves()]
                wins = any(end and end.winner == at.turn for end in ends)
                end = at.play(tile).outcome
                assert not wins or (end is not None and end.winner == at.turn)
            at = at.play(tile)
        assert at.outcome is not None
        assert share == {"light": 1.0, "dark": 0.0, None: 0.5}[at.outcome.winner]


def test_plain_search_has_no_tactics(kernels) -> None:
    assert not PLAIN.tactics
    for settings, wanted in ((PLAIN, 0), (SMALL, 1)):
        searcher = Searcher(played("che", START), settings)
        assert searcher.first.workers[0].root.tactics == wanted
