"""What a server is started with, and what of it cannot be."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from boche.engine.languages.current import tr, tr_later
from boche.server.database.private_files import is_there
from boche.server.errors import ServerError
from boche.server.limits import Rules
from boche.server.mail.service import LOCAL, MailSettings
from boche.server.operation import configuration
from boche.server.operation.logs import LEVELS
from boche.server.web.connections import PATIENCE
from boche.viewer.storage.paths import data_folder, make_folder

FILE = "server.db"
NO_ADDRESS = tr_later("--behind-proxy needs --address: give the address that people use")


@dataclass(frozen=True)
class Settings:
    """Settings of the server. ``data`` is its database's folder; ``database`` is one elsewhere.

    ``ratings`` is the rating formula, or None to keep the database's. ``config`` is a file of
    limits, or None for the data folder's. ``patience`` is the
    timeout in seconds for clients that send or receive too slowly. With ``migrating``, an older
    database is migrated. ``sign_up`` says who may, instead of the file; ``metrics`` is the host and
    port at which they are served, if at all.
    """

    host: str = "127.0.0.1"
    port: int = 8321
    data: Path | None = None
    database: str | None = None
    address: str | None = None
    proxied: bool = False
    workers: int = 1
    ratings: str | None = None
    patience: float = PATIENCE
    config: Path | None = None
    migrating: bool = False
    sign_up: str | None = None
    metrics: tuple[str, int] | None = None
    log_level: str = LEVELS[1]
    log_json: bool = False
    access_log: bool = False
    mail: MailSettings = field(default_factory=MailSettings)

    @property
    def url(self) -> str:
        """The database's URL; its folder is created if needed. Raises ``FileError``."""
        if self.database:
            return self.database
        make_folder(self.folder)
        return f"sqlite:///{self.folder / FILE}"

    @property
    def folder(self) -> Path:
        """The data folder, which need not exist."""
        return (self.data or data_folder() / "server").absolute()

    @property
    def has_file(self) -> bool:
        """Whether the data folder has a database. Raises ``ServerError`` if it cannot be read."""
        return is_there(self.folder / FILE)

    @property
    def rules(self) -> Rules:
        """The limits to apply. Raises ``ServerError``."""
        path = self.config or self.folder / configuration.FILE
        rules = configuration.read(path) if self.config or is_there(path) else Rules()
        if self.sign_up is None:
            return rules
        return replace(rules, policy=replace(rules.policy, sign_up=self.sign_up))


def existing(settings: Settings) -> str:
    """Return the URL of a database that already exists. Raises ``ServerError``."""
    if not settings.database and not settings.has_file:
        raise ServerError(tr("there is no database yet: {url!r}", url=str(settings.folder / FILE)))
    return settings.url


def refuse(settings: Settings) -> None:
    """Raise ``ServerError`` for settings with which no server can run."""
    refuse_database(settings.database)
    refuse_address(settings.address)
    refuse_mail_host(settings.mail.host)


def refuse_database(url: str | None) -> None:
    """Raise ``ServerError`` for the URL of a database that is not PostgreSQL."""
    if url and not url.startswith("postgres"):
        raise ServerError(
            tr("--database: expected postgresql://...; for a file give --data FOLDER")
        )


def refuse_address(address: str | None) -> None:
    """Raise ``ServerError`` for an address that is not one of a host's root."""
    if address is None:
        return
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ServerError(
            tr(
                "--address {address!r}: expected an address such as https://play.example",
                address=address,
            )
        )
    if parts.path.strip("/") or parts.query:
        raise ServerError(
            tr(
                "--address {address!r}: a path is not allowed; pages are at the root of a host",
                address=address,
            )
        )


def refuse_mail_host(host: str | None) -> None:
    """Raise ``ServerError`` for a domain that no mail goes to."""
    if (
        host is not None
        and host != LOCAL
        and not re.fullmatch(r"[\w-]+(\.[\w-]+)+", host, re.ASCII)
    ):
        raise ServerError(
            tr("--mail-host {host!r}: expected a host name such as games.example", host=host)
        )
