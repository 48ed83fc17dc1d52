"""A solver: whether one player can force a result in a number of moves, whatever the other does.

It works on the states of the tree search. A depth is a number of *turns*: whole moves of both
sides, however many steps each takes. A position is named by its path, the numbers of the steps
from the position to solve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

from boche.engine.errors import BocheError
from boche.engine.game import Game, Move, Position
from boche.engine.native.kernels import encoding_of, kernels, kernels_over_search
from boche.engine.puzzles.scan import (
    BUDGET,
    CUT,
    EVER,
    FORCED,
    HISTORY,
    INFO_SLOTS,
    NO,
    OPEN,
    OUT,
    YES,
    Frames,
    Survey,
)
from boche.engine.search import interface
from boche.engine.search.steps import Steps, seat_to_move

DEPTH = 60
"""Most steps on a line that is searched."""

TABLE = 1 << 19
"""Slots of the table for each aim; a power of two."""

Path = tuple[int, ...]


class OutOfBudgetError(BocheError):
    """The end of the number of positions that a proof may look at."""


class Aim(NamedTuple):
    """A question: can the player on this seat force a win, or with ``draws`` at least a draw?"""

    seat: int
    draws: bool

    def met(self, result: int) -> bool:
        """Return whether a result is what the player wants."""
        return result == self.seat or (self.draws and result == interface.DRAW)


class Turn(NamedTuple):
    """A whole move: the path behind it, and its result or UNDECIDED.

    ``mark`` is equal for moves with the same effect.
    """

    path: Path
    result: int
    mark: int


class Solver:
    """A solver of positions of one game with the options of ``position``.

    ``budget`` is the number of positions that it may still look at. Raises
    ``UnsearchedGameError``, and ``AttributeError`` for a game without fingerprints.
    """

    def __init__(self, position: Position, budget: int = 1_000_000) -> None:
        self._encoding = encoding_of(position.game)
        self._steps = Steps(self._encoding)
        self._game = kernels(position.game).game
        self.compiled = kernels_over_search(position.game, "boche.engine.puzzles.scan")
        self._most = self._encoding.most_moves(self._steps.begin(position))
        self._tables: dict[Aim, tuple[Any, Any, Any]] = {}
        self._history = np.zeros((2, HISTORY), np.int64)
        self._info = np.zeros(INFO_SLOTS, np.int64)
        self.set_position(position, budget)

    def set_position(self, position: Position, budget: int) -> None:
        """Solve another position of the same game and options."""
        self.position, self.seat = position, seat_to_move(position)
        self._info[BUDGET] = budget
        state = self._encoding.make_state(self._steps.begin(position), self._game)
        tactics = hasattr(state, "tactics")
        state = state._replace(tactics=1) if tactics else state
        self.start, self._state, self._spare, self._scratch = (deepcopy(state) for _ in range(4))
        for keys, yes, no in self._tables.values():
            keys[:], yes[:], no[:] = 0, 0, 0
        self._frames: dict[Aim, Frames] = {}
        self._surveys: dict[int, Survey] = {}

    @property
    def budget(self) -> int:
        """The number of positions that may still be looked at."""
        return int(self._info[BUDGET])

    @budget.setter
    def budget(self, positions: int) -> None:
        self._info[BUDGET] = positions

    @property
    def forced(self) -> int:
        """The most moves that the opponent may have for a threat to be followed; 0: any number.

        With a limit, wins are proven by threats alone, and all else counts as not proven.
        """
        return int(self._info[FORCED])

    @forced.setter
    def forced(self, moves: int) -> None:
        self._info[FORCED] = moves

    def frames_for(self, aim: Aim) -> Frames:
        """Return the memory for questions about an aim."""
        if aim not in self._frames:
            if aim not in self._tables:
                self._tables[aim] = _new_table()
            keys, yes, no = self._tables[aim]
            shape = (DEPTH, self._most)
            self._frames[aim] = Frames(
                self._state, self._spare, self._scratch,
                numbers=np.zeros(shape, np.int64), seats=np.zeros(shape, np.int64),
                marks=np.zeros(shape, np.uint64), count=np.zeros(DEPTH, np.int64),
                turns=np.zeros(DEPTH, np.int64), seat=np.zeros(DEPTH, np.int64),
                mark=np.zeros(DEPTH, np.uint64), answer=np.zeros(DEPTH, np.int64),
                chosen=np.zeros(DEPTH, np.int64), keys=keys, yes=yes, no=no,
                history=self._history, info=self._info,
            )  # fmt: skip
        return self._frames[aim]

    # -- positions

    def _go(self, path: Path) -> Any:
        """Return the state behind a path, which the next call changes."""
        self.compiled.walk(self._state, self.start, np.array(path, np.int64))
        return self._state

    def _children(self, path: Path) -> list[tuple[int, int, int, int]]:
        """Return each step behind a path with its result, the seat to move next and a mark."""
        state = self._go(path)
        exact = state._replace(tactics=0) if hasattr(state, "tactics") else state
        arrays = (*(np.zeros(self._most, np.int64) for _ in range(3)),)
        marks = np.zeros(self._most, np.uint64)
        count = self.compiled.scan(exact, self._scratch, *arrays, marks)
        self._info[BUDGET] -= count
        self._check_budget()
        return list(zip(*(part[:count].tolist() for part in (*arrays, marks)), strict=True))

    def _check_budget(self) -> None:
        if self._info[BUDGET] < 0:
            raise OutOfBudgetError("the position needs a longer proof than it may take")

    def seat_at(self, path: Path) -> int:
        """Return the seat to move behind a path."""
        return int(self.compiled.seat(self._go(path)))

    def mark_at(self, path: Path) -> int:
        """Return the mark of the position behind a path."""
        return int(self.compiled.fingerprint(self._go(path)))

    def turns(self, path: Path = ()) -> list[Turn]:
        """Return the whole moves behind a path, one of those with the same effect."""
        seat, turns = self.seat_at(path), dict[tuple[int, int], Turn]()
        waiting, seen = [path], set[int]()
        while waiting:
            at = waiting.pop()
            for number, result, follower, mark in self._children(at):
                longer = (*at, number)
                if result != interface.UNDECIDED or follower != seat:
                    turns.setdefault((result, mark), Turn(longer, result, mark))
                elif mark not in seen:
                    seen.add(mark)
                    waiting.append(longer)
        return list(turns.values())

    def survivors(self, path: Path, most: int) -> list[Turn] | None:
        """Return the moves behind a path after which the opponent cannot win at once.

        None if there are more than ``most``, or if a move wins at once.
        """
        other = 1 - self.seat_at(path)
        survey, frames = self.survey_for(most), self.frames_for(Aim(other, False))
        survey.numbers[0] = -1
        self.compiled.walk(survey.base, self.start, np.array(path, np.int64))
        kept = int(self.compiled.survivors(frames, survey, other))
        self._check_budget()
        if kept > most:
            return None
        return [
            Turn(
                (*path, *survey.paths[i, : survey.lengths[i]].tolist()),
                int(survey.results[i]),
                int(survey.marks[i]),
            )
            for i in range(kept)
        ]

    def is_threatened(self, path: Path) -> bool:
        """Return whether the opponent can win at once after all moves with the same first step.

        It looks at one first step only, so this is a hint that there is a threat.
        """
        self.survivors(path, 0)
        survey = self.survey_for(0)
        return bool(survey.count[0] < np.count_nonzero(survey.numbers[0] + 1) - 1)

    def survey_for(self, most: int) -> Survey:
        """Return the memory for a list of up to ``most`` moves."""
        if most not in self._surveys:
            self._surveys[most] = Survey(
                deepcopy(self.start), np.zeros((DEPTH, self._most), np.int64),
                np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64),
                paths=np.zeros((most, DEPTH), np.int64), lengths=np.zeros(most, np.int64),
                results=np.zeros(most, np.int64), marks=np.zeros(most, np.uint64),
            )  # fmt: skip
        return self._surveys[most]

    def moves(self, path: Path) -> list[Move]:
        """Return the whole moves of a path."""
        return [move for move, _ in self.whole_moves(path)]

    def whole_moves(self, path: Path) -> list[tuple[Move, Path]]:
        """Return the whole moves of a path, with the path behind each."""
        at, moves = self._steps.begin(self.position), list[tuple[Move, Path]]()
        for i, number in enumerate(path):
            step = self._encoding.move_of(at, number)
            move = self._steps.completed(at, step)
            moves += [(move, path[: i + 1])] if move is not None else []
            at = at.play(step)
        return moves

    def path_of(self, moves: Sequence[Move | str]) -> Path:
        """Return the path of some moves. Raises what ``Position.play`` raises."""
        position, path = self.position, list[int]()
        for move in moves:
            at = self._steps.begin(position)
            for step in self._steps.of_move(position, move):
                path.append(self._encoding.number_of(at, step))
                at = at.play(step)
            position = position.play(move)
        return tuple(path)

    def plays(self, path: Path, steps: Sequence[int]) -> int | None:
        """Return the result after some steps more, or None if one of them is illegal."""
        result = interface.UNDECIDED
        for number in steps:
            if result != interface.UNDECIDED:
                return None
            results = {child[0]: child[1] for child in self._children(path)}
            if number not in results:
                return None
            path, result = (*path, number), results[number]
        return result

    # -- proofs

    def forces(self, turn: Turn, aim: Aim, turns: int) -> int:
        """Return whether ``aim`` is forced behind a move within so many turns more.

        That is YES, NO if it never can, or CUT. Raises ``OutOfBudgetError``.
        """
        if turn.result != interface.UNDECIDED:
            return YES if aim.met(turn.result) else NO
        if turns <= 0:
            return CUT
        frames = self.frames_for(aim)
        frames.turns[0], frames.mark[0] = turns, turn.mark
        answer = int(self.compiled.known(frames, np.uint64(turn.mark), turns))
        if answer == OPEN:
            frames.seat[0] = self.seat_at(turn.path)
            answer = int(self.compiled.prove(frames, aim.seat, int(aim.draws)))
        if answer == OUT:
            raise OutOfBudgetError("the position needs a longer proof than it may take")
        return answer

    def distance(self, path: Path, aim: Aim, most: int) -> int | None:
        """Return the least number of turns in which an aim is forced from a position.

        None stands for more than ``most``, EVER + 1 for never.
        """
        return self.distance_behind(Turn(path, interface.UNDECIDED, self.mark_at(path)), aim, most)

    def distance_behind(self, turn: Turn, aim: Aim, most: int) -> int | None:
        """Return the same behind a move."""
        for turns in range(most + 1):
            answer = self.forces(turn, aim, turns)
            if answer in (YES, NO):
                return turns if answer == YES else EVER + 1
        return None


def compiled_calls(game: Game) -> Iterator[tuple[Any, ...]]:
    """Yield the compiled functions that a solver calls, with arguments as they are passed."""
    if not hasattr(kernels(game).game, "fingerprint"):
        return
    solver = Solver(game.new())
    compiled, state = solver.compiled, deepcopy(solver.start)
    frames, survey = solver.frames_for(Aim(0, False)), solver.survey_for(1)
    numbers = np.zeros(1, np.int64)
    yield compiled.walk, state, state, numbers
    yield compiled.scan, state, state, numbers, numbers, numbers, np.zeros(1, np.uint64)
    yield compiled.seat, state
    yield compiled.fingerprint, state
    yield compiled.known, frames, np.uint64(0), 0
    yield compiled.prove, frames, 0, 0
    yield compiled.survivors, frames, survey, 0


def _new_table() -> tuple[Any, Any, Any]:
    """Return an empty table: keys, and the turns within which an aim is forced, or is not."""
    return np.zeros(TABLE, np.uint64), np.zeros(TABLE, np.int16), np.zeros(TABLE, np.int16)
