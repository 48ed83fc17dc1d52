"""What the server refuses, as one line for whoever asked, with the status that HTTP has for it."""

from __future__ import annotations

from engine.errors import BocheError


class ServerError(BocheError):
    """The base: what is said is meant for the person who asked. ``status`` is HTTP's."""

    status = 400


class BadRequestError(ServerError):
    """What cannot be read, or means nothing."""


class NotSignedInError(ServerError):
    """Who asks has not said who they are, or not so that it could be believed."""

    status = 401


class NotAllowedError(ServerError):
    """Who asks may not do that."""

    status = 403


class NotFoundError(ServerError):
    """A board, person or page that there is none of."""

    status = 404


class ConflictError(ServerError):
    """What does not fit how things stand by now, such as a move for another turn."""

    status = 409


class TooLargeError(ServerError):
    """More than the server takes at a time."""

    status = 413


class MisdirectedError(ServerError):
    """A request to a name that is not this server's."""

    status = 421


class TooManyError(ServerError):
    """Too often in too short a time; ``wait`` seconds until it is worth another try."""

    status = 429

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.wait = wait


class BusyError(TooManyError):
    """More at a time than the server can do; nothing of what was asked has happened."""

    status = 503


class UnavailableError(ServerError):
    """The database cannot be reached or written; nothing of what was asked has happened.

    ``wait`` seconds until it is worth another try.
    """

    status = 503
    wait = 5.0


class EndingError(UnavailableError):
    """The server ends, as for an upgrade; what was asked has not happened."""

    def __init__(self) -> None:
        super().__init__("the server ends; try again in a moment")


def wait_of(error: Exception) -> float | None:
    """The seconds until it is worth another try, where an error says so."""
    return error.wait if isinstance(error, TooManyError | UnavailableError) else None
