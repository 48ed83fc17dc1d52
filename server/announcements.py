"""Lines that whoever runs the server shows to everybody: a banner, and that it is in maintenance.

They are in the database, so all its processes show them, and a command changes them at any time.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from boche.engine.languages.current import tr, tr_later
from boche.engine.message import capitalized
from boche.engine.printable import printable
from boche.server.database.schema import settings
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, UnavailableError

BANNER, MAINTENANCE = "banner", "maintenance"
LONGEST = 300
"""Maximum number of characters in a line."""
USUAL = tr_later("the server is down for maintenance; all clocks are stopped")
"""Line for a maintenance that has none of its own."""


@dataclass(frozen=True)
class Announcements:
    """The lines shown now; empty for none."""

    banner: str = ""
    maintenance: str = ""


class MaintenanceError(UnavailableError):
    """A server in maintenance: no request is answered, and games stand still."""

    wait = 60.0


def current(transaction: Transaction) -> Announcements:
    """Return the lines shown now."""
    rows = transaction.connection.execute(
        select(settings).where(settings.c.name.in_((BANNER, MAINTENANCE)))
    )
    return Announcements(**{row.name: row.value for row in rows})


def announce(transaction: Transaction, name: str, line: str) -> None:
    """Show a line from now on, or none if it is empty. Raises ``BadRequestError``."""
    line = printable(" ".join(line.split()))
    if len(line) > LONGEST:
        raise BadRequestError(
            tr(
                "the line has {count} characters; at most {longest} are shown",
                count=len(line),
                longest=LONGEST,
            )
        )
    transaction.connection.execute(delete(settings).where(settings.c.name == name))
    if line:
        value = capitalized(line) if name == BANNER else line
        transaction.connection.execute(insert(settings).values(name=name, value=value))
