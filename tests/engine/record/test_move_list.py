"""Plain lists of moves: all variants of notation, and errors in others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine import new
from boche.engine.errors import OptionError, Problem, RecordError, UnknownGameError
from boche.engine.record import (
    Record,
    check,
    dump_moves,
    final_position,
    load,
    loads,
    play,
)

MOVES = ["c:a1", "swap", "a:b2", "b:a2"]


@pytest.mark.parametrize(
    "text",
    [
        "c:a1 swap a:b2 b:a2",
        "c:a1\nswap\na:b2\nb:a2\n",
        "1. c:a1 swap 2. a:b2 b:a2",
        "1.c:a1 swap\n2.a:b2 b:a2",
        "1) c:a1\n2) swap\n3) a:b2\n4) b:a2",
        "1. c:a1 1... swap\r\n2. a:b2\r\n2... b:a2\r\n",
        "\r1. c:a1 # first\rswap#second\r\ra:b2\t\tb:a2",
        "\ufeffc:a1 swap a:b2 b:a2",
        "boche challenge anna bert\nc:a1 swap a:b2 b:a2",
        "boche move 17 anna secret c:a1\nboche move 17 bert x swap\na:b2 b:a2",
    ],
)
def test_every_way_of_writing_a_list(text: str) -> None:
    record = loads(text)
    assert record.problems == ()
    assert record.moves() == MOVES
    assert [node.colour for node in record.main_line()[1:]] == ["light", "dark", "dark", "light"]
    assert check(record) == []


def test_the_challenge_line() -> None:
    record = loads("# hello\n\nBoche challenge -size=4 -kill=0 -fill_board anna bert\nc:a1\n")
    assert record.problems == ()
    assert record.players == {"light": "anna", "dark": "bert"}
    given_options = (record.options["size"], record.options["kill"], record.options["fill_board"])
    assert given_options == (4, 0, True)
    assert record.root.comment == "hello"


def test_options_of_the_caller_serve_a_list_without_a_challenge_line() -> None:
    assert loads("c:a1", options={"size": 4}).options["size"] == 4
    header = "boche challenge -kill=3 a b\nc:a1"
    assert loads(header, options={"size": 4}).options["size"] == new("boche").options["size"]
    with pytest.raises(OptionError):
        loads("c:a1", options={"size": 99})
    with pytest.raises(UnknownGameError):
        loads("c:a1", game="ludo")


def test_comments_belong_to_the_move_before_them() -> None:
    record = loads("# a\n#  b\nc:a1 # c\n#\n# d\nswap\n")
    assert [node.comment for node in record.main_line()] == ["a\n b", "c\n\nd", ""]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("c:a1 resign", "W+R"),
        ("c:a1 swap RESIGN", "W+R"),
        ("1. c:a1 a:b1 2. resign", "B+R"),
        ("c:a1 resign light", "B+R"),
        ("resign dark # good night", "W+R"),
    ],
)
def test_a_resignation_ends_the_list(text: str, result: str) -> None:
    record = loads(text)
    assert record.problems == ()
    assert record.result == result
    assert check(record) == []
    outcome = final_position(record).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.kind) == (
        "light" if result[0] == "W" else "dark",
        "resignation",
    )


def test_places_count_lines_and_characters() -> None:
    record = loads("# é\n1. c:a1  swap\r\n\n 2.a:b2")
    places = [(node.line, node.column) for node in record.main_line()[1:]]
    assert places == [(2, 4), (2, 10), (4, 4)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("c:a1 resign\nswap", Problem(2, 1, "'swap' comes after a resignation and is ignored")),
        ("resign light\n resign", Problem(2, 2, "a second resignation; it is ignored")),
        (
            "c:a1\n boche challenge a b",
            Problem(2, 2, "a challenge line comes once, before the first move"),
        ),
        ("boche challenge anna", Problem(1, 1, "1 players; a challenge names two, or none")),
        ("boche challenge a b c", Problem(1, 1, "3 players; a challenge names two, or none")),
        (
            "boche challenge -size=0 a b",
            Problem(1, 17, "option Size (size): 0 is not between 1 and 20"),
        ),
        (
            "boche challenge -size a b",
            Problem(1, 17, "option Size (size): True is not a whole number"),
        ),
        (
            "boche challenge -=3 a b",
            Problem(1, 17, "'-=3' is no option; write options as -name or -name=number"),
        ),
        (
            "boche move 17 anna c:a1",
            Problem(
                1, 1, "not a whole command; it is: boche move <game#> <userid> <passwd> <move>"
            ),
        ),
    ],
)
def test_each_problem_has_its_place(text: str, problem: Problem) -> None:
    assert loads(text).problems == (problem,)
    with pytest.raises(RecordError) as caught:
        loads(text, strict=True)
    assert caught.value.problems == (problem,)


def test_all_problems_are_collected() -> None:
    record = loads("boche challenge -size=0 -x anna\nc:a1 resign\nswap swap\n")
    assert [problem.line for problem in record.problems] == [1, 1, 1, 3, 3]


def test_bad_utf_8_is_named_and_read_as_latin_1() -> None:
    record = load(b"# ok\nc:a1 # caf\xe9\n")
    assert record.problems == (Problem(2, 11, "byte 0xe9 is not UTF-8; read as ISO-8859-1"),)
    assert record.main_line()[1].comment == "café"


def test_another_game_is_refused() -> None:
    for text in ("hex challenge a b\na1", "hex move 1 a b c3"):
        with pytest.raises(RecordError, match="another game, 'hex'"):
            loads(text)


def test_writing_has_pairs_comments_and_the_resignation() -> None:
    record = Record.new("boche", size=4, kill=0, fill_board=True)
    record.set_player("light", "Anna B")
    node = record.root
    node.comment = "a game"
    for move in MOVES[:3]:
        node = play(record, node, move)
    record.root.children[0].comment = "one\n\ntwo"
    record.result = "W+R"
    assert dump_moves(record) == (
        "boche challenge -size=4 -kill=0 -fill_board Anna_B ?\n"
        "# a game\n1. c:a1\n# one\n#\n# two\nswap\n2. a:b2\nresign dark\n"
    )


@given(st.text(max_size=60))
def test_any_text_reads_or_fails_cleanly(text: str) -> None:
    try:
        record = load(("boche challenge a b\n" + text).encode("utf-8", "replace"))
    except RecordError as error:
        problems = error.problems
    else:
        problems = (*record.problems, *check(record))
    assert not any("\n" in problem.message for problem in problems)
