"""Sending mails from the outbox, to a mail server or to files in a folder. One thread."""

from __future__ import annotations

import logging
import os
import re
import smtplib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from boche.engine.atomic_write import FileError, write_durably
from boche.engine.durations import DAY, HOUR
from boche.engine.languages.system import system_reason
from boche.engine.printable import printable
from boche.server import limits
from boche.server.database.store import News, Store, Transaction
from boche.server.errors import ServerError, TooManyError, UnavailableError
from boche.server.infrastructure.supervision import KeptThread, shielded
from boche.server.limits import Limit
from boche.server.mail import notices, outbox
from boche.server.mail.addresses import Keys
from boche.server.mail.incoming import idempotency
from boche.server.mail.notifier import ASK, DIGEST_MAIL, TELLING, Notifier
from boche.server.operation.vitals import MailStatus
from boche.server.people import mail_addresses, mailboxes

CONFIRMATIONS_TO = Limit("asked", 2, DAY)
"""Confirmation mails to one address, from all accounts together."""
CONFIRMATIONS_OF_USER = Limit("asked-by", 6, HOUR)
"""Confirmation mails for the addresses of one account."""

POLL_INTERVAL = 15.0
"""Seconds between checks for what is due: reminders, digests and retries."""
SHARED_POLL_INTERVAL = 2.0
"""Seconds between checks whether other processes that have mails in hand are still there."""
ORPHAN_TIMEOUT = 10.0
"""Seconds after which one that is not seen counts as killed: it may have lost its connections."""
CHECKS_PER_TIDY = 240
"""Number of checks between two cleanups."""
SMTP_TIMEOUT = 30.0
"""Timeout of a mail server in seconds."""

NAME = "mail delivery"
"""Name of the thread, in the log and the metrics."""

log = logging.getLogger(__name__)


class RefusedError(Exception):
    """A permanent refusal of a mail; ``address`` says whether the recipient is the reason."""

    def __init__(self, message: str, *, address: bool) -> None:
        super().__init__(message)
        self.address = address


class PostponedError(OSError):
    """A mail server's refusal of a recipient for now; the server itself works."""


class Transport(Protocol):
    """A transport for mails."""

    def send(self, sender: str, address: str, message_id: str, raw: bytes) -> None:
        """Deliver a mail. Raises ``OSError`` to try again later, else ``RefusedError``."""

    def check(self) -> None:
        """Raise ``OSError`` if no mail can be delivered now."""


@dataclass(frozen=True)
class Folder:
    """A folder of files named by Message-ID: the same mail is the same file."""

    folder: Path

    def send(self, sender: str, address: str, message_id: str, raw: bytes) -> None:
        name = message_id.strip("<>").partition("@")[0]
        try:
            write_durably(self.folder / f"{name}.eml", raw)
        except FileError as error:
            raise OSError(str(error)) from error

    def check(self) -> None:
        if not os.access(self.folder, os.W_OK | os.X_OK):
            raise OSError(f"cannot write to {str(self.folder)!r}")


@dataclass(frozen=True)
class Smtp:
    """A mail server that relays mails to any address.

    An address with a letter beyond ASCII before the ``@`` needs SMTPUTF8 (RFC 6531) there.
    """

    host: str
    port: int

    def send(self, sender: str, address: str, message_id: str, raw: bytes) -> None:
        if not mail_addresses.is_address(address):
            raise RefusedError("it is not an address", address=True)
        options = [] if address.isascii() else ["SMTPUTF8", "BODY=8BITMIME"]
        try:
            with self._connected() as server:
                server.ehlo_or_helo_if_needed()
                if options and not server.has_extn("smtputf8"):
                    raise RefusedError(NO_SMTPUTF8, address=True)
                server.sendmail(sender, [address], raw, options)
        except (smtplib.SMTPConnectError, smtplib.SMTPHeloError) as error:
            raise OSError(_line(error.smtp_code, error.smtp_error)) from error
        except smtplib.SMTPRecipientsRefused as error:
            code, reply = next(iter(error.recipients.values()))
            self._raise(code, reply, address=True)
        except smtplib.SMTPResponseException as error:
            self._raise(error.smtp_code, error.smtp_error, address=False)
        except smtplib.SMTPNotSupportedError as error:
            raise RefusedError(str(error), address=False) from error
        except smtplib.SMTPException as error:
            raise OSError(str(error)) from error

    def check(self) -> None:
        try:
            with self._connected() as server:
                server.noop()
        except smtplib.SMTPException as error:
            raise OSError(str(error)) from error

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        """Yield a conversation. What the mail server says at its end changes nothing any longer."""
        server = smtplib.SMTP(self.host, self.port, timeout=SMTP_TIMEOUT)
        try:
            yield server
        finally:
            with suppress(smtplib.SMTPException, OSError):
                server.quit()
            server.close()

    def _raise(self, code: int, reply: bytes | str, *, address: bool) -> None:
        line = _line(code, reply)
        if 500 <= code < 600:
            raise RefusedError(line, address=address)
        raise PostponedError(line) if address else OSError(line)


NO_SMTPUTF8 = "the mail server has no SMTPUTF8, which an address beyond ASCII needs"


def _line(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return printable(f"{code} {' '.join(text.split())}")[:300]


class Delivery:
    """A thread that writes and sends the outbox's mails, and handles what falls due."""

    def __init__(
        self, store: Store, keys: Keys, notifier: Notifier, transport: Transport,
        now: Callable[[], float], status: MailStatus | None = None,
    ) -> None:  # fmt: skip
        self._status = status or MailStatus()
        self._store, self._keys, self._notifier = store, keys, notifier
        self._transport, self._now = transport, now
        self._news, self._closed = threading.Event(), threading.Event()
        self._orphans: dict[tuple[int, float], float] = {}
        self._others_send = False
        self._thread = KeptThread(NAME, self._run)

    def start(self) -> None:
        self._store.listen(self._on_events)
        self._thread.start()

    def close(self) -> None:
        """Finish the current mail, and end."""
        self._closed.set()
        self._news.set()
        self._thread.close(2 * SMTP_TIMEOUT)

    def _on_events(self, topics: set[str], news: list[News]) -> None:
        if outbox.TOPIC in topics:
            self._news.set()

    def _run(self) -> None:
        checks = 0
        if not self._store.shared:
            self._do(self.release_interrupted)
        while not self._closed.is_set():
            self._news.clear()
            self._do(self.take_over)
            self._do(self.queue_due)
            self._do(self._deliver)
            if checks % CHECKS_PER_TIDY == 0:
                self._do(self.tidy)
            if self._status.trouble:
                self._do(self.look_for_server)
            checks += 1
            self._news.wait(SHARED_POLL_INTERVAL if self._others_send else POLL_INTERVAL)

    def _do(self, step: Callable[[], None]) -> None:
        """Do one step: if it fails, the others are done all the same."""
        with shielded(NAME):
            try:
                step()
            except UnavailableError:
                pass  # reported by the database itself
            except ServerError as error:
                log.warning("mail: %s", error)

    def _deliver(self) -> None:
        while not self._closed.is_set() and self.deliver_next():
            pass

    def look_for_server(self) -> None:
        """Note whether the mail server is back, even if no mail is due."""
        try:
            self._transport.check()
        except OSError:
            return
        self._status.works()

    def queue_due(self) -> None:
        """Put into the outbox what is due: confirmation requests, digests and reminders."""
        now, host = self._now(), self._keys.host
        # Each in a transaction of its own: what is wrong with one kind does not stop the others.

        def ask(transaction: Transaction) -> None:
            for user, address in mailboxes.to_ask(transaction, now):
                try:
                    limits.charge_one(transaction, CONFIRMATIONS_OF_USER, str(user), now)
                    limits.charge_one(
                        transaction, CONFIRMATIONS_TO, mail_addresses.key_of(address), now
                    )
                except TooManyError:
                    continue  # somebody makes the server write to people who asked for nothing
                outbox.put(transaction, ASK, address, host, now, user=user)

        def digest(transaction: Transaction) -> None:
            due = mailboxes.due_digests(transaction, now)
            for user, box in mailboxes.of_users(transaction, due).items():
                notices.put_to(transaction, DIGEST_MAIL, box, host, now, user=user,
                               data={"since": due[user]})  # fmt: skip

        for work in (ask, digest, lambda transaction: notices.nag(transaction, host, now)):
            self._do(partial(self._store.write, work))

    def release_interrupted(self) -> None:
        """Send what a process was about to send when it was killed, and no other one can be."""
        now = self._now()
        self._store.write(lambda transaction: outbox.release(transaction, now))

    def take_over(self) -> None:
        """Let mails be sent that other processes had in hand when they were killed."""
        if not self._store.shared:
            return
        now = self._now()
        claims = self._store.read(lambda transaction: outbox.claimed(transaction, now))
        unheld = self._store.unheld(claims) if claims else set()
        self._others_send = bool(claims)
        orphans = {(number, claims[number]) for number in unheld}
        self._orphans = {each: self._orphans.get(each, now) for each in orphans}
        gone = {
            number: due
            for (number, due), since in self._orphans.items()
            if now - since >= ORPHAN_TIMEOUT
        }
        if gone:
            self._store.write(lambda transaction: outbox.take_over(transaction, gone, now))

    def _is_in_hand(self, row: Any) -> bool:
        """Return whether another process, which lives, has been sending a mail for very long."""
        begun = self._store.shared and row.tries and row.failed is None
        return bool(begun) and row.id not in self._store.unheld([row.id])

    def tidy(self) -> None:
        """Delete old entries."""
        now = self._now()
        self._store.write(lambda transaction: outbox.forget_old(transaction, now))
        self._store.write(lambda transaction: idempotency.forget_old(transaction, now))

    def deliver_next(self) -> bool:
        """Send the next mail, or postpone it; return False if none is due."""
        now = self._now()
        is_waiting, row = self._store.write(
            lambda transaction: outbox.take(transaction, TELLING, now)
        )
        if row is None:
            return is_waiting
        if not self._is_in_hand(row):
            with self._store.hold(row.id):
                self._deliver_row(row, now)
        return True

    def _deliver_row(self, row: Any, now: float) -> None:
        """Send a mail, or postpone it."""
        try:
            raw = row.raw if row.raw is not None else self._write(row, now)
            if raw is None:
                return
            sender = self._keys.for_bounce(row.id, row.message_id)
            self._transport.send(sender, mail_addresses.wire_form(row.address), row.message_id, raw)
        except RefusedError as error:
            self._status.works()
            self._refused(row, error, now)
        except PostponedError as error:
            self._status.works()
            self._put_off(row, _unnamed(printable(error)), now)
        except OSError as error:
            self._status.failed(_unnamed(printable(system_reason(error))))
            self._put_off(row, _unnamed(printable(error)), now)
        except ServerError:
            raise
        except Exception as error:  # a mistake in writing this mail must not stop the others
            log.exception("mail %s cannot be sent now, and is tried again", row.message_id)
            self._put_off(row, f"a mistake of the program: {type(error).__name__}", now)
        else:
            self._status.works()
            self._store.write(lambda transaction: outbox.sent(transaction, row, now))

    def _put_off(self, row: Any, reason: str, now: float) -> None:
        if not self._store.write(lambda transaction: outbox.put_off(transaction, row, reason, now)):
            log.warning("mail %s given up after %s tries: %s", row.message_id, row.tries, reason)

    def _write(self, row: Any, now: float) -> bytes | None:
        """Return the mail of a row, stored before it is sent; None if there is nothing to tell."""
        try:
            raw = self._notifier.write(row, now)
            reason = "overtaken"
        except UnavailableError:
            raise  # it is written once the database is back
        except ServerError as error:
            raw, reason = None, str(error)
        if raw is None:
            self._store.write(lambda transaction: outbox.drop(transaction, row, reason))
            return None
        self._store.write(lambda transaction: outbox.keep(transaction, row.id, raw))
        return raw

    def _refused(self, row: Any, error: RefusedError, now: float) -> None:
        log.warning("mail %s refused: %s", row.message_id, _unnamed(str(error)))

        def work(transaction: Transaction) -> None:
            outbox.drop(transaction, row, f"refused: {_unnamed(str(error))}")
            if error.address:
                mailboxes.refuse(transaction, row.address, now)

        self._store.write(work)


_ADDRESS = re.compile(r"[^\s<>\"]+@[^\s<>\"]+")


def _unnamed(reply: str) -> str:
    """Return a mail server's reply without the addresses in it, for the log."""
    return _ADDRESS.sub("...", reply)
