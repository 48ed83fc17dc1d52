"""The network that learns: it does, and the same seed gives the same network."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest

import boche
from examples import train_boche
from examples.train_boche import Network, train
from tests import ROOT

START = boche.new("boche", size=3)


def test_training_wins_games() -> None:
    """Run as a program, by itself: BLAS must not be loaded before it sets its threads."""
    words = [sys.executable, "examples/train_boche.py", "--size", "3", "--rounds", "60"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    before, after = map(int, re.findall(r"(\d+) of 100 games", done.stdout))
    assert 25 <= before <= 75
    assert after >= 85


@pytest.fixture
def untrained() -> Network:
    return Network(START, np.random.default_rng(1))


def test_the_same_seed_gives_the_same_network(
    untrained: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train_boche, "GAMES", 8)
    monkeypatch.setattr(train_boche, "wins", lambda network, start: 0)
    one, two, other = (train(START, 2, seed) for seed in (1, 1, 2))
    for first, second in zip(one.weights, two.weights, strict=True):
        assert (first == second).all()
    assert any((a != b).any() for a, b in zip(one.weights, other.weights, strict=True))
    assert any((a != b).any() for a, b in zip(one.weights, untrained.weights, strict=True))


def test_it_chooses_legal_moves(untrained: Network) -> None:
    position = START
    while position.outcome is None:
        move = untrained.choose(position)
        assert move in [str(legal) for legal in position.legal_moves()]
        position = position.play(move)


def test_the_gradient_is_that_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against differences of the loss, in double precision."""
    rng = np.random.default_rng(3)
    network = Network(START, rng)
    network.weights = [weight.astype(np.float64) for weight in network.weights]
    games = boche.VectorGame(START, n=8, seed=1)
    monkeypatch.setattr(train_boche, "STEPS", 12)
    batch = train_boche.self_play(games, network, rng)
    found = []
    monkeypatch.setattr(Network, "descend", lambda self, gradients, rate: found.extend(gradients))
    network.learn(batch, 0.1)
    surprise = batch.result - network.forward(batch.planes, batch.mask)[2]

    def loss() -> float:
        _, chances, value = network.forward(batch.planes, batch.mask)
        logs = np.log(chances, out=np.zeros_like(chances), where=chances > 0)
        chosen = logs[np.arange(len(logs)), batch.action]
        entropy = -(chances * logs).sum(1)
        worth = chosen * surprise + train_boche.ENTROPY * entropy - (batch.result - value) ** 2 / 2
        return -float(worth.mean())

    for weight, gradient in zip(network.weights, found, strict=True):
        at = tuple(rng.integers(size) for size in weight.shape)
        kept = weight[at]
        weight[at] = kept + 1e-5
        above = loss()
        weight[at] = kept - 1e-5
        slope = (above - loss()) / 2e-5
        weight[at] = kept
        assert slope == pytest.approx(gradient[at], abs=1e-6, rel=1e-3)
