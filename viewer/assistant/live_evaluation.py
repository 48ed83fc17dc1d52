"""The live evaluation of the position shown, with the targets it searched.

A line that somebody steps through is searched where it stands. What is listed stays that of the
position at the cursor, from which other lines can be chosen, until the line is left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING, Any

from boche.engine.languages.current import tr
from boche.engine.record import Node
from boche.viewer.assistant.background import Job, Report
from boche.viewer.assistant.display import Best, bests_of, heat_of
from boche.viewer.assistant.evaluations import Evaluations
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.table.shown import ENGINE
from boche.viewer.table.state import Table

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate

BRIEF = 3.0  # seconds for a position while the record is being analysed
LEAST_DISC = 0.1  # share of a move that is known to lose without a search
Heat = tuple[tuple[str, float], ...]


class LiveEvaluation:
    """An evaluator of the position shown while it is ``on``, for a limited time per position."""

    def __init__(
        self, table: Table, evaluations: Evaluations, in_haste: Callable[[], bool]
    ) -> None:
        """Set it up; ``in_haste`` tells whether another search waits for it."""
        self._table, self.on, self._in_haste = table, False, in_haste
        self._evaluations = evaluations
        self._finished: Node | None = None  # the position that has been searched long enough
        self._line_finished: Node | None = None  # the same of a line that is shown
        self._searched: Heat = ()
        self._heat: Heat = ()
        self._bests: tuple[Best, ...] = ()
        self._heated: Node | None = None
        self._answer: Any = None  # with the candidates that were told last
        self._candidates: tuple[Candidate, ...] = ()
        self._informed_at: tuple[Any, ...] = ()
        self._listed: tuple[Candidate, ...] = ()
        self.visits = 0
        """The visits behind the candidates."""

    def toggle(self) -> None:
        """Turn the live evaluation on or off."""
        self.on = not self.on
        self._finished = self._line_finished = None
        self._table.note(tr("evaluation on") if self.on else tr("evaluation off"))

    def search_request(self) -> SearchRequest | None:
        """Return a search request for the position shown until it has been searched long enough.

        That is the position of a line while one is on the board.
        """
        session, node = self._table.session, self._table.on_board
        finished = self._finished if node is session.cursor.node else self._line_finished
        rested = finished is node or session.positions.ending(node) is not None
        active = self.on and not session.why_no_help
        seconds = BRIEF if self._in_haste() else 0.0
        return None if rested or not active else SearchRequest("live", node, seconds=seconds)

    def finish(self, report: Report) -> None:
        """Rest until another position is shown."""
        if self._is_of_line(report.job):
            self._line_finished = report.job.node
        else:
            self._finished = report.job.node

    def _is_of_line(self, job: Job) -> bool:
        """Return whether a job searches a position of the line that is shown, not the cursor's."""
        return job.node is not self._table.session.cursor.node

    def note(self, job: Job, answer: Any) -> None:
        """Store how much an answer searched each target, and the best move there."""
        if self._is_of_line(job):
            return
        if job.node is not self._finished:
            self._finished = None  # its answer gives way to this one, and would be missed there
        told = answer.candidates
        if told or self._heated is not job.node:
            self.visits = answer.simulations
        else:
            told = self._answer.candidates
        self._answer, self._informed_at = replace(answer, candidates=told), ()
        self._heated, self._searched = job.node, heat_of(self._table, job.position, answer)

    def _inform(self) -> None:
        """Bring the candidates and the best moves up to date with what is known of other positions.

        Positions after these moves may have been searched on their own, before or since then.
        """
        session, answer = self._table.session, self._answer
        line, edits = session.cursor.line, session.edits
        known = (answer, self._evaluations.changes, edits.changes, line)
        if len(known) == len(self._informed_at) and all(map(is_, known, self._informed_at)):
            return
        self._informed_at = known
        assert self._heated is not None
        self._candidates = self._evaluations.informed(self._heated, answer.candidates)
        warm = {target for target, _ in self._searched}
        informed = replace(answer, candidates=self._candidates)
        bests = bests_of(self._table, answer.position, informed)
        self._bests = tuple(best for best in bests if best.way or best.target in warm)
        # A move may be proven without a search: it has a disc like the others.
        proven = {str(one.move): one.proven for one in self._candidates if one.proven is not None}
        sure = {best.target: proven[best.way] for best in self._bests if best.way in proven}
        discs = {target: max(share, LEAST_DISC) for target, share in sure.items()}
        self._heat = tuple(sorted({**discs, **dict(self._searched)}.items()))

    @property
    def is_rested(self) -> bool:
        """True if the position shown has been searched long enough, and is not yet over."""
        session = self._table.session
        active = self.on and not session.why_no_help and session.outcome is None
        return active and self._finished is session.cursor.node

    @property
    def heat(self) -> Heat:
        """The heat of the position shown, see ``AnalysisView.heat``."""
        if not self._current:
            return ()
        self._inform()
        return self._heat

    @property
    def bests(self) -> tuple[Best, ...]:
        """The best moves of the position shown, see ``AnalysisView.bests``."""
        if not self._current:
            return ()
        self._inform()
        return self._bests

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The best whole moves of the position shown, see ``AnalysisView.candidates``.

        While a line is shown, they keep their order, so that its number stays true, and the one
        that it is of stays as it was, so that what is read, stepped through and kept is one line.
        """
        if not self._current:
            return ()
        self._inform()
        trial = self._table.trial
        shown = trial is not None and trial.source == ENGINE and trial.node is self._heated
        if trial is not None and shown:
            self._listed = _in_order(self._listed, self._candidates, trial.moves)
        else:
            self._listed = self._candidates
        return self._listed

    @property
    def _current(self) -> bool:
        """True if the stored answer is for the position shown and is wanted."""
        active = self.on and not self._table.session.why_no_help
        return active and self._heated is self._table.session.cursor.node


def _in_order(
    before: tuple[Candidate, ...], latest: tuple[Candidate, ...], shown: tuple[str, ...]
) -> tuple[Candidate, ...]:
    """Return the candidates listed before, with what is known now, then those that are new.

    The one whose line is ``shown`` stays as it is.
    """
    known = {str(candidate.move): candidate for candidate in latest}
    known |= {str(one.move): one for one in before if tuple(map(str, one.line)) == shown}
    kept = [known.pop(str(candidate.move), candidate) for candidate in before]
    return (*kept, *known.values())[: max(len(before), len(latest))]
