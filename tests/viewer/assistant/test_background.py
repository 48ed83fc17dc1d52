"""Thinking in the background, with a mind that is told what to find: no engine, no clock."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests import ROOT
from viewer.assistant.background import Job, Report, Worker


class Mind:
    """Thinks until it is let go or stopped; says how often it was."""

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
        self.prepared.wait(5)

    def think(self, job: Job, so_far: Callable[[Any], bool]) -> tuple[Any, Any]:
        self.stopped.clear()
        self.begun.append(job)
        if self.fails is not None:
            raise self.fails
        while not self.go.wait(0.002) and not self.stopped.is_set() and not so_far("so far"):
            pass
        return f"move {job.node}", f"answer {job.node}"

    def keep(self, guests: frozenset[Any]) -> None:
        self.kept.append(guests)
        if self.fails_to_keep is not None:
            raise self.fails_to_keep()

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.prepared.set()
        self.stopped.set()


@pytest.fixture
def mind() -> Mind:
    return Mind()


@pytest.fixture
def worker(mind: Mind) -> Iterator[Worker]:
    made = Worker(lambda: mind)
    yield made
    made.close()
    assert made._thread is None or not made._thread.is_alive()


def job(node: str) -> Job:
    return Job("move", node, None)


def reports(worker: Worker, limit: float = 5.0) -> list[Report]:
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if found := worker.take():
            return found
        time.sleep(0.002)
    raise AssertionError("no report")


def wait_for(check: Callable[[], object], limit: float = 5.0) -> None:
    end = time.monotonic() + limit
    while not check():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.002)


def test_nothing_is_started_before_it_is_wanted() -> None:
    worker = Worker(lambda: pytest.fail("a mind was made"))
    worker.want(None)
    assert worker.take() == []
    assert not worker.busy
    worker.close()


def test_an_answer_comes_with_its_job(worker: Worker, mind: Mind) -> None:
    mind.go.set()
    one = job("one")
    worker.want(one)
    (report,) = reports(worker)
    assert report.job is one
    assert (report.move, report.answer, report.done) == ("move one", "answer one", True)
    assert mind.thread == "thinking"
    wait_for(lambda: not worker.busy)


def test_a_stale_answer_is_dropped(worker: Worker, mind: Mind) -> None:
    worker.want(job("one"))
    wait_for(lambda: mind.begun)
    worker.want(two := job("two"))
    wait_for(lambda: len(mind.begun) == 2)
    mind.go.set()
    (report,) = reports(worker)
    assert report.job is two


def test_an_answer_not_yet_taken_is_dropped_with_its_job(worker: Worker, mind: Mind) -> None:
    mind.go.set()
    worker.want(job("one"))
    wait_for(lambda: worker._reports)
    worker.want(two := job("two"))
    assert [report.job for report in reports(worker)] == [two]


def test_wanting_nothing_stops(worker: Worker, mind: Mind) -> None:
    worker.want(job("one"))
    wait_for(lambda: mind.begun)
    worker.want(None)
    wait_for(lambda: not worker.busy)
    assert worker.take() == []


def test_hurry_ends_with_what_is_known(worker: Worker, mind: Mind) -> None:
    worker.want(one := job("one"))
    wait_for(lambda: mind.begun)
    worker.hurry()
    found = [report for report in reports(worker) if report.done]
    assert [report.job for report in found] == [one]


def test_answers_on_the_way(mind: Mind) -> None:
    times = iter(float(n) for n in range(10_000_000))
    worker = Worker(lambda: mind, clock=lambda: next(times))
    worker.want(job("one"))
    report = reports(worker)[0]
    assert (report.answer, report.done) == ("so far", False)
    worker.close()


@pytest.mark.parametrize(
    "error",
    [RuntimeError("made\nfor the test"), ImportError("no numba"), SystemExit("it ends itself")],
)
def test_an_error_becomes_a_line(worker: Worker, mind: Mind, error: BaseException) -> None:
    mind.fails = error
    worker.want(job("one"))
    (report,) = reports(worker)
    assert report.done
    assert report.error == " ".join(str(error).split())
    mind.fails = None
    mind.go.set()
    worker.want(job("two"))
    assert reports(worker)[0].move == "move two"


def test_an_error_in_letting_go_is_told_once_and_does_not_end_the_thread(
    worker: Worker, mind: Mind
) -> None:
    mind.go.set()
    mind.fails_to_keep = lambda: RuntimeError("made\nfor the test")
    told = []
    for number in range(3):
        worker.want(job(f"{number}"))
        found = reports(worker)
        told += [report.error for report in found if report.job.kind == "keep"]
        found = [report for report in found if report.job.kind != "keep"] or reports(worker)
        assert [report.move for report in found] == [f"move {number}"]
        worker.keep(frozenset([number]))
        wait_for(lambda: not worker.busy or worker._faults)
    told += [report.error for report in worker.take()]
    assert told == ["made for the test"]
    assert mind.kept[-1] == frozenset([2])
    mind.fails_to_keep = lambda: SystemExit("another")
    worker.keep(frozenset())
    assert [(report.job.kind, report.error, report.done) for report in reports(worker)] == [
        ("keep", "another", False)
    ]


def test_what_is_wanted_no_more_once_prepared_is_not_thought_about(
    worker: Worker, mind: Mind
) -> None:
    mind.prepared.clear()
    worker.want(job("one"))
    wait_for(lambda: worker.preparing_since is not None)
    worker.want(two := job("two"))
    mind.prepared.set()
    mind.go.set()
    assert reports(worker)[0].job is two
    assert mind.begun == [two]


@pytest.mark.parametrize("when", ["waiting", "preparing"])
def test_hurry_counts_before_the_thinking_begins(worker: Worker, mind: Mind, when: str) -> None:
    mind.prepared.clear()
    worker.want(one := job("one"))
    if when == "preparing":
        wait_for(lambda: worker.preparing_since is not None)
    worker.hurry()
    mind.prepared.set()
    found = [report for report in reports(worker) if report.done]
    assert [(report.job, report.move) for report in found] == [(one, "move one")]


def test_a_mind_that_cannot_be_closed_keeps_no_window_open(mind: Mind) -> None:
    worker = Worker(lambda: mind)
    worker.want(job("one"))
    wait_for(lambda: mind.begun)

    def fail() -> None:
        mind.stop()
        raise RuntimeError("made for the test")

    mind.close = fail  # type: ignore[method-assign]
    worker.close()
    assert worker._thread is not None
    assert not worker._thread.is_alive()


def test_a_mind_that_cannot_be_made_becomes_a_line() -> None:
    def fail() -> Mind:
        raise OSError("no room")

    worker = Worker(fail)
    worker.want(job("one"))
    assert reports(worker)[0].error == "no room"
    worker.close()


def test_preparing_is_told_and_does_not_keep_the_window_open(mind: Mind) -> None:
    worker = Worker(lambda: mind)
    mind.prepared.clear()
    worker.want(job("one"))
    wait_for(lambda: worker.preparing_since is not None)
    start = time.monotonic()
    worker.close()
    assert time.monotonic() - start < 2
    assert worker.take() == []


def test_after_close_nothing_is_wanted(worker: Worker, mind: Mind) -> None:
    worker.close()
    worker.want(job("one"))
    assert not worker.busy
    assert mind.begun == []


def test_nothing_heavy_is_loaded_before_someone_thinks() -> None:
    code = (
        "import sys\n"
        "from viewer.assistant.assistant import Computer\n"
        "from viewer.assistant.background import Worker\n"
        "from viewer.assistant.search_backend import SearchMind\n"
        "from viewer.table.input import Controller\n"
        "from viewer.session import Session\n"
        "w = Worker(SearchMind)\n"
        "k = Computer(Controller(Session.new('boche')).table, w)\n"
        "k.tick()\nw.close()\nprint(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) & {"numba", "llvmlite", "moderngl", "pyglet"} == set()
