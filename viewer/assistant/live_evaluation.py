"""The live evaluation of the position shown, with the targets it searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boche.engine.record import Node
from boche.viewer.assistant.background import Job, Report
from boche.viewer.assistant.display import Best, bests_of, heat_of
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.table.state import Table

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate

Heat = tuple[tuple[str, float], ...]


class LiveEvaluation:
    """An evaluator of the position shown while it is ``on``, for a limited time per position."""

    def __init__(self, table: Table) -> None:
        self._table, self.on = table, False
        self._finished: Node | None = None  # the position that has been searched long enough
        self._heat: Heat = ()
        self._bests: tuple[Best, ...] = ()
        self._heated: Node | None = None
        self._candidates: tuple[Candidate, ...] = ()
        self.visits = 0
        """The visits behind the candidates."""

    def toggle(self) -> None:
        """Turn the live evaluation on or off."""
        self.on = not self.on
        self._finished = None
        self._table.say("evaluation on" if self.on else "evaluation off")

    def search_request(self) -> SearchRequest | None:
        """Return a search request for the position shown until it has been searched long enough."""
        session = self._table.session
        rested = self._finished is session.cursor.node or session.outcome is not None
        active = self.on and not session.unaided
        return None if rested or not active else SearchRequest("live", session.cursor.node)

    def finish(self, report: Report) -> None:
        """Rest until another position is shown."""
        self._finished = report.job.node

    def note(self, job: Job, answer: Any) -> None:
        """Store how much an answer searched each target, and the best move there."""
        if answer.candidates or self._heated is not job.node:
            self._candidates, self.visits = answer.candidates, answer.simulations
        self._heated, self._heat = job.node, heat_of(self._table, job.position, answer)
        warm = {target for target, _ in self._heat}
        bests = bests_of(self._table, job.position, answer)
        self._bests = tuple(best for best in bests if best.target in warm)

    @property
    def is_rested(self) -> bool:
        """True if the position shown has been searched long enough, and is not yet over."""
        session = self._table.session
        active = self.on and not session.unaided and session.outcome is None
        return active and self._finished is session.cursor.node

    @property
    def heat(self) -> Heat:
        """The heat of the position shown, see ``AnalysisView.heat``."""
        return self._heat if self._current else ()

    @property
    def bests(self) -> tuple[Best, ...]:
        """The best moves of the position shown, see ``AnalysisView.bests``."""
        return self._bests if self._current else ()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The best whole moves of the position shown, see ``AnalysisView.candidates``."""
        return self._candidates if self._current else ()

    @property
    def _current(self) -> bool:
        """True if the stored answer is for the position shown and is wanted."""
        active = self.on and not self._table.session.unaided
        return active and self._heated is self._table.session.cursor.node
