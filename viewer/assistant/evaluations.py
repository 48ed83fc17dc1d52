"""What is thought of the positions of a record: of each, the best that is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.record import Node
from engine.search.analysis import Evaluation, Mistake, ended, evaluated, mistake, with_line
from viewer.assistant.background import Job
from viewer.session import Session

LEAST = 200  # simulations; with fewer an answer says nothing worth showing


class Evaluations:
    """The evaluations of a session's positions, by their nodes.

    ``mistakes`` are the moves that lost chances, as far as both positions beside them have been
    reviewed, however long somebody else looked there; the mapping is replaced, not changed.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: dict[Node, Evaluation] = {}
        self._reviewed: dict[Node, Evaluation] = {}
        self.mistakes: Mapping[Node, Mistake] = {}

    def of(self, node: Node) -> Evaluation | None:
        """What is thought of the position at a node, if anything."""
        return self._found.get(node)

    def along_line(self) -> tuple[Evaluation, ...]:
        """Those of the line shown, as far as they are known."""
        known = {**self._found, **self._reviewed}
        return tuple(known[node] for node in self._session.cursor.line if node in known)

    def note(self, job: Job, answer: Any) -> None:
        """Keep what an answer says, if that is worth showing."""
        if answer.simulations >= LEAST or answer.proven:
            place, move = _place(job.node), job.node.move
            found = evaluated(place, move, job.position, answer)
            self._keep(job.node, found)
            if job.kind == "record":
                self._review(job.node, found)

    def note_end(self, node: Node) -> bool:
        """Whether the game ends at a node: then that is all there is to say of it."""
        outcome = self._session.positions.ending(node)
        if outcome is None:
            return False
        position = self._session.positions.at(node)
        found = ended(_place(node), node.move, position, outcome.winner)
        self._keep(node, found)
        self._review(node, found)
        return True

    def write_comments(self) -> None:
        """Put what is known along the line shown into the comments."""
        found = self._reviewed
        nodes = [node for node in self._session.cursor.line if node in found]
        self._session.edits.set_comments({n: with_line(n.comment, found[n].text) for n in nodes})

    def _keep(self, node: Node, found: Evaluation) -> None:
        known = self._found.get(node)
        better = known is not None and (known.proven or known.simulations > found.simulations)
        if found.proven or not better:
            self._found[node] = found

    def _review(self, node: Node, found: Evaluation) -> None:
        self._reviewed[node] = found
        self._judge([node, *node.children])

    def _judge(self, nodes: list[Node]) -> None:
        """Find out which of these moves were mistakes."""
        known = dict(self.mistakes)
        for node in nodes:
            known.pop(node, None)
            judged = self._mistake(node)
            if judged is not None:
                known[node] = judged
        if known != self.mistakes:
            self.mistakes = known

    def _mistake(self, node: Node) -> Mistake | None:
        """What was wrong with a node's move, if both positions beside it are known."""
        parent, after = node.parent, self._reviewed.get(node)
        before = self._reviewed.get(parent) if parent is not None else None
        return mistake(before, after) if before is not None and after is not None else None


def _place(node: Node) -> int:
    """The place of a node in its line."""
    return len(node.path()) - 1
