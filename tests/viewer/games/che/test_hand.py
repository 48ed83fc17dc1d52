"""A tile of Che in the hand: it visibly turns and flips, and then the table rests."""

from __future__ import annotations

import pytest

from boche.viewer.camera.rays import project
from boche.viewer.games.che.pick import TURN
from boche.viewer.games.registry import build_live
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.window.drawing.board_picture import live_options


class Shown:
    """A stand-in for the part of the HUD's model that the picture needs."""

    def __init__(self, controller: Controller) -> None:
        self.view = controller.view()
        self.settings = controller.table.settings

    class analysis:  # noqa: N801 - stands for an attribute
        heat = bests = ()


def at_cell(target: str, moves: str = "", **settings: float) -> Controller:
    """Return a table with the pointer on a cell."""
    session = Session.new("che")
    for move in moves.split():
        session.play(move)
    controller = Controller(session, (1280, 720), Settings(**settings))
    controller.tick(10.0)
    point(controller, target, 10.0)
    return controller


def point(controller: Controller, target: str, now: float) -> None:
    table = controller.table
    spot = table.picker.place(table.position, target, table.display)
    controller.pointer_moved(
        *project(table.looking.orbit.camera, spot[None], table.looking.viewport)[0], now
    )
    assert table.selection.target == target


def turned(controller: Controller) -> tuple[str, float] | None:
    ghost = controller.view().ghost
    assert ghost is not None
    return ghost.turned


def test_f_flips_and_the_flip_is_seen() -> None:
    controller = at_cell("1,0", "fl:0,0")
    first = controller.view().ghost
    assert first is not None
    assert first.keys == ("fr", "bl")
    assert first.turned is None
    parts = []
    for step, key in enumerate(("fr", "bl", "fr")):
        now = 11.0 + step
        if step:
            assert controller.key("f", now)
        ghost = controller.view().ghost
        assert ghost is not None
        assert ghost.key == key
        parts.append(ghost.turned)
        if step:
            assert controller.next_wakeup() == now
    before = {1: "fr:1,0", 2: "bl:1,0"}
    assert parts == [None, (before[1], 0.0), (before[2], 0.0)]


def test_a_flip_ends_and_the_table_rests() -> None:
    controller = at_cell("1,0", "fl:0,0")
    assert turned(controller) is None
    controller.wheel(0, 1, *controller.table.pointing.at, 11.0)
    assert controller.wants_frame
    seen = []
    for part in (0.1, 0.5, 0.9):
        controller.tick(11.0 + part * TURN)
        way = turned(controller)
        assert way is not None
        seen.append(way[1])
        _, options = live_options(Shown(controller))
        assert options.turned == way
        assert build_live(controller.table.position, options).batches
    assert seen == sorted(seen)
    assert 0.0 < seen[0] < seen[1] < seen[2] < 1.0
    controller.tick(11.0 + TURN)
    assert turned(controller) is None
    assert controller.next_wakeup() is None
    controller.drawn(controller.view())
    assert not controller.wants_frame


def test_another_cell_is_no_flip() -> None:
    controller = at_cell("1,0", "fl:0,0")
    controller.view()
    point(controller, "-1,0", 11.0)
    assert turned(controller) is None
    point(controller, "1,0", 12.0)
    assert turned(controller) is None


@pytest.mark.parametrize("speed", [0.0, 2.0])
def test_flips_are_as_quick_as_the_settings_say(speed: float) -> None:
    controller = at_cell("1,0", "fl:0,0", animation_speed=speed)
    controller.view()
    controller.key("f", 11.0)
    assert (turned(controller) is None) == (speed == 0.0)
    controller.tick(11.0 + TURN / 2 + 1e-6)
    assert turned(controller) is None


def test_the_second_tile_can_be_chosen_from_the_palette_before_its_cell() -> None:
    controller = at_cell("1,0", "fl:0,0")
    where = controller.table.pointing.at
    assert where is not None
    controller.pressed("left", *where, 10.5)
    controller.released("left", *where, 10.6)
    controller.pointer_left(10.7)
    ghost = controller.view().ghost
    assert ghost is not None
    assert ghost.target == "fr:1,0"
    assert sorted(ghost.keys) == ["bl", "br", "fl", "fr"], "each fits on some cell"
    controller.choose_key("br", 10.8)
    point(controller, "fr:1,0+2,0", 11.0)
    ghost = controller.view().ghost
    assert ghost is not None
    assert ghost.key == "br"


@pytest.mark.parametrize("letter", ["F", "B"])
def test_a_letter_typed_ahead_counts_on_every_cell(letter: str) -> None:
    session = Session.new("che")
    session.play("fl:0,0")
    session.play("fr:1,0+fl:2,0")
    controller = Controller(session, (1280, 720), Settings(animation_speed=0.0))
    controller.key("F" if letter == "B" else "B", 1.0)
    controller.key(letter, 1.5)
    for now, cell in enumerate(session.position.open_cells(), 2):
        point(controller, f"{cell.x},{cell.y}", float(now))
        ghost = controller.view().ghost
        assert ghost is not None
        assert ghost.key.startswith(letter.lower())


def test_a_letter_of_no_tile_is_refused() -> None:
    controller = Controller(Session.new("che"), (1280, 720), Settings(animation_speed=0.0))
    controller.key("C", 1.0)
    assert controller.view().tone == "refused"
    assert controller.view().status == "c does not fit; bl, fl, fr, br do"
