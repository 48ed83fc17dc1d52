"""Matches whose openings are sought, in this process and in others."""

from __future__ import annotations

from boche.engine.match import match
from boche.engine.match.match import play_game, play_match
from boche.engine.tasks import worker_pool
from tests.engine.match.test_match import plan_of


def test_a_fair_opening_is_found_once_for_both_games(tmp_path, monkeypatch) -> None:
    found: list[int] = []
    real = match.opening_of
    monkeypatch.setattr(match, "opening_of", lambda plan, n: found.append(n) or real(plan, n))
    play_match(plan_of("random", "random", size=3, fair=True), 5, tmp_path, jobs=1)
    assert found == [0, 1, 2]


def test_in_processes_too_an_opening_is_found_once(monkeypatch) -> None:
    begun: list[str] = []
    real = worker_pool.WorkerPool.begin

    def begin(self, name, work, *arguments) -> None:
        begun.append(work.__name__)
        real(self, name, work, *arguments)

    monkeypatch.setattr(worker_pool.WorkerPool, "begin", begin)
    plan = plan_of("random", "random", size=3, fair=True)
    played = match.in_processes(plan, [(0, [1]), (4, [8, 9]), (5, [10])], 2)
    games = {number: record for number, record, _ in played}
    assert sorted(games) == [1, 8, 9, 10]
    assert sorted(begun) == ["opening_of"] * 3 + ["play_apart"] * 4
    assert games[8].moves() == play_game(plan, 8).moves()
