"""A small network that learns Boche from nothing, by playing against itself; with numpy alone.

    python examples/train_boche.py

On a board of size 4 it goes from one win in two against random play to 95 in 100 or more, in less
than a minute of one core.

The network sees a position as the player to move does (``Position.observation``). It gives each
legal action a probability, and the position a value: the result it expects, from -1 to 1. In many
games at once (``boche.VectorGame``) both sides draw their actions from these probabilities. Then
the winner's actions are made likelier and the loser's less likely, the more so the less the result
was expected: policy gradient, or REINFORCE, with a baseline. A reward for keeping several actions
likely (entropy) prevents that the network settles on one way to play too early.
"""

from __future__ import annotations

import argparse
import os
from typing import Any, NamedTuple

# The matrices are small: more threads would wait for each other most of the time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import numpy.typing as npt

import boche

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]

GAMES, STEPS = 128, 32
"""Games at once, and actions in each of them before the network learns from them."""

HIDDEN, RATE, ENTROPY = 128, 0.003, 0.1


class Batch(NamedTuple):
    """Actions taken, with what was known before, and the result for the player who took them."""

    planes: Floats
    mask: Flags
    action: Integers
    result: Floats


class Network:
    """One hidden layer, then a number for each action and one more for the value."""

    def __init__(self, start: boche.BochePosition, rng: np.random.Generator) -> None:
        inputs, outputs = int(np.prod(start.observation_shape)), start.num_actions + 1
        self.weights: list[Floats] = [
            (rng.standard_normal((inputs, HIDDEN)) * (2 / inputs) ** 0.5).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (rng.standard_normal((HIDDEN, outputs)) * 0.01).astype(np.float32),
            np.zeros(outputs, np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.updates = 0

    def forward(self, planes: Floats, mask: Flags) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, the probabilities of actions, and the values of positions."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(planes @ first + first_bias, 0)
        outputs = hidden @ second + second_bias
        logits = np.where(mask, outputs[:, :-1], -np.inf)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, chances / chances.sum(1, keepdims=True), np.tanh(outputs[:, -1])

    def learn(self, batch: Batch, rate: float) -> None:
        """Change the weights a little, by the gradient of the loss."""
        hidden, chances, value = self.forward(batch.planes, batch.mask)
        surprise = (batch.result - value)[:, None]
        logs = np.log(chances, out=np.zeros_like(chances), where=chances > 0)
        slope = ENTROPY * chances * (logs - (chances * logs).sum(1, keepdims=True))
        slope += chances * surprise
        slope[np.arange(len(slope)), batch.action] -= surprise[:, 0]
        slope = np.hstack([slope, -surprise * (1 - value[:, None] ** 2)]) / len(slope)
        below = slope @ self.weights[2].T * (hidden > 0)
        gradients = [batch.planes.T @ below, below.sum(0), hidden.T @ slope, slope.sum(0)]
        self.descend(gradients, rate)

    def descend(self, gradients: list[npt.NDArray[np.floating[Any]]], rate: float) -> None:
        """Take a step of Adam."""
        self.updates += 1
        rate *= (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
        rows = zip(self.weights, self.means, self.squares, gradients, strict=True)
        for weight, mean, square, gradient in rows:
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)

    def choose(self, position: boche.BochePosition) -> str:
        """Return the move that the network finds best."""
        planes, mask = position.observation().reshape(1, -1), position.action_mask()[None]
        _, chances, _ = self.forward(planes, mask)
        return str(position.step_of(int(chances.argmax())))


def self_play(games: boche.VectorGame, network: Network, rng: np.random.Generator) -> Batch:
    """Return what happened in ``STEPS`` actions of each game, as far as the games were finished."""
    state, turns = games.state, []
    for _ in range(STEPS):
        planes, mask = state.observation.reshape(len(games), -1).copy(), state.mask.copy()
        player = state.player.copy()
        _, chances, _ = network.forward(planes, mask)
        limits = chances.cumsum(1)
        action = (limits > rng.random((len(games), 1), np.float32) * limits[:, -1:]).argmax(1)
        state = games.step(action)
        turns.append((planes, mask, player, action, state.rewards.copy(), state.done.copy()))
    result, over = np.zeros((len(games), 2), np.float32), np.zeros(len(games), np.bool_)
    batches = []
    for planes, mask, player, action, rewards, done in reversed(turns):
        result[done], over = rewards[done], over | done
        own = result[np.arange(len(games)), player]
        batches.append((planes[over], mask[over], action[over], own[over]))
    return Batch(*(np.concatenate(column) for column in zip(*batches, strict=True)))


def train(start: boche.BochePosition, rounds: int, seed: int) -> Network:
    """Return a network trained for a number of rounds; the same seed gives the same network."""
    rng = np.random.default_rng(seed)
    network, games = Network(start, rng), boche.VectorGame(start, n=GAMES)
    for done in range(rounds):
        if done % 100 == 0:
            print(f"after {done} rounds: {wins(network, start)} of 100 games against random play")
        network.learn(self_play(games, network, rng), RATE * (1 - done / rounds))
    return network


def wins(network: Network, start: boche.BochePosition) -> int:
    """Return the number of games won against random play, of 100, with either colour in turn."""
    return boche.match(network, "random", games=100, opening=0, size=start.size).won


def main() -> None:
    """Train a network, and count its wins."""
    parser = argparse.ArgumentParser(description="Train a small network to play Boche.")
    parser.add_argument("--size", type=int, default=4, help="size of the board (%(default)s)")
    parser.add_argument("--rounds", type=int, default=600, help="rounds of training (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of all random choices (%(default)s)")
    arguments = parser.parse_args()
    start = boche.new("boche", size=arguments.size)
    network = train(start, arguments.rounds, arguments.seed)
    print(f"trained: {wins(network, start)} of 100 games against random play")


if __name__ == "__main__":
    main()
