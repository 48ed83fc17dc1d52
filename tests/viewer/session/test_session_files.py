"""The session's files and texts: lenient opening, saving without loss, the clipboard."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boche.engine.atomic_write import FileError
from boche.engine.errors import BocheError, IllegalMoveError, NotationError, RecordError
from boche.engine.record import dump_moves, load, loads
from boche.viewer.session import SaveAsNeededError, Seat, Session
from tests import ROOT

RECORDS = ROOT / "assets" / "records"
GOOD = "(;FF[4]GM[Boche]CA[UTF-8]SZ[4]PW[Anna]XX[kept];W[c:a1](;B[a:b1];W[c:c1])(;B[b:b1]C[why]))"
BAD = "(;FF[4]GM[Boche]CA[UTF-8]SZ[4];W[c:a1];B[a:b1];W[c:zz9];B[a:c1])"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_open_change_save(good: Path) -> None:
    session = Session.open(good)
    assert (session.file.problems, session.edits.modified, session.cursor.last_move) == (
        [],
        False,
        "c:c1",
    )
    assert session.title == "game.sgf - Boche"
    session.play("c:a2")
    assert session.title == "* game.sgf - Boche"
    assert session.name == "game.sgf"
    assert session.file.save() == []
    assert not session.edits.modified
    assert load(good) == session.record
    assert session.record.root.text("XX") == "kept"
    session.edits.undo()
    assert session.edits.modified
    assert session.file.save() == []
    assert load(good) == loads(GOOD)


def test_a_text_that_is_no_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("hello this is no record", encoding="utf-8")
    with pytest.raises(RecordError, match=r"nothing to play in it: line 1, column 1: no record: "):
        Session.open(path)


def test_a_board_that_is_turned_is_told_and_its_file_may_be_written() -> None:
    south, north = (Session.open(RECORDS / f"octi-{name}.sgf") for name in ("south", "three-bases"))
    note = "this record has Black in the south: the board is turned, and Black sits in the north"
    assert (south.file.problems, south.file.notes) == ([], [note])
    assert not south.file.guarded
    assert north.file.problems == north.file.notes == []


def test_a_lenient_open_keeps_what_comes_before_and_guards_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.sgf"
    path.write_text(BAD, encoding="utf-8")
    session = Session.open(path)
    assert session.cursor.moves == ["c:a1", "a:b1"]
    assert session.file.problems[0].startswith("line 1, column 48: ply 3: ")
    assert session.file.problems[-1] == f"2 moves are left out, from {session.file.problems[0]}"
    assert all("\n" not in line for line in session.file.problems)
    session.play("c:c1")
    with pytest.raises(SaveAsNeededError, match="choose another name"):
        session.file.save()
    assert path.read_text(encoding="utf-8") == BAD
    session.file.save_as(tmp_path / "other.sgf")
    assert path.read_text(encoding="utf-8") == BAD
    session.play("d:d1")
    assert session.file.save() == []
    assert load(tmp_path / "other.sgf").moves()[-1] == "d:d1"


def test_other_games_in_a_file_are_not_lost_by_saving(tmp_path: Path) -> None:
    path = tmp_path / "two.sgf"
    path.write_text(GOOD + BAD, encoding="utf-8")
    session = Session.open(path, number=2)
    assert session.file.notes == ["game 2 of 2 in this file is opened"]
    with pytest.raises(SaveAsNeededError):
        session.file.save()
    with pytest.raises(RecordError, match="no game 3"):
        Session.open(path, number=3)


def test_what_another_program_wrote_is_not_overwritten(good: Path) -> None:
    session = Session.open(good)
    session.play("c:a2")
    good.write_text(BAD, encoding="utf-8")
    os.utime(good, ns=(1, 1))
    with pytest.raises(SaveAsNeededError, match="changed after it was opened"):
        session.file.save()
    session.file.save_as(good)
    assert load(good) == session.record
    good.unlink()
    session.edits.undo()
    session.file.save()
    assert good.exists()


def test_nothing_to_save_to(tmp_path: Path, good: Path) -> None:
    with pytest.raises(SaveAsNeededError, match="no file yet"):
        Session.new().file.save()
    session = Session.open(good)
    session.play("c:a2")
    for path in (good / "below.sgf", tmp_path, tmp_path / "none" / "x.sgf"):
        with pytest.raises(FileError):
            session.file.save_as(path)
    assert session.edits.modified
    assert session.file.path == good


@pytest.mark.parametrize("name", ["missing.sgf", "."])
def test_what_cannot_be_opened_says_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError, match="cannot read"):
        Session.open(tmp_path / name)


def test_a_list_of_moves_tells_what_it_leaves_out(tmp_path: Path, good: Path) -> None:
    session = Session.open(good)
    lost = session.file.losses(tmp_path / "game.txt")
    assert lost == [
        "a list of moves has no place for a variation",
        "a list of moves has no place for these properties: XX",
    ]
    session.play("c:a2")
    assert session.file.save_as(tmp_path / "game.txt") == lost
    assert session.edits.modified
    assert session.file.path == good
    assert load(tmp_path / "game.txt").moves() == session.record.moves()


def test_a_list_of_moves_that_holds_everything_is_a_save(tmp_path: Path) -> None:
    session = Session.new("boche", ["Anna", "Bert"], size=4)
    session.play("c:a1")
    session.edits.set_comment("first")
    session.resign("light")
    path = tmp_path / "game.TXT"
    assert session.file.save_as(path) == []
    assert (session.edits.modified, session.file.path) == (False, path)
    assert Session.open(path).record == session.record


def test_names_and_results_that_a_list_cannot_hold(tmp_path: Path) -> None:
    session = Session(loads("(;GM[Boche]PW[Anna Lee]RE[W+T];W[c:a1])"))
    lost = session.file.losses(tmp_path / "x.txt")
    assert len(lost) == 2
    assert "W+T" in lost[0]
    assert "names" in lost[1]
    assert session.file.losses(tmp_path / "x.sgf") == []


# -- the clipboard


def test_copies_paste_as_new_sessions() -> None:
    session = Session(loads(GOOD))
    for text, same in ((session.record.text(), True), (dump_moves(session.record), False)):
        other = session.paste(text)
        assert isinstance(other, Session)
        assert other.edits.modified
        assert (other.record == session.record) is same
        assert other.cursor.moves == session.record.moves()


def test_pasted_moves_go_on_from_the_cursor() -> None:
    session = Session.new(size=4)
    session.play("c:a1")
    nodes = session.paste("1... a:b1 # mine\n2. c:c1 resign")
    assert isinstance(nodes, list)
    assert session.cursor.line[2:] == nodes
    assert nodes[0].comment == "mine"
    assert session.record.result == "W+R"
    assert session.edits.undo()
    assert (session.cursor.moves, session.record.result) == (["c:a1"], "")


def test_moves_of_another_input_method_are_read() -> None:
    session = Session.new("boche", size=3)
    assert [node.move for node in session.paste("\uff43\uff1a\uff41\uff11 a:b1\u200b")] == [
        "c:a1",
        "a:b1",
    ]


def test_moves_of_a_greek_keyboard_are_pasted_and_comments_stay() -> None:
    session = Session.new("boche", size=3)
    nodes = session.paste("1. ψ:α1 α:β\u0661 # καλή κίνηση")
    assert isinstance(nodes, list)
    assert [(node.move, node.comment) for node in nodes] == [
        ("c:a1", ""), ("a:b1", "καλή κίνηση"),
    ]  # fmt: skip


def test_pasted_moves_follow_what_is_there() -> None:
    session = Session(loads(GOOD))
    nodes = session.paste("c:a1 b:b1 # other\n c:c1")
    assert isinstance(nodes, list)
    assert nodes[1].comment == "why"
    assert len(list(session.record.nodes())) == 6
    session.edits.undo()
    assert session.record == loads(GOOD)


def test_a_whole_game_without_a_header_pastes_in_the_middle() -> None:
    session = Session(loads(GOOD))
    session.cursor.last()
    other = session.paste("c:a1 a:b1")
    assert isinstance(other, Session)
    assert other.record.options == session.record.options


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", NotationError),
        (" \n", NotationError),
        ("# only a comment", NotationError),
        ("hello world", NotationError),
        ("c:a1 g:b1", IllegalMoveError),
        ("(;GM[1];B[aa])", RecordError),
        ("(;", BocheError),
        ("\0", RecordError),
        ("\udc80", BocheError),
    ],
)
def test_what_cannot_be_pasted_is_told_in_one_line(text: str, error: type[Exception]) -> None:
    session = Session(loads(GOOD))
    before = session.record.copy()
    if text == "(;":
        assert isinstance(session.paste(text), Session)
        return
    with pytest.raises(error) as caught:
        session.paste(text)
    assert "\n" not in str(caught.value)
    assert session.record == before
    assert session.edits.undo_text == ""


def test_nothing_is_pasted_behind_the_end() -> None:
    session = Session(loads("(;GM[Boche]SZ[4]RE[Draw];W[c:a1])"))
    session.cursor.last()
    before = session.record.copy()
    with pytest.raises(IllegalMoveError, match="the game ends before that"):
        session.paste("a:b1")
    session.cursor.first()
    for text in ("c:a1 a:b1", "c:a1 resign"):
        with pytest.raises(IllegalMoveError, match="game ends before that: a draw"):
            session.paste(text)
    assert session.paste("c:a1") == [session.cursor.node]
    assert session.record == before


def test_pasting_a_resignation_again_changes_nothing() -> None:
    session = Session.new(size=4)
    nodes = session.paste("c:a1 resign")
    session.cursor.first()
    assert session.paste("c:a1 resign") == nodes
    assert session.edits.undo_text == "paste"
    session.edits.undo()
    assert not session.edits.modified


# -- computers in a file


@pytest.mark.parametrize("form", ["sgf", "txt"])
def test_a_computer_without_a_name_is_called_what_it_is(tmp_path: Path, form: str) -> None:
    seats = {"light": Seat("", "3"), "dark": Seat("", "gtp:/usr/games/gnugo --mode gtp")}
    session = Session.new("boche", seats=seats, size=4)
    session.play("c:a1")
    assert session.file.save_as(tmp_path / f"x.{form}") == []
    assert not session.edits.modified
    level = "Computer level 3" if form == "sgf" else "Computer_level_3"
    again = Session.open(tmp_path / f"x.{form}")
    assert again.record.players == {"light": level, "dark": "gnugo"}
    assert [seat.player for seat in again.seats.values()] == ["", ""], "a name seats somebody"
    assert loads(session.file.text()).players["light"] == "Computer level 3"
    assert [seat.name for seat in session.seats.values()] == ["", ""]


def test_a_name_that_was_given_stays_and_a_person_needs_none(tmp_path: Path) -> None:
    session = Session.new("boche", ["Deep", ""], {"light": Seat("", "3")}, size=4)
    session.play("c:a1")
    session.file.save_as(tmp_path / "x.sgf")
    assert list(Session.open(tmp_path / "x.sgf").record.players.values()) == ["Deep", ""]
    session.seats.seat("light", Seat("", "uct:500"))
    session.file.save_as(tmp_path / "x.sgf")
    assert Session.open(tmp_path / "x.sgf").record.players["light"] == "Computer uct:500"
