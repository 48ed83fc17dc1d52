"""Puzzles and mistakes made from the ends of sample records, for every game."""

from __future__ import annotations

from functools import cache
from typing import Any

from boche.engine.puzzles import Puzzle
from boche.engine.puzzles.puzzle import indexed
from boche.engine.record import Node, Record, sample_records
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, keep_evaluation
from boche.viewer.training.mistakes import path_record


def positions(record: Record) -> list[Any]:
    return [record.position(node) for node in record.main_line()]


@cache
def won(game: str) -> Record:
    """Return a sample record that ends with a win by a move."""
    for record in sample_records(game):
        node = record.main_line()[-1]
        record.root.set_text("RE", "")
        outcome = record.position(node).outcome
        if outcome is not None and outcome.winner == node.colour:
            return record
    raise LookupError(f"no won game of {game}")


def _puzzle(game: str, number: int, plies: int) -> Record:
    """Return a puzzle of the last plies of a won game; the moves at its end win at once."""
    line = won(game).main_line()
    record = path_record(won(game), line[-1 - plies])
    record.root.set_text("GN", f"{game}-{number:04}")
    record.root.set_text("GC", f"{line[-1].colour} to move and win")
    node = record.main_line()[-1]
    node.set_text("PZ", str(1300 + 100 * plies))
    for step in line[len(line) - plies :][:-1]:
        node = Node(step.move, step.colour, parent=node)
        if step.colour == line[-1].colour:
            node.set_text("TE", "1")
    position: Any = record.position(node)
    for move in position.legal_moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.turn:
            Node(str(move), position.turn, [("TE", ("1",))], node)
    _add_wrong(node, position)
    return record


def _add_wrong(node: Node, position: Any) -> None:
    """List the first move that does not win, with a reply."""
    right = {child.move for child in node.children}
    wrong = next(move for move in position.legal_moves() if str(move) not in right)
    child = Node(str(wrong), position.turn, [("BM", ("1",))], node)
    after = position.play(wrong)
    if after.outcome is None:
        Node(str(after.legal_moves()[0]), after.turn, parent=child)


@cache
def made_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return two puzzles of a game: a win in one move, and one in two."""
    trees = [bytes(_puzzle(game, number, plies)) for number, plies in ((1, 1), (2, 3))]
    return tuple(indexed(game, b"\n\n".join(tree.strip() for tree in trees)))


def wrong_move(puzzle: Puzzle) -> str:
    """Return the wrong move that a puzzle's last place lists."""
    nodes = (child for node in puzzle.record.nodes() for child in node.children)
    return str(next(node.move for node in nodes if node.text("BM")))


def blundered(game: str) -> tuple[Record, Node]:
    """Return a game in which the winning last move was missed, and the node of the mistake.

    Both evaluations are kept: before it the win, and a second move that is nearly as good.
    """
    line = won(game).main_line()
    record = path_record(won(game), line[-2])
    node = record.main_line()[-1]
    position: Any = record.position(node)
    best = str(line[-1].move)
    moves = [str(move) for move in position.legal_moves()]
    others = [move for move in moves if position.play(move).outcome is None]
    bad, equal, weaker = others[0], others[1], others[2]
    shares = dict.fromkeys(record.game.colours, 0.1) | {position.turn: 0.9}
    lines = (KeptLine((best,), 0.9, 5000), KeptLine((equal,), 0.885, 900),
             KeptLine((weaker,), 0.83, 700), KeptLine((others[3],), 0.2, 3))  # fmt: skip
    keep_evaluation(node, KeptEvaluation(shares, None, 9000, 0.01, lines, 2.0))
    child = Node(bad, position.turn, parent=node)
    after: Any = record.position(child)
    reply = str(after.legal_moves()[0])
    low = dict.fromkeys(record.game.colours, 0.7) | {position.turn: 0.3}
    keep_evaluation(child, KeptEvaluation(low, None, 9000, 0.01, (KeptLine((reply,), 0.7, 900),)))
    return record, child
