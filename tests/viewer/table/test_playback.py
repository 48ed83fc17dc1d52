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
    told_at = (("first", BACK, "this is the start"), ("last", ON, "the line ends here"))
    for name, refused, told in told_at:
        user.controller.command(name, user.later())
        assert user.view.refused & (BACK | ON) == refused
        for each in refused:
            user.controller.command(each, user.later())
            assert user.view.status.startswith(told)
            assert user.view.tone == "noted", "nothing was done wrong"


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


def test_left_steps_back_in_a_tried_line_and_right_says_how_to_try_a_move() -> None:
    """In a record that was opened: also right after a move was tried by a click."""
    user = User(size=4, kill=0)
    for move in ("a:a1", "b:b1", "c:c1", "d:d1"):
        user.controller.table.play(move)
    user.session.cursor.go_index(2)
    user.settle()
    user.click(*user.spot("b2"))
    assert user.session.cursor.node.parent is not None
    assert len(user.session.cursor.node.parent.children) == 2
    node = user.session.cursor.node
    user.key("Right")
    assert user.session.cursor.node is node
    assert user.view.status == (
        "the line ends here; to try a move click on a place, or press F6 or Tab and choose one "
        "with the arrow keys"
    )
    user.key("Left")
    assert user.session.cursor.node is node.parent
    user.key("Right")
    user.key("F6")
    user.key("Left")
    assert user.session.cursor.node is node, "after F6 they choose a place"
    assert user.view.ghost is not None
    user.key("Enter")
    assert user.session.cursor.node.parent is node
    user.key("Left")
    assert user.session.cursor.node is node


def test_in_a_game_that_goes_on_the_arrow_keys_choose_a_place() -> None:
    user = User(size=4, kill=0)
    user.click(*user.spot("b2"))
    user.click(*user.spot("c2"))
    count = user.session.cursor.index
    user.key("Left")
    assert user.session.cursor.index == count == 2
    assert user.view.ghost is not None
