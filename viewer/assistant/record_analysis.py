"""The analysis of a record: every position of the line shown, one after another."""

from __future__ import annotations

from boche.engine.record import Node
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.evaluations import Evaluations
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.assistant.words import ANALYSED, NONE_FOUND
from boche.viewer.table.review import marked
from boche.viewer.table.state import Table

DEEPER = 4
"""Factor by which a deeper look takes longer than the one before it."""


class RecordAnalysis:
    """The positions yet to be analysed. ``asked`` is set once the user asks for an analysis."""

    def __init__(self, table: Table, evaluations: Evaluations) -> None:
        self._table, self._evaluations = table, evaluations
        self._pending: list[Node] = []
        self._count = 0
        self._seconds = 0.0  # for each position
        self._looked: dict[Node, float] = {}  # maximum seconds spent so far, by position
        self.asked = False

    @property
    def running(self) -> bool:
        """True while the record is being analysed."""
        return bool(self._pending)

    @property
    def progress(self) -> tuple[int, int] | None:
        """The (done, all) numbers of positions while the record is analysed, or None."""
        return (self._count - len(self._pending), self._count) if self._pending else None

    def toggle(self) -> None:
        """Analyse every position of the line shown, or stop the analysis."""
        if self.running:
            self.stop()
            self._table.say("analysis stopped")
            return
        line = self._table.session.cursor.line
        nodes = [node for node in line if node is line[0] or node.move is not None]
        self._begin(nodes, self._table.settings.analysis_seconds)

    def look_deeper(self) -> None:
        """Analyse the positions before and after the move shown for longer."""
        node = self._table.session.cursor.node
        known = self._looked.get(node, self._table.settings.analysis_seconds)
        self._begin([node.parent, node] if node.parent is not None else [node], DEEPER * known)

    def _begin(self, nodes: list[Node], seconds: float) -> None:
        self._pending, self._count, self._seconds = nodes, len(nodes), seconds
        self._looked.update(dict.fromkeys(nodes, seconds))
        self.asked = True

    @property
    def status(self) -> str:
        """Progress in words, or an empty string."""
        if not self._pending:
            return ""
        done, count = self._count - len(self._pending), self._count
        seconds = len(self._pending) * self._seconds
        return (
            f"analysing: {done} of {count} positions, {seconds:.0f} s at most to go (Ctrl+I stops)"
        )

    def stop(self) -> None:
        """Stop the analysis."""
        self._pending, self._count = [], 0

    def search_request(self) -> SearchRequest | None:
        """Return a search request for the next position, or None."""
        return (
            SearchRequest("record", self._pending[0], seconds=self._seconds)
            if self._pending
            else None
        )

    def finish(self, report: Report) -> None:
        """Go on to the next position."""
        self._pending.pop(0)

    def skip_ended(self) -> None:
        """Skip ends of games, which need no search, and deleted nodes."""
        pending = self._pending
        while pending and (self._deleted(pending[0]) or self._evaluations.note_end(pending[0])):
            pending.pop(0)
        if not pending and self._count:
            self.stop()
            self._tell_end()

    def _deleted(self, node: Node) -> bool:
        return node.path()[0] is not self._table.session.record.root

    def _tell_end(self) -> None:
        """Announce the end of the analysis, and write the comments if the settings ask for it."""
        where = ""
        if self._table.settings.keep_analysis:
            self._evaluations.write_comments()
            where = ", in the comments too"
        table = self._table
        count = len(list(marked(table.session.cursor.line, self._evaluations.mistakes)))
        table.say(ANALYSED(count=count, where=where) if count else NONE_FOUND(where=where))
