"""Compiled state that several threads use at once: moves, or one clear error."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

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


FORKED = """
import os, threading, time, boche
position = boche.new("boku").play("e4")
player = boche.player("uct:3000", seed=1)
player.choose(position)  # Python's own locks of imports outlive a fork
ended = threading.Event()
def choose():
    while not ended.is_set():
        player.choose(position)
thread = threading.Thread(target=choose)
thread.start()
for _ in range(3):
    time.sleep(0.05)
    child = os.fork()
    if child == 0:
        position.play(player.choose(position))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
ended.set()
thread.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it has no fork")
def test_a_player_chooses_in_a_process_forked_while_it_thinks() -> None:
    run = [sys.executable, "-W", "ignore", "-c", FORKED]
    subprocess.run(run, check=True, timeout=300)


def test_nobody_reaches_the_memory_that_compiled_code_trusts() -> None:
    """What a position hands out are copies, or cannot change."""
    for name in boche.GAMES:
        position = boche.new(name).play(boche.new(name).legal_moves()[0])
        before = position.to_text()
        position.board.info[:] = [99] * len(position.board.info)
        assert position.to_text() == before
        for part in getattr(position, "geometry", ()):
            assert isinstance(part, int | tuple)
        if position.options:
            with pytest.raises(boche.OptionError):
                type(position)(dict.fromkeys(position.options, 999_999))  # type: ignore[call-arg]


def test_a_board_without_a_legal_move_is_refused() -> None:
    """It can be put down, though no game comes to it; see ``BasePosition.put_down``."""
    full = [f"{letter}:{hole}" for letter, holes in (
        ("a", ("a1", "a2", "a3", "b1", "b2", "c1")), ("g", ("a1", "a2", "b1")), ("d", ("a1",)),
    ) for hole in holes]  # fmt: skip
    board: Any = boche.new("boche", size=3).put_down({"PUT": full}, "light")
    assert board.outcome is None
    assert not board.legal_moves()
    for use in (
        lambda: boche.rollouts(board, 1),
        lambda: boche.VectorGame(board, n=1),
        lambda: boche.search(board, playouts=10),
        lambda: boche.player("uct:10").choose(board),
        lambda: Searcher(board),
    ):
        with pytest.raises(boche.ArgumentError, match="there is no legal move"):
            use()


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
