"""How often a sequential test errs, and its interval, in thousands of matches."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from boche.engine.match.sprt import Sprt, interval, share_at
from tests.engine.match.push.test_sprt import add

Model = Callable[[float], list[float]]
"""Probabilities of the five results of a pair, with a given expected share of the points."""


def independent(drawn: float) -> Model:
    """Return the model of independent games of which that share is drawn."""

    def model(share: float) -> list[float]:
        won, lost = share - drawn / 2, 1 - share - drawn / 2
        even = 2 * won * lost + drawn * drawn
        return [lost * lost, 2 * lost * drawn, even, 2 * won * drawn, won * won]

    return model


def one_sided(share: float) -> list[float]:
    """Model of games in which the better colour mostly wins, so that most pairs are shared."""
    good, bad = share + 0.3, share - 0.3
    split = good * (1 - bad) + bad * (1 - good)
    return [(1 - good) * (1 - bad), 0.0, split, 0.0, good * bad]


MODELS: dict[str, Model] = {
    "no draws": independent(0.0), "draws": independent(0.4), "one-sided": one_sided,
}  # fmt: skip
models = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)


@models
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_it_errs_in_one_match_of_twenty(model: Model, truth: str) -> None:
    test, rng, wrong = Sprt(0, 100), random.Random(8), 0
    chances = model(share_at(0 if truth == "H0" else 100))
    for _ in range(1000):
        pairs, accepted = (0, 0, 0, 0, 0), None
        while accepted is None:
            pairs = add(pairs, rng.choices(range(5), chances)[0])
            accepted = test.accepted(pairs)
        wrong += accepted != truth
    assert 0.02 < wrong / 1000 < 0.071  # three standard deviations above 5 %


# -- the interval


@models
def test_the_interval_holds_the_truth_19_times_in_20(model: Model) -> None:
    rng, share, held = random.Random(3), share_at(40), 0
    for _ in range(600):
        pairs = (0, 0, 0, 0, 0)
        for result in rng.choices(range(5), model(share), k=40):
            pairs = add(pairs, result)
        low, high = interval(pairs)
        held += low <= share <= high
    assert 0.92 < held / 600 < 0.98


def test_a_match_ends_with_the_decision_and_resumes_to_the_same(boche, tmp_path: Path) -> None:
    flags = ("match", "greedy", "random", "--game", "boku", "--sprt", "0", "100")
    code, out, _ = boche(*flags, "--jobs", "1", "-o", str(tmp_path / "one"))
    assert code == 0
    assert " H1 accepted, Elo 100 rather than 0" in out
    data = json.loads(boche(*flags, "--json", "-o", str(tmp_path / "one"))[1])
    assert data["accepted"] == "H1"
    assert data["llr"] > data["bounds"][1] == pytest.approx(2.944, abs=1e-3)
    games = sorted((tmp_path / "one").glob("game-*.sgf"))
    assert data["games"] == 2 * sum(data["pairs"]) == len(games) > 8

    (tmp_path / "two").mkdir()
    for path in [tmp_path / "one" / "match.json", *games[3:5], games[-1]]:
        shutil.copy(path, tmp_path / "two")
    assert (
        json.loads(boche(*flags, "--json", "--jobs", "2", "-o", str(tmp_path / "two"))[1]) == data
    )
