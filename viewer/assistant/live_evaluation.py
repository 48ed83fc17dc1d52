"""The live evaluation: what is thought of the position shown, and where that looked."""

from __future__ import annotations

from typing import Any

from engine.record import Node
from viewer.assistant.background import Job, Report
from viewer.assistant.display import Best, bests_of, heat_of
from viewer.assistant.wish import Wish
from viewer.table.state import Table

Heat = tuple[tuple[str, float], ...]


class LiveEvaluation:
    """Evaluates the position shown while it is ``on``, each time for a while."""

    def __init__(self, table: Table) -> None:
        self._table, self.on = table, False
        self._done: Node | None = None  # the position that was looked at long enough
        self._heat: Heat = ()
        self._bests: tuple[Best, ...] = ()
        self._heated: Node | None = None

    def toggle(self) -> None:
        """Show what is thought of the position, or no longer."""
        self.on = not self.on
        self._done = None
        self._table.say("evaluation on" if self.on else "evaluation off")

    def wish(self) -> Wish | None:
        """The position shown, until it was looked at long enough."""
        session = self._table.session
        rested = self._done is session.cursor.node or session.outcome is not None
        wanted = self.on and not session.unaided
        return None if rested or not wanted else Wish("live", session.cursor.node)

    def finish(self, report: Report) -> None:
        """Rest until another position is shown."""
        self._done = report.job.node

    def note(self, job: Job, answer: Any) -> None:
        """Note how much an answer looked at each target, and what it found best there."""
        self._heated, self._heat = job.node, heat_of(self._table, job.position, answer)
        warm = {target for target, _ in self._heat}
        found = bests_of(self._table, job.position, answer)
        self._bests = tuple(best for best in found if best.target in warm)

    @property
    def heat(self) -> Heat:
        """See ``AnalysisView.heat``."""
        return self._heat if self._current else ()

    @property
    def bests(self) -> tuple[Best, ...]:
        """See ``AnalysisView.bests``."""
        return self._bests if self._current else ()

    @property
    def _current(self) -> bool:
        """Whether what was noted is of the position shown, and wanted."""
        wanted = self.on and not self._table.session.unaided
        return wanted and self._heated is self._table.session.cursor.node
