"""Autosaves: one per session, offered only when its process is dead; damaged ones set aside."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.engine.games.registry import new
from boche.engine.record import Record, load, loads
from boche.viewer.session import Seat, Session, SessionError
from boche.viewer.storage.autosave import Autosave, autosave_folder, recover, recoverable
from tests import ROOT
from tests.viewer.storage.unsaved import folder, kept, left_over
from tests.work import lines_of

__all__ = ["folder"]


def test_every_change_is_in_the_file_before_it_is_seen(folder: Path) -> None:
    session = kept()
    assert not folder.exists()
    edits = [
        lambda: session.play("c:a1"),
        lambda: session.edits.set_comment("x"),
        lambda: session.play("a:b1"),
        session.edits.undo,
        session.edits.redo,
        lambda: session.paste("c:c1 b:c2"),
        session.resign,
        lambda: session.edits.set_player("dark", "Bert"),
        lambda: session.edits.delete(session.cursor.line[3]),
    ]
    for edit in edits:
        edit()
        (file,) = folder.glob("*.autosave")
        data = file.read_bytes().partition(b"\n")[2]
        assert load(data) == session.record


def test_the_work_of_the_living_is_not_offered() -> None:
    session = kept("c:a1")
    assert recoverable() == []
    session.safety.close()
    assert len(recoverable()) == 1


def test_the_folder_is_read_once_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    for move in ("c:a1", "a:b1", "b:a1", "d:a1"):
        left_over(move)
    asked: list[Path] = []
    listing = Path.iterdir

    def counted(path: Path) -> Iterator[Path]:
        asked.append(path)
        return listing(path)

    monkeypatch.setattr(Path, "iterdir", counted)
    assert len(recoverable()) == 4
    assert asked == [autosave_folder()]


def test_an_autosave_tells_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[Boche]SZ[4]PW[Anna]PB[Bert];W[c:a1])")
    left_over("a:b1", path=path)
    (lost,) = recoverable()
    assert (lost.players, lost.moves, lost.path, lost.game) == (("Anna", "Bert"), 2, path, "boche")
    assert 0 <= time.time() - lost.when.timestamp() < 60


def test_recovering_brings_everything_back(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[Boche]SZ[4]PW[Anna];W[c:a1];B[a:b1];W[c:c1])")
    old = kept(path=path)
    old.seats.seat("dark", Seat("Deep", "4"))
    old.cursor.go_index(1)
    old.play("b:b1")
    old.safety.close()
    session = recover(recoverable()[0])
    assert session.record == old.record
    assert session.seats == old.seats
    assert (session.file.path, session.cursor.last_move, session.edits.modified) == (
        path,
        "b:b1",
        True,
    )
    assert (session.file.problems, session.safety.take_messages()) == ([], [])
    assert recoverable() == []
    assert len(list(folder.glob("*.autosave"))) == 1
    assert session.file.save() == []
    assert list(folder.iterdir()) == []
    assert load(path) == session.record


def test_a_file_changed_since_then_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[Boche]SZ[4];W[c:a1])")
    left_over("a:b1", path=path)
    path.write_text("(;FF[4]GM[Boche]SZ[4];W[d:a1]C[by someone else])")
    with pytest.raises(SessionError, match="changed after it was opened"):
        recover(recoverable()[0]).file.save()


def test_a_guarded_file_stays_guarded(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[Boche]SZ[4];W[c:a1];B[zz])")
    left_over("a:b1", path=path)
    with pytest.raises(SessionError, match="could not be read"):
        recover(recoverable()[0]).file.save()


def test_saving_discarding_and_undoing_leave_nothing(tmp_path: Path, folder: Path) -> None:
    session = kept("c:a1")
    session.file.save_as(tmp_path / "x.sgf")
    assert list(folder.iterdir()) == []
    session.play("a:b1")
    assert len(list(folder.glob("*.autosave"))) == 1
    session.safety.close(discard=True)
    assert list(folder.iterdir()) == []
    session = kept("c:a1")
    session.edits.undo()
    assert list(folder.iterdir()) == []
    session.edits.redo()
    assert len(list(folder.glob("*.autosave"))) == 1
    session.edits.undo()
    session.safety.close()
    assert list(folder.iterdir()) == []


def test_a_save_that_leaves_something_out_keeps_the_autosave(tmp_path: Path) -> None:
    session = kept("c:a1", "a:b1")
    session.cursor.back()
    session.play("b:b1")
    assert session.file.save_as(tmp_path / "x.txt") != []
    session.safety.close()
    assert len(recoverable()) == 1


def test_two_windows_cannot_recover_the_same_work() -> None:
    left_over("c:a1")
    (lost,) = recoverable()
    first = recover(lost)
    with pytest.raises(SessionError, match="another window"):
        recover(lost)
    first.safety.close()
    assert len(recoverable()) == 1


def test_a_game_kept_by_a_former_version_is_found(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "0123456789abcdef.autosave").write_bytes(VERSION_1)
    told: list[str] = []
    (lost,) = recoverable(report=told.append)
    assert (lost.moves, lost.when.year, told) == (3, 2026, [])
    session = recover(lost)
    assert session.file.problems == []
    assert session.cursor.moves == ["c:b2", "swap", "a:a1"]
    assert session.seats == {"light": Seat("Anna"), "dark": Seat("", "4")}
    session.safety.close()
    (again,) = recoverable()
    assert recover(again).seats == session.seats


VERSION_1 = b"""\
{"autosave": 1, "saved": "2026-11-20T18:30:00.123456+00:00", "path": null, "stamp": null, \
"guarded": false, "cursor": 3, "seats": {"light": {"kind": "human", "name": "Anna", "level": 0}, \
"dark": {"kind": "computer", "name": "", "level": 4}}}
(;FF[4]GM[Boche]CA[UTF-8]SZ[4]AP[boche:1]PW[Anna];W[c:b2];B[swap];B[a:a1])
"""


# -- several processes

CHILD = """
import sys
from boche.viewer.storage.autosave import Autosave
from boche.viewer.session import Session
session = Session.new(size=4)
session.safety.keep(Autosave())
for move in sys.argv[1:]:
    session.play(move)
print("ready", flush=True)
sys.stdin.readline()
session.play("c:c1")
print("played", flush=True)
sys.stdin.readline()
"""


def start(*moves: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CHILD, *moves]
    pipe = subprocess.PIPE
    child = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child


def end(child: subprocess.Popen[str]) -> None:
    with child:
        child.kill()


def test_several_windows_do_not_fight() -> None:
    first, second = start("c:a1", "a:b1"), start("d:a1")
    try:
        assert recoverable() == []
        end(first)
        (lost,) = recoverable()
        assert lost.moves == 2
        recover(lost).safety.close()
        assert second.stdin is not None
        assert second.stdout is not None
        second.stdin.write("\n")
        second.stdin.flush()
        assert second.stdout.readline() == "played\n"
        assert [one.moves for one in recoverable()] == [2]
    finally:
        end(first)
        end(second)
    assert sorted(one.moves for one in recoverable()) == [2, 2]
    texts = {tuple(recover(one).cursor.moves) for one in recoverable()}
    assert texts == {("c:a1", "a:b1"), ("d:a1", "c:c1")}


def test_what_a_change_costs_grows_no_faster_than_the_game() -> None:
    record = loads("(;GM[Boche]SZ[20]RU[-kill=0 -fill_board])")
    session = Session(record)
    while session.outcome is None and len(session.cursor.line) < 400:
        session.play(session.position.legal_moves()[0])
    session.safety.keep(Autosave())
    session.edits.set_comment("the first has a file to make")
    # Measured: 53 for each move, which is 3 to 4 ms in a game of 1500.
    assert lines_of(lambda: session.edits.set_comment("another")) < 300 * len(session.cursor.line)


def test_the_folder_is_the_users_own(folder: Path) -> None:
    assert autosave_folder() == folder
    kept("c:a1")
    assert folder.stat().st_mode & 0o077 == 0 or sys.platform == "win32"


def test_a_recovered_game_that_is_undone_to_its_start_is_not_offered_again() -> None:
    left_over("c:a1", "a:b1", seats={"dark": Seat("", "3")})
    (lost,) = recoverable()
    session = recover(lost)
    while session.edits.undo():
        assert session.edits.modified == bool(session.cursor.moves)
    assert session.edits.redo()
    assert session.edits.modified
    assert session.edits.undo()
    session.safety.close()
    assert recoverable() == []


def test_what_a_recovered_game_began_with_stays_where_it_was_work(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[Boche]SZ[4])")
    left_over("c:a1", path=path)
    session = recover(recoverable()[0])
    session.edits.undo()
    session.safety.close()
    assert len(recoverable()) == 1, "the file may hold more by now"
    pasted = Session.new(size=4).paste("(;GM[Boche]SZ[4]C[my idea];W[c:a1])")
    assert isinstance(pasted, Session)
    pasted.safety.keep(Autosave())
    pasted.play("a:b1")
    pasted.safety.close()
    again = recover(recoverable()[0])
    again.edits.undo()
    assert again.edits.modified
    again.safety.close()


def test_a_game_from_a_position_is_recovered_with_its_start(folder: Path) -> None:
    start = new("octi")
    for move in ("57+e", "53", "57e-56"):
        start = start.play(move)
    session = Session(Record.from_position(start))
    session.edits.mark_unsaved()
    session.safety.keep(Autosave())
    session.play("53+a")
    session.play("37")
    session.safety.close()
    (lost,) = recoverable()
    recovered = recover(lost)
    assert recovered.record.start == start
    assert recovered.cursor.moves == ["53+a", "37"]
    assert recovered.position == session.position
    for _ in range(2):
        recovered.edits.undo()
    assert recovered.position == start
    recovered.safety.close(discard=True)
