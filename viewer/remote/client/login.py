"""The user's login at a server: stored without a password, in a file only the user can read."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from boche.engine.atomic_write import FileError, write_file
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.printable import printable
from boche.viewer.remote.client.address import check_server
from boche.viewer.remote.client.http import Client
from boche.viewer.remote.errors import RemoteError, not_a_server
from boche.viewer.storage.paths import config_folder, make_folder

FILE = "remote.json"


@dataclass(frozen=True)
class Login:
    """The server in use and the session there; the session is None if nobody has signed in."""

    server: str
    session: str | None = None
    name: str | None = None

    @property
    def pass_(self) -> str:
        """The value of the header ``Authorization``, for ``Client``."""
        return f"Bearer {self.session}" if self.session else ""

    def client(self) -> Client:
        """Return a client of the server with this login."""
        return Client(self.server, self.pass_)


def saved() -> Login | None:
    """Return the stored login, or None. Raises ``RemoteError``."""
    place = config_folder() / FILE
    try:
        data = json.loads(place.read_text(encoding="utf-8"))
        session, name = data.get("session"), data.get("name")
        if not (session is None or _is_word(session)) or not isinstance(name, str | None):
            raise TypeError(tr("a name is not text"))
        return Login(check_server(data["server"]), session, name)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RemoteError(
            tr("{place!r} cannot be read ({error}); sign in again", place=str(place), error=error)
        ) from error


def keep(login: Login) -> Path:
    """Store a login in a file that only the user can read. Raises ``FileError``."""
    text = json.dumps({"server": login.server, "session": login.session, "name": login.name})
    return write_secret(config_folder() / FILE, text)


def sign_in(server: str, name: str, password: str, code: str = "") -> Login:
    """Sign in, with the code of a second factor if the account has one.

    Raises ``RemoteError``, with the server's reason if it refuses.
    """
    return _signed(server, "/api/session", name, password, **({"code": code} if code else {}))


def sign_up(server: str, name: str, password: str) -> Login:
    """Create an account and sign in to it. Raises as ``sign_in`` does."""
    return _signed(server, "/api/accounts", name, password)


def _signed(server: str, path: str, name: str, password: str, **more: str) -> Login:
    answer = Client(server).post(path, {"name": name, "password": password, **more})
    session, known = (answer.get(key) if isinstance(answer, dict) else None
                      for key in ("session", "name"))  # fmt: skip
    if not isinstance(session, str) or not isinstance(known, str) or not _is_word(session):
        raise not_a_server(server)
    return Login(server, session, printable(known)[:40])


def sign_out(login: Login) -> None:
    """End the session on the server and delete it locally, even if the server cannot be reached.

    Raises ``RemoteError``.
    """
    keep(Login(login.server))
    if login.session:
        login.client().delete("/api/session")


def _is_word(text: object) -> bool:
    """Return whether a text may be used in a header."""
    return isinstance(text, str) and text.isascii() and text.isprintable() and len(text) <= 400


# Files that contain a secret: readable only by the user from the first byte on.


def write_secret(place: Path, text: str) -> Path:
    """Write a file that is never readable by others. Raises ``FileError``."""
    make_folder(place.parent)
    try:
        place.touch(0o600)
        os.chmod(place, 0o600)
    except OSError as error:
        raise FileError(
            tr("cannot write {place!r}: {reason}", place=str(place), reason=system_reason(error))
        ) from error
    return write_file(place, text.encode(), keeping=True)
