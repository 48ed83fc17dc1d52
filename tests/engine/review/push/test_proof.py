"""Proven wins in games of other packages, whose positions the solver may not tell apart."""

from __future__ import annotations

import importlib

import pytest

from boche.engine.review.proof import with_proof
from boche.engine.search.candidates import CandidateSearcher
from boche.engine.search.params import Budget
from tests import ROOT


def test_a_game_without_fingerprints_has_its_wins_without_a_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "tests" / "plugins" / "y")
    position = importlib.import_module("boche_y").GAME.new(size=2)
    for move in ("a1", "b1"):
        position = position.play(move)
    result = CandidateSearcher(position, count=2).search(Budget(simulations=50))
    assert result.proven == position.turn
    found = with_proof(result)
    assert found.wins_in is None
    assert found.line == result.line
    assert found.candidates == result.candidates
