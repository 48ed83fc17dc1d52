"""Playing and looking by events alone, compared with the same done by the engine."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from engine import new
from engine.games.boche.geometry import Cell
from viewer.camera.camera import VIEWS
from viewer.camera.rays import project
from viewer.games.boche.board import to_lattice_centre
from viewer.games.boche.lattice import to_world
from viewer.session import Seat, Session
from viewer.storage.settings import Settings
from viewer.table import commands, keys
from viewer.table.context import Context
from viewer.table.input import Controller

VIEWPORT = (1280, 720)
STILL = Settings(animation_speed=0.0)


class User:
    """Hands and eyes at a controller, with a clock of their own."""

    def __init__(self, settings: Settings = STILL, **options: object) -> None:
        self.session = Session.new("boche", **options)
        self.now = 0.0
        self.controller = Controller(self.session, VIEWPORT, settings)

    def later(self, seconds: float = 0.4) -> float:
        self.now += seconds
        return self.now

    def spot(self, target: str) -> tuple[float, float]:
        """Where the middle of a target's lower faces appears; open cells may hide one another."""
        table = self.controller.table
        place = table.picker.place(table.position, target, table.display)
        x, y = project(table.looking.orbit.camera, place[None] - [[0, 0, 0.4]], VIEWPORT)[0]
        return float(x), float(y)

    def on_face(self, cell: Cell, axis: int) -> tuple[float, float]:
        """Where the middle of a cube's upper face appears."""
        middle = np.array([cell.corner], float) + 0.5
        middle[0, axis] += 0.5
        camera = self.controller.table.looking.orbit.camera
        centre = to_lattice_centre(self.controller.table.position.size)
        x, y = project(camera, to_world(middle, centre), VIEWPORT)[0]
        return float(x), float(y)

    def move_to(self, target: str) -> None:
        self.controller.pointer_moved(*self.spot(target), self.later())

    def click(self, x: float, y: float, button: str = "left") -> None:
        self.controller.pressed(button, x, y, self.later())
        self.controller.released(button, x, y, self.later(0.05))

    def key(self, text: str) -> bool:
        *modifiers, name = text.split("+") if text != "+" else ["+"]
        if name in keys.SIGNS and not modifiers:
            return self.controller.text(name, self.later())
        return self.controller.key(name, self.later(), [m.lower() for m in modifiers])

    def type(self, text: str) -> None:
        for char in text:
            self.controller.key(char, self.later(), [])
            self.controller.text(char, self.now)

    def wheel(self, dy: float, x: float, y: float, modifiers: tuple[str, ...] = ()) -> None:
        self.controller.wheel(0.0, dy, x, y, self.later(), modifiers)

    def settle(self) -> None:
        """Let time pass until nothing moves."""
        for _ in range(100):
            wakeup = self.controller.next_wakeup()
            if wakeup is None:
                return
            self.controller.tick(self.later(max(wakeup - self.now, 1 / 60)))
        raise AssertionError("the table does not come to rest")

    @property
    def view(self) -> Any:
        return self.controller.view()


def random_moves(seed: int, **options: object) -> list[str]:
    rng, position, moves = random.Random(seed), new("boche", **options), []
    while position.outcome is None:
        move = rng.choice(position.legal_moves())
        moves.append(str(move))
        position = position.play(move)
    return moves


def replayed(moves: list[str], **options: object) -> Any:
    position = new("boche", **options)
    for move in moves:
        position = position.play(move)
    return position


GAMES = [(1, {"size": 4}), (2, {"size": 3, "kill": 0}), (3, {"size": 6}), (4, {"size": 2})]


@pytest.mark.parametrize(("seed", "options"), GAMES)
@pytest.mark.parametrize("settings", [STILL, Settings()], ids=["still", "animated"])
def test_a_whole_game_by_the_mouse(
    seed: int, options: dict[str, object], settings: Settings
) -> None:
    user = User(settings, **options)
    moves = random_moves(seed, **options)
    user.key("T")
    user.settle()
    for move in moves:
        if move == "swap":
            user.controller.command("swap", user.later())
            continue
        key, _, target = move.partition(":")
        user.move_to(target)
        for _ in range(8):
            if user.view.ghost.key == key:
                break
            user.wheel(1.0, *user.spot(target))
        user.click(*user.spot(target))
    assert user.session.cursor.moves == moves
    assert user.session.position == replayed(moves, **options)
    assert user.view.status


def test_a_resting_pointer_does_not_disturb_the_keys() -> None:
    user = User(size=3)
    user.move_to("b1")
    user.key("Right")
    chosen = user.view.ghost.target
    user.controller.pointer_moved(*user.spot("b1"), user.later())
    assert user.view.ghost.target == chosen != "b1"
    user.key("Enter")
    assert user.view.ghost is None
    user.key("Right")
    assert user.view.ghost is not None
    user.move_to("a1")
    assert user.view.ghost.target == "a1"


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_a_whole_game_by_keys_alone(seed: int, options: dict[str, object]) -> None:
    user = User(**options)
    moves = random_moves(seed, **options)
    for move in moves:
        if move == "swap":
            user.key("S")
            continue
        key, _, target = move.partition(":")
        walk_to(user, target)
        user.key(key.upper())
        assert user.view.ghost.text == move
        user.key("Enter")
    assert user.session.cursor.moves == moves
    assert user.session.position == replayed(moves, **options)


def walk_to(user: User, target: str) -> None:
    """Walk to a target by arrows alone, as one who knows all ways would."""
    user.key("Escape")
    user.key("Right")
    table = user.controller.table
    ways: dict[str, list[str]] = {table.selection.target: []}
    waiting = [table.selection.target]
    while target not in ways:
        at = waiting.pop(0)
        for arrow in ("Left", "Right", "Up", "Down"):
            table.selection.choose(at)
            user.key(arrow)
            to = table.selection.target
            if to not in ways:
                ways[to] = [*ways[at], arrow]
                waiting.append(to)
    table.selection.choose(next(iter(ways)))
    for arrow in ways[target]:
        user.key(arrow)
    assert table.selection.target == target


def test_a_whole_game_by_typing() -> None:
    user = User(size=3)
    moves = random_moves(9, size=3)
    for move in moves:
        user.key("/")
        user.type(move)
        assert user.view.entry.text == move
        user.key("Enter")
        assert user.view.entry is None
    assert user.session.cursor.moves == moves


# -- clicks and drags


def test_four_pixels_tell_a_click_from_a_drag() -> None:
    for far, placed in ((4.0, True), (4.5, False)):
        user = User(size=3)
        x, y = user.spot("b1")
        user.controller.pressed("left", x, y, user.later())
        user.controller.dragged(x + far, y, user.later())
        user.controller.released("left", x, y, user.later())
        assert bool(user.session.cursor.moves) is placed


def test_the_threshold_grows_with_the_scale() -> None:
    user = User(size=3)
    user.controller.resized(*VIEWPORT, user.later(), scale=2.0)
    x, y = user.spot("b1")
    user.controller.pressed("left", x, y, user.later())
    user.controller.dragged(x + 7, y, user.later())
    user.controller.released("left", x, y, user.later())
    assert user.session.cursor.moves


@pytest.mark.parametrize("button", ["left", "right", "middle"])
def test_a_drag_that_ends_over_a_cell_is_no_move(button: str) -> None:
    user = User(size=3)
    x, y = user.spot("b1")
    before = user.view.camera
    user.controller.pressed(button, x - 200, y, user.later())
    user.controller.dragged(x - 100, y + 30, user.later())
    user.controller.dragged(x, y, user.later())
    user.controller.released(button, x, y, user.later())
    after = user.view.camera
    assert not user.session.cursor.moves
    assert after != before
    assert (after.target == before.target) is (button != "middle")
    assert (after.azimuth == before.azimuth) is (button == "middle")


def test_shift_drag_pans_and_what_is_held_stays_under_the_pointer() -> None:
    user = User()
    x, y = user.spot("c2")
    controller = user.controller
    controller.pressed("left", x, y, user.later(), ["shift"])
    point = controller.table.pointing.anchor(controller.table.looking)
    controller.dragged(x + 60, y + 25, user.later())
    seen = project(user.view.camera, point[None], VIEWPORT)[0]
    assert seen == pytest.approx((x + 60, y + 25), abs=1e-6)
    controller.released("left", x + 60, y + 25, user.later())


def test_inversion_and_sensitivity() -> None:
    turns = []
    for settings in (STILL, Settings(animation_speed=0.0, invert_x=True, mouse_sensitivity=2.0)):
        user = User(settings)
        before = user.view.camera.azimuth
        user.controller.pressed("right", 100, 100, user.later())
        user.controller.dragged(150, 100, user.later())
        turns.append(user.view.camera.azimuth - before)
    assert turns[1] == pytest.approx(-2 * turns[0])


def test_a_second_button_does_not_disturb_a_press() -> None:
    user = User(size=3)
    x, y = user.spot("b1")
    user.controller.pressed("left", x, y, user.later())
    user.controller.pressed("right", x, y, user.later())
    user.controller.released("right", x, y, user.later())
    assert not user.session.cursor.moves
    user.controller.released("left", x, y, user.later())
    assert len(user.session.cursor.moves) == 1


# -- wheel, choices


def test_the_wheel_turns_over_a_cell_and_zooms_elsewhere() -> None:
    user = User(size=3)
    user.move_to("b1")
    x, y = user.spot("b1")
    camera = user.view.camera
    user.wheel(1.0, x, y)
    assert (user.view.ghost.key, user.view.camera) == ("b", camera)
    user.wheel(-1.0, x, y)
    assert user.view.ghost.key == "a"
    user.wheel(1.0, x, y, ("ctrl",))
    assert user.view.camera.distance < camera.distance
    user.wheel(1.0, 5, 5)
    assert user.view.camera.distance < camera.distance / 1.2


def test_the_wheel_can_be_set_to_zoom_always() -> None:
    user = User(Settings(animation_speed=0.0, wheel="zoom"), size=3)
    user.move_to("b1")
    camera = user.view.camera
    user.wheel(1.0, *user.spot("b1"))
    assert user.view.ghost.key == "a"
    assert user.view.camera.distance < camera.distance


def test_parts_of_a_notch_add_up_and_a_movement_goes_on_as_it_began() -> None:
    user = User(size=3)
    x, y = user.spot("b1")
    user.move_to("b1")
    for _ in range(8):
        user.controller.wheel(0.0, 0.25, x, y, user.later(0.02))
    assert user.view.ghost.key == "c"
    user.controller.wheel(0.0, 1.0, 5.0, 5.0, user.later())
    distance = user.view.camera.distance
    user.controller.wheel(0.0, 1.0, *user.spot("b1"), user.later(0.02))
    assert user.view.camera.distance < distance


def test_a_zoom_by_the_wheel_keeps_the_board_under_the_pointer() -> None:
    user = User(Settings(animation_speed=0.0, wheel="zoom"))
    x, y = user.spot("c3")
    user.controller.pointer_moved(x, y, user.later())
    point = user.controller.table.pointing.anchor(user.controller.table.looking)
    for dy in (1.0, 2.0, -1.0, 0.3):
        user.wheel(dy, x, y)
        seen = project(user.view.camera, point[None], VIEWPORT)[0]
        assert seen == pytest.approx((x, y), abs=1e-6)


def test_right_click_and_tab_turn_the_piece() -> None:
    user = User(size=3)
    user.move_to("b1")
    user.click(*user.spot("b1"), button="right")
    assert user.view.ghost.key == "b"
    for key, wanted in (("Tab", "c"), ("]", "d"), ("Shift+Tab", "c"), ("[", "b"), ("H", "h")):
        user.key(key)
        assert user.view.ghost.key == wanted
    user.click(5, 5, button="right")
    assert user.view.ghost is None
    user.move_to("b1")
    assert user.view.ghost.key == "h"
    assert not user.session.cursor.moves


def test_the_last_rotation_is_remembered_for_each_parity() -> None:
    user = User(size=3)
    for move in ("g:b1", "f:a1", "h:a2", "b:a1"):
        user.key("/")
        user.type(move)
        user.key("Enter")
    walk_to(user, "c1")
    user.key("H")
    user.key("Enter")
    for _ in range(3):
        user.key("Ctrl+Z")
    assert user.session.cursor.moves == ["g:b1", "f:a1"]
    user.move_to("a2")
    assert user.view.ghost.keys == ("e", "f", "g", "h")
    assert user.view.ghost.key == "h"
    user.key("F")
    user.key("Enter")
    user.move_to("a1")
    assert user.view.ghost.keys == ("a", "b", "c", "d")
    user.key("C")
    user.key("Enter")
    user.move_to("c1")
    assert user.view.ghost.key == "f"


def test_an_unfitting_letter_says_which_fit() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.move_to("a1")
    user.key("E")
    assert user.view.ghost.key == "a"
    assert user.view.tone == "refused"
    assert "level 0 takes a, b, c or d" in user.view.status


def test_faces_that_lead_nowhere_say_why() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.key("Escape")
    user.controller.pointer_moved(0.0, 0.0, user.later())
    assert user.view.status == ""
    table = user.controller.table
    x, y = user.on_face(Cell(1, 0, 0), 1)
    user.controller.pointer_moved(x, y, user.later())
    assert table.pointing.pick.reason == "the pyramid ends here"
    assert user.view.status == table.pointing.pick.reason
    user.click(x, y)
    assert len(user.session.cursor.moves) == 1


# -- undo, resign, questions, lines


def test_undo_and_redo() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.key("Ctrl+Z")
    assert not user.session.cursor.moves
    user.key("Ctrl+Z")
    assert user.view.status == "nothing to undo"
    user.key("Ctrl+Shift+Z")
    assert len(user.session.cursor.moves) == 1
    user.key("Ctrl+Z")
    user.key("Ctrl+Y")
    assert len(user.session.cursor.moves) == 1


def test_resigning_is_asked_once() -> None:
    user = User(size=3)
    user.key("R")
    assert "Resign for light" in user.view.question.title
    user.key("Escape")
    assert user.view.question is None
    user.key("R")
    for name in ("Left", "Left", "Enter"):  # to the answer that stands further left
        user.key(name)
    assert user.view.question is None
    assert user.session.outcome is None
    user.key("R")
    user.key("Enter")
    assert user.session.outcome.winner == "dark"
    user.key("R")
    assert user.view.question is None
    assert user.view.tone == "over"


def test_a_typed_line_that_is_refused_stays_open() -> None:
    user = User(size=3)
    user.key(":")
    user.type("z:z9")
    user.key("Enter")
    assert user.view.entry.text == "z:z9"
    assert user.view.tone == "refused"
    for _ in range(4):
        user.key("Backspace")
    user.type("c:b1")
    user.key("Enter")
    assert user.session.cursor.moves == ["c:b1"]
    user.key("/")
    user.key("Escape")
    assert user.view.entry is None


def test_comments_are_typed_and_kept() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.key("K")
    user.type("a first try")
    user.key("Shift+Enter")
    user.type("and more")
    user.key("Enter")
    assert user.session.cursor.node.comment == "a first try\nand more"
    user.key("K")
    assert user.view.entry.text == "a first try\nand more"


def test_swap_is_offered_on_move_two_only() -> None:
    user = User(size=3)
    user.key("S")
    assert user.view.tone == "refused"
    user.click(*user.spot("b1"))
    user.key("S")
    assert user.session.cursor.moves[-1] == "swap"
    user.key("S")
    assert user.view.tone == "refused"
    assert len(user.session.cursor.moves) == 2


# -- views, explode, peel


@pytest.mark.parametrize(("key", "view"), [("T", "top"), ("1", "corner"), ("2", "corner2")])
def test_views_glide_and_end(key: str, view: str) -> None:
    user = User(Settings())
    user.controller.pressed("right", 100, 100, user.later())
    user.controller.released("right", 160, 130, user.later(0.01))
    user.key(key)
    middle = user.view.camera
    user.controller.tick(user.later(0.1))
    assert user.view.camera != middle
    user.settle()
    camera = user.view.camera
    wanted = VIEWS[view]
    assert (camera.azimuth, camera.elevation) == (wanted.azimuth, wanted.elevation)
    assert camera.projection == wanted.projection


def test_holding_x_spreads_the_levels() -> None:
    user = User(Settings())
    user.controller.key("x", user.later())
    user.controller.tick(user.later(0.1))
    assert 0 < user.view.display.explode < 1
    user.settle()
    assert user.view.display.explode == 1
    user.controller.key_released("x", user.later())
    user.settle()
    assert user.view.display.explode == 0
    user.controller.key("x", user.later())
    user.controller.focus_lost(user.later())
    user.settle()
    assert user.view.display.explode == 0


def test_a_button_spreads_the_levels_until_it_is_clicked_again() -> None:
    user = User(Settings())
    for wanted in (1, 0, 1):
        user.controller.command("explode", user.later())
        user.settle()
        assert user.view.display.explode == wanted


def test_peeling_stays_within_the_levels() -> None:
    user = User(size=3)
    user.key(",")
    assert user.view.display.peeled == 0
    user.click(*user.spot("b1"))
    for _ in range(3):
        user.key(",")
    assert user.view.display.peeled == 0, "the lowest level stays"


def test_a_resized_window_still_shows_the_whole_board() -> None:
    user = User()
    user.controller.resized(600, 900, user.later())
    assert user.view.camera.distance > User().view.camera.distance


def test_hovering_a_group_says_what_it_is() -> None:
    user = User(size=3)
    user.click(*user.spot("b1"))
    user.controller.pointer_moved(*user.on_face(Cell(1, 0, 0), 1), user.later())
    assert "group of" in user.view.info
    assert user.view.lit


# -- keys


def test_no_two_commands_share_a_key() -> None:
    seen: dict[tuple[str, str], str] = {}
    for place, command in commands.places():
        assert seen.setdefault(place, command.name) == command.name, place


def test_the_choosing_letters_are_free() -> None:
    for (key, _), command in commands.places():
        assert not (len(key) == 1 and key in keys.CHOOSING), command.name
        assert key not in {f"Shift+{letter}" for letter in keys.CHOOSING}


def test_chords() -> None:
    assert keys.chord("z", ["shift", "ctrl"]) == "Ctrl+Shift+Z"
    assert keys.chord("?", ["shift"]) == "?"
    assert keys.chord("Left", ["numlock"]) == "Left"
    assert commands.keys_of("forward") == ("PageDown", "Ctrl+Right", "Right")


def test_every_command_is_done_somewhere() -> None:
    whole = {field.name for field in fields(Context)}
    for command in commands.COMMANDS:
        assert command.needs in whole | {""}, command.name
        assert command.text
        assert command.chapter


def middle_of_a_game() -> User:
    """Two lines, a cell chosen, the cursor in the middle, ten moves each way."""
    user = User(size=6, kill=0)
    for move in random_moves(3, size=6, kill=0)[:24]:
        user.session.play(move)
    user.session.cursor.go_index(12)
    other = next(
        move
        for move in user.session.position.legal_moves()
        if str(move) != user.session.cursor.moves[12]
    )
    user.session.play(str(other))
    user.session.play(str(user.session.position.legal_moves()[0]))
    user.session.cursor.back()
    user.controller.set_session(user.session)
    return user


@pytest.mark.parametrize(
    ("key", "focus", "name"),
    [(key, focus, command.name) for (key, focus), command in commands.places()],
)
def test_every_key_does_something(key: str, focus: str, name: str) -> None:
    user = middle_of_a_game()
    others = Others()
    user.controller.join(others, others)
    prepare(user, name)
    user.controller.table.used = focus
    before = user.view
    assert user.key(key)
    user.controller.tick(user.later(3.0))
    after = user.view
    needs = commands.named(name).needs
    assert others.called == ([OTHERS_DO.get(name, name)] if needs else [])
    assert others.called or after != before, name


#: The settings that commands of these names toggle.
OTHERS_DO = dict.fromkeys(("left_panel", "right_panel", "coordinates"), "toggle")


class Others:
    """An assistant and a window that note what is asked of them."""

    analysing = False

    def __init__(self) -> None:
        self.called: list[str] = []

    def waiting_for(self) -> str:
        return ""

    def hold(self) -> None:
        """Undo says so each time."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_: self.called.append(name)


def prepare(user: User, name: str) -> None:
    """Bring the table to where a command has something to do."""
    table = user.controller.table
    if name == "cancel":
        user.key("K")
    elif name in ("place", "next_choice", "previous_choice"):
        walk_to(user, next(iter(table.selection.targets())))
    elif name.startswith("choose"):
        for target in table.selection.targets():
            table.selection.choose(target)
            user.controller.command(name)
            if table.selection.target != target:
                table.selection.choose(target)
                return
    elif name == "unpeel":
        user.key(",")
    elif name == "redo":
        user.session.edits.undo()
    elif name in ("fit", "turn_up"):
        user.key("Shift+Down")
    elif name == "pause":
        user.session.seats.seat("dark", Seat("", "3"))
    elif name == "corner":
        user.key("2")


def test_unknown_and_unregistered_commands() -> None:
    user = User()
    with pytest.raises(LookupError, match="no command 'fly'"):
        user.controller.command("fly")
    assert user.controller.command("save") is False
    assert user.view.tone == "refused"
    assert user.key("F9") is False


def test_arrows_work_on_what_was_used_last() -> None:
    user = middle_of_a_game()
    user.controller.table.used = keys.TIMELINE
    index = user.session.cursor.index
    user.key("Left")
    assert user.session.cursor.index == index - 1
    user.key("Escape")
    user.key("Left")
    assert user.session.cursor.index == index - 1
    assert user.view.ghost is not None
    user.key("PageUp")
    user.key("Left")
    assert user.session.cursor.index == index - 3


# -- time


def drawn(user: User) -> None:
    user.controller.drawn(user.view)


def test_a_table_at_rest_draws_nothing() -> None:
    user = User(Settings(), size=3)
    drawn(user)
    assert not user.controller.wants_frame
    user.move_to("b1")
    assert user.controller.wants_frame
    drawn(user)
    x, y = user.spot("b1")
    for step in range(20):
        user.controller.pointer_moved(x + step % 2 * 0.5, y, user.later(1.0))
        assert not user.controller.wants_frame
    assert user.controller.next_wakeup() is None
    user.controller.tick(user.later(60.0))
    assert not user.controller.wants_frame


def test_a_drop_is_animated_and_a_new_input_skips_it() -> None:
    user = User(Settings(), size=3)
    user.move_to("b1")
    user.click(*user.spot("b1"))
    change = user.view.change
    assert change.forward
    assert change.move == user.session.cursor.moves[0]
    assert change.part == 0.0
    user.controller.tick(user.later(0.1))
    assert 0 < user.view.change.part < 1
    user.key("K")
    assert user.view.change is None
    user.key("Escape")
    user.settle()
    drawn(user)
    assert not user.controller.wants_frame


def test_stepping_is_animated_both_ways() -> None:
    user = User(Settings(), size=3)
    user.click(*user.spot("b1"))
    user.settle()
    user.key("PageUp")
    change = user.view.change
    assert (change.forward, change.move) == (False, user.session.cursor.moves[0])
    assert len(change.before.cubes) == 1
    assert not change.after.cubes
    user.key("PageDown")
    assert user.view.change.forward
    user.settle()
    assert user.view.change is None


def test_playing_on_steps_at_its_speed_and_stops_at_the_end() -> None:
    user = User(size=3)
    for move in random_moves(5, size=3)[:6]:
        user.session.play(move)
    user.session.cursor.first()
    user.controller.set_session(user.session)
    user.key("Space")
    assert user.view.playing
    start = user.now
    assert user.controller.next_wakeup() == pytest.approx(start + 1.0)
    for step in range(6):
        user.controller.tick(user.later(1.0))
        assert user.session.cursor.index == step + 1
    assert not user.view.playing
    assert user.controller.next_wakeup() is None
    user.key("Space")
    assert user.session.cursor.index == 0
    user.key("Shift+Space")
    assert user.view.speed == pytest.approx(1.5)
    user.key("Space")
    assert not user.view.playing


BACK, ON = {"back", "back_ten", "first"}, {"forward", "forward_ten", "last"}


def test_steps_are_refused_where_the_line_ends() -> None:
    user = middle_of_a_game()
    assert not user.view.refused & (BACK | ON)
    for name, refused, told in (("first", BACK, "start"), ("last", ON, "end")):
        user.controller.command(name, user.later())
        assert user.view.refused & (BACK | ON) == refused
        for each in refused:
            user.controller.command(each, user.later())
            assert user.view.status == f"this is the {told}"


def test_a_step_back_stops_a_replay_at_the_start() -> None:
    user = middle_of_a_game()
    user.session.cursor.first()
    user.controller.tick(user.later())
    user.key("Space")
    user.key("PageUp")
    assert not user.view.playing


def test_a_click_stops_playing_on_and_places_nothing() -> None:
    user = middle_of_a_game()
    user.session.cursor.first()
    user.controller.tick(user.later())
    user.key("Space")
    count = sum(1 for _ in user.session.record.nodes())
    user.click(*user.spot("b1"))
    assert not user.view.playing
    assert sum(1 for _ in user.session.record.nodes()) == count


def test_deleting_a_variation_is_asked() -> None:
    user = middle_of_a_game()
    node = user.session.cursor.node
    user.key("Ctrl+Delete")
    assert user.view.question.title.startswith("Delete ")
    user.key("Enter")
    assert user.session.cursor.node is not node
