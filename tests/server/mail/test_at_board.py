"""Mails about moves that their readers see at the board: they wait until it is closed."""

from __future__ import annotations

from sqlalchemy import select

from boche.server.database.schema import seats
from boche.server.operation.gauges import gauges
from boche.server.people.presence import HERE, OFTEN
from boche.server.play.account_deletion import leave
from tests.server.mail.office import Mailer
from tests.server.web.site import Site, Stream

BOB = "bob@example.org"


def opened(mailer: Mailer, site: Site, number: int) -> Stream:
    """Return bob's stream of a board, which has begun to tell."""
    stream = Stream(site, f"/api/boards/{number}/events", authorization=site.sign_up("bob"))
    stream.until("begin")
    return stream


def waiting(mailer: Mailer) -> int:
    """Return how many mails count as waiting to be sent."""
    return mailer.store.read(lambda transaction: gauges(transaction, mailer.desk.now)).mails.count


def test_a_turn_is_mailed_once_its_board_is_closed(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.carried()
    with Site(mailer.store) as site:
        stream = opened(mailer, site, number)
        mailer.desk.do(f"boche move {number} c:a1", user=ann)
        mailer.desk.pass_time(OFTEN)
        assert mailer.carried() == []
        assert waiting(mailer) == 0, "nothing is late"
        mailer.desk.do(f"boche chat {number}", "Hello.", user=ann)
        assert [address for address, _ in mailer.carried()] == [BOB]
        stream.close()
        mailer.desk.pass_time(HERE)
        assert waiting(mailer) == 1
        assert [address for address, _ in mailer.carried()] == [BOB]
        assert mailer.carried() == []


def test_a_turn_played_at_the_board_is_not_mailed(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.carried()
    with Site(mailer.store) as site:
        stream = opened(mailer, site, number)
        mailer.desk.do(f"boche move {number} c:a1", user=ann)
        mailer.desk.do(f"boche move {number} c:b1", user=bob)
        stream.close()
        mailer.desk.pass_time(HERE)
        assert [address for address, _ in mailer.carried()] == ["ann@example.org"]


def test_another_board_or_seat_is_mailed_at_once(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    mailer.desk.do("boku challenge ann bob", user=ann)
    mailer.desk.do(f"boku accept {number + 1}", user=bob)
    mailer.carried()
    with Site(mailer.store) as site:
        stream = opened(mailer, site, number)
        mailer.desk.do(f"boku move {number + 1} f5", user=ann)
        mailer.desk.do(f"boche move {number} c:a1", user=ann)
        assert [address for address, _ in mailer.carried()] == [BOB]
        mailer.desk.do(f"boche move {number} c:b1", user=bob)
        assert [address for address, _ in mailer.carried()] == ["ann@example.org"]
        stream.close()


def test_an_account_that_is_deleted_takes_along_when_it_was_there(mailer: Mailer) -> None:
    number, _, bob = mailer.board()
    with Site(mailer.store) as site:
        opened(mailer, site, number).close()

    def times() -> list[float | None]:
        query = select(seats.c.at_board).where(seats.c.board == number).order_by(seats.c.seat)
        return list(mailer.store.read(lambda one: one.connection.execute(query).scalars().all()))

    assert times() == [None, mailer.desk.now]
    mailer.store.write(lambda transaction: leave(transaction, bob, mailer.desk.now))
    assert times() == [None, None]
