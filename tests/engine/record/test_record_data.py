"""Records as JSON data, there and back; and the history of a position in one."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from boche.engine.arguments import ArgumentError
from boche.engine.errors import BocheError, RecordError
from boche.engine.games.registry import GAMES, new
from boche.engine.record import Record, loads, sample_records


def carried(record: Record) -> Any:
    return json.loads(json.dumps(record.as_data()))


def test_every_sample_comes_back_as_it_was() -> None:
    for record in sample_records():
        again = Record.from_data(carried(record))
        assert again == record
        assert again.text() == record.text()
        assert again.names == record.names
        assert again.winner == record.winner


def test_comments_are_plain_text_and_other_values_as_in_sgf() -> None:
    record = Record.new("boku")
    node = record.root.add("e4", comment="Two\nlines, a ] and a \\.")
    node.set_text("EV", "A]B")
    data = carried(record)
    assert data["nodes"][1]["properties"]["C"] == ["Two\nlines, a ] and a \\."]
    assert data["nodes"][1]["properties"]["EV"] == ["A\\]B"]
    assert Record.from_data(data) == record
    data["nodes"][1]["properties"]["C"] = ["New ]"]
    assert Record.from_data(data).root.children[0].comment == "New ]"


def test_variations_and_a_start_are_kept() -> None:
    record = Record.from_position(new("boche", size=4).play("c:a1").play("swap"))
    for move in record.start.legal_moves()[:3]:
        record.root.add(move).add(record.start.play(move).legal_moves()[0])
    again = Record.from_data(carried(record))
    assert again == record
    assert again.start == record.start
    assert len(again.root.children) == 3


def test_a_deep_tree_is_no_deep_data() -> None:
    record = loads("(;GM[Boku]" + ";B[e4];W[f5]" * 2_500 + ")")
    assert Record.from_data(carried(record)) == record


WRONG: dict[str, tuple[list[Any], Any, str]] = {
    "no record": ([], 5, "5 is not a record as JSON data"),
    "another game": (["game"], "go", "unknown game 'go'"),
    "an option": (["options"], {"size": 4}, "has no option 'size'"),
    "options": (["options"], 5, "options: 5 does not fit a record"),
    "no nodes": (["nodes"], [], r"nodes: \[\] does not fit a record"),
    "a node": (["nodes", 1], 5, r"nodes\[1\]: 5 does not fit a record"),
    "a parent below": (["nodes", 1, "parent"], 1, r"nodes\[1\].parent: 1 does not fit"),
    "no parent": (["nodes", 1, "parent"], None, r"nodes\[1\].parent: None does not fit"),
    "a flag": (["nodes", 1, "parent"], False, r"nodes\[1\].parent: False does not fit"),
    "a root with a parent": (["nodes", 0, "parent"], 0, r"nodes\[0\].parent: 0 does not fit"),
    "a move": (["nodes", 1, "move"], 5, r"nodes\[1\].move: 5 does not fit"),
    "a colour": (["nodes", 1, "colour"], "red", r"nodes\[1\].colour: 'red' does not fit"),
    "no colour": (["nodes", 1, "colour"], None, r"nodes\[1\].colour: None does not fit"),
    "properties": (["nodes", 1, "properties"], 5, r"nodes\[1\].properties: 5 does not fit"),
    "a name": (["nodes", 1, "properties"], {"ev": ["x"]}, r"properties: 'ev' does not fit"),
    "the writer's own": (["nodes", 1, "properties"], {"GM": ["1"]}, "properties: 'GM' does not"),
    "a value": (["nodes", 1, "properties"], {"EV": "x"}, "properties.EV: 'x' does not fit"),
    "no value": (["nodes", 1, "properties"], {"EV": []}, r"properties.EV: \[\] does not fit"),
    "a bracket": (["nodes", 1, "properties"], {"EV": ["x]"]}, "properties.EV: .* does not fit"),
    "a number": (["nodes", 1, "properties"], {"C": [5]}, r"properties.C: \[5\] does not fit"),
    "a start": (["start"], "boku", "start: "),
    "a start of another game": (["start"], new("che").to_text(), "start: it has another game"),
    "no start": (["start"], 5, "start: "),
}


@pytest.mark.parametrize("what", WRONG)
def test_other_data_is_refused_in_one_line(what: str) -> None:
    where, value, message = WRONG[what]
    record = Record.new("boku")
    record.root.add("e4", comment="x")
    data: Any = copy.deepcopy(carried(record))
    at = data
    for key in where[:-1]:
        at = at[key]
    if where:
        at[where[-1]] = value
    else:
        data = value
    with pytest.raises(BocheError, match=message) as told:
        Record.from_data(data)
    assert "\n" not in str(told.value)


# -- the history of a position


@pytest.mark.parametrize("game", list(GAMES))
def test_the_history_leads_to_the_position(game: str) -> None:
    record = next(record for record in sample_records() if record.game_name == game)
    for node, position in list(record.walk())[:12]:
        for at in (node, position):
            there = record.start
            for move in record.history(at):
                there = there.play(move)
            assert there == position if not position.is_over else there.ply == position.ply
    assert [str(move) for move in record.history()] == [
        str(position.parse(node.move))
        for node, (_, position) in zip(record.main_line()[1:], record.walk(), strict=False)
        if node.move is not None
    ]


def test_the_history_of_a_variation() -> None:
    record = loads("(;GM[Boku];B[e4](;W[f5];B[a1])(;W[g6]))")
    side = record.root.children[0].children[1]
    assert list(map(str, record.history(side))) == ["e4", "g6"]
    assert list(map(str, record.history(record.position(side)))) == ["e4", "g6"]
    assert list(map(str, record.history())) == ["e4", "f5", "a1"]


def test_what_a_record_does_not_have_has_no_history_in_it() -> None:
    record = loads("(;GM[Boku];B[e4])")
    with pytest.raises(RecordError, match="the record does not have this position"):
        record.history(new("boku").play("a1"))
    with pytest.raises(RecordError, match="the node belongs to another record"):
        record.history(loads("(;GM[Boku];B[e4])").root)
    with pytest.raises(ArgumentError, match="'e4' is not a position"):
        record.history("e4")  # type: ignore[arg-type]
    broken = loads("(;GM[Boku];B[e4];W[e4])")
    with pytest.raises(RecordError, match="ply 2"):
        broken.history()


@pytest.mark.parametrize("written", [r"a\xb", r"a:b\:c", "a\r\nb", "a\tb", "a\\\nb"])
def test_a_comment_that_is_escaped_otherwise_is_the_same(written: str) -> None:
    record = loads(f"(;GM[Boku];B[e4]C[{written}])")
    assert Record.from_data(carried(record)) == record
    other = loads("(;GM[Boku];B[e4]C[something else])")
    assert other != record
