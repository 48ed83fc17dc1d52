"""Boku at the table: a sandwich in two clicks, and back."""

from __future__ import annotations

import random

import numpy as np
import pytest

from boche.engine.games.boku.geometry import CELLS
from boche.engine.record import Record, play
from boche.engine.record.marks import CIRCLE, Mark
from boche.viewer.camera.rays import project
from boche.viewer.games.boku.board import place_of
from boche.viewer.games.boku.solids import HEIGHT
from boche.viewer.session import Session
from boche.viewer.table.input import Controller
from boche.viewer.table.move_input import DIRECTIONS, neighbour, stops
from tests.viewer.table.user import User, walk_to

KO = "f5 e5 e4 g6 f6 d3xf5 f4 f5 h7xf5 g4 f5 d4xf4 f7 f8 f3 f4"


def table(moves: str) -> Controller:
    record = Record.new("boku")
    node = record.root
    for move in moves.split():
        node = play(record, node, move)
    session = Session(record)
    session.cursor.last()
    return Controller(session)


class Hand:
    def __init__(self, controller: Controller) -> None:
        self.controller, self.t = controller, 1.0

    def move(self, cell: str, height: float = 0.0) -> None:
        table = self.controller.table
        place = np.array([[*place_of(table.position.parse(cell).cell), height]])
        self.at = project(table.looking.orbit.camera, place, table.looking.viewport)[0]
        self.t += 1.0
        self.controller.pointer_moved(*self.at, self.t)

    def click(self, cell: str, height: float = 0.0) -> None:
        self.move(cell, height)
        self.controller.pressed("left", *self.at, self.t)
        self.controller.released("left", *self.at, self.t)
        self.controller.tick(self.t + 0.9)

    @property
    def ghost(self):
        return self.controller.view().ghost


def test_a_plain_move_takes_one_click() -> None:
    controller = table("f5 e5")
    Hand(controller).click("a1")
    assert controller.table.session.record.moves() == ["f5", "e5", "a1"]


def test_a_sandwich_takes_two_clicks() -> None:
    controller = table(KO)
    hand = Hand(controller)
    hand.move("h4")
    assert (hand.ghost.text, hand.ghost.legal) == ("h4", False)
    assert hand.ghost.preview.threatened == ("xf4", "xg4")
    hand.click("h4")
    assert controller.table.session.record.moves() == KO.split()
    assert hand.ghost.text == "h4"
    hand.move("g4", HEIGHT)
    assert (hand.ghost.text, hand.ghost.legal) == ("h4xg4", True)
    hand.click("a1")
    assert controller.table.session.record.moves() == KO.split()
    assert controller.view().status.endswith("choose the marble that h4 takes: f4 or g4")
    hand.click("f4", HEIGHT)
    assert controller.table.session.record.moves()[-1] == "h4xf4"
    assert controller.table.selection.beginning == ""


def test_escape_lets_go_of_the_cell() -> None:
    controller = table(KO)
    hand = Hand(controller)
    hand.click("h4")
    hand.move("f4", HEIGHT)
    controller.key("Escape", hand.t)
    assert controller.table.selection.beginning == ""
    hand.move("a1")
    assert hand.ghost.text == "a1"


def test_keys_alone_can_take_a_marble() -> None:
    controller = table(KO)
    hand = Hand(controller)
    controller.table.selection.choose("h4")
    controller.command("place")
    assert controller.table.selection.beginning == "h4"
    controller.command("choose_left")
    assert hand.ghost.text in ("h4xf4", "h4xg4")
    controller.command("place")
    assert controller.table.session.record.moves()[-1] in ("h4xf4", "h4xg4")


def test_what_was_just_played_is_neither_lit_nor_scolded() -> None:
    """Play the fourth marble of a row: nothing lights up until the pointer moves."""
    controller = table("f5 e5 f6 e4 f7 a1")
    hand = Hand(controller)
    hand.click("f8")
    assert controller.table.session.record.moves()[-1] == "f8"
    seen = controller.view()
    assert (seen.lit, seen.ghost, seen.status, seen.info) == ((), None, "", "")
    hand.move("f8", HEIGHT)
    assert controller.view().lit == ("f5", "f6", "f7", "f8")


def test_the_cell_pointed_at_is_named() -> None:
    hand = Hand(table("f5 e5"))
    for cell in ("e7", "k10", "a1"):
        hand.move(cell)
        assert hand.controller.view().place == cell


def test_the_wheel_goes_through_what_a_sandwich_may_take() -> None:
    for by_wheel in (True, False):
        controller = table(KO)
        hand = Hand(controller)
        hand.click("h4")
        assert controller.view().status == "choose the marble that h4 takes: f4 or g4"
        seen = []
        for _ in range(3):
            if by_wheel:
                hand.t += 1.0
                controller.wheel(0.0, 1.0, *hand.at, hand.t)
            else:
                controller.key("Tab", hand.t)
            seen.append(hand.ghost.text)
        assert set(seen[:2]) == {"h4xf4", "h4xg4"}
        assert seen[2] == seen[0]
        if by_wheel:
            hand.controller.pressed("left", *hand.at, hand.t)
            hand.controller.released("left", *hand.at, hand.t)
        else:
            controller.key("Enter", hand.t)
        assert controller.table.session.record.moves()[-1] == seen[2]


def test_a_marble_is_told_calmly_and_refused_only_when_clicked() -> None:
    controller = table("f5 e5 f6")
    hand = Hand(controller)
    for cell, told in (("e5", "e5: one white marble"), ("f5", "f5: 2 black marbles in a row")):
        hand.move(cell, HEIGHT)
        seen = controller.view()
        assert (seen.status, seen.tone, seen.info) == ("", "said", told)
        hand.click(cell)
        assert (controller.view().tone, controller.view().beside) == ("refused", True)
        assert "marble" in controller.view().status
    hand.move("e7")
    assert (controller.view().status, controller.view().tone) == ("", "said")
    assert controller.view().ghost is not None


def test_a_hand_that_trembles_lights_nothing() -> None:
    controller = table("f5 e5 f6 e4 f7 a1")
    hand = Hand(controller)
    hand.click("f8")
    x, y = controller.table.pointing.at
    for dx, dy in ((1, 0), (2, 1), (-1, 2)):
        hand.t += 0.1
        controller.pointer_moved(x + dx, y + dy, hand.t)
        assert controller.view().lit == ()
    controller.pointer_moved(x + 9, y, hand.t + 0.1)
    controller.pointer_moved(x, y, hand.t + 0.2)
    assert controller.view().lit == ("f5", "f6", "f7", "f8")


def test_arrow_keys_pass_over_marbles_and_stay_in_the_row() -> None:
    user = User(game="boku")
    for move in ("f6", "f5", "c3"):
        user.session.play(move)
    user.settle()
    walk_to(user, "f7")
    stood = []
    for _ in range(3):
        user.key("Left")
        view, passed = user.view, user.controller.table.passed
        stood.append((view.ghost.target if view.ghost else passed.spot, str(view.status)))
    assert stood[0] == ("f6", "the marble on f6 is black")
    assert stood[1] == ("f5", "the marble on f5 is white")
    assert stood[2][0] == "f4"


def test_enter_on_a_marble_says_why_nothing_is_played_there() -> None:
    user = User(game="boku")
    for move in ("f6", "f5"):
        user.session.play(move)
    user.settle()
    walk_to(user, "f7")
    user.key("Left")
    assert user.view.named == (Mark(CIRCLE, "f6"),)  # where keys are
    user.key("Enter")
    assert (str(user.view.status), user.view.tone) == ("the marble on f6 is black", "refused")
    assert user.session.cursor.moves == ["f6", "f5"]
    user.key("Escape")
    assert user.view.named == ()


def test_arrow_keys_reach_every_cell_of_a_board_with_marbles() -> None:
    user = User(game="boku")
    dice = random.Random(4)
    for _ in range(30):
        user.session.play(dice.choice(user.session.position.legal_moves()))
    user.settle()
    table = user.controller.table
    places = [table.picker.place(table.position, each, table.display) for each in stops(table)]
    places += [each.place for each in table.blocked]
    assert len(places) == len(CELLS)
    seen = table.looking.pixels(np.array(places))
    found, edge = {0}, [0]
    while edge:
        at = edge.pop()
        near = {neighbour(seen, at, way) for way in DIRECTIONS} - {None} - found
        found |= near
        edge += near
    assert found == set(range(len(CELLS)))


@pytest.mark.parametrize("way", DIRECTIONS)
def test_an_arrow_key_goes_to_the_nearest_cell_that_way_and_stays_at_the_edge(way: str) -> None:
    user = User(game="boku")
    table = user.controller.table
    cells = stops(table)
    seen = table.looking.pixels(
        np.array([table.picker.place(table.position, each, table.display) for each in cells])
    )
    x, y = DIRECTIONS[way]
    at_edge = 0
    for cell, middle in zip(cells, seen, strict=True):
        table.selection.choose(cell)
        user.key(way.capitalize())
        off = np.degrees(np.arctan2(*((seen - middle) @ [(-y, x), (x, y)]).T))
        far = np.hypot(*(seen - middle).T)
        ahead = [at for at in range(len(cells)) if far[at] > 0.0 and abs(off[at]) <= 45.0]
        near = min((far[at] for at in ahead), default=0.0)
        reached = table.selection.target
        assert reached is not None
        assert far[cells.index(reached)] <= near + 0.5, f"{cell} {way}: {reached}"
        assert reached == cell or cells.index(reached) in ahead, f"{cell} {way}: {reached}"
        assert user.view.place.startswith(reached), "the place is said"
        at_edge += reached == cell
    assert at_edge >= 5
