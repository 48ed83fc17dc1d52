"""The game tree: editing, copying, comparison, and depth."""

from __future__ import annotations

import copy
import pickle

import pytest

from boche.engine.errors import IllegalMoveError, NotationError, OptionError, UnknownGameError
from boche.engine.record import Node, Record, loads, play, positions_along


def small() -> Record:
    return loads(
        "(;FF[4]GM[Boche]CA[UTF-8]SZ[4]PW[Bert]PB[Anna];W[c:a1](;B[swap];B[b:a2])(;B[a:b1])(;B[d:c1]))"
    )


def test_the_tree_of_a_small_record() -> None:
    record = small()
    first = record.root.children[0]
    assert [node.move for node in first.children] == ["swap", "a:b1", "d:c1"]
    assert record.moves() == ["c:a1", "swap", "b:a2"]
    assert [node.move for node in record.nodes()] == [
        None, "c:a1", "swap", "b:a2", "a:b1", "d:c1",
    ]  # fmt: skip
    assert [node.move for node in first.children[1].path()] == [None, "c:a1", "a:b1"]
    assert record.players == {"light": "Anna", "dark": "Bert"}


def test_header_fields_can_be_set_and_removed() -> None:
    record = Record.new("boche", size=4)
    record.set_player("dark", "Bert [the] \\ second")
    record.date, record.event, record.name, record.result = "2024-05-01", "Cup", "Final", "W+R"
    assert record.players == {"light": "", "dark": "Bert [the] \\ second"}
    assert (record.date, record.event, record.name, record.result) == (
        "2024-05-01",
        "Cup",
        "Final",
        "W+R",
    )
    record.result = ""
    assert record.result == ""
    assert [ident for ident, _ in record.root.properties] == ["AP", "PB", "DT", "EV", "GN"]


def test_a_comment_keeps_its_lines_brackets_and_place() -> None:
    record = loads("(;GM[Boche];W[c:a1]N[x]C[old]V[1])")
    node = record.root.children[0]
    node.comment = "a [b] \\ c\n\nd: é 立方"
    assert node.comment == "a [b] \\ c\n\nd: é 立方"
    assert [ident for ident, _ in node.properties] == ["N", "C", "V"]
    node.comment = ""
    assert [ident for ident, _ in node.properties] == ["N", "V"]


def test_a_lone_surrogate_in_a_comment_does_no_harm() -> None:
    node = Node()
    node.comment = "a\ud800b"
    assert node.comment == "a?b"


def test_promote_moves_up_by_one() -> None:
    first = small().root.children[0]
    third = first.children[2]
    third.promote()
    assert [node.move for node in first.children] == ["swap", "d:c1", "a:b1"]
    third.promote()
    third.promote()
    assert [node.move for node in first.children] == ["d:c1", "swap", "a:b1"]


def test_promote_to_main_changes_every_fork_on_the_way() -> None:
    record = small()
    target = Node("b:a2", "dark", parent=record.root)
    leaf = Node("b:a3", "dark", parent=target)
    leaf.promote_to_main()
    assert record.moves() == ["b:a2", "b:a3"]
    assert [node.move for node in record.root.children] == ["b:a2", "c:a1"]


def test_delete_cuts_a_variation() -> None:
    record = small()
    cut = record.root.children[0].children[0]
    cut.delete()
    assert record.moves() == ["c:a1", "a:b1"]
    assert cut.parent is None
    with pytest.raises(ValueError, match="root"):
        record.root.delete()


def test_play_adds_a_variation_once() -> None:
    record = small()
    first = record.root.children[0]
    new = play(record, first, "b:b2")
    assert first.children[-1] is new
    assert (new.move, new.colour) == ("b:b2", "dark")
    assert play(record, first, "B:B2 ") is new
    assert play(record, first, "swap") is first.children[0]
    assert len(first.children) == 4


def test_play_takes_the_position_it_is_given() -> None:
    record = small()
    first = record.root.children[0]
    position = positions_along(record, first)[-1]
    assert play(record, first, "b:b2", position).colour == "dark"


def test_play_refuses_what_the_rules_refuse_and_adds_nothing() -> None:
    record = small()
    first = record.root.children[0]
    with pytest.raises(IllegalMoveError, match="e"):
        play(record, first, "e:b2")
    with pytest.raises(NotationError):
        play(record, first, "hello")
    assert len(first.children) == 3


def test_positions_along_has_one_position_a_node() -> None:
    record = small()
    positions = positions_along(record, record.main_line()[-1])
    assert [position.turn for position in positions] == ["light", "dark", "dark", "light"]


def test_a_new_record_checks_game_and_options() -> None:
    with pytest.raises(UnknownGameError):
        Record.new("ludo")
    with pytest.raises(OptionError):
        Record.new("boche", size=21)


def test_equality_sees_every_part_and_no_place() -> None:
    assert small() == small()
    assert small() != "a record"
    for change in ("move", "colour", "properties"):
        other = small()
        setattr(other.root.children[0].children[1], change, () if change == "properties" else "x")
        assert (small() == other) == (change == "properties")
    other = small()
    other.root.children[0].children[0].comment = "x"
    assert small() != other
    other = small()
    other.options["kill"] = 5
    assert small() != other
    other = small()
    other.root.children[0].children[2].delete()
    assert small() != other
    other = small()
    other.root.children[0].line = 7
    assert small() == other


def test_equality_tells_shapes_apart() -> None:
    line = loads("(;GM[Boche];W[c:a1];B[a:b1])")
    fork = loads("(;GM[Boche](;W[c:a1])(;B[a:b1]))")
    assert line != fork


def test_a_copy_is_equal_and_apart() -> None:
    record = small()
    for other in (record.copy(), copy.copy(record), copy.deepcopy(record)):
        assert other == record
        other.root.children[0].children[0].comment = "x"
        other.root.children[0].children[1].delete()
        other.options["kill"] = 7
        assert record == small()


def test_pickling_keeps_places() -> None:
    record = small()
    other = pickle.loads(pickle.dumps(record))
    assert other == record
    places = [(node.line, node.column) for node in other.nodes()]
    assert places == [(node.line, node.column) for node in record.nodes()]
    assert places[1] != (0, 0)


def test_a_node_alone_is_not_copied() -> None:
    with pytest.raises(TypeError, match="Record"):
        copy.deepcopy(small().root)


def test_records_have_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(small())


@pytest.mark.parametrize("name", ["AB", "AE", "AW", "B", "PL", "RU", "SZ", "W", "PUT", "GM", "CA"])
def test_what_follows_from_the_game_is_no_property_to_set(name: str) -> None:
    record = Record.new("boku")
    node = record.root.add("e4")
    for each in (record.root, node):
        with pytest.raises(OptionError, match=f"^{name} cannot be set"):
            each.set_text(name, "g6")
    assert loads(record.text()) == record
