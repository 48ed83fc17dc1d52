"""The hints of the first start at a desk: they end with the user's own first move."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES, find
from boche.viewer.session import Seat, Session
from tests.viewer.storage.unsaved import folder
from tests.viewer.window.user import User

__all__ = ["folder"]


def play(user: User) -> None:
    move = next(move for move in user.session.position.legal_moves() if str(move) != "swap")
    user.desk.controller.table.play(move)
    user.pass_time()


@pytest.mark.parametrize("game", GAMES)
def test_hints_end_with_the_first_own_move_and_stay_away(game: str, folder: Path) -> None:
    user = User(Session.new(game))
    user.desk.hud.hint = 0
    user.pass_time()
    assert user.desk.hud.hint == 0
    play(user)
    assert user.desk.hud.hint is None
    user.exchange.swap_for(Session.new(game))
    user.pass_time()
    assert user.desk.hud.hint is None


def test_a_computer_s_move_ends_no_hint(folder: Path) -> None:
    first, second = find("boku").colours
    user = User(Session.new("boku", seats={first: Seat(player="3"), second: Seat()}))
    user.desk.hud.hint = 0
    play(user)
    assert user.desk.hud.hint == 0
    play(user)
    assert user.desk.hud.hint is None
