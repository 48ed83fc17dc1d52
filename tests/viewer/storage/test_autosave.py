"""Autosaves: one a session, offered only when its process is dead, damage set aside."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.record import load, loads
from tests import ROOT
from viewer.session import Seat, Session, SessionError
from viewer.storage.autosave import Autosave, autosave_folder, recover, recoverable


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "state" / "autosave"


def kept(*moves: str, path: Path | None = None, seats: dict[str, Seat] | None = None) -> Session:
    """A session with an autosave, some moves on."""
    session = Session.open(path) if path else Session.new(size=4, seats=seats)
    session.safety.keep(Autosave())
    for move in moves:
        session.play(move)
    return session


def left_over(*moves: str, **given: object) -> Session:
    """A session whose process, as far as its files tell, has died."""
    session = kept(*moves, **given)  # type: ignore[arg-type]
    session.safety.close()
    return session


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
    with pytest.raises(SessionError, match="another program"):
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


# -- damage


def test_damaged_autosaves_are_set_aside_and_told(folder: Path) -> None:
    left_over("c:a1", "a:b1")
    (whole,) = folder.glob("*.autosave")
    good = whole.read_bytes()
    head = good.partition(b"\n")[0]
    damages = [
        b"",
        b"\0" * 50,
        b"\xff" * 9,
        b"[" * 99_999,
        b"[]\n(;)",
        b'{"autosave":2}\n(;)',
        head,
        head + b"\n\n",
        good.replace(b'"autosave": 3', b'"autosave": 0'),
        good.replace(b'"autosave": 3', b'"autosave": "3"'),
        good.replace(b'"seats": {', b'"seats": [], "x": {'),
        good.replace(b'"player": ""', b'"player": 3'),
        good.replace(b'"path": null', b'"path": "/a\\u0000b"'),
        good.replace(b"GM[Boche]", b"GM[1]"),
        good.replace(b'"cursor": 2', b'"cursor": []'),
        good.replace(b'"cursor": 2', b'"cursor": Infinity'),
        good.replace(b'"saved": "2', b'"saved": "x'),
        re.sub(rb'"saved": "[^"]*"', b'"saved": "0001-01-01T00:00:00+14:00"', good),
    ]
    assert all(data != good for data in damages)
    for number, data in enumerate(damages):
        (folder / f"{number:x}.autosave").write_bytes(data)
    told: list[str] = []
    assert [lost.file for lost in recoverable(report=told.append)] == [whole]
    assert len(told) == len(damages)
    assert all("damaged" in line and "\n" not in line for line in told)
    assert len(list(folder.glob("*.damaged-1"))) == len(damages)
    told.clear()
    assert len(recoverable(report=told.append)) == 1
    assert told == []


def test_a_time_without_a_zone_and_an_unknown_player_cost_no_game(folder: Path) -> None:
    left_over("c:a1")
    left_over("a:b1", seats={"dark": Seat("", "uct:50")})
    for file in folder.glob("*.autosave"):
        data = re.sub(rb"[+]00:00", b"", file.read_bytes())
        file.write_bytes(data.replace(b"uct:50", b"no-such-player:3"))
    told: list[str] = []
    found = recoverable(report=told.append)
    assert (len(found), told) == (2, [])
    players = [seat.player for lost in found for seat in recover(lost).seats.values()]
    assert players == [""] * 4


def test_a_game_of_a_newer_version_is_left_alone(folder: Path) -> None:
    left_over("c:a1")
    (file,) = folder.glob("*.autosave")
    (lost,) = recoverable()
    data = file.read_bytes().replace(b'"autosave": 3', b'"autosave": 4')
    file.write_bytes(data)
    half = folder / f".{file.name}.abcdef"
    half.write_bytes(b"its own business")
    told: list[str] = []
    assert recoverable(report=told.append) == []
    (line,) = told
    assert "a newer version" in line
    assert str(file) in line
    assert "damaged" not in line
    with pytest.raises(SessionError, match="newer version"):
        recover(lost)
    assert file.read_bytes() == data
    assert sorted(folder.iterdir()) == [half, file]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_file_keeps_nobody_waiting(folder: Path) -> None:
    left_over("c:a1")
    os.mkfifo(folder / "1.autosave")
    (folder / "2.autosave").mkdir()
    (folder / "3.autosave").symlink_to("3.autosave")
    (folder / "4.autosave").symlink_to("/dev/zero")
    (folder / "5.lock").mkdir()
    (folder / ("6" * 240 + ".autosave")).write_bytes(b"x")
    (folder / "[**].lock").write_bytes(b"")
    (folder / ".7.autosave.half").mkdir()
    told: list[str] = []
    assert [lost.moves for lost in recoverable(report=told.append)] == [1]
    assert len(told) == 5
    assert all("\n" not in line for line in told)


def test_what_can_be_read_of_a_damaged_one_is_recovered(folder: Path) -> None:
    left_over("c:a1", "a:b1", "c:c1")
    (file,) = folder.glob("*.autosave")
    data = file.read_bytes()
    file.write_bytes(data[: data.index(b";W[c:c1]") + 4])
    session = recover(recoverable()[0])
    assert session.record.moves() == ["c:a1", "a:b1"]
    assert session.file.problems != []
    assert file.with_name(file.name + ".damaged-1").exists()
    session.safety.close()
    assert len(recoverable()) == 1


def test_leftovers_of_writing_are_removed(folder: Path) -> None:
    left_over("c:a1")
    (file,) = folder.glob("*.autosave")
    half = folder / f".{file.name}.abcdef"
    half.write_bytes(b"half")
    (folder / "dead.lock").touch()
    assert len(recoverable()) == 1
    assert list(folder.iterdir()) == [file]


# -- no place to write


def test_an_unwritable_folder_is_one_warning_and_playing_goes_on(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("x")
    session = Session.new(size=4)
    session.safety.keep(Autosave(tmp_path / "plain" / "below"))
    session.play("c:a1")
    (message,) = session.safety.take_messages()
    assert message.startswith("unsaved moves are not safe, play goes on: ")
    assert "\n" not in message
    session.play("a:b1")
    assert session.safety.take_messages() == []
    assert session.cursor.moves == ["c:a1", "a:b1"]
    session.safety.close()
    assert recoverable(tmp_path / "plain" / "below") == []


def test_writing_starts_again_when_it_can(folder: Path) -> None:
    session = kept("c:a1")
    shutil.rmtree(folder)
    folder.write_text("in the way")
    session.play("a:b1")
    assert len(session.safety.take_messages()) == 1
    folder.unlink()
    session.play("c:c1")
    assert session.safety.take_messages() == []
    session.safety.close()
    assert [lost.moves for lost in recoverable()] == [3]


def test_recovering_onto_a_full_disk_keeps_the_old_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_over("c:a1")
    (lost,) = recoverable()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        session = recover(lost)
        assert session.cursor.moves == ["c:a1"]
        assert "No space left" in session.safety.take_messages()[0]
        session.play("a:b1")
    assert lost.file.exists()
    assert len(list(folder.glob(".*"))) == 0
    session.play("c:c1")
    session.safety.close()
    assert sorted(one.moves for one in recoverable()) == [1, 3]


# -- several processes

CHILD = """
import sys
from viewer.storage.autosave import Autosave
from viewer.session import Session
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


def test_a_change_costs_a_few_milliseconds_in_the_longest_game() -> None:
    record = loads("(;GM[Boche]SZ[20]RU[-kill=0 -fill_board])")
    session = Session(record)
    while session.outcome is None and len(session.cursor.line) < 1500:
        session.play(session.position.legal_moves()[0])
    session.safety.keep(Autosave())
    times = []
    for number in range(30):
        begin = time.perf_counter()
        session.edits.set_comment(str(number))
        times.append(time.perf_counter() - begin)
    assert sorted(times)[15] < 0.05  # measured: 3 to 4 ms; slow disks and busy machines pass too


def test_the_folder_is_the_users_own(folder: Path) -> None:
    assert autosave_folder() == folder
    kept("c:a1")
    assert folder.stat().st_mode & 0o077 == 0 or sys.platform == "win32"
