"""A mail that cannot be sent is set aside with its reason, and the others go out."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import select

from boche.server.database.schema import outbox as rows
from boche.server.errors import UnavailableError
from boche.server.mail.delivery import NO_SMTPUTF8, RefusedError, Smtp
from boche.server.mail.notifier import Notifier
from boche.server.people import mailboxes
from tests.ports import free_port
from tests.server.desk import PASSWORD
from tests.server.mail.office import HOST, Mailer, mail_of

BOUNCE = f"bounce+1@{HOST}"


class Sink:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.got = list[tuple[list[str], bytes]]()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.got.append((list(envelope.rcpt_tos), envelope.original_content))
        return "250 OK"


@pytest.fixture(params=[False, True], ids=["ascii", "utf8"])
def sink(request: pytest.FixtureRequest) -> Iterator[tuple[Sink, Smtp, bool]]:
    handler = Sink()
    port = free_port()
    server = Controller(handler, "127.0.0.1", port, enable_SMTPUTF8=request.param)
    server.start()
    yield handler, Smtp("127.0.0.1", port), request.param
    server.stop()


def failed(mailer: Mailer) -> list[str | None]:
    return list(
        mailer.store.read(
            lambda transaction: transaction.connection.execute(
                select(rows.c.failed).order_by(rows.c.id)
            ).scalars().all()
        )
    )  # fmt: skip


def test_an_address_beyond_ascii_by_smtp(sink: tuple[Sink, Smtp, bool], mailer: Mailer) -> None:
    got, way, has_utf8 = sink
    mailer.way.instead = way
    for address in (
        "first@mail.example", "änn@mail.example", "buch@bücher.example", "third@mail.example"
    ):  # fmt: skip
        name = address.partition("@")[0].replace("ä", "ae")
        mailer.desk.person(name)
        mailer.desk.do(f"change address {name} {PASSWORD} {address}", user=mailer.desk.user(name))
    mailer.carried()
    reached = [to for recipients, _ in got.got for to in recipients]
    wanted = ["first@mail.example", "änn@mail.example", "buch@xn--bcher-kva.example",
              "third@mail.example"]  # fmt: skip
    assert sorted(reached) == sorted(wanted if has_utf8 else [wanted[0], *wanted[2:]])
    refused = [reason for reason in failed(mailer) if reason]
    assert refused == ([] if has_utf8 else [f"refused: {NO_SMTPUTF8}"])
    box = mailer.store.read(lambda each: mailboxes.of_user(each, mailer.desk.user("aenn").id))
    assert [each.refused for each in box.addresses] == [not has_utf8]
    if has_utf8:
        raw = next(raw for to, raw in got.got if to == ["änn@mail.example"])
        assert "To: änn@mail.example" in raw.decode()


@pytest.mark.parametrize("address", ["a\r\nRCPT TO:<b@x.y>@x.y", "a\0@x.y", "\ud800@x.y"])
def test_what_cannot_be_said_to_a_mail_server(sink: tuple[Sink, Smtp, bool], address: str) -> None:
    got, way, _ = sink
    with pytest.raises(RefusedError, match="it is not an address"):
        way.send(BOUNCE, address, "<1@x>", mail_of("x"))
    way.send(BOUNCE, "ann@mail.example", "<2@x>", mail_of("x"))
    assert [to for to, _ in got.got] == [["ann@mail.example"]]


GOOD = (b"220 x", b"250 x", b"250 ok", b"250 ok", b"354 go", b"250 taken", b"221 bye")


class Odd:
    """A mail server that says what it is told to, line by line."""

    def __init__(self, lines: tuple[bytes, ...]) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.way = Smtp("127.0.0.1", self._socket.getsockname()[1])
        self._lines = lines
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        with connection, connection.makefile("rb") as said:
            for line in self._lines:
                try:
                    connection.sendall(line + b"\r\n")
                    while (heard := said.readline()) and line == GOOD[4] and heard != b".\r\n":
                        pass
                except OSError:
                    return

    def close(self) -> None:
        self._socket.close()


@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize(
    "line",
    [b"554 5.7.1 no", b"451 later", b"garbage", b"", b"\xff\xfe\xfd", b"250" + b"x" * 9000,
     b"550 <o'neil@mail.example>: \xe4\xf6\xfc", b"999 what", b"-1 no"],
)  # fmt: skip
def test_no_answer_of_a_mail_server_stops_the_others(mailer: Mailer, at: int, line: bytes) -> None:
    odd = Odd((*GOOD[:at], line))
    mailer.way.instead = odd.way
    mailer.send("help")
    mailer.delivery.deliver_next()
    odd.close()
    mailer.way.instead = None
    mailer.send("help", sender="bob@example.org")
    assert [to for to, _ in mailer.carried()] == ["bob@example.org"]
    reason = failed(mailer)[0]
    assert reason is None or "neil" not in reason


@pytest.mark.parametrize("line", [b"554 no", b"421 too long", b"garbage", b""])
def test_what_is_said_after_a_mail_was_taken_does_not_send_it_again(
    mailer: Mailer, line: bytes
) -> None:
    odd = Odd((*GOOD[:6], line))
    mailer.way.instead = odd.way
    mailer.send("help")
    mailer.delivery.deliver_next()
    odd.close()
    assert failed(mailer) == [None]
    assert not mailer.delivery.deliver_next()


@pytest.mark.parametrize("at", [0, 1])
def test_a_mail_server_that_takes_nobody_in_loses_no_mail(mailer: Mailer, at: int) -> None:
    odd = Odd((*GOOD[:at], b"554 5.3.2 closed", b"554 5.3.2 closed"))
    mailer.way.instead = odd.way
    mailer.send("help")
    mailer.delivery.deliver_next()
    odd.close()
    assert mailer.status.trouble
    mailer.way.instead = None
    mailer.desk.pass_time(3600)
    assert len(mailer.carried()) == 1


def test_a_template_that_fails_stops_no_other_mail(
    mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailer.board()
    kept = Notifier.write

    def write(self: Any, row: Any, now: float) -> bytes | None:
        if row.address.startswith("ann"):
            raise KeyError("name")
        return kept(self, row, now)

    monkeypatch.setattr(Notifier, "write", write)
    assert [to for to, _ in mailer.carried()] == ["bob@example.org"]
    assert "a mistake of the program: KeyError" in failed(mailer)
    monkeypatch.undo()
    mailer.desk.pass_time(3600)
    assert [to for to, _ in mailer.carried()] == ["ann@example.org"]


def test_a_database_that_goes_away_loses_no_mail(
    mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailer.board()

    def away(*_: object) -> bytes | None:
        raise UnavailableError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(Notifier, "write", away)
        with pytest.raises(UnavailableError):
            mailer.carried()
    mailer.desk.pass_time(3600)
    assert {to for to, _ in mailer.carried()} == {"ann@example.org", "bob@example.org"}


def test_the_log_has_the_end_and_the_return_of_a_mail_server_once_each(
    mailer: Mailer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "boche")
    mailer.board()
    mailer.way.trouble = [ConnectionRefusedError(111, "Connection refused")] * 6
    for _ in range(3):
        mailer.carried()
        mailer.desk.pass_time(60)
    gone = "the mail server does not take mail: Connection refused"
    assert caplog.text.count(gone) == 1
    mailer.way.trouble = []
    mailer.delivery.look_for_server()
    mailer.desk.pass_time(3600)
    assert mailer.carried()
    assert caplog.text.count("the mail server takes mail again") == 1
    assert caplog.text.count(gone) == 1


# -- deleted accounts


def addresses(mailer: Mailer) -> set[str]:
    return set(
        mailer.store.read(
            lambda transaction: (
                transaction.connection.execute(select(rows.c.address)).scalars().all()
            )
        )
    )


def test_the_address_of_a_deleted_account_leaves_at_once(mailer: Mailer) -> None:
    number, ann, _ = mailer.board()
    mailer.carried()
    mailer.send("help", sender="BOB@Example.org")
    mailer.desk.do(f"boche move {number} c:a1", user=ann)
    mailer.carried()
    mailer.send("help", sender="Bob <bob@example.org>")
    assert any(address.lower() == "bob@example.org" for address in addresses(mailer))
    mailer.desk.do(f"delete bob {PASSWORD}")
    assert not any("bob" in address.lower() for address in addresses(mailer))
    assert "ann@example.org" in addresses(mailer)


def test_an_address_that_another_account_has_stays(mailer: Mailer) -> None:
    mailer.board()
    mailer.desk.person("carl")
    mailer.desk.do(f"change address carl {PASSWORD} bob@example.org", user=mailer.desk.user("carl"))
    mailer.send("help", sender="bob@example.org")
    mailer.desk.do(f"delete bob {PASSWORD}")
    assert "bob@example.org" in [to for to, _ in mailer.carried()]


def test_the_receipt_of_a_deletion_keeps_the_address_until_it_is_sent(mailer: Mailer) -> None:
    mailer.board()
    mailer.carried()
    mailer.send(f"delete bob {PASSWORD}", sender="bob@example.org")
    ((_, ask),) = mailer.carried()
    mailer.send("yes", sender="bob@example.org", to=ask["Reply-To"])
    assert "bob@example.org" in addresses(mailer)
    assert "bob@example.org" in [to for to, _ in mailer.carried()]
    assert "bob@example.org" not in addresses(mailer)


def test_nobodys_address_is_kept_once_the_answer_is_sent(mailer: Mailer) -> None:
    mailer.send("help", sender="zoe@example.org")
    assert [to for to, _ in mailer.carried()] == ["zoe@example.org"]
    assert addresses(mailer) == {""}
