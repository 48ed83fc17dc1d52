"""Evaluations kept in a record: what a search found at a node, as the property ``EVAL``.

The first value is the evaluation, each further value a line of moves, the best first::

    EVAL[light 0.6231, dark 0.3769; 12000 playouts in 2 s; spread 0.0410]
        [c:a1 b:a2 d:c1; 0.6231; 5000 visits][d:b1 a:a1; 0.5800; 2000 visits; best]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from boche.engine.record.grammar import sgf_grammar
from boche.engine.record.tree import Node, Property

PROPERTY = "EVAL"
"""The name of the property."""

MAX_LINES = 20
MAX_TEXT = 4000  # characters of a value
MAX_PLAYOUTS = 10**15
MAX_SECONDS = 1e9

_SHARE = r"([01]\.\d{1,9})"
_NAME = r"([^\s,;][^,;]{0,39})"
_HEAD = re.compile(
    rf"{_NAME} {_SHARE}, {_NAME} {_SHARE}; (\d{{1,15}}) playouts in (\d{{1,9}}(?:\.\d\d?)?) s; "
    rf"spread {_SHARE}(?:; proven {_NAME})?",
    re.ASCII,
)
_LINE = re.compile(rf"([^;]+); {_SHARE}; (\d{{1,15}}) visits(; best)?", re.ASCII)


@dataclass(frozen=True)
class KeptLine:
    """Whole moves that a search expected, the first one by the side to move.

    ``win`` is that side's winning chance, from 0 to 1. ``best`` says that one of several searches
    of the position found the first move best; it is always true of the first line.
    """

    moves: tuple[str, ...]
    win: float
    visits: int
    best: bool = False


@dataclass(frozen=True)
class KeptEvaluation:
    """What is known about a position.

    ``win`` has the winning chance of both colours, from 0 to 1, as the players hold the colours
    there. ``proven`` is the colour that is certain to win, ``"draw"``, or None. ``spread`` is the
    distance between the chances that repeated searches found. ``lines`` are best first; a finished
    game has none. ``seconds`` is the time that the searches took.
    """

    win: Mapping[str, float]
    proven: str | None = None
    playouts: int = 0
    spread: float = 0.0
    lines: tuple[KeptLine, ...] = ()
    seconds: float = 0.0


def evaluation_of(node: Node) -> KeptEvaluation | None:
    """Return the evaluation kept at a node; None if there is none, or if it is damaged.

    The text alone is checked. Whether colours and moves are those of the game is for whoever knows
    the position: see ``engine.review.known``.
    """
    texts = node.texts(PROPERTY)
    if not texts or len(texts) > MAX_LINES + 1 or any(len(text) > MAX_TEXT for text in texts):
        return None
    lines = [_read_line(text) for text in texts[1:]]
    head = _HEAD.fullmatch(texts[0].strip())
    if head is None or None in lines:
        return None
    return _checked(head, tuple(line for line in lines if line is not None))


def keep_evaluation(node: Node, evaluation: KeptEvaluation | None) -> None:
    """Keep an evaluation at a node in place of an earlier one; None removes it.

    Chances are rounded to four digits, times to hundredths; lines and moves beyond the limits above
    are left out, and a line ends before a move that cannot be written in it. Raises ``ValueError``
    for chances that ``evaluation_of`` would not read, and then changes nothing.
    """
    if evaluation is None:
        node.properties = without_evaluation(node.properties)
        return
    texts = _texts(evaluation)
    trial = Node(properties=[(PROPERTY, tuple(_raw(text) for text in texts))])
    if evaluation_of(trial) is None:
        raise ValueError(f"not an evaluation that can be stored: {texts[0][:200]}")
    node.properties = (*without_evaluation(node.properties), *trial.properties)


def without_evaluation(properties: tuple[Property, ...]) -> tuple[Property, ...]:
    """Return a node's other properties: an evaluation is a finding, not a part of the game."""
    if not properties:  # most moves have none, and each edit asks several
        return properties
    return tuple(one for one in properties if one[0] != PROPERTY)


def with_evaluation_of(node: Node, properties: tuple[Property, ...]) -> tuple[Property, ...]:
    """Return other properties for a node, together with the evaluation that it has."""
    kept = (one for one in node.properties if one[0] == PROPERTY)
    return (*without_evaluation(properties), *kept)


def _texts(evaluation: KeptEvaluation) -> list[str]:
    """Return an evaluation as the values of the property, not yet escaped."""
    shares = ", ".join(f"{colour} {share:.4f}" for colour, share in evaluation.win.items())
    playouts = min(evaluation.playouts, MAX_PLAYOUTS - 1)
    proven = f"; proven {evaluation.proven}" if evaluation.proven is not None else ""
    seconds = f"{round(min(evaluation.seconds, MAX_SECONDS - 1), 2):.10g}"
    head = f"{shares}; {playouts} playouts in {seconds} s; spread {evaluation.spread:.4f}{proven}"
    lines = map(_line_text, evaluation.lines[:MAX_LINES])
    return [head, *(text for text in lines if text)]


def _line_text(line: KeptLine) -> str:
    """Return a line as a value of the property; empty if not even its first move can be written."""
    best = "; best" if line.best else ""
    end = f"; {line.win:.4f}; {min(line.visits, MAX_PLAYOUTS - 1)} visits{best}"
    moves = " ".join(takewhile(_is_writable, line.moves))
    if len(moves) + len(end) > MAX_TEXT:
        moves = moves[: MAX_TEXT - len(end)].rpartition(" ")[0]
    return moves + end if moves else ""


def _is_writable(move: str) -> bool:
    return move.isprintable() and not set(move) & set(" ;") and move != ""


def _raw(text: str) -> str:
    raw: bytes = sgf_grammar.escape_text(text.encode("utf-8", "replace"))
    return raw.decode("utf-8")


def _read_line(text: str) -> KeptLine | None:
    found = _LINE.fullmatch(text.strip())
    if found is None or not found[1].split() or float(found[2]) > 1.0:
        return None
    return KeptLine(tuple(found[1].split()), float(found[2]), int(found[3]), bool(found[4]))


def _checked(head: re.Match[str], lines: tuple[KeptLine, ...]) -> KeptEvaluation | None:
    win = {head[1]: float(head[2]), head[3]: float(head[4])}
    spread, proven = float(head[7]), head[8]
    whole = len(win) == 2 and abs(sum(win.values()) - 1.0) < 0.001 and spread <= 1.0
    if not whole or proven not in (None, "draw", *win):
        return None
    return KeptEvaluation(win, proven, int(head[5]), spread, lines, float(head[6]))
