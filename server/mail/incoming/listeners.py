"""Entry points for mail: SMTP and LMTP, behind the operator's mail server, and a maildir."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from boche.engine.durations import DAY, HOUR
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.server.errors import ServerError, UnavailableError
from boche.server.infrastructure.supervision import KeptThread
from boche.server.mail.incoming.inbound import InboundMail
from boche.server.mail.incoming.senders import DeferredError
from boche.server.mail.parsing import MOST_BYTES, READ_BYTES

MOST_RECIPIENTS = 20
IDLE = 60.0
"""Seconds after which a silent connection is closed."""
LOOK = 2.0
"""Seconds between checks of a maildir."""
AT_ONCE = 4
"""Mails handled at a time."""

PAUSE, LONGEST_PAUSE = 60.0, 6 * HOUR
"""Seconds until a postponed mail in a maildir is tried again, growing each time."""
PATIENCE = 4 * DAY
"""Seconds after which a postponed mail is given up."""


class Fate(Enum):
    """The outcome of a mail, as reported to the mail server."""

    TAKEN = "250 2.0.0 taken"
    LATER = "451 4.7.1 too many mails that prove nothing; deliver it again later"
    AWAY = "451 4.3.0 not now; deliver it again later"
    FAILED = "451 4.3.0 this mail cannot be taken now; deliver it again later"


NOT_HERE = "550 5.1.1 unknown address"
TOO_MANY = "452 4.5.3 too many addresses"

log = logging.getLogger(__name__)


class Handler:
    """A handler of mail server sessions."""

    def __init__(self, inbound: InboundMail) -> None:
        self._inbound = inbound
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="mail")

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str,
        rcpt_options: list[str],
    ) -> str:  # fmt: skip
        if self._inbound.keys.split(address) is None:
            return NOT_HERE
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        raw = envelope.original_content or b""
        sender, to = envelope.mail_from or "", list(map(str, envelope.rcpt_tos))
        loop = asyncio.get_running_loop()
        fate = await loop.run_in_executor(self._pool, partial(take, self._inbound, raw, sender, to))
        return fate.value

    def close(self) -> None:
        self._pool.shutdown(wait=True)


def take(inbound: InboundMail, raw: bytes, sender: str | None, to: list[str]) -> Fate:
    """Take a mail, or say that it must be delivered again."""
    try:
        inbound.take(raw, sender, to)
    except DeferredError:
        return Fate.LATER
    except UnavailableError:  # reported by the database itself
        return Fate.AWAY
    except Exception:
        # A bug here must not lose a player's move: the mail server keeps the mail.
        log.exception("a mail could not be taken")
        return Fate.FAILED
    return Fate.TAKEN


class _LongSMTP(SMTP):
    # Many programs write longer lines than RFC 5321 (4.5.3.1.6) says.
    line_length_limit = READ_BYTES


class _LongLMTP(LMTP):
    line_length_limit = READ_BYTES


class Listeners:
    """Listeners for SMTP and LMTP, in their own thread and event loop."""

    def __init__(
        self, inbound: InboundMail, smtp: tuple[str, int] | None, lmtp: tuple[str, int] | None
    ):
        self._handler = Handler(inbound)
        self._host = inbound.keys.host
        self._addresses = [
            (kind, at) for kind, at in ((_LongSMTP, smtp), (_LongLMTP, lmtp)) if at is not None
        ]
        self.ports: list[int] = []
        """The ports it listens on, SMTP's first."""
        self._loop = asyncio.new_event_loop()
        self._servers: list[asyncio.Server] = []
        self._thread = KeptThread("mail listener", self._loop.run_forever)

    def start(self) -> None:
        """Start listening. Raises ``ServerError`` if that fails."""
        self._thread.start()
        for kind, (host, port) in self._addresses:
            try:
                listening = self._loop.create_server(partial(self._server, kind), host, port)
                server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
            except OSError as error:
                self.close()
                raise ServerError(
                    tr(
                        "cannot listen for mail on {host} port {port}: {error}",
                        host=host,
                        port=port,
                        error=system_reason(error),
                    )
                ) from error
            self._servers.append(server)
            self.ports.append(server.sockets[0].getsockname()[1])

    def _server(self, kind: type[SMTP]) -> SMTP:
        return kind(
            self._handler, data_size_limit=MOST_BYTES, hostname=self._host, timeout=IDLE,
            ident=PROGRAM, loop=self._loop, enable_SMTPUTF8=True,
        )  # fmt: skip

    def close(self) -> None:
        """Stop listening; mails being taken are finished."""

        def end() -> None:
            for server in self._servers:
                server.close()
            for task in asyncio.all_tasks(self._loop):
                task.cancel()
            self._loop.call_soon(self._loop.stop)

        self._handler.close()
        self._loop.call_soon_threadsafe(end)
        self._thread.join()
        self._loop.close()


class Maildir:
    """A folder that a mail server delivers to: mails in ``new`` are taken and moved to ``cur``.

    A mail over its budget stays until the budget allows it, or is given up after days.
    """

    def __init__(
        self, inbound: InboundMail, folder: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._inbound, self._folder, self._clock = inbound, folder, clock
        self._waiting: dict[str, _Wait] = {}
        self._closed = threading.Event()
        self._left = set[str]()
        self._thread = KeptThread("maildir", self._run)

    def start(self) -> None:
        """Start watching the folder. Raises ``ServerError`` if it cannot be created."""
        try:
            for name in ("tmp", "new", "cur"):
                (self._folder / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ServerError(
                tr(
                    "--maildir {folder!r}: {error}",
                    folder=str(self._folder),
                    error=system_reason(error),
                )
            ) from error
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        self._thread.close()

    def _run(self) -> None:
        while not self._closed.wait(LOOK):
            self.look()

    def look(self) -> None:
        """Take all new mails; one that cannot be taken now stays in place."""
        try:
            with os.scandir(self._folder / "new") as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self._leave("new", str(error))
            return
        self._left &= {entry.name for entry in found}  # what is gone may come again
        names = [entry.name for entry in found if self._is_mail(entry)]
        now = self._clock()
        self._waiting = {name: self._waiting[name] for name in names if name in self._waiting}
        for name in names:
            due = name not in self._waiting or self._waiting[name].due <= now
            if self._closed.is_set() or (due and not self._take(name, now)):
                return

    def _is_mail(self, entry: os.DirEntry[str]) -> bool:
        """Return whether an entry is a file: a folder, a pipe or a dangling link holds no mail."""
        try:
            if entry.is_file():
                return True
            if os.path.lexists(entry.path):  # else another process has it
                self._leave(entry.name, "it is not a file")
        except OSError as error:
            self._leave(entry.name, str(error))
        return False

    def _leave(self, name: str, reason: str) -> None:
        """Log once that something cannot be taken, as long as it lies there."""
        if name not in self._left:
            self._left.add(name)
            log.warning("maildir: %s is left where it is: %s", printable(name), reason)

    def _take(self, name: str, now: float) -> bool:
        """Take a mail; return False if no other can be taken either."""
        path = self._folder / "new" / name
        try:
            with open(path, "rb", opener=_at_once) as file:
                raw = file.read(MOST_BYTES + 1) or b""
            fate = take(self._inbound, raw, None, [])
            if fate is Fate.AWAY:
                return False
            if fate in (Fate.LATER, Fate.FAILED) and self._postpone(name, now):
                return True
            os.replace(path, self._folder / "cur" / f"{name}:2,S")
        except FileNotFoundError as error:  # another process has it
            log.info("maildir: %s", error)
        except OSError as error:
            self._leave(name, str(error))
        return True

    def _postpone(self, name: str, now: float) -> bool:
        """Postpone a mail; return False if it has waited long enough."""
        since = self._waiting[name].since if name in self._waiting else now
        if now - since > PATIENCE:
            log.warning("maildir: %s could not be taken for days, and is given up", printable(name))
            return False
        pause = min(max(PAUSE, now - since), LONGEST_PAUSE)
        self._waiting[name] = _Wait(since, now + pause)
        return True


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting for anybody to write, as what has become a pipe would do."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


@dataclass(frozen=True)
class _Wait:
    """The times of a mail's first postponement and of its next try."""

    since: float
    due: float
