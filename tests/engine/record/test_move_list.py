"""Plain lists of moves: all variants of notation, and errors in others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine import new
from boche.engine.errors import OptionError, Problem, RecordError, UnknownGameError
from boche.engine.games.registry import GAMES
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
            Problem(1, 17, "'-=3' is not an option; write options as -name or -name=number"),
        ),
        (
            "boche move 17 anna c:a1",
            Problem(
                1, 1, "incomplete command; expected boche move <game#> <userid> <passwd> <move>"
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


NO_RECORDS = {
    "letter": "Dear Sir,\n\nI should like to play a game of yours. Does a1 suit you?\n",
    "chess": '[Event "A game"]\n[White "Anna"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 *\n',
    "JSON": '{"moves": ["c:a1", "swap"], "size": 4}',
    "HTML": "<!DOCTYPE html>\n<html><head><title>Boche</title></head><body>c:a1</body></html>\n",
    "numbers": "1. 2. 3.",
    "comments": "# nothing else\n",
}


@pytest.mark.parametrize("kind", NO_RECORDS)
def test_a_text_that_is_no_record_has_a_problem(kind: str) -> None:
    text = NO_RECORDS[kind]
    problem = Problem(1, 1, "no record: there is no move of Boche in it")
    assert loads(text).problems == (problem,)
    with pytest.raises(RecordError) as caught:
        loads(text, strict=True)
    assert caught.value.problems == (problem,)
    for game in GAMES:
        assert loads(text, game=game).problems != (), game


def test_a_text_with_some_words_that_are_moves_is_no_list_of_them() -> None:
    record = loads("Hello, e4 is what I play, or rather e5.", game="boku")
    message = "no list of moves: of its first 9 words 1 are moves of Boku"
    assert record.problems == (Problem(1, 1, message),)
    letter = "e4\n\n" + "That is my move, and I look forward to yours. " * 1000
    message = "no list of moves: of its first 1000 words 1 are moves of Boku"
    assert loads(letter, game="boku").problems == (Problem(3, 1, message),)


def test_a_list_with_wrong_moves_is_a_list() -> None:
    for text in ("c:a1 c:a1 c:a1", "c:a1 swop", "c:a1 swap b:a2 x:y", "c:a1 resign thanks"):
        problems = loads(text).problems
        assert all("comes after" in problem.message for problem in problems), text
    assert loads("boche challenge a b\nDear Sir").problems == ()


@pytest.mark.parametrize("name", ["var.sgf", "games/My Game.SGF", "list.txt", r"C:\games\a.sgf"])
def test_the_name_of_a_file_is_no_text_of_a_record(name: str) -> None:
    with pytest.raises(RecordError, match="looks like the name of a file; load reads a file"):
        loads(name)


def test_a_player_may_be_called_like_a_file() -> None:
    assert loads("boche challenge anna bert.sgf").players["dark"] == "bert.sgf"
