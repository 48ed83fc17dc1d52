"""The live evaluation of the position shown, with the targets it searched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from boche.engine.languages.current import tr
from boche.engine.record import Node
from boche.viewer.assistant.background import Job, Report
from boche.viewer.assistant.display import Best, bests_of, heat_of
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.table.shown import ENGINE
from boche.viewer.table.state import Table

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate

BRIEF = 3.0  # seconds for a position while the record is being analysed
Heat = tuple[tuple[str, float], ...]


class LiveEvaluation:
    """An evaluator of the position shown while it is ``on``, for a limited time per position."""

    def __init__(self, table: Table, in_haste: Callable[[], bool]) -> None:
        """Set it up; ``in_haste`` tells whether another search waits for it."""
        self._table, self.on, self._in_haste = table, False, in_haste
        self._finished: Node | None = None  # the position that has been searched long enough
        self._heat: Heat = ()
        self._bests: tuple[Best, ...] = ()
        self._heated: Node | None = None
        self._candidates: tuple[Candidate, ...] = ()
        self._listed: tuple[Candidate, ...] = ()
        self.visits = 0
        """The visits behind the candidates."""

    def toggle(self) -> None:
        """Turn the live evaluation on or off."""
        self.on = not self.on
        self._finished = None
        self._table.note(tr("evaluation on") if self.on else tr("evaluation off"))

    def search_request(self) -> SearchRequest | None:
        """Return a search request for the position shown until it has been searched long enough."""
        session = self._table.session
        rested = self._finished is session.cursor.node or session.outcome is not None
        active = self.on and not session.why_no_help
        seconds = BRIEF if self._in_haste() else 0.0
        node = session.cursor.node
        return None if rested or not active else SearchRequest("live", node, seconds=seconds)

    def finish(self, report: Report) -> None:
        """Rest until another position is shown."""
        self._finished = report.job.node

    def note(self, job: Job, answer: Any) -> None:
        """Store how much an answer searched each target, and the best move there."""
        if job.node is not self._finished:
            self._finished = None  # its answer gives way to this one, and would be missed there
        if answer.candidates or self._heated is not job.node:
            self._candidates, self.visits = answer.candidates, answer.simulations
        self._heated, self._heat = job.node, heat_of(self._table, job.position, answer)
        warm = {target for target, _ in self._heat}
        bests = bests_of(self._table, job.position, answer)
        self._bests = tuple(best for best in bests if best.way or best.target in warm)

    @property
    def is_rested(self) -> bool:
        """True if the position shown has been searched long enough, and is not yet over."""
        session = self._table.session
        active = self.on and not session.why_no_help and session.outcome is None
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
        """The best whole moves of the position shown, see ``AnalysisView.candidates``.

        While a line is shown, they keep their order, so that its number stays true.
        """
        if not self._current:
            return ()
        trial = self._table.trial
        shown = trial is not None and trial.source == ENGINE and trial.node is self._heated
        self._listed = _in_order(self._listed, self._candidates) if shown else self._candidates
        return self._listed

    @property
    def _current(self) -> bool:
        """True if the stored answer is for the position shown and is wanted."""
        active = self.on and not self._table.session.why_no_help
        return active and self._heated is self._table.session.cursor.node


def _in_order(
    before: tuple[Candidate, ...], latest: tuple[Candidate, ...]
) -> tuple[Candidate, ...]:
    """Return the candidates listed before, with what is known now, then those that are new."""
    known = {str(candidate.move): candidate for candidate in latest}
    kept = [known.pop(str(candidate.move), candidate) for candidate in before]
    return (*kept, *known.values())[: max(len(before), len(latest))]
