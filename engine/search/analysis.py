"""The analysis of a whole record: an evaluation of every position, and the mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.game import Position
from engine.message import Message
from engine.program import PROGRAM
from engine.words import CERTAIN, DRAW_CERTAIN, EVERY_MOVE_LOSES

if TYPE_CHECKING:
    from engine.search.params import Budget, SearchParams
    from engine.search.result import SearchResult


@dataclass(frozen=True)
class Evaluation:
    """What is thought of the position after ``ply`` moves, the last of which was ``move``.

    ``first`` is the winning probability of the person who made the first move of the game, who
    may have the other colour after a swap; ``win`` the same for the colours. ``result`` is None
    at the end of the game.
    """

    ply: int
    move: str | None
    win: dict[str, float]
    first: float
    proven: str | None
    result: SearchResult | None

    def as_data(self) -> dict[str, Any]:
        """As JSON data."""
        data = {"ply": self.ply, "move": self.move, "win": self.win, "proven": self.proven}
        if self.result is None:
            return data
        found = self.result.as_data()
        found.pop("moves")
        return {**data, **found, "win": self.win}

    @property
    def simulations(self) -> int:
        """Ways down the tree behind it, 0 at the end of the game."""
        return self.result.simulations if self.result is not None else 0

    @property
    def spread(self) -> float:
        """How far the searches behind it lie apart, from 0 to 1."""
        return self.result.spread if self.result is not None else 0.0

    @property
    def text(self) -> str:
        """One line, as it stands in a comment."""
        found = self.result
        lost = found is not None and found.lost
        return comment_line(self.win, self.proven, found.advice if found else (), lost)


MARK = f"[{PROGRAM}] "
"""What the line of an evaluation in a comment begins with."""


def comment_line(
    win: Mapping[str, float], proven: str | None, best: Sequence[str], lost: bool = False
) -> str:
    """An evaluation as it stands in a comment; ``best`` are the expected moves, none at the end.

    Where every move is ``lost`` they are what the search looked at longest, if anything was.
    """
    shares = ", ".join(f"{colour} {share:.0%}" for colour, share in win.items())
    sure = f", {certainty(proven)}" if proven and (best or lost) else ""
    head = f"{MARK}{shares}{sure}"
    moves = " ".join(best[:4])
    if lost:
        return f"{head}; {EVERY_MOVE_LOSES()}" + (f" (longest: {moves})" if moves else "")
    return f"{head}; best: {moves}" if moves else head


def certainty(proven: str) -> Message:
    """What is proven, in words."""
    return DRAW_CERTAIN() if proven == "draw" else CERTAIN(colour=proven)


def with_line(comment: str, line: str) -> str:
    """The comment with that line of evaluation, in the place of an earlier one."""
    kept = [old for old in comment.split("\n") if not old.startswith(MARK)]
    return "\n".join([*kept, line]).strip("\n")


def analyse(
    positions: Sequence[Position],
    moves: Sequence[str],
    budget: Budget,
    *,
    params: SearchParams | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Iterator[Evaluation]:
    """An evaluation of each position, from the first; ``moves`` lead from one to the next."""
    # Here and not above: it takes a while to load, and evaluations are shown where none is made.
    from engine.search.reviewer import Reviewer

    reviewer = Reviewer(params, seed=seed, threads=threads)
    for ply, position in enumerate(positions):
        move = moves[ply - 1] if ply else None
        if position.outcome is not None:
            yield ended(ply, move, position, position.outcome.winner)
            continue
        yield evaluated(ply, move, position, reviewer.review(position, budget))


def evaluated(ply: int, move: str | None, position: Position, result: SearchResult) -> Evaluation:
    """What a search says of its position."""
    win = dict(result.win)
    return Evaluation(ply, move, win, _first(position, win), result.proven, result)


def ended(ply: int, move: str | None, position: Position, winner: str | None) -> Evaluation:
    """What is known of the end of a game; ``winner`` is None for a draw."""
    worth = {c: 0.5 if winner is None else float(c == winner) for c in position.game.colours}
    return Evaluation(ply, move, worth, _first(position, worth), winner or "draw", None)


def _first(position: Position, win: dict[str, float]) -> float:
    return win[position.game.colours[int(position.swapped)]]


SECONDS = 2.0
"""How long each position of a record is looked at, where nothing else is asked for."""

SMALLEST_LOSS = 0.1
"""How much of the chance of winning a move must lose to be marked as a mistake."""

BLUNDER = 0.2
"""How much of the chance of winning a mistake loses that is marked as a very bad one."""


@dataclass(frozen=True)
class Mistake:
    """A move that lost ``SMALLEST_LOSS`` of its maker's chance of winning, or more, and more than
    repeated searches of the two positions differ by.

    ``colour`` made the move. ``before`` is its chance with the better move, ``after`` the one that
    it had left, both from 0 to 1. ``line`` are the moves that were expected instead, whole ones,
    the better move first.
    """

    ply: int
    move: str
    colour: str
    before: float
    after: float
    line: tuple[str, ...]

    @property
    def lost(self) -> float:
        """How much of the chance of winning the move lost, from 0 to 1."""
        return self.before - self.after

    @property
    def sign(self) -> str:
        """The sign that players write behind such a move: ``?``, or ``??`` for a blunder."""
        return "??" if self.lost >= BLUNDER else "?"

    @property
    def text(self) -> str:
        """What it lost, as a part of a sentence."""
        before, after = round(100 * self.before), round(100 * self.after)
        return f"lost {before - after} points of winning chance ({before}% to {after}%)"

    @property
    def comment(self) -> str:
        """One line about the better move, as it stands in a comment."""
        return f"{MARK}missed: {self.colour} {self.before:.0%}, not {self.after:.0%}"

    def as_data(self) -> dict[str, Any]:
        """As JSON data."""
        return {**vars(self), "lost": self.lost, "line": list(self.line)}


def mistake(before: Evaluation, after: Evaluation) -> Mistake | None:
    """The mistake that the move between two evaluations was; None where it was none.

    A move that a search itself expected is none, whatever a deeper look then found.
    """
    found = before.result
    if found is None or after.move is None or not found.line:
        return None
    position = found.position
    if found.expects(after.move):
        return None
    first = position.game.colours.index(position.turn) == int(position.swapped)
    had, left = (e.first if first else 1.0 - e.first for e in (before, after))
    if had - left < max(SMALLEST_LOSS, before.spread + after.spread):
        return None
    return Mistake(after.ply, after.move, position.turn, had, left, found.line)


def mistakes(evaluations: Sequence[Evaluation]) -> list[Mistake]:
    """The mistakes in a line, in its order."""
    pairs = [(e, after) for e, after in pairwise(evaluations) if after.ply == e.ply + 1]
    return [found for pair in pairs if (found := mistake(*pair)) is not None]
