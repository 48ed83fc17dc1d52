"""A new game from a place in a record: its moves, its players, and the untouched original."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES, new
from boche.engine.record import Record, dump_sgf, loads
from boche.viewer.session import Seat, Session
from boche.viewer.window.records.play_from import game_from, play_from
from tests import ROOT

RECORDS = ROOT / "assets" / "records"
SAMPLES = ("boche-path.sgf", "che-area.txt", "boku-sandwiches.sgf", "octi-south.sgf")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_new_game_begins_with_the_moves_up_to_here(name: str) -> None:
    old = Session.open(RECORDS / name)
    node = old.cursor.go_index(6)
    before = dump_sgf(old.record)
    colour = old.turn
    game = game_from(old, node, colour, 5)
    assert game.cursor.moves == old.cursor.moves[:6]
    assert game.position == old.position
    assert game.record.options == old.record.options
    assert not game.edits.modified
    assert game.person_of(colour).player == ""
    assert [seat.player for seat in game.seats.values()].count("5") == 1
    game.play(str(game.position.legal_moves()[0]))
    assert dump_sgf(old.record) == before
    assert old.cursor.node is node


def test_after_a_swap_the_colours_are_those_on_the_table() -> None:
    record = loads("(;FF[4]GM[Boche]SZ[4]PW[Bert]PB[Anna];W[c:b2];B[swap]C[a note];B[a:a1])")
    old = Session(record)
    assert old.cursor.last().move == "a:a1"
    game = game_from(old, old.cursor.node, "light", 2)
    assert game.person_of("light").player == ""
    assert game.person_of("dark").player == "2"
    assert set(game.record.players.values()) == {""}, "those who played it are others"
    assert all(not node.comment for node in game.record.nodes())


@pytest.mark.parametrize("colour", ["light", "dark"])
def test_the_game_carries_the_user_s_name(colour: str) -> None:
    for text in ("(;GM[Boche]SZ[4];W[c:b2];B[a:a1])", "(;GM[Boche]SZ[4];W[c:b2];B[swap];B[a:a1])"):
        old = Session(loads(text))
        old.cursor.last()
        game = game_from(old, old.cursor.node, colour, 2, "Anna")
        assert game.person_of(colour) == Seat("Anna")
        assert sorted(game.file.named.players.values()) == ["Anna", "Computer level 2"]


def test_the_side_to_move_is_offered_first() -> None:
    begun: list[tuple[str, int]] = []
    game = GAMES["boku"]
    colours = game.colours
    form = play_from(game, colours[1], lambda *chosen: begun.append(chosen))
    form.key("Enter")
    assert begun == [(colours[1], 3)]
    assert form.closed
    other = play_from(game, colours[1], lambda *chosen: begun.append(chosen))
    other.set(0, colours[0])
    other.step(1, 3)
    other.key("Escape")
    assert begun == [(colours[1], 3)]
    other = play_from(game, colours[1], lambda *chosen: begun.append(chosen))
    other.set(0, colours[0])
    other.step(1, 3)
    other.press("start")
    assert begun[1:] == [(colours[0], 6)]


def test_a_game_that_starts_from_a_position_is_played_from_there() -> None:
    start = new("boku").play("e4").play("f5")
    old = Session(Record.from_position(start))
    old.play("a1")
    game = game_from(old, old.cursor.node, "white", 2)
    assert game.record.start == start
    assert game.position == old.position
    assert game.cursor.moves == ["a1"]
