"""What weak levels look at: wins at hand, what is near, and moves that look natural."""

from __future__ import annotations

import math
import random

import pytest

from boche.engine import new
from boche.engine.game import Position
from boche.engine.games.registry import GAMES
from boche.engine.level import Level
from boche.engine.players.attention import Attention
from boche.engine.players.player import History, Seat
from boche.engine.players.registry import make_player
from boche.engine.players.search_player import SearchPlayer
from boche.engine.players.spec import PlayerSpec
from boche.engine.players.strength import params_of
from boche.engine.search.natural import NaturalMoves
from boche.engine.threats import threats_of
from tests.engine.players.full.test_tactical_check import LINES, reached

WEAK, LEARNERS = ("1", "2", "3"), ("1", "2", "3", "4")


def after(moves: str, game: str = "boku") -> tuple[Position, History]:
    """Return a position, and how it came about."""
    position, history = new(game), list[tuple[str, str]]()
    for move in moves.split():
        history.append((position.turn, move))
        position = position.play(move)
    return position, history


def chosen(level: str, position: Position, history: History, seeds: int) -> list[str]:
    """Return the moves of a level, one for each seed."""
    players = (make_player(level, position, seed=seed) for seed in range(seeds))
    return [str(player.choose(position, history)) for player in players]


def is_won(position: Position, move: str) -> bool:
    """Return whether a move wins at once."""
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.turn


@pytest.mark.parametrize("level", LEARNERS)
@pytest.mark.parametrize("game", LINES)
def test_a_win_in_one_is_taken(game: str, level: str) -> None:
    position, history = reached(game, 0)
    assert all(is_won(position, move) for move in chosen(level, position, history, 2))


@pytest.mark.parametrize("level", LEARNERS)
def test_a_win_far_from_the_last_moves_is_taken(level: str) -> None:
    position, history = after("e2 e1 e3 a1 e4 j10 e5 j9")
    assert set(chosen(level, position, history, 3)) == {"e6"}


CLOSING = "fl:0,0 br:-2,0+bl:-1,0 bl:0,1+bl:1,0 bl:-2,-1+fl:0,2"
"""Moves to a position in which many moves close a region: those with one of two tiles."""


@pytest.mark.parametrize("level", LEARNERS)
def test_a_region_is_closed_by_one_of_two_tiles(level: str) -> None:
    position, history = after(CLOSING, "che")
    assert all(is_won(position, move) for move in chosen(level, position, history, 2))


@pytest.mark.parametrize("level", LEARNERS[1:])
@pytest.mark.parametrize("line", ["e2 e1 e3 a1 e4 j10 e5", "e2 e1 e3 a1 e4 i10 e5 j10 k10"])
def test_a_row_of_four_is_blocked_from_the_second_level_on(level: str, line: str) -> None:
    position, history = after(line)
    assert set(chosen(level, position, history, 3)) == {"e6"}


def test_a_row_of_four_is_blocked_in_a_lost_position() -> None:
    """Check for one beside an open row of three, against which there is no defence."""
    position, history = after("e2 e1 e3 a1 g5 j10 g6 i10 g7 k10 e4 a2 e5")
    assert set(chosen("4", position, history, 6)) == {"e6"}


@pytest.mark.parametrize("level", LEARNERS)
def test_a_cube_of_the_opponents_bands_is_not_placed(level: str) -> None:
    """Check for cubes whose three upper faces all join the other colour."""
    position, history = new("boche"), list[tuple[str, str]]()
    while position.outcome is None and position.ply < 14:
        move = make_player(level, position, seed=position.ply).choose(position, history)
        gift = str(move).startswith("a:" if position.turn == "light" else "e:")
        assert not gift or is_won(position, str(move)) or losing(position)
        assert position.is_gift(move) == gift
        history.append((position.turn, str(move)))
        position = position.play(move)


def losing(position: Position) -> bool:
    """Return whether the side that is not to move threatens to win."""
    return any(each.wins and each.colour != position.turn for each in threats_of(position))


@pytest.mark.parametrize("level", WEAK)
def test_moves_are_where_the_game_is(level: str) -> None:
    """Check for marbles far from all others, where random moves put a fifth of theirs."""
    position, history = after("e5 f6 e6 f7 f5 d5 g6 e7")
    spots = [spot for _, text in history for spot in position.spots(position.parse(text))]

    def is_lonely(text: str) -> bool:
        at = position.spots(position.parse(text))[0]
        return all(math.dist(at, spot) > 3.2 for spot in spots)

    assert sum(is_lonely(str(move)) for move in position.legal_moves()) > 15
    assert sum(is_lonely(move) for move in chosen(level, position, history, 30)) <= 2


def test_a_player_looks_once_at_all_that_threatens() -> None:
    """Check that many moves that lead to the same threat are not as many chances to miss it."""
    position, history = after("e2 e1 e3 a1 e4 j10")
    level = Level(1, 1, 1.0, 0.9)
    for seed in range(30):
        attention = Attention(level, position, history, random.Random(seed))
        beside = ("i10", "i9", "k10")
        seen = {attention.notices(position.parse(move)) for move in beside}
        assert len(seen) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_weak_player_chooses_among_the_most_natural_moves(game: str) -> None:
    position, history = new(game), list[tuple[str, str]]()
    level = Level(10, 1, 10.0, breadth=0.5)
    for ply in range(4):
        natural = {str(move) for move, _ in NaturalMoves(position).best(150, level.breadth)}
        seat = Seat(PlayerSpec.parse("1"), position, seed=ply)
        chosen = SearchPlayer(seat, params_of(level), level).choose(position, history)
        assert str(chosen) in natural
        move = NaturalMoves(position).best(2)[-(ply % 2)][0]
        history.append((position.turn, str(move)))
        position = position.play(move)
