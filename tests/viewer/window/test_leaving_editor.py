"""The way out of the position editor: a question if a position would be lost, else none."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.session import Session
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.window.records.position_editor import open_editor, play_position
from tests.viewer.storage.unsaved import folder
from tests.viewer.window.user import User

__all__ = ["folder"]


class Editing(User):
    """A user in the position editor of a new game."""

    def __init__(self, game: str) -> None:
        super().__init__(Session.new(game))
        self.game = self.session
        open_editor(self.desk)

    def change(self) -> None:
        """Let the other colour move, or in a game where that follows, put a piece down."""
        setup = self.session
        assert isinstance(setup, SetupSession)
        setup.play(setup.draft.legal_moves()[0])


@pytest.mark.parametrize("game", GAMES)
def test_an_unchanged_position_is_left_at_once(game: str, folder: Path) -> None:
    user = Editing(game)
    user.exchange.leave_setup()
    assert (user.asked, user.session) == ("", user.game)
    open_editor(user.desk)
    user.change()
    user.session.edits.undo()
    user.exchange.leave_setup()
    assert (user.asked, user.session) == ("", user.game)


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_position_is_lost_only_after_a_question(game: str, folder: Path) -> None:
    user = Editing(game)
    user.change()
    setup = user.session
    ways = (user.exchange.leave_setup, lambda: user.exchange.replace_with(Session.new(game)))
    for way in ways:
        way()
        assert user.asked == "Leave the position editor?"
        user.answer("stay")
        assert user.session is setup
    user.exchange.leave_setup()
    user.answer("leave")
    assert user.session is user.game


@pytest.mark.parametrize("game", GAMES)
def test_play_asks_nothing_and_goes_on_from_there(game: str, folder: Path) -> None:
    user = Editing(game)
    user.change()
    setup = user.session
    assert isinstance(setup, SetupSession)
    if setup.draft.problem:
        setup.edits.set("start", setup.draft.started())
    start = setup.draft.finish()
    play_position(user.desk, user.exchange)
    assert user.asked == ""
    assert user.session.record.start == start
