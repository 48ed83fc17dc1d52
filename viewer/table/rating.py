"""The question that comes before anything that would end a game's counting for the rating.

The reasons are those of ``viewer.session.words.UNRATED``, or empty where nothing would be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from boche.engine.languages.current import tr, tr_later
from boche.viewer.session import Seat, Session
from boche.viewer.session.rating import still_counts, would_branch, would_reseat
from boche.viewer.session.words import BRANCHED, EXPLORED, HELPED, RESEATED, TAKEN_BACK
from boche.viewer.table.context import Context
from boche.viewer.table.question import CANCEL, Answer, Question
from boche.viewer.table.state import Table

NO_LONGER_RATED = tr_later("This game would no longer be rated")
WOULD = {
    TAKEN_BACK: tr_later("You are about to take a move back."),
    HELPED: tr_later("You are about to see what the computer thinks."),
    EXPLORED: tr_later("You are about to see what was played here in other games."),
    RESEATED: tr_later("You are about to change who plays."),
    BRANCHED: tr_later("You are about to play another move than the one that was played here."),
}
"""What would end it, by the reasons that may come before the question."""


def ask_first(table: Table, reason: str, do: Callable[[], object]) -> None:
    """Do something; if it would end that the game counts, only once the user has agreed.

    Who has agreed is not asked again in this game.
    """
    session = table.session
    if not reason or not still_counts(session):
        do()
        return
    go_on = Answer("go on", tr("Continue"), "Y")
    title = tr(NO_LONGER_RATED)
    text = (
        tr(WOULD[reason])
        + " "
        + tr(
            "The game counts for your rating as long as you play it without help and take nothing"
            " back, except a move that you were warned of."
        )
    )

    def then(answer: str) -> None:
        if answer == go_on.name:
            session.rating_given_up = True
            do()

    table.writing.ask(Question(title, text, (go_on, CANCEL), focus=1), then, table.now)


# -- what would end it


def reseats(table: Table, seats: Mapping[str, Seat]) -> str:
    """Return the reason if seats by initial colour would change who plays."""
    return RESEATED if would_reseat(table.session, seats) else ""


def branches(table: Table, move: object) -> str:
    """Return the reason if a move, or its text, is another one than the game's."""
    return BRANCHED if would_branch(table.session, move) else ""


def takes_back(context: Context) -> str:
    """Return the reason if ``undo`` would take back a move that somebody has chosen."""
    table = context.table
    if table.trial is not None and table.chosen_line is not None:
        return ""  # only that is left
    if table.selection.beginning or not table.session.undoes_move:
        return ""
    return "" if _computer_opened(table.session) else TAKEN_BACK


def _computer_opened(session: Session) -> bool:
    """Return whether the only move is a computer's: then nobody has chosen anything yet."""
    movers = [node.colour for node in session.cursor.line[1:]]
    computers = [colour for colour, seat in session.seats.items() if seat.kind == "computer"]
    return len(movers) == 1 and movers[0] in computers


def lets_play(context: Context) -> str:
    """Return the reason if a computer would play on from an earlier move."""
    return BRANCHED if context.table.session.cursor.node.children else ""


def resumes(context: Context) -> str:
    """Return the reason if ``pause`` would let a computer play on from an earlier move."""
    session = context.table.session
    waits = session.computer_waits and session.clock.control is None and not context.waiting_for()
    return BRANCHED if waits else ""


def helps(context: Context) -> str:
    """Return the reason why advice of the computer would end it."""
    return HELPED


def explores(context: Context) -> str:
    """Return the reason if the explorer would be opened."""
    settings = context.table.settings
    is_open = settings.right_panel and settings.panel_tab == "explorer"
    return "" if is_open else EXPLORED


def uncovers(context: Context) -> str:
    """Return the reason if the explorer is behind the panel that would be shown."""
    settings = context.table.settings
    return EXPLORED if settings.panel_tab == "explorer" and not settings.right_panel else ""


def swaps(context: Context) -> str:
    """Return the reason if a swap would be another move than the game's."""
    return branches(context.table, "swap")
