"""Levels and immediate wins: their own and the opponent's, which weak players may overlook."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from boche.engine import new
from boche.engine.game import Game, Move, Position
from boche.engine.games.boku.geometry import Cell, is_cell
from boche.engine.games.registry import GAMES
from boche.engine.level import Level
from boche.engine.players.attention import Attention
from boche.engine.players.levels import LEVELS, level_of
from boche.engine.players.player import History
from boche.engine.players.registry import make_player

LINES = {
    "boche": ({}, "g:c2 e:a5 g:a2 e:a4 h:f1 h:a1 g:b5 h:c3 g:c4"),
    "che": ({}, "fl:0,0 fr:0,1+fr:1,0 bl:-1,0+br:-1,1"),
    "boku": ({}, "e2 e1 e3 a1 e4 j10 e5 j9"),
    "octi": ({"bases": 1}, "57+e 53+a 57-56 53-54 56-55 33+a"),
}
"""Moves to a position where the side to move wins at once; the last move did not prevent that."""

SEEING = LEVELS[3:]
"""Levels that overlook nothing at hand."""


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_levels_of_a_game_get_stronger_and_overlook_less(game: Game) -> None:
    levels = [level_of(game, number) for number in LEVELS]
    playouts = [level.playouts or math.inf for level in levels]
    assert playouts == sorted(playouts)
    ratings = [level.rating for level in levels]
    assert 0 < ratings[0] < ratings[3] < ratings[7]
    assert ratings == sorted(ratings)
    oversights = [level.oversight for level in levels]
    assert oversights == sorted(oversights, reverse=True)
    assert oversights[0] > 0
    assert not any(level.oversight for number, level in enumerate(levels, 1) if number in SEEING)


def test_a_game_has_nine_levels() -> None:
    game = new("boku").game
    with pytest.raises(ValueError, match="boku: 3 levels, not 9"):
        replace(game, levels=game.levels[:3])


def position_after(game: str, left_out: int) -> Position:
    """Return the position before the last ``left_out`` moves of the game's line."""
    return reached(game, left_out)[0]


def reached(game: str, left_out: int) -> tuple[Position, History]:
    """Return that position with its game so far."""
    options, line = LINES[game]
    position, history = new(game, **options), list[tuple[str, str]]()
    moves = line.split()
    for move in moves[: len(moves) - left_out]:
        history.append((position.turn, move))
        position = position.play(move)
    return position, history


def wins(position: Position) -> Iterator[Move]:
    """Yield every move that wins at once, found by trying all moves."""
    for move in position.legal_moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.turn:
            yield move


def choices(position: Position, level: int) -> list[Move]:
    """Return the moves that a level plays; several times if it does not always play the best."""
    seeds = range(12 if level < SEEING[0] else 1)
    players = [make_player(str(level), position, seed=seed, seconds=0.02) for seed in seeds]
    return [player.choose(position, []) for player in players]


@pytest.mark.parametrize("level", SEEING[1:])
@pytest.mark.parametrize("game", LINES)
def test_a_win_is_played(game: str, level: int) -> None:
    position = position_after(game, 0)
    for move in choices(position, level):
        outcome = position.play(move).outcome
        assert outcome is not None
        assert outcome.winner == position.turn


@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize("game", LINES)
def test_a_win_of_the_enemy_is_stopped(game: str, level: int) -> None:
    position = position_after(game, 1)
    assert not list(wins(position)), "the question is whether it is stopped"
    for move in choices(position, level):
        assert not list(wins(position.play(move)))


@pytest.mark.parametrize("game", LINES)
def test_the_lowest_level_may_overlook_it(game: str) -> None:
    """Check that the lowest level sometimes leaves a win, so that a child can win."""
    position = position_after(game, 1)
    assert any(any(wins(position.play(move))) for move in choices(position, 1))


def noticed(level: Level, history: History, move: Move, position: Position) -> int:
    """Return how often in a hundred times a level sees that a move wins."""
    rolls = range(100)
    seen = (Attention(level, position, history, random.Random(i)).notices(move) for i in rolls)
    return sum(seen)


def test_far_things_are_overlooked_more_often_than_near_ones() -> None:
    position = new("boku")
    history = [("black", "e5"), ("white", "e6")]
    for _, move in history:
        position = position.play(move)
    level = Level(10, oversight=0.5)
    near, far = position.parse("f6"), position.parse("k10")
    assert (
        noticed(level, history, near, position) > 1.5 * noticed(level, history, far, position) > 0
    )
    assert noticed(replace(level, oversight=0.0), history, far, position) == 100
    assert noticed(replace(level, oversight=1.0), history, near, position) == 0
    assert noticed(level, [], near, position) == noticed(level, [], far, position)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_somewhere_on_the_board(game: str) -> None:
    """Check that a move is nearest to itself, and at another place than most other moves."""
    position, rng = new(game), random.Random(2)
    for _ in range(3):
        position = position.play(position.random_move(rng))
    moves = {str(move): move for move in (position.random_move(rng) for _ in range(40))}
    places = {position.spots(move) for text, move in moves.items() if text != "swap"}
    assert len(places) > 3
    assert all(math.isfinite(x) for spots in places for spot in spots for x in spot)
    for text, move in moves.items():
        history = [(position.turn, text)]
        attention = Attention(Level(1), position, history, rng)
        assert attention.fading(move) == 0.0


def build_a_row(position: Position) -> Move:
    """Return the move of a newcomer who only looks at the best open row of five."""

    def worth(move: Move) -> int:
        at = position.target(move)
        total = 0
        for way in ((0, 1), (1, 0), (1, 1)):
            for back in range(5):
                row = [at.moved(way, by - back) for by in range(5)]
                total += row_worth(row) if all(map(is_cell, row)) else 0
        return total

    def row_worth(row: list[Cell]) -> int:
        held = [position.marble_at(cell) for cell in row]
        return 0 if set(held) - {None, position.turn} else 10 ** held.count(position.turn)

    return max(position.legal_moves(), key=worth)


@pytest.mark.parametrize("level", SEEING[:-1])
@pytest.mark.parametrize("first", [True, False])
def test_a_row_of_three_is_not_left_to_grow(level: int, first: bool) -> None:
    """Check that a row of four with two open ends, a certain win, is prevented in time."""
    position = new("boku")
    player = make_player(str(level), position, seed=1)
    while position.outcome is None and position.ply < 10:
        newcomer = first == (position.ply % 2 == 0)
        move = build_a_row(position) if newcomer else player.choose(position, [])
        position = position.play(move)
    newcomers = position.game.colours[0 if first else 1]
    assert position.outcome is None or position.outcome.winner != newcomers


def test_where_all_is_lost_a_move_is_made_all_the_same() -> None:
    """Check for a legal move when two open ends lose by force."""
    position = new("boku")
    for move in ["e3", "a1", "e4", "j10", "e5", "j9", "e6"]:
        position = position.play(move)
    assert len(list(wins(position.play("j8")))) == 2
    for level in SEEING:
        for move in choices(position, level):
            assert move in position.legal_moves()
