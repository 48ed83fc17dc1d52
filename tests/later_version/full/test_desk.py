"""Unsaved games that are older than an option of their games are continued."""

from __future__ import annotations

from pathlib import Path

from boche.engine.games.registry import GAMES
from boche.viewer.session import Session
from tests.later_version.stored import CHANGED, line_of
from tests.later_version.test_desk import home, options_of
from tests.viewer.window.user import User

__all__ = ["home"]


def test_unsaved_games_are_continued(home: Path) -> None:
    user, found = User(Session.new("boku")), set()
    user.recovery.offer()
    user.answer("later")
    for entry in user.recovery.entries():
        user.recovery.take_up(entry.what)
        session, game = user.session, user.session.record.game_name
        found.add(game)
        assert (session.record.options, len(session.cursor.moves)) == (options_of(game), 2)
        session.edits.redo()
        session.play(line_of(game, 4, **CHANGED[game])[3])
        assert session.position.ply == 4
    assert found == set(GAMES)
