"""Errors of the server: each has a one-line message for the user and an HTTP status."""

from __future__ import annotations

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, translate
from boche.engine.message import Message, Phrase

ON_BOARD = Phrase("server.on-board", "board {board}: {cause}")
"""A refusal by the rules, on a board."""


class ServerError(BocheError):
    """Base class; the message is meant for the user. ``status`` is the HTTP status."""

    status = 400


class BadRequestError(ServerError):
    """An unreadable or meaningless request."""


class NotSignedInError(ServerError):
    """A request without a valid identity."""

    status = 401


class SecondFactorError(NotSignedInError):
    """A right password of an account that is asked for a second factor, too."""

    def __init__(self, user: int) -> None:
        super().__init__(
            tr(
                "this account needs a code of its app, too: sign in with both, and give programs "
                "the session that POST /api/session makes of them"
            )
        )
        self.user = user


class NotAllowedError(ServerError):
    """A request that the user has no permission for."""

    status = 403


class NotFoundError(ServerError):
    """A missing board, person or page."""

    status = 404


class ConflictError(ServerError):
    """A request that conflicts with the current state, such as a move for another turn."""

    status = 409


class TooLargeError(ServerError):
    """A request larger than the server accepts."""

    status = 413


class MisdirectedError(ServerError):
    """A request to a host name that is not this server's."""

    status = 421


class TooManyError(ServerError):
    """Too many requests in too short a time; retry after ``wait`` seconds.

    ``limit`` is the name of the limit that they exceed, or empty.
    """

    status = 429

    def __init__(self, message: str, wait: float, limit: str = "") -> None:
        super().__init__(message)
        self.wait, self.limit = wait, limit


class BusyError(TooManyError):
    """More work at a time than the server can handle; the request had no effect."""

    status = 503


class UnavailableError(ServerError):
    """A database that cannot be reached or written; the request had no effect.

    Retry after ``wait`` seconds.
    """

    status = 503
    wait = 5.0


class EndingError(UnavailableError):
    """A shutdown of the server, as for an upgrade; the request had no effect."""

    def __init__(self) -> None:
        super().__init__(tr("the server is stopping; try again in a moment"))


def error_text(error: BaseException) -> str:
    """Return what an error says, in the current language."""
    first = error.args[0] if error.args else None
    return translate(first) if isinstance(first, Message) else str(error)


def wait_of(error: Exception) -> float | None:
    """Return the number of seconds until a retry makes sense, if the error gives one."""
    return error.wait if isinstance(error, TooManyError | UnavailableError) else None
