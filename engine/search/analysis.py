"""Analysis of a whole record: an evaluation of every position, and the mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from boche.engine.comments import comment_line, missed_line
from boche.engine.game import Position, colour_of, line_texts, seat_of
from boche.engine.languages.current import tr, tr_count

if TYPE_CHECKING:
    from boche.engine.search.params import Budget, SearchParams
    from boche.engine.search.result import SearchResult


@dataclass(frozen=True)
class Evaluation:
    """An evaluation of the position after ``ply`` moves, the last of which was ``move``.

    ``first`` is the winning probability of the player who made the first move of the game, who
    may have the other colour after a swap; ``win`` has the probabilities by colour. ``result`` is
    None at the end of the game.
    """

    ply: int
    move: str | None
    win: dict[str, float]
    first: float
    proven: str | None
    result: SearchResult | None

    def as_data(self) -> dict[str, Any]:
        """Return the evaluation as JSON data."""
        data = {"ply": self.ply, "move": self.move, "win": self.win, "proven": self.proven}
        if self.result is None:
            return data
        fields = self.result.as_data()
        fields.pop("moves")
        return {**data, **fields, "win": self.win}

    @property
    def simulations(self) -> int:
        """Number of simulations behind it, 0 at the end of the game."""
        return self.result.simulations if self.result is not None else 0

    @property
    def spread(self) -> float:
        """Spread of the searches behind it, from 0 to 1."""
        return self.result.spread if self.result is not None else 0.0

    @property
    def text(self) -> str:
        """The evaluation as one line of a comment."""
        result = self.result
        lost = result is not None and result.lost
        advice = result.advice if result else ()
        return comment_line(self.win, self.proven, advice, lost, self.wins_in)

    @property
    def wins_in(self) -> int | None:
        """Number of moves in which the winner wins, see ``SearchResult.wins_in``."""
        return self.result.wins_in if self.result is not None else None

    @property
    def winning_line(self) -> tuple[str, ...]:
        """Moves by which the winner wins, if it is known in how many."""
        return self.result.line if self.result is not None and self.wins_in is not None else ()

    @cached_property
    def as_shown(self) -> Evaluation:
        """The same with chances by the colours as they are held after the best move.

        A swap exchanges them: who is ahead has the same colour on both sides of it.
        """
        result = self.result
        if result is None or str(result.best) != SWAP:
            return self
        one, other = self.win
        proven = {one: other, other: one}.get(self.proven or "", self.proven)
        return replace(self, win={one: self.win[other], other: self.win[one]}, proven=proven)

    def written(self, moves: Iterable[object]) -> tuple[str, ...]:
        """Return the texts, for readers, of moves that are made one after the other from here."""
        return line_texts(self.result.position, moves) if self.result is not None else ()


SWAP = "swap"
"""The swap, as records of all games write it."""

LEAST_VISITS = 10
"""Visits of a move below which its chance means nothing, unless it is proven."""

MOST_CANDIDATES = 10
"""Most candidates of a position that a user can ask for."""


def sureness(spread: float) -> str:
    """Return in words how far apart the chances of repeated searches were."""
    points = round(100 * spread)
    if points == 0:
        return tr("repeated searches differ by less than 1 point")
    return tr_count(
        "repeated searches differ by {count} point",
        "repeated searches differ by {count} points",
        points,
    )


def analyse(
    positions: Sequence[Position],
    moves: Sequence[str],
    budget: Budget,
    *,
    params: SearchParams | None = None,
    seed: int = 0,
    threads: int = 1,
    candidates: int = 0,
    known: Mapping[int, Evaluation] = MappingProxyType({}),
    led: Callable[[SearchResult], SearchResult] = lambda result: result,
) -> Iterator[Evaluation]:
    """Yield an evaluation of each position in order; ``moves`` lead from one to the next.

    Each has the best moves of its position, up to ``candidates``. Those in ``known``, by ply, are
    not searched again. ``led`` gives a result the line of what is proven (``engine.review.proof``).
    """
    # Imported here because it is slow to load, and not needed to show existing evaluations.
    from boche.engine.search.reviewer import Reviewer

    reviewer = Reviewer(params, seed=seed, threads=threads, candidates=candidates)
    for ply, position in enumerate(positions):
        move = moves[ply - 1] if ply else None
        if position.outcome is not None:
            yield ended(ply, move, position, position.outcome.winner)
            continue
        if ply in known:
            yield known[ply]
            continue
        yield evaluated(ply, move, position, led(reviewer.review(position, budget)))


def evaluated(ply: int, move: str | None, position: Position, result: SearchResult) -> Evaluation:
    """Return the evaluation that follows from a search of the position."""
    win = dict(result.win)
    return Evaluation(ply, move, win, _first(position, win), result.proven, result)


def ended(ply: int, move: str | None, position: Position, winner: str | None) -> Evaluation:
    """Return the evaluation of a finished game; ``winner`` is None for a draw."""
    worth = {c: 0.5 if winner is None else float(c == winner) for c in position.game.colours}
    return Evaluation(ply, move, worth, _first(position, worth), winner or "draw", None)


def _first(position: Position, win: dict[str, float]) -> float:
    return win[position.game.colours[int(position.swapped)]]


SECONDS = 2.0
"""Default time for each position of a record."""

SMALLEST_LOSS = 0.1
"""Smallest loss of winning chance for which a move is marked as a mistake."""

NOTICEABLE = 0.05
"""Smallest loss of winning chance that is worth a look where there are no mistakes."""

DOUBT = 0.25
"""Smallest loss that an estimate shows after a proof: even won positions are not estimated at 1."""

SEEN = 3
"""Longest proven win, in moves, that a person could have seen: no ``DOUBT`` excuses its loss."""

BLUNDER = 0.2
"""Smallest loss of winning chance for which a mistake is marked as a blunder."""


@dataclass(frozen=True)
class Mistake:
    """A move that cost its player at least ``SMALLEST_LOSS`` in winning chance.

    The loss is also at least the sum of the spreads of repeated searches of the two positions.
    ``colour`` made the move, and ``seat`` is that player's: 0 began the game. ``before`` is its
    chance with the better move, ``after`` the chance that was left, both from 0 to 1. ``line`` has
    the whole moves that were expected instead, the better move first. ``proven`` says that the
    better move was certain to win. ``reply`` has the moves expected after the one that was made.
    ``at_once`` says that it missed a win at once, or lost at once though another move did not.
    """

    ply: int
    move: str
    colour: str
    before: float
    after: float
    line: tuple[str, ...]
    seat: int = 0
    proven: bool = False
    reply: tuple[str, ...] = ()
    at_once: bool = False

    @property
    def lost(self) -> float:
        """Winning chance that the move lost, from 0 to 1."""
        return self.before - self.after

    @property
    def sign(self) -> str:
        """Annotation sign for such a move: ``?``, or ``??`` for a blunder."""
        return "??" if self.lost >= BLUNDER else "?"

    @property
    def text(self) -> str:
        """The loss, as a part of a sentence."""
        before, after = round(100 * self.before), round(100 * self.after)
        return tr(
            "lost {points} points of winning chance ({before}% to {after}%)",
            points=before - after,
            before=before,
            after=after,
        )

    @property
    def comment(self) -> str:
        """The missed chance as one line of a comment."""
        return missed_line(self.colour, self.before, self.after)

    def as_data(self) -> dict[str, Any]:
        """Return the mistake as JSON data."""
        lines = {"line": list(self.line), "reply": list(self.reply)}
        return {**vars(self), "lost": self.lost, **lines}


def chances(before: Evaluation, after: Evaluation) -> tuple[int, float, float] | None:
    """Return who made the move between two evaluations, and that player's chances.

    The player is a seat: 0 began the game. The chances are those with the best move and with the
    move that was made; they are equal if a search itself expected it, whatever a deeper one then
    found, and if nothing but an estimate stands against a proof (``DOUBT``), unless that is of a
    short win (``SEEN``). Return None if no move was searched before it.
    """
    result = before.result
    if result is None or after.move is None or not result.line:
        return None
    seat = seat_of(result.position, result.position.turn)
    before_win, after_win = (e.first if seat == 0 else 1.0 - e.first for e in (before, after))
    lost = before_win - after_win
    doubtful = before.proven is not None and after.proven is None and lost < DOUBT
    short = before.wins_in is not None and before.wins_in <= SEEN
    if short and before.proven == result.position.turn:
        doubtful = False  # the way to win was known to its end, and was not taken
    same = doubtful or result.expects(after.move)
    return seat, before_win, before_win if same else after_win


def mistake(before: Evaluation, after: Evaluation, least: float = SMALLEST_LOSS) -> Mistake | None:
    """Return the mistake made by the move between two evaluations, or None.

    It must have lost at least ``least``, and more than repeated searches differ.
    """
    known, result = chances(before, after), before.result
    if known is None or result is None or after.move is None:
        return None
    seat, before_win, after_win = known
    if before_win - after_win < max(least, before.spread + after.spread):
        return None
    colour, proven = result.position.turn, result.proven == result.position.turn
    return Mistake(
        ply=after.ply,
        move=after.move,
        colour=colour,
        before=before_win,
        after=after_win,
        line=result.line,
        seat=seat,
        proven=proven,
        reply=after.result.line if after.result is not None else (),
    )


def mistakes(evaluations: Sequence[Evaluation]) -> list[Mistake]:
    """Return the mistakes in a line of evaluations, in order."""
    pairs = [(e, after) for e, after in pairwise(evaluations) if after.ply == e.ply + 1]
    return [loss for pair in pairs if (loss := mistake(*pair)) is not None]


# Proofs beside each other: what the moves of a line show of positions that no search has proven.


def settled(evaluations: Sequence[Evaluation]) -> tuple[Evaluation, ...]:
    """Return evaluations along a line, with what the proofs among them say of their neighbours.

    A position from which somebody moved into a proven win of theirs is won for them, and a proven
    win stays one while its loser moves, and while its winner plays a move that keeps it. Whatever a
    shorter search thought of such a position no longer counts.
    """
    found = list(evaluations)
    for i in range(len(found) - 2, -1, -1):
        winner = _winner_behind(found[i], found[i + 1])
        if winner is not None:
            found[i] = _won(found[i], winner)
    for i in range(1, len(found)):
        winner = _winner_before(found[i - 1], found[i])
        if winner is not None:
            found[i] = _won(found[i], winner)
    return tuple(found)


def _winner_behind(before: Evaluation, after: Evaluation) -> int | None:
    """Return the seat that wins a position not proven, since it moved into a win; else None."""
    result = before.result
    if before.proven or result is None or after.ply != before.ply + 1 or after.move is None:
        return None
    if after.proven in (None, "draw"):
        return None
    mover = seat_of(result.position, result.position.turn)
    reached = after.result.position if after.result is not None else None
    if reached is None:  # the end, which may be a resignation, and that proves nothing
        reached = result.position.play(after.move)
        if reached.outcome is None or reached.outcome.winner != after.proven:
            return None
    return mover if seat_of(reached, after.proven) == mover else None


def _winner_before(before: Evaluation, after: Evaluation) -> int | None:
    """Return the seat that wins a position not proven, since it won the one before; else None."""
    result = before.result
    if after.proven or after.result is None or result is None or after.ply != before.ply + 1:
        return None
    if before.proven in (None, "draw") or after.move is None:
        return None
    kept = before.proven != result.position.turn or result.expects(after.move)
    return seat_of(result.position, before.proven) if kept else None


def _won(evaluation: Evaluation, seat: int) -> Evaluation:
    """Return the evaluation of the same position as a proven win for a seat."""
    assert evaluation.result is not None
    winner = colour_of(evaluation.result.position, seat)
    win = {colour: float(colour == winner) for colour in evaluation.win}
    return replace(evaluation, win=win, first=float(seat == 0), proven=winner)
