"""A real window with a full, damaged or unexpected disk: nothing is lost without a question."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from boche.engine.record import load
from boche.viewer.session import Seat, Session
from boche.viewer.storage.autosave import Autosave, recover, recoverable
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

__all__ = ["desk", "display"]

resource = pytest.importorskip("resource")
CALM = {"hints_seen": True, "animation_speed": 0.0, "window_size": [900, 640]}
SCENARIOS = "tests.e2e.window.disk_scenarios"


def keep(desk: Desk, *moves: str, seats: dict[str, Seat] | None = None) -> Path:
    """Leave unsaved work of a dead process, and return its file."""
    session = Session.new(size=3, seats=seats)
    keeper = Autosave(desk.home / "state" / "autosave")
    session.safety.keep(keeper)
    for move in moves:
        session.play(move)
    assert keeper.path is not None
    file = keeper.path
    session.safety.close()
    return file


def test_a_full_disk_is_marked_tried_again_and_asked_about(desk: Desk, tmp_path: Path) -> None:
    desk.settings(**CALM)
    path = tmp_path / "elsewhere.sgf"
    seen = desk.scenario("full", path, module=SCENARIOS)
    assert "moves are not being autosaved" in seen["told"]
    assert seen["before"] == seen["after"] == 0
    assert seen["first"] > 1000
    assert seen["later"] > 1000, "the mark goes away though nothing is safe"
    assert "File too large" in seen["why"]
    assert seen["clickable"]
    assert seen["asked"] == seen["asked_again"] == "Close without saving?"
    assert seen["buttons"] == ["Save elsewhere", "Quit anyway", "Cancel"]
    assert seen["stays"]
    assert seen["again"], "it is not tried again by itself"
    assert "cannot write" in seen["refused"]
    assert seen["closed"]
    assert seen["moves"][:3] == ["c:a1", "a:b1", "c:c1"]
    assert load(path).moves() == seen["moves"]
    assert desk.autosaves() == []


def test_a_home_that_is_no_folder_is_asked_about_by_keys(desk: Desk, tmp_path: Path) -> None:
    """Run the program in a window by keys, as a user would."""
    desk.home.joinpath("config", "settings.json").unlink()
    desk.home.joinpath("config").rmdir()
    desk.home.rmdir()
    desk.home.write_text("in the way")
    desk.do("mousemove", 1900, 1190)
    process = desk.start("--size", 2)
    desk.keys("Escape")
    desk.do("key", "slash", "type", "c:a1")
    desk.keys("Return")
    desk.do("sleep", 0.3)
    desk.keys("ctrl+q")
    desk.do("sleep", 0.3)
    assert process.poll() is None, "the only copy of the game is gone without a question"
    desk.keys("Return")
    desk.do("sleep", 0.2, "key", "ctrl+u", "type", "--delay", 4, str(tmp_path / "kept.sgf"))
    desk.keys("Return")
    assert process.wait(PATIENCE) == 0
    assert load(tmp_path / "kept.sgf").moves() == ["c:a1"]


def test_a_comment_or_a_name_alone_is_asked_about(desk: Desk) -> None:
    seen = desk.scenario("only_a_comment", module=SCENARIOS)
    assert seen["asked"] == seen["asked_for_name"] == "Save this game?"
    assert seen["comment"] == "think of the corner"
    assert len(desk.autosaves()) == 1


def test_unsaved_games_are_told_apart_by_their_files(desk: Desk) -> None:
    desk.settings(**CALM)
    files = [keep(desk, *["c:a1", "a:b1", "c:c1"][:count]) for count in (1, 2, 3)]
    seen = desk.scenario("one_gone", module=SCENARIOS)
    assert seen["count"] == 3
    assert "another window" in seen["problem"]
    assert "another window" in seen["discard"]
    assert seen["left"]
    assert seen["asked"] == "Save this game?", "the game on the table is replaced unasked"
    assert seen["kept"] == "think of the corner"
    assert seen["taken"] == ["c:a1"]
    assert seen["undone"] == []
    assert not files[1].exists()
    left = recoverable(desk.home / "state" / "autosave")
    assert [lost.moves for lost in left] == [3], "one undone to its start is not offered"


PLAYS = """
import sys
open(sys.argv[1], "a").write("started")
for line in sys.stdin:
    print("= " + ("a:a2" if "genmove" in line else ""), end="\\n\\n", flush=True)
"""


@pytest.mark.parametrize("answer", ["Enter", "Escape", "Left"])
def test_a_program_is_started_only_on_the_users_word(
    desk: Desk, tmp_path: Path, answer: str
) -> None:
    desk.settings(**CALM)
    script, mark = tmp_path / "plays.py", tmp_path / "mark"
    script.write_text(PLAYS)
    command = shlex.join([sys.executable, str(script), str(mark)])
    file = keep(desk, "c:a1", seats={"dark": Seat("", f"gtp:{command}")})
    seen = desk.scenario("promised", answer, module=SCENARIOS)
    assert seen["asked"] == f"Start {Path(sys.executable).name} for Dark?"
    assert seen["buttons"] == ["No", "Start it"]
    assert command in seen["text"]
    assert seen["moves"] == 1
    assert seen["seats"] == ["", ""]
    assert not mark.exists(), "a program is started unasked"
    assert not file.exists()
    (lost,) = recoverable(desk.home / "state" / "autosave")
    assert bool(recover(lost).seats.promised) == (answer != "Enter")


def test_a_player_in_a_file_is_run_only_on_the_users_word(desk: Desk, tmp_path: Path) -> None:
    desk.settings(**CALM)
    script, mark = tmp_path / "bot.py", tmp_path / "mark"
    script.write_text(
        f"open({str(mark)!r}, 'a').write('run')\n\n\ndef first(position):\n    pass\n"
    )
    name = f"python:{script}:first"
    keep(desk, "c:a1", seats={"dark": Seat("", name)})
    seen = desk.scenario("promised", "Enter", module=SCENARIOS)
    assert seen["asked"] == f"Start {name} for Dark?"
    assert str(script) in seen["text"]
    assert seen["seats"] == ["", ""]
    assert not mark.exists(), "the file is run unasked"


def surprise(desk: Desk) -> int:
    """Fill the user's folders with unexpected contents; return how many."""
    long = "/" + "x" * 256 + ".sgf"
    recent = [long, "/root/\0x", "/dev/null/below.sgf", "~nobody/game.sgf", "\ud800.sgf", "/etc"]
    desk.settings(**CALM, recent=recent, first_player="²", second_player="99", palette="x" * 300,
                  theme=[], font_size=10**30, game={"a": 1}, play_speed=None)  # fmt: skip
    file = keep(desk, "c:a1", seats={"dark": Seat()})
    good, folder = file.read_bytes(), file.parent
    file.unlink()
    wrongs = [
        good.replace(b'"seats": {', b'"seats": [], "x": {'),
        good.replace(b'"cursor": 1', b'"cursor": Infinity'),
        good.replace(b'"player": ""', b'"player": 3'),
        good.replace(b'"path": null', b'"path": "\\u0000"'),
    ]
    for number, data in enumerate(wrongs):
        assert data != good
        (folder / f"{number}.autosave").write_bytes(data)
    os.mkfifo(folder / "8.autosave")
    (folder / "9.autosave").mkdir()
    naive = good.replace(b"+00:00", b"").replace(b'"player": ""', b'"player": "no-such"')
    (folder / "a.autosave").write_bytes(naive)
    return len(wrongs)


def test_nothing_on_the_disk_keeps_the_window_from_starting(desk: Desk) -> None:
    count = surprise(desk)
    seen = desk.scenario("starts", module=SCENARIOS)
    assert seen["error"]
    assert seen["form"] == "A game was not saved"
    assert seen["without a handler"] == []
    folder = desk.home / "state" / "autosave"
    assert len(list(folder.glob("*.damaged-1"))) == count
    assert len(recoverable(folder)) == 1


def test_settings_that_are_no_file_keep_nobody_waiting(desk: Desk) -> None:
    path = desk.home / "config" / "settings.json"
    path.unlink()
    os.mkfifo(path)
    seen = desk.scenario("starts", module=SCENARIOS)
    # It can be neither read nor written, for news told once; the later error is shown.
    assert "settings.json': it does not store what is written" in seen["status"]
