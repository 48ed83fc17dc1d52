"""Thinking in the background, with a scripted backend: no engine and no clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from boche.viewer.assistant.background import BackgroundThinker, Job, Report


class Backend:
    """A backend that thinks until it is released or stopped, and counts its jobs."""

    def __init__(self) -> None:
        self.begun: list[Job] = []
        self.prepared = threading.Event()
        self.prepared.set()
        self.go = threading.Event()
        self.stopped = threading.Event()
        self.fails: BaseException | None = None
        self.fails_to_keep: Callable[[], BaseException] | None = None
        self.thread = ""
        self.kept: list[frozenset[Any]] = []

    def prepare(self, job: Job) -> None:
        self.thread = threading.current_thread().name
        self.prepared.wait(300)

    def think(self, job: Job, so_far: Callable[[Any], bool]) -> tuple[Any, Any]:
        self.stopped.clear()
        self.begun.append(job)
        if self.fails is not None:
            raise self.fails
        while not self.go.wait(0.002) and not self.stopped.is_set() and not so_far("so far"):
            pass
        return f"move {job.node}", f"answer {job.node}"

    def keep(self, seats: frozenset[Any]) -> None:
        self.kept.append(seats)
        if self.fails_to_keep is not None:
            raise self.fails_to_keep()

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.prepared.set()
        self.stopped.set()


@pytest.fixture
def backend() -> Backend:
    return Backend()


@pytest.fixture
def thinker(backend: Backend) -> Iterator[BackgroundThinker]:
    made = BackgroundThinker(lambda: backend)
    yield made
    made.close()
    assert not made.running


def job(node: str) -> Job:
    return Job("move", node, None)


def reports(thinker: BackgroundThinker, limit: float = 120.0) -> list[Report]:
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if found := thinker.take():
            return found
        time.sleep(0.002)
    raise AssertionError("no report")


def wait_for(check: Callable[[], object], limit: float = 120.0) -> None:
    end = time.monotonic() + limit
    while not check():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.002)


def test_nothing_is_started_before_it_is_wanted() -> None:
    thinker = BackgroundThinker(lambda: pytest.fail("a backend was made"))
    thinker.want(None)
    assert thinker.take() == []
    assert not thinker.busy
    thinker.close()


def test_an_answer_comes_with_its_job(thinker: BackgroundThinker, backend: Backend) -> None:
    backend.go.set()
    one = job("one")
    thinker.want(one)
    (report,) = reports(thinker)
    assert report.job is one
    assert (report.move, report.answer, report.done) == ("move one", "answer one", True)
    assert backend.thread == "thinking"
    wait_for(lambda: not thinker.busy)


def test_a_stale_answer_is_dropped(thinker: BackgroundThinker, backend: Backend) -> None:
    thinker.want(job("one"))
    wait_for(lambda: backend.begun)
    thinker.want(two := job("two"))
    wait_for(lambda: len(backend.begun) == 2)
    backend.go.set()
    (report,) = reports(thinker)
    assert report.job is two


def test_an_answer_not_yet_taken_is_dropped_with_its_job(
    thinker: BackgroundThinker, backend: Backend
) -> None:
    backend.go.set()
    thinker.want(job("one"))
    wait_for(lambda: thinker.has_reports)
    thinker.want(two := job("two"))
    assert [report.job for report in reports(thinker)] == [two]


def test_wanting_nothing_stops(thinker: BackgroundThinker, backend: Backend) -> None:
    thinker.want(job("one"))
    wait_for(lambda: backend.begun)
    thinker.want(None)
    wait_for(lambda: not thinker.busy)
    assert thinker.take() == []


def test_hurry_ends_with_what_is_known(thinker: BackgroundThinker, backend: Backend) -> None:
    thinker.want(one := job("one"))
    wait_for(lambda: backend.begun)
    thinker.hurry()
    found = [report for report in reports(thinker) if report.done]
    assert [report.job for report in found] == [one]


def test_answers_on_the_way(backend: Backend) -> None:
    times = iter(float(n) for n in range(10_000_000))
    thinker = BackgroundThinker(lambda: backend, clock=lambda: next(times))
    thinker.want(job("one"))
    report = reports(thinker)[0]
    assert (report.answer, report.done) == ("so far", False)
    thinker.close()


@pytest.mark.parametrize(
    "error",
    [RuntimeError("made\nfor the test"), ImportError("no numpy"), SystemExit("it ends itself")],
)
def test_an_error_becomes_a_line(
    thinker: BackgroundThinker, backend: Backend, error: BaseException
) -> None:
    backend.fails = error
    thinker.want(job("one"))
    (report,) = reports(thinker)
    assert report.done
    assert report.error == " ".join(str(error).split())
    backend.fails = None
    backend.go.set()
    thinker.want(job("two"))
    assert reports(thinker)[0].move == "move two"


def test_an_error_in_letting_go_is_told_once_and_does_not_end_the_thread(
    thinker: BackgroundThinker, backend: Backend
) -> None:
    backend.go.set()
    backend.fails_to_keep = lambda: RuntimeError("made\nfor the test")
    told = []
    for number in range(3):
        thinker.want(job(f"{number}"))
        found = reports(thinker)
        told += [report.error for report in found if report.job.kind == "keep"]
        found = [report for report in found if report.job.kind != "keep"] or reports(thinker)
        assert [report.move for report in found] == [f"move {number}"]
        thinker.keep(frozenset([number]))
        wait_for(lambda: not thinker.busy or thinker.has_reports)
    told += [report.error for report in thinker.take()]
    assert told == ["made for the test"]
    assert backend.kept[-1] == frozenset([2])
    backend.fails_to_keep = lambda: SystemExit("another")
    thinker.keep(frozenset())
    assert [(report.job.kind, report.error, report.done) for report in reports(thinker)] == [
        ("keep", "another", False)
    ]


def test_what_is_wanted_no_more_once_prepared_is_not_thought_about(
    thinker: BackgroundThinker, backend: Backend
) -> None:
    backend.prepared.clear()
    thinker.want(job("one"))
    wait_for(lambda: thinker.preparing_since is not None)
    thinker.want(two := job("two"))
    backend.prepared.set()
    backend.go.set()
    assert reports(thinker)[0].job is two
    assert backend.begun == [two]


@pytest.mark.parametrize("when", ["waiting", "preparing"])
def test_hurry_counts_before_the_thinking_begins(
    thinker: BackgroundThinker, backend: Backend, when: str
) -> None:
    backend.prepared.clear()
    thinker.want(one := job("one"))
    if when == "preparing":
        wait_for(lambda: thinker.preparing_since is not None)
    thinker.hurry()
    backend.prepared.set()
    found = [report for report in reports(thinker) if report.done]
    assert [(report.job, report.move) for report in found] == [(one, "move one")]


def test_a_mind_that_cannot_be_closed_keeps_no_window_open(backend: Backend) -> None:
    thinker = BackgroundThinker(lambda: backend)
    thinker.want(job("one"))
    wait_for(lambda: backend.begun)

    def fail() -> None:
        backend.stop()
        raise RuntimeError("made for the test")

    backend.close = fail  # type: ignore[method-assign]
    assert thinker.running
    thinker.close()
    assert not thinker.running


def test_a_mind_that_cannot_be_made_becomes_a_line() -> None:
    def fail() -> Backend:
        raise OSError("no room")

    thinker = BackgroundThinker(fail)
    thinker.want(job("one"))
    assert reports(thinker)[0].error == "no room"
    thinker.close()


def test_preparing_is_told_and_does_not_keep_the_window_open(backend: Backend) -> None:
    thinker = BackgroundThinker(lambda: backend)
    backend.prepared.clear()
    thinker.want(job("one"))
    wait_for(lambda: thinker.preparing_since is not None)
    start = time.monotonic()
    thinker.close()
    assert time.monotonic() - start < 60
    assert thinker.take() == []


def test_after_close_nothing_is_wanted(thinker: BackgroundThinker, backend: Backend) -> None:
    thinker.close()
    thinker.want(job("one"))
    assert not thinker.busy
    assert backend.begun == []
