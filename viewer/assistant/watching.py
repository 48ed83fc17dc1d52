"""Watching a person's moves in a game against a level: a warning if one loses much.

What the rules show on the board, a win missed or allowed, is said without a search. Otherwise the
position before a move is searched while the person thinks, the one after it before the computer
plays, and the less sure of both again as long as it is open whether the move loses much.
"""

from __future__ import annotations

from typing import Any

from boche.engine.game import Position
from boche.engine.record import Node
from boche.engine.review.reasons import winning_threat
from boche.engine.review.warning import Warned, doubt, is_open, seen_in, warning_of
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.session import Session
from boche.viewer.table.state import Table
from boche.viewer.table.warned import GivenWarning
from boche.viewer.table.warnings import is_on

BEFORE, AFTER = "before", "after"
"""The kinds of the searches before a person's move and after it."""

MOST_LOOKS = 5
"""Most searches of both kinds that one move is judged by."""


class Watching:
    """The watch over one session. ``request_after`` comes before the computer's move."""

    def __init__(self, table: Table, session: Session) -> None:
        self._table, self._session = table, session
        self._known: dict[Node, Any] = {}
        self._hinted: dict[Node, set[Position]] = {}
        self._judged: Node | None = None
        self._looked_at: Node | None = None
        self._looks = 0

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
        if node is not self._looked_at:
            self._looked_at, self._looks = node, 0
            if self._session.positions.at(node) in self._hinted.get(node.parent, ()):
                self._close(node, None)
            else:
                self._look_at(node, node.parent)
            if node is self._judged:
                return None
        if node.parent not in self._known:
            return SearchRequest(BEFORE, node.parent)
        before, after = self._known[node.parent], self._session.positions.at(node)
        if before is None or (node not in self._known and winning_threat(after) is not None):
            self._judge(node)
            return None
        if node not in self._known:
            return SearchRequest(AFTER, node)
        reply = self._known[node]
        if (
            reply is None
            or self._looks >= MOST_LOOKS
            or not is_open(before, str(node.move), after, reply)
        ):
            self._judge(node)
            return None
        again = doubt(before) > doubt(reply)
        return SearchRequest(BEFORE, node.parent) if again else SearchRequest(AFTER, node)

    def _look_at(self, node: Node, parent: Node) -> None:
        """Warn of a move if the rules show why."""
        positions = self._session.positions
        warned = seen_in(positions.at(parent), str(node.move), positions.at(node))
        if warned is not None:
            self._close(node, warned)

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
        self._looks += 1

    def note_hint(self, report: Report) -> None:
        """Note which move a hint has named: whoever plays it is not warned of it."""
        job = report.job
        self._hinted.setdefault(job.node, set()).add(job.position.play(report.move))

    def _judge(self, node: Node) -> None:
        assert node.parent is not None
        before, reply = self._known[node.parent], self._known.get(node)
        after = self._session.positions.at(node)
        self._close(
            node,
            warning_of(before, str(node.move), after, reply) if before is not None else None,
        )

    def _close(self, node: Node, warned: Warned | None) -> None:
        """End the judgement of a move, with a warning or without."""
        self._judged = node
        if warned is not None:
            self._table.warnings.current = GivenWarning(node, *warned, since=self._table.now)
        self._known.clear()


class Looking:
    """One of the two purposes of a ``Watching``."""

    def __init__(self, watching: Watching, kind: str) -> None:
        self._request = watching.before if kind == BEFORE else watching.after
        self.finish = watching.finish

    def search_request(self) -> SearchRequest | None:
        """Return the current request, or None."""
        return self._request()
