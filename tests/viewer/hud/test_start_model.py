"""The start screen as data: choices by keys and clicks, and their effects."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from boche.engine.errors import BocheError, OptionError
from boche.engine.game import Option
from boche.engine.games.registry import GAMES, find
from boche.engine.time_control import TimeControl
from boche.viewer.games.registry import view_of
from boche.viewer.hud.dialogs import seats as seatforms
from boche.viewer.hud.dialogs.model import CARDS, Form
from boche.viewer.hud.dialogs.start_model import StartAlternative, StartForm, option_field
from boche.viewer.hud.widgets.items import Action, Box
from boche.viewer.hud.widgets.theme import look_of
from boche.viewer.session import Seat
from boche.viewer.window.drawing.frame import shown_position
from tests.viewer.hud.dialog_user import DialogUser

OTHERS = [
    StartAlternative("lost", 0, "Anna - Bert: 3 moves"),
    StartAlternative("open", "", "Open a record"),
    StartAlternative("file", "/gone.sgf", "gone.sgf"),
]


class Screen:
    """A start screen, and the requests it made."""

    def __init__(
        self,
        game: str = "boche",
        seats: tuple[Seat, Seat] = (Seat(), Seat()),
        others: Sequence[StartAlternative] = OTHERS,
    ) -> None:
        self.started: list[Any] = []
        self.chosen: list[StartAlternative] = []
        self.made = StartForm(game, {}, seats, self.start, lambda game: others, self.go_on)
        self.form: Form = self.made.form

    def start(self, game: str, options: Any, seats: Any, control: TimeControl | None) -> None:
        self.started.append((game, options, seats))
        self.control = control

    def go_on(self, chosen: StartAlternative) -> None:
        self.chosen.append(chosen)
        if chosen.kind == "file":
            raise BocheError("cannot read '/gone.sgf'")

    def names(self) -> list[str]:
        return [field.name for field in self.form.fields]

    def set(self, name: str, value: Any) -> None:
        self.form.set(self.names().index(name), value)

    def keys(self, *pressed: str) -> None:
        for key in pressed:
            self.form.key(key)


def test_every_game_is_told_of() -> None:
    assert all(game.about.endswith(".") for game in GAMES.values())
    assert all(view_of(name).thumbnail().ply > 0 for name in GAMES)


def test_enter_starts_what_is_shown() -> None:
    screen = Screen("boku", (Seat("Anna"), Seat("", "5")))
    screen.keys("Enter")
    (game, options, seats) = screen.started[0]
    assert (game, options) == ("boku", {})
    assert seats == {"black": Seat("Anna"), "white": Seat("", "5")}
    assert screen.form.closed


def test_the_first_arrow_key_already_chooses_another_game() -> None:
    games = list(GAMES)
    for key, by in (("Right", 1), ("Down", CARDS)):
        screen = Screen(games[0])
        screen.keys(key)
        assert screen.form.values()["game"] == games[by], key
    for key, at in (("End", -1), ("Home", 0)):
        screen = Screen(games[1])
        screen.keys(key)
        assert screen.form.values()["game"] == games[at], key
    screen = Screen(games[1])
    screen.keys("Left", "Enter")
    assert screen.started[0][0] == games[0]
    screen = Screen(games[0], others=OTHERS[1:])
    screen.keys("Tab", "Right")
    assert screen.form.values()["game"] == games[1], "Tab goes to the cards first"


@pytest.mark.parametrize("game", GAMES)
def test_a_clock_is_chosen_by_keys_or_given_in_numbers(game: str) -> None:
    screen = Screen(game)
    screen.keys("Enter")
    assert screen.control is None
    screen = Screen(game)
    screen.form.focus_on(screen.names().index("clock"))
    screen.keys("Right", "Right", "Enter")
    assert screen.control == TimeControl.parse("1+2")
    screen = Screen(game)
    screen.set("clock", "own")
    for name, value in (("clock minutes", 7), ("clock increment", 4), ("clock periods", 2)):
        screen.set(name, value)
    screen.set("clock period", 20)
    screen.keys("Enter")
    assert screen.control == TimeControl(420.0, 4, None, 2, 20)


@pytest.mark.parametrize("game", GAMES)
def test_the_second_player_may_have_another_time(game: str) -> None:
    screen = Screen(game)
    assert "clock second" not in screen.names()
    screen.set("clock", "5+3")
    at = screen.names().index("clock second")
    assert screen.form.fields[at].label == f"Handicap: time for {find(game).colours[1]}"
    assert screen.form.fields[at].value_text == "the same"
    screen.form.focus_on(at)
    screen.keys("Right", "Right")
    assert screen.form.fields[at].value_text == "1 min"
    screen.keys("Enter")
    assert screen.control == TimeControl.parse("5/1+3")
    again = StartForm(game, {}, (Seat(), Seat()), screen.start, lambda game: (), screen.go_on,
                      control=screen.control)  # fmt: skip
    assert again.form.values()["clock"] == "5+3"
    assert again.form.values()["clock second"] == "1"
    screen = Screen(game)
    screen.set("clock", "own")
    screen.set("clock periods", 2)
    screen.set("clock second", "0.5")
    screen.keys("Enter")
    assert screen.control == TimeControl.parse("10/0.5+2x30")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [("clock second", "1+2", "'1+2' is not a main time; write minutes, 5 or 0.5"),
     ("clock second", "0", "needs some time, up to 366 days"),
     ("clock", "5/1", "a handicap has a field of its own")],
)  # fmt: skip
def test_what_is_no_handicap_is_refused_in_one_line(name: str, text: str, said: str) -> None:
    screen = Screen("boku")
    screen.set("clock", "5")
    screen.form.focus_on(screen.names().index(name))
    screen.form.type(text)
    screen.keys("Enter", "Enter")
    assert screen.started == []
    assert said in screen.form.problem
    assert "\n" not in screen.form.problem
    for _ in text:
        screen.keys("Backspace")
    screen.form.type("2.5")
    screen.keys("Enter", "Enter")
    assert screen.control.of(1).start == 150.0


def test_a_clock_without_time_is_refused() -> None:
    screen = Screen("boku")
    screen.set("clock", "own")
    screen.set("clock minutes", 0)
    screen.keys("Enter")
    assert screen.started == []
    assert screen.form.problem == "the clock needs minutes or byo-yomi periods"


def test_another_game_has_other_options_and_keeps_the_players() -> None:
    screen = Screen(seats=(Seat("Anna"), Seat("", "5")))
    screen.set("size", 4)
    screen.set("game", "octi")
    assert "bases" in screen.names()
    assert "size" not in screen.names()
    screen.set("game", "boche")
    screen.keys("Enter")
    game, options, seats = screen.started[0]
    assert game == "boche"
    assert options["size"] == 4, "what was chosen for a game is still there"
    assert seats == {"light": Seat("Anna"), "dark": Seat("", "5")}


def test_by_keys_alone() -> None:
    screen = Screen()
    screen.keys("Right", "Right", *["Down"] * 3, "Right")
    assert screen.form.focused is not None
    assert screen.form.focused.name == "second kind"
    screen.keys("Down", "Right", "Right", "Enter")
    game, _, seats = screen.started[0]
    assert game == "boku"
    assert seats == {"black": Seat(), "white": Seat("", "5")}, "level 3 and two more"


def test_down_and_up_go_from_row_to_row_of_the_games() -> None:
    """Move between the cards in their visible rows: Boche and Che above, Boku and Octi below."""
    screen = Screen(others=OTHERS[1:])
    screen.keys("Tab", "Right", "Down")
    assert screen.form.focused is not None
    assert screen.form.focused.value == "octi"
    screen.keys("Left", "Up")
    assert screen.form.focused.value == "boche"
    screen.keys("Down", "Down")
    assert screen.form.focused.name != "game", "below the last row comes what else there is"


def test_up_in_the_first_row_of_the_games_stays_there_unless_games_to_continue_stand_above() -> (
    None
):
    for others, name in ((OTHERS[1:], "game"), (OTHERS, "continue")):
        screen = Screen(others=others)
        screen.set("game", "boche")
        screen.keys("Up")
        assert screen.form.focused is not None
        assert screen.form.focused.name == name


def test_space_keeps_the_card_that_has_the_focus() -> None:
    screen = Screen(others=OTHERS[1:])
    screen.keys("Tab", "Down", "Space")
    assert screen.form.focused is not None
    assert screen.form.focused.value == "boku"


def test_a_program_is_named_by_its_command() -> None:
    screen = Screen("boku")
    screen.set("first kind", "program")
    screen.set("first program", "no-such-program --gtp")
    screen.keys("Enter")
    assert screen.started == []
    assert "program 'no-such-program' not found" in screen.form.problem
    assert not screen.form.closed
    screen.set("first program", f"{shlex.quote(sys.executable)} engine.py")
    screen.keys("Enter")
    assert screen.started[0][2]["black"] == Seat("", f"gtp:{shlex.quote(sys.executable)} engine.py")


@pytest.mark.parametrize("text", ["random", "uct:50", "greedy"])
def test_our_own_players_go_by_their_names(text: str) -> None:
    assert seatforms.program_of(text) == text


@pytest.mark.parametrize("text", ["", "'", "uct:many", "greedy:1"])
def test_what_names_no_player_is_refused(text: str) -> None:
    with pytest.raises(BocheError):
        seatforms.program_of(text)


def test_a_click_goes_on_with_something_else() -> None:
    screen = Screen()
    for name, other in (("continue", OTHERS[0]), ("go on", OTHERS[1])):
        screen = Screen()
        screen.set(name, other)
        assert screen.chosen == [other]
        assert screen.started == []
        assert screen.form.closed


def test_the_list_by_keys_and_leaving_it_again() -> None:
    screen = Screen()
    walk = ["Tab"] * screen.names().index("go on")
    screen.keys(*walk, "Tab", "Down")
    assert screen.form.focused is not None
    assert screen.form.focused.value == OTHERS[2]
    screen.keys("Up", "Up", "Enter")
    assert screen.chosen == []
    assert len(screen.started) == 1, "the list has let go"
    screen = Screen()
    screen.keys(*walk, "Tab", "Down", "Up", "Enter")
    assert screen.chosen == [OTHERS[1]]


def test_an_unfinished_game_comes_first_and_enter_goes_on_with_it() -> None:
    screen = Screen()
    screen.made.offer_to_continue()
    assert screen.names()[0] == "continue"
    screen.keys("Enter")
    assert (screen.chosen, screen.started) == ([OTHERS[0]], [])
    screen = Screen(others=OTHERS[1:])
    screen.made.offer_to_continue()
    screen.keys("Enter")
    assert len(screen.started) == 1, "without one a new game is started"


def test_space_takes_the_chosen_line_of_a_list() -> None:
    for name, other in (("continue", OTHERS[0]), ("go on", OTHERS[1])):
        screen = Screen()
        at = screen.names().index(name)
        screen.form.focus_on(at)
        screen.form.fields[at].value = other
        screen.keys("Space")
        assert (screen.chosen, screen.started) == ([other], [])
        assert screen.form.closed


def test_the_line_with_the_focus_has_a_ring() -> None:
    """Expect one in either list of lines, and none once the focus is elsewhere."""
    for name, other in (("continue", OTHERS[0]), ("go on", OTHERS[1])):
        screen = Screen()
        user, at = DialogUser(screen.form), screen.names().index(name)
        rings = []
        for focus in (at, screen.names().index("game")):
            screen.form.focus_on(focus)
            screen.form.fields[at].value = other
            page = user.look()
            [line] = [hit.rect for hit in page.hits if hit.action == Action("field", (at, other))]
            accent = look_of(user.shown.settings.theme).accent
            boxes = [box for box in page.boxes if isinstance(box, Box) and box.border == accent]
            rings.append([box for box in boxes if box.rect != line and box.rect.inside(line)])
        assert [len(found) for found in rings] == [1, 0]


def test_tab_goes_along_the_buttons_as_they_stand_and_reaches_the_users_progress() -> None:
    screen = Screen(others=())
    screen.form.focus_on(len(screen.form.fields) - 1)
    seen = []
    for _ in screen.form.buttons:
        screen.keys("Tab")
        seen.append(screen.form.buttons[screen.form.focused_button].name)
    assert seen == ["own_page", "tournament", "puzzles", "library", "far", "cancel", "start"]
    screen.keys("Left")
    assert screen.form.buttons[screen.form.focused_button].name == "cancel"
    screen.keys("Right", "Tab")
    assert screen.form.focus == 0
    screen.form.focus_on(len(screen.form.fields) + len(seen) - 1)
    screen.keys("Space")
    assert [each.kind for each in screen.chosen] == ["own_page"]


def test_only_what_enter_gives_is_filled() -> None:
    for continues in (True, False):
        screen = Screen()
        user = DialogUser(screen.form)
        if continues:
            screen.made.offer_to_continue()
        page = user.look()
        [start] = [hit.rect for hit in page.hits if hit.action == Action("press", "start")]
        accent = look_of(user.shown.settings.theme).accent
        boxes = [box for box in page.boxes if isinstance(box, Box)]
        filled = [box for box in boxes if box.rect == start and box.fill == accent]
        assert bool(filled) is not continues


def test_the_button_starts_a_new_game_whatever_is_chosen_in_a_list() -> None:
    screen = Screen()
    screen.made.offer_to_continue()
    screen.form.press("start")
    assert (screen.chosen, len(screen.started)) == ([], 1)


def test_what_cannot_be_opened_is_said_and_can_be_left() -> None:
    screen = Screen()
    screen.set("go on", OTHERS[2])
    assert screen.form.problem == "cannot read '/gone.sgf'"
    assert not screen.form.closed
    screen.form.focus_on(-1)
    screen.keys("Enter")
    assert len(screen.started) == 1


def test_a_lost_game_can_be_discarded() -> None:
    screen = Screen()
    screen.form.press("discard0")
    assert [(each.kind, each.what) for each in screen.chosen] == [("discard", 0)]


def test_delete_discards_the_chosen_unfinished_game_as_its_button_does() -> None:
    screen = Screen()
    screen.made.offer_to_continue()
    screen.keys("Delete")
    assert [(each.kind, each.what) for each in screen.chosen] == [("discard", 0)]
    screen = Screen()
    screen.keys("Right", "Delete")
    assert screen.chosen == [], "it deletes elsewhere"


def test_escape_starts_nothing() -> None:
    screen = Screen()
    screen.keys("Escape")
    assert screen.form.closed
    assert screen.started == screen.chosen == []


def test_players_keep_their_names() -> None:
    kept: list[dict[str, Seat]] = []
    seats = {"light": Seat("Anna"), "dark": Seat("Deep", "3")}
    form = seatforms.players(seats, kept.append)
    form.set(0, "computer")
    form.set(3, 8)
    form.press("keep")
    assert kept == [{"light": Seat("", "3"), "dark": Seat("Deep", "8")}]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_pictured_in_play(game: str) -> None:
    position = shown_position(game)
    assert position.game.name == game
    assert position.ply > 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", ["Left", "Right"])
def test_whatever_can_be_chosen_of_a_game_can_be_started(game: str, way: str) -> None:
    for option in find(game).options:
        screen = Screen(game)
        screen.form.focus_on(screen.names().index(option.name))
        for _ in range(min(option.high - option.low + 1, 20)):
            screen.keys(way)
            chosen = screen.form.values()[option.name]
            assert find(game).complete({option.name: chosen})


@pytest.mark.parametrize("given", [0, 2, 4, True])
def test_a_number_that_is_not_allowed_is_refused(given: object) -> None:
    option = Option("bases", 3, "so many", 1, 3, values=(1, 3))
    with pytest.raises(OptionError):
        option.check(given)
    assert [option.check(value) for value in (1, 3)] == [1, 3]
    assert option.range == "1 or 3"


@pytest.mark.parametrize(
    ("game", "option", "number", "word"),
    [("boche", "kill", 0, "off"), ("che", "num_tiles", -1, "unlimited"),
     ("che", "num_tiles", 999, "unlimited"), ("che", "group_area", 0, "off"),
     ("che", "num_tiles", 24, "24 (short)"),
     ("che", "num_tiles", 48, "48 (usual)")],
)  # fmt: skip
def test_numbers_with_a_meaning_are_shown_as_words(
    game: str, option: str, number: int, word: str
) -> None:
    screen = Screen(game)
    screen.set(option, number)
    field = screen.form.fields[screen.names().index(option)]
    assert field.value_text == word


def test_a_choice_says_which_game_is_the_short_one() -> None:
    screen = Screen("octi")
    field = screen.form.fields[screen.names().index("bases")]
    assert dict(field.choices) == {
        1: "short game (any 1)",
        3: "usual game (all 3)",
    }


def test_what_is_shown_alike_is_one_step() -> None:
    screen = Screen("che")
    at = screen.names().index("num_tiles")
    screen.set("num_tiles", 1)
    for _ in range(3):
        screen.form.step(at, -1)
    assert screen.form.values()["num_tiles"] == 0, "0 and -1 mean the same"
    screen.form.step(at, 1)
    assert screen.form.values()["num_tiles"] == 1
    screen.set("num_tiles", -1)
    screen.form.step(at, 1)
    assert screen.form.values()["num_tiles"] == 1


def test_a_clicked_word_gives_way_to_digits() -> None:
    screen = Screen("che")
    screen.set("num_tiles", 0)
    screen.form.point_at(screen.names().index("num_tiles"))
    screen.form.key("1")
    screen.form.type("1")
    screen.form.type("2")
    screen.keys("Enter")
    assert screen.form.values()["num_tiles"] == 12


def test_no_periods_are_none() -> None:
    screen = Screen("boku")
    screen.set("clock", "own")
    screen.set("clock periods", 0)
    field = screen.form.fields[screen.names().index("clock periods")]
    assert field.value_text == "none"


def test_a_key_and_a_button_lead_to_the_users_progress() -> None:
    screen = Screen()
    screen.keys("Ctrl+Shift+R")
    assert [each.kind for each in screen.chosen] == ["own_page"]
    screen = Screen()
    screen.form.press("own_page")
    assert [each.kind for each in screen.chosen] == ["own_page"]


@pytest.mark.parametrize("game", GAMES)
def test_tips_call_options_by_their_titles(game: str) -> None:
    fields = {option.name: option_field(option, option.default) for option in find(game).options}
    told = {name for name, field in fields.items() if f"--{name}" in field.tip}
    assert told == set()
