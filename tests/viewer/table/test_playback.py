"""Playback: drops, steps, and a record that plays by itself."""

from __future__ import annotations

import pytest

from boche.viewer.storage.settings import Settings
from tests.viewer.table.user import User, middle_of_a_game, random_moves


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
