"""Files of several games: each is a chapter, and saving one keeps the bytes of the others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.errors import BocheError
from boche.engine.record import Record, dump_sgf, load_all
from boche.engine.record.sgf_reader import game_spans
from boche.viewer.session import SaveAsNeededError, Session
from boche.viewer.storage.autosave import Autosave, recover, recoverable

GAMES = (
    b"(;FF[4]GM[Boku]GN[First (one\\])]XX[kept  as is];B[e4];W[f5])",
    b"(;FF[4]GM[Boche]SZ[4]PW[Anna]PB[Bert] ;W[c:a1]\n(;B[a:b1])(;B[b:b1]))",
    b"(;FF[4]GM[19]BO[37][57][77]WO[33][53][73];B[57+E];W[53])",
    b"(;FF[4]GM[Che];W[fl:0,0])",
)
BETWEEN = b"\r\n \t"
FILE = BETWEEN.join(GAMES) + b"\n\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "study.sgf"
    file.write_bytes(FILE)
    return file


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_saving_one_chapter_keeps_the_bytes_of_the_others(path: Path, number: int) -> None:
    session = Session.open(path, number)
    assert session.file.chapters is not None
    assert session.file.chapters.titles == ("First (one])", "Anna - Bert", "Chapter 3", "Chapter 4")
    for comment in ("short", "much longer " * 40, ""):
        session.edits.set_comment(comment)
        assert session.file.save() == []
        whole = path.read_bytes()
        others = [game for at, game in enumerate(GAMES, 1) if at != number]
        assert all(game in whole for game in others)
        assert whole.count(BETWEEN) == 3
        assert load_all(path)[number - 1] == session.record
        assert not session.edits.modified
        titles = session.file.chapters and session.file.chapters.titles
        assert titles == ("First (one])", "Anna - Bert", "Chapter 3", "Chapter 4")


@given(st.lists(st.sampled_from(GAMES), min_size=1), st.sampled_from([b"", b"\n", b" x "]))
def test_games_lie_where_they_are_said_to(games: list[bytes], between: bytes) -> None:
    data = between.join(games)
    assert [data[start:end] for start, end in game_spans(data)] == games


def test_chapters_are_added_and_deleted(path: Path) -> None:
    session = Session.open(path, 2)
    record = Record.new("che")
    record.name = "New"
    session.file.rewrite(session.file.all_chapters().added(dump_sgf(record), "New"))
    assert path.read_bytes().startswith(FILE.rstrip())
    assert [r.name for r in load_all(path)][-1] == "New"
    for left in (4, 3, 2, 1):
        session = Session.open(path, left)
        session.file.rewrite(session.file.all_chapters().without(left))
        assert len(load_all(path)) == left


def test_a_file_of_one_game_gets_a_second_chapter(tmp_path: Path) -> None:
    path = tmp_path / "one.sgf"
    path.write_bytes(GAMES[0])
    session = Session.open(path)
    assert session.file.chapters is None
    session.file.rewrite(session.file.all_chapters().added(GAMES[3], "Chapter 2"))
    assert path.read_bytes() == GAMES[0] + b"\n" + GAMES[3]


def test_a_file_that_another_program_changed_is_not_rewritten(path: Path) -> None:
    session = Session.open(path, 2)
    chapters = session.file.all_chapters()
    os.utime(path, ns=(1, 1))
    with pytest.raises(SaveAsNeededError, match="changed after it was opened"):
        session.file.rewrite(chapters.without(2))
    assert path.read_bytes() == FILE
    with pytest.raises(BocheError):
        Session.new().file.all_chapters()


def test_a_list_of_moves_says_that_it_loses_the_others(path: Path, tmp_path: Path) -> None:
    session = Session.open(path, 3)
    lost = session.file.save_as(tmp_path / "moves.txt")
    assert "other chapters" in lost[-1]
    assert session.file.save_as(tmp_path / "copy.sgf") == []
    assert len(load_all(tmp_path / "copy.sgf")) == 4


@pytest.mark.parametrize("changed", [False, True])
def test_a_chapter_recovered_after_a_crash_keeps_the_others(
    path: Path, tmp_path: Path, changed: bool
) -> None:
    folder = tmp_path / "autosaves"
    session = Session.open(path, 2)
    session.safety.keep(Autosave(folder))
    session.edits.set_comment("before the crash")
    session.safety.close()
    if changed:
        path.write_bytes(FILE + b"\n")
    recovered = recover(recoverable(folder)[0])
    assert recovered.cursor.node.comment == "before the crash"
    if changed:
        with pytest.raises(SaveAsNeededError):
            recovered.file.save()
        return
    assert recovered.file.save() == []
    assert load_all(path)[1] == recovered.record
    assert all(game in path.read_bytes() for game in (GAMES[0], *GAMES[2:]))
