"""What an analysis has found: kept evaluations, and the review that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sqlalchemy import select

from boche.engine.comments import certainty
from boche.engine.game import Position, colour_of, line_texts
from boche.engine.languages.current import tr, tr_count, translate
from boche.engine.message import capitalized
from boche.engine.record import Node
from boche.engine.record.evaluation import PROPERTY
from boche.engine.review.accuracy import accuracies, accuracy_said
from boche.engine.review.known import known_at
from boche.engine.review.moments import loss, moments
from boche.engine.review.reasons import followed_by, reasons_of_mistake
from boche.engine.review.words import (
    NO_MOMENTS,
    POINTS,
    length_told,
    moment_line,
    move_said,
)
from boche.engine.search.analysis import (
    Evaluation,
    Mistake,
    mistakes,
    settled,
    sureness,
)
from boche.engine.words import EVERY_MOVE_LOSES
from boche.server.analysis.queue import ahead_of
from boche.server.analysis.requests import analysis_of, key_of_board
from boche.server.database.schema import evaluations
from boche.server.database.store import Transaction
from boche.server.play.match import Match
from boche.server.play.words import shown_name

Texts = Mapping[int, tuple[str, ...]]
"""The values of SGF's property by ply."""

NONE, WAITING, DONE, STOPPED = "none", "waiting", "done", "stopped"
"""States: never asked for; in the queue or in progress; done; given up."""


@dataclass(frozen=True)
class Progress:
    """The state of an analysis. ``others`` is the number of other people whose analyses wait."""

    state: str = NONE
    done: int = 0
    count: int = 0
    others: int = 0

    @property
    def text(self) -> str:
        """The state as a line for people; empty if there is nothing to say."""
        if self.state == STOPPED:
            return tr("The analysis was given up. Ask again to continue it.")
        if self.state != WAITING:
            return ""
        if not self.done and not self.others:
            return tr("Waiting for the computer: moves of running games come first.")
        if not self.done:
            return tr_count(
                "Waiting for the computer: moves of running games come first; {count} other in "
                "turn.",
                "Waiting for the computer: moves of running games come first; {count} others in "
                "turn.",
                self.others,
            )
        if not self.others:
            return tr("Analysing: {done} of {all} positions.", done=self.done, all=self.count)
        return tr_count(
            "Analysing: {done} of {all} positions; {count} other in turn.",
            "Analysing: {done} of {all} positions; {count} others in turn.",
            self.others, done=self.done, all=self.count,
        )  # fmt: skip


def progress(transaction: Transaction, row: Any) -> Progress:
    """Return how far an analysis is."""
    if row is None:
        return Progress()
    if row.queued is not None:
        return Progress(WAITING, row.done, row.positions, ahead_of(transaction, row))
    return Progress(DONE if row.done == row.positions else STOPPED, row.done, row.positions)


def texts_of(transaction: Transaction, row: Any) -> Texts:
    """Return what an analysis has found so far."""
    if row is None:
        return {}
    rows = transaction.connection.execute(
        select(evaluations.c.ply, evaluations.c.texts)
        .where(evaluations.c.analysis == row.id)
        .order_by(evaluations.c.ply)
    )
    return {each.ply: tuple(each.texts) for each in rows}


def texts_of_board(transaction: Transaction, number: int) -> Texts:
    """Return what the analysis of a board's game has found so far."""
    return texts_of(transaction, analysis_of(transaction, key_of_board(number)))


def evaluation_at(
    ply: int, move: str | None, position: Position, texts: tuple[str, ...]
) -> Evaluation | None:
    """Return the evaluation that these values keep for a position, or the end of the game."""
    properties = [(PROPERTY, texts)] if texts else []
    return known_at(Node(move, properties=properties), ply, position)


def evaluations_of(board: Match, texts: Texts) -> list[Evaluation]:
    """Return the evaluations of a board's positions, as far as they are known."""
    position, found = board.game.start(board.options), []
    for ply, move in enumerate([None, *board.moves]):
        position = position if move is None else position.play(move)
        ends = position.outcome is not None and len(texts) == ply
        if ply not in texts and not ends:
            continue
        known = evaluation_at(ply, move, position, texts.get(ply, ()))
        if known is not None:
            found.append(known)
    return found


def review(board: Match, texts: Texts) -> dict[str, Any]:
    """Return the review of a board's game as JSON data."""
    known = evaluations_of(board, texts)
    bad = {lost.ply: lost for lost in mistakes(known)}
    losses = [lost for pair in pairwise(known) if pair[1].ply == pair[0].ply + 1
              and (lost := loss(*pair)) is not None]  # fmt: skip
    # Whatever was lost, was lost in a position that was searched.
    befores = {one.ply + 1: one.result.position for one in known if one.result is not None}
    reasons = {lost.ply: reasons_of_mistake(befores[lost.ply], lost) for lost in losses}
    told = moments(losses, is_seen=lambda lost: bool(reasons[lost.ply]))
    return {
        "colours": list(board.game.colours),
        "evaluations": [
            evaluation_json(one) | _mistake(bad.get(one.ply), befores) for one in settled(known)
        ],
        "accuracy": _accuracy(board, known),
        "moments": [
            {
                "ply": lost.ply,
                "text": moment_line(lost, befores[lost.ply], True, board.position.swapped),
                "line": list(lost.line),
                "texts": list(line_texts(befores[lost.ply], lost.line)),
                "reasons": [
                    reason.as_data()
                    | {
                        "text": translate(reason.text),
                        "texts": list(line_texts(befores[lost.ply], reason.line)),
                    }
                    for reason in reasons[lost.ply] or followed_by(befores[lost.ply], lost)
                ],
            }
            for lost in told
        ],
        "none": "" if told else f"{capitalized(translate(NO_MOMENTS))}.",
        "points": translate(POINTS),
    }


def evaluation_json(known: Evaluation) -> dict[str, Any]:
    """Return an evaluation as JSON data: chances by colours, and moves that the mover has."""
    result = known.result
    certain = (
        capitalized(translate(certainty(known.proven, known.wins_in)))
        if known.proven and result is not None
        else ""
    )
    sure = (
        capitalized(translate(sureness(known.spread))) if result is not None and not certain else ""
    )
    return {
        "ply": known.ply,
        "win": {colour: round(share, 4) for colour, share in known.win.items()},
        "certain": certain,
        "lost": (
            capitalized(translate(EVERY_MOVE_LOSES())) if result is not None and result.lost else ""
        ),
        "over": result is None,
        "sure": sure,
        "candidates": [
            {"move": str(one.move), "chance": round(one.value, 4), "visits": one.visits,
             "length": length_told(one), "line": [str(move) for move in one.line],
             "texts": list(known.written(one.line))}
            for one in (result.candidates if result is not None else ())
        ],
    }  # fmt: skip


def _mistake(lost: Mistake | None, befores: Mapping[int, Position]) -> dict[str, Any]:
    if lost is None:
        return {"mistake": None}
    before = befores[lost.ply]
    told = f"{translate(move_said(line_texts(before, [lost.move])[0]))}{lost.sign} {lost.text}"
    texts = list(line_texts(before, lost.line))
    return {"mistake": {"sign": lost.sign, "text": told, "line": list(lost.line), "texts": texts}}


def _accuracy(board: Match, known: list[Evaluation]) -> list[dict[str, Any]]:
    found = []
    for seat, one in zip(board.seats, accuracies(known), strict=True):
        if one is None:
            continue
        text = accuracy_said(shown_name(seat.name), one)
        found.append({
            "seat": seat.number, "name": seat.name, "accuracy": round(one.accuracy, 1),
            "colour": colour_of(board.position, seat.number), "text": translate(text),
        })  # fmt: skip
    return found
