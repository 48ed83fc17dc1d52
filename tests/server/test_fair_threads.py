"""Shared threads: an asker with much work delays only itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from boche.server.errors import BusyError
from boche.server.infrastructure.fair_threads import MOST_WAITING, NOBODY, SharedThreads


@pytest.fixture
def threads() -> Iterator[SharedThreads]:
    made = SharedThreads(2, "test")
    yield made
    made.close()


def test_a_crowd_of_one_holds_nobody_up(threads: SharedThreads) -> None:
    go, done = threading.Event(), list[str]()

    def working(name: str) -> Callable[[], None]:
        def work() -> None:
            assert go.wait(60.0)
            done.append(name)

        return work

    crowd = [threads.submit("crowd", working(f"crowd {n}")) for n in range(MOST_WAITING)]
    # One thread is kept for other askers: their work is done while the crowd's still runs.
    threads.submit("somebody", lambda: done.append("somebody")).result(60.0)
    threads.submit(NOBODY, lambda: done.append("the server")).result(60.0)
    assert done == ["somebody", "the server"]
    crowd.append(threads.submit("crowd", working("one more")))  # the first is running
    with pytest.raises(BusyError, match="still being processed"):
        threads.submit("crowd", working("too many"))
    go.set()
    for each in crowd:
        each.result(60.0)
    assert done[2:5] == ["crowd 0", "crowd 1", "crowd 2"]


def test_who_has_used_least_goes_first() -> None:
    threads = SharedThreads(1, "test")
    go, begun, done = threading.Event(), threading.Event(), list[str]()

    def hold() -> None:
        begun.set()
        assert go.wait(60.0)

    held = threads.submit("crowd", hold)
    assert begun.wait(60.0)
    last = [threads.submit("crowd", lambda: done.append("crowd")) for _ in range(3)]
    last.append(threads.submit("somebody", lambda: done.append("somebody")))
    go.set()
    for each in (held, *last):
        each.result(60.0)
    threads.close()
    assert done == ["somebody", "crowd", "crowd", "crowd"]


def test_what_fails_is_told_to_who_asked(threads: SharedThreads) -> None:
    with pytest.raises(ZeroDivisionError):
        threads.submit("somebody", lambda: 1 // 0).result(60.0)
    assert threads.submit("somebody", lambda: "on").result(60.0) == "on"
