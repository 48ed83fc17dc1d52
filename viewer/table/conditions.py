"""When commands are possible: each says why not now, in one line, or nothing.

Beside them which games have a command at all.
"""

from __future__ import annotations

from engine.errors import RefusedMoveError
from engine.message import Message
from engine.record import Node
from engine.words import GAME_OVER
from viewer.games.registry import view_of
from viewer.remote.words import NO_OFFER
from viewer.session import Session, words
from viewer.table import words as table_words
from viewer.table.context import Context
from viewer.table.review import missed_at, mistakes_of, no_other_mistake
from viewer.table.shown import Tone
from viewer.table.words import NOT_AT_END, NOT_FAR, NOT_OVER


def always(context: Context) -> str:
    """Nothing stands against it."""
    return ""


def tone_of(context: Context, why: str) -> Tone:
    """What kind of line it is that says why something cannot be done."""
    if why and why == context.waiting_for():
        return "waiting"
    return "over" if isinstance(why, Message) and why.kind == GAME_OVER.kind else "refused"


def can_move(context: Context) -> str:
    """A computer seat that thinks is waited for."""
    return context.waiting_for()


def can_swap(context: Context) -> str:
    """Nobody moves for a computer, and the rules let the colours be exchanged now."""
    lesson = context.table.lesson
    if lesson is not None and lesson.state.phase != "asks":
        return "not before the lesson goes on"
    return context.waiting_for() or context.table.session.swap_refused


def can_undo(context: Context) -> str:
    """There is an edit, or a computer that thinks and can be made to wait.

    Of a game with somebody far away that goes on, it is asked of them.
    """
    far = context.table.far
    if far is not None and far.goes_on:
        return "" if far.board.moves else words.NOTHING_TO_UNDO()
    there = context.table.session.edits.undo_text or context.waiting_for()
    return "" if there else words.NOTHING_TO_UNDO()


def can_redo(context: Context) -> str:
    return "" if context.table.session.edits.redo_text else words.NOTHING_TO_REDO()


def can_resign(context: Context) -> str:
    """The game goes on from the position shown; no lesson is on."""
    if context.table.lesson is not None:
        return words.NOT_IN_LESSON
    far = context.table.far
    if far is not None and far.is_open:
        return far.held
    over = context.table.session.outcome
    return GAME_OVER(reason=over.reason) if over is not None else ""


def can_rematch(context: Context) -> str:
    """A game is over, and no lesson is on the table."""
    if context.table.lesson is not None:
        return words.NOT_IN_LESSON
    session, far = context.table.session, context.table.far
    if session.outcome is not None or (far is not None and not far.goes_on):
        return ""
    return NOT_AT_END() if session.is_over else NOT_OVER()


def can_hint(context: Context) -> str:
    """The game goes on, it is a person's turn, and nobody far away plays."""
    return can_resign(context) or can_evaluate(context) or context.waiting_for()


def can_evaluate(context: Context) -> str:
    """No help while somebody far away plays."""
    return context.table.session.unaided


def can_analyse(context: Context) -> str:
    """There are moves, or an analysis that can be stopped."""
    running = context.assistant is not None and context.assistant.analysing
    if context.table.session.unaided:
        return context.table.session.unaided
    moves = any(node.move is not None for node in context.table.session.cursor.line[1:])
    return "" if running or moves else words.NOTHING_TO_ANALYSE()


def can_look_deeper(context: Context) -> str:
    """The game goes on or has just ended here, and nothing is being analysed."""
    running = context.assistant is not None and context.assistant.analysing
    return context.table.session.unaided or (words.ANALYSING if running else "")


def can_show_missed(context: Context) -> str:
    """The move shown is a mistake that is known, or lies in what was missed; no lesson is on."""
    known = mistakes_of(context)
    if known and context.table.lesson is not None:
        return words.NOT_IN_LESSON
    there = known and missed_at(context.table.session.cursor.node, known) is not None
    return "" if there else table_words.NONE_MISSED


def can_see_mistake(context: Context) -> str:
    return no_other_mistake(context)


def can_play_from(context: Context) -> str:
    """The game goes on from the position shown, and nobody far away plays it."""
    return can_resign(context) or can_evaluate(context)


def can_pause(context: Context) -> str:
    return "" if context.table.session.seats.computers else words.NO_COMPUTER()


def can_play_on(context: Context) -> str:
    return "" if len(context.table.session.cursor.line) > 1 else words.NOTHING_TO_PLAY_ON()


def can_step_back(context: Context) -> str:
    """There are moves before this place, or a replay that a step would stop."""
    table = context.table
    there = table.session.cursor.node.parent is not None or table.timeline.playing
    return "" if there else "this is the start"


def can_step_on(context: Context) -> str:
    return "this is the end" if context.table.timeline.at_end else ""


def can_delete(context: Context) -> str:
    session = context.table.session
    root = session.cursor.node.parent is None
    return words.START_STAYS() if root else session.fixed


def can_promote(context: Context) -> str:
    """The place shown lies in a variation, which may be changed."""
    if context.table.session.fixed:
        return context.table.session.fixed
    node: Node | None = context.table.session.cursor.node
    while node is not None and node.parent is not None:
        if node.parent.children[0] is not node:
            return ""
        node = node.parent
    return words.MAIN_ALREADY()


# -- far away


def can_propose(context: Context) -> str:
    """A game with somebody far away goes on, and nothing is proposed."""
    far = context.table.far
    if far is None or not far.goes_on:
        return NOT_FAR
    return context.table.session.held if far.is_open else ""


def can_accept(context: Context) -> str:
    """Somebody far away has proposed something."""
    far = context.table.far
    return "" if far is not None and far.is_asked else NO_OFFER


def can_reject(context: Context) -> str:
    """Something is proposed, by whom of the two it may be."""
    far = context.table.far
    return "" if far is not None and far.is_proposed else NO_OFFER


def can_chat(context: Context) -> str:
    """Somebody far away plays, or has played."""
    return "" if context.table.far is not None else NOT_FAR


# -- what a game has


def in_all_games(session: Session) -> bool:
    return True


def has_swap(session: Session) -> bool:
    """The rules know the word for it."""
    try:
        session.position.parse("swap")
    except RefusedMoveError:
        return False
    return True


def has_steps(session: Session) -> bool:
    """A move can be begun: some choices are no whole moves."""
    return view_of(session.record.game).picker.leads is not None


def has_explode(session: Session) -> bool:
    """There are levels, or stacks, that can be spread."""
    return "explode" in view_of(session.record.game).panel.layers


def has_peel(session: Session) -> bool:
    """There are levels that can be taken off."""
    return "peel" in view_of(session.record.game).panel.layers
