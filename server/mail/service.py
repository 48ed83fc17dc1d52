"""Assembly of the mail system: incoming, outgoing, and the database's companion."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import delete, insert, select

from boche.server.database.schema import settings
from boche.server.database.store import Store, Transaction
from boche.server.errors import ServerError
from boche.server.mail.addresses import Keys, key_of
from boche.server.mail.delivery import Delivery, Folder, Smtp, Way
from boche.server.mail.incoming.inbound import InboundMail
from boche.server.mail.incoming.listeners import Listeners, Maildir
from boche.server.mail.notices import notices
from boche.server.mail.notifier import Notifier
from boche.server.thinking.pictures import Studio

LOCAL = "localhost"
_HOST = "mail-host"

Place = tuple[str, int]
"""A host and a port."""


@dataclass(frozen=True)
class MailSettings:
    """Settings of mail transport; if all are unset, there is no mail.

    ``host`` is the part after the @ in the server's addresses.
    """

    host: str | None = None
    folder: Path | None = None
    smtp: Place | None = None
    smtp_listen: Place | None = None
    lmtp_listen: Place | None = None
    maildir: Path | None = None

    @property
    def is_wanted(self) -> bool:
        return any((self.folder, self.smtp, self.smtp_listen, self.lmtp_listen, self.maildir))


def place(text: str) -> Place:
    """Parse ``HOST:PORT``. Raises ``ServerError``."""
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ServerError(f"{text!r}: HOST:PORT is wanted, as 127.0.0.1:25")
    return host.strip("[]"), int(port)


@contextlib.contextmanager
def post_office(
    wanted: MailSettings, store: Store, site: str, now: Callable[[], float] = time.time
) -> Iterator[InboundMail | None]:
    """Run the mail system within a context; None if there is none. Raises ``ServerError``.

    A process that carries no mail itself still queues mails about its events if another process of
    the same database carries them.
    """
    host = store.write(lambda transaction: _host(transaction, wanted))
    if host is None:
        yield None
        return
    keys = Keys(host, store.write(key_of))
    post = InboundMail(store, keys, now)
    store.before_commit = notices(host, now)
    with contextlib.ExitStack() as stack:
        if wanted.is_wanted:
            _open(stack, wanted, store, post, site, now)
        yield post


def _open(
    stack: contextlib.ExitStack, wanted: MailSettings, store: Store, post: InboundMail, site: str,
    now: Callable[[], float],
) -> None:  # fmt: skip
    way = _way(wanted)
    if way is not None:
        studio = Studio()
        stack.callback(studio.close)
        delivery = Delivery(
            store, post.keys, Notifier(store, post.keys, site, studio.draw), way, now
        )
        delivery.start()
        stack.callback(delivery.close)
    if wanted.smtp_listen or wanted.lmtp_listen:
        doors = Listeners(post, wanted.smtp_listen, wanted.lmtp_listen)
        doors.start()
        stack.callback(doors.close)
    if wanted.maildir is not None:
        maildir = Maildir(post, wanted.maildir.absolute())
        maildir.start()
        stack.callback(maildir.close)


def _way(wanted: MailSettings) -> Way | None:
    if wanted.folder is not None:
        try:
            wanted.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ServerError(f"--mail-folder {str(wanted.folder)!r}: {error.strerror}") from error
        return Folder(wanted.folder.absolute())
    return None if wanted.smtp is None else Smtp(*wanted.smtp)


def _host(transaction: Transaction, wanted: MailSettings) -> str | None:
    """Return the domain of the server's addresses, storing it for all processes of the database."""
    kept = transaction.connection.execute(
        select(settings.c.value).where(settings.c.name == _HOST)
    ).scalar_one_or_none()  # fmt: skip
    if not wanted.is_wanted:
        return kept
    host = wanted.host or kept or LOCAL
    if host != kept:
        transaction.connection.execute(delete(settings).where(settings.c.name == _HOST))
        transaction.connection.execute(insert(settings).values(name=_HOST, value=host))
    return host
