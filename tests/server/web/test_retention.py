"""What is not kept any longer: old games of guests, closed reports, the operators' log."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select, update

from boche.engine.durations import DAY
from boche.server.database.schema import boards, moderation_log, moves, reports
from boche.server.database.store import Store, Transaction
from boche.server.play import retention
from boche.server.policy import Keep
from tests.server.desk import START
from tests.server.web.site import Site


def ended(site: Site, ago: float, **columns: Any) -> int:
    """Play a game between guests, which ended so many days ago; return its number."""
    number, one, _ = site.friends()
    site.post(f"/api/boards/{number}/moves", {"move": "c:a1", "ply": 1}, auth=one)
    site.post(f"/api/boards/{number}/resign", auth=one)
    end(site.service.store, number, site.now - ago * DAY, **columns)
    return number


def end(store: Store, number: int, at: float, **columns: Any) -> None:
    store.write(
        lambda transaction: transaction.connection.execute(
            update(boards).where(boards.c.id == number).values(ended=at, **columns)
        )
    )


def forgotten(site: Site, keep: Keep) -> set[int]:
    """Delete what is too old; return the numbers of the boards that are left."""
    store = site.service.store
    while store.write(lambda t: retention.forget_guests_games(t, keep, site.now)):
        pass
    store.write(lambda t: retention.forget(t, keep, site.now))
    return set(store.read(lambda t: t.connection.execute(select(boards.c.id)).scalars().all()))


def test_old_games_of_guests_are_deleted(site: Site) -> None:
    old, new = ended(site, 31.0), ended(site, 29.0)
    ann = site.sign_up("ann")
    mixed = site.post("/api/seeks", {"game": "boche"}, auth=ann)["board"]
    end(site.service.store, mixed, site.now - 400 * DAY, state="over")
    running, _, _ = site.friends()
    assert forgotten(site, Keep(guest_games=None)) == {old, new, mixed, running}
    assert forgotten(site, Keep(guest_games=30)) == {new, mixed, running}
    left = site.service.store.read(
        lambda t: t.connection.execute(select(moves.c.board)).scalars().all()
    )
    assert set(left) == {new}, "with its moves"
    assert forgotten(site, Keep(guest_games=1)) == {mixed, running}
    assert site.friends()[0] > running


def test_the_newest_board_stays_so_that_its_number_is_not_used_again(site: Site) -> None:
    first, last = ended(site, 40.0), ended(site, 50.0)
    assert forgotten(site, Keep(guest_games=30)) == {last}
    assert site.friends()[0] > last > first


def test_a_rematch_leads_no_longer_to_a_game_that_is_gone(site: Site) -> None:
    old, new = ended(site, 40.0), ended(site, 3.0)
    end(site.service.store, new, site.now - 3 * DAY, before=old)
    end(site.service.store, old, site.now - 40 * DAY, after=new)
    assert forgotten(site, Keep(guest_games=30)) == {new}
    answer = site.get(f"/api/boards/{new}")
    assert answer.get("before") is None


def test_closed_reports_and_the_log(store: Store) -> None:
    def work(transaction: Transaction) -> None:
        for days, is_open in ((400, False), (400, True), (10, False)):
            transaction.connection.execute(insert(reports).values(
                reporter_name="ann", name="eve", reason="chat", text=f"{days} {is_open}",
                context=[], at=START - days * DAY, open=is_open,
                closed=None if is_open else START - days * DAY,
            ))  # fmt: skip
        for days in (50, 40, 30):
            transaction.connection.execute(insert(moderation_log).values(
                at=START - days * DAY, actor="ann", action="warn", subject="eve", reason=str(days)
            ))  # fmt: skip

    def left(transaction: Transaction) -> tuple[set[str], set[str]]:
        return tuple(
            set(transaction.connection.execute(select(column)).scalars())
            for column in (reports.c.text, moderation_log.c.reason)
        )  # type: ignore[return-value]

    store.write(work)
    store.write(lambda transaction: retention.forget(transaction, Keep(), START))
    assert store.read(left) == ({"400 True", "10 False"}, {"50", "40", "30"})
    store.write(lambda transaction: retention.forget(transaction, Keep(log=45), START))
    assert store.read(left)[1] == {"40", "30"}
    store.write(lambda transaction: retention.forget(transaction, Keep(log=1), START))
    assert store.read(left)[1] == {"30"}, "the newest stays"
