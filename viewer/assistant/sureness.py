"""How sure the chances are: repeated searches of the position shown, once the long one is done."""

from __future__ import annotations

from boche.engine.record import Node
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.evaluations import Evaluations
from boche.viewer.assistant.live_evaluation import LiveEvaluation
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.table.state import Table

TAB = "engine"
"""The tab of the panel that shows it, as the settings name it."""


class Sureness:
    """The repeated searches of positions, and how far apart their chances were."""

    def __init__(self, table: Table, live: LiveEvaluation, evaluations: Evaluations) -> None:
        self._table, self._live, self._evaluations = table, live, evaluations
        self._spreads: dict[Node, float] = {}

    @property
    def spread(self) -> float | None:
        """The spread at the position shown, or None if it is not known."""
        node = self._table.session.cursor.node
        known = self._evaluations.spread_of(node)
        return known if known is not None else self._spreads.get(node)

    def search_request(self) -> SearchRequest | None:
        """Return a request for the position shown, after its evaluation, while the tab is open."""
        table = self._table
        wanted = table.settings.panel_tab == TAB and table.settings.right_panel
        if not (wanted and self._live.is_rested) or self.spread is not None:
            return None
        return SearchRequest("sure", table.session.cursor.node)

    def finish(self, report: Report) -> None:
        """Store the spread; it is 0 if the result is proven."""
        self._spreads[report.job.node] = report.answer.spread
