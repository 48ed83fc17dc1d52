"""What weak levels look at: what is near, and moves that look natural."""

from __future__ import annotations

import math

import pytest

from boche.engine import new
from boche.engine.game import Position
from boche.engine.players.player import History
from boche.engine.players.registry import make_player

WEAK = ("1", "2", "3")


def after(moves: str) -> tuple[Position, History]:
    """Return a position of Boku, and how it came about."""
    position, history = new("boku"), list[tuple[str, str]]()
    for move in moves.split():
        history.append((position.turn, move))
        position = position.play(move)
    return position, history


def chosen(level: str, position: Position, history: History, seeds: int) -> list[str]:
    """Return the moves of a level, one for each seed."""
    players = (make_player(level, position, seed=seed) for seed in range(seeds))
    return [str(player.choose(position, history)) for player in players]


@pytest.mark.parametrize("level", WEAK)
def test_a_threat_beside_the_last_move_is_hardly_ever_overlooked(level: str) -> None:
    position, history = after("e2 e1 e3 a1 e4 j10 e5")
    assert chosen(level, position, history, 12).count("e6") >= 11


def test_a_threat_far_from_the_last_moves_may_be_overlooked() -> None:
    position, history = after("e2 e1 e3 a1 e4 j10 e5 i10 k10 j9")
    moves = chosen("1", position, [*history[:-2], ("black", "k10"), ("white", "j9")], 12)
    assert 0 < moves.count("e6") < 12


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
