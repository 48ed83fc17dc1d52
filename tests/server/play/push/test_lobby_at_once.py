"""Many who seek and join at the same moment, on several processes' stores of one database."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from boche.server.database.connect import open_store
from boche.server.database.store import Store
from boche.server.errors import ConflictError
from boche.server.people.accounts import add_levels
from boche.server.play import lobby
from boche.server.play.match import ACTIVE
from tests.server.desk import Desk
from tests.server.play.lobby_people import LIVE, Person, board, person, waiting
from tests.server.postgres import Cluster

PEOPLE = 12


@pytest.fixture(params=["sqlite", "postgresql"])
def stores(request: pytest.FixtureRequest, tmp_path: object) -> Iterator[list[Store]]:
    """Yield stores of one database: two on PostgreSQL, as of two processes."""
    if request.param == "sqlite":
        url, count = f"sqlite:///{tmp_path}/server.db", 1
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        url, count = cluster.database("lobby_at_once"), 2
    found = [open_store(url) for _ in range(count)]
    found[0].write(lambda transaction: add_levels(transaction, 0.0))
    yield found
    for store in found:
        store.close()


def at_once(acts: list[Callable[[], object]]) -> list[object]:
    """Run all of them at the same moment; return their results or errors."""
    start, results = threading.Barrier(len(acts)), list[object]([None] * len(acts))

    def run(number: int) -> None:
        start.wait()
        try:
            results[number] = acts[number]()
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def people_of(stores: list[Store]) -> tuple[Desk, list[tuple[Person, Store]]]:
    desk = Desk(stores[0])
    people = [person(desk, f"p{number}x{number}") for number in range(PEOPLE)]
    return desk, [(it, stores[n % len(stores)]) for n, it in enumerate(people)]


def test_all_are_paired_in_twos(stores: list[Store]) -> None:
    desk, people = people_of(stores)
    for _ in range(3):
        found = at_once([lambda it=it, store=store: it.seek(LIVE, store=store)
                         for it, store in people])  # fmt: skip
        assert not [each for each in found if isinstance(each, Exception)], found
        assert waiting(desk) == []
        assert set(Counter(each.board for each in found).values()) == {2}
        assert Counter(each.paired for each in found) == {True: PEOPLE // 2, False: PEOPLE // 2}
        for each in found:
            assert board(desk, each.board).row.state == ACTIVE
        desk.now += lobby.RESEND_WINDOW


def test_of_those_who_join_the_same_game_one_plays(stores: list[Store]) -> None:
    desk, ((ann, _), *others) = people_of(stores)
    number = ann.seek(LIVE).board
    found = at_once([lambda it=it, store=store: it.join(number, store) for it, store in others])
    refused = [each for each in found if isinstance(each, ConflictError)]
    assert len(refused) == len(others) - 1, found
    assert {str(each) for each in refused} == {f"board {number}: there is no free seat"}
    names = board(desk, number).names
    assert len(set(names)) == 2


def test_two_who_join_each_other_play_once(stores: list[Store]) -> None:
    desk, ((ann, one), (bob, two), *_) = people_of(stores)
    first, second = ann.seek(LIVE, size=5).board, bob.seek(LIVE, size=6).board
    found = at_once([lambda: ann.join(second, one), lambda: bob.join(first, two)])
    assert len([each for each in found if isinstance(each, ConflictError)]) == 1, found
    states = [board(desk, number).row.state for number in (first, second)]
    assert sorted(states) == ["active", "over"]
    assert waiting(desk) == []
