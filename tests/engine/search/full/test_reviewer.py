"""The review of positions: the same wherever it is made, and not overconfident."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import find
from boche.engine.record import load, positions_along
from boche.engine.search.analysis import analyse, mistakes
from boche.engine.search.params import Budget
from boche.engine.search.reviewer import ROUNDS, Reviewer
from boche.engine.search.searcher import Searcher
from boche.engine.search.worker import TOLD
from boche.viewer.assistant import search_backend
from boche.viewer.assistant.background import Job
from boche.viewer.assistant.search_backend import SearchBackend
from tests import ROOT

LESSON = ROOT / "assets" / "records" / "boku-row.sgf"


def test_the_lesson_of_a_game_is_found() -> None:
    """Check a game in which White's last move let Black win, and Black threw it away."""
    record = load(LESSON)
    positions = positions_along(record, record.main_line()[-1])[13:16]
    moves = record.moves()[13:15]
    found = mistakes(list(analyse(positions, moves, Budget(simulations=450_000))))
    assert [each.move for each in found] == ["i7xh6", "g7"]
    assert found[1].lost > 0.4
    assert found[1].line[0] == "g6"


@pytest.mark.parametrize("game", ["boche", "boku"])
def test_a_line_ends_where_it_was_not_looked_at(game: str) -> None:
    searcher = Searcher(find(game).new())
    result = searcher.search(Budget(simulations=4000))
    (worker,) = searcher.first.workers
    expected = [number for number, _ in worker.line([])]
    visits = []
    for length in range(1, len(expected) + 1):
        node = worker.node_at(expected[:length])
        assert node is not None
        visits.append(int(worker.tree.visits[node]))
    assert len(result.line) == sum(count >= TOLD for count in visits)
    assert len(result.line) < len(visits), "there was more that had hardly been looked at"


def test_window_and_command_line_review_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare with the same budget, whatever the window has searched before."""
    start = find("boku").new()
    positions, moves = [start], ["f5", "f6"]
    for move in moves:
        positions.append(positions[-1].play(move))
    budget = Budget(simulations=3000)
    monkeypatch.setattr(search_backend, "Budget", lambda seconds: budget)
    backend = SearchBackend()
    found = []
    for position in reversed(positions):
        for kind in ("live", "record"):
            job = Job(kind, None, position)
            backend.prepare(job)
            found.append(backend.think(job, lambda answer: False)[1])
    window = [(each.win, each.line, each.spread) for each in found[1::2]][::-1]
    results = [each.result for each in analyse(positions, moves, budget)]
    assert window == [(each.win, each.line, each.spread) for each in results if each]


def test_a_review_ends_when_it_is_no_longer_wanted() -> None:
    asked = []

    def over() -> bool:
        asked.append(True)
        return True

    result = Reviewer().review(find("boku").new(), Budget(seconds=300.0 * ROUNDS), over)
    assert asked
    assert result.line
