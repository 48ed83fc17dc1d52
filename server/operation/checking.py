"""The command ``check``: whether a server with these settings would run well.

It changes nothing, and may be run beside a server or before it is started.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import shutil
import smtplib
import socket
import sqlite3
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from sqlalchemy import Connection, select, text

from boche.engine.durations import in_words
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.languages.formats import grouped, number
from boche.engine.languages.system import system_reason
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.server.database import transfer
from boche.server.database.migrations import NEWEST
from boche.server.database.private_files import check_writable, nearest
from boche.server.database.schema import beats
from boche.server.database.schema import settings as stored
from boche.server.errors import ServerError
from boche.server.mail.service import LOCAL
from boche.server.operation.settings import (
    FILE,
    NO_ADDRESS,
    Settings,
    refuse_address,
    refuse_database,
    refuse_mail_host,
)
from boche.server.operation.vitals import room

OK, WRONG, NOTE = tr_later("ok"), tr_later("WRONG"), tr_later("note")
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
            mark, says = WRONG, translate(error.args[0]) if error.args else str(error)
        yield Finding(mark, name, says)


Verdict = tuple[str, str]
"""A mark, and a line."""


def _configuration(settings: Settings) -> Verdict:
    rules = settings.rules
    refuse_database(settings.database)
    file = settings.config or settings.folder / "serve.toml"
    policy = rules.policy.sign_up
    if not file.exists():
        return OK, tr("no file; the defaults apply; sign-up: {policy}", policy=policy)
    return OK, tr("{file!r}; sign-up: {policy}", file=str(file), policy=policy)


def _address(settings: Settings) -> Verdict:
    """Judge the address, the proxy, and who can reach the port."""
    address = settings.address
    if address is None:
        if settings.proxied:
            return WRONG, tr(NO_ADDRESS)
        return NOTE, tr("no --address: only for a trial, or within a local network")
    refuse_address(address)
    if address.startswith("http:"):
        return WRONG, tr(
            "{address}: passwords are sent in clear text; put a proxy with TLS in front of it, "
            "and give its https address",
            address=address,
        )
    if not settings.proxied:
        return WRONG, tr(
            "{address} needs a proxy, and --behind-proxy: without it everybody counts as one "
            "address",
            address=address,
        )
    if not _is_local(settings.host):
        return WRONG, tr(
            "--behind-proxy, but --host {host} lets others go past the "
            "proxy and claim any address: use 127.0.0.1, or a firewall",
            host=settings.host,
        )
    return OK, tr("{address}, behind a proxy", address=address)


def _is_local(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _proxy(settings: Settings) -> Verdict:
    """Ask for a small file at the address, as people do."""
    if settings.address is None:
        return NOTE, tr("not asked, without --address")
    url = f"{settings.address.rstrip('/')}/robots.txt"
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            if b"User-agent" in answer.read(1000):
                return OK, tr("{address} answers", address=settings.address)
            return WRONG, tr(
                "something else answers at {address}: see the proxy", address=settings.address
            )
    except urllib.error.HTTPError as error:
        if error.code == 421:
            return WRONG, tr("the proxy does not pass on Host: proxy_set_header Host $http_host")
        if error.code in (502, 503, 504):
            return NOTE, tr("the proxy answers, and the server does not run")
        return WRONG, tr("the proxy answers {code}: see its log", code=error.code)
    except (OSError, ValueError) as error:
        cause = getattr(error, "reason", error)
        if isinstance(cause, ssl.SSLCertVerificationError):
            return WRONG, tr(
                "browsers will not trust the certificate of {address}: {cause}",
                address=settings.address, cause=printable(cause.verify_message),
            )  # fmt: skip
        why = system_reason(cause) if isinstance(cause, Exception) else cause
        return NOTE, tr(
            "{address} does not answer from here ({cause})",
            address=settings.address, cause=printable(why),
        )  # fmt: skip


def _database(settings: Settings) -> Verdict:
    if settings.database is None and not settings.has_file:
        check_writable(settings.folder)
        return NOTE, tr(
            "there is none yet; the first start makes {file!r}", file=str(settings.folder / FILE)
        )
    with _connected(settings) as connection:
        if settings.database:
            from boche.server.database.postgresql import refuse_unfit

            refuse_unfit(connection)
        version = transfer.version_in(connection)
    if version == 0:
        return NOTE, tr("it is empty; the first start makes its tables")
    if version < NEWEST:
        return WRONG, tr(
            "it has version {version}, but this program needs {newest}: make a backup, stop "
            "every process, then run `{program} serve migrate`",
            version=version, newest=NEWEST, program=PROGRAM,
        )  # fmt: skip
    if version > NEWEST:
        return WRONG, tr(
            "it has version {version}, but this program supports up to {newest}: install the "
            "newer program",
            version=version, newest=NEWEST,
        )  # fmt: skip
    if settings.database is None:
        if cause := _damage(settings):
            return WRONG, tr("it is damaged ({cause}): restore a backup", cause=cause)
        check_writable(settings.folder, FILE)
    return OK, tr("it can be read, and has version {version}", version=version)


@contextlib.contextmanager
def _connected(settings: Settings) -> Iterator[Connection]:
    """Yield a connection that only reads. Raises ``ServerError``."""
    url = settings.database or _read_only(settings)
    with transfer.open_engine(url) as engine, engine.connect() as connection, connection.begin():
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
        return NOTE, tr("the database is elsewhere; watch the disk of PostgreSQL")
    free = shutil.disk_usage(nearest(settings.folder)).free
    part = room(free)
    if part.ok and settings.has_file:
        size = (settings.folder / FILE).stat().st_size
        if free < 2 * size:
            return WRONG, tr(
                "{free} GB are free, and the database has {size} GB: not enough space for a "
                "backup and a migration",
                free=_gigabytes(free), size=_gigabytes(size),
            )  # fmt: skip
    if not part.ok:
        return WRONG, tr(
            "only {free} MB are free: free up space", free=grouped(round(free / 10**6))
        )
    return OK, tr("{free} GB are free", free=_gigabytes(free))


def _gigabytes(size: int) -> str:
    return number(size / 10**9, 1)


def _clock(settings: Settings) -> Verdict:
    """Compare the clock with the last heartbeat, and with PostgreSQL's clock."""
    if settings.database is None and not settings.has_file:
        return OK, time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    with _connected(settings) as connection:
        if settings.database:
            own = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())"))
            ahead = time.time() - float(own.scalar_one())
            if abs(ahead) > SKEW:
                return WRONG, tr(
                    "it differs from that of PostgreSQL by {time}: see timedatectl on both "
                    "machines",
                    time=in_words(abs(ahead)),
                )
        last = connection.execute(select(beats.c.at)).scalar() if transfer.version_in(
            connection
        ) >= 4 else None  # fmt: skip
    if last is not None and last > time.time() + SKEW:
        return WRONG, tr(
            "a server has written {time} in the future: see timedatectl",
            time=in_words(last - time.time()),
        )
    return OK, time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())


def _mail(settings: Settings) -> Verdict:
    """Ask the mail server whether it would take a mail of ours; none is sent."""
    mail = settings.mail
    refuse_mail_host(mail.host)
    if not mail.is_enabled:
        return NOTE, tr("none: people cannot get a forgotten password by mail")
    host = mail.host or _stored_host(settings) or LOCAL
    if host == LOCAL:
        return WRONG, tr("--mail-host: give the domain of the server's addresses")
    if mail.smtp is None:
        if mail.folder:
            return NOTE, tr(
                "mails go to files in {folder!r}; --smtp sends them", folder=str(mail.folder)
            )
        return NOTE, tr("mails are not sent; --smtp sends them")
    shown = ":".join(map(str, mail.smtp))
    try:
        with smtplib.SMTP(*mail.smtp, timeout=PATIENCE) as server:
            server.ehlo_or_helo_if_needed()
            code, reply = server.mail(f"bounce@{host}")
            if code != 250:
                told = printable(reply.decode("utf-8", "replace"))[:200]
                return WRONG, tr(
                    "{server} refuses mail from bounce@{host}: {code} {said}",
                    server=shown, host=host, code=code, said=told,
                )  # fmt: skip
            server.rset()
    except (OSError, smtplib.SMTPException) as error:
        cause = system_reason(error)
        return WRONG, tr(
            "{server} does not answer ({cause}): start it, or change --smtp",
            server=shown, cause=printable(cause),
        )  # fmt: skip
    if not any((mail.smtp_listen, mail.lmtp_listen, mail.maildir)):
        return NOTE, tr(
            "{server} accepts mail from bounce@{host}; nothing receives answers and bounces here "
            "(--lmtp-listen)",
            server=shown, host=host,
        )  # fmt: skip
    return OK, tr("{server} accepts mail from bounce@{host}", server=shown, host=host)


def _stored_host(settings: Settings) -> str | None:
    if settings.database is None and not settings.has_file:
        return None
    with _connected(settings) as connection:
        if transfer.version_in(connection) < 2:
            return None
        return connection.execute(
            select(stored.c.value).where(stored.c.name == "mail-host")
        ).scalar_one_or_none()


def _port(settings: Settings) -> Verdict:
    """Try to listen, also for mail and metrics; a server that runs has the ports."""
    mail = settings.mail
    others = [mail.smtp_listen, mail.lmtp_listen, settings.metrics]
    for host, port in [(settings.host, settings.port), *filter(None, others)]:
        try:
            with socket.socket(
                socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM
            ) as listener:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind((host, port))
        except (OSError, OverflowError) as error:
            return NOTE, tr(
                "{host} port {port}: {cause}; normal while the server runs",
                host=host, port=port, cause=system_reason(error),
            )  # fmt: skip
    return OK, tr("{host} port {port} is free", host=settings.host, port=settings.port)


def _listeners(settings: Settings) -> Verdict:
    """Judge who can reach the ports that are for the operator's own programs."""
    mail = settings.mail
    named = {
        "--metrics": settings.metrics, "--smtp-listen": mail.smtp_listen,
        "--lmtp-listen": mail.lmtp_listen,
    }  # fmt: skip
    far = [name for name, place in named.items() if place and not _is_near(place[0])]
    if far:
        return NOTE, tr(
            "everybody can reach {options}, unless it is behind a firewall: use 127.0.0.1, or an "
            "address within your own network",
            options=", ".join(far),
        )
    return OK, tr("they cannot be reached from outside")


def _is_near(host: str) -> bool:
    """Return whether a host to listen on can be reached from one's own network alone."""
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(host)
        return address.is_private and not address.is_unspecified
    return host == "localhost"


def _password_file(settings: Settings) -> Verdict:
    """Judge the file that has the password of PostgreSQL."""
    named = os.environ.get("PGPASSFILE")
    file = Path(named) if named else Path.home() / ".pgpass"
    if settings.database is None or not file.is_file():
        return OK, tr("there is none")
    if os.name == "posix" and file.stat().st_mode & 0o077:
        return WRONG, tr(
            "others may read {file!r}, so PostgreSQL does not use it: chmod 600 {file}",
            file=str(file),
        )
    return OK, tr("only you may read {file!r}", file=str(file))


def at_start(settings: Settings) -> Iterator[str]:
    """Yield what is wrong with the address and the proxy, to be said when a server starts."""
    mark, says = _address(settings)
    host = urlsplit(settings.address or "").hostname
    if mark == WRONG and not (host and _is_local(host)):
        yield says


def _files(settings: Settings) -> Verdict:
    """Judge the limit of open files: each watcher needs one."""
    try:
        import resource
    except ImportError:  # Windows
        return NOTE, tr("not limited here")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < WATCHERS:
        return WRONG, tr(
            "only {most} may be open, one for each watcher: LimitNOFILE=65536", most=grouped(most)
        )
    if most == resource.RLIM_INFINITY:
        return OK, tr("not limited")
    return OK, tr("{most} may be open", most=grouped(most))


_LOOKS: dict[str, Callable[[Settings], Verdict]] = {
    tr_later("configuration"): _configuration,
    tr_later("address"): _address,
    tr_later("proxy"): _proxy,
    tr_later("port"): _port,
    tr_later("listeners"): _listeners,
    tr_later("database"): _database,
    tr_later("password file"): _password_file,
    tr_later("disk"): _disk,
    tr_later("clock"): _clock,
    tr_later("mail"): _mail,
    tr_later("open files"): _files,
}
