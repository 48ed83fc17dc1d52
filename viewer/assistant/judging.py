"""The judgement of a move in an exercise that its kept analysis does not know."""

from __future__ import annotations

from boche.viewer.assistant.background import Report
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.table.state import Table


class Judging:
    """The search of the position after the move that was tried."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def search_request(self) -> SearchRequest | None:
        """Return a search request while a move on the table awaits its judgement, or None."""
        training = self._table.training
        node = training.judged if training is not None else None
        if node is None:
            return None
        return SearchRequest("judge", node, seconds=self._table.settings.analysis_seconds)

    def finish(self, report: Report) -> None:
        """Answer the move."""
        training = self._table.training
        if training is not None and training.judged is report.job.node:
            training.judge(report.answer)

    def fail(self, why: str) -> None:
        """Take back the move, which cannot be searched."""
        training = self._table.training
        if training is not None and training.judged is not None:
            training.cannot_judge(why)
