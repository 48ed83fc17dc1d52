"""Making what the table shows: one ``TableView`` of a table that is settled."""

from __future__ import annotations

from viewer.games.view import Hover
from viewer.table import commands
from viewer.table.conditions import tone_of
from viewer.table.context import Context
from viewer.table.shown import Ghost, TableView, Tone
from viewer.table.state import Table


def view_of(context: Context) -> TableView:
    """All that is to be seen of the table, and which commands can be done now."""
    table, pick = context.table, context.table.pointing.pick
    ghost = ghost_of(table)
    hover = table.picker.hover(table.position, pick) if pick.face else Hover()
    quiet = ghost.preview.text if ghost is not None else pick.reason
    status, tone = _line(context, quiet)
    return TableView(
        position=table.position,
        revision=table.timeline.revision,
        camera=table.looking.orbit.camera,
        display=table.display,
        ghost=ghost,
        lit=() if ghost else hover.lit,
        status=status,
        tone=tone,
        info=hover.text,
        change=table.timeline.change(table.now),
        last=table.session.cursor.last_move,
        focus=table.focus,
        playing=table.timeline.playing,
        speed=table.timeline.speed,
        entry=table.writing.entry,
        question=table.writing.question,
        refused=commands.refused(context),
        lesson=table.lesson.state if table.lesson is not None else None,
    )


def _line(context: Context, quiet: str) -> tuple[str, Tone]:
    """The status: what was said, as long as that holds, else what the pointer is on."""
    writing = context.table.writing
    waited = writing.tone == "waiting" and not context.waiting_for()
    over = writing.tone == "over" and context.table.session.outcome is None
    if writing.message and not (waited or over):
        return writing.message, writing.tone
    return quiet, "over" if tone_of(context, quiet) == "over" else "said"


def ghost_of(table: Table) -> Ghost | None:
    """The piece that would be placed now, or None."""
    choice, begun = table.selection.choice, table.selection.taken
    target = table.selection.target
    if choice is None or target is None:
        if not begun:
            return None
        return Ghost(begun, begun, "", (), False, table.picker.preview(table.position, begun))
    key, fitting = table.picker.key_of(choice.text), table.selection.keys()
    move = choice.move if choice.move is not None else choice.text
    preview = table.picker.preview(table.position, move)
    legal = choice.move is not None
    return Ghost(target, choice.text, key, fitting, legal, preview, choice.move, table.turned)
