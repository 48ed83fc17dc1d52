"""Evaluations of the positions of a record: the best known for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boche.engine.record import Node
from boche.engine.search.analysis import Evaluation, Mistake, ended, evaluated, mistake, with_line
from boche.viewer.assistant.background import Job
from boche.viewer.session import Session

LEAST = 200  # simulations; an answer with fewer is not worth showing


class Evaluations:
    """The evaluations of a session's positions, by their nodes.

    ``mistakes`` are the moves that lost chances, judged where the positions before and after have
    both been reviewed; longer searches for other purposes do not count. The mapping is replaced,
    not changed.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._by_node: dict[Node, Evaluation] = {}
        self._reviewed: dict[Node, Evaluation] = {}
        self.mistakes: Mapping[Node, Mistake] = {}

    def of(self, node: Node) -> Evaluation | None:
        """Return the evaluation of the position at a node, or None."""
        return self._by_node.get(node)

    def spread_of(self, node: Node) -> float | None:
        """Return how far apart repeated searches of a position were; None if there were none."""
        known = self._reviewed.get(node)
        return known.spread if known is not None and known.result is not None else None

    def along_line(self) -> tuple[Evaluation, ...]:
        """Return the known evaluations along the line shown."""
        known = {**self._by_node, **self._reviewed}
        return tuple(known[node] for node in self._session.cursor.line if node in known)

    def note(self, job: Job, answer: Any) -> None:
        """Store an answer if it is worth showing."""
        if answer.simulations >= LEAST or answer.proven:
            place, move = _place(job.node), job.node.move
            evaluation = evaluated(place, move, job.position, answer)
            self._keep(job.node, evaluation)
            if job.kind == "record":
                self._review(job.node, evaluation)

    def note_end(self, node: Node) -> bool:
        """Return whether the game ends at a node; if so, store the outcome as its evaluation."""
        outcome = self._session.positions.ending(node)
        if outcome is None:
            return False
        position = self._session.positions.at(node)
        evaluation = ended(_place(node), node.move, position, outcome.winner)
        self._keep(node, evaluation)
        self._review(node, evaluation)
        return True

    def write_comments(self) -> None:
        """Write the known evaluations along the line shown into the comments."""
        evaluations = self._reviewed
        nodes = [node for node in self._session.cursor.line if node in evaluations]
        self._session.edits.set_comments(
            {n: with_line(n.comment, evaluations[n].text) for n in nodes}
        )

    def _keep(self, node: Node, evaluation: Evaluation) -> None:
        known = self._by_node.get(node)
        better = known is not None and (known.proven or known.simulations > evaluation.simulations)
        if evaluation.proven or not better:
            self._by_node[node] = evaluation

    def _review(self, node: Node, evaluation: Evaluation) -> None:
        self._reviewed[node] = evaluation
        self._judge([node, *node.children])

    def _judge(self, nodes: list[Node]) -> None:
        """Update which of these moves are mistakes."""
        known = dict(self.mistakes)
        for node in nodes:
            known.pop(node, None)
            judged = self._mistake(node)
            if judged is not None:
                known[node] = judged
        if known != self.mistakes:
            self.mistakes = known

    def _mistake(self, node: Node) -> Mistake | None:
        """Return what a node's move lost, if the positions before and after it are known."""
        parent, after = node.parent, self._reviewed.get(node)
        before = self._reviewed.get(parent) if parent is not None else None
        return mistake(before, after) if before is not None and after is not None else None


def _place(node: Node) -> int:
    """Return the index of a node in its line."""
    return len(node.path()) - 1
