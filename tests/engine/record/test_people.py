"""Players' seats at the end of a game: in SGF, in lists and in texts of results."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.record import Record, dump_moves, dump_sgf, loads, play
from boche.engine.record.people import players_at_end, result_said


def record_of(*moves: str, game: str = "boche", names: tuple[str, str] = ("Anna", "Bert"),
              result: str = "", **options: object) -> Record:  # fmt: skip
    record = Record.new(game, **options)
    for colour, name in zip(record.game.colours, names, strict=True):
        record.set_player(colour, name)
    node = record.root
    for move in moves:
        node = play(record, node, move)
    record.result = result
    return record


def written(record: Record, name: str) -> str:
    found = re.search(rf"{name}\[(.*?)\]", dump_sgf(record).decode())
    return found[1] if found else ""


def test_after_a_swap_the_names_in_sgf_are_by_the_colours_at_the_end() -> None:
    record = record_of("c:b2", "swap", "a:c3", result="W+R")
    assert record.players == {"light": "Anna", "dark": "Bert"}
    assert players_at_end(record) == {"light": "Bert", "dark": "Anna"}
    assert (written(record, "PW"), written(record, "PB")) == ("Bert", "Anna")
    assert result_said(record) == "Bert won by resignation"
    assert loads(dump_sgf(record).decode()) == record


def test_without_a_swap_they_are_where_they_began() -> None:
    record = record_of("c:b2", "a:c3", result="W+R")
    assert (written(record, "PW"), written(record, "PB")) == ("Anna", "Bert")
    assert result_said(record) == "Anna won by resignation"


def test_ranks_and_teams_go_with_the_names() -> None:
    record = record_of("c:b2", "swap")
    record.root.set_text("WR", "1 dan")
    record.root.set_text("BT", "Ghent")
    assert (written(record, "BR"), written(record, "WT")) == ("1 dan", "Ghent")
    assert loads(dump_sgf(record).decode()) == record


def test_a_swap_in_a_variation_changes_nothing() -> None:
    record = record_of("c:b2", "a:c3", result="B+R")
    play(record, record.root.children[0], "swap")
    assert written(record, "PB") == "Bert"
    assert result_said(record) == "Bert won by resignation"


def test_older_files_name_who_began() -> None:
    old = "(;GM[Boche]AP[boche:1]PW[Anna]PB[Bert]RE[W+R];W[c:b2];B[swap])"
    record = loads(old)
    assert record.players == {"light": "Anna", "dark": "Bert"}
    assert result_said(record) == "Bert won by resignation"
    assert loads(dump_sgf(record).decode()) == record


@pytest.mark.parametrize("program", ["", "AP[other:3]", "AP[boche:2]"])
def test_all_other_files_name_who_ended(program: str) -> None:
    record = loads(f"(;GM[Boche]{program}PW[Anna]PB[Bert]RE[W+R];W[c:b2];B[swap])")
    assert record.players == {"light": "Bert", "dark": "Anna"}
    assert result_said(record) == "Anna won by resignation"


def test_an_illegal_swap_exchanges_nobody() -> None:
    record = loads("(;GM[Boche]PW[Anna]PB[Bert]RE[W+R];W[c:b2];B[a:c3];W[swap])")
    assert result_said(record) == "Anna won by resignation"
    assert written(record, "PW") == "Anna"


@pytest.mark.parametrize(
    ("names", "said"),
    [(("", "Bert"), "Light won by resignation"), (("", ""), "Light won by resignation"),
     (("Ann", "Ann"), "Light won by resignation"), (("anna", ""), "anna won by resignation")],
)  # fmt: skip
def test_who_has_no_name_of_their_own_is_called_by_the_colour(
    names: tuple[str, str], said: str
) -> None:
    assert result_said(record_of("c:b2", names=names, result="W+R")) == said


def test_a_palette_may_call_the_colours_otherwise() -> None:
    record = record_of("c:b2", names=("", ""), result="W+R")
    assert result_said(record, colours={"light": "orange (Light)"}) == (
        "Orange (Light) won by resignation"
    )


names = st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n\t"), max_size=8).map(
    str.strip
)


@given(names, names, st.booleans(), st.sampled_from(["", "W+R", "B+T", "Draw"]))
def test_a_record_comes_back_as_it_was_written(
    first: str, second: str, swap: bool, result: str
) -> None:
    moves = ("c:b2", "swap", "a:c3") if swap else ("c:b2", "a:c3")
    record = record_of(*moves, names=(first, second), result=result)
    again = loads(dump_sgf(record).decode())
    assert again.players == record.players
    assert result_said(again) == result_said(record)
    assert dump_sgf(again) == dump_sgf(record)


def test_a_list_of_moves_names_who_began() -> None:
    record = record_of("c:b2", "swap", "a:c3", result="W+R")
    assert loads(dump_moves(record)).players == record.players
