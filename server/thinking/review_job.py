"""Work of a thinking process: evaluate a position for an analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boche.engine.game import OptionValue
from boche.engine.games.registry import find
from boche.engine.record import Node
from boche.engine.record.evaluation import PROPERTY, keep_evaluation
from boche.engine.review.known import CANDIDATES, kept_of
from boche.engine.review.proof import with_proof
from boche.engine.search.analysis import evaluated
from boche.engine.search.params import Budget
from boche.engine.search.reviewer import Reviewer


def evaluate(
    game: str, options: Mapping[str, OptionValue], moves: Sequence[str], seconds: float
) -> tuple[str, ...]:
    """Return what a search of the position after these moves finds, as a record keeps it.

    The values are those of the property, escaped; none at the end of a game. It is what the desk
    finds in that time, in the same words.
    """
    position = find(game).start(options)
    for text in moves:
        position = position.play(text)
    if position.outcome is not None:
        return ()
    result = with_proof(Reviewer(candidates=CANDIDATES).review(position, Budget(seconds)))
    node = Node()
    keep_evaluation(node, kept_of(evaluated(len(moves), None, position, result), seconds))
    return next(tuple(values) for name, values in node.properties if name == PROPERTY)
