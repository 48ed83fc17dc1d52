"""A whole move shown as a hint at the table: all its steps are chosen, and one key plays it."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from boche import engine
from boche.engine.record import Record, play
from boche.viewer.camera.rays import project
from boche.viewer.games.registry import build_live, panel_of
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table import keys
from boche.viewer.table.input import Controller
from boche.viewer.table.move_input import show_move
from boche.viewer.table.playback import DROP
from boche.viewer.window.drawing.board_picture import live_options

# White can then take one of two marbles by h4.
SANDWICH = "f5 e5 e4 g6 f6 d3xf5 f4 f5 h7xf5 g4 f5 d4xf4 f7 f8 f3 f4"
# Black can then jump from 46 over its own pod on 55, and on over 73.
JUMPS = "57+e 53+a 57-56 53-54 37+d 54+h 37-46 33+a 56-55 73+a"
# Two different black pods then stand on 57.
STACK = "57+e 53+a 57 53+b 57e+d 53+c 57+d 73+a"
# The next move lays two tiles.
TILES = "fl:0,0 bl:0,1+fr:1,0"


def table(game: str, moves: str, **settings: float) -> Controller:
    record = Record.new(game)
    node = record.root
    for move in moves.split():
        node = play(record, node, move)
    session = Session(record)
    session.cursor.last()
    controller = Controller(session, (1280, 720), Settings(**settings))
    controller.tick(10.0)
    return controller


@pytest.mark.parametrize(
    ("game", "moves", "move", "steps"),
    [
        ("boche", "c:b2", "a:a1", 1),
        ("che", TILES, "fl:2,0+bl:3,0", 2),
        ("boku", SANDWICH, "h4xg4", 2),
        ("boku", SANDWICH, "a1", 1),
        ("octi", JUMPS, "46-64x-82", 5),
        ("octi", JUMPS, "46-64-82x", 5),
        ("octi", STACK, "57d-66,57de-56", 4),
        ("octi", STACK, "57de+a-e", 2),
        ("octi", STACK, "37+c", 1),
        ("octi", STACK, "37", 1),
    ],
)
def test_all_steps_are_shown_none_is_taken_and_enter_plays(
    game: str, moves: str, move: str, steps: int
) -> None:
    controller = table(game, moves)
    shown = controller.table
    wanted = shown.position.parse(move)
    assert show_move(shown, wanted)
    assert shown.selection.beginning == ""
    assert (len(shown.selection.proposed) or 1) == steps
    ghost = controller.view().ghost
    assert ghost is not None
    assert ghost.legal
    assert ghost.move == wanted
    assert build_live(*live_options(seen(controller))).batches
    controller.key("Enter", 12.0)
    assert shown.session.cursor.moves == [*moves.split(), str(wanted)]


@pytest.mark.parametrize(("game", "plies"), [("che", 6), ("boku", 24), ("octi", 30)])
def test_every_legal_move_can_be_shown(game: str, plies: int) -> None:
    dice, position = random.Random(5), engine.new(game)
    for _ in range(plies):
        if position.outcome is None:
            position = position.play(position.random_move(dice))
    controller = Controller(Session(Record.new(game)))
    selection = controller.table.selection
    selection.show(position)
    for _ in range(12):
        move = position.random_move(dice)
        assert selection.choose_move(move)
        taken = selection.take()
        assert taken is not None
        assert taken.move == move


def test_escape_and_backspace_leave_it() -> None:
    controller = table("octi", JUMPS)
    shown = controller.table
    move = shown.position.parse("46-64x")
    show_move(shown, move)
    for key in ("Backspace", "Escape"):
        assert show_move(shown, move)
        controller.key(key, 12.0)
        assert shown.selection.proposal is None
        assert controller.view().ghost is None
        assert controller.view().hint == ""
    assert shown.session.cursor.moves == JUMPS.split()


def test_a_hint_replaces_what_was_begun_and_the_swap_does_not() -> None:
    controller = table("boku", SANDWICH)
    shown = controller.table
    show_move(shown, shown.position.parse("h4xf4"))
    show_move(shown, shown.position.parse("a1"))
    assert (shown.selection.beginning, shown.selection.target) == ("", "a1")
    controller = table("boche", "c:b2")
    controller.table.selection.choose("a1")
    assert not show_move(controller.table, controller.table.position.parse("swap"))
    assert controller.table.selection.target == "a1"


def test_a_click_on_the_ghost_plays_it() -> None:
    controller = table("che", TILES)
    shown = controller.table
    move = shown.position.parse("fl:2,0+bl:3,0")
    show_move(shown, move)
    controller.tick(11.0)  # the board has grown
    place = shown.picker.place(shown.position, shown.selection.target, shown.display)
    at = project(shown.looking.orbit.camera, place[None], shown.looking.viewport)[0]
    controller.pointer_moved(*at, 12.0)
    controller.pressed("left", *at, 13.0)
    controller.released("left", *at, 13.0)
    assert shown.session.cursor.moves[-1] == str(move)


def click(controller: Controller, place: Any, now: float) -> None:
    """Click on a place in the world, where the pointer has come from elsewhere."""
    looking = controller.table.looking
    controller.tick(now)
    at = project(looking.orbit.camera, place[None], looking.viewport)[0]
    controller.pointer_moved(at[0] + 60.0, at[1] + 60.0, now)
    controller.pointer_moved(*at, now)
    controller.pressed("left", *at, now)
    controller.released("left", *at, now)


HINTS = [
    ("che", TILES, "fl:2,0+bl:3,0"),
    ("boku", SANDWICH, "h4xg4"),
    ("octi", JUMPS, "46-64x-82"),
]


def hinted(game: str, moves: str, move: str, *, begins: bool) -> Controller:
    """Return a table with a hint of several steps after a click where it begins or ends."""
    controller = table(game, moves)
    shown = controller.table
    show_move(shown, shown.position.parse(move))
    controller.tick(11.0)
    steps = ("", *shown.selection.proposed)
    before, text = steps[:2] if begins else steps[-2:]
    place = shown.picker.place(shown.position, text, replace(shown.display, taken=before))
    click(controller, place, 12.0)
    return controller


@pytest.mark.parametrize(("game", "moves", "move"), HINTS)
def test_a_click_where_a_hint_ends_plays_all_of_it(game: str, moves: str, move: str) -> None:
    assert hinted(game, moves, move, begins=False).table.session.cursor.moves == [
        *moves.split(),
        move,
    ]


def test_a_click_where_a_hint_begins_is_that_of_whoever_begins_a_move_of_their_own() -> None:
    game, moves, move = HINTS[2]
    octi = hinted(game, moves, move, begins=True).table
    assert (octi.session.cursor.moves, octi.selection.hint) == (moves.split(), None)
    assert octi.selection.beginning.startswith("46"), "the pod is taken up"


def test_a_click_on_a_tile_of_a_hint_lays_that_tile_and_leaves_the_other_one_shown() -> None:
    game, moves, move = HINTS[0]
    controller = hinted(game, moves, move, begins=True)
    che = controller.table
    assert (che.session.cursor.moves, che.selection.beginning) == (moves.split(), "fl:2,0")
    view = controller.view()
    assert view.ghost is not None
    assert (view.ghost.text, view.ghost.hint, view.hint) == (move, True, move)
    controller.key("Escape", 13.0)
    assert che.selection.beginning == "fl:2,0", "only what is left of the hint goes"
    controller.key("Escape", 14.0)
    assert che.selection.beginning == ""


def test_either_tile_of_a_hint_is_laid_first_where_a_click_means_it() -> None:
    controller = table("che", TILES)
    shown = controller.table
    move = next(step.move for step in shown.position.steps("fl:2,0+-1,0"))
    assert show_move(shown, move)
    controller.tick(11.0)
    last = shown.selection.proposed[-1].rpartition("+")[2]
    click(controller, shown.picker.place(shown.position, last, shown.display), 12.0)
    assert shown.selection.beginning.partition(":")[2] == last
    assert str(shown.selection.hint) == str(move)
    rest = next(cell for cell in ("2,0", "-1,0") if cell != last)
    click(controller, shown.picker.place(shown.position, rest, shown.display), 13.0)
    assert shown.session.cursor.moves[-1] == str(move)


@pytest.mark.parametrize(
    ("game", "moves", "move", "other"),
    [(*HINTS[0], "1,1"), (*HINTS[1], "c2"), (*HINTS[2], "37-"), (*HINTS[2], "77+")],
)
def test_a_pointer_elsewhere_leaves_a_hint_and_a_click_there_means_what_is_there(
    game: str, moves: str, move: str, other: str
) -> None:
    controller = table(game, moves)
    shown = controller.table
    show_move(shown, shown.position.parse(move))
    controller.tick(11.0)
    place = shown.picker.place(shown.position, other, shown.display)
    at = project(shown.looking.orbit.camera, place[None], shown.looking.viewport)[0]
    controller.pointer_moved(at[0] + 60.0, at[1] + 60.0, 12.0)
    controller.pointer_moved(*at, 12.0)
    view = controller.view()
    assert view.ghost is not None
    assert (view.ghost.text, view.ghost.hint, view.hint) == (move, True, move)
    click(controller, place, 13.0)
    assert shown.selection.hint is None
    begun, made = shown.selection.beginning, shown.session.cursor.moves[len(moves.split()) :]
    if game == "che":
        assert (begun.partition(":")[2], made) == (other, [])
    elif game == "boku":
        assert (begun, made) == ("", [other])
    else:
        # Home 37 is empty: a pod would be brought on, which ends the turn; 77 has one to take up.
        assert (begun, made) == (("", []) if other == "37-" else (other, []))
    if not begun and not made:
        click(controller, place, 15.0)  # and one more means what it shows
        assert shown.session.cursor.moves[-1] == "37"


def test_the_table_stays_where_it_is_between_two_clicks_of_a_turn() -> None:
    controller = table("che", TILES)
    shown = controller.table
    show_move(shown, shown.position.parse("fl:2,0+bl:3,0"))
    controller.tick(20.0)
    camera = shown.looking.orbit.camera
    click(controller, shown.picker.place(shown.position, "0,-1", shown.display), 21.0)
    assert shown.selection.beginning.endswith(":0,-1")
    controller.tick(30.0)
    assert shown.looking.orbit.camera == camera
    second = next(text for text in shown.selection.targets() if text.endswith("+1,-1"))
    click(controller, shown.picker.place(shown.position, second, shown.display), 31.0)
    assert len(shown.session.cursor.moves) == len(TILES.split()) + 1
    controller.tick(40.0)
    assert shown.looking.orbit.camera != camera, "the whole board is looked at again"


@pytest.mark.parametrize("key", ["Right", "F", "E"])
def test_a_key_that_chooses_drops_all_of_a_hint(key: str) -> None:
    controller = table("che", TILES)
    shown = controller.table
    show_move(shown, shown.position.parse("fl:2,0+bl:3,0"))
    shown.used = keys.BOARD
    controller.key(key, 12.0)
    view = controller.view()
    assert (view.hint, shown.selection.beginning) == ("", "")
    assert view.ghost is None or "+" not in view.ghost.text


def test_the_board_has_room_and_numbers_for_all_tiles_of_a_hint() -> None:
    controller = table("che", TILES)
    shown = controller.table
    assert columns(controller) == {"0", "1"}
    reach = float(shown.bounds[:, 0].max())
    show_move(shown, shown.position.parse("fl:2,0+bl:3,0"))
    assert columns(controller) == {"0", "1", "2", "3"}
    assert shown.bounds[:, 0].max() == pytest.approx(reach + 2.0, abs=0.1)
    view = controller.view()
    assert view.ghost is not None
    kinds = set(panel_of("che").choices(shown.position))
    assert (view.ghost.key, set(view.ghost.keys)) == ("", kinds), "the tray is as before a move"
    controller.key("Escape", 12.0)
    assert columns(controller) == {"0", "1"}
    assert float(shown.bounds[:, 0].max()) == reach


def columns(controller: Controller) -> set[str]:
    """Return the numbers of columns and rows that are written at the board."""
    scene = build_live(*live_options(seen(controller)))
    return {label.text for label in scene.labels}


def test_no_tile_of_a_hint_lies_on_the_board_before_it_is_played() -> None:
    controller = table("che", TILES)
    shown = controller.table
    assert show_move(shown, shown.position.parse("fl:2,0+bl:3,0"))
    view = controller.view()
    assert (view.display.taken, view.change) == ("", None)
    _, options = live_options(seen(controller))
    assert (options.taken, options.ghost, options.hint) == ("", "fl:2,0+bl:3,0", True)
    controller.key("Escape", 12.0)
    assert controller.view().change is None, "nothing was laid that could be lifted"
    assert shown.selection.beginning == ""


# -- Che's first tile


def seen(controller: Controller) -> SimpleNamespace:
    """Return the part of the HUD's model that the picture needs."""
    analysis = SimpleNamespace(heat=(), bests=())
    settings = controller.table.settings
    return SimpleNamespace(view=controller.view(), settings=settings, analysis=analysis)


def drops(controller: Controller, start: float) -> list[float]:
    """Return the moving piece's height at quarters of a drop from ``start``; 0 if none moves."""
    found = []
    for quarter in range(5):
        controller.tick(start + quarter * DROP / 3.9)
        position, options = live_options(seen(controller))
        assert build_live(position, options).batches
        found.append(options.height if options.moving is not None else 0.0)
    return found


def lay_first(controller: Controller, now: float) -> None:
    controller.tick(now)
    controller.table.settle()
    controller.table.selection.choose("2,0")
    controller.command("place", now)
    assert controller.table.selection.beginning


def test_the_first_of_two_tiles_falls_and_is_lifted_again() -> None:
    controller = table("che", TILES)
    lay_first(controller, 20.0)
    assert controller.next_wakeup() is not None
    falling = drops(controller, 20.0)
    assert falling == sorted(falling, reverse=True)
    assert falling[0] > falling[2] > falling[4] == 0.0
    assert controller.view().change is None
    for key, now in (("Backspace", 30.0), ("Escape", 50.0)):
        if not controller.table.selection.beginning:
            lay_first(controller, now - 5.0)
            drops(controller, now - 5.0)
        controller.key(key, now)
        assert controller.table.selection.beginning == ""
        rising = drops(controller, now)
        assert rising[0] < rising[1] < rising[2]
        assert rising[4] == 0.0


def test_without_animation_it_lies_at_once() -> None:
    controller = table("che", TILES, animation_speed=0.0)
    lay_first(controller, 20.0)
    assert controller.view().change is None


def test_a_first_step_that_is_no_piece_does_not_move() -> None:
    controller = table("octi", JUMPS)
    controller.table.selection.choose("46-")
    controller.command("place", 20.0)
    assert controller.table.selection.beginning == "46-"
    assert controller.view().change is None


def test_the_second_tile_falls_alone() -> None:
    controller = table("che", TILES)
    lay_first(controller, 20.0)
    drops(controller, 20.0)
    controller.tick(21.0)
    controller.table.settle()
    controller.table.selection.choose(f"{controller.table.selection.beginning}+3,0")
    controller.command("place", 21.0)
    change = controller.view().change
    assert change is not None
    assert change.taken in change.move
    assert len(controller.table.session.cursor.moves) == 3
