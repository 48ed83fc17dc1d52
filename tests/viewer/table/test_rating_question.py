"""The question before anything that would end a game's counting for the rating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from boche.viewer.hud.dialogs.dialogs import ANSWER
from boche.viewer.session import Seat, Session
from boche.viewer.table.input import Controller
from tests.viewer.assistant.desk import Desk, desk
from tests.viewer.assistant.test_waiting_seats import built
from tests.viewer.table.user import Others
from tests.viewer.window.user import User

TITLE = "This game would no longer be rated"


def rated() -> Desk:
    """Return a game against a level that counts, with a move of each player."""
    at = desk()
    at.session.rating_given_up = False
    at.table.play("c:b2")
    at.pass_time()
    at.answer("a:a1")
    assert at.session.cursor.moves == ["c:b2", "a:a1"]
    return at


def asked(at: Desk) -> str:
    question = at.controller.view().question
    return question.title if question is not None else ""


KEYS: dict[str, tuple[str, ...]] = {
    "undo": ("Z", "ctrl"),
    "hint": ("I",),
    "evaluate": ("V",),
    "analyse": ("I", "ctrl"),
    "look_deeper": ("I", "ctrl", "shift"),
}


def test_it_names_the_moves_that_may_be_taken_back() -> None:
    at = rated()
    at.key(*KEYS["undo"])
    question = at.controller.view().question
    assert question is not None
    assert "The game counts for your rating as long as you" in question.text
    assert "take nothing back, except a move that you were warned of" in question.text


@pytest.mark.parametrize("command", KEYS)
def test_it_comes_first_cancel_is_marked_and_whoever_agreed_is_not_asked_again(
    command: str,
) -> None:
    at = rated()
    at.key(*KEYS[command])
    assert asked(at) == TITLE
    assert at.session.cursor.moves == ["c:b2", "a:a1"]
    assert (at.thinker.job, at.session.unrated) == (None, "")
    at.key("Enter")
    assert asked(at) == ""
    assert (at.thinker.job, at.session.unrated) == (None, ""), "Enter alone gives nothing up"
    at.key(*KEYS[command])
    at.key("Y")
    at.pass_time()
    assert at.session.unrated in ("undo", "help")
    for other in ("undo", "hint", "evaluate"):
        at.key(*KEYS[other])
        assert asked(at) == ""


def test_the_buttons_answer_it() -> None:
    at = rated()
    at.key("I")
    for name, job in (("cancel", None), ("go on", "hint")):
        at.key("I")
        frame = built(at).frame
        hits = [hit for page in frame.pages for hit in page.hits]
        action = next(h.action for h in hits if h.action and h.action.name == ANSWER
                      and h.action.value == name)  # fmt: skip
        at.controller.answer(action.value, at.now)
        at.assistant.tick()
        assert (at.thinker.job.kind if at.thinker.job else None) == job


def test_a_game_that_does_not_count_is_not_asked_about() -> None:
    for seats in (
        {},
        {"dark": Seat("", "random")},
        {"dark": Seat("", "3"), "light": Seat("", "2")},
    ):
        at = Desk(Session.new("boche", seats=seats, size=4))
        at.session.rating_given_up = False
        at.key("V")
        assert asked(at) == ""


def test_a_comment_is_taken_back_without_a_question_and_no_move_with_it() -> None:
    at = rated()
    at.table.play("b:c1")
    at.session.edits.set_comment("hm")
    at.key("Z", "ctrl")
    assert asked(at) == ""
    assert at.session.cursor.node.comment == ""
    assert at.session.cursor.moves == ["c:b2", "a:a1", "b:c1"], "the computer's turn costs no move"


def test_the_computer_s_opening_move_is_taken_back_without_a_question() -> None:
    at = desk(dark=0, light=4)
    at.session.rating_given_up = False
    at.answer("c:b1")
    at.key("Z", "ctrl")
    assert asked(at) == ""
    assert at.session.cursor.moves == []
    assert at.session.unrated == ""


def test_another_move_than_the_game_s_is_asked_about_and_the_game_s_own_is_not() -> None:
    at = rated()
    at.session.cursor.first()
    at.pass_time()
    assert at.controller.submit("move", "c:b2")
    assert asked(at) == ""
    at.session.cursor.first()
    at.pass_time()
    at.key("/")
    at.controller.text("/", at.now)
    for letter in "c:a1":
        at.controller.text(letter, at.now)
    at.key("Enter")
    assert asked(at) == TITLE
    at.key("Escape")
    entry = at.controller.view().entry
    assert entry is not None
    assert entry.text == "c:a1", "what was typed is still there"
    at.key("Enter")
    at.key("Y")
    assert at.controller.view().entry is None
    assert at.session.cursor.moves == ["c:a1"]


def test_a_piece_placed_at_an_earlier_position_is_asked_about() -> None:
    at = rated()
    at.session.cursor.first()
    at.pass_time()
    at.table.selection.choose("a1")
    at.controller.command("place", at.now)
    assert asked(at) == TITLE
    at.key("N")
    assert [child.move for child in at.session.record.root.children] == ["c:b2"]


def test_moves_of_a_game_that_counts_are_deleted_after_one_question_and_it_counts_no_more() -> None:
    at = rated()
    at.key("Delete", "ctrl")
    question = at.controller.view().question
    assert question is not None
    assert (question.title, question.text) == ("Delete a:a1 and all after it?", TITLE)
    at.key("Enter")
    assert at.session.cursor.moves == ["c:b2", "a:a1"]
    at.key("Delete", "ctrl")
    at.key("Y")
    assert at.session.cursor.moves == ["c:b2"]
    assert at.session.unrated == "undo"


EXPLORER: dict[str, Callable[[Controller], object]] = {
    "tab": lambda controller: controller.command("tab_explorer"),
    "folder": lambda controller: controller.command("explorer_folder"),
}


@pytest.mark.parametrize("way", EXPLORER)
def test_the_explorer_is_asked_about_before_it_is_seen(way: str) -> None:
    at, others = rated(), Others()
    at.controller.join(at.assistant, others.window)
    EXPLORER[way](at.controller)
    assert asked(at) == TITLE
    assert others.called == []
    at.key("Y")
    assert others.called


def test_other_players_are_asked_about_by_the_players_dialog() -> None:
    user = User(Session.new("boche", seats={"light": Seat("Anna"), "dark": Seat("", "3")}, size=4))
    user.session.play("c:b2")
    user.players()
    user.set("second level", 2)
    user.form.press("keep")
    assert user.asked == TITLE
    user.answer("cancel")
    assert user.session.seats["dark"].player == "3"
    assert not user.session.unrated
    user.players()
    user.set("second level", 2)
    user.form.press("keep")
    user.answer("go on")
    assert user.session.seats["dark"].player == "2"
    assert user.session.unrated == "seats"


def test_a_game_that_counts_and_goes_on_begins_without_the_explorer() -> None:
    user = User(Session.new("boche"))
    user.desk.set_settings(replace(user.desk.settings, panel_tab="explorer"))
    session = Session.new("boche", seats={"light": Seat("Anna"), "dark": Seat("", "3")}, size=4)
    session.play("c:b2")
    user.desk.take(session)
    assert user.desk.settings.panel_tab == "moves"
