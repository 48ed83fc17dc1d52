"""The line by which a proven win is won, and its length: for hints, analyses and reviews alike.

A tree search that has proven a win knows some way to it. The exact solver of puzzles finds the
shortest one, against the defence that holds out longest; on solved boards the game's own solver and
its book lead through the moves that are too many for it. Where neither reaches, the line that the
search knows is played on, by the solver and more searches, until the win stands on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from boche.engine.game import Move, Position, colour_of, seat_of
from boche.engine.puzzles.scan import NO, YES
from boche.engine.puzzles.solver import Aim, OutOfBudgetError, Solver, Turn
from boche.engine.puzzles.sorting import line as best_line
from boche.engine.review.reasons import FEW, holding_move, holds
from boche.engine.search import interface
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.prover import Prover, prover_of
from boche.engine.search.result import Candidate, SearchResult, moves_to_win
from boche.engine.search.reviewer import Reviewer

LONGEST = 40
"""Most moves of both sides behind a move that are looked at."""

POSITIONS, AT_ONCE, OTHERS = 600_000, 200_000, 100_000
"""Positions that may be looked at for the line of one position, for one question of it, and for the
other moves that win, once the shortest one is known.

Time is not counted: the same search has the same lines on every machine.
"""

LEAST = 300
"""Positions that a question counts for at least, since asking takes time as well."""

STEPS = 400
"""Steps of some thousandths of a second that a game's own solver may take for one move."""

BEHIND, AGAIN = 50_000, 30_000
"""Positions that the solver may look at behind the end of a line, and simulations of a search."""

FOLLOWED = 3
"""Most moves that the loser has after a threat that is followed, where all are too many."""

MOST_PLIES, PIECES = 120, 24
"""Most moves of a line that is played on, and pieces that all lines of a result are made of."""


def never() -> bool:
    return False


def with_proof(
    result: SearchResult,
    over: Callable[[], bool] = never,
    positions: int = POSITIONS,
    *,
    whole: bool = True,
) -> SearchResult:
    """Return a result with the line of what is proven, and its candidates in that order.

    If somebody wins, ``line`` then leads to the end of the game by the shortest way, against the
    longest defence, and ``SearchResult.wins_in`` is its length. Candidates that win come first, the
    shortest first; where every move loses, the longest comes first. If that takes more than so many
    ``positions``, no length is claimed: the line is some way to the end of the game, or as far as
    it is known once ``over`` returns True, or if it need not be ``whole``; where every move loses,
    one leads that does not lose at once, if there is any.
    """
    if result.proven in (None, "draw") or result.wins_in is not None:
        return result
    search = _Lines(result, over, positions)
    try:
        lines = search.shortest() if result.proven == result.position.turn else search.longest()
    except (OutOfBudgetError, AttributeError):  # or a game whose positions the solver cannot tell
        lines = []
    found = _led_by(result, lines) if lines else search.example()
    if found.lost:
        found = _holding_on(replace(found, alike=len(set(search.lengths)) == 1), over)
    return search.with_whole_lines(found) if whole else found


def _holding_on(result: SearchResult, over: Callable[[], bool]) -> SearchResult:
    """Return a result in which every move loses, led by one that does not lose at once.

    Of those that do not, it is the one that the search thinks best. Of a board with many moves not
    all are tried.
    """
    position, moves = result.position, list(map(str, result.position.legal_moves()))
    if len(moves) > FEW:
        reached = position.play(result.line[0])
        first = None if holds(position, reached) else holding_move(position, reached)
        return _led_to(result, first)
    holding = set[str]()
    for move in moves:
        after = position.play(move)
        if over() or (after.outcome is None and after.turn == position.turn):  # as after a swap
            return result
        if holds(position, after):
            holding.add(move)
    result = replace(
        result,
        holding=len(holding),
        hasty=len(moves) - len(holding),
        alike=result.alike or not holding,
    )
    order = (
        *result.line[:1],
        *(str(one.move) for one in result.candidates),
        *(str(one.move) for one in result.moves),
    )
    known = (move for move in order if move in holding)
    return _led_to(result, next(known, min(holding, default=None)))


def _led_to(result: SearchResult, move: str | None) -> SearchResult:
    """Return a result with another move as the best, of which no more than that is known."""
    if move is None or move == result.line[0]:
        return result
    first = next((one for one in result.candidates if str(one.move) == move), None)
    others = tuple(one for one in result.candidates if one is not first)
    if first is None and others:
        visits = next((one.visits for one in result.moves if str(one.move) == move), 0)
        parsed = result.position.parse(move)
        first, others = Candidate(parsed, visits, 0.0, (parsed,), proven=0.0), others[:-1]
    line = tuple(map(str, first.line)) if first is not None else (move,)
    return replace(
        result,
        best=result.position.parse(move),
        line=line,
        candidates=() if first is None else (first, *others),
    )


def _led_by(result: SearchResult, lines: Sequence[tuple[Move, ...]]) -> SearchResult:
    """Return a result whose best moves have these lines, each to the end of the game."""
    wins = result.proven == result.position.turn
    known = {str(one.move): one for one in result.candidates}
    visits = {str(one.move): one.visits for one in result.moves}
    candidates = list[Candidate]()
    for moves in lines:
        text = str(moves[0])
        one = known.pop(text, None) or Candidate(moves[0], visits.get(text, 0), 0.0, moves)
        candidates.append(
            replace(
                one, line=moves, value=float(wins), proven=float(wins),
                wins_in=moves_to_win(result.position, moves),
            )
        )  # fmt: skip
    candidates += known.values()
    first = lines[0]
    return replace(
        result,
        best=first[0],
        line=tuple(map(str, first)),
        candidates=tuple(candidates[: len(result.candidates)]),
        shortest=True,
    )


class _Lines:
    """The search for the lines of one proven position."""

    def __init__(
        self,
        result: SearchResult,
        over: Callable[[], bool],
        positions: int,
        followed: int = 0,
    ) -> None:
        self._result, self._position = result, result.position
        self._over, self._left, self._followed = over, positions, followed
        self._pieces = PIECES
        self._most = max(len(result.candidates), 1)
        self.lengths: Sequence[int] = ()
        assert result.proven is not None
        self._aim = Aim(seat_of(self._position, result.proven), False)

    def _check(self) -> None:
        if self._over() or self._left <= 0:
            raise OutOfBudgetError("the lines of the proof take too long")

    def shortest(self) -> list[tuple[Move, ...]]:
        """Return the lines of the moves that win, the shortest first, as far as there is time."""
        solver = Solver(self._position, AT_ONCE)
        solver.forced = self._followed
        waiting, found = solver.turns(), list[tuple[Move, ...]]()
        try:
            for far in range(0, LONGEST, 2):  # the winner makes the last move
                for turn in list(waiting):
                    answer = self._forces(solver, turn, far)
                    if answer in (YES, NO):
                        waiting.remove(turn)
                    if answer == YES:
                        found.append(self._line(solver, turn))
                        self._left = min(self._left, OTHERS)
                    if len(found) >= self._most:
                        return found
                if not waiting:
                    break
        except OutOfBudgetError:
            if not found:
                raise
        return found

    def longest(self) -> list[tuple[Move, ...]]:
        """Return the lines of the moves that hold out longest; all moves lose.

        ``lengths`` then has how long each move holds out.
        """
        solver = Solver(self._position, AT_ONCE)
        solver.forced = self._followed
        turns = solver.turns()
        self.lengths = lengths = [self._length(solver, turn) for turn in turns]
        order = sorted(range(len(turns)), key=lambda index: -lengths[index])
        found = list[tuple[Move, ...]]()
        for index in order[: self._most]:
            try:
                found.append(self._line(solver, turns[index]))
            except OutOfBudgetError:
                break
        return found

    def _length(self, solver: Solver, turn: Turn) -> int:
        """Return the least number of moves behind a move in which the winner wins."""
        for far in range(LONGEST):
            if self._forces(solver, turn, far) == YES:
                return far
        raise OutOfBudgetError("no win was found behind a move that loses")

    def _forces(self, solver: Solver, turn: Turn, far: int) -> int:
        self._check()
        solver.budget = AT_ONCE
        try:
            return solver.forces(turn, self._aim, far)
        finally:
            self._left -= max(AT_ONCE - solver.budget, LEAST)

    def _line(self, solver: Solver, turn: Turn) -> tuple[Move, ...]:
        """Return a move and the best play behind it, to the end of the game."""
        self._check()
        path, most = turn.path, self._left
        solver.budget = most
        try:
            if turn.result == interface.UNDECIDED:
                path = best_line(solver, turn, self._aim)[-1].path
        finally:
            self._left -= most - solver.budget
        return tuple(solver.moves(path))

    def example(self) -> SearchResult:
        """Return the result with a line that wins, though maybe not by the shortest way.

        On a solved board the game's own solver knows one to the end.
        """
        moves = tuple(self._by_book())
        if not moves:
            return self._result
        first, *others = self._result.candidates or (None,)
        if first is not None and str(first.move) == str(moves[0]):
            first = replace(first, line=moves)
        candidates = (first, *others) if first is not None else ()
        return replace(self._result, line=tuple(map(str, moves)), candidates=candidates)

    def with_whole_lines(self, found: SearchResult) -> SearchResult:
        """Return a result in which all lines end that show what it says is proven."""
        value = float(found.proven == self._position.turn)
        moves = self.played_on(found.whole_line)
        candidates = list[Candidate]()
        for one in found.candidates:
            if one.proven == value:
                same = str(one.move) == str(moves[0])
                one = replace(one, line=moves if same else self.played_on(one.line))
            candidates.append(one)
        return replace(found, line=tuple(map(str, moves)), candidates=tuple(candidates))

    def played_on(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return a line of the proof, played on until the win stands on the board.

        It remains as it is if somebody else wins by it, or if nothing finds the rest.
        """
        position, whole = self._position, moves
        for move in moves:
            position = position.play(move)
        while position.outcome is None and len(whole) < MOST_PLIES and self._pieces:
            if self._over():
                break
            self._pieces -= 1
            rest = self._behind(position)
            if not rest:
                break
            for move in rest:
                position = position.play(move)
            whole = (*whole, *rest)
        outcome = position.outcome
        won = outcome is not None and outcome.winner == colour_of(position, self._aim.seat)
        return whole if won else moves

    def _behind(self, position: Position) -> tuple[Move, ...]:
        """Return moves with which the proof goes on behind a position; none if none are found."""
        winner = colour_of(position, self._aim.seat)
        begun = replace(self._result, position=position, proven=winner, candidates=())
        for followed in (0, FOLLOWED):
            search = _Lines(begun, self._over, BEHIND, followed)
            try:
                lines = search.shortest() if winner == position.turn else search.longest()
            except (OutOfBudgetError, AttributeError):
                continue
            if lines:
                return lines[0]
        again = Reviewer(SearchParams()).review(position, Budget(simulations=AGAIN), self._over)
        return again.whole_line if again.proven == winner else ()

    def _by_book(self) -> Iterator[Move]:
        """Yield the moves of a win, as far as the game's own solver knows it.

        The side that loses plays what the search expects, or any move.
        """
        prover = prover_of(self._position)
        if prover is None:
            return
        position: Any = self._position
        expected = [*self._result.whole_line]
        while position.outcome is None:
            wins = seat_of(position, position.turn) == self._aim.seat
            move = expected.pop(0) if expected else None
            if wins and position is not self._position:
                right = self._winning_moves(prover, position)
                if not right:
                    return
                move, expected = (move, expected) if move in right else (right[0], [])
            elif move is None:
                move = next(iter(position.legal_moves()))
            assert move is not None
            yield move
            position = position.play(move)

    def _winning_moves(self, prover: Prover, position: Any) -> Sequence[Move]:
        """Return moves known to win; none if they are not found soon."""
        for verdict in islice(prover.attempt(position), STEPS):
            if verdict is not None:
                return verdict.moves
            if self._over():
                break
        return ()
