"""The table without its picture: a record, a place in it, and all that is done with them."""

from viewer.session.errors import SaveAsNeededError, SessionError
from viewer.session.seats import Seat
from viewer.session.session import Session

__all__ = ["SaveAsNeededError", "Seat", "Session", "SessionError"]
