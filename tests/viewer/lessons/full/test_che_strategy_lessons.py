"""Che's strategy lessons: their tries and comments, checked by exhaustive search."""

from __future__ import annotations

import re
from functools import cache

import pytest

from boche.engine.games.che.geometry import Cell, other
from boche.engine.games.che.position import Position
from boche.engine.record import Node, positions_along
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.lesson import asks, marked
from tests.engine.games.che.tactics import closing, forcing, holding, lost, threats

NAMES = ("5-opening", "6-threats", "7-the-last-tiles")


@cache
def task(name: str, number: int) -> tuple[Position, Node]:
    """Return the position and the question of an exercise, counted from 0."""
    lesson = next(each for each in catalogue_of("che").lessons if each.name == name)
    record = lesson.exercises[number]
    asked = next(node for node in record.nodes() if asks(node))
    position = positions_along(record, asked)[-1]
    assert isinstance(position, Position)
    return position, asked


def right(name: str, number: int) -> set[str]:
    return {str(node.move) for node in marked(task(name, number)[1]) if node.text("TE")}


def refuted(name: str, number: int) -> list[tuple[Position, Position, Node]]:
    """Return the positions after each wrong try and after its refutation, and the try's node."""
    position, asked = task(name, number)
    found = []
    for node in marked(asked):
        if not node.text("TE"):
            after = end = position.play(str(node.move))
            for answer in node.line_from()[1:]:
                end = end.play(str(answer.move))
            found.append((after, end, node))
    return found


def one_of_each(positions: list[Position]) -> list[Position]:
    """Return one of each set of positions that are equal under symmetry."""
    return list({position.canonical()[0]: position for position in positions}.values())


def wins_in_two_turns(after: Position) -> bool:
    """Return whether every answer that stops all threats leaves a move that wins next turn."""
    left = one_of_each([after.play(answer) for answer in holding(after)])
    return all(p.outcome is None and next(forcing(p), None) is not None for p in left)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(3))
def test_every_legal_move_is_answered_for_itself(name: str, number: int) -> None:
    position, asked = task(name, number)
    tries = marked(asked)
    assert sorted(str(n.move) for n in tries) == sorted(map(str, position.legal_moves()))
    said = {" ".join(node.comment for node in each.line_from()) for each in tries}
    assert len(said) >= (3 if len(tries) == 4 else 5)
    for each in tries:
        at = position
        for node in each.line_from():
            at = at.play(str(node.move))
            judge_words(at, node.comment)


def judge_words(at: Position, text: str) -> None:
    """Check a comment's claims about a position: the winner, and the cells that regions lack."""
    if found := re.search(r"(Light|Dark) has won|a draw", text):
        assert at.outcome is not None
        assert at.outcome.winner == (found[1].lower() if found[1] else None)
    if "makes no threat" in text:
        assert not threats(at, other(at.turn))
    if found := re.search(
        r"a (light|dark) (?:corner|region).* lacks only ([^:]*?)(?: now)?\.", text
    ):
        assert named(found[2]) in map(names, threats(at, found[1]))
    if found := re.search(r"[Tt]hreat(?:s|ens)?(?: only,)? at (.*?)[.:]", text):
        told = {frozenset(named(part)) for part in found[1].split(";")}
        assert told == {frozenset(names(cells)) for cells in threats(at, other(at.turn))}


def named(text: str) -> set[str]:
    """Return the cells named in a text."""
    return set(re.findall(r"-?\d+,-?\d+", text))


def names(cells: frozenset[Cell]) -> set[str]:
    return {cell.name for cell in cells}


def test_opening_with_the_own_band_loses_by_force() -> None:
    position, _ = task("5-opening", 0)
    assert right("5-opening", 0) == {"bl:0,0", "br:0,0"}
    wrong = refuted("5-opening", 0)
    assert [str(node.move) for _, _, node in wrong] == ["fl:0,0", "fr:0,0"]
    (end,) = one_of_each([end for _, end, _ in wrong])
    assert wins_in_two_turns(end)
    assert position.turn == "light"


def test_the_first_corner_is_surrounded_in_six_ways() -> None:
    position, _ = task("5-opening", 1)
    won = [position.play(move) for move in right("5-opening", 1)]
    assert len(won) == 6
    (one,) = one_of_each(won)
    assert len(list(holding(one))) == 8
    for end in one_of_each([end for _, end, _ in refuted("5-opening", 1)]):
        assert end.outcome is None
        assert closing(end) is None
        assert next(forcing(end), None) is None


def test_every_reply_with_a_dark_band_loses() -> None:
    position, _ = task("5-opening", 2)
    moves = position.legal_moves()
    both = {str(m) for m in moves if all(tile.colour == "light" for tile in m.tiles)}
    assert right("5-opening", 2) == both
    assert (len(moves), len(both)) == (72, 18)
    for end in one_of_each([end for _, end, _ in refuted("5-opening", 2)]):
        assert closing(end) is None
        if end.outcome is None:
            assert wins_in_two_turns(end)
        else:
            assert end.outcome.winner == "light"


@pytest.mark.parametrize("number", range(2))
def test_attacks_that_cannot_be_answered(number: int) -> None:
    position, _ = task("6-threats", number)
    assert right("6-threats", number) == set(map(str, forcing(position)))


def test_the_defence_looks_a_turn_further() -> None:
    position, _ = task("6-threats", 2)
    good = right("6-threats", 2)
    assert len(good) == 5
    for after in one_of_each([position.play(move) for move in good]):
        assert closing(after) is None
        assert next(forcing(after), None) is None
    for after, end, node in refuted("6-threats", 2):
        won = (end.outcome is not None and end.outcome.winner == "light") or lost(end)
        assert won, (node.move, after.turn)


@pytest.mark.parametrize(("number", "count"), [(0, 1), (1, 5), (2, 6)])
def test_the_last_tiles_are_counted_out(number: int, count: int) -> None:
    position, _ = task("7-the-last-tiles", number)
    mover, good = position.turn, right("7-the-last-tiles", number)
    assert len(good) == count
    ends = [end for move in good for end in ends_of(position.play(move))]
    assert {end.outcome.winner for end in ends if end.outcome} == {mover}
    for _, end, node in refuted("7-the-last-tiles", number):
        assert end.outcome is not None
        assert end.outcome.winner != mover, node.move


def ends_of(after: Position) -> list[Position]:
    """Return the finished game, or each ending that a last tile can bring about."""
    ends = [after] if after.outcome else [after.play(move) for move in after.legal_moves()]
    assert all(end.outcome for end in ends)
    return ends
