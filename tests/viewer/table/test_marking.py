"""Marks drawn at the table, by mouse and by keys, in all games."""

from __future__ import annotations

import numpy as np
import pytest

from boche.engine.record import loads
from boche.engine.record.marks import Mark, marks_of
from boche.viewer.camera.rays import project
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import to_world
from boche.viewer.games.drawing import top_of
from boche.viewer.session import Seat, Session
from boche.viewer.table.input import Controller

RECORDS = {
    "boche": ("(;GM[Boche]SZ[4];W[c:a1];B[a:b1])", "a1", "b1", "c1"),
    "che": ("(;GM[Che];W[fl:0,0];B[fr:0,1+br:0,2])", "0,0", "0,2", "1,0"),
    "boku": ("(;GM[Boku];B[e4];W[f5])", "e4", "f5", "h7"),
    "octi": ("(;GM[19]BO[37][57][77]WO[33][53][73];B[57+E];W[53])", "57", "53", "55"),
}
every_game = pytest.mark.parametrize("game", RECORDS)


class Teacher:
    """A user with a mouse at a record's last position, seen from above."""

    def __init__(self, game: str) -> None:
        text, *self.places = RECORDS[game]
        self.session = Session(loads(text))
        self.session.cursor.last()
        self.controller, self.t = Controller(self.session), 1.0
        self.key("T")
        self.controller.tick(self.t + 5.0)
        self.t += 5.0

    def spot(self, place: str) -> tuple[float, float]:
        table = self.controller.table
        at = top_of(table.picker, table.position, place, table.display)
        x, y = project(table.looking.orbit.camera, np.array([at]), table.looking.viewport)[0]
        return float(x), float(y)

    def draw(self, start: str, end: str = "", *held: str) -> None:
        self.t += 1.0
        self.controller.pointer_moved(*self.spot(start), self.t)
        self.controller.pressed("right", *self.spot(start), self.t, held)
        if end:
            self.controller.dragged(*self.spot(end), self.t)
        self.controller.released("right", *self.spot(end or start), self.t)

    def key(self, name: str, *held: str) -> None:
        self.t += 1.0
        self.controller.key(name, self.t, held)

    def type(self, text: str) -> None:
        for letter in text:
            self.controller.text(letter, self.t)

    @property
    def marks(self) -> tuple[Mark, ...]:
        return marks_of(self.session.cursor.node)


@every_game
def test_the_right_button_draws_and_takes_off(game: str) -> None:
    user = Teacher(game)
    a, b, c = user.places
    camera = user.controller.view().camera
    for held, kind in (((), "CR"), (("shift",), "SQ"), (("ctrl",), "TR"), (("alt",), "MA")):
        for place in (a, c):
            user.draw(place, "", *held)
            assert [m for m in user.marks if m.place == place] == [Mark(kind, place)]
    user.draw(a, b)
    user.draw(b, "", "ctrl", "shift")
    user.draw(c, "", "ctrl", "shift")
    assert user.marks[0] == Mark("AR", a, b)
    assert user.marks[-2:] == (Mark("LB", b, "A"), Mark("LB", c, "B"))
    assert user.controller.view().marks == user.marks
    user.draw(a, b)
    user.draw(b, "", "ctrl", "alt")
    user.draw(b, "", "ctrl", "alt")
    user.draw(c, "", "alt")
    assert user.marks == (Mark("MA", a), Mark("LB", c, "B"), Mark("LB", b, "1"))
    assert user.controller.view().camera == camera
    assert user.session.cursor.moves == user.session.record.moves()


@every_game
def test_marks_belong_to_a_node_and_can_be_undone(game: str) -> None:
    user = Teacher(game)
    user.draw(user.places[0])
    assert user.session.edits.modified
    user.key("PageUp")
    assert user.controller.view().marks == ()
    user.key("PageDown")
    user.key("Z", "ctrl")
    assert user.marks == ()
    user.key("Y", "ctrl")
    assert user.marks == (Mark("CR", user.places[0]),)
    user.key("K", "ctrl", "shift")
    assert user.marks == ()


@every_game
def test_no_piece_about_to_be_placed_covers_a_mark_that_was_just_drawn(game: str) -> None:
    user = Teacher(game)
    view = user.controller.view
    for place in user.places:
        x, y = user.spot(place)
        user.controller.pointer_moved(x, y, user.t)
        if view().ghost is not None:
            break
    before = view().ghost
    assert before is not None
    user.controller.pressed("right", x, y, user.t)
    assert (view().ghost, len(view().marks)) == (None, 1)
    user.controller.released("right", x, y, user.t)
    assert (view().ghost, len(view().marks)) == (None, 1)
    user.controller.pointer_moved(x + 1.0, y, user.t)
    assert view().ghost is None, "a hand trembles"
    user.controller.pointer_moved(x + 9.0, y, user.t)
    assert view().ghost == before
    user.controller.pointer_moved(x, y, user.t)
    user.key("K", "ctrl")
    assert view().ghost is None, "marked by keys"


@every_game
def test_moves_taken_back_can_be_played_again_after_a_mark_or_a_comment(game: str) -> None:
    user = Teacher(game)
    session = user.session
    for _ in range(2):
        session.play(session.position.legal_moves()[0])
    moves = session.cursor.moves
    user.controller.tick(user.t + 5.0)
    user.key("Z", "ctrl")
    user.key("Z", "ctrl")
    user.draw(user.places[0])
    user.key("K")
    user.type("here")
    user.key("Enter")
    node, drawn = session.cursor.node, user.marks
    user.key("Y", "ctrl")
    user.key("Y", "ctrl")
    assert session.cursor.moves == moves
    assert (marks_of(node), node.comment) == (drawn, "here")
    user.key("Z", "ctrl")
    user.key("Z", "ctrl")
    assert (session.cursor.node, user.marks, node.comment) == (node, drawn, "here")
    user.key("Z", "ctrl")
    user.key("Z", "ctrl")
    assert (user.marks, node.comment) == ((), "")


@every_game
def test_the_mark_being_drawn_is_shown(game: str) -> None:
    user = Teacher(game)
    a, b, _ = user.places
    user.controller.pointer_moved(*user.spot(a), 20.0)
    user.controller.pressed("right", *user.spot(a), 20.0)
    assert user.controller.view().marks == (Mark("CR", a),)
    user.controller.dragged(*user.spot(b), 20.0)
    assert user.controller.view().marks == (Mark("AR", a, b),)
    user.controller.dragged(2.0, 2.0, 20.0)
    assert user.controller.view().marks == ()
    user.controller.released("right", 2.0, 2.0, 20.0)
    assert user.marks == ()


@every_game
def test_beside_the_board_the_right_button_moves_the_camera(game: str) -> None:
    user = Teacher(game)
    before = user.controller.view().camera
    user.controller.pressed("right", 2.0, 2.0, 20.0)
    user.controller.dragged(90.0, 40.0, 20.0)
    user.controller.released("right", 90.0, 40.0, 20.0)
    assert user.controller.view().camera != before
    assert user.marks == ()


@every_game
def test_by_keys(game: str) -> None:
    user = Teacher(game)
    user.controller.pointer_left(20.0)
    user.key("F6")
    user.key("Right")
    for kind in ("CR", "SQ", "TR", "MA"):
        user.key("K", "ctrl")
        assert [mark.kind for mark in user.marks] == [kind]
    place = user.marks[0].place
    user.key("K", "ctrl")
    assert user.marks == ()
    a, b, c = user.places
    for line, wanted in (
        (f"{a} {b}", Mark("AR", a, b)),
        (f"{c} cross", Mark("MA", c)),
        (f"{c} x 1", Mark("LB", c, "x 1")),
    ):
        user.key("K", "alt")
        assert user.controller.view().entry.text == f"{place} "
        user.key("A", "ctrl")
        user.type(line)
        user.key("Enter")
        assert wanted in user.marks
    user.key("K", "alt")
    user.key("A", "ctrl")
    user.type("nowhere circle")
    user.key("Enter")
    assert "no place nowhere" in user.controller.view().status
    user.key("K", "alt")
    user.key("A", "ctrl")
    user.type(f"{a} A {b}")
    user.key("Enter")
    assert f"not a mark; write {a} A" in user.controller.view().status
    assert len(user.marks) == 3


def test_keys_without_a_place_say_what_to_do() -> None:
    user = Teacher("boku")
    user.controller.pointer_left(20.0)
    user.key("K", "ctrl")
    assert "or type any: Alt+K" in user.controller.view().status


@every_game
def test_an_arrow_is_also_typed_with_a_minus(game: str) -> None:
    user = Teacher(game)
    a, b, c = user.places
    for text, mark in ((f"{a}-{b}", Mark("AR", a, b)), (f"{b}->{c}", Mark("AR", b, c))):
        user.key("K", "alt")
        user.type(text)
        user.key("Enter")
        assert user.marks[-1] == mark


def test_a_place_with_a_minus_in_its_name_ends_an_arrow() -> None:
    session = Session(loads("(;GM[Che];W[fl:0,0];B[fr:0,-1+br:-1,0])"))
    session.cursor.last()
    controller = Controller(session)
    assert controller.submit("mark", "0,-1--1,0")
    assert marks_of(session.cursor.node) == (Mark("AR", "0,-1", "-1,0"),)


@every_game
def test_f6_says_what_the_arrow_keys_do(game: str) -> None:
    user = Teacher(game)
    said = []
    for _ in range(2):
        user.key("F6")
        said.append(user.controller.view().status)
    assert {text.split(";")[0] for text in said} == {
        "the arrow keys choose places on the board", "the arrow keys go through the moves",
    }  # fmt: skip
    user.controller.table.declare(user.session.resign)
    user.key("F6")
    assert "Alt+K" in user.controller.view().status
    user.controller.pointer_left(user.t)
    user.key("K", "ctrl")
    assert "Alt+K" in user.controller.view().status


NESTED = "(;GM[Boche]SZ[4];W[c:a1];B[a:b1];W[d:a2];B[b:c1];W[c:b2];B[h:b1])"
"""A record of Boche with a nest on ``a1``, and a cube in the nest on ``b1``."""


class Pointer:
    """A right button at a record's last position, seen from its first corner."""

    def __init__(self, text: str) -> None:
        self.session = Session(loads(text))
        self.session.cursor.last()
        self.controller, self.t = Controller(self.session), 1.0

    def click(self, at: tuple[float, float, float]) -> tuple[Mark, ...]:
        """Click on a lattice point of a board of size 4; return the marks that then lie there."""
        table = self.controller.table
        place = to_world(np.array([at]), to_lattice_centre(4))
        x, y = project(table.looking.orbit.camera, place, table.looking.viewport)[0]
        self.t += 1.0
        self.controller.pointer_moved(x, y, self.t)
        self.controller.pressed("right", x, y, self.t)
        self.controller.released("right", x, y, self.t)
        return marks_of(self.session.cursor.node)


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ((1.0, 1.0, 1.0), "a1"),  # on top of the cube
        ((1.0, 0.8, 0.8), "a1"),
        ((0.8, 0.8, 1.0), "a1"),
        ((0.5, 0.5, 1.0), "a1/1"),  # in the middle of a wall of the nest
        ((0.0, 0.0, 1.0), "a1/1"),  # at the bottom of the nest
        ((0.0, 1.0, 3.0), "b1"),  # on top of the upper cube
        ((-0.5, 1.0, 1.5), "b1/0"),  # on a face of the lower one with no nest before it
        ((-2.5, 0.5, 3.0), "d1"),  # in a hole
    ],
)
def test_a_mark_in_boche_names_what_is_clicked(at: tuple[float, ...], place: str) -> None:
    user = Pointer(NESTED)
    assert user.click((at[0], at[1], at[2])) == (Mark("CR", place),)


@pytest.mark.parametrize("name", ["a1/1", "b1/0", "b1/1"])
def test_a_level_is_typed_and_saved(name: str) -> None:
    user = Teacher("boche")
    user.session = Session(loads(NESTED))
    user.session.cursor.last()
    user.controller = Controller(user.session)
    user.key("K", "alt")
    user.type(f"{name} A")
    user.key("Enter")
    assert user.marks == (Mark("LB", name, "A"),)
    again = loads(user.session.record.text())
    assert marks_of(again.main_line()[-1]) == user.marks


@pytest.mark.parametrize("name", ["a1/2", "a1/9", "a1/", "a1/-1", "a1/x", "b1/2", "c2/1"])
def test_a_level_that_is_not_there_is_refused(name: str) -> None:
    user = Pointer(NESTED)
    assert not user.controller.submit("mark", name)
    assert f"no place {name}" in user.controller.view().status
    assert marks_of(user.session.cursor.node) == ()


def test_keys_mark_where_the_next_cube_goes() -> None:
    user = Pointer(NESTED)
    table = user.controller.table
    table.selection.choose("a1")
    table.pointing.leave_to_keys(None)
    user.controller.key("K", 5.0, ["ctrl"])
    assert marks_of(user.session.cursor.node) == (Mark("CR", "a1/1"),)


def test_against_a_computer_undo_takes_back_the_move_with_the_marks_drawn_since() -> None:
    """A right click by mistake lay in the way of the move that one wanted back."""
    user = Teacher("boche")
    user.session.seats.seat("dark", Seat(player="1"))
    for _ in range(2):
        user.session.play(user.session.position.legal_moves()[0])
    before = user.session.cursor.moves
    user.draw(user.places[0])
    user.draw(user.places[1])
    user.key("Z", "ctrl")
    assert user.session.cursor.moves == before[:-1]
    for _ in range(2):
        user.key("Y", "ctrl")
    assert user.session.cursor.moves == before


def test_the_first_mark_says_that_it_is_one_and_how_it_goes() -> None:
    user = Teacher("boku")
    told = "a mark of your own: right click again removes it"
    user.draw(user.places[0])
    assert user.controller.view().status == told
    user.draw(user.places[1])
    assert user.controller.view().status != told
