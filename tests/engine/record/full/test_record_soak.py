"""A short run of ``tests.soak.records``, and findings of earlier runs."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.errors import Problem, RecordError, UnknownGameError
from boche.engine.games import registry as games
from boche.engine.record import Record, check, dump_moves, dump_sgf, load, loads, play
from tests.soak import records


def test_mutated_records_are_read_or_refused(capsys) -> None:
    """Run as many mutations as fit into 15 seconds in CI; otherwise 1500."""
    count = 1_000_000 if os.environ.get("CI") else 1500
    assert records.run(count, seconds=15, seed=7) == 0
    assert "0 with foreign exceptions or losses" in capsys.readouterr().out


@given(st.integers(0))
def test_any_mutated_record_is_read_or_refused(seed: int) -> None:
    records.judge(records.mutated(random.Random(seed)))


@pytest.mark.parametrize("value", [b"\x1c37", b"9" * 5000, "\u0663\u0667".encode(), b"-37", b""])
@pytest.mark.parametrize("ident", [b"BO", b"WO", b"NP", b"NR", b"NS", b"SZ", b"RU"])
@pytest.mark.parametrize("gm", [b"19", b"Boche", b"Che", b"Boku"])
def test_no_number_is_too_much(gm: bytes, ident: bytes, value: bytes) -> None:
    record = load(b"(;GM[%s]%s[%s])" % (gm, ident, value))
    assert all(len(str(problem)) < 300 for problem in record.problems)
    assert load(dump_sgf(record)) == record


@pytest.mark.parametrize("data", ["(;GM[Boche])", "c:a1"])
def test_an_unknown_game_is_named_with_those_there_are(data: str) -> None:
    with pytest.raises(
        UnknownGameError, match=r"unknown game 'nosuch' \(choose from boche, che, boku, oc"
    ):
        loads(data, game="nosuch")


@pytest.mark.parametrize("name", ["UTF-8é", "UTF-8 é", "é", "UTF_8\x1b", "x" * 5000, "../utf-8"])
def test_a_charset_stays_what_it_is_however_often_it_is_written(name: str) -> None:
    data = f"(;GM[Boche]CA[{name}]C[caf\xe9];W[c:a1])".encode()
    record = load(data)
    assert len(record.problems) == 1
    assert "charset" in record.problems[0].message
    assert "unknown charset" in record.problems[0].message
    once = dump_sgf(record)
    assert load(once) == record
    assert dump_sgf(load(once)) == once
    assert len(once) < 120


def test_a_move_that_is_not_of_its_charset_is_kept() -> None:
    record = load(b"(;GM[Boche]CA[US-ASCII]C[\xc3\xa9];W[\xff\x80])")
    assert load(dump_sgf(record)) == record
    assert b"W[\xff\x80]" in dump_sgf(record)


def test_a_comment_with_a_nul_byte_can_be_read_again() -> None:
    record = Record.new("boche")
    record.root.comment = "a\0b"
    assert load(dump_sgf(record)).root.comment == "a\ufffdb"


# -- lists of moves: what is written is the same game


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("-kill=0", "_kill=0"),
        ("--", "_-"),
        ("X #1", "X__1"),
        ("#", "_"),
        (" Anna\tB\n", "Anna_B"),
        ("?", ""),
        ("1.", "1."),
        ("challenge", "challenge"),
    ],
)
def test_a_players_name_changes_nothing_else(name: str, written: str) -> None:
    record = Record.new("boche", size=4)
    record.set_player("dark", name)
    play(record, record.root, "c:a1")
    again = loads(dump_moves(record), strict=True)
    assert (again.options, again.moves()) == (record.options, ["c:a1"])
    assert again.players == {"light": "", "dark": written}


@pytest.mark.parametrize("game", games.GAMES)
def test_names_that_look_like_moves_and_commands(game: str) -> None:
    record = Record.new(game)
    for names in (("move", "resign"), ("(;", "GM[Boche])"), (game, "swap")):
        for colour, name in zip(record.game.colours, names, strict=True):
            record.set_player(colour, name)
        assert tuple(loads(dump_moves(record)).players.values()) == names


def test_blanks_in_a_move_that_has_some_are_left_out() -> None:
    record = loads("(;GM[Che];W[fl:0,0];B[br:0,2 + fr:0,1])")
    assert check(record) == []
    again = loads(dump_moves(record))
    assert again.moves() == ["fl:0,0", "fr:0,1+br:0,2"]
    assert check(again) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(;GM[Boche];W[c:a1 a:b1])", "'c:a1 a:b1': it is neither one word nor a move"),
        ("(;GM[Boche];W[])", "'': it is neither one word nor a move"),
        ("(;GM[Boche];W[c:a1#x])", "'c:a1#x': it would be read as something else"),
        ("(;GM[Boche];W[3.c:a1])", "'3.c:a1': it would be read as something else"),
        ("(;GM[Boche];W[c:a1];W[a:b1])", "'a:b1': it is light's, but would be read as dark's"),
        ("(;GM[Boche]RE[W+R];W[resign])", "'resign': the result 'W+R' says otherwise"),
    ],
)
def test_what_would_be_read_as_another_game_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError) as caught:
        dump_moves(loads(text))
    (problem,) = caught.value.problems
    assert problem.message == f"a list of moves cannot hold the move {why}"
    assert problem.line == 1


def test_moves_behind_a_resignation_are_no_list() -> None:
    with pytest.raises(
        RecordError, match=r"^this game cannot be written as a list of moves: 'c:a1' comes after"
    ):
        dump_moves(loads("(;GM[Boche];W[resign];B[c:a1])"))


def test_a_resignation_that_is_written_as_a_move_stays_one() -> None:
    record = loads("(;GM[Boche];W[c:a1];B[resign]C[enough])")
    text = dump_moves(record)
    assert text.endswith("1. c:a1\n# enough\nresign dark\n")
    assert dump_moves(loads(text)) == text
    assert loads(text).result == "W+R"


def test_capitals_of_octi_survive_every_form() -> None:
    record = loads("octi challenge -bases=1 anna bert\n1. 57+E 53\n2. 57E-56 53+A\n")
    assert check(record) == []
    assert record.moves() == ["57+e", "53", "57e-56", "53+a"]
    assert loads(dump_moves(record)) == record
    assert load(dump_sgf(record)).moves() == record.moves()


# -- errors quote what the text says


def test_a_refused_move_of_octi_is_quoted_as_it_stands() -> None:
    record = loads("(;GM[19]RU[full];B[57+E])")
    (problem,) = check(record)
    assert problem == Problem(1, 18, "ply 1: 57+E: the pod on 57 is not yours")
    copied = record.copy()
    assert check(copied) == [problem]
    north = loads("(;GM[19]BO[37][57][77]WO[33][53][73];B[53+A])")
    assert str(check(north)[0]).endswith("ply 1: 53+A: the pod on 53 is not yours")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("53-54", "53-54: the pod on 53 has no prongs, so it cannot move"),
        ("44", "44: 44 is not a home square; to move a pod write 44-.., for a prong 44+.."),
        ("53+A-B", "53+A-B: the pod on 53 has no prong b to turn"),
        ("53+K", "'53+K': a prong is a letter from a to h"),
        ("5+A", "'5+A': a square is two digits from 1 to 9, x before y, from 11 to 99"),
    ],
)
def test_refusals_speak_of_the_board_as_it_lies_in_the_text(move: str, why: str) -> None:
    (problem,) = check(loads(f"(;GM[19];B[{move}])"))
    assert problem.message == f"ply 1: {why}"
    later = check(loads(f"(;GM[19];B[53+A];W[57+E];B[53A-54];W[{move}];B[{move}])"))
    assert f"ply 4: {move}" in later[0].message.replace("'", "")


def test_a_wrong_colour_of_octi_is_quoted_as_it_stands() -> None:
    (problem,) = check(loads("(;GM[19];W[57+E])"))
    assert problem.message == "ply 1: '57+E' is given to white, but black is to move"
