"""What can go wrong with a server, in one line each."""

from __future__ import annotations

from engine.errors import BocheError


class RemoteError(BocheError):
    """The base: an address, a link or a login of the user's own that is none."""


class UnreachableError(RemoteError):
    """No answer, or one that says to come again: worth another try later."""


class RefusedError(RemoteError):
    """The server says no, with its reason; ``status`` is HTTP's."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class UnbelievableError(RemoteError):
    """What a server sends is not what one of ours could have sent: nothing of it counts."""
