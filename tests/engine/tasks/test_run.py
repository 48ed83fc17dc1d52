"""Tasks: each result once, in any number of processes; what two machines need in common."""

from __future__ import annotations

from contextlib import closing
from itertools import count, islice

import pytest

from boche.engine.games.registry import find
from boche.engine.match.plan import Plan, opening_of
from boche.engine.tasks.address import WorkerPoolError, check_address
from boche.engine.tasks.build import build, difference
from boche.engine.tasks.worker_pool import in_order, run_tasks

PLAN = Plan("random", "random", "boche", find("boche").complete({"size": 3}))


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_task_is_done_once(jobs: int) -> None:
    arguments = [(PLAN, number) for number in range(9)]
    results = list(run_tasks(opening_of, arguments, jobs=jobs))
    assert sorted(results) == [(n, opening_of(PLAN, n)) for n in range(9)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_there_may_be_no_end_of_tasks(jobs: int) -> None:
    drawn: list[int] = []
    arguments = ((PLAN, drawn.append(n) or n) for n in count())
    with closing(run_tasks(opening_of, arguments, jobs=jobs)) as results:
        for seen, (number, opening) in enumerate(islice(results, 5), 1):
            assert opening == opening_of(PLAN, number)
            assert len(drawn) < seen + 4 * jobs


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_task_is_raised_here(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_tasks(divmod, [(4, 2), (1, 0)], jobs=jobs))


def test_results_are_put_in_order() -> None:
    assert list(in_order([(2, "c"), (0, "a"), (1, "b"), (3, "d")])) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    "address",
    ["tcp://localhost:8786", "tls://10.0.0.7:1", "tcp://[::1]:65535", "tcp://a-b.example:80"],
)
def test_addresses(address: str) -> None:
    assert check_address(address) == address


@pytest.mark.parametrize(
    "text",
    ["", "localhost:8786", "http://localhost:8786", "tcp://localhost", "tcp://localhost:0",
     "tcp://localhost:65536", "tcp://a b:1", "tcp://user@host:1", "tcp://::1:80", "tcp://h:1/x"],
)  # fmt: skip
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(WorkerPoolError, match="not a cluster address"):
        check_address(text)


def test_the_first_difference_is_named() -> None:
    here = build()
    assert difference(here, here) == ""
    assert [name for name, _ in here] == ["boche", "boche's engine", "Python"]
    assert all(version for _, version in here)
    older = (("boche", "0.0.1"), *here[1:])
    assert difference(older, here) == f"has boche 0.0.1, not {here[0][1]} as here"
    assert difference((), here).startswith("has boche (none), not ")
