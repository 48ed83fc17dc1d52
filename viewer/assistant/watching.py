"""Watching a person's moves in a game against a level: a warning if one loses much.

The position before a move is searched while the person thinks, the one after it before the computer
plays. Where the rules show that the computer can win at once, nothing is searched after the move.
"""

from __future__ import annotations

from typing import Any

from boche.engine.record import Node
from boche.engine.review.reasons import winning_threat
from boche.engine.review.warning import warning_of
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.session import Session
from boche.viewer.table.state import Table
from boche.viewer.table.warned import GivenWarning
from boche.viewer.table.warnings import is_on

BEFORE, AFTER = "before", "after"
"""The kinds of the searches before a person's move and after it."""


class Watching:
    """The watch over one session. ``request_after`` comes before the computer's move."""

    def __init__(self, table: Table, session: Session) -> None:
        self._table, self._session = table, session
        self._known: dict[Node, Any] = {}
        self._judged: Node | None = None

    @property
    def _is_on(self) -> bool:
        return self._table.session is self._session and is_on(self._table)

    @property
    def _end(self) -> Node | None:
        """The end of the line shown while that is the position shown, or None; also at the end."""
        session = self._session
        node = session.cursor.node
        return node if not node.children and session.outcome is None else None

    def before(self) -> SearchRequest | None:
        """Return a request for the position in which the person is to move."""
        node = self._end if self._is_on else None
        if (
            node is None
            or node in self._known
            or self._session.person_of(self._session.turn).player
        ):
            return None
        return SearchRequest(BEFORE, node)

    def after(self) -> SearchRequest | None:
        """Return a request that is needed to judge the move just made, or None."""
        node = self._to_judge()
        if node is None or node.parent is None:
            return None
        if node.parent not in self._known:
            return SearchRequest(BEFORE, node.parent)
        if node in self._known or winning_threat(self._session.positions.at(node)) is not None:
            self._judge(node)
            return None
        return SearchRequest(AFTER, node)

    def _to_judge(self) -> Node | None:
        """Return the node of a person's move that the computer has not answered yet, or None."""
        node, session = self._end if self._is_on else None, self._session
        if node is None or node is self._judged or node.move is None or node.parent is None:
            return None
        mover = session.positions.at(node.parent).turn
        answers = session.person_of(session.turn).player
        swapped = session.positions.at(node).swapped != session.positions.at(node.parent).swapped
        return node if answers and mover != session.turn and not swapped else None

    def finish(self, report: Report) -> None:
        """Note what was found; None after a failure, of which nothing follows."""
        self._known[report.job.node] = report.answer

    def _judge(self, node: Node) -> None:
        self._judged = node
        assert node.parent is not None
        before, reply = self._known[node.parent], self._known.get(node)
        after = self._session.positions.at(node)
        warned = warning_of(before, str(node.move), after, reply) if before is not None else None
        if warned is not None:
            self._table.warnings.current = GivenWarning(node, *warned)
        self._known.clear()


class Looking:
    """One of the two purposes of a ``Watching``."""

    def __init__(self, watching: Watching, kind: str) -> None:
        self._request = watching.before if kind == BEFORE else watching.after
        self.finish = watching.finish

    def search_request(self) -> SearchRequest | None:
        """Return the current request, or None."""
        return self._request()
