"""Assembly of the mail system: incoming, outgoing, and the store's before-commit hook."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import delete, insert, select

from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.server.database.schema import settings
from boche.server.database.store import Store, Transaction
from boche.server.errors import ServerError
from boche.server.mail.addresses import Keys, key_of
from boche.server.mail.delivery import Delivery, Folder, Smtp, Transport
from boche.server.mail.incoming.inbound import InboundMail
from boche.server.mail.incoming.listeners import Listeners, Maildir
from boche.server.mail.notices import notices
from boche.server.mail.notifier import Notifier
from boche.server.operation.vitals import MailStatus
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
    def is_enabled(self) -> bool:
        return any((self.folder, self.smtp, self.smtp_listen, self.lmtp_listen, self.maildir))


@contextlib.contextmanager
def mail_service(
    config: MailSettings, store: Store, site: str, now: Callable[[], float] = time.time,
    status: MailStatus | None = None,
) -> Iterator[InboundMail | None]:  # fmt: skip
    """Run the mail system within a context; None if there is none. Raises ``ServerError``.

    A process that carries no mail itself still queues mails about its events if another process of
    the same database carries them. ``status`` is kept up to date by what is sent.
    """
    host = store.write(lambda transaction: _host(transaction, config))
    if host is None:
        yield None
        return
    keys = Keys(host, store.write(key_of))
    inbound = InboundMail(store, keys, now)
    store.before_commit = notices(host, now)
    with contextlib.ExitStack() as stack:
        if config.is_enabled:
            _open(stack, config, store, inbound, site, now, status)
        yield inbound


def _open(
    stack: contextlib.ExitStack, config: MailSettings, store: Store, inbound: InboundMail,
    site: str, now: Callable[[], float], status: MailStatus | None,
) -> None:  # fmt: skip
    transport = _transport(config)
    if transport is not None:
        studio = Studio()
        stack.callback(studio.close)
        delivery = Delivery(
            store,
            inbound.keys,
            Notifier(store, inbound.keys, site, studio.draw),
            transport,
            now,
            status,
        )
        delivery.start()
        stack.callback(delivery.close)
    if config.smtp_listen or config.lmtp_listen:
        listeners = Listeners(inbound, config.smtp_listen, config.lmtp_listen)
        listeners.start()
        stack.callback(listeners.close)
    if config.maildir is not None:
        maildir = Maildir(inbound, config.maildir.absolute())
        maildir.start()
        stack.callback(maildir.close)


def _transport(config: MailSettings) -> Transport | None:
    if config.folder is not None:
        try:
            config.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ServerError(
                tr(
                    "--mail-folder {folder!r}: {error}",
                    folder=str(config.folder),
                    error=system_reason(error),
                )
            ) from error
        return Folder(config.folder.absolute())
    return None if config.smtp is None else Smtp(*config.smtp)


def _host(transaction: Transaction, config: MailSettings) -> str | None:
    """Return the domain of the server's addresses, storing it for all processes of the database."""
    saved = transaction.connection.execute(
        select(settings.c.value).where(settings.c.name == _HOST)
    ).scalar_one_or_none()  # fmt: skip
    if not config.is_enabled:
        return saved
    host = config.host or saved or LOCAL
    if host != saved:
        transaction.connection.execute(delete(settings).where(settings.c.name == _HOST))
        transaction.connection.execute(insert(settings).values(name=_HOST, value=host))
    return host
