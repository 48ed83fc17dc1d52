"""Persons and results of positions: a swap exchanges colours, not persons."""

from __future__ import annotations

import random

import pytest

from boche.engine.errors import IllegalMoveError
from boche.engine.game import Game
from boche.engine.games.registry import GAMES, new
from boche.engine.record import sample_records
from tests.positions import played

games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@games
def test_the_start(game: Game) -> None:
    start = game.new()
    assert (start.player, start.turn) == (0, game.colours[0])
    assert not start.is_over
    assert (start.winner, start.winning_player, start.returns()) == (None, None, (0.0, 0.0))


@games
@pytest.mark.parametrize("person", [0, 1])
def test_a_resignation(game: Game, person: int) -> None:
    end = game.new().resign(game.colours[person])
    assert end.is_over
    assert end.winner == game.colours[1 - person]
    assert end.winning_player == 1 - person
    assert end.returns() == ((-1.0, 1.0) if person == 0 else (1.0, -1.0))


def test_a_swap_exchanges_colours_and_not_persons() -> None:
    position = played("boche", "c:a1", size=3)
    assert (position.player, position.turn) == (1, "dark")
    position = position.play("swap")
    assert position.swapped
    # Person 1 swapped, so person 0 moves, now with the colour that person 1 had.
    assert (position.player, position.turn) == (0, "dark")
    end = position.resign()
    assert (end.winner, end.winning_player, end.returns()) == ("light", 1, (-1.0, 1.0))
    other = position.resign("light")
    assert (other.winner, other.winning_player, other.returns()) == ("dark", 0, (1.0, -1.0))


def test_the_end_by_the_rules_after_a_swap() -> None:
    """In a game won on the board after a swap, the winner is the person with that colour."""
    winners = set[int]()
    for seed in range(40):
        rng, position = random.Random(seed), played("boche", "c:a1 swap", size=2)
        while not position.is_over:
            position = position.play(position.random_move(rng))
        assert position.winning_player == 1 - position.game.colours.index(position.winner)
        assert position.returns()[position.winning_player] == 1.0
        winners.add(position.winning_player)
    assert winners == {0, 1}, "each person wins some"


def test_a_draw_gives_both_nothing() -> None:
    draws = [record for record in sample_records("boku") if record.position().winner is None]
    ends = [record.position() for record in draws]
    assert any(end.is_over for end in ends), "the sample boku-draw"
    assert {end.returns() for end in ends} == {(0.0, 0.0)}


@games
def test_a_random_move_depends_on_the_source_alone(game: Game) -> None:
    start = game.new()
    drawn = [str(start.random_move(random.Random(seed))) for seed in range(60)]
    assert drawn == [str(start.random_move(random.Random(seed))) for seed in range(60)]
    random.seed(3)
    first = [str(start.random_move()) for _ in range(20)]
    random.seed(3)
    assert [str(start.random_move()) for _ in range(20)] == first


@pytest.mark.parametrize(("name", "options"), [("boche", {"size": 2}), ("che", {}), ("boku", {})])
def test_any_move_may_be_drawn(name: str, options: dict[str, object]) -> None:
    start, rng = new(name, **options), random.Random(1)
    legal = {str(move) for move in start.legal_moves()}
    assert {str(start.random_move(rng)) for _ in range(60 * len(legal))} == legal


@games
def test_no_random_move_after_the_end(game: Game) -> None:
    with pytest.raises(IllegalMoveError, match=r"^the game is over, \w+ resigned$"):
        game.new().resign().random_move()
