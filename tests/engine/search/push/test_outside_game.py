"""A search in a game of another package."""

from __future__ import annotations

import importlib

import pytest

from boche.engine.search.search import search
from tests import ROOT
from tests.engine.search.test_search_call import check, threads


@threads
def test_a_single_legal_move(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last cell of a small board, in a game of another package; our own games end before."""
    monkeypatch.syspath_prepend(ROOT / "tests" / "plugins" / "y")
    position = importlib.import_module("boche_y").GAME.new(size=2)
    for move in ("a1", "b1"):
        position = position.play(move)
    assert [str(move) for move in position.legal_moves()] == ["a2"]
    found = search(position, 20, threads=threads)
    check(found, 20)
    assert list(found.visits) == ["a2"]
    assert found.proven == position.turn
