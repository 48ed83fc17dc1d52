"""Players at the table: in the panel, in the dialogs, and from one game to the next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.games.registry import camera_of
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.pages.panel import words_for
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import load_settings
from boche.viewer.table import actions
from boche.viewer.table.lines import play_explored
from boche.viewer.window.records.native_dialogs import PLAIN
from tests import ROOT
from tests.viewer.hud.test_hud_layout import built, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.window.user import User

RECORD = ROOT / "assets" / "records" / "boche-path.sgf"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(PLAIN, "1")
    monkeypatch.chdir(tmp_path)


def swapped() -> User:
    """Return a game in which level 3 has swapped and taken Anna's colour, light."""
    seats = {"light": Seat("Anna"), "dark": Seat("", "3")}
    user = User(Session.new("boche", seats=seats, size=4, kill=0))
    for move in ("c:a1", "swap"):
        user.session.play(move)
    return user


def test_after_a_swap_the_dialog_has_the_colours_of_the_panel() -> None:
    user = swapped()
    panel = {colour: user.session.person_of(colour) for colour in ("light", "dark")}
    game = user.session.record.game
    assert words_for("light", panel["light"], game) == "Light, level 3"
    user.players()
    assert user.labels() == {"Light": "computer 3", "Dark": "person Anna"}


def test_the_panel_says_you_beside_the_name_of_whoever_plays_a_computer() -> None:
    against, people = swapped(), User(Session.new("boche", seats={"light": Seat("Anna")}))
    for user, expected in ((against, {"Anna, dark (you)", "Light, level 3"}), (people, set())):
        found = {
            text.text
            for page in built(shown_of(user.session), (1280, 800), 1.0).pages
            for text in page.texts
        }
        assert expected <= found
        assert expected or not any("(you)" in text for text in found)


def test_after_a_swap_the_dialog_seats_the_colour_that_it_names() -> None:
    user = swapped()
    user.players()
    user.set("first level", 5)
    user.set("second name", "Bert")
    user.key("Enter")
    user.answer("go on")  # the game counts no more
    assert user.session.person_of("light") == Seat("", "5")
    assert user.session.person_of("dark") == Seat("Bert")
    assert user.session.record.players == {"light": "Bert", "dark": ""}
    user.session.cursor.first()
    user.players()
    assert user.labels() == {"Light": "person Bert", "Dark": "computer 5"}


def test_a_new_game_keeps_the_seats_of_the_command_line() -> None:
    seats = {"light": Seat("", "1")}
    user = User(Session.new("boche", ("", "Bert"), seats, size=4))
    user.new()
    assert user.labels() == {"Light": "computer 1", "Dark": "person Bert"}


def test_a_new_game_keeps_the_seats_of_the_dialog() -> None:
    user = User(Session.new("boche", size=4))
    user.players()
    user.set("first kind", "computer")
    user.set("first level", 7)
    user.set("second name", "Bert")
    user.key("Enter")
    user.new()
    assert user.labels() == {"Light": "computer 7", "Dark": "person Bert"}
    user.set("game", "octi")
    assert list(user.labels().values()) == ["computer 7", "person Bert"]


def test_before_anybody_has_sat_down_those_who_played_last_are_offered() -> None:
    user = User(Session.new("boche", size=4))
    user.desk.settings = replace(user.desk.settings, second_player="5", told=("boche.declined",))
    user.new()
    assert user.labels() == {"Light": "person", "Dark": "computer 5"}


def test_a_record_brings_no_names_to_a_new_game(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[Boche]SZ[4]PW[Carl]PB[Dora];W[c:a1])")
    user = User(Session.new("boche", ("Anna", "Bert"), size=4))
    user.opening.open_path(str(file))
    assert list(user.session.record.players.values()) == ["Carl", "Dora"]
    user.new()
    assert user.labels() == {"Light": "person Anna", "Dark": "person Bert"}
    user.key("Escape")
    user.players()
    user.set("second kind", "computer")
    user.key("Enter")
    user.new()
    assert user.labels() == {"Light": "person", "Dark": "computer 1"}, "they sat down to a record"


def test_what_was_chosen_for_a_new_game_is_there_after_a_question_is_left() -> None:
    user = User(Session.new("boche", size=4))
    user.session.edits.set_comment("think of the corner")
    user.new()
    user.set("first name", "Anna")
    user.key("Enter")
    question = user.desk.controller.view().question
    assert question is not None
    assert (question.title, question.text) == ("Save this game?", "It has unsaved moves or notes.")
    user.answer("cancel")
    assert user.labels()["Light"] == "person Anna"
    user.key("Enter")
    user.answer("save")
    assert user.form.title == "Save the record"
    user.key("Escape")
    assert user.labels()["Light"] == "person Anna"
    user.key("Enter")
    user.answer("leave")
    assert user.session.record.players["light"] == "Anna"


def test_a_record_that_is_opened_leaves_what_was_chosen_for_a_new_game(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[Boche]SZ[4];W[c:a1])")
    user = User(Session.new("boche"))
    user.new()
    user.set("size", 5)
    user.key("Enter")
    assert user.session.record.options["size"] == 5
    user.opening.open_path(str(file))
    assert user.session.record.options["size"] == 4
    user.new()
    assert user.form.values()["size"] == 5


def test_a_name_typed_for_a_file_is_offered_again(tmp_path: Path) -> None:
    user = User(Session.new("boche", size=4))
    user.session.play("c:a1")
    user.saving.save()
    user.set("path", "final")
    user.key("Escape")
    user.saving.save()
    assert user.form.values()["path"] == "final"
    user.key("Enter")
    assert (tmp_path / "final.sgf").exists()
    user.saving.save_as()
    assert user.form.values()["path"] == "final.sgf"


def test_a_persons_name_is_offered_again_after_a_restart() -> None:
    user = User(Session.new("boku"))
    user.new()
    user.set("first name", "Nora")
    user.form.press("start")
    settings, problems = load_settings()
    assert not problems
    again = User(Session.new("octi"))
    again.desk.settings = settings
    assert list(again.labels_of_new().values()) == ["person Nora", "computer 1"]


@pytest.mark.parametrize("game", GAMES)
def test_no_computer_answers_a_move_of_the_explorer_in_a_review(game: str) -> None:
    first, second = GAMES[game].colours
    user = User(Session.new(game, seats={first: Seat(), second: Seat("", "1")}))
    moves = user.session.position.legal_moves()
    user.session.play(moves[0])
    user.session.resign()
    user.session.cursor.first()
    user.desk.controller.tick(user.desk.now)
    context = replace(user.desk.controller.context, assistant=user.assistant)
    play_explored(context, str(moves[1]))
    assert user.session.cursor.moves == [str(moves[1])]
    assert user.assistant.waiting_for() == ""
    user.assistant.tick()
    assert user.thinker.job is None or user.thinker.job.kind != "move"


@pytest.mark.parametrize(
    ("seats", "side"),
    [
        ({"black": Seat(), "white": Seat("", "3")}, "corner2"),
        ({"black": Seat("", "3"), "white": Seat()}, "corner"),
        ({"black": Seat("Anna"), "white": Seat("Deep", "3")}, "corner2"),
        ({"black": Seat("Deep", "3"), "white": Seat("Anna")}, "corner"),
        ({"black": Seat("Bert"), "white": Seat("Carla")}, "corner"),
    ],
)
def test_a_saved_game_is_seen_from_the_side_from_which_it_was_played(
    tmp_path: Path, seats: dict[str, Seat], side: str
) -> None:
    user, path = User(Session.new("octi", seats=seats)), tmp_path / "game.sgf"
    desk = user.desk
    known = {"first_name": "", "first_player": "3", "second_name": "Anna", "second_player": ""}
    desk.set_settings(replace(desk.settings, **known))
    wanted = camera_of("octi", side).azimuth
    assert desk.controller.view().camera.azimuth == wanted
    desk.session.play("37+a")
    desk.session.file.save_as(path)
    user.opening.open_path(str(path))
    assert desk.session.file.path == path
    assert desk.controller.view().camera.azimuth == wanted
    actions.fit(desk.controller.table)
    assert desk.controller.view().camera.azimuth == wanted


def test_a_game_of_two_people_here_is_not_turned_to_one_of_them() -> None:
    user = User(Session.new("octi", seats={"black": Seat("Anna"), "white": Seat("Bert")}))
    known = {"first_name": "Anna", "first_player": "", "second_name": "", "second_player": "3"}
    user.desk.set_settings(replace(user.desk.settings, **known))
    assert user.desk.controller.table.front == camera_of("octi", "corner")


BOTH_HERE = "Both sides are played here. For an opponent click New (Ctrl+N) or a player"


def status(user: User) -> str:
    """Return the status line beside a board that nothing points at."""
    user.desk.controller.pointer_left(user.desk.now)
    return str(user.desk.controller.view().status)


@pytest.mark.parametrize("outside", [True, False], ids=["click", "escape"])
@pytest.mark.parametrize("game", GAMES)
def test_who_chooses_no_game_is_told_that_both_sides_are_played_here(
    game: str, outside: bool
) -> None:
    user = User(Session.new(game))
    user.desk.hud = Hud(wide, Plain(), lambda action: None, hints=False)
    user.games.choose()
    if outside:
        shown = shown_of(user.session)
        user.desk.hud.build(shown, laid_out(shown))
        user.desk.hud.pressed("left", 2.0, 2.0, user.desk.now)
        user.desk.hud.released("left", 2.0, 2.0, user.desk.now)
    else:
        user.key("Escape")
    assert user.desk.hud.open_form is None
    assert BOTH_HERE in status(user)
    for told in (True, False):
        move = next(move for move in user.session.position.legal_moves() if str(move) != "swap")
        user.desk.controller.submit("move", str(move))
        user.pass_time()
        assert (BOTH_HERE in status(user)) is told


def test_who_has_chosen_players_or_opened_a_record_is_not_told_who_plays() -> None:
    user = User(Session.new("boku"))
    assert BOTH_HERE in status(user)
    user.players()
    user.set("second name", "Bert")
    user.form.press(user.form.buttons[0].name)
    assert BOTH_HERE not in status(user), "two people were chosen"
    user = User(Session.open(RECORD))
    user.session.cursor.first()
    assert BOTH_HERE not in status(user)


def test_closing_new_game_leaves_the_game_that_stood_before() -> None:
    user = User(Session.new("che", seats={"light": Seat("Anna"), "dark": Seat("", "3")}))
    before = user.session
    user.new()
    user.key("Escape")
    assert user.session is before
    assert BOTH_HERE not in status(user)
