"""The construction of a ``TableView`` from a settled table."""

from __future__ import annotations

from boche.engine.message import NOTHING, Message
from boche.engine.record.marks import Mark, marks_of
from boche.viewer.games.view import Hover
from boche.viewer.games.words import TAKES
from boche.viewer.table import commands, lines, move_input
from boche.viewer.table.clocks import clocks_of
from boche.viewer.table.context import Context
from boche.viewer.table.shown import Ghost, SetupView, TableView, Tone
from boche.viewer.table.state import Table


def view_of(context: Context) -> TableView:
    """Return the visible state of the table, with the commands that cannot be done now."""
    table, pick = context.table, context.table.pointing.pick
    trial = table.trial.view(table.now) if table.trial is not None else None
    ghost = ghost_of(table) if trial is None else None
    resting = (table.pointing.resting and ghost is None) or trial is not None
    hover = table.picker.hover(table.position, pick) if pick.face and not resting else Hover()
    status, tone = _line(context, _quiet(table, ghost))
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
        last=_marked(table),
        focus=table.focus,
        playing=table.timeline.playing,
        speed=table.timeline.speed,
        entry=table.writing.entry,
        question=table.writing.question,
        refused=commands.refused(context),
        lesson=table.lesson.state if table.lesson is not None else None,
        training=table.training.state if table.training is not None else None,
        banner=table.news.banner,
        won=table.news.lit(table.now),
        far=table.far.view(table.now) if table.far is not None else None,
        trial=trial,
        clocks=clocks_of(table.session, table.settings.clock_warning),
        marks=_marks(table) if trial is None else (),
        setup=SetupView(table.setup.draft, table.setup.knob) if table.setup is not None else None,
        awaiting=table.awaited.due if table.awaited is not None else 0,
        others=len(table.other_turns) if table.awaited is not None else None,
    )


def _marks(table: Table) -> tuple[Mark, ...]:
    """Return the marks of the position, with the one being drawn or without that taken off."""
    kept, drawing = marks_of(table.session.cursor.node), table.drawing
    if drawing is None:
        return kept
    rest = tuple(mark for mark in kept if mark != drawing)
    return rest if len(rest) < len(kept) else (*kept, drawing)


def _marked(table: Table) -> str | None:
    """Return the move whose piece is marked: the last one, or in the editor the chosen piece."""
    if table.setup is None:
        return table.session.cursor.last_move
    pieces, chosen = table.setup.draft.pieces, table.selection.target
    return pieces.get(chosen or "") if table.setup.draft.taking else table.setup.placed or None


def _line(context: Context, quiet: str) -> tuple[str, Tone]:
    """Return the status line: the last message while it holds, else the state under the pointer."""
    writing = context.table.writing
    waited = writing.tone == "waiting" and not context.waiting_for()
    over = writing.tone == "over" and context.table.session.outcome is None
    if writing.message and not (waited or over):
        return writing.message, writing.tone
    trial = context.table.trial
    if trial is not None:
        return lines.line_status(trial.view(context.table.now)), "noted"
    ended = context.table.session.outcome if quiet else None
    return quiet, "over" if ended is not None and quiet == ended.reason else "said"


def _quiet(table: Table, ghost: Ghost | None) -> Message:
    """Return the status without news: a request for a choice, or the effect of the ghost.

    A resting pointer gets no reasons for refusals, only the outcome. The same holds for a pointer
    on something whose reason only describes it.
    """
    if table.news.ending:
        return NOTHING
    if table.setup is not None and table.setup.draft.taking and table.selection.target:
        return TAKES(place=table.selection.target)
    if ghost is None:
        over = table.session.outcome if table.position.outcome is not None else None
        quiet = over.reason if over is not None else NOTHING
        pick = table.pointing.pick
        told = over is None and not table.pointing.resting and not pick.told
        return pick.reason if told else quiet  # a position knows no loss on time
    return move_input.worded(table, move_input.choice_prompt(table) or ghost.preview.text)


def ghost_of(table: Table) -> Ghost | None:
    """Return the piece that would be placed now, or None.

    A pointer resting where a piece has just been played shows no ghost until it moves, so that the
    piece itself is visible.
    """
    if table.pointing.resting and not table.selection.taken:
        return None
    if table.setup is not None and table.setup.draft.taking:
        return None
    choice, begun = table.selection.choice, table.selection.taken
    target = table.selection.target
    if choice is None or target is None:
        if not begun:
            return None
        fitting, preview = table.selection.keys(), table.picker.preview(table.position, begun)
        return Ghost(begun, begun, "", fitting, False, preview)
    key, fitting = table.picker.key_of(choice.text), table.selection.keys()
    move = choice.move if choice.move is not None else choice.text
    preview = table.picker.preview(table.position, move)
    legal = choice.move is not None
    return Ghost(
        target, choice.text, key, fitting, legal, preview, choice.move, table.turned,
        table.selection.hinted,
    )  # fmt: skip
