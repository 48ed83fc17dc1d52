"""The analysis of a record: every position of the line shown, one after the other."""

from __future__ import annotations

from engine.record import Node
from viewer.assistant.background import Report
from viewer.assistant.evaluations import Evaluations
from viewer.assistant.wish import Wish
from viewer.table.state import Table


class RecordAnalysis:
    """The positions yet to be looked at. ``asked`` is set once the user has asked for it."""

    def __init__(self, table: Table, evaluations: Evaluations) -> None:
        self._table, self._evaluations = table, evaluations
        self._left: list[Node] = []
        self._count = 0
        self.asked = False

    @property
    def running(self) -> bool:
        """Whether the record is being analysed."""
        return bool(self._left)

    @property
    def progress(self) -> tuple[int, int] | None:
        """(done, all) positions while the record is analysed."""
        return (self._count - len(self._left), self._count) if self._left else None

    def toggle(self) -> None:
        """Look at every position of the line shown, or stop that."""
        if self.running:
            self.stop()
            self._table.say("analysis stopped")
            return
        line = self._table.session.cursor.line
        self._left = [node for node in line if node is line[0] or node.move is not None]
        self._count, self.asked = len(self._left), True

    def stop(self) -> None:
        """Look at no more of them."""
        self._left, self._count = [], 0

    def wish(self) -> Wish | None:
        """The next position."""
        return Wish("record", self._left[0]) if self._left else None

    def finish(self, report: Report) -> None:
        """Go on to the next one."""
        self._left.pop(0)

    def skip_ended(self) -> None:
        """Ends of games need no thought; nodes that have been deleted get none."""
        left = self._left
        while left and (self._deleted(left[0]) or self._evaluations.note_end(left[0])):
            left.pop(0)
        if not left and self._count:
            self.stop()
            self._tell_end()

    def _deleted(self, node: Node) -> bool:
        return node.path()[0] is not self._table.session.record.root

    def _tell_end(self) -> None:
        """Say that it is done; where the user wants it, the comments have it too."""
        where = ""
        if self._table.settings.keep_analysis:
            self._evaluations.write_comments()
            where = ", in the comments too"
        self._table.say(f"the record is analysed{where}: N and Shift+N go to its mistakes")
