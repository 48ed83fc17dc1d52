"""Opponents of one's own strength: simulated persons meet them, through the real file."""

from __future__ import annotations

import random

from boche.engine import new
from boche.engine.games.registry import find
from boche.engine.players.registry import make_player
from boche.engine.players.spec import PlayerSpec
from boche.viewer.storage.own_ratings import FILE, OwnRating, own_player, own_rating, record_game
from tests.viewer.storage.push.test_own_ratings import GAME, home

__all__ = ["home"]

GAMES, SETTLED = 30, 14
"""Games that a person plays, and how many of the last ones should be even."""


def score_of_game(person: str, opponent: str, number: int) -> float:
    """Return the person's score in a game on a small board, as first or second by turns."""
    position, history, seats = new("boche", size=4), list[tuple[str, str]](), [person, opponent]
    own = number % 2
    players = [
        make_player(name, position, seed=2 * number + seat)
        for seat, name in enumerate(seats[:: 1 - 2 * own])
    ]
    move = position.random_move(random.Random(number // 2))
    while True:
        history.append((position.turn, str(move)))
        position = position.play(move)
        if position.outcome is not None:
            break
        move = players[position.player].choose(position, history)
    return {None: 0.5, own: 1.0}.get(position.winning_player, 0.0)


def meet(person: str) -> tuple[OwnRating, float]:
    """Let a level play many games; return its rating, and its share of the last points."""
    scores = []
    for number in range(GAMES):
        opponent = own_player(GAME)
        scores.append(score_of_game(person, opponent, number))
        record_game(GAME, PlayerSpec.parse(opponent).rating or 0, scores[-1])
    return own_rating(GAME), sum(scores[-SETTLED:]) / SETTLED


def test_the_opponent_becomes_as_strong_as_the_person() -> None:
    weak, weak_share = meet("1")
    FILE.path.unlink()
    strong, strong_share = meet("5")
    assert strong.opponent > weak.opponent + 400
    assert 0.25 <= weak_share <= 0.75
    assert 0.25 <= strong_share <= 0.75
    assert strong.margin < own_rating(find("boku")).margin / 2
    assert strong.count == GAMES
