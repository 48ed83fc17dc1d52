"""A server asked from a program: commands as text. Needs nothing but Python."""

from __future__ import annotations

import json
import os
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from engine.atomic_write import write_file
from server.errors import ServerError
from viewer.storage.paths import config_folder, make_folder

FILE = "remote.json"
TIMEOUT = 30.0  # seconds for an answer
LARGEST = 4_000_000  # bytes of an answer
LOCAL = ("localhost", "127.0.0.1", "::1")


class ClientError(ServerError):
    """A server that is not reached, or does not answer as one."""


@dataclass(frozen=True)
class Login:
    """The server that is asked, and the session there; None where nobody has signed in."""

    server: str
    session: str | None = None
    name: str | None = None

    @property
    def is_safe(self) -> bool:
        """Whether what is sent can be read on the way by nobody else."""
        parts = urlsplit(self.server)
        return parts.scheme == "https" or parts.hostname in LOCAL


def check_server(address: str) -> str:
    """The address of a server without a slash at its end. Raises ``ClientError``."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ClientError(f"{address[:80]!r} is no address of a server, as https://play.example")
    return address.rstrip("/")


def saved() -> Login | None:
    """What was kept of the last signing in, None for nothing. Raises ``ClientError``."""
    place = config_folder() / FILE
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
        return Login(check_server(found["server"]), found.get("session"), found.get("name"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ClientError(f"{str(place)!r} cannot be read ({error}); sign in again") from error


def keep(login: Login) -> Path:
    """Keep a login, readable to nobody else. Raises ``FileError``."""
    make_folder(config_folder())
    place = config_folder() / FILE
    text = json.dumps({"server": login.server, "session": login.session, "name": login.name})
    if not place.exists():
        place.touch(0o600)
    write_file(place, text.encode(), keeping=True)
    os.chmod(place, 0o600)
    return place


def sign_in(server: str, name: str, password: str) -> Login:
    """Sign in. Raises ``ClientError`` with the server's reason."""
    status, text = _ask(Login(server), "/api/session", {"name": name, "password": password})
    try:
        found = json.loads(text)
    except ValueError:
        raise ClientError(f"{server}: that is no server of ours") from None
    if status != 200:
        raise ClientError(str(found.get("error", f"status {status}")))
    return Login(server, str(found["session"]), str(found["name"]))


def command(login: Login, line: str, body: str = "") -> tuple[int, str]:
    """Give a command: HTTP's status and the answer's text. Raises ``ClientError``."""
    return _ask(login, "/command", f"{line}\n{body}")


def _ask(login: Login, path: str, body: Any) -> tuple[int, str]:
    data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    kind = "text/plain; charset=utf-8" if isinstance(body, str) else "application/json"
    request = urllib.request.Request(login.server + path, data, {"Content-Type": kind})
    if login.session:
        request.add_header("Authorization", f"Bearer {login.session}")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT, context=_context()) as answer:
            return answer.status, answer.read(LARGEST).decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read(LARGEST).decode("utf-8", "replace")
    except (OSError, ValueError, urllib.error.URLError) as error:
        why = getattr(error, "reason", error)
        raise ClientError(f"{login.server} is not reached: {why}") from error


def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
