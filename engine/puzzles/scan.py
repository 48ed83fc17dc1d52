"""The compiled part of the solver: a depth-first proof with a transposition table.

Functions in the compiled subset; ``engine.native.kernels`` puts a game's own functions in place of
``interface``. A depth is a number of *turns*: whole moves, however many steps each takes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boche.engine.search import interface

YES, NO, CUT = 1, 0, -1
"""Answers: it can be forced; it cannot, in any number of turns; not within the turns asked for."""

OPEN, OUT = 2, 3
"""Not yet known; given up, since the budget or the memory is used up."""

EVER = 1000
"""More turns than any game that is solved can last."""

PROBES = 8
"""Slots of the table that are tried for a position."""

BUDGET, FORCED, INFO_SLOTS = 0, 1, 2

HISTORY = 1 << 16
"""Size of the table of steps that decided positions."""


class Frames(NamedTuple):
    """The positions on the path searched, and a table of what is known.

    ``root`` is the first position, ``state`` the one being looked at, ``scratch`` the one behind
    it. Rows of ``numbers``, ``seats`` and ``marks`` have the undecided steps of each position,
    ``chosen`` the step taken. ``keys`` are fingerprints of positions, 0 for none; the aim is
    forced there within ``yes`` turns, and not within ``no``. ``history`` counts how often a step
    decided a position, for each seat.
    """

    root: Any
    state: Any
    scratch: Any
    numbers: Any
    seats: Any
    marks: Any
    count: Any
    turns: Any
    seat: Any
    mark: Any
    answer: Any
    chosen: Any
    keys: Any
    yes: Any
    no: Any
    history: Any
    info: Any


def seat(state: Any) -> int:
    """Return the seat to move."""
    return interface.seat(state)


def fingerprint(state: Any) -> Any:
    """Return the fingerprint of a position."""
    return interface.fingerprint(state)


def walk(state: Any, source: Any, path: Any) -> None:
    """Make ``state`` the position behind a path from ``source``."""
    interface.copy(state, source)
    for i in range(len(path)):
        interface.play(state, path[i])


def scan(state: Any, scratch: Any, numbers: Any, results: Any, seats: Any, marks: Any) -> int:
    """Play each move of a position on ``scratch``; return the number of moves.

    They are written to ``numbers``, in ``results`` what each leads to, in ``seats`` who moves next,
    in ``marks`` the fingerprints of the positions.
    """
    count = interface.moves(state, numbers)
    for i in range(count):
        interface.copy(scratch, state)
        results[i] = interface.play(scratch, numbers[i])
        seats[i] = interface.seat(scratch)
        marks[i] = interface.fingerprint(scratch)
    return count


def slot_of(frames: Frames, mark: Any) -> Any:
    """Return the slot of a position in the table, or the one that it may take."""
    last = len(frames.keys) - 1
    first = np.int64(mark >> np.uint64(8)) & last
    for i in range(PROBES):
        at = (first + i) & last
        if frames.keys[at] == mark or frames.keys[at] == np.uint64(0):
            return at
    return first


def known(frames: Frames, mark: Any, turns: int) -> int:
    """Return what the table says of a position within some turns, or OPEN."""
    at = slot_of(frames, mark)
    if frames.keys[at] != mark:
        return OPEN
    if frames.yes[at] <= turns:
        return YES
    if frames.no[at] >= turns:
        return NO if frames.no[at] == EVER else CUT
    return OPEN


def keep(frames: Frames, depth: int, answer: int) -> None:
    """Store the answer for the position at a depth."""
    mark, turns = frames.mark[depth], frames.turns[depth]
    at = slot_of(frames, mark)
    if frames.keys[at] != mark:
        frames.keys[at] = mark
        frames.yes[at] = EVER + 1
        frames.no[at] = 0
    if answer == YES:
        frames.yes[at] = min(frames.yes[at], turns)
    elif answer == NO:
        frames.no[at] = EVER
    else:
        frames.no[at] = max(frames.no[at], turns)


def aimed(result: int, aim: int, draws: int) -> bool:
    """Return whether a result is what the seat ``aim`` wants."""
    return result == aim or (draws > 0 and result == interface.DRAW)


def begin(frames: Frames, depth: int, aim: int, draws: int) -> int:
    """List the undecided steps of the position at a depth; return its answer, or OPEN."""
    state, scratch, numbers = frames.state, frames.scratch, frames.numbers[depth]
    interface.copy(state, frames.root)
    for i in range(depth):
        interface.play(state, frames.chosen[i])
    mover, left = frames.seat[depth], frames.turns[depth]
    own, kept, cut = mover == aim, 0, False
    count = interface.moves(state, numbers)
    if not own and frames.info[FORCED] > 0 and count > frames.info[FORCED]:
        return CUT  # only threats are followed: the opponent has too many answers here
    frames.info[BUDGET] -= count
    for i in range(count):
        number = numbers[i]
        interface.copy(scratch, state)
        result = interface.play(scratch, number)
        if result != interface.UNDECIDED:
            if aimed(result, aim, draws) == own:
                return YES if own else NO
            continue
        follower = interface.seat(scratch)
        if follower != mover and left == 1:
            cut = True
            continue
        mark = interface.fingerprint(scratch)
        answer = known(frames, mark, left - (1 if follower != mover else 0))
        if answer == OPEN:
            numbers[kept] = number
            frames.seats[depth, kept] = follower
            frames.marks[depth, kept] = mark
            kept += 1
        elif (answer == YES) == own:
            return answer
        elif answer == CUT:
            cut = True
    frames.count[depth] = kept
    frames.answer[depth] = (CUT if cut else NO) if own else YES
    if cut and not own:
        return CUT
    return OPEN if kept > 0 else frames.answer[depth]


def choose(frames: Frames, depth: int) -> Any:
    """Remove and return the place of the step that has decided most positions."""
    numbers, seats, marks = frames.numbers[depth], frames.seats[depth], frames.marks[depth]
    last, best, mover = frames.count[depth] - 1, 0, frames.seat[depth]
    for i in range(1, last + 1):
        if (
            frames.history[mover, numbers[i] % HISTORY]
            > frames.history[mover, numbers[best] % HISTORY]
        ):
            best = i
    numbers[best], numbers[last] = numbers[last], numbers[best]
    seats[best], seats[last] = seats[last], seats[best]
    marks[best], marks[last] = marks[last], marks[best]
    frames.count[depth] = last
    return last


def fold(frames: Frames, depth: int, aim: int, answer: int) -> int:
    """Add the answer for the step chosen last at a depth; return the position's, or OPEN."""
    own = frames.seat[depth] == aim
    if (answer == YES) == own:
        frames.history[frames.seat[depth], frames.chosen[depth] % HISTORY] += 1
        return answer
    if own:
        frames.answer[depth] = min(frames.answer[depth], answer)
    return OPEN if frames.count[depth] > 0 else frames.answer[depth]


def descend(frames: Frames, depth: int) -> int:
    """Choose a step and prepare the frame behind it; return its answer if known, or OPEN."""
    at = choose(frames, depth)
    number, follower = frames.numbers[depth, at], frames.seats[depth, at]
    mark = frames.marks[depth, at]
    frames.chosen[depth] = number
    left = frames.turns[depth] - (1 if follower != frames.seat[depth] else 0)
    answer = known(frames, mark, left)
    if answer != OPEN:
        return answer
    frames.seat[depth + 1], frames.turns[depth + 1] = follower, left
    frames.mark[depth + 1] = mark
    return OPEN


def prove(frames: Frames, aim: int, draws: int) -> int:
    """Return whether ``aim`` forces a win, with ``draws`` a win or draw, from the root.

    Its turns, seat and mark must be set. The answer is YES, NO, CUT or OUT.
    """
    depth, fresh = 0, True
    while True:
        if fresh:
            answer = begin(frames, depth, aim, draws)
            fresh = False
        else:
            answer = descend(frames, depth)
            if answer == OPEN:
                depth, fresh = depth + 1, True
                continue
            answer = fold(frames, depth, aim, answer)
        while answer != OPEN:
            keep(frames, depth, answer)
            if depth == 0:
                return answer
            depth -= 1
            answer = fold(frames, depth, aim, answer)
        if frames.info[BUDGET] < 0 or depth + 1 == len(frames.count):
            return OUT


class Survey(NamedTuple):
    """The moves of one position, listed step by step.

    ``base`` is the position. Rows of ``numbers`` have the steps not yet taken at each stage of a
    move, ``chosen`` those taken. ``paths`` receives the steps of moves, ``lengths`` their number,
    ``results`` and ``marks`` what they lead to.
    """

    base: Any
    numbers: Any
    count: Any
    chosen: Any
    paths: Any
    lengths: Any
    results: Any
    marks: Any


def survivors(frames: Frames, survey: Survey, other: int) -> int:
    """List the moves after which ``other``, the opponent, cannot win at once; return their number.

    It is that of the rows in ``survey.paths`` plus 1 if there are more, or if a move wins at once.
    Moves with the same effect count as one.
    """
    depth, kept, most = 0, 0, len(survey.paths)
    survey.count[0] = interface.moves(survey.base, survey.numbers[0])
    while depth >= 0 and kept <= most:
        survey.count[depth] -= 1
        if survey.count[depth] < 0:
            depth -= 1
            continue
        survey.chosen[depth] = survey.numbers[depth, survey.count[depth]]
        interface.copy(frames.root, survey.base)
        result = interface.UNDECIDED
        for i in range(depth + 1):
            result = interface.play(frames.root, survey.chosen[i])
        if result == interface.UNDECIDED and interface.seat(frames.root) != other:
            depth += 1
            survey.count[depth] = interface.moves(frames.root, survey.numbers[depth])
        elif result == 1 - other:
            return most + 1
        elif result != other and (result >= 0 or not loses_at_once(frames, other)):
            kept = list_turn(survey, depth + 1, kept, result, interface.fingerprint(frames.root))
    return kept


def loses_at_once(frames: Frames, other: int) -> bool:
    """Return whether ``other``, who moves at the root, can win at once."""
    frames.turns[0], frames.seat[0] = 1, other
    frames.mark[0] = interface.fingerprint(frames.root)
    answer = known(frames, frames.mark[0], 1)
    return (prove(frames, other, 0) if answer == OPEN else answer) == YES


def list_turn(survey: Survey, length: int, kept: int, result: int, mark: Any) -> int:
    """Add the move chosen to a survey unless its effect is there; return the number of moves."""
    for i in range(min(kept, len(survey.paths))):
        if survey.marks[i] == mark:
            return kept
    if kept < len(survey.paths):
        survey.lengths[kept], survey.results[kept], survey.marks[kept] = length, result, mark
        for i in range(length):
            survey.paths[kept, i] = survey.chosen[i]
    return kept + 1
