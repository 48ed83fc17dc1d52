"""Reasons of bad moves in every game, compared with a slow restatement that plays every move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from boche.engine.game import line_texts
from boche.engine.review.reasons import Reason, reasons_of
from tests.engine.games.plain_threats import positions

GAMES = ("boche", "che", "boku", "octi")

MISSES, LEAVES, LETS, LOSES = "misses", "leaves", "lets", "loses"


class Case(NamedTuple):
    """A move, and what is wrong with it: the kinds of its reasons, in order.

    ``also`` is given instead where the move stopped one threat, and another one stands behind it:
    it leaves the same group in danger, or lets it be attacked anew.
    """

    position: Any
    move: str
    kinds: tuple[str, ...]
    also: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.move} in {self.position.to_text()}: {self.kinds}"


def winning(position: Any, colour: str) -> set[str]:
    """Return the moves with which a colour wins, if it were to move; each is played."""
    mine = position.with_turn(colour)
    return {str(move) for move in mine.legal_moves() if mine.play(move).winner == colour}


def case_of(position: Any, move: str) -> Case:
    """Return a move with the kinds of reasons that playing every move shows."""
    after, turn = position.play(move), position.turn
    other = next(one for one in position.game.colours if one != turn)
    first = (MISSES,) if after.winner != turn and winning(position, turn) else ()
    if after.outcome is not None:
        kinds = (*first, LOSES) if after.winner == other else first
        return Case(position, move, kinds, kinds)
    theirs = winning(after, other)
    if not theirs:
        return Case(position, move, first, first)
    stood = winning(position, other)
    kind = LEAVES if theirs & stood else LETS
    return Case(position, move, (*first, kind), (*first, LEAVES if stood else LETS))


def told(position: Any, reason: Reason, move: str) -> str:
    """Return the kind of a reason by its sentence; its line must prove it."""
    text, at, [named] = str(reason.text), position, line_texts(position, [move])
    for each in reason.line:
        at = at.play(each)
    kinds = {
        f"{named} misses a win: ": MISSES,
        f"{named} does not stop the threat: ": LEAVES,
        f"{named} lets ": LETS,
        f"{named} loses at once: ": LOSES,
    }
    [kind] = [kind for start, kind in kinds.items() if text.startswith(start)]
    assert (at.winner == position.turn) == (kind == MISSES), (text, reason.line)
    assert at.winner is not None, (text, reason.line)
    assert (reason.line[0] == move) == (kind != MISSES)
    return kind


def told_of(case: Case) -> tuple[str, ...]:
    found = reasons_of(case.position, case.move)
    return tuple(told(case.position, reason, case.move) for reason in found)


def cases(game: str, count: int, seed: int) -> Iterator[Case]:
    """Yield random positions near the end of games, each with a random move."""
    rng = random.Random(seed)
    for position in positions(game, count, seed):
        if not any(str(move) == "swap" for move in position.legal_moves()):
            move = str(position.random_move(rng))
            yield case_of(position, move)


@pytest.mark.parametrize("game", GAMES)
def test_fifty_known_reasons_are_right_and_nothing_else_is_said(game: str) -> None:
    """Of fifty moves that are bad by the rules 48 are explained; of fifty others none is."""
    bad, harmless = list[Case](), list[Case]()
    for case in cases(game, 2000, seed=48):
        (bad if case.kinds else harmless).append(case)
        if len(bad) >= 50 and len(harmless) >= 50:
            break
    assert min(len(bad), len(harmless)) >= 50
    given = [(case, told_of(case)) for case in bad[:50]]
    right = [case for case, kinds in given if kinds in (case.kinds, case.also)]
    assert len(right) >= 48
    for case, kinds in given:
        assert set(kinds) <= {*case.kinds, *case.also}, (str(case), kinds)
    for case in harmless[:50]:
        assert not reasons_of(case.position, case.move), str(case)


@pytest.mark.parametrize("game", GAMES)
def test_of_hundreds_of_moves_no_reason_is_wrong_and_none_is_missing(game: str) -> None:
    """What leaves the opponent without a move in Octi is no threat, so it is no reason either.

    In Boku no marble makes a row for the opponent, so nothing is let happen there. In Che one move
    is listed of those that let a region grow too large, so that two such threats may be one.
    """
    seen = Counter[str]()
    for case in cases(game, {"che": 300, "octi": 600}.get(game, 1000), seed=52):
        kinds = told_of(case)
        seen["wrong"] += not set(kinds) <= {*case.kinds, *case.also}
        seen.update(kinds or ["none"])
        seen["unsaid"] += len(case.kinds) - len(kinds)
    assert min(seen[kind] for kind in (MISSES, LEAVES, "none")) >= 10, seen
    assert seen[LETS] >= {"boku": 0, "octi": 1}.get(game, 10), seen
    assert seen["unsaid"] <= (5 if game == "octi" else 0), seen
    assert seen["wrong"] <= (4 if game == "che" else 0), seen
