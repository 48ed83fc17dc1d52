"""Random openings for the games of a match."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from boche.engine.game import Position
from boche.engine.players.baselines import some_moves
from boche.engine.players.registry import make_player

TRIES = 200
"""Openings of one length that are tried before the length is reduced by one move."""

JUDGE, TRIALS = "4", 6
"""The player that tests whether an opening is fair, and the number of test games."""

LONGEST_TRIAL = 400
"""Moves after which a test game is a draw."""


def find_opening(start: Position, length: int, rng: random.Random, *, fair: bool) -> list[str]:
    """Return that many random moves without a swap, or fewer if they would end the game.

    With ``fair`` accept only an opening from which a quick player, against itself, wins as often
    with either colour: after other openings a game between strong players is decided by the better
    colour, not by the better player. Return no moves if none is found.
    """
    accept: Callable[[Position], bool] = (lambda at: is_fair(at, rng)) if fair else lambda at: True
    for some in range(length, 0, -1):
        for _ in range(TRIES):
            moves, at = random_moves(start, some, rng)
            if at.outcome is None and accept(at):
                return moves
    return []


def random_moves(start: Position, length: int, rng: random.Random) -> tuple[list[str], Position]:
    """Return random moves without a swap, as texts, and their position; fewer at a game's end."""
    moves: list[str] = []
    position = start
    while len(moves) < length and position.outcome is None:
        moves.append(rng.choice([str(m) for m in some_moves(position, rng) if str(m) != "swap"]))
        position = position.play(moves[-1])
    return moves, position


def is_fair(position: Position, rng: random.Random) -> bool:
    """Return whether no colour wins more than half of a few quick games; draws count for none."""
    won: Counter[str | None] = Counter()
    for _ in range(TRIALS):
        won[winner_by_judge(position, rng.randrange(2**31))] += 1
        if any(won[colour] > TRIALS // 2 for colour in position.game.colours):
            return False
    return True


def winner_by_judge(position: Position, seed: int) -> str | None:
    """Return the colour that wins a game of the judge against itself; None for a draw."""
    player = make_player(JUDGE, position, seed=seed)
    history: list[tuple[str, str]] = []
    while position.outcome is None and len(history) < LONGEST_TRIAL:
        move = player.choose(position, history)
        history.append((position.turn, position.format(move)))
        position = position.play(move)
    player.close()
    return None if position.outcome is None else position.outcome.winner
