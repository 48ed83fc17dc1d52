"""A half-made move at the table: undo and redo go by its steps, and Escape lets it go."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.engine.message import capitalized
from boche.viewer.camera.rays import project
from boche.viewer.games.registry import build_live
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.items import Action
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.session import LessonSession
from boche.viewer.scene.live import LiveOptions
from boche.viewer.session import Seat, Session
from boche.viewer.storage.autosave import Autosave, recover, recoverable
from boche.viewer.table.context import Context
from boche.viewer.table.input import Controller
from boche.viewer.table.move_input import place, show_move
from tests.viewer.hud.test_hud_layout import built, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.table.test_hint_table import JUMPS, SANDWICH, TILES
from tests.viewer.table.user import User

BEGUN = {
    "che": (TILES, ("fl:2,0",)),
    "boku": (SANDWICH, ("h4",)),
    "octi": (JUMPS, ("46-", "46-64?")),
}
"""Moves of a game, and the steps of the next one, in order; that one is not whole yet."""

every_game = pytest.mark.parametrize("game", BEGUN)


def begun(game: str) -> tuple[Controller, list[str]]:
    """Return a table with a half-made move, and what was taken after each of its steps."""
    moves, steps = BEGUN[game]
    controller, taken = Controller(Session.new(game)), [""]
    for move in moves.split():
        controller.table.play(move)
    controller.tick(10.0)
    for step in steps:
        take(controller, step)
        taken.append(controller.table.selection.beginning)
    return controller, taken


def take(controller: Controller, step: str) -> None:
    """Take a step of a move."""
    selection = controller.table.selection
    for target in selection.targets():
        selection.choose(target)
        for _ in selection.choices():
            if selection.choice is not None and selection.choice.text == step:
                place(Context(controller.table))
                assert selection.beginning == step
                return
            selection.cycle(1)
    raise AssertionError(f"{step}: not one of {list(selection.targets())}")


def press(controller: Controller, key: str, *held: str) -> None:
    controller.key(key, controller.table.now + 1.0, held)


@every_game
def test_undo_takes_back_one_step_and_redo_takes_it_again(game: str) -> None:
    controller, taken = begun(game)
    selection, cursor = controller.table.selection, controller.table.session.cursor
    before = cursor.moves
    for expected in reversed(taken[:-1]):
        press(controller, "Z", "ctrl")
        assert selection.beginning == expected
    for expected in taken[1:]:
        press(controller, "Y", "ctrl")
        assert selection.beginning == expected
    assert cursor.moves == before
    assert "nothing to redo" in refusal(controller, "Y")


def refusal(controller: Controller, key: str) -> str:
    """Return what the status says to a key with Ctrl."""
    press(controller, key, "ctrl")
    return str(controller.view().status)


def test_a_step_taken_back_is_not_previewed_until_the_pointer_moves() -> None:
    """The pointer still rests where the step was made, and its preview looks like that step."""
    user = User(game="che")
    user.session.play("fl:0,0")
    user.settle()
    user.move_to("1,0")
    user.click(*user.spot("1,0"))
    user.settle()
    assert user.controller.table.selection.beginning
    user.key("Ctrl+Z")
    user.settle()
    assert not user.controller.table.selection.beginning
    assert user.view.ghost is None
    x, y = user.spot("1,0")
    user.controller.pointer_moved(x + 12, y, user.later())
    assert user.view.ghost is not None


@every_game
def test_a_step_taken_back_costs_no_rating(game: str) -> None:
    controller, _ = begun(game)
    session = controller.table.session
    session.seats.seat(session.record.game.colours[1], Seat(player="1"))
    press(controller, "Z", "ctrl")
    assert session.unrated == ""


@every_game
def test_without_a_step_undo_is_for_whole_moves_again(game: str) -> None:
    controller, taken = begun(game)
    table_, moves = controller.table, controller.table.session.cursor.moves
    move = next(
        move for move in table_.position.legal_moves()
        if table_.picker.leads is not None and table_.picker.leads(taken[-1], move)
    )  # fmt: skip
    table_.play(move)
    assert len(table_.session.cursor.moves) == len(moves) + 1
    press(controller, "Z", "ctrl")
    assert table_.session.cursor.moves == moves
    assert table_.selection.beginning == ""


@every_game
def test_a_new_step_forgets_the_one_taken_back(game: str) -> None:
    controller, taken = begun(game)
    press(controller, "Z", "ctrl")
    take(controller, taken[-1])
    press(controller, "Y", "ctrl")
    assert controller.table.selection.beginning == taken[-1]
    assert not controller.table.selection.can_go_forward


@every_game
def test_a_hint_goes_on_from_what_is_laid_and_escape_puts_that_back(game: str) -> None:
    controller, taken = begun(game)
    table_ = controller.table
    leads = table_.picker.leads
    assert leads is not None
    moves = [move for move in table_.position.legal_moves() if leads(taken[-1], move)]
    assert moves
    for move in (moves[0], moves[-1]):
        assert show_move(table_, move)
        assert leads(table_.selection.beginning, move)
        assert table_.selection.hinted
        press(controller, "Escape")
        assert table_.selection.beginning == taken[-1]
        assert not table_.selection.hinted
    press(controller, "Escape")
    assert table_.selection.beginning == ""


@every_game
def test_another_hint_drops_what_is_laid_until_escape(game: str) -> None:
    controller, taken = begun(game)
    table_ = controller.table
    leads = table_.picker.leads
    assert leads is not None
    other = next(m for m in table_.position.legal_moves()
                 if not leads(taken[1], m) and str(m) != "swap")  # fmt: skip
    assert show_move(table_, other)
    press(controller, "Escape")
    assert table_.selection.beginning == taken[-1]


def test_a_lesson_takes_a_step_back_too() -> None:
    for lesson in catalogue_of("che").lessons:
        controller = Controller(LessonSession(lesson))
        selection = controller.table.selection
        target = next(iter(selection.targets()), None)
        if target is None or not selection.choose(target) or selection.choice is None:
            continue
        if selection.choice.move is not None:
            continue
        place(Context(controller.table))
        assert selection.beginning
        press(controller, "Z", "ctrl")
        assert selection.beginning == ""
        return
    raise AssertionError("no lesson asks for two tiles")


# -- what is seen of it


def corners_in_picture(controller: Controller) -> np.ndarray[Any, Any]:
    """Return where all corners of the cells appear that are open for the second tile."""
    table = controller.table
    middles = [table.picker.place(table.position, each, table.display)
               for each in table.selection.targets()]  # fmt: skip
    square = np.array([(x, y, 0.0) for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
    points = (np.array(middles)[:, None] + square).reshape(-1, 3)
    return project(table.looking.orbit.goal, points, table.looking.viewport)


@pytest.mark.parametrize("first", ["fl:2,0", "fr:0,-1", "fr:-1,0"])
def test_all_cells_for_the_second_tile_are_in_view_and_apart_from_the_coordinates(
    first: str,
) -> None:
    controller = Controller(Session.new("che"))
    for move in TILES.split():
        controller.table.play(move)
    press(controller, "T")
    controller.tick(20.0)
    before = controller.table.looking.orbit.goal
    take(controller, first)
    places = corners_in_picture(controller)
    assert (places >= 0.0).all()
    assert (places <= controller.table.looking.viewport).all()
    view = controller.view()
    scene = build_live(view.position, LiveOptions(taken=view.display.taken, labels=True))
    cells = {tuple(map(int, target.rpartition("+")[2].split(",")))
             for target in controller.table.selection.targets()}  # fmt: skip
    for label in scene.labels:
        x, y, _ = label.position
        assert (round(x), round(y)) not in cells, "a coordinate lies in an open cell"
    press(controller, "Escape")
    after = controller.table.looking.orbit.goal
    assert replace(after, target=before.target) == before, "as near as it was"


# -- typing what follows

FOLLOWING = {
    "che": ("fr:3,0", "fl:2,0+fr:3,0"),
    "boku": ("g4", "h4xg4"),
    "octi": ("x-82", "46-64x-82"),
}
"""What may be typed after the beginnings of ``BEGUN``, and the whole move."""


@every_game
@pytest.mark.parametrize("whole", [False, True])
def test_a_typed_move_goes_on_from_what_is_laid(game: str, whole: bool) -> None:
    controller, _ = begun(game)
    position = controller.table.position
    following, move = FOLLOWING[game]
    assert controller.submit("move", move if whole else following), controller.view().status
    assert controller.table.session.cursor.moves[-1] == str(position.parse(move))
    assert controller.table.selection.beginning == ""


@every_game
def test_a_typed_move_that_begins_in_another_way_is_refused_until_that_is_let_go(game: str) -> None:
    controller, taken = begun(game)
    moves, leads = controller.table.session.cursor.moves, controller.table.picker.leads
    assert leads is not None
    legal = map(str, controller.table.position.legal_moves())
    other = next(each for each in legal
                 if not leads(taken[-1], controller.table.position.parse(each)))  # fmt: skip
    assert not controller.submit("move", other)
    begins = taken[-1].rstrip("?")
    assert str(controller.view().status) == (
        f"a move begins with {begins}: type what follows, or take that back first (Esc)"
    )
    assert (controller.table.selection.beginning, controller.table.session.cursor.moves) == (
        taken[-1], moves
    )  # fmt: skip
    press(controller, "Escape")
    assert controller.submit("move", other)


def test_what_is_wrong_with_the_second_tile_is_said_of_that() -> None:
    controller, _ = begun("che")
    assert not controller.submit("move", "fl:9,9")
    assert "9,9" in str(controller.view().status)
    assert "begins" not in str(controller.view().status)


# -- a half-made move is kept


@every_game
def test_a_half_made_move_comes_back_after_another_game_and_after_a_restart(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    controller, taken = begun(game)
    session = controller.table.session
    session.safety.keep(Autosave())
    controller.set_session(Session.new("boche"))
    controller.set_session(session)
    assert controller.table.selection.beginning == taken[-1]
    press(controller, "Z", "ctrl")
    press(controller, "Y", "ctrl")
    assert controller.view().display.taken == taken[-1]
    session.safety.close()
    again = Controller(recover(recoverable()[0]))
    assert again.view().display.taken == taken[-1]
    assert again.table.selection.steps == tuple(taken[1:])
    press(again, "Escape")
    assert again.view().display.taken == ""
    again.table.session.safety.close()
    assert Controller(recover(recoverable()[0])).view().display.taken == ""


def test_steps_that_fit_no_more_are_left_out() -> None:
    session = Session.new("che")
    for steps in (("fl:2,0",), ("nonsense", ""), ("fl:0,0",)):
        session.begun = steps
        assert Controller(session).view().display.taken == ""


# -- letters that do not fit


def on_first_level() -> User:
    """Return a user of a game whose first level takes the rotations a to d."""
    user = User(game="boche", size=4)
    user.controller.table.play("c:a1")
    return user


def test_a_letter_that_does_not_fit_says_so_at_the_pointer_and_places_nothing_else() -> None:
    user = on_first_level()
    user.move_to("b1")
    user.key("H")
    view = user.view
    assert view.status == "h:b1: level 0 takes rotations a-d, not rotation h"
    assert (view.tone, view.beside, view.chosen_at) == ("refused", True, None)
    user.key("Enter")
    assert user.session.cursor.moves == ["c:a1"]
    assert user.view.beside
    user.key("A")
    assert not user.view.beside
    user.key("Enter")
    assert user.session.cursor.moves == ["c:a1", "a:b1"]


def test_a_letter_chosen_ahead_is_not_exchanged_for_another_one() -> None:
    user = on_first_level()
    for move in ("a:b1", "a:a2"):
        user.controller.table.play(move)
    assert user.controller.table.selection.target is None
    user.controller.choose_key("h", user.later())  # as from the tray, with the pointer on it
    assert "the next piece: h" in user.view.status
    user.move_to("c1")
    count = len(user.session.cursor.moves)
    user.click(*user.spot("c1"))
    assert len(user.session.cursor.moves) == count
    assert user.view.status == "h:c1: level 0 takes rotations a-d, not rotation h"
    assert user.view.beside
    user.click(*user.spot("c1"))
    assert len(user.session.cursor.moves) == count + 1, "whoever clicks again means what is shown"


@pytest.mark.parametrize("tray", [False, True])
@pytest.mark.parametrize("by_keys", [False, True])
def test_a_refusal_ends_with_the_place_that_it_spoke_of(*, tray: bool, by_keys: bool) -> None:
    user = on_first_level()
    user.key("Right") if by_keys else user.move_to("b1")
    first = user.view.ghost.target
    user.controller.choose_key("h", user.later()) if tray else user.key("H")
    assert user.view.tone == "refused"
    user.key("Right") if by_keys else user.move_to("c1")
    shown = user.view.ghost
    assert shown.target != first
    user.key("Enter") if by_keys else user.click(*user.spot("c1"))
    assert user.session.cursor.moves == ["c:a1", str(shown.move)], "the first click places it"
    assert user.view.tone != "refused"


def test_a_letter_refused_at_one_pod_does_not_stop_the_next_from_being_taken_up() -> None:
    user = User(game="octi")
    for move in ("37+c", "53+a", "57+c", "33+a"):
        user.controller.table.play(move)
    user.move_to("57-")
    user.key("C")
    assert (user.view.tone, user.view.asked) == ("refused", "c")
    user.move_to("37-")
    user.click(*user.spot("37-"))
    assert user.controller.table.selection.beginning == "37-"


def test_a_letter_that_does_not_fit_is_taken_where_it_fits() -> None:
    user = on_first_level()
    for move in ("a:b1", "a:a2"):
        user.controller.table.play(move)
    position = user.controller.table.position
    upper = next(cell.name for cell in position.open_cells() if cell.k == 1)
    user.move_to("c1")
    user.key("H")
    user.controller.table.selection.choose(upper)
    user.controller.table.pointing.leave_to_keys(None)
    assert user.view.ghost.key == "h"
    user.key("Enter")
    assert user.session.cursor.moves[-1].startswith("h:")


def test_by_keys_it_is_said_beside_the_chosen_place() -> None:
    user = on_first_level()
    user.key("Right")
    user.key("H")
    assert user.view.beside
    assert user.view.chosen_at is not None


PROMPTS = {
    "che": "one tile is left to lay; Esc or a right click takes the first one back",
    "boku": "choose the marble that h4 takes: ",
    "octi": "46-64 … Enter spares your pod on 55; click it, or Tab, to capture it",
}


@every_game
def test_a_half_made_move_asks_beside_its_piece_for_what_is_next(game: str) -> None:
    """The status line alone is overlooked; once something is chosen, nothing covers the board."""
    controller, _ = begun(game)
    controller.tick(20.0)
    view, table = controller.view(), controller.table
    assert view.status.startswith(PROMPTS[game])
    assert view.prompted is not None
    left, low, right, high = view.prompted
    piece = {"che": "fl:2,0", "boku": "h4", "octi": "46-64-"}[game]
    x, y = table.looking.pixels(table.picker.place(table.position, piece, table.display)[None])[0]
    assert left < x < right
    assert low - 20 < y < high + 20
    press(controller, "Left")
    assert controller.view().prompted is None
    press(controller, "Escape")
    press(controller, "Escape")
    assert controller.view().prompted is None
    assert not controller.view().display.taken


@every_game
def test_what_is_refused_is_said_in_place_of_what_is_asked(game: str) -> None:
    controller, _ = begun(game)
    if game == "octi":
        press(controller, "Backspace")  # Enter means something where captures are asked about
    press(controller, "Enter")
    view = controller.view()
    assert view.tone == "refused"
    assert view.prompted is None


@every_game
def test_the_panel_says_that_the_turn_is_not_finished(game: str) -> None:
    controller, _ = begun(game)
    pages = built(replace(shown_of(controller.table.session), view=controller.view()),
                  (1280, 800), 1.0).pages  # fmt: skip
    told = [text.text for page in pages for text in page.texts]
    assert "your turn is not finished" in told
    beside = "".join(text.text for text in pages[-1].texts)
    assert beside.casefold().startswith(PROMPTS[game][:20].casefold()), (
        "and the bubble what is next"
    )


def test_the_panel_says_that_any_second_tile_wins_where_the_first_has_closed_a_region() -> None:
    controller = Controller(Session.new("che", group_area=16))
    for move in ("fl:0,0", "fr:0,1+fr:1,0"):
        controller.table.play(move)
    controller.tick(10.0)
    take(controller, "fl:1,1")
    controller.tick(20.0)
    pages = built(replace(shown_of(controller.table.session), view=controller.view()),
                  (1280, 800), 1.0).pages  # fmt: skip
    told = [text.text for page in pages for text in page.texts]
    assert "1 tile: any one wins" in told
    assert controller.view().status.startswith("any second tile wins now; Esc")


@every_game
def test_in_a_small_window_the_prompt_stays_on_the_board(game: str) -> None:
    controller, _ = begun(game)
    shown = replace(shown_of(controller.table.session), view=controller.view())
    card = built(shown, (720, 480), 1.0).pages[-1].boxes[0].rect
    board = laid_out(shown, (720, 480)).board
    assert board.x <= card.x
    assert card.right <= board.right


def test_beside_a_long_name_the_panel_says_it_in_fewer_words() -> None:
    controller, _ = begun("boku")
    session = controller.table.session
    session.seats.seat(session.turn, Seat("Maximiliane Wetterstein"))
    pages = built(replace(shown_of(session), view=controller.view()), (720, 480), 1.0).pages
    assert "not finished" in [text.text for page in pages for text in page.texts]


def test_a_click_on_a_grey_letter_of_the_tray_says_why_beside_it() -> None:
    user = on_first_level()
    user.controller.pointer_left(user.later())

    def done(action: Action) -> None:
        user.controller.choose_key(action.value, user.later())

    hud, shown = Hud(wide, Plain(), done), shown_of(user.session)
    hud.build(replace(shown, view=user.view), laid_out(shown))
    (place,) = [each.rect for page in hud.frame.pages for each in page.hits
                if each.action == Action("turn_to", "g")]  # fmt: skip
    hud.pointer_moved(*place.middle, 0.0)
    hud.pressed("left", *place.middle, 0.1)
    hud.released("left", *place.middle, 0.2)
    why = "even levels take a to d; odd ones e to h"
    assert (user.view.status, user.view.tone, user.view.beside) == (why, "refused", True)
    hud.build(replace(shown, view=user.view), laid_out(shown))
    assert [text.text for text in hud.frame.pages[-1].texts] == [capitalized(why)]


def drag_from_tray(user: User, key: str, x: float, y: float) -> None:
    """Drag a piece from the tray to a place of the picture and let it go there."""
    user.controller.pointer_left(user.later())
    user.controller.carry(key, user.later())
    user.controller.dragged(x, y, user.later())
    user.controller.released("left", x, y, user.later())


def test_a_cube_dragged_from_the_tray_is_laid_where_it_is_let_go() -> None:
    user = User(game="boche")
    camera = user.controller.table.looking.orbit.camera
    drag_from_tray(user, "b", *user.spot("d3"))
    assert user.session.cursor.moves == ["b:d3"]
    drag_from_tray(user, "h", *user.spot("c2"))
    assert user.session.cursor.moves == ["b:d3"], "no other cube is laid in its place"
    assert user.view.status == "h:c2: level 0 takes rotations a-d, not rotation h"
    assert (user.view.tone, user.view.beside) == ("refused", True)
    drag_from_tray(user, "c", 5.0, 5.0)
    assert (user.session.cursor.moves, user.view.asked) == (["b:d3"], ""), "it is forgotten"
    user.move_to("a1")
    assert user.view.ghost.key == "c", "but the next cube is turned as the last one was"
    assert user.controller.table.looking.orbit.camera == camera


def test_tiles_dragged_from_the_tray_are_laid_where_they_are_let_go() -> None:
    user = User(game="che")
    drag_from_tray(user, "br", *user.spot("0,0"))
    drag_from_tray(user, "br", *user.spot("1,0"))
    assert user.view.status == "br does not fit; fr, bl do"
    drag_from_tray(user, "bl", *user.spot("0,1"))
    assert user.view.display.taken == "bl:0,1"
    drag_from_tray(user, "fr", *user.spot("-1,0"))
    assert user.session.cursor.moves == ["br:0,0", "fr:-1,0+bl:0,1"]
    drag_from_tray(user, "fr", 640.0, 700.0)
    assert user.view.status.endswith("does not touch any tile")
    assert len(user.session.cursor.moves) == 2


def test_the_second_click_of_a_double_click_is_silent() -> None:
    """Check moves that are whole after one click, and one that lacks a tile."""
    for game, cells in (("boche", ["d3"]), ("che", ["0,0", "1,0"]), ("boku", ["f5"])):
        user = User(game=game)
        for cell in cells:
            x, y = user.spot(cell)
            now = user.later()
            for t in (now, now + 0.2):
                user.controller.pointer_moved(x, y, t)
                user.controller.pressed("left", x, y, t)
                user.controller.released("left", x, y, t)
            user.later(0.2)
            assert user.view.tone in ("said", "noted"), (game, cell)
        assert len(user.session.cursor.moves) == 1, game
        assert bool(user.view.display.taken) == (game == "che")


@pytest.mark.parametrize("how", ["again", "beside", "right", "button"])
@pytest.mark.parametrize(
    ("game", "moves", "cell"), [("che", TILES, "2,0"), ("boku", SANDWICH, "h4")]
)
def test_half_a_move_is_put_down_by_the_mouse(game: str, moves: str, cell: str, how: str) -> None:
    user = User(game=game)
    for move in moves.split():
        user.session.play(move)
    user.controller.set_session(user.session)
    spot = user.spot(cell)
    user.click(*spot)
    assert user.view.display.taken

    def done(action: Action) -> None:
        assert action == Action("command", "cancel")
        user.controller.command(action.value, user.later())

    if how == "button":
        hud, shown = Hud(wide, Plain(), done), shown_of(user.session)
        hud.build(replace(shown, view=user.view), laid_out(shown))
        (place,) = [each.rect for page in hud.frame.pages for each in page.hits
                    if each.action == Action("command", "cancel")]  # fmt: skip
        hud.pointer_moved(*place.middle, 0.0)
        hud.pressed("left", *place.middle, 0.1)
        hud.released("left", *place.middle, 0.2)
    else:
        user.later(0.5)
        at = (3.0, 717.0) if how == "beside" and game == "boku" else spot
        user.click(*at, "left" if how == "again" or at != spot else "right")
    assert (user.view.display.taken, user.view.tone, user.view.marks) == ("", "said", ())
    assert len(user.session.cursor.moves) == len(moves.split())
