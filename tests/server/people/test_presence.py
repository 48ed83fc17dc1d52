"""Who is here, as all processes of a database see it."""

from __future__ import annotations

from sqlalchemy import event

from boche.server.database.store import Transaction
from boche.server.people import presence
from boche.server.people.presence import HERE, OFTEN, Company
from tests.server.desk import Desk


def company(desk: Desk) -> Company:
    return desk.store.read(lambda transaction: presence.company(transaction, desk.now))


def note(desk: Desk, user: int | None, address: str = "192.0.2.1") -> None:
    desk.store.write(lambda transaction: presence.note(transaction, user, address, desk.now))


def test_who_is_here_is_named_and_guests_are_counted(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    note(desk, ann.id)
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.2"):
        note(desk, None, address)
    assert company(desk) == Company(("ann",), 0, 2)
    desk.pass_time(HERE - 1.0)
    note(desk, bob.id)
    note(desk, ann.id)
    assert set(company(desk).names) == {"ann", "bob"}
    desk.pass_time(2.0)
    assert company(desk).guests == 0
    desk.pass_time(HERE)
    assert company(desk) == Company((), 0, 0)


def test_a_minute_has_at_most_one_write(desk: Desk) -> None:
    ann = desk.person("ann")
    written: list[str] = []

    def said(connection: object, cursor: object, statement: str, *_: object) -> None:
        if "presence" in statement and not statement.startswith("SELECT"):
            written.append(statement)

    event.listen(desk.store.engine, "before_cursor_execute", said)
    try:
        for _ in range(10):
            note(desk, ann.id)
            desk.pass_time(OFTEN / 10.0 - 0.1)
        assert len(written) == 1
        desk.pass_time(OFTEN)
        note(desk, ann.id)
        assert len(written) == 2
    finally:
        event.remove(desk.store.engine, "before_cursor_execute", said)


def test_old_notes_are_deleted(desk: Desk) -> None:
    ann = desk.person("ann")
    note(desk, ann.id)

    def seen(transaction: Transaction) -> float | None:
        return presence.last_seen(transaction, ann.id)

    assert desk.store.read(seen) == desk.now
    desk.pass_time(3601.0)
    desk.store.write(lambda transaction: presence.forget_old(transaction, desk.now))
    assert desk.store.read(seen) is None
