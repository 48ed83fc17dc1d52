"""The commands of the position editor, and their condition."""

from __future__ import annotations

from boche.engine.draft import HAND, TURN
from boche.engine.languages.current import tr, tr_later
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.table.command_keys import with_keys
from boche.viewer.table.context import Context
from boche.viewer.table.state import Table

NO_EDITOR = tr_later("no position is being set up: {key} begins")


def is_open(context: Context) -> str:
    return "" if context.table.setup is not None else with_keys(NO_EDITOR, key="setup")


def has_colours(context: Context) -> str:
    """Refuse in a game whose pieces belong to nobody."""
    if context.table.setup is None:
        return with_keys(NO_EDITOR, key="setup")
    return "" if context.table.setup.draft.coloured else tr("the pieces have no colours here")


def _setup(table: Table) -> SetupSession:
    assert table.setup is not None
    return table.setup


def switch_tool(table: Table) -> None:
    """Take pieces off, or put them down again."""
    draft = _setup(table).draft
    _setup(table).edits.show(draft.changed(taking=not draft.taking))


def turn_piece(table: Table) -> None:
    """Turn the chosen piece, the one under the pointer, or the one put down last."""
    setup, pointing = _setup(table), table.pointing
    chosen = table.selection.target if setup.draft.taking else ""
    hit = "" if pointing.by_keys else table.picker.piece(table.position, pointing.pick)
    setup.turn_piece((chosen or hit or "").partition("-")[0])


def other_hand(table: Table) -> None:
    """Put down pieces of the other colour."""
    _setup(table).adjust(HAND, 1)


def other_mover(table: Table) -> None:
    """Let the other colour move first."""
    _setup(table).adjust(TURN, 1)


def choose_knob(table: Table, by: int) -> None:
    """Choose another setting for the keys."""
    _setup(table).choose_knob(by)


def adjust(table: Table, by: int) -> None:
    """Change the chosen setting by one step."""
    setup = _setup(table)
    setup.adjust(setup.draft.knobs[setup.knob % len(setup.draft.knobs)].name, by)


def clear(table: Table) -> None:
    """Take all pieces off."""
    _setup(table).edits.set("clear the board", _setup(table).draft.cleared())


def to_start(table: Table) -> None:
    """Set up the usual start."""
    _setup(table).edits.set("the usual start", _setup(table).draft.started())
