"""The table without its display: a record, a place in it, and the operations on them."""

from viewer.session.errors import SaveAsNeededError, SessionError
from viewer.session.seats import Seat
from viewer.session.session import Session

__all__ = ["SaveAsNeededError", "Seat", "Session", "SessionError"]
