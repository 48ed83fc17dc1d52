"""The engine's lines at the table: showing one on the board, keeping it as a variation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boche.engine.comments import kept_line
from boche.engine.languages.formats import percent
from boche.engine.message import Message
from boche.viewer.session.words import HELPED
from boche.viewer.table import words
from boche.viewer.table.command_keys import OWN, shown_key, with_keys
from boche.viewer.table.context import Context
from boche.viewer.table.keys import key_name
from boche.viewer.table.shown import ENGINE, EXPLORER, REASON, TrialView
from boche.viewer.table.state import Table
from boche.viewer.table.trial import GHOST, REST, Proof, Trial
from boche.viewer.table.warnings import view_of_warning

if TYPE_CHECKING:
    from boche.engine.review.reasons import Reason
    from boche.engine.search.result import Candidate


def try_line(
    context: Context, rank: int, moves: Sequence[str], chance: str, reason: Reason | None = None,
    *, instead: str = "",
) -> None:  # fmt: skip
    """Show a line of the position at the cursor; rank 0 is one that was missed.

    With ``instead``, the move that was played, it waits for somebody to step on. A line of a
    ``reason`` shows the threat that it carries out as well. Raises ``BocheError`` for
    an illegal move.
    """
    table = context.table
    shown, source = table.trial, ENGINE if reason is None else REASON
    if shown is not None and shown.source == source and shown.moves == tuple(moves):
        shown.rank = rank
        shown.stopped = 0 if instead else shown.stopped
        return
    threat = reason.threat if reason is not None else None
    proof = Proof(table.session.cursor.node, tuple(moves), threat)
    _show(table, rank, proof, chance, source, 0 if instead else None, instead)


def _show(
    table: Table, rank: int, proof: Proof, chance: str, source: str, stopped: int | None = None,
    instead: str = "",
) -> None:  # fmt: skip
    """Put a line on the board. Raises ``BocheError``."""
    positions = [table.session.positions.at(proof.node)]
    for move in proof.moves:
        positions.append(positions[-1].play(positions[-1].parse(move)))
    table.timeline.playing = False
    table.timeline.skip()
    table.writing.forget()
    table.try_out(
        Trial(
            node=proof.node,
            rank=rank,
            chance=chance,
            moves=proof.moves,
            positions=tuple(positions),
            begun=table.now,
            length=table.lasting(GHOST + REST),
            source=source,
            stopped=stopped,
            threat=proof.threat,
            cursor=table.session.cursor.node,
            instead=instead,
        )
    )


def show_candidate(context: Context, rank: int) -> None:
    """Show the line of the candidate of that rank, from 1; if it is shown, end that.

    One that only the pointer shows stays from then on.
    """
    table = context.table
    shown = table.trial
    if shown is not None and shown.source == ENGINE and shown.rank == rank:
        if not shown.passing:
            table.try_out(None)
        shown.passing = False
        return
    candidate = candidates_of(context)[rank - 1]
    try_line(context, rank, tuple(map(str, candidate.line)), percent(candidate.value))


def hover_candidate(context: Context, rank: int) -> None:
    """Show the line of the candidate under the pointer; 0 ends it, as after the pointer left."""
    table = context.table
    shown = table.trial
    if shown is not None and not shown.passing:
        return  # a line that was chosen stays while the pointer passes over the list
    if rank == 0:
        table.try_out(None)
    elif rank <= len(candidates_of(context)) and (
        shown is None or (shown.source, shown.rank) != (ENGINE, rank)
    ):
        table.attempt(lambda: show_candidate(context, rank))
        if table.trial is not None:
            table.trial.passing = True


def enter_candidate(context: Context, rank: int) -> None:
    """Step into the line of a candidate: its first move is shown, then with each call the next.

    Nothing is played. The line stays until it is left.
    """
    table, shown = context.table, context.table.trial
    if shown is None or (shown.source, shown.rank) != (ENGINE, rank):
        if rank <= len(candidates_of(context)):
            table.attempt(lambda: show_candidate(context, rank))
        show_moves(context, 1)
    elif shown.passing:
        show_moves(context, 1)
    elif shown.may_step(1, table.now):
        shown.step(1, table.now)


def candidates_of(context: Context) -> Sequence[Candidate]:
    """Return the candidates of the position at the cursor, best first."""
    return context.assistant.candidates if context.assistant is not None else ()


def no_candidate(rank: int, context: Context) -> str:
    """Return why there is no line of that rank, or an empty text."""
    session = context.table.session
    if session.why_no_help:
        return session.why_no_help
    if session.positions.ending(session.cursor.node) is not None:  # asked for each rank
        return words.NO_LINES_AFTER_END
    count = len(candidates_of(context))
    if not count:
        return with_keys(words.NO_LINES, key="evaluate")
    return "" if rank <= count else words.FEWER_LINES(count=count)


def step_line(context: Context, by: int) -> None:
    """Go so many moves on in the line that is shown, or back if it is negative.

    If none is shown, it is that of the hint or of the warning, from its beginning. Raises
    ``BocheError``.
    """
    table = context.table
    if aid := spoils(context):
        table.session.note_aid(aid)
    if table.trial is None and (proof := _proof_here(table)) is not None:
        _show(table, 0, proof, "", REASON, stopped=0)
    if table.trial is not None:
        table.trial.step(by, table.now)


def show_moves(context: Context, count: int) -> None:
    """Show so many moves of the line on the board, and stay there."""
    line = context.table.line
    if line is not None:
        line.stopped, line.passing = count, False


def spoils(context: Context) -> str:
    """Return the reason why stepping on would end that the game counts for the rating.

    The line of a warning is the refutation, and whoever has seen it may take the move back. That of
    a hint was asked for before.
    """
    table = context.table
    proof = _proof_here(table) if table.trial is None else None
    return HELPED if proof is not None and proof is not table.proof else ""


def _proof_here(table: Table) -> Proof | None:
    """Return the line of the last hint at the cursor, or that of the warning shown, or None."""
    proof, warning = table.proof, table.warnings.current
    if proof is not None and proof.node is table.session.cursor.node:
        return proof
    if warning is None or not warning.line or view_of_warning(table) is None:
        return None
    return Proof(warning.line_from, warning.line, warning.threat)


def no_step(by: int, context: Context) -> str:
    """Return why one cannot step through a line in a direction, or an empty text."""
    trial, now = context.table.trial, context.table.now
    if trial is None and by > 0 and _proof_here(context.table) is not None:
        return ""
    if trial is None or trial.source == EXPLORER:
        return with_keys(words.NO_TRIAL, key="line_1")
    if trial.may_step(by, now):
        return ""
    return words.LINE_ENDS if by > 0 else words.LINE_BEGINS


def no_trial(context: Context) -> str:
    """Return why there is no line to keep, or an empty text.

    At the end of a game against a computer that goes on, what is kept would be the game.
    """
    session, trial = context.table.session, context.table.trial
    if trial is None:
        return with_keys(words.NO_TRIAL, key="line_1")
    goes_on = session.seats.computers and not session.is_over and not trial.node.children
    return words.KEPT_LATER if goes_on and trial.source != EXPLORER else session.why_no_undo


def keep_line(context: Context) -> None:
    """Keep the line that is shown as a variation, as one change. Raises ``BocheError``."""
    table, trial = context.table, context.table.trial
    if trial is None:
        return
    if trial.source == EXPLORER:
        play_explored(context, trial.moves[0])
        return
    if context.assistant is not None:
        context.assistant.keep_still()
    comment = kept_line(table.session.turn, trial.chance) if trial.source == ENGINE else ""
    cursor, before = table.session.cursor, table.session.edits.changes
    behind = cursor.line[cursor.index + 1 : cursor.index + 2]
    table.session.add_line("keep a line", trial.node, trial.moves, comment)
    kept = table.session.edits.changes != before
    for node in (*behind, trial.node):  # the line that was shown is shown again
        cursor.go(node)
    table.try_out(None)
    table.follow(0.0)
    told = words.LINE_KEPT(count=len(trial.moves), key=shown_key("undo"))
    table.say(told if kept else words.LINE_THERE())


def play_explored(context: Context, move: str) -> None:
    """Play a move of the explorer; in a review no computer answers it. Raises ``BocheError``."""
    table, session = context.table, context.table.session
    reviews = session.is_over or bool(session.cursor.node.children)
    if reviews and context.assistant is not None:
        context.assistant.keep_still()
    why = session.why_no_move if reviews else context.waiting_for()
    if why:
        table.say(why, tone="waiting")
        return
    table.try_out(None)
    table.play(table.position.parse(move))


def arrow_keys() -> tuple[str, str]:
    """Return the keys that step back and on in what is shown: arrows, unless the user has others.

    A line that is shown always has the arrow keys.
    """
    steps = (("back", "Left"), ("forward", "Right"))
    back, on = (shown_key(name) if name in OWN else key_name(arrow) for name, arrow in steps)
    return back, on


def line_status(trial: TrialView, moves: Sequence[str]) -> Message:
    """Return the status while a line of these moves is shown; rank 0 is one that was missed."""
    keep = shown_key("keep_line")
    if trial.source == EXPLORER:
        return words.EXPLORED_TRIAL(move=moves[0], key=keep)
    back, on = arrow_keys()
    if trial.source == REASON:
        return words.REASON_SHOWN(moves=" ".join(moves), back=back, on=on, keep=keep)
    if trial.instead:
        return words.BETTER_BEFORE(played=trial.instead, moves=" ".join(moves), on=on, keep=keep)
    if not trial.rank:
        return words.BETTER_SHOWN(moves=" ".join(moves), back=back, on=on, keep=keep)
    if trial.passing:
        return words.PASSING_TRIAL(rank=trial.rank, moves=" ".join(moves), keep=keep)
    return words.TRIAL(rank=trial.rank, moves=" ".join(moves), back=back, on=on, keep=keep)
