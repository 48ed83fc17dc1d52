"""The analysis of a record: every position of the line shown, one after another.

What it finds is kept in the record. Positions that are known well enough are not searched again, so
that an analysis that was stopped goes on where it was, also in a record that was saved and opened
again.
"""

from __future__ import annotations

from collections.abc import Sequence

from boche.engine.record import Node
from boche.engine.review.accuracy import accuracies
from boche.engine.search.analysis import SECONDS
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.display import NO_FINDINGS, Findings
from boche.viewer.assistant.evaluations import Evaluations
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.assistant.words import (
    ANALYSED,
    IN_COMMENTS,
    LINE_ANALYSED,
    LINE_NONE_FOUND,
    NONE_FOUND,
    PROGRESS,
    ROUND,
    SAVES,
    STOPPED,
    TRIED,
)
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.review import is_tried, marked
from boche.viewer.table.state import Table

DEEPER = 4
"""Factor by which a deeper look takes longer than the one before it."""

ROUND_FACTOR = 2
"""Factor by which each round takes longer than the one before it, if there are several."""

LONGEST = 600.0
"""Maximum seconds for each position."""


class RecordAnalysis:
    """The positions yet to be analysed. ``asked`` is set once the user asks for an analysis.

    Without a time per position (0 in the settings) it goes round again and again, deeper each time.
    """

    def __init__(self, table: Table, evaluations: Evaluations) -> None:
        self._table, self._evaluations = table, evaluations
        self._nodes: Sequence[Node] = ()  # all that were asked for
        self._pending: list[Node] = []
        self._seconds = 0.0  # for each position
        self._round = 0  # from 1 if there are several, else 0
        self._purpose = ""  # what is analysed beside the game, or what follows, in words
        self._tried = False  # whether that is a line that was tried
        self._findings, self._found_along = NO_FINDINGS, list[Node]()
        self._found_for = (-1, 0.0)
        self._end: Node | None = None  # the last move of the line for which it was asked
        self.asked = False

    @property
    def left_behind(self) -> bool:
        """True if another move now ends the line: the game has gone on since, or moves were undone.

        So it is with what an opened record keeps, too.
        """
        return not self.running and self._table.session.cursor.line[-1] is not self._end

    @property
    def running(self) -> bool:
        """True while the record is being analysed."""
        return bool(self._pending)

    @property
    def progress(self) -> tuple[int, int] | None:
        """The (done, all) numbers of positions while the record is analysed, or None."""
        count = len(self._nodes)
        return (count - len(self._pending), count) if self._pending else None

    @property
    def findings(self) -> Findings:
        """How much of the line shown is known as well as the settings ask for, and what follows."""
        seconds = self._table.settings.analysis_seconds or SECONDS
        shown = self._table.session.cursor.line  # the same list until the line or a node changes
        key = (self._evaluations.version, seconds)
        if key != self._found_for or shown is not self._found_along:
            self._found_for, self._found_along = key, shown
            line, known = self._line, self._evaluations
            reviewed = [one for node in line if (one := known.reviewed(node)) is not None]
            count = sum(known.is_known(node, seconds) for node in line)
            self._findings = Findings(count, len(line), accuracies(reviewed))
        return self._findings

    def toggle(self) -> None:
        """Analyse every position of the line shown, or stop the analysis."""
        if self._pending:
            self.stop()
            known = self.findings
            self._table.say(STOPPED(done=known.known, count=known.count, key=shown_key("analyse")))
            return
        seconds = self._table.settings.analysis_seconds
        self._show_game()
        self._begin(self._line, seconds or SECONDS, 0 if seconds else 1)
        self._tried = is_tried(self._table.session)
        self._purpose = TRIED if self._tried else ""

    def _show_game(self) -> None:
        """Show the game itself at one of its moves, whatever line was tried from there before."""
        session = self._table.session
        node, end = session.cursor.node, session.positions.main_end
        if is_tried(session) and node in end.path():
            session.cursor.go(end)
            session.cursor.go(node)

    def analyse_for(self, purpose: str) -> None:
        """Analyse every position of the line shown for a limited time, because something follows.

        ``purpose`` says what, in words.
        """
        self._show_game()
        self._begin(self._line, self._table.settings.analysis_seconds or SECONDS)
        self._purpose = purpose

    def look_deeper(self) -> None:
        """Analyse the positions before and after the move shown for longer."""
        node = self._table.session.cursor.node
        nodes = [node.parent, node] if node.parent is not None else [node]
        known = [self._evaluations.reviewed(one) for one in nodes]
        spent = [one.result.seconds for one in known if one is not None and one.result is not None]
        usual = self._table.settings.analysis_seconds or SECONDS
        self._begin(nodes, min(DEEPER * max([usual, *spent]), LONGEST))

    @property
    def _line(self) -> list[Node]:
        line = self._table.session.cursor.line
        return [node for node in line if node is line[0] or node.move is not None]

    def _begin(self, nodes: Sequence[Node], seconds: float, number: int = 0) -> None:
        self._nodes, self._pending = nodes, list(nodes)
        self._seconds, self._round, self._purpose, self._tried = seconds, number, "", False
        self._end = self._table.session.cursor.line[-1]
        self.asked = True

    @property
    def status(self) -> str:
        """Progress in words, or an empty string."""
        if not self._pending:
            return ""
        done, count = len(self._nodes) - len(self._pending), len(self._nodes)
        if self._round:
            each = f"{self._seconds:g}"
            return ROUND(
                done=done, count=count, round=self._round, seconds=each, purpose=self._purpose,
                key=shown_key("analyse"),
            )  # fmt: skip
        seconds = f"{len(self._pending) * self._seconds:.0f}"
        return PROGRESS(
            done=done, count=count, seconds=seconds, purpose=self._purpose, key=shown_key("analyse")
        )

    def stop(self) -> None:
        """Stop the analysis."""
        self._nodes, self._pending = (), []

    def search_request(self) -> SearchRequest | None:
        """Return a search request for the next position, or None."""
        return (
            SearchRequest("record", self._pending[0], seconds=self._seconds)
            if self._pending
            else None
        )

    def finish(self, report: Report) -> None:
        """Go on to the next position."""
        if self._pending and self._pending[0] is report.job.node:
            self._pending.pop(0)

    def skip_known(self) -> None:
        """Skip positions that are known well enough, ends of games, and deleted nodes."""
        if not self._nodes:
            return
        self._skip()
        while not self._pending and self._round and self._next_round():
            self._skip()
        if not self._pending:
            self.stop()
            self._tell_end()

    def _skip(self) -> None:
        pending = self._pending
        while pending and self._needs_nothing(pending[0]):
            pending.pop(0)

    def _needs_nothing(self, node: Node) -> bool:
        if node.path()[0] is not self._table.session.record.root:
            return True
        self._evaluations.note_end(node)
        return self._evaluations.is_known(node, self._seconds)

    def _next_round(self) -> bool:
        """Begin the next round. Return False if this one was the longest."""
        if self._seconds * ROUND_FACTOR > LONGEST:
            return False
        self._seconds *= ROUND_FACTOR
        self._round += 1
        self._pending = list(self._nodes)
        return True

    def _tell_end(self) -> None:
        """Announce the end of the analysis, and write the comments if the settings ask for it."""
        table = self._table
        session, where = table.session, ""
        if table.settings.keep_analysis:
            self._evaluations.write_comments()
            where = IN_COMMENTS
        count = len(list(marked(session.cursor.line, self._evaluations.mistakes)))
        unsaved = session.file.path is not None and session.edits.modified
        saves = SAVES(key=shown_key("save")) if unsaved else ""
        if not count:
            table.say((LINE_NONE_FOUND if self._tried else NONE_FOUND)(where=where, saves=saves))
            return
        following, previous = shown_key("next_mistake"), shown_key("previous_mistake")
        told = LINE_ANALYSED if self._tried else ANALYSED
        table.say(told(count=count, where=where, saves=saves,
                       next=following, previous=previous))  # fmt: skip
