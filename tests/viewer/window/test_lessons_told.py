"""The start screen's texts about a game's lessons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import translate
from boche.engine.record import check, load
from boche.engine.search.prover import prover_of
from boche.viewer.games.registry import view_of
from boche.viewer.hud.dialogs.start_model import BEGINNER, KEPT, LESSON, LESSONS, PUZZLES, WATCH
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.pages.banner import AWAY
from boche.viewer.hud.widgets.items import Action
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.progress import note_done, progress_file
from boche.viewer.lessons.session import DemonstrationSession
from boche.viewer.session import Session, SessionError
from boche.viewer.storage.kept_games import keep
from boche.viewer.storage.own_ratings import own_rating
from boche.viewer.storage.settings import load_settings
from boche.viewer.table.teaching import Showing
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.storage.unsaved import folder
from tests.viewer.window.user import User

__all__ = ["folder"]

CASUAL_GAME = "A beginner's game (casual)"


def told(game: str) -> str:
    return User(Session.new(game)).lessons.button_label(game)


@pytest.mark.parametrize("game", GAMES)
def test_lessons_count_when_all_of_their_exercises_are_done(game: str) -> None:
    first, second, *more = catalogue_of(game).lessons
    total = len(more) + 2
    assert told(game) == f"Lessons (0 of {total})"
    note_done(first, *range(len(first.exercises)))
    note_done(second, *range(len(second.exercises) - 1))
    assert told(game) == f"Lessons (1 of {total})"
    note_done(second, *range(len(second.exercises)))
    assert told(game) == f"Lessons (2 of {total})"


def test_what_is_begun_in_one_game_says_nothing_of_another() -> None:
    one, other = list(GAMES)[:2]
    lesson = catalogue_of(one).lessons[0]
    note_done(lesson, *range(len(lesson.exercises)))
    assert told(other) == f"Lessons (0 of {len(catalogue_of(other).lessons)})"


def test_who_leaves_a_lesson_finds_it_chosen_in_the_list() -> None:
    user = User(Session.new("boche"))
    name = catalogue_of("boche").lessons[2].name
    user.lessons.start("boche", name)
    user.lessons.leave()
    chosen = next(each for each in user.form.fields if each.name == "lesson").value
    assert chosen.name == name


def test_who_has_played_nothing_closes_the_list_after_a_lesson_to_choose_a_game() -> None:
    user = User(Session.new())
    user.games.choose()
    user.games.others[LESSON](("che", catalogue_of("che").lessons[0].name))
    user.lessons.leave()
    user.key("Escape")
    assert user.form.title == "Choose a game"
    assert next(each for each in user.form.fields if each.name == "game").value == "che"
    user.form.press("start")
    user.session.play(str(user.session.position.legal_moves()[0]))
    user.lessons.start("che")
    user.lessons.leave()
    user.key("Escape")
    assert user.desk.hud.form is None, "the game goes on"


def test_a_new_game_after_a_lesson_is_of_the_lesson_until_the_game_on_the_table_goes_on() -> None:
    session = Session.new("che")
    session.play(str(session.position.legal_moves()[0]))
    user = User(session)
    user.lessons.start("boku")
    user.lessons.leave()
    user.key("Escape")
    user.games.new()
    assert next(each for each in user.form.fields if each.name == "game").value == "boku"
    user.key("Escape")
    user.session.play(str(user.session.position.legal_moves()[0]))
    user.games.new()
    assert next(each for each in user.form.fields if each.name == "game").value == "che"


def test_no_lesson_is_read_before_one_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(game: str) -> None:
        raise AssertionError(f"the lessons of {game} are read")

    monkeypatch.setattr("boche.viewer.window.records.lessons.catalogue_of", read)
    assert all(told(game).startswith("Lessons (0 of ") for game in GAMES)


def test_a_damaged_file_of_progress_leaves_the_lessons_there(folder: Path) -> None:
    progress_file().parent.mkdir(parents=True, exist_ok=True)
    progress_file().write_text("[")
    assert all(told(game).startswith("Lessons (0 of ") for game in GAMES)


# -- what the start screen offers beside a new game


def offered(user: User, game: str) -> list[str]:
    """Return the lines offered to beginners once a game is chosen."""
    user.games.choose()
    form = user.form
    form.set([field.name for field in form.fields].index("game"), game)
    kinds = (LESSON, BEGINNER, WATCH)
    return [label for each, label in form.fields[-1].choices if each.kind in kinds]


@pytest.mark.parametrize("game", GAMES)
def test_the_offers_follow_the_game_chosen_and_what_was_learned(game: str) -> None:
    first, second, *more = catalogue_of(game).lessons
    user = User(Session.new())
    welcome = f"New to {GAMES[game].title}? Begin with a lesson"
    assert offered(user, game) == [welcome, CASUAL_GAME, "Watch a short game"]
    note_done(first, *range(len(first.exercises)))
    watch = "Watch a short game"
    assert offered(user, game) == [f"Next lesson: {second.title}", CASUAL_GAME, watch], "in place"
    for lesson in (second, *more):
        note_done(lesson, *range(len(lesson.exercises)))
    assert offered(user, game) == ["Now play your first game (casual)", watch]


def test_the_next_lesson_stays_while_lessons_are_open_and_the_game_till_level_2_is_beaten() -> None:
    user = User(Session.new())
    first, second = catalogue_of("boku").lessons[:2]
    note_done(first, *range(len(first.exercises)))
    for moves in (1, 2, 3):
        session = Session.new("boku")
        for move in ("e5", "e6", "f6")[:moves]:
            session.play(move)
        keep(session)
    assert offered(user, "boku") == [f"Next lesson: {second.title}", CASUAL_GAME]
    win_first_game(user, "boku")
    assert offered(user, "boku") == [f"Next lesson: {second.title}", CASUAL_GAME]
    win_second_level(user)
    assert offered(user, "boku") == [f"Next lesson: {second.title}"]
    win_first_game(user, "octi")
    assert offered(user, "octi") == [CASUAL_GAME], "no lesson is begun"
    win_second_level(user)
    assert offered(user, "octi") == []


def leave(user: User) -> None:
    """Leave the game on the table, if that is asked."""
    if user.asked:
        user.answer("leave")


def win_first_game(user: User, game: str) -> None:
    user.games.first_game(game)
    win(user)


def win_second_level(user: User) -> None:
    """Win a casual game against the level that is offered after the first one."""
    user.games.other_level()
    leave(user)
    user.session.unrated = "casual"
    win(user)


def win(user: User) -> None:
    leave(user)
    session = user.session
    session.resign(next(c for c in session.record.game.colours if c != session.own_colour))
    user.pass_time()
    user.pass_time()


def test_a_short_game_is_watched_from_the_start_screen_and_leads_back_to_it() -> None:
    user = User(Session.new())
    user.games.choose()
    start = user.form
    user.games.others[WATCH]("che")
    assert isinstance(user.session, DemonstrationSession)
    assert user.session.record.game_name == "che"
    user.session.then()
    assert user.form is start


def test_a_click_on_the_caption_of_a_demonstration_ends_it_as_one_beside_it_does() -> None:
    user = User(Session.new())
    user.games.choose()
    user.games.others[WATCH]("che")
    user.desk.hud.form = None
    user.clicks.act(Action(AWAY))
    assert not isinstance(user.session, DemonstrationSession)


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_casual_and_so_is_the_next_one_until_it_is_won(game: str) -> None:
    user = User(Session.new())
    user.games.first_game(game)
    user.pass_time()
    assert user.session.unrated == "casual"
    assert translate(user.session.rating_note).endswith("with hints and taking back free")
    user.session.play(str(user.session.position.legal_moves()[0]))
    user.session.play(str(user.session.position.legal_moves()[0]))
    user.desk.controller.command("undo")
    assert user.asked == "", "nothing is asked"
    user.session.resign(user.session.own_colour)
    user.pass_time()
    assert not own_rating(GAMES[game]).count
    first = user.session
    user.games.rematch()
    leave(user)
    assert user.session is not first
    assert user.session.unrated == "casual"
    win_first_game(user, game)
    assert not own_rating(GAMES[game]).count
    assert user.session.next_level == 2
    user.games.other_level()
    leave(user)
    assert user.session.unrated == ""


def test_a_click_beside_a_new_game_closes_it_and_one_on_it_does_not() -> None:
    user = User(Session.new())
    user.games.choose()
    hud, areas = Hud(wide, Plain(), print), laid_out(shown_of(user.session), (1280, 800))
    hud.open(user.form)
    frame = hud.build(shown_of(user.session), areas)
    beside, on = frame.hit(2.0, 400.0), frame.hit(*areas.window.middle)
    assert beside is not None
    assert beside.action == Action("press", "cancel")
    assert on is not None
    assert on.action != beside.action
    user.form.press("cancel")
    assert user.desk.hud.open_form is None


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_not_known_to_be_lost_before_it_begins(game: str) -> None:
    """Dark may swap, so Light has lost on every board of Boche that a solver knows."""
    user = User(Session.new())
    user.games.first_game(game)
    user.pass_time()
    assert user.session.own_colour == user.session.turn
    assert prover_of(user.session.position) is None


def test_somebody_new_begins_a_casual_game_against_the_weakest_level_by_enter() -> None:
    user = User(Session.new())
    user.games.choose()
    user.set("game", "boku")
    fields = {field.name: field for field in user.form.fields}
    assert fields["second level"].value == 1
    assert fields["warnings"].value is True
    assert fields["casual"].label == "Casual: free hints and undo"
    user.key("Enter")
    assert user.session.record.game_name == "boku"
    assert (user.session.seats["white"].player, user.session.unrated) == ("1", "casual")


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [({}, True), ({"clock": "5+3"}, False), ({"second level": 4}, False)],
)
def test_a_demonstration_comes_only_before_a_game_as_beginners_choose_it(
    chosen: dict[str, Any], shown: bool
) -> None:
    user = User(Session.new())
    user.desk.settings = replace(user.desk.settings, hints_seen=False)
    user.games.choose()
    user.set("game", "boku")
    for name, value in chosen.items():
        user.set(name, value)
    user.form.press("start")
    assert isinstance(user.session, DemonstrationSession) is shown
    assert shown or (user.session.clock.control is not None) is ("clock" in chosen)


@pytest.mark.parametrize(("name", "value"), [("second level", 4), ("casual", False)])
def test_what_is_chosen_instead_of_it_is_offered_from_then_on(name: str, value: object) -> None:
    user = User(Session.new())
    user.games.choose()
    user.set("game", "boku")
    user.set(name, value)
    user.form.press("start")
    assert user.session.unrated == ("casual" if name == "second level" else "")
    user.exchange.swap_for(Session.new("boku"))
    user.desk.hud.form = None
    again = User(Session.new())
    again.desk.settings = load_settings()[0]
    again.games.choose()
    again.set("game", "boku")
    fields = {field.name: field for field in again.form.fields}
    assert fields["casual"].value is (name == "second level"), "ticked until it is unticked"
    assert fields["second level"].value == (value if name == "second level" else 1)
    again.set("game", "octi")
    kept = {field.name: field.value for field in again.form.fields}["casual"]
    assert kept is (name == "second level"), "in other games, too"


def test_after_a_win_another_casual_game_can_be_chosen_and_then_is_offered_again() -> None:
    user = User(Session.new())
    win_first_game(user, "boku")
    user.games.new()
    fields = {field.name: field for field in user.form.fields}
    assert fields["casual"].value is False
    assert fields["casual"].hint == "After your win this game counts"
    user.set("second level", 4)
    user.set("casual", True)
    assert not any(field.hint for field in user.form.fields if field.name == "casual")
    user.form.press("start")
    leave(user)
    assert (user.session.seats["white"].player, user.session.unrated) == ("4", "casual")
    assert load_settings()[0].game_casual == "yes"
    user.games.new()
    assert {field.name: field.value for field in user.form.fields}["casual"] is True
    user.set("second kind", "person")
    assert "casual" not in {field.name for field in user.form.fields}


def casual_in_new(user: User) -> object:
    user.games.new()
    value = {field.name: field.value for field in user.form.fields}["casual"]
    user.form.press("cancel")
    return value


def test_a_casual_rematch_of_a_won_first_game_leaves_the_next_one_casual_until_it_is_won() -> None:
    user = User(Session.new())
    win_first_game(user, "boche")
    assert casual_in_new(user) is False
    user.games.rematch()
    leave(user)
    assert user.session.unrated == "casual"
    assert casual_in_new(user) is True, "as the game on the table"
    win(user)
    assert casual_in_new(user) is False


@pytest.mark.parametrize("begun", ["form", "offer"])
def test_a_kept_casual_game_that_is_resumed_ended_and_repeated_leaves_the_next_one_casual(
    begun: str,
) -> None:
    user = User(Session.new("octi"))
    if begun == "form":
        user.games.choose("octi")
        user.form.press("start")
    else:
        user.games.first_game("octi")
    assert user.session.unrated == "casual"
    user.session.play(str(user.session.position.legal_moves()[0]))
    user.session.play(str(user.session.position.legal_moves()[0]))
    keep(user.session)
    again = User(Session.new("octi"))
    again.desk.settings = load_settings()[0]
    again.games.choose()
    kept = again.form.fields[0].choices[0][0]
    assert kept.kind == KEPT
    again.games.others[KEPT](kept.what)
    again.desk.hud.form = None
    again.pass_time()
    assert casual_in_new(again) is True, "resumed"
    again.session.resign(again.session.own_colour)
    again.pass_time()
    again.pass_time()
    assert casual_in_new(again) is True, "ended"
    again.games.rematch()
    again.pass_time()
    assert again.session.unrated == "casual", "the rematch"
    assert casual_in_new(again) is True, "repeated"


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_follows_the_last_lesson(game: str) -> None:
    user = User(Session.new())
    user.games.first_game(game)
    assert user.session.record.game_name == game
    assert [seat.player for seat in user.session.seats.values()] == ["", "1"]
    assert not user.session.record.options.get("adjacent"), "no lesson has taught it"


@pytest.mark.parametrize("game", GAMES)
def test_a_demonstration_plays_itself_to_the_end_of_a_game_in_less_than_a_minute(
    game: str,
) -> None:
    show = view_of(game).demonstration
    assert show is not None
    record = load(show())
    assert not [*check(record)]
    session = DemonstrationSession(record, lambda: None)
    driver, now = Showing(session), 0.0
    while (due := driver.wakeup(now)) is not None:
        now = max(now, due)
        driver.tick(now)
        assert session.caption
        with pytest.raises(SessionError):
            session.play(str(session.position.legal_moves()[0]) if not session.is_over else "a1")
    assert session.outcome is not None
    assert session.outcome.winner is not None
    assert 10 < now < 60
    assert session.caption.endswith("begins your game.")


@pytest.mark.parametrize("page", [LESSONS, PUZZLES])
def test_a_page_opened_from_the_start_screen_leads_back_to_it(page: str) -> None:
    user = User(Session.new("boche"))
    start = user.new()
    start.press(page)
    assert user.form is not start
    user.key("Escape")
    assert user.form is start
    assert not start.closed


def test_a_demonstration_shows_nothing_that_cannot_be_used() -> None:
    """Expect neither rotations nor a swap, also where the rules would allow one."""
    user = User(Session.new("boche"))
    assert user.desk.areas.palette.w > 0
    user.lessons.watch("boche")
    session = user.session
    assert isinstance(session, DemonstrationSession)
    session.cursor.go_index(1)
    user.desk.fit()
    assert "swap" in map(str, session.position.legal_moves()), "the rules allow it"
    assert "swap" in user.desk.controller.view().refused
    assert user.desk.areas.palette.w == 0
