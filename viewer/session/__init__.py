"""The table without its display: a record, a place in it, and the operations on them."""

from boche.viewer.session.errors import SaveAsNeededError, SessionError
from boche.viewer.session.seats import Seat
from boche.viewer.session.session import Session

__all__ = ["SaveAsNeededError", "Seat", "Session", "SessionError"]
