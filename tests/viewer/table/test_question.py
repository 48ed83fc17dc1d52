"""Questions without a window: keys and their answers, and the game meanwhile."""

from __future__ import annotations

import pytest

from boche.viewer.session import Session
from boche.viewer.table.question import CANCEL, Answer, Question
from tests.viewer.table.user import Others, User

ANSWERS = (Answer("save", "Save", "Y"), Answer("leave", "Don't save", "N"), CANCEL)


class Asked:
    """A user who is asked something, with the answers given."""

    def __init__(self) -> None:
        self.user, self.given = User(size=3), list[str]()
        question = Question("Save this game?", "It has changes.", ANSWERS)
        self.user.controller.table.writing.ask(question, self.given.append, self.user.now)

    def keys(self, *pressed: str) -> list[str]:
        for key in pressed:
            self.user.key(key)
        return self.given


@pytest.mark.parametrize(
    ("pressed", "given"),
    [
        ("Enter", "save"),
        ("Y", "save"),
        ("Escape", "cancel"),
        ("N", "leave"),
        ("Tab Enter", "cancel"),
        ("Tab Tab Space", "leave"),
        ("Tab Tab Tab Space", "save"),
        ("Shift+Tab Enter", "leave"),
        ("Right Enter", "cancel"),
        ("Left Left Left Left Enter", "leave"),
        ("Down Down Up Up Space", "save"),
    ],
)
def test_keys_give_answers(pressed: str, given: str) -> None:
    asked = Asked()
    assert asked.keys(*pressed.split()) == [given]
    assert asked.user.view.question is None


def test_a_letter_typed_before_the_question_could_be_read_is_no_answer() -> None:
    user = User(size=3)
    user.controller.key("R", 1.0)
    user.controller.key("Y", 1.1)
    assert user.view.question is not None, "whoever types 'ry' has not read what is asked"
    assert user.session.outcome is None
    user.controller.key("Y", 1.6)
    assert user.session.outcome is not None
    assert user.session.outcome.winner == "dark"


@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_what_keeps_the_game_answers_at_once(key: str) -> None:
    user = User(size=3)
    user.controller.key("R", 1.0)
    user.controller.key(key, 1.0)
    assert user.view.question is None
    assert user.session.outcome is None


def test_other_keys_and_clicks_wait_until_it_is_answered() -> None:
    asked = Asked()
    before = asked.user.view
    asked.keys("Space", "T", "K", "Ctrl+Z", "D", "/", "F1")
    asked.user.type("c:b1")
    asked.user.click(*asked.user.spot("b1"))
    after = asked.user.view
    assert asked.given == []
    assert (after.question, after.entry, after.camera) == (before.question, None, before.camera)
    assert asked.user.session.cursor.moves == []


def test_what_is_possible_anywhere_is_possible_meanwhile() -> None:
    asked, others = Asked(), Others()
    asked.user.controller.join(window=others.window)
    asked.keys("Ctrl+S", "F11", "Ctrl+Q")
    assert others.called == ["fullscreen", "quit"]


def test_the_question_is_gone_when_another_record_comes() -> None:
    asked = Asked()
    asked.user.controller.set_session(Session.new("boche"))
    assert asked.user.view.question is None
    assert asked.given == []


def test_what_was_asked_about_is_deleted_though_a_replay_went_on() -> None:
    user = User(size=3)
    for move in ("c:a1", "a:b1", "c:c1"):
        user.controller.table.play(move)
    user.session.cursor.go_index(1)
    user.key("Space")
    user.key("Ctrl+Delete")
    user.controller.tick(user.later(1.5))
    assert user.session.cursor.index == 2
    user.key("Enter")
    assert [node.move for node in user.session.record.nodes()] == [None]
