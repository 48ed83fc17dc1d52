"""Warnings of one's own bad moves in a game against a level, and taking such a move back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boche.engine.game import Game
from boche.engine.languages.current import tr
from boche.engine.message import Message
from boche.engine.players.levels import nearest_level
from boche.engine.review.words import ANSWERED_OTHERWISE
from boche.viewer.session import Session
from boche.viewer.session.rating import only_level, rated_opponent
from boche.viewer.storage.settings import Settings
from boche.viewer.table import words
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.context import Context
from boche.viewer.table.keys import key_name
from boche.viewer.table.prompt import READING
from boche.viewer.table.shown import ANSWERS, WarningView
from boche.viewer.table.state import Table

BEGINNERS = 2
"""The highest level against which games warn unless the settings say otherwise."""

NEWCOMERS = 3
"""The same in a new game of somebody who has won none of its kind yet."""

ALWAYS, LOW_LEVELS = "always", "beginners"
"""Values of the setting ``warnings``; any other means never."""


def level_of_opponent(session: Session) -> int | None:
    """Return the number of the level that a person plays against, the nearest one if it has none.

    None stands for any other game: between people, against a program, of a tournament or online.
    """
    if session.why_no_help:
        return None
    return level_among(session.record.game, [seat.player for seat in session.seats.values()])


def level_among(game: Game, players: Sequence[str]) -> int | None:
    """Return the number of the level that one person plays against, as ``level_of_opponent`` does.

    ``players`` are those of both seats, empty for a person.
    """
    found = only_level(game, players) if len(players) == 2 else None
    if found is None:
        return None
    spec, level = found
    return spec.level if spec.level is not None else nearest_level(game, level.rating)


def is_on(table: Table) -> bool:
    """Return whether the game on the table warns of bad moves."""
    level = level_of_opponent(table.session)
    if level is None:
        return False
    if table.warnings.chosen is not None:
        return table.warnings.chosen
    return warned_against(level, table.settings.warnings)


def warned_against(level: int, wanted: str, *, newcomer: bool = False) -> bool:
    """Return whether games against a level warn by the setting ``warnings``."""
    highest = NEWCOMERS if newcomer else BEGINNERS
    return wanted == ALWAYS or (wanted == LOW_LEVELS and level <= highest)


CHOSEN = {"yes": True, "no": False}
"""Whether games warn of bad moves, or are casual, by the settings ``game_warns``, ``game_casual``.

Any other value leaves it to the level.
"""


def chosen_before(settings: Settings) -> bool | None:
    """Return whether the last game was chosen to warn; None leaves it to the level."""
    return CHOSEN.get(settings.game_warns)


def usual_among(
    game: Game, players: Sequence[str], wanted: str, *, newcomer: bool = False
) -> bool | None:
    """Return whether a game between these players warns by the setting; None if it cannot."""
    level = level_among(game, players)
    return None if level is None else warned_against(level, wanted, newcomer=newcomer)


def choose(table: Table, on: bool | None) -> None:
    """Turn warnings on or off for this game; None leaves that to the settings."""
    table.warnings.chosen = on
    if not is_on(table):
        table.warnings.current = None


def view_of_warning(table: Table) -> WarningView | None:
    """Return what is shown of the warning: until the one who was warned begins the next move."""
    warning = table.warnings.current
    if warning is None:
        return None
    node = table.session.cursor.node
    answered = node is not warning.node
    if answered and (node.parent is not warning.node or table.selection.beginning):
        return None
    threat = None if answered else warning.threat
    otherwise = answered and warning.line[:1] != (node.move,)
    text = warning.text.rephrased(ANSWERED_OTHERWISE) if otherwise else warning.text
    return WarningView(
        text, holds_back(table), threat, warning.focus, bool(warning.line), warning.instead
    )


def answer_on(table: Table, pressed: str) -> str | None:
    """Return the command that a key gives as the answer to the warning shown.

    It is empty for a key that has moved between the answers, and None for any other key. What is
    chosen on the board comes first: its keys are the same. While the computer waits, Enter takes
    the move back, but not at once: who holds it down or presses it twice has read nothing yet.
    """
    warning = table.warnings.current
    view = view_of_warning(table)
    if warning is None or view is None:
        return None
    if table.session.cursor.node is not warning.node and table.selection.target is not None:
        return None
    by = {"Tab": 1, "Shift+Tab": -1}.get(pressed)
    if by is not None:
        at = warning.focus + by if warning.focus >= 0 else min(by, 0)
        table.warnings.current = replace(warning, focus=at % len(view.buttons))
        return ""
    if warning.focus >= 0 and pressed in ("Enter", "Space"):
        return view.buttons[warning.focus]
    if pressed == "Enter" and view.waits and table.trial is None:
        return "take_back" if table.now - warning.since >= READING else ""
    return None


def holds_back(table: Table) -> bool:
    """Return whether the computer waits until the warning has been answered."""
    warning, session = table.warnings.current, table.session
    return (
        warning is not None
        and table.settings.warning_waits
        and warning.node is session.cursor.line[-1]
        and session.outcome is None
    )


def asks(table: Table) -> bool:
    """Return whether the computer waits for an answer at the position shown."""
    view = view_of_warning(table) if table.warnings.current is not None else None
    return view is not None and view.waits


def answer_first(table: Table) -> Message:
    """Return what to do before anything else while the computer waits for an answer.

    While a line is shown, Escape only leaves that, and Enter takes nothing back; neither does it at
    another button that has the focus.
    """
    back, on = map(shown_key, ("take_back", "go_on"))
    enter, escape = map(key_name, ("Enter", "Escape"))
    if table.trial is not None:
        return words.ANSWER_BEHIND_LINE(back=back, on=on, escape=escape)
    warning = table.warnings.current
    if warning is not None and warning.focus > ANSWERS.index("take_back"):
        return words.ANSWER_AT_BUTTON(back=back, escape=escape, on=on)
    return words.ANSWER_FIRST(back=back, enter=enter, escape=escape, on=on)


# -- commands


def no_warning(context: Context) -> str:
    """Return why there is no warning to answer, or an empty text."""
    return "" if view_of_warning(context.table) is not None else words.NO_WARNING


def no_take_back(context: Context) -> str:
    """Return why the move that was warned of cannot be taken back, or an empty text."""
    session = context.table.session
    counts = session.is_over and not session.unrated and rated_opponent(session) is not None
    return no_warning(context) or (words.COUNTS_NOW if counts else session.why_no_undo)


def take_back(table: Table) -> None:
    """Take back the move that was warned of, with the computer's reply.

    This costs no rating, and gives no time back.
    """
    edits, warning = table.session.edits, table.warnings.current
    assert warning is not None
    table.warnings.current = None
    while edits.undoes_move and warning.node in table.session.cursor.line:
        edits.undo()
    if warning.node in table.session.cursor.line:  # a note was written since then
        edits.delete(warning.node)
    table.session.clock.resume_turn(warning.node)
    edits.touch()


def go_on(table: Table) -> None:
    """Put the warning away; a computer that waits for the answer plays on."""
    table.warnings.current = None


def switch(context: Context) -> None:
    """Turn warnings on or off for this game, or say why it has none.

    That is no condition of the command, since it would be asked after each move.
    """
    table = context.table
    if level_of_opponent(table.session) is None:
        table.say(table.session.why_no_help or words.NO_LEVEL, tone="refused")
        return
    on = not is_on(table)
    choose(table, on)
    table.say(tr("warnings of bad moves: on") if on else tr("warnings of bad moves: off"))
