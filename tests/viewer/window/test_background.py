"""Work of the library that goes on beside the window."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from boche.viewer.window.records.library_work import Background

LONG = 60.0


def test_it_is_busy_until_all_is_done() -> None:
    go_on = threading.Event()

    def steps(_: Callable[[], bool]) -> Iterator[int]:
        yield 1
        assert go_on.wait(LONG)
        yield 2

    work = Background(steps)
    assert work.busy is True
    go_on.set()
    work._thread.join(LONG)
    assert (work.busy, work.last, work.error) == (False, 2, "")


def test_it_stops_after_the_present_step() -> None:
    began = threading.Event()

    def steps(_: Callable[[], bool]) -> Iterator[int]:
        for number in range(10**9):
            began.set()
            yield number

    work = Background(steps)
    assert began.wait(LONG)
    work.close()
    assert (work.busy, work.error) == (False, "")


def test_trouble_is_one_line() -> None:
    def steps(_: Callable[[], bool]) -> Iterator[int]:
        raise OSError(28, "No space left on device")
        yield 0

    work = Background(steps)
    work._thread.join(LONG)
    assert not work.busy
    assert "No space left on device" in work.error
    assert "\n" not in work.error
