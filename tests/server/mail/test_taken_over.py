"""Mails that a process had in hand when it was killed, on a database that others serve, too."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import select

from boche.server.database.connect import open_store
from boche.server.database.schema import outbox as rows
from boche.server.database.store import Store
from boche.server.mail import outbox
from boche.server.mail.addresses import Keys, key_of
from boche.server.mail.delivery import ORPHAN_TIMEOUT, Delivery
from boche.server.mail.notifier import Notifier
from tests.server.mail.office import HOST, SITE, no_picture
from tests.server.postgres import Cluster

LONG = 60.0


class Slow:
    """A mail server that keeps what it gets, and takes the first mail only when it is told to."""

    def __init__(self) -> None:
        self.begun, self.go_on, self.sent = threading.Event(), threading.Event(), list[str]()

    def check(self) -> None:
        pass

    def send(self, sender: str, address: str, message_id: str, raw: bytes) -> None:
        if not self.begun.is_set():
            self.begun.set()
            assert self.go_on.wait(LONG)
        self.sent.append(address)


class Pair:
    """Two processes that send the mails of one database, with a clock that the test sets."""

    def __init__(self, url: str) -> None:
        self.now, self.way = 1000.0, Slow()
        self.stores = [open_store(url), open_store(url)]
        self.one, self.other = map(self._delivery, self.stores)
        outbox_of = self.stores[1]
        self.number = outbox_of.write(
            lambda each: outbox.put(
                each, "reply", "ann@example.org", HOST, self.now, raw=b"Subject: x\r\n\r\nx"
            )
        )
        self._sending = threading.Thread(target=self.one.deliver_next, daemon=True)
        self._sending.start()
        assert self.way.begun.wait(LONG)
        wait_until(lambda: not outbox_of.unheld([self.number]))

    def _delivery(self, store: Store) -> Delivery:
        keys = Keys(HOST, store.write(key_of))
        teller = Notifier(store, keys, SITE, no_picture)
        return Delivery(store, keys, teller, self.way, lambda: self.now)

    def sent_by_other(self) -> bool:
        """Let the other process look twice, and send what it finds; return whether it did."""
        before = len(self.way.sent)
        for _ in range(2):
            self.other.take_over()
            self.now += ORPHAN_TIMEOUT
        self.other.take_over()
        while self.other.deliver_next():
            pass
        return len(self.way.sent) > before

    def end(self) -> None:
        """Let the first process finish."""
        self.way.go_on.set()
        self._sending.join(LONG)

    def close(self) -> None:
        self.end()
        for store in self.stores:
            store.close()


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[Pair]:
    found = Pair(cluster.database("mails"))
    yield found
    found.close()


def test_what_a_killed_process_had_in_hand_is_sent_within_seconds(pair: Pair) -> None:
    begun = pair.now
    pair.stores[0].close()  # its connections end with a process
    wait_until(lambda: pair.stores[1].unheld([pair.number]) == {pair.number})
    assert pair.sent_by_other()
    assert pair.way.sent == ["ann@example.org"]
    assert pair.now - begun < 60.0 < outbox.CLAIM


def test_what_a_living_process_has_in_hand_is_left_to_it(pair: Pair) -> None:
    assert not pair.sent_by_other()
    pair.now += outbox.CLAIM + 1  # a mail server that takes ever so long
    assert not pair.sent_by_other()
    pair.end()
    assert pair.way.sent == ["ann@example.org"]
    pair.now += outbox.CLAIM + 1
    assert not pair.sent_by_other()


def test_a_process_that_lost_its_connections_for_a_moment_keeps_its_mail(
    pair: Pair, cluster: Cluster
) -> None:

    def connections(what: str) -> list[Any]:
        """Return something of each connection that holds the process's lock."""
        query = (
            f"SELECT {what} FROM pg_locks WHERE locktype = 'advisory' "
            f"AND objsubid = 2 AND objid = {pair.number}"
        )
        rows = pair.stores[1].read(lambda each: each.connection.exec_driver_sql(query).all())
        return [row[0] for row in rows]

    pair.other.take_over()
    before = connections("pid")
    connections("pg_terminate_backend(pid)")
    pair.other.take_over()
    wait_until(lambda: any(pid not in before for pid in connections("pid")))
    assert not pair.sent_by_other()
    pair.end()
    assert pair.way.sent == ["ann@example.org"]


def test_a_mail_that_waits_for_its_next_try_is_in_nobody_s_hand(pair: Pair) -> None:
    pair.end()
    store = pair.stores[1]
    number = store.write(
        lambda each: outbox.put(
            each, "reply", "bob@example.org", HOST, pair.now, raw=b"Subject: x\r\n\r\nx"
        )
    )
    row = store.write(lambda each: outbox.claim(each, pair.now))
    assert row is not None
    assert store.read(lambda each: set(outbox.claimed(each, pair.now))) == {number}
    assert store.write(lambda each: outbox.put_off(each, row, "busy", pair.now))
    assert store.read(lambda each: outbox.claimed(each, pair.now)) == {}
    due = store.read(
        lambda each: each.connection.execute(
            select(rows.c.due).where(rows.c.id == number)
        ).scalar_one()
    )
    assert due > pair.now
