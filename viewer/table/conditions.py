"""The conditions of commands: each returns in one line why not now, or an empty text.

Further functions tell which games have a command at all.
"""

from __future__ import annotations

from boche.engine.errors import RefusedMoveError
from boche.engine.languages.current import tr
from boche.engine.message import Message
from boche.engine.record import Node
from boche.engine.words import GAME_OVER
from boche.viewer.games.registry import view_of
from boche.viewer.remote.words import NO_OFFER
from boche.viewer.session import Session, words
from boche.viewer.table import words as table_words
from boche.viewer.table.command_keys import with_keys
from boche.viewer.table.context import Context
from boche.viewer.table.review import missed_at, mistakes_of, no_other_mistake
from boche.viewer.table.shown import Tone
from boche.viewer.table.words import NO_OTHER_LEVEL, NO_OTHER_TURN, NO_REMATCH, NOT_FAR
from boche.viewer.training import words as training_words
from boche.viewer.training.mistakes import people_of

STOPS = {
    each.kind
    for each in (
        table_words.AT_START,
        table_words.AT_END,
        table_words.LINE_BEGINS,
        table_words.LINE_ENDS,
        table_words.TRY_AT_END,
    )
}
"""The kinds of lines that say where steps end: whoever steps that far has done nothing wrong."""


def tone_of(context: Context, why: str) -> Tone:
    """Return the tone of a line that says why something cannot be done."""
    if why and why == context.waiting_for():
        return "waiting"
    kind = why.kind if isinstance(why, Message) else ""
    if kind in STOPS:
        return "noted"
    return "over" if kind == GAME_OVER.kind else "refused"


def can_swap(context: Context) -> str:
    """Refuse during a computer's turn, and if the rules do not allow a swap now.

    A lesson offers it where it is about that: its button would look like the answer.
    """
    lesson = context.table.lesson
    if lesson is not None and lesson.state.phase != "asks":
        return tr("not before the lesson continues")
    if lesson is not None and not lesson.state.lesson.teaches_swap:
        return words.NOT_IN_LESSON
    training = context.table.training
    if training is not None and training.state.phase != "asks":
        return tr("not before the exercise continues")
    return context.waiting_for() or context.table.session.swap_refused


def can_undo(context: Context) -> str:
    """Refuse if there is no step or edit to undo and no computer turn to interrupt.

    In an online game that is still in progress, undo is a request to the opponent and needs a move.
    """
    table, far = context.table, context.table.far
    if table.selection.is_begun or (table.trial is not None and table.chosen_line is not None):
        return ""
    if far is not None and far.goes_on:
        return "" if far.board.moves else words.NOTHING_TO_UNDO()
    session = context.table.session
    there = session.edits.undo_text or context.waiting_for()
    return session.why_no_undo if there else words.NOTHING_TO_UNDO()


def can_redo(context: Context) -> str:
    """Refuse if no step and no edit was undone."""
    there = context.table.selection.can_go_forward or context.table.session.edits.redo_text
    return "" if there else words.NOTHING_TO_REDO()


def can_resign(context: Context) -> str:
    """Refuse where nobody can play on, and if the record's main line has ended.

    Whoever looks at an earlier move of a game that is over has nothing left to resign.
    """
    why, far, session = can_go_on(context), context.table.far, context.table.session
    if why or (far is not None and far.is_open):
        return why
    at_end = session.cursor.node is session.positions.main_end  # usual, and known to go on
    over = None if at_end else session.main_outcome
    return GAME_OVER(reason=over.reason) if over is not None else ""


def can_go_on(context: Context) -> str:
    """Refuse during a lesson, an exercise or the editing of a position, and after the end."""
    if why := has_own_record(context):
        return why
    far = context.table.far
    if far is not None and far.is_open:
        return far.why_no_move
    over = context.table.session.outcome
    return GAME_OVER(reason=over.reason) if over is not None else ""


def has_record(context: Context) -> str:
    """Refuse while a position is being set up: there is no record to write into yet."""
    return context.table.session.why_no_help if context.table.setup is not None else ""


def has_own_record(context: Context) -> str:
    """Refuse during a lesson, an exercise or the editing of a position."""
    teaching = context.table.teaching is not None
    return context.table.session.why_no_help if teaching else has_record(context)


def can_set_up(context: Context) -> str:
    """Refuse during a lesson, in an online game, and while a position is being set up."""
    return context.table.session.why_no_help


def can_rematch(context: Context) -> str:
    """Refuse before the end of the game, and during a lesson or an exercise.

    Whoever looks at an earlier move of a game that is over, or tries another one there, need not go
    to its end first. The end of a line tried beside a game that goes on is not the game's.
    """
    if context.table.teaching is not None:
        return context.table.session.why_no_help
    session, far = context.table.session, context.table.far
    ended = session.is_over and not session.tries
    over = ended or (session.main_outcome is not None if far is None else not far.goes_on)
    return "" if over else with_keys(NO_REMATCH, key="new")


def can_change_level(context: Context) -> str:
    """Refuse unless the game that has ended offers another level."""
    if context.table.teaching is not None:
        return context.table.session.why_no_help
    offered = context.table.session.next_level and not can_rematch(context)
    return "" if offered else NO_OTHER_LEVEL


def can_hint(context: Context) -> str:
    """Refuse after the end, during a computer's turn, and in an online game."""
    return can_go_on(context) or can_evaluate(context) or context.waiting_for()


def can_evaluate(context: Context) -> str:
    """Refuse in an online game, where no help is allowed."""
    return context.table.session.why_no_help


def can_analyse(context: Context) -> str:
    """Refuse without moves, unless an analysis is running that can be stopped."""
    running = context.assistant is not None and context.assistant.analysing
    session = context.table.session
    if session.why_no_help:
        return session.why_no_help
    moves = any(node.move is not None for node in session.cursor.line[1:])
    return "" if running or moves else words.NOTHING_TO_ANALYSE()


def can_look_deeper(context: Context) -> str:
    """Refuse in an online game and while the game is being analysed."""
    running = context.assistant is not None and context.assistant.analysing
    why = context.table.session.why_no_help
    return why or (with_keys(words.ANALYSING, key="analyse") if running else "")


def can_show_missed(context: Context) -> str:
    """Refuse unless a known mistake or a missed line is shown; refuse during a lesson."""
    known = mistakes_of(context)
    if known and context.table.teaching is not None:
        return context.table.session.why_no_help
    there = known and missed_at(context.table.session.cursor.node, known) is not None
    return "" if there else with_keys(table_words.NONE_MISSED, key="analyse")


def can_see_mistake(context: Context) -> str:
    return no_other_mistake(context)


def can_retry(context: Context) -> str:
    """Refuse unless an analysis of the game has found a person's mistake."""
    session, assistant = context.table.session, context.assistant
    if session.why_no_help:
        return session.why_no_help
    if assistant is None or not (assistant.analysed or assistant.analysing):
        return with_keys(training_words.NOT_ANALYSED, analyse="analyse", again="retry_mistakes")
    if assistant.analysing:
        return with_keys(training_words.ANALYSING, key="analyse")
    return "" if people_of(session, assistant.mistakes) else tr(training_words.NO_MISTAKES)


def can_play_from(context: Context) -> str:
    """Refuse after the end, during a lesson, and in an online game."""
    return can_go_on(context) or can_evaluate(context)


def can_let_play(context: Context) -> str:
    """Refuse unless it is the turn of a computer that waits, here or at an earlier move."""
    session = context.table.session
    if not session.seats.computers:
        return with_keys(words.NO_COMPUTER_PLAYS, key="players")
    if why := has_own_record(context):
        return why
    its = session.outcome is None and session.person_of(session.turn).kind == "computer"
    return context.waiting_for() if its else words.NOT_ITS_TURN


def can_pause(context: Context) -> str:
    session = context.table.session
    clock = session.clock
    if not (session.seats.computers or clock.control is not None):
        return words.NO_COMPUTER()
    counts = clock.control is not None and session.record.root.text("RO") and not clock.paused
    return words.NO_PAUSE if counts and session.outcome is None else ""


def can_play_on(context: Context) -> str:
    if context.table.line is not None:
        return ""
    return "" if len(context.table.session.cursor.line) > 1 else words.NOTHING_TO_PLAY_ON()


def can_step_back(context: Context) -> str:
    """Refuse at the start of what is stepped through, unless there is a replay to stop."""
    table = context.table
    if table.line is not None:
        return "" if table.line.may_step(-1, table.now) else table_words.LINE_BEGINS
    there = table.session.cursor.node.parent is not None or table.timeline.playing
    return "" if there else table_words.AT_START


def can_step_on(context: Context) -> str:
    table = context.table
    if table.line is not None:
        return "" if table.line.may_step(1, table.now) else table_words.LINE_ENDS
    if not table.timeline.at_end:
        return ""
    if table.reviews and table.session.outcome is None:
        return with_keys(table_words.TRY_AT_END, key="other_focus", choose="next_choice")
    return table_words.LATEST if table.session.outcome is None else table_words.AT_END


def can_go_to_end(context: Context) -> str:
    """Refuse at the end of what is stepped through, unless that is beside a game that goes on."""
    table = context.table
    if table.trial is None and table.session.tries:
        return ""
    return can_step_on(context)


def can_delete(context: Context) -> str:
    """Refuse at the start, during a lesson or an exercise, and where past moves may not change."""
    session = context.table.session
    root = session.cursor.node.parent is None
    return words.START_STAYS() if root else has_own_record(context) or session.why_no_undo


def can_promote(context: Context) -> str:
    """Refuse unless the current position lies in a variation that may be changed."""
    if context.table.session.why_no_undo:
        return context.table.session.why_no_undo
    node: Node | None = context.table.session.cursor.node
    while node is not None and node.parent is not None:
        if node.parent.children[0] is not node:
            return ""
        node = node.parent
    return words.MAIN_ALREADY()


# -- online games


def can_propose(context: Context) -> str:
    """Refuse unless an online game is in progress and no offer is open."""
    far = context.table.far
    if far is None or not far.goes_on:
        return NOT_FAR
    return context.table.session.why_no_move if far.is_open else ""


def can_accept(context: Context) -> str:
    """Refuse unless the remote opponent has made an offer."""
    far = context.table.far
    return "" if far is not None and far.is_asked else NO_OFFER


def can_reject(context: Context) -> str:
    """Refuse unless either player has made an offer."""
    far = context.table.far
    return "" if far is not None and far.is_proposed else NO_OFFER


def can_chat(context: Context) -> str:
    """Refuse unless this is an online game, in progress or finished."""
    return "" if context.table.far is not None else NOT_FAR


def can_go_next(context: Context) -> str:
    """Refuse if it is known that it is the user's turn in no other online game."""
    table = context.table
    return NO_OTHER_TURN if table.awaited is not None and not table.other_turns else ""


# -- features of a game


def has_swap(session: Session) -> bool:
    """Return whether the rules accept the word ``swap``."""
    try:
        session.position.parse("swap")
    except RefusedMoveError:
        return False
    return True


def has_steps(session: Session) -> bool:
    """Return whether moves have several steps, so that some choices are not complete moves."""
    return view_of(session.record.game_name).picker.leads is not None


def has_explode(session: Session) -> bool:
    """Return whether there are levels or stacks that can be spread."""
    return "explode" in view_of(session.record.game_name).panel.layers


def has_peel(session: Session) -> bool:
    """Return whether there are levels that can be hidden."""
    return "peel" in view_of(session.record.game_name).panel.layers
