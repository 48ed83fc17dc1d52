"""Threats that stand on the board, shown beside it on demand."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.engine.review.words import NO_THREATS
from boche.engine.threats import Threat, has_threats, threats_of
from boche.viewer.session import Session
from boche.viewer.session.words import HELPED
from boche.viewer.table import words
from boche.viewer.table.context import Context
from boche.viewer.table.state import Table


def knows_threats(session: Session) -> bool:
    """Return whether the threats of a session's game are known."""
    return has_threats(session.record.game)


def threats_of_table(table: Table) -> tuple[Threat, ...] | None:
    """Return the threats on the board, or None unless they are to be shown."""
    session = table.session
    if not table.threats_shown or session.why_no_help or table.setup is not None:
        return None
    if session.outcome is not None:
        return ()
    return threats_of(table.position)


def spoils(context: Context) -> str:
    """Return why the game would not count for the rating any more if the command were done."""
    return "" if context.table.threats_shown else HELPED


def switch(context: Context) -> None:
    """Show the threats that stand on the board from now on, or hide them."""
    table = context.table
    table.threats_shown = not table.threats_shown
    found = threats_of_table(table)
    if found is None:
        table.say(tr("threats are no longer shown"))
    else:
        table.session.note_aid(HELPED)
        table.say(words.THREATS_SHOWN(count=len(found)) if found else NO_THREATS)
