"""``boche play``: the arguments and the table they set up, without the window itself."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest

from boche.engine.time_control import TimeControl
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings, save_settings
from boche.viewer.window import app
from tests import ROOT

RECORDS = ROOT / "assets" / "records"


class App:
    """A stand-in for the window that records how it was opened."""

    opened: ClassVar[list[App]] = []

    def __init__(
        self, session: Session, settings: Any, messages: Any, *, choose: bool, notes: Any
    ) -> None:
        self.session, self.settings, self.choose = session, settings, choose
        self.notes, self.messages = notes, list(map(str, messages))
        self.steps: list[str] = []
        self.opened.append(self)

    def run(self) -> None:
        self.steps.append("run")

    def close(self) -> None:
        self.steps.append("close")


@pytest.fixture
def play(boche: Any, monkeypatch: Any, tmp_path: Path) -> Any:
    """Return a function that runs ``boche play`` and returns the window that it opened."""
    monkeypatch.setattr(app, "App", App)
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(App, "opened", [])

    def run(*args: str) -> App:
        code, _, err = boche("play", *args)
        assert (code, err) == (0, "")
        (app,) = App.opened
        assert app.steps == ["run", "close"]
        return app

    return run


def players(session: Session) -> dict[str, str]:
    return {colour: seat.player for colour, seat in session.seats.items()}


def test_without_arguments_the_start_screen(play: Any) -> None:
    assert play().choose


@pytest.mark.parametrize("args", [["boche"], ["--size", "4"], ["--dark", "5"], ["--game", "boche"]])
def test_with_any_of_them_the_table_at_once(play: Any, args: list[str]) -> None:
    app = play(*args)
    assert not app.choose
    assert app.session.record.game_name == "boche"


@pytest.mark.parametrize("game", ["boche", "che", "boku", "octi"])
def test_a_game_by_its_name(play: Any, game: str) -> None:
    assert play(game).session.record.game_name == game


def test_an_only_person_has_the_user_s_name(play: Any) -> None:
    save_settings(Settings(first_name="Anna", second_player="3"))
    app = play("che", "--dark", "4")
    assert {c: seat.name for c, seat in app.session.seats.items()} == {"light": "Anna", "dark": ""}
    App.opened.clear()
    app = play("che", "--light", "4", "--players", "Deep", "Bert")
    assert [seat.name for seat in app.session.seats.values()] == ["Deep", "Bert"]


def test_players_by_their_colours(play: Any) -> None:
    program = f"gtp:{shlex.quote(sys.executable)} engine.py --fast"
    app = play("che", "--light", program, "--dark", "human", "--players", "Deep", "Bert")
    assert players(app.session) == {"light": program, "dark": ""}
    assert [seat.name for seat in app.session.seats.values()] == ["Deep", "Bert"]
    assert not app.session.edits.modified


def test_a_clock_with_a_handicap_for_the_second_player(play: Any) -> None:
    app = play("boku", "--clock", "5/1+3")
    assert app.session.clock.control == TimeControl.parse("5/1+3")
    assert [left.seconds for left in app.session.clock.left().values()] == [300.0, 60.0]
    App.opened.clear()
    assert not play("--clock", "5").choose


def test_black_and_white(play: Any) -> None:
    app = play("boku", "--white", "uct:100")
    assert players(app.session) == {"black": "", "white": "uct:100"}


def test_a_record_is_played_on_against_the_computer(play: Any) -> None:
    app = play(str(RECORDS / "boche-path.sgf"), "--move", "3", "--dark", "8")
    assert players(app.session) == {"light": "", "dark": "8"}
    assert app.session.cursor.index == 3
    assert not app.session.edits.modified


def test_a_list_of_moves_is_of_the_game_that_is_given(play: Any, tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("57+e 53+a\n")
    app = play(str(tmp_path / "moves.txt"), "--game", "octi", "--wrap", "--white", "3")
    assert app.session.record.game_name == "octi"
    assert app.session.record.options["wrap"] is True
    assert app.session.cursor.moves == ["57+e", "53+a"]
    assert players(app.session) == {"black": "", "white": "3"}


def test_a_record_with_options_of_its_own_keeps_them(boche: Any, play: Any) -> None:
    code, _, err = boche("play", str(RECORDS / "boche-path.sgf"), "--size", "9")
    assert code == 0
    assert "--size is ignored, the record has its own options" in err
    assert App.opened[0].session.record.options["size"] != 9


def test_a_file_that_is_named_like_a_game(play: Any, monkeypatch: Any, tmp_path: Path) -> None:
    (tmp_path / "boku").write_bytes((RECORDS / "boche-swap.sgf").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert play("./boku").session.record.game_name == "boche"


BAD = {
    "no colour of the game": (["boku", "--light", "3"], "--black and --white"),
    "no colour of the record": ([str(RECORDS / "boku-row.sgf"), "--dark", "3"], "--black and"),
    "no player": (["--dark", "10"], "--dark: human, mine, or a player: unknown player '10'"),
    "no playouts": (["--dark", "uct:x"], "'x' is neither a number of playouts"),
    "no command": (["--dark", "gtp:"], "give the program"),
    "no program": (["--dark", "gtp:no-such-program"], "program not found"),
    "half a word": (["--dark", "gtp:'x"], "cannot be started"),
    "two games": (["che", "--game", "boku"], "che and --game boku"),
    "no option of the game": (["boku", "--size", "4"], "boku has no option 'size'"),
    "no record": (["no-such.sgf"], "cannot read 'no-such.sgf'"),
    "no game": (["no-such-game"], "'no-such-game' is neither a file nor a game (boche, che,"),
    "a move of no record": (["--move", "3"], "--move needs a record"),
    "a game of no record": (["--number", "2"], "--number needs a record"),
    "another game's record": (
        [str(RECORDS / "boku-row.sgf"), "--game", "octi"],
        "boku-row.sgf: line 1, column",
    ),
    "another game's option": ([str(RECORDS / "boku-row.sgf"), "--size", "4"], "no option 'size'"),
    "names for a record": (
        [str(RECORDS / "boku-row.sgf"), "--players", "A", "B"],
        "for a new game",
    ),
    "a clock for a record": (
        [str(RECORDS / "boku-row.sgf"), "--clock", "5/1"],
        "--clock is for a new game",
    ),
    "a clock for an online game": (
        ["--dark", "remote:LINK", "--clock", "5"],
        "an online game have their own times",
    ),
    "no clock": (["--clock", "5/0"], "'5/0' is not a clock; it needs some time"),
    "half a handicap": (["--clock", "5/"], "'5/' is not a clock; write 5, 5+3 or 10+3x30"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_wrong_is_said_in_a_line(boche: Any, kind: str) -> None:
    args, complaint = BAD[kind]
    code, out, err = boche("play", *args)
    assert (code, out) == (2, "")
    assert err.startswith("boche play: ")
    assert complaint in err
    assert err.count("\n") == 1


def test_the_programs_end_with_the_window_whatever_happens(
    boche: Any, play: Any, monkeypatch: Any
) -> None:
    def interrupted(self: App) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(App, "run", interrupted)
    assert boche("play", "boku")[0] == 130
    assert App.opened[0].steps == ["close"]


def test_damaged_ratings_are_said_when_the_window_opens(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "home" / "data" / "ratings.json"
    path.parent.mkdir(parents=True)
    path.write_text("{")
    (line,) = play("boku", "--white", "mine").messages
    assert "ratings.json" in line
    assert "ratings.json.damaged-1" in line
    assert path.with_name("ratings.json.damaged-1").read_text() == "{"
