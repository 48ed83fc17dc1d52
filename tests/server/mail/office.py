"""Mails as users would send them, taken by a post office with a clock that the test sets."""

from __future__ import annotations

from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlalchemy import select

from boche.server.database.schema import outbox
from boche.server.database.store import Transaction
from boche.server.mail.addresses import Keys, Turn, key_of
from boche.server.mail.delivery import Delivery, Transport
from boche.server.mail.incoming.inbound import InboundMail
from boche.server.mail.incoming.senders import DeferredError
from boche.server.mail.notices import notices
from boche.server.mail.notifier import Draw, Notifier
from boche.server.operation.vitals import MailStatus
from boche.server.people import mailboxes
from boche.server.people.accounts import User
from boche.server.play.match import Match, load
from tests.server.desk import Desk

SAMPLES = Path(__file__).parent / "samples"
HOST = "games.example"
HOME = f"play@{HOST}"
SITE = "https://games.example"


def mail_of(
    body: str = "", *, subject: str = "", sender: str = "Ann <ann@example.org>", to: str = HOME,
    identity: str = "<one@example.org>", extra: Sequence[str] = (),
) -> bytes:  # fmt: skip
    """Return a simple mail."""
    lines = [f"From: {sender}", f"To: {to}", f"Subject: {subject}"] if not any(
        each.startswith("Subject:") for each in extra
    ) else [f"From: {sender}", f"To: {to}"]  # fmt: skip
    if identity:
        lines.append(f"Message-ID: {identity}")
    lines += [*extra, "Content-Type: text/plain; charset=utf-8", "", body, ""]
    return "\n".join(lines).encode()


class Office:
    """A desk with a post office."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.store = desk, desk.store
        self.keys = Keys(HOST, self.store.write(key_of))
        self.post = InboundMail(self.store, self.keys, lambda: desk.now)
        self._count = 0

    def send(self, body: str = "", *, envelope: str | None = None, **more: Any) -> str:
        """Take a new mail; return the outcome."""
        self._count += 1
        more.setdefault("identity", f"<{self._count}@example.org>")
        try:
            return self.post.take(mail_of(body, **more), envelope)
        except DeferredError:
            return "deferred"

    def answered(self, body: str = "", **more: Any) -> str:
        """Take a mail that must be answered; return the text of the answer."""
        before = {letter["Message-ID"] for letter in self.letters()}
        assert self.send(body, **more) == "done"
        found = [letter for letter in self.letters() if letter["Message-ID"] not in before]
        assert len(found) == 1
        return text_of(found[0])

    def letters(self, kind: str | None = "reply") -> list[EmailMessage]:
        """Return the mails written so far, the oldest first."""
        rows = self.store.read(
            lambda transaction: transaction.connection.execute(
                select(outbox).order_by(outbox.c.id)
            ).all()
        )
        found = [row.raw for row in rows if row.raw and kind in (None, row.kind)]
        messages = [message_from_bytes(raw, policy=policy.default) for raw in found]
        assert all(isinstance(each, EmailMessage) for each in messages)
        return messages  # type: ignore[return-value]

    def address(self, number: int, seat: int) -> str:
        """Return the address for a move on a board as it stands now."""
        board = self.on(number)
        user = board.seats[seat].user
        assert user is not None
        return self.keys.for_turn(Turn.of(board, seat), user)

    def moves(self, number: int) -> tuple[str, ...]:
        return self.on(number).moves

    def on(self, number: int) -> Match:
        """Return a board as it stands now."""
        return self.store.read(lambda transaction: load(transaction, number))


def text_of(message: EmailMessage) -> str:
    """Return the plain text of a mail."""
    part = message.get_body(("plain",))
    assert part is not None
    text: str = part.get_content()
    return text.replace("\r\n", "\n")


class Sent:
    """A transport that keeps the mails sent, or fails on demand, or sends them ``instead``."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, EmailMessage]] = []
        self.senders: list[str] = []
        self.trouble: list[Exception] = []
        self.instead: Transport | None = None

    def check(self) -> None:
        if self.instead is not None:
            self.instead.check()
        if self.trouble:
            raise self.trouble[0]

    def send(self, sender: str, address: str, message_id: str, raw: bytes) -> None:
        if self.instead is not None:
            self.instead.send(sender, address, message_id, raw)
            return
        if self.trouble:
            raise self.trouble.pop(0)
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        assert message["Message-ID"] == message_id
        self.mails.append((address, message))
        self.senders.append(sender)


def no_picture(game: str, options: object, moves: object) -> bytes | None:
    return None


class Mailer(Office):
    """A post office that also sends."""

    def __init__(self, desk: Desk, draw: Draw = no_picture) -> None:
        super().__init__(desk)
        self.way, self.status = Sent(), MailStatus()
        teller = Notifier(self.store, self.keys, SITE, draw)
        self.delivery = Delivery(
            self.store, self.keys, teller, self.way, lambda: desk.now, self.status
        )
        self.store.before_commit = notices(HOST, lambda: desk.now)

    def confirm(self, name: str) -> None:
        """Make an account get mail at NAME@example.org."""
        user = self.desk.user(name).id

        def work(transaction: Transaction) -> None:
            mailboxes.set_addresses(transaction, user, [f"{name}@example.org"])
            mailboxes.mark_asked(transaction, user, f"{name}@example.org", self.desk.now)
            assert mailboxes.confirm(transaction, user, f"{name}@example.org", self.desk.now)

        self.store.write(work)

    def board(
        self, game: str = "boche", options: str = "-size=4 -kill=0", accepted: bool = True
    ) -> tuple[int, User, User]:
        """Set up a board between ann, who begins, and bob; both have had the mail of its start."""
        ann, bob = self.desk.person("ann"), self.desk.person("bob")
        self.confirm("ann")
        self.confirm("bob")
        answer = self.desk.do(f"{game} challenge {options} ann bob", user=ann)
        number = int(answer.split(":")[0].removeprefix("board "))
        if accepted:
            self.desk.do(f"{game} accept {number}", user=bob)
        return number, ann, bob

    def carried(self) -> list[tuple[str, EmailMessage]]:
        """Return the mails that go out now, with their recipients."""
        before = len(self.way.mails)
        self.delivery.queue_due()
        while self.delivery.deliver_next():
            pass
        return self.way.mails[before:]
