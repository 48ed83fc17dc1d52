"""The command ``check``: whether a server with these settings would run well.

It changes nothing, and may be run beside a server or before it is started.
"""

from __future__ import annotations

import contextlib
import ipaddress
import re
import shutil
import smtplib
import socket
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from sqlalchemy import Connection, select, text

from boche.engine.durations import in_words
from boche.engine.languages.system import system_reason
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.server.database import transfer
from boche.server.database.migrations import NEWEST
from boche.server.database.schema import beats
from boche.server.database.schema import settings as stored
from boche.server.errors import ServerError
from boche.server.mail.service import LOCAL
from boche.server.startup import FILE, MOST_PATIENCE, Settings
from boche.server.vitals import room

OK, WRONG, NOTE = "ok", "WRONG", "note"
PATIENCE = 5.0
"""Timeout in seconds of whatever is asked over the network."""
SKEW = 5.0
"""Seconds that two clocks may differ."""
WATCHERS = 4096
"""Number of open files below which few people can watch."""


@dataclass(frozen=True)
class Finding:
    """A thing that was checked: how it is, and what to do if it is wrong."""

    mark: str
    name: str
    says: str

    @property
    def is_wrong(self) -> bool:
        return self.mark == WRONG


def check(settings: Settings) -> Iterator[Finding]:
    """Yield a finding for each thing, as it is checked."""
    for name, look in _LOOKS.items():
        try:
            mark, says = look(settings)
        except ServerError as error:
            mark, says = WRONG, str(error)
        yield Finding(mark, name, says)


Verdict = tuple[str, str]
"""A mark, and a line."""


def _configuration(settings: Settings) -> Verdict:
    rules = settings.rules
    if settings.database and not settings.database.startswith("postgres"):
        return WRONG, "--database: postgresql://... is wanted; for a file give --data FOLDER"
    if not 0.0 < settings.patience <= MOST_PATIENCE:
        return WRONG, f"--patience: it is up to {MOST_PATIENCE:,.0f} seconds"
    file = settings.config or settings.folder / "serve.toml"
    where = repr(str(file)) if file.exists() else "there is no file; the defaults hold"
    return OK, f"{where}; sign-up: {rules.policy.sign_up}"


def _address(settings: Settings) -> Verdict:
    """Judge the address, the proxy, and who can reach the port."""
    address = settings.address
    if address is None:
        if settings.proxied:
            return WRONG, "--behind-proxy without --address: give the address that people use"
        return NOTE, "no --address: only for a trial, or within a local network"
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return WRONG, f"--address {address!r}: it is like https://play.example"
    if parts.path.strip("/") or parts.query:
        return WRONG, f"--address {address!r}: it has no path; pages lie at the root of a host"
    if parts.scheme == "http":
        return (
            WRONG,
            f"{address}: passwords go over the network in clear; put a proxy with TLS "
            "before it, and give its https address",
        )
    if not settings.proxied:
        return (
            WRONG,
            f"{address} needs a proxy, and --behind-proxy: without it all people "
            "count as one address",
        )
    if not _is_local(settings.host):
        return (
            WRONG,
            f"--behind-proxy, but --host {settings.host} lets others go past the "
            "proxy and claim any address: use 127.0.0.1, or a firewall",
        )
    return OK, f"{address}, behind a proxy"


def _is_local(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _proxy(settings: Settings) -> Verdict:
    """Ask for a small file at the address, as people do."""
    if settings.address is None:
        return NOTE, "not asked, without --address"
    url = f"{settings.address.rstrip('/')}/robots.txt"
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            if b"User-agent" in answer.read(1000):
                return OK, f"{settings.address} answers"
            return WRONG, f"something else answers at {settings.address}: see the proxy"
    except urllib.error.HTTPError as error:
        if error.code == 421:
            return WRONG, "the proxy does not pass on Host: proxy_set_header Host $http_host"
        if error.code in (502, 503, 504):
            return NOTE, "the proxy answers, and the server does not run"
        return WRONG, f"the proxy answers {error.code}: see its log"
    except (OSError, ValueError) as error:
        cause = getattr(error, "reason", error)
        return NOTE, f"nothing answers at {settings.address} from here ({printable(cause)})"


def _database(settings: Settings) -> Verdict:
    if settings.database is None and not (settings.folder / FILE).exists():
        return NOTE, f"there is none yet; the first start makes {str(settings.folder / FILE)!r}"
    with _connected(settings) as connection:
        version = transfer.version_in(connection)
    if version == 0:
        return NOTE, "it is empty; the first start makes its tables"
    if version < NEWEST:
        return (
            WRONG,
            f"it is of version {version}, this program needs {NEWEST}: make a backup, "
            f"stop every process, then run `{PROGRAM} serve --migrate`",
        )
    if version > NEWEST:
        return (
            WRONG,
            f"it is of version {version}, this program knows up to {NEWEST}: install "
            "the newer program",
        )
    if settings.database is None and (cause := _damage(settings)):
        return WRONG, f"it is damaged ({cause}): restore a backup"
    return OK, f"it can be read, and is of version {version}"


@contextlib.contextmanager
def _connected(settings: Settings) -> Iterator[Connection]:
    """Yield a connection that only reads. Raises ``ServerError``."""
    url = settings.database or _read_only(settings)
    with transfer.opened(url) as engine, engine.connect() as connection, connection.begin():
        yield connection


def _read_only(settings: Settings) -> str:
    return f"sqlite:///file:{quote(str(settings.folder / FILE))}?mode=ro&uri=true"


def _damage(settings: Settings) -> str:
    """Return the first fault of a database file, or nothing. Large files are only looked at."""
    file = settings.folder / FILE
    try:
        with contextlib.closing(
            sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
        ) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        return printable(error)
    return "" if found == "ok" else printable(found)[:100]


def _disk(settings: Settings) -> Verdict:
    if settings.database:
        return NOTE, "the database is elsewhere; watch the disk of PostgreSQL"
    folder = settings.folder
    while not folder.exists():
        folder = folder.parent
    part = room(shutil.disk_usage(folder).free)
    if part.ok and (settings.folder / FILE).exists():
        size, free = (settings.folder / FILE).stat().st_size, shutil.disk_usage(folder).free
        if free < 2 * size:
            return (
                WRONG,
                f"{part.says}, and the database has {size / 10**9:,.1f} GB: there is "
                "no room for a backup and a migration",
            )
    return OK if part.ok else WRONG, part.says


def _clock(settings: Settings) -> Verdict:
    """Compare the clock with the last heartbeat, and with PostgreSQL's clock."""
    if settings.database is None and not (settings.folder / FILE).exists():
        return OK, time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    with _connected(settings) as connection:
        if settings.database:
            own = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())"))
            ahead = time.time() - float(own.scalar_one())
            if abs(ahead) > SKEW:
                return (
                    WRONG,
                    f"it differs from that of PostgreSQL by {in_words(abs(ahead))}: "
                    "see timedatectl on both machines",
                )
        last = connection.execute(select(beats.c.at)).scalar() if transfer.version_in(
            connection
        ) >= 4 else None  # fmt: skip
    if last is not None and last > time.time() + SKEW:
        return (
            WRONG,
            f"a server has written {in_words(last - time.time())} in the future: see timedatectl",
        )
    return OK, time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())


def _mail(settings: Settings) -> Verdict:
    """Ask the mail server whether it would take a mail of ours; none is sent."""
    mail = settings.mail
    if not mail.is_enabled:
        return NOTE, "none: people cannot get a forgotten password by mail"
    host = mail.host or _stored_host(settings) or LOCAL
    if host == LOCAL:
        return WRONG, "--mail-host: give the domain of the server's addresses"
    if not re.fullmatch(r"[\w-]+(\.[\w-]+)+", host, re.ASCII):
        return WRONG, f"--mail-host {host!r}: it is like games.example"
    if mail.smtp is None:
        where = f"files in {str(mail.folder)!r}" if mail.folder else "nowhere"
        return NOTE, f"mails go to {where}; --smtp sends them"
    shown = ":".join(map(str, mail.smtp))
    try:
        with smtplib.SMTP(*mail.smtp, timeout=PATIENCE) as server:
            server.ehlo_or_helo_if_needed()
            code, reply = server.mail(f"bounce@{host}")
            if code != 250:
                said = printable(reply.decode("utf-8", "replace"))[:200]
                return WRONG, f"{shown} refuses mail from bounce@{host}: {code} {said}"
            server.rset()
    except (OSError, smtplib.SMTPException) as error:
        cause = system_reason(error)
        return WRONG, f"{shown} does not answer ({printable(cause)}): start it, or change --smtp"
    if not any((mail.smtp_listen, mail.lmtp_listen, mail.maildir)):
        return (
            NOTE,
            f"{shown} takes mail from bounce@{host}; nobody takes answers and bounces "
            "here (--lmtp-listen)",
        )
    return OK, f"{shown} takes mail from bounce@{host}"


def _stored_host(settings: Settings) -> str | None:
    if settings.database is None and not (settings.folder / FILE).exists():
        return None
    with _connected(settings) as connection:
        if transfer.version_in(connection) < 2:
            return None
        return connection.execute(
            select(stored.c.value).where(stored.c.name == "mail-host")
        ).scalar_one_or_none()


def _port(settings: Settings) -> Verdict:
    """Try to listen; a server that runs has the port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        cause = system_reason(error)
        return (
            NOTE,
            f"{settings.host} port {settings.port}: {cause}; normal while the server runs",
        )
    return OK, f"{settings.host} port {settings.port} is free"


def _files(settings: Settings) -> Verdict:
    """Judge the limit of open files: each watcher needs one."""
    try:
        import resource
    except ImportError:  # Windows
        return NOTE, "not limited here"
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < WATCHERS:
        return (
            WRONG,
            f"only {most:,} may be open, one for each watcher: LimitNOFILE=65536",
        )
    return OK, "not limited" if most == resource.RLIM_INFINITY else f"{most:,} may be open"


_LOOKS: dict[str, Callable[[Settings], Verdict]] = {
    "configuration": _configuration,
    "address": _address,
    "proxy": _proxy,
    "port": _port,
    "database": _database,
    "disk": _disk,
    "clock": _clock,
    "mail": _mail,
    "open files": _files,
}
