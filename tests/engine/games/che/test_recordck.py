"""Records against the rules: illegal moves are reported with their place, and can be pruned."""

from __future__ import annotations

import pytest

from boche.engine.errors import RecordError
from boche.engine.record import (
    Node,
    Record,
    check,
    dump_sgf,
    final_position,
    load,
    loads,
    positions_along,
    prune,
    read_result,
    write_result,
)

HEAD = "(;FF[4]GM[Boche]SZ[2]"
FULL = ";W[a:a1];B[a:a2];W[a:b1];B[e:a1]"  # a full board of size 2: who wins, the rules say


def said(text: str) -> list[tuple[int, int, str]]:
    return [(p.line, p.column, p.message) for p in check(loads(text))]


def test_a_legal_record_has_no_problems() -> None:
    assert said(f"{HEAD}{FULL})") == []
    assert said(HEAD + ";W[a:a1](;B[swap];B[b:a2])(;B[b:b1]))") == []


def test_an_illegal_move_in_the_middle_is_named_with_place_and_ply() -> None:
    found = said(HEAD + ";W[a:a1]\n;B[e:a2];W[a:b1])")
    assert [p[:2] for p in found] == [(2, 2)]
    assert found[0][2].startswith("ply 2: e:a2")


def test_every_variation_is_checked() -> None:
    text = HEAD + ";W[a:a1]\n(;B[a:a2]\n;W[a:a2])\n(;B[z:a2])\n(;B[b:b1]\n(;W[b:a2])\n(;W[h:a2])))"
    assert [p[0] for p in said(text)] == [3, 4, 7]


def test_behind_an_illegal_move_only_the_unreadable_is_named() -> None:
    found = said(HEAD + "\n;W[a:a1]\n;B[a:a1]\n;W[b:b1]\n;B[hello]\n;W[c:c9])")
    assert [p[0] for p in found] == [3, 5, 6]
    assert "hello" in found[1][2]


def test_strict_checking_stops_at_the_first() -> None:
    record = loads(HEAD + ";W[a:a1];B[a:a1];W[hello])")
    assert len(check(record)) == 2
    assert check(record, strict=True) == check(record)[:1]


def test_the_wrong_colour_is_named() -> None:
    assert said(HEAD + ";W[a:a1]\n;W[a:b1])") == [
        (2, 2, "ply 2: 'a:b1' is given to light, but dark is to move")
    ]
    assert (
        said(HEAD + "\n;B[a:a1])")[0][2] == "ply 1: 'a:a1' is given to dark, but light is to move"
    )


def test_after_a_swap_dark_plays_again() -> None:
    assert said(HEAD + ";W[a:a1];B[swap];B[b:b1])") == []
    assert "dark is to move" in said(HEAD + ";W[a:a1];B[swap];W[b:b1])")[0][2]


def test_a_move_after_the_end_is_named() -> None:
    found = said(f"{HEAD}{FULL}\n;W[a:a1];B[a:a2])")
    assert len(found) == 1
    assert found[0][:2] == (2, 2)
    assert "ply 5" in found[0][2]
    assert "over" in found[0][2]
    assert "over" in said(f"{HEAD}{FULL}\n;B[a:a1])")[0][2]  # more to the point than its colour


@pytest.mark.parametrize("move", ["", "tt", "c:d", "c:z9", "立方", "c:a1 c:a2", "x" * 10**5])
def test_no_move_text_breaks_the_check(move: str) -> None:
    found = said(f"{HEAD};W[{move}])")
    assert len(found) == 1
    assert len(found[0][2]) < 200
    assert "\n" not in found[0][2]


def test_a_move_resign_ends_its_line() -> None:
    record = loads(HEAD + ";W[a:a1];B[resign])")
    assert check(record) == []
    outcome = final_position(record).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.kind) == ("light", "resignation")
    assert "over" in said(HEAD + ";W[a:a1];B[resign]\n;B[b:b1])")[0][2]


def truth() -> str:
    outcome = final_position(loads(f"{HEAD}{FULL})")).outcome
    assert outcome is not None
    return write_result(Record.new("boche").form, outcome)


def test_a_true_result_is_accepted_in_all_its_forms() -> None:
    text = truth()
    letter, kind = text.split("+")
    for result in (text, text.lower(), f"{letter}+", letter, "Void", "?", ""):
        assert said(f"{HEAD}RE[{result}]{FULL})") == [], result
    assert kind == "Path"


def test_a_false_result_is_named() -> None:
    letter = "B" if truth()[0] == "W" else "W"
    for result in (f"{letter}+Path", letter, f"{truth()[0]}+Enclosure", truth()[0] + "+R", "Draw"):
        found = said(f"{HEAD}RE[{result}]{FULL})")
        assert len(found) == 1, result
        assert "does not fit the moves" in found[0][2]
        assert repr(result) in found[0][2]


@pytest.mark.parametrize("result", ["W+R", "B+Resign", "W+T", "B+F", "W", "B+", "Draw", "0", "?"])
def test_an_unfinished_game_may_end_without_the_rules(result: str) -> None:
    assert said(f"{HEAD}RE[{result}];W[a:a1])") == []


@pytest.mark.parametrize("result", ["W+Path", "B+Enclosure", "W+3.5"])
def test_an_unfinished_game_is_not_won_by_the_rules(result: str) -> None:
    assert "undecided" in said(f"{HEAD}RE[{result}];W[a:a1])")[0][2]


@pytest.mark.parametrize("result", ["White wins", "L+R", "x" * 1000])
def test_a_result_that_is_none_is_named(result: str) -> None:
    found = said(f"{HEAD}RE[{result}];W[a:a1])")
    assert "is not a result" in found[0][2]
    assert len(found[0][2]) < 200


def test_a_result_is_not_judged_behind_an_illegal_move() -> None:
    assert len(said(HEAD + "RE[W+Path];W[a:a1];B[a:a1])")) == 1


def test_a_declared_resignation_is_applied() -> None:
    outcome = final_position(loads(HEAD + "RE[B+R];W[a:a1])")).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.kind) == ("dark", "resignation")
    assert final_position(loads(HEAD + "RE[B+T];W[a:a1])")).outcome is None


def test_results_are_read_as_they_are_written() -> None:
    form = Record.new("boche").form
    assert read_result(form, "W+R") == read_result(form, "w+resign")
    assert read_result(form, "draw") == read_result(form, "0")
    assert read_result(form, "L+R") is None


def test_pruning_keeps_the_legal_part_only() -> None:
    record = loads(HEAD + ";W[a:a1](;B[a:a2];W[a:a1];B[a:b1])(;B[z:b1])(;B[b:b1]))")
    problems = prune(record)
    assert len(problems) == 2
    assert dump_sgf(record).endswith(b";W[a:a1](;B[a:a2])(;B[b:b1]))\n")
    assert prune(record) == []


def test_positions_along_names_the_illegal_move() -> None:
    record = loads(HEAD + ";W[a:a1]\n;B[a:a1])")
    with pytest.raises(RecordError) as caught:
        positions_along(record, record.main_line()[-1])
    problem = caught.value.problems[0]
    assert (problem.line, problem.column) == (2, 2)
    assert problem.message.startswith("ply 2: a:a1")


def test_comments_without_a_move_are_no_plies() -> None:
    record = loads(HEAD + ";C[x];W[a:a1];N[y];B[a:a1])")
    assert [p.message.split(":")[0] for p in check(record)] == ["ply 2"]
    assert len(positions_along(record, record.main_line()[-2])) == 4


def test_ten_thousand_variations_of_one_move() -> None:
    record = Record.new("boche", size=2)
    for _ in range(10_000):
        Node("a:a1", "light", parent=record.root)
    assert check(record) == []
    assert len(load(dump_sgf(record)).root.children) == 10_000
