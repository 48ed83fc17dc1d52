"""Listeners: this process gets the events it wrote, others only the topic."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest

from boche.server.database.connect import open_store
from boche.server.database.store import News, Store, Transaction
from boche.server.errors import BadRequestError
from boche.server.events import record_event, topic_of
from tests.server.desk import START, Desk
from tests.server.postgres import Cluster

Told = tuple[set[str], list[News]]
LONG = 60.0


def listened(store: Store) -> queue.Queue[Told]:
    heard: queue.Queue[Told] = queue.Queue()
    store.listen(lambda topics, news: heard.put((topics, news)))
    return heard


def test_what_one_writes_it_tells_with_the_event(desk: Desk, store: Store) -> None:
    number, _, _ = desk.board()
    heard = listened(store)
    store.write(
        lambda transaction: record_event(
            transaction, number, "chat", {"text": "Hello"}, START, seat=0
        )
    )
    topics, ((topic, event),) = heard.get(timeout=LONG)
    assert topics == {topic} == {topic_of(number)}
    assert (event["kind"], event["text"], event["seat"]) == ("chat", "Hello", 0)


def test_what_fails_is_not_told(desk: Desk, store: Store) -> None:
    number, _, _ = desk.board()
    heard = listened(store)

    def fails(transaction: Transaction) -> None:
        record_event(transaction, number, "chat", {"text": "Hello"}, START)
        raise BadRequestError("no")

    with pytest.raises(BadRequestError):
        store.write(fails)
    store.write(
        lambda transaction: record_event(transaction, number, "chat", {"text": "again"}, START)
    )
    news: list[News] = []
    while not news:
        _, news = heard.get(timeout=LONG)
    assert [event["text"] for _, event in news] == ["again"]


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[tuple[Store, Store]]:
    url = cluster.database("pair")
    one, two = open_store(url), open_store(url)
    yield one, two
    one.close()
    two.close()


def test_another_process_hears_of_it(pair: tuple[Store, Store]) -> None:
    one, two = pair
    number, _, _ = Desk(one).board()
    heard = listened(two)
    one.write(
        lambda transaction: record_event(transaction, number, "chat", {"text": "Hello"}, START)
    )
    while heard.get(timeout=LONG) != ({topic_of(number)}, []):
        pass
