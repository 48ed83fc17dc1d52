"""Reasons of bad moves in every game, compared with a slow restatement that plays every move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from boche.engine.game import line_texts
from boche.engine.games.boku.geometry import CELLS, DIRECTIONS
from boche.engine.review.reasons import Reason, reasons_of
from boche.engine.threats import CAPTURE, deeds_of
from tests.engine.games.plain_threats import plain, positions

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
        f"{named} loses at once – ": LOSES,
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


# What moves do.


Deeds = set[tuple[str, tuple[str, ...]]]
"""What a move does: the kind of each thing, and the places that it names."""


def in_order(place: str) -> tuple[str, int]:
    """Return the key by which a sentence orders places: the column's letter, then the number."""
    return place[0], int(place[1:])


def captured(position: Any, colour: str) -> set[Any]:
    """Return what a colour could capture with one move; each is played."""
    found = {each for who, kind, each in plain(position) if (who, kind) == (colour, CAPTURE)}
    return {each.partition("x")[2] for each in found} if position.game.name == "boku" else found


def open_rows(position: Any, colour: str) -> set[tuple[str, ...]]:
    """Return all rows of three or four of a colour with both ends empty, with these ends."""
    found = set[tuple[str, ...]]()
    for first in CELLS:
        for way in DIRECTIONS:
            for length in (3, 4):
                line = [first.moved(way, by) for by in range(length + 2)]
                on_board = line[0] in CELLS and line[-1] in CELLS
                stones = [position.marble_at(cell) for cell in line]
                if on_board and stones == [None, *[colour] * length, None]:
                    found.add(tuple(cell.name for cell in line))
    return found


def deeds_on_boku(position: Any, move: str, after: Any) -> Deeds:
    turn, other, found = position.turn, after.turn, Deeds()
    cell, _, taken = move.partition("x")
    found |= {("boku.does-take", (taken,))} if taken else set()
    loses = bool(winning(after, other))
    fives = winning(after, turn) - winning(position, turn) if not loses else set()
    rows = {row for row in open_rows(after, turn) if cell in row[1:-1]}
    if fives:
        found.add(("boku.does-threaten-five", tuple(sorted(fives, key=in_order))))
    else:
        found |= {("boku.does-make-row", (row[1], row[-2])) for row in rows}
    for row in open_rows(position, other):
        if cell in (row[0], row[-1]):
            found.add(("boku.does-block", (row[1], row[-2])))
    return found


def deeds_on_octi(position: Any, move: str, after: Any) -> Deeds:
    """Return what a move does besides being one: pods are counted, and homes looked at."""
    turn, other, found = position.turn, after.turn, Deeds()
    before, then = (
        {c: Counter(pod.square for pod in one.pods if pod.colour == c) for c in (turn, other)}
        for one in (position, after)
    )
    gone = tuple(str(at) for at in sorted(before[other]) if then[other][at] < before[other][at])
    found |= {("octi.captures", gone)} if gone else set()
    won = {*after.homes_held(turn)} - {*position.homes_held(turn)}
    found |= {("octi.does-take-homes", tuple(map(str, sorted(won))))} if won else set()
    return found


def in_danger(position: Any, after: Any, move: str, game: str) -> Deeds:
    """Return what a move saves from capture, and what it attacks."""
    turn, other, found = position.turn, after.turn, Deeds()
    saved = captured(position, other) - captured(after, other)
    if game == "octi":
        stood, then = (
            Counter(pod.square for pod in one.pods if pod.colour == turn)
            for one in (position, after)
        )
        saved = {at for at in saved if then[at] >= stood[at]}
    new = captured(after, turn) - captured(position, turn)
    for kind, places in (("save", saved), ("threaten", new)):
        if places and not (kind == "threaten" and winning(after, other)):
            named = sorted(map(str, places), key=in_order)
            found.add((f"{game}.does-{kind}", tuple(named)))
    return found


@pytest.mark.parametrize(("game", "count"), [("boku", 1000), ("octi", 150)])
def test_what_a_hint_says_of_a_move_is_so_and_nothing_is_left_out(game: str, count: int) -> None:
    """Moves of random positions: what they do is found again by playing every move."""
    rng, seen = random.Random(4), Counter[str]()
    ways = {"boku": deeds_on_boku, "octi": deeds_on_octi}
    itself = ("add", "turn", "bring-on", "bring-back", "move", "capture-own")
    for position in positions(game, count, seed=53):
        text = str(position.random_move(rng))
        after = position.play(text)
        if after.outcome is not None:
            continue
        told = Deeds()
        for deed in deeds_of(position, text):
            seen[deed.kind] += 1
            values, kind = deed.values, deed.kind.partition("does-")[2]
            if kind not in itself:
                ends = (values["first"], values["last"]) if "first" in values else ()
                lists = [values[key] for key in ("cells", "squares") if key in values]
                one = (values["taken"],) if "taken" in values else ()
                told.add((deed.kind, tuple(map(str, ends or one or lists[0]))))
        expected = ways[game](position, text, after) | in_danger(position, after, text, game)
        named = {(k, p if len(p) <= 4 else (*p[:3], "…")) for k, p in expected}
        assert told == named, (position.to_text(), text)
    assert len(seen) >= 6, seen


def test_what_an_octi_move_is_fits_its_effect() -> None:
    """Pods come on, gain prongs or leave their squares as the sentence of the move says."""
    rng, seen = random.Random(6), Counter[str]()
    for position in positions("octi", 600, seed=54):
        move = position.random_move(rng)
        after, turn = position.play(move), position.turn
        first = next(iter(deeds_of(position, str(move))))
        kind, values = first.kind.removeprefix("octi.does-"), first.values
        seen[kind] += 1
        own, then = (
            Counter(pod.square for pod in one.pods if pod.colour == turn)
            for one in (position, after)
        )
        square = int(values["square"])
        prongs = [sum(len(pod.prongs) for pod in one.pods_on(square)) for one in (position, after)]
        stores = position.store(turn), after.store(turn)
        if kind in ("bring-on", "bring-back"):
            assert then[square] == own[square] + 1
            back = stores[1].captured < stores[0].captured
            assert back == (kind == "bring-back")
        elif kind == "add":
            assert prongs[1] == prongs[0] + 1
        elif kind == "turn":
            assert (prongs[1], own) == (prongs[0], then)
        else:
            assert kind == "move"
            assert all(then[int(end)] for end in values["ends"]), str(move)
            assert values["count"] == str(move).count(",") + 1 or "(" in str(move)
    assert len(seen) >= 4, seen
