"""What weak levels look at: what is near, and moves that look natural."""

from __future__ import annotations

import math
import random
from dataclasses import replace

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

WEAK = ("1", "2", "3")


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


@pytest.mark.parametrize(("level", "least"), [("1", 3), ("2", 9), ("3", 16)])
def test_a_threat_beside_the_last_move_is_seen_by_higher_levels(level: str, least: int) -> None:
    position, history = after("e2 e1 e3 a1 e4 j10 e5")
    assert chosen(level, position, history, 20).count("e6") >= least


def test_a_threat_far_from_the_last_moves_is_overlooked_more_often() -> None:
    position, history = after("e2 e1 e3 a1 e4 j10 e5 i10 k10 j9")
    near = chosen("3", position, [*history[:-2], ("black", "e5"), ("white", "j9")], 20)
    far = chosen("3", position, [*history[:-2], ("black", "k10"), ("white", "j9")], 20)
    assert far.count("e6") < near.count("e6")


@pytest.mark.parametrize("level", WEAK)
def test_moves_are_where_the_game_is(level: str) -> None:
    """Check for marbles far from all others, where random moves put a fifth of theirs."""
    position, history = after("e5 f6 e6 f7 f5 d5 g6 e7")
    spots = [spot for _, text in history for spot in position.spots(position.parse(text))]

    def is_lonely(text: str) -> bool:
        at = position.spots(position.parse(text))[0]
        return all(math.dist(at, spot) > 3.2 for spot in spots)

    assert sum(is_lonely(str(move)) for move in position.legal_moves()) > 15
    assert sum(is_lonely(move) for move in chosen(level, position, history, 30)) <= 1


CLOSING = "fl:0,0 br:-2,0+bl:-1,0 bl:0,1+bl:1,0 bl:-2,-1+fl:0,2"
"""Moves to a position in which many moves close a region: those with one of two tiles."""


def won(game: str, line: str, level: Level, seeds: int) -> int:
    """Return how often a level wins by its next move."""
    position, history = after(line, game)
    number = 0
    for seed in range(seeds):
        seat = Seat(PlayerSpec.parse("1"), position, seed=seed)
        move = SearchPlayer(seat, params_of(level), level).choose(position, history)
        number += position.play(move).outcome is not None
    return number


def test_an_overlooked_win_is_not_played_by_chance() -> None:
    blind = Level(100, 1, 3.0, 1.0, 60)
    assert won("che", CLOSING, blind, 20) == 0
    assert won("che", CLOSING, replace(blind, oversight=0.2), 20) == 20


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
    level = Level(10, 0, 10.0, 0.9, 8)
    for ply in range(4):
        natural = {str(move) for move, _ in NaturalMoves(position).best(level.choices)}
        seat = Seat(PlayerSpec.parse("1"), position, seed=ply)
        chosen = SearchPlayer(seat, params_of(level), level).choose(position, history)
        assert str(chosen) in natural
        move = NaturalMoves(position).best(2)[ply % 2][0]
        history.append((position.turn, str(move)))
        position = position.play(move)
