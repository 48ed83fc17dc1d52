"""Octi-specific SGF: headers, moves in other programs' notation, rotated boards."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.games.octi import sgf
from boche.engine.games.octi.position import Position
from tests.engine.games.octi.slow_rules import crowded

NORTH = {"BO": ["37", "57", "77"], "WO": ["33", "53", "73"]}
SOUTH = {"BO": ["33", "53", "73"], "WO": ["37", "57", "77"]}


def read(header) -> tuple[sgf.Reading, list[str]]:
    told: list[str] = []
    return sgf.read_header(header, lambda ident, text: told.append(f"{ident}: {text}")), told


@pytest.mark.parametrize("options", [(3, False), (1, False), (3, True), (1, True)])
def test_a_header_that_is_written_is_read(options: tuple[int, bool]) -> None:
    given = dict(zip(("bases", "wrap"), options, strict=True))
    header = {ident: list(values) for ident, values in sgf.write_header(given)}
    assert tuple(header) == sgf.HEADER
    reading, told = read(header)
    assert (reading.options, reading.turned, told) == (given, False, [])


def test_what_is_written() -> None:
    assert sgf.write_header({"bases": 1, "wrap": True}) == [
        ("RU", ("fast:edgeless",)),
        ("BO", ("37", "57", "77")),
        ("WO", ("33", "53", "73")),
        ("NP", ("25",)),
        ("NR", ("4",)),
    ]
    assert sgf.write_header({"bases": 3, "wrap": False})[0] == ("RU", ("full",))


@pytest.mark.parametrize(
    ("text", "bases", "wrap"),
    [
        ("", 3, False),
        ("full", 3, False),
        ("Full:", 3, False),
        ("FAST", 1, False),
        ("edgeless", 3, True),
        (":edgeless", 3, True),
        ("fast:edgeless", 1, True),
        ("full: Edgeless ,", 3, True),
    ],
)
def test_rule_sets(text: str, bases: int, wrap: bool) -> None:
    reading, told = read({"RU": [text], **NORTH})
    assert (reading.options, told) == ({"bases": bases, "wrap": wrap}, [])


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ({"RU": ["kids"]}, "RU: 'kids' is not supported (choose from full, fast, and edgeless"),
        ({"RU": ["full:superprong"]}, "RU: 'superprong' is not supported"),
        ({"NP": ["12"]}, "NP: '12': only games with 25 are supported"),
        ({"NR": ["three"]}, "NR: 'three': only games with 4 are supported"),
        ({"NS": ["1"]}, "NS: superprongs are not supported"),
        ({"BO": ["33", "43", "53"]}, "BO: these home squares are not supported"),
        ({"BO": ["37"], "WO": ["33", "53", "73"]}, "BO: these home squares are not supported"),
        ({"BO": ["a", "", "²"]}, "BO: these home squares are not supported"),
        ({**NORTH, "WO": NORTH["BO"]}, "WO: the same home squares as Black's"),
    ],
)
def test_headers_that_are_wrong_are_told(header, problem: str) -> None:
    reading, told = read({**NORTH, **header})
    assert len(told) == 1
    assert told[0].startswith(problem)
    assert reading.options == {"bases": 3, "wrap": False}


def test_which_way_round_the_board_lies() -> None:
    assert not read(NORTH)[0].turned
    assert read(SOUTH)[0].turned
    assert read({})[0].turned, "without a word Black sits in the south"
    assert read({"WO": SOUTH["WO"]})[0].turned
    assert not read({"BO": NORTH["BO"][::-1]})[0].turned


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("73+H", "37+d"),
        ("53", "57"),
        ("33H-24,33A-34", "77d-86,77e-76"),
        ("15DF-33x", "95bh-77x"),
        ("46+A-B", "64+e-f"),
        ("46C-66x(CD,-)", "64g-44x(gh,-)"),
        ("resign", "resign"),
        ("nonsense", "nonsense"),
    ],
)
def test_moves_of_a_board_that_lies_the_other_way(theirs: str, ours: str) -> None:
    assert read(SOUTH)[0].move(theirs) == ours


def test_moves_of_a_board_that_lies_our_way() -> None:
    reading = read(NORTH)[0]
    assert reading.move("46CDEF-48X(CD,E)") == "46cdef-48x(cd,e)"
    assert sgf.write_move("46cdef-48x(cd,e)") == "46CDEF-48x(CD,E)"


def test_marks_are_turned_with_the_board() -> None:
    turned, plain = read(SOUTH)[0], read(NORTH)[0]
    assert turned.value("CR", "46") == "64"
    assert turned.value("AS", "46CD:48") == "64GH:62"
    assert turned.value("LB", "46:see 46") == "64:see 46"
    assert turned.value("C", "46 is best") == "46 is best"
    assert plain.value("CR", "46") == "46"


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_any_move_survives_both_ways_round(seed: int) -> None:
    position = Position.set_up(*crowded(seed))
    moves = position.legal_moves()
    for index in random.Random(seed).sample(range(min(len(moves), 10**9)), min(20, len(moves))):
        text = str(moves[index])
        theirs = sgf.write_move(sgf.turn_text(text))
        again = position.parse(read(SOUTH)[0].move(theirs))
        assert again == moves[index]
        assert position.parse(read(NORTH)[0].move(sgf.write_move(text))) == moves[index]
