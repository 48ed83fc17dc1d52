"""Errors in dealing with a server, each with a one-line message."""

from __future__ import annotations

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM


class RemoteError(BocheError):
    """Base class; raised itself for an invalid address, link or login of the user."""


class UnreachableError(RemoteError):
    """No response, or a temporary failure: worth retrying later."""


class InterceptedError(UnreachableError):
    """An answer of something between here and the server, in its place: nothing in it is used."""


class RefusedError(RemoteError):
    """A refusal by the server, with its reason; ``status`` is the HTTP status.

    ``needs_code`` says that a password was right, but a code of a second factor is missing.
    """

    def __init__(self, message: str, status: int, *, needs_code: bool = False) -> None:
        super().__init__(message)
        self.status, self.needs_code = status, needs_code


class UnbelievableError(RemoteError):
    """Invalid data from a server: nothing in it is used."""


def not_a_server(server: str) -> UnbelievableError:
    """Return the error for an address where something else than this program's server answers."""
    return UnbelievableError(tr("{server}: not a {program} server", server=server, program=PROGRAM))
