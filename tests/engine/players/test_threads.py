"""Compiled state that several threads use at once: moves, or one clear error."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

import boche
from boche.engine.errors import BocheError
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher


def at_once(work: Callable[[], object], count: int = 3) -> list[Exception]:
    """Do something in several threads; return what they raised."""
    errors, start = list[Exception](), threading.Barrier(count)

    def run() -> None:
        start.wait()
        try:
            work()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


@pytest.mark.parametrize(("name", "game"), [("2", "boche"), ("uct:200", "boku"), ("2", "octi")])
def test_a_player_chooses_one_move_after_the_other(name: str, game: str) -> None:
    position = boche.new(game)
    for _ in range(4):
        position = position.play(position.legal_moves()[0])
    with boche.player(name, seed=1) as player:

        def ask() -> None:
            for _ in range(4):
                position.play(player.choose(position))

        assert at_once(ask) == []


def test_a_searcher_serves_one_thread_at_a_time() -> None:
    searcher = Searcher(boche.new("boku"), SearchParams(nodes=20_000))
    errors = at_once(lambda: searcher.search(Budget(seconds=0.3)))
    assert len(errors) == 2
    assert all("another thread uses this searcher" in str(error) for error in errors)
    assert searcher.search(Budget(simulations=10)).best


def test_many_games_are_played_by_one_thread() -> None:
    games = boche.VectorGame("boku", n=64, seed=1)

    def play() -> None:
        for _ in range(200):
            games.step(games.random_actions())

    errors = at_once(play)
    assert len(errors) == 2
    assert {type(error) for error in errors} == {BocheError}
    assert all("another thread plays these games" in str(error) for error in errors)
    with pytest.raises(BocheError, match="another thread"):
        games.random_actions()
    games.reset(seed=2)
    games.step(games.random_actions())


def test_rollouts_and_searches_share_nothing() -> None:
    start = boche.new("boche", size=4)
    wanted = boche.rollouts(start, 200).tolist(), boche.search(start, 300).visits

    def both() -> None:
        found = boche.rollouts(start, 200).tolist(), boche.search(start, 300).visits
        assert found == wanted

    assert at_once(both) == []
