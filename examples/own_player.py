"""A player of one's own, and a match that measures it.

It looks one move ahead and plays on at random from each position, a hundred games or so; the move
after which it won most often is its choice.

    python examples/own_player.py
"""

from __future__ import annotations

import random

import boche

GAMES = 100


class Sampler:
    """A player that compares some moves by random games; a new one is made for each game."""

    def __init__(self, seat: boche.Seat) -> None:
        self.rng = random.Random(seat.seed)

    def choose(self, position: boche.Position) -> boche.Move:
        """Return the move that did best."""
        moves = [position.random_move(self.rng) for _ in range(30)]
        return max(dict.fromkeys(moves), key=lambda move: self.share(position, move))

    def share(self, position: boche.Position, move: boche.Move) -> float:
        """Return the mean result of random games after a move, for the player who makes it."""
        results = boche.rollouts(position.play(move), GAMES, seed=self.rng.getrandbits(32))
        mean = float(results.mean())
        return mean if position.player == 0 else -mean


if __name__ == "__main__":
    result = boche.match(Sampler, "random", "boku", games=10)
    print(result)
