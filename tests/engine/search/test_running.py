"""Searches in the background: what they tell meanwhile, and that they can be stopped."""

from __future__ import annotations

import gc
import os
import select
import signal
import subprocess
import sys
import threading

import pytest

from boche.engine.arguments import ArgumentError
from boche.engine.games.registry import new
from boche.engine.search.running import NAME, RunningSearch, start_search
from boche.engine.search.search import Analysis, search
from tests import ROOT
from tests.engine.search.test_search_call import check, games, threads, walk


@threads
@games
def test_the_result_is_that_of_a_search(game: str, threads: int) -> None:
    position = list(walk(game, 2, 6))[-1]
    with start_search(position, 300, seed=5, threads=threads) as running:
        *_, last = running
        assert running.result is last
    assert last == search(position, 300, seed=5, threads=threads)
    assert (running.is_over, running.progress, running.latest) == (True, 1.0, last)
    assert list(running) == [last]


@threads
@games
def test_what_is_found_grows_until_it_is_stopped(game: str, threads: int) -> None:
    position = list(walk(game, 2, 8))[-1]
    told = list[Analysis]()
    with start_search(position, threads=threads, nodes=20_000) as running:
        assert running.progress is None
        for found in running:
            told.append(found)
            check(found)
            assert found.ended == "running" or found.proven
            if len(told) == 3:
                break
    counts = [found.playouts for found in told]
    assert counts == sorted(counts)
    assert len(set(counts[:-1])) == len(counts[:-1]), "but for the last, each knows more"
    check(running.result)
    assert running.result.playouts >= counts[-1]
    assert running.result.ended in ("stopped", "proven")


def test_progress_grows_to_one_below_limits() -> None:
    with start_search(new("boku"), 20_000, seconds=3600) as running:
        shares = [running.progress for _ in running]
    assert shares[-1] == 1.0
    told = [share for share in shares if share is not None]
    assert told == sorted(told)
    assert len(told) == len(shares), "there are limits, so a share is known"
    assert 0.0 < told[0] < 1.0, "it says so before the end"


def test_a_search_may_be_stopped_before_it_has_begun() -> None:
    for _ in range(5):
        running = start_search(new("boku"))
        running.stop()
        running.stop()
        check(running.result)
        assert running.result.ended == "stopped"


def test_it_ends_by_itself_at_a_limit_or_a_proof() -> None:
    assert start_search(new("boche", size=4), 100).result.ended == "limit"
    assert start_search(new("boku"), seconds=0.2).result.ended == "limit"
    assert start_search(new("boche", size=2)).result.proven == "dark"


def test_all_threads_see_the_same_result() -> None:
    running = start_search(new("boche", size=4))
    lasts = list[Analysis]()

    def follow() -> None:
        *_, last = running
        lasts.append(last)

    followers = [threading.Thread(target=follow) for _ in range(4)]
    for follower in followers:
        follower.start()
    next(iter(running))
    running.stop()
    for follower in followers:
        follower.join()
    assert len(lasts) == 4
    assert all(last is running.result for last in lasts)


def test_a_search_that_nobody_knows_any_more_ends() -> None:
    before = set(threading.enumerate())
    running: RunningSearch | None = start_search(new("boku"))
    assert running is not None
    next(iter(running))
    (thread,) = [each for each in set(threading.enumerate()) - before if each.name == NAME]
    running = None
    gc.collect()
    thread.join(60)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"playouts": 0}, "playouts: 0 is below 1"),
        ({"seconds": 0}, "seconds: 0 is not a finite number above 0"),
        ({"threads": 0}, "threads: 0 is below 1"),
        ({"nodes": 0}, "nodes: 0 is below 1"),
    ],
)
def test_wrong_arguments_are_refused_at_once(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(ArgumentError) as told:
        start_search(new("boche", size=2), **arguments)  # type: ignore[arg-type]
    assert str(told.value) == message


def test_a_finished_game_is_not_searched() -> None:
    with pytest.raises(ArgumentError, match="the game is over"):
        start_search(new("boku").resign())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT for one process")
def test_ctrl_c_keeps_what_was_found() -> None:
    program = """if True:
        import boche
        try:
            with boche.start_search(boche.new("boku")) as running:
                for found in running:
                    print(found.playouts, flush=True)
        except KeyboardInterrupt:
            print(running.result.ended, running.result.playouts)
    """
    running = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert running.stdout is not None
    first = int(running.stdout.readline())
    running.send_signal(signal.SIGINT)
    *_, last = running.communicate(timeout=60)[0].splitlines()
    ended, playouts = last.split()
    assert ended == "stopped"
    assert int(playouts) >= first


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_has_what_was_found_until_then() -> None:
    with start_search(new("boku")) as running:
        next(iter(running))
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            running.stop()
            ended = running.result.ended if running.is_over else "still running"
            os.write(writing, ended.encode())
            os._exit(0)
        os.close(writing)
        ready, _, _ = select.select([reading], [], [], 60.0)
        told = os.read(reading, 100) if ready else b"it hangs"
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert told == b"stopped"
        assert not running.is_over
