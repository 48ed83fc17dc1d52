"""Autosaves that are damaged or foreign, and folders that cannot be written."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from boche.viewer.session import Seat, Session, SessionError
from boche.viewer.storage.autosave import Autosave, recover, recoverable
from tests.viewer.storage.unsaved import folder, kept, left_over

__all__ = ["folder"]

# -- damage


def test_damaged_autosaves_are_set_aside_and_told(folder: Path) -> None:
    left_over("c:a1", "a:b1", seats={"dark": Seat()})
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
    assert message.startswith("moves are not being autosaved: ")
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
