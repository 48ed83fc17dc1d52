"""Records by their methods: walking, positions, adding moves, saving, and who has won."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.atomic_write import FileError
from boche.engine.errors import IllegalMoveError, NotationError, RecordError, UnknownGameError
from boche.engine.games.registry import GAMES, new
from boche.engine.record import Record, load, loads, sample_records

games = pytest.mark.parametrize("game", list(GAMES))


def grown(game: str, seed: int, moves: int = 14, **options: object) -> Record:
    """Return a record with random moves and variations, added at random nodes."""
    rng, record = random.Random(seed), Record.new(game, **options)
    nodes = [record.root]
    for _ in range(moves):
        node = rng.choice(nodes[-4:])
        position = record.position(node)
        if not position.is_over:
            nodes.append(node.add(position.random_move(rng), rng.choice(["", "a comment"])))
    return record


# -- walking


@games
def test_the_main_line_with_its_positions(game: str) -> None:
    record = grown(game, 1)
    steps = list(record.walk())
    assert [node for node, _ in steps] == record.main_line()
    position = new(game)
    for node, reached in steps:
        position = position if node.move is None else position.play(node.move)
        assert reached == position == record.position(node)
    assert record.position() == position


@games
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_all_variations_with_their_positions(game: str, seed: int) -> None:
    record = grown(game, seed)
    steps = list(record.walk(variations=True))
    assert [node for node, _ in steps] == list(record.nodes())
    for node, position in steps:
        replayed = new(game)
        for step in node.path()[1:]:
            replayed = replayed.play(step.move)
        assert position == replayed


def test_an_illegal_move_is_told_when_it_is_reached() -> None:
    record = loads("(;GM[Boche]SZ[3];W[c:a1];B[c:a1];W[c:b1])")
    walk = record.walk()
    assert [node.move for node, _ in itertools.islice(walk, 2)] == [None, "c:a1"]
    with pytest.raises(RecordError, match=r"^line 1, column \d+: ply 2: c:a1: "):
        next(walk)
    with pytest.raises(RecordError, match="ply 2: c:a1: "):
        record.position()


def test_an_illegal_variation_is_reached_with_variations_only() -> None:
    record = loads("(;GM[Boche]SZ[3];W[c:a1](;B[c:b1])(;B[c:a1]))")
    assert len(list(record.walk())) == 3
    with pytest.raises(RecordError, match="ply 2: c:a1: "):
        list(record.walk(variations=True))


def test_what_is_added_meanwhile_is_not_walked() -> None:
    """So that a walk which adds a move everywhere ends."""
    record = grown("boche", 3, size=4)
    count = len(record.main_line())
    for node, position in record.walk():
        if not position.is_over:
            node.add(position.legal_moves()[-1])
    assert len(list(record.walk(variations=True))) > count


# -- adding


def test_adding_moves() -> None:
    record = Record.new("boche", size=4)
    first = record.root.add("c:a1", "well played")
    assert (first.move, first.colour, first.comment) == ("c:a1", "light", "well played")
    swap = first.add("swap")
    assert swap.colour == "dark"
    third = swap.add(record.position(swap).legal_moves()[0])
    assert third.colour == "dark", "the colours were exchanged"
    assert record.moves() == ["c:a1", "swap", str(third.move)]
    assert first.record is third.record is record


def test_a_move_added_again_is_the_same_node() -> None:
    record = Record.new("boche", size=4)
    first = record.root.add("c:a1", "one")
    assert record.root.add("C:A1 ") is first
    assert first.comment == "one", "no comment changes none"
    assert record.root.add("c:a1", "two").comment == "two"
    other = record.root.add("c:b1")
    assert record.root.children == [first, other], "a new one is a variation"


def test_moves_that_are_refused_add_nothing() -> None:
    record = Record.new("boche", size=3)
    node = record.root.add("c:a1")
    with pytest.raises(NotationError, match="not a move"):
        node.add("e2-e4")
    with pytest.raises(IllegalMoveError, match=r"^c:a1: "):
        node.add("c:a1")
    assert node.children == []
    with pytest.raises(IllegalMoveError, match="only the second move"):
        record.root.add("swap")


def test_adding_behind_an_illegal_move() -> None:
    record = loads("(;GM[Boche]SZ[3];W[c:a1];B[c:a1])")
    with pytest.raises(RecordError, match="ply 2"):
        record.main_line()[-1].add("c:b1")


def test_a_deleted_node_takes_no_move() -> None:
    record = Record.new("boche", size=4)
    node = record.root.add("c:a1").add("c:b1")
    node.path()[1].delete()
    with pytest.raises(RecordError, match="belongs to no record"):
        node.add("c:d1")
    with pytest.raises(RecordError, match="belongs to no record"):
        record.position(node)


def test_a_node_of_another_record() -> None:
    other = Record.new("boche", size=4).root.add("c:a1")
    with pytest.raises(RecordError, match="belongs to another record"):
        Record.new("boche", size=4).position(other)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))])
def test_the_nodes_of_a_copy_belong_to_the_copy(way) -> None:
    record = grown("boche", 2, size=4)
    before = bytes(record)
    twin = way(record)
    for node in list(twin.nodes()):
        assert node.record is twin
        if not twin.position(node).is_over:
            node.add(twin.position(node).legal_moves()[0])
    assert bytes(record) == before


def test_a_changed_tree_is_replayed() -> None:
    """Check that no position is remembered that the moves no longer lead to."""
    record = Record.new("boche", size=4)
    end = record.root.add("c:a1").add("c:b1").add("c:a2")
    before = record.position(end)
    end.parent.move = "c:b2"
    assert record.position(end) != before
    assert record.position(end) == new("boche", size=4).play("c:a1").play("c:b2").play("c:a2")
    record.options["kill"] = 0
    assert record.position(end).options["kill"] == 0


# -- who has won

DECIDED = {
    "(;GM[Boche]SZ[3]RE[W+R];W[c:a1])": ("light", 0),
    "(;GM[Boche]SZ[3]RE[B+T];W[c:a1])": ("dark", 1),
    "(;GM[Boche]SZ[3]RE[W+F];W[c:a1];B[swap])": ("light", 1),
    "(;GM[Boche]SZ[3]RE[Draw];W[c:a1])": (None, None),
    "(;GM[Boche]SZ[3]RE[?];W[c:a1])": (None, None),
    "(;GM[Boche]SZ[3];W[c:a1])": (None, None),
    "(;GM[Boche]SZ[3];W[c:a1];B[resign])": ("light", 0),
    "(;GM[Boche]SZ[3];W[c:a1];B[swap];B[resign])": ("light", 1),
    "(;GM[Boche]SZ[3]RE[nonsense];W[c:a1];B[resign])": ("light", 0),
    "(;GM[Boche]SZ[3]RE[W+R];W[c:a1];B[c:a1])": ("light", 0),
}


@pytest.mark.parametrize("text", DECIDED)
def test_the_winner(text: str) -> None:
    record = loads(text)
    assert (record.winner, record.winning_player) == DECIDED[text]


def test_no_winner_without_legal_moves_or_result() -> None:
    record = loads("(;GM[Boche]SZ[3];W[c:a1];B[c:a1])")
    with pytest.raises(RecordError, match="ply 2"):
        assert record.winner


@games
def test_the_winner_by_the_moves_is_that_of_the_position(game: str) -> None:
    for record in sample_records(game):
        end = record.position()
        declared = (record.winner, record.winning_player)
        assert end.is_over
        assert declared == (end.winner, end.winning_player)
        if end.outcome.kind != "resignation":
            record.result = ""
            assert (record.winner, record.winning_player) == declared


# -- reading and writing


@games
def test_texts_and_bytes_come_back(game: str) -> None:
    record = grown(game, 6)
    record.set_player(record.game.colours[0], "Żaneta")
    assert loads(record.text()) == loads(bytes(record)) == load(bytes(record)) == record
    assert bytes(record).decode() == record.text()


def test_the_text_of_a_record_in_another_charset() -> None:
    record = loads("(;GM[Boche]SZ[3]CA[latin-1]PW[Jörg];W[c:a1])".encode("latin-1"))
    assert b"J\xf6rg" in bytes(record)
    assert "CA[UTF-8]" in record.text()
    assert loads(record.text()) == record


@games
@pytest.mark.parametrize("name", ["game.sgf", "game", "game.TXT", "game.txt"])
def test_saving(game: str, name: str, tmp_path: Path) -> None:
    record = Record.new(game)
    record.root.add(record.position().random_move(random.Random(2)))
    record.save(tmp_path / name)
    record.save(str(tmp_path / name))
    assert load(tmp_path / name).moves() == record.moves()
    is_list = name.lower().endswith(".txt")
    assert (tmp_path / name).read_bytes().startswith(f"{game} challenge".encode()) == is_list
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_what_cannot_be_saved_is_told_in_one_line(tmp_path: Path) -> None:
    record = Record.new("boche", size=3)
    with pytest.raises(FileError, match=r"^cannot write '.*gone/game.sgf': No such file"):
        record.save(tmp_path / "gone" / "game.sgf")
    with pytest.raises(FileError, match="it is a directory"):
        record.save(tmp_path)
    old = tmp_path / "old.txt"
    old.write_text("something")
    record.root.add("c:a1").move = "no move"
    with pytest.raises(RecordError, match="a list of moves cannot hold the move 'no move'"):
        record.save(old)
    assert old.read_text() == "something"


# -- samples


def test_the_samples_of_all_games() -> None:
    everything = sample_records()
    assert {record.game_name for record in everything} == set(GAMES)
    assert everything == [record for game in sorted(GAMES) for record in sample_records(game)]
    assert not any(record.problems for record in everything)
    everything[0].root.comment = "changed"
    assert sample_records()[0] != everything[0], "each call reads them anew"
    with pytest.raises(UnknownGameError, match="unknown game 'chess'"):
        sample_records("chess")
