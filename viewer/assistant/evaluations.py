"""Evaluations of the positions of a record: the best known for each, and those that it keeps."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING, Any

from boche.engine.comments import with_line
from boche.engine.game import Move, seat_of
from boche.engine.record import Node
from boche.engine.record.evaluation import PROPERTY
from boche.engine.review.known import is_enough, kept_of, known_at
from boche.engine.review.moments import loss
from boche.engine.search.analysis import (
    SMALLEST_LOSS,
    Evaluation,
    Mistake,
    ended,
    evaluated,
    settled,
)
from boche.viewer.assistant.background import Job
from boche.viewer.session import Session

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate

LEAST = 200  # simulations; without repeated searches, an answer with fewer is not worth showing
UNKNOWN = 1000  # stands for the length of a win that is not known: such wins follow the others
SLICE = 0.02  # seconds at a time for reading what a record keeps


class Evaluations:
    """The evaluations of a session's positions, by their nodes.

    ``losses`` are the moves that lost something worth a look, judged where the positions before and
    after have both been reviewed; longer searches for other purposes do not count, but proofs do.
    ``mistakes`` are those of them that are mistakes. The mappings are replaced, not changed.
    ``version`` grows with each review of a position, ``changes`` with whatever becomes known.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._by_node: dict[Node, Evaluation] = {}
        self._reviewed: dict[Node, Evaluation] = {}
        self._tried: dict[Node, dict[str, Node]] = {}  # after a node, nodes that the record lacks
        self.version = self.changes = 0
        self._unread = deque(node for node in session.record.nodes() if _is_kept(node))
        self._along: tuple[Evaluation, ...] = ()
        self._settled: tuple[Evaluation, ...] = ()
        self.drawn: tuple[Evaluation, ...] = ()
        self.losses: Mapping[Node, Mistake] = {}
        self.mistakes: Mapping[Node, Mistake] = {}

    @property
    def reading(self) -> bool:
        """True while not all that the record keeps has been read."""
        return bool(self._unread)

    def read(self) -> None:
        """Read what the record keeps, for a moment; a long record takes several."""
        end = time.thread_time() + SLICE
        while self._unread and time.thread_time() < end:
            node = self._unread.popleft()
            evaluation = self._at(node)
            if evaluation is not None:
                self._review(node, evaluation)

    def of(self, node: Node) -> Evaluation | None:
        """Return the evaluation of the position at a node, or None."""
        return self._by_node.get(node)

    def reviewed(self, node: Node) -> Evaluation | None:
        """Return the evaluation of a node that an analysis of the record has found, or None."""
        return self._reviewed.get(node)

    def is_judged(self, node: Node) -> bool:
        """Return whether an analysis knows the chances before and after a node's move.

        The end of a game is known, also where a record keeps no evaluation of it.
        """
        known = node in self._reviewed or self._session.positions.ending(node) is not None
        return known and node.parent in self._reviewed

    @property
    def any_reviewed(self) -> bool:
        """True if an analysis has found anything."""
        return bool(self._reviewed)

    def is_known(self, node: Node, seconds: float) -> bool:
        """Return whether a node has been searched for that long, or needs no search."""
        if self._session.positions.ending(node) is not None:
            return True
        known = self._reviewed.get(node)
        return is_enough(known, seconds) and known is not None and known.result is not None

    def note_end(self, node: Node) -> None:
        """Keep the result of the game if it ends at a node."""
        if self._session.positions.ending(node) is not None:
            self._forget_other_end(node)
            known = None if node in self._reviewed else self._at(node)
            if known is not None:
                self._keep_reviewed(node, known)

    def follow(self) -> None:
        """Forget the end of a game that goes on after all, as after a resignation taken back."""
        node = self._session.cursor.node
        self._forget_other_end(node)
        self._judge([node, *node.children])

    def spread_of(self, node: Node) -> float | None:
        """Return how far apart repeated searches of a position were; None if there were none."""
        known = self._reviewed.get(node)
        return known.spread if known is not None and known.result is not None else None

    def along_line(self) -> tuple[Evaluation, ...]:
        """Return the known evaluations along the line shown, ``settled`` by the proofs among them.

        A position has one value wherever it is shown: that of its longest search. They are the same
        object until one of them changes. ``drawn`` has them as a graph shows them then, see
        ``Evaluation.as_shown``.
        """
        known = self._by_node
        found = tuple(known[node] for node in self._session.cursor.line if node in known)
        same = len(found) == len(self._along) and all(map(is_, found, self._along))
        if not same:
            self._along, self._settled = found, settled(found)
            self.drawn = tuple(one.as_shown for one in self._settled)
        return self._settled

    def is_outdone(self, node: Node) -> bool:
        """Return whether a longer search has replaced what a move's loss was judged by."""
        both = [one for one in (node, node.parent) if one is not None and one in self._reviewed]
        return any(self._by_node[one] is not self._reviewed[one] for one in both)

    def informed(self, node: Node, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """Return the candidates at a node with what is known of the positions that they lead to.

        The search knows nothing of what was found there. A move that is known to win comes first
        even if the search did not list it, and one that is known to lose comes last.
        """
        if not candidates:
            return ()
        children = self._children(node)
        found: list[Candidate] = []
        for one in candidates:
            child = children.pop(str(one.move), None)
            found.append(self._informed(node, one, child) if child is not None else one)
        for move, child in children.items():
            found += self._winning(node, move, child)
        found.sort(key=_place)
        return tuple(found[: len(candidates)])

    def _children(self, node: Node) -> dict[str, Node]:
        """Return the nodes after a node by their moves, as searches write them.

        Some are of lines that were stepped through, which the record lacks.
        """
        position, tried = self._session.positions.at(node), self._tried.get(node, {})
        children = {str(position.parse(one.move)): one for one in node.children if one.move}
        return {**tried, **children}

    def _winning(self, node: Node, text: str, child: Node) -> Iterator[Candidate]:
        """Yield the move that leads to a node, if it is known to win."""
        # Imported here because it is slow to load, and a window opens without it.
        from boche.engine.search.result import Candidate

        move = self._session.positions.at(node).parse(text)
        one = self._informed(node, Candidate(move, 0, 0.5, (move,)), child)
        if one.proven == 1.0:
            yield one

    def _informed(self, node: Node, one: Candidate, child: Node) -> Candidate:
        """Return a candidate with what is known of the position at the node that it leads to."""
        from boche.engine.search.result import moves_to_win

        position, after = self._session.positions.at(node), self._proof_at(child)
        mover = seat_of(position, position.turn)
        if after is None:
            longer = self._by_node.get(child)
            if one.proven is not None or longer is None or longer.result is None or longer.proven:
                return one
            if longer.simulations <= one.visits:
                return one
            value = longer.first if mover == 0 else 1.0 - longer.first
            return replace(one, value=value, line=(one.move, *longer.result.whole_line))
        if one.proven is not None and one.wins_in is not None:
            return one
        value = 0.5 if after.proven == "draw" else after.first if mover == 0 else 1.0 - after.first
        line: tuple[Move, ...] = (one.move,)
        length = None
        if after.result is None or after.wins_in is not None:  # it leads to the end of the game
            line = (one.move, *(after.result.whole_line if after.result is not None else ()))
            length = moves_to_win(position, line)
        return replace(one, value=value, proven=value, line=line, wins_in=length)

    def _proof_at(self, node: Node) -> Evaluation | None:
        """Return the evaluation of a position that is certain, also by a move that is known.

        A resignation proves nothing.
        """
        position = self._session.positions.at(node)
        depth = len(node.path()) - 1
        if position.outcome is not None:
            return ended(depth, node.move, position, position.outcome.winner)
        known = [self._by_node.get(node), self._reviewed.get(node)]
        if node in self._session.cursor.line:
            known += [one for one in self.along_line() if one.ply == depth]
        return next((one for one in known if one and one.proven and one.result is not None), None)

    def note(self, job: Job, answer: Any) -> None:
        """Store an answer if it is worth showing; the record keeps that of an analysis."""
        depth, move = len(job.node.path()) - 1, job.node.move
        evaluation = evaluated(depth, move, job.position, answer)
        parent = job.node.parent
        if parent is not None and move is not None and job.node not in parent.children:
            self._tried.setdefault(parent, {})[move] = job.node
        known, best = self._reviewed.get(job.node), self._by_node.get(job.node)
        if job.kind == "record":
            if best is not None and best.proven and not evaluation.proven:
                evaluation = best  # a hint has proven it: an estimate would hide what is lost
            self._keep_reviewed(job.node, evaluation, job.seconds)
        elif answer.proven and known is not None and not known.proven:
            self._keep_reviewed(job.node, evaluation)  # whoever has proven it, it is certain
        elif answer.simulations >= LEAST or answer.proven:
            self._keep(job.node, evaluation)

    def write_comments(self) -> None:
        """Write the known evaluations along the line shown into the comments."""
        evaluations = self._reviewed
        nodes = [node for node in self._session.cursor.line if node in evaluations]
        self._session.edits.set_comments(
            {n: with_line(n.comment, evaluations[n].text) for n in nodes}
        )

    def _keep_reviewed(self, node: Node, evaluation: Evaluation, seconds: float = 0.0) -> None:
        """Keep an evaluation in the record; what counts then is what the record says.

        ``seconds`` is the time that was asked for.
        """
        self._forget_other_end(node)
        known = self._reviewed.get(node)
        if known is not None and known.proven and not evaluation.proven:
            return
        with suppress(ValueError):
            self._session.edits.keep_evaluation(node, kept_of(evaluation, seconds))
            evaluation = self._at(node) or evaluation
        self._review(node, evaluation)

    def _at(self, node: Node) -> Evaluation | None:
        """Return the evaluation that the record keeps at a node, or its result at an end."""
        depth, positions = len(node.path()) - 1, self._session.positions
        position, outcome = positions.at(node), positions.ending(node)
        if outcome is not None:
            return ended(depth, node.move, position, outcome.winner)
        return known_at(node, depth, position)

    def _forget_other_end(self, node: Node) -> None:
        """Forget what is known of a node at which the game has ended, or goes on, since then."""
        known, over = self._reviewed.get(node), self._session.positions.ending(node) is not None
        if known is not None and (known.result is None) != over:
            del self._reviewed[node]
            self.version += 1
            self.changes += 1
            self._by_node.pop(node, None)

    def _keep(self, node: Node, evaluation: Evaluation) -> None:
        known = self._by_node.get(node)
        better = known is not None and (known.proven or known.simulations > evaluation.simulations)
        if evaluation.proven or not better:
            self._by_node[node] = evaluation
            self.changes += 1

    def _review(self, node: Node, evaluation: Evaluation) -> None:
        self._keep(node, evaluation)
        self._reviewed[node] = evaluation
        self.version += 1
        self.changes += 1
        self._judge([node, *node.children])

    def _judge(self, nodes: list[Node]) -> None:
        """Update which of these moves lost something."""
        known = dict(self.losses)
        for node in nodes:
            known.pop(node, None)
            judged = self._loss(node)
            if judged is not None:
                known[node] = judged
        if known != self.losses:
            self.losses = known
            mistakes = {n: lost for n, lost in known.items() if lost.lost >= SMALLEST_LOSS}
            self.mistakes = mistakes if mistakes != self.mistakes else self.mistakes

    def _loss(self, node: Node) -> Mistake | None:
        """Return what a node's move lost, if the positions before and after it are known."""
        parent, after = node.parent, self._reviewed.get(node)
        before = self._reviewed.get(parent) if parent is not None else None
        if before is None or after is None:
            return None
        return loss(before, after)


def _place(one: Candidate) -> tuple[int, int]:
    """Return the place of a candidate: certain wins first, the shortest first, losses last.

    The others stay in the order of the search.
    """
    if one.proven == 1.0:
        return 0, one.wins_in or UNKNOWN
    return (2, 0) if one.proven == 0.0 else (1, 0)


def _is_kept(node: Node) -> bool:
    """Return whether a record keeps something at a node."""
    return any(name == PROPERTY for name, _ in node.properties)
