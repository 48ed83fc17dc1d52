"""The hints of the first start at a desk: each of the user's own moves passes one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES, find
from boche.viewer.games.registry import view_of
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.pages.help import hints_of
from boche.viewer.session import Seat, Session
from boche.viewer.window.input.keyboard import Keyboard
from boche.viewer.window.records import new_games
from boche.viewer.window.records.clipboard import Clipboard
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.storage.unsaved import folder
from tests.viewer.window.user import User

__all__ = ["folder"]


def begin(user: User) -> None:
    user.desk.hud = Hud(wide, Plain(), lambda action: None, hints=True)
    user.pass_time()
    draw(user)


def draw(user: User) -> None:
    shown = shown_of(user.session)
    quiet = replace(shown, view=replace(shown.view, banner=None, first_turn=None))
    user.desk.hud.build(quiet, laid_out(quiet))


def play(user: User) -> None:
    move = next(move for move in user.session.position.legal_moves() if str(move) != "swap")
    user.desk.controller.table.play(move)
    user.pass_time()
    draw(user)


@pytest.mark.parametrize("game", GAMES)
def test_each_own_move_passes_a_hint_until_all_are_gone(game: str, folder: Path) -> None:
    user = User(Session.new(game))
    begin(user)
    assert user.desk.hud.hint == 0
    for hint in (*range(1, len(hints_of(view_of(game).guide))), None):
        play(user)
        assert user.desk.hud.hint == hint
    user.exchange.swap_for(Session.new(game))
    user.pass_time()
    assert user.desk.hud.hint is None


def test_a_computer_s_move_passes_no_hint(folder: Path) -> None:
    first, second = find("boku").colours
    user = User(Session.new("boku", seats={first: Seat(player="3"), second: Seat()}))
    begin(user)
    for hint in (0, 1, 1, None):
        play(user)
        assert user.desk.hud.hint == hint


@pytest.mark.parametrize(
    ("games", "begun", "told"),
    [(0, False, True), (1, False, True), (2, False, False), (0, True, False)],
)
def test_first_turns_are_not_for_people_who_have_played_or_begun_the_lessons(
    folder: Path, monkeypatch: pytest.MonkeyPatch, games: int, begun: bool, told: bool
) -> None:
    monkeypatch.setattr(new_games, "games_played", lambda: {"boku": games})
    user = User(Session.new("boche"))
    monkeypatch.setattr(user.lessons, "has_begun", lambda game: begun)
    shown = "boku.shown"  # no demonstration comes before the game
    user.desk.set_settings(replace(user.desk.settings, hints_seen=False, told=(shown,)))
    user.games.first_game("boku")
    user.pass_time()
    assert user.session.record.game_name == "boku"
    assert (user.desk.controller.view().first_turn is not None) == told


def test_escape_takes_a_begun_move_back_before_it_skips_the_hints(folder: Path) -> None:
    user = User(Session.new("octi"))
    begin(user)
    keyboard = Keyboard(user.desk, Clipboard(user.desk, user.exchange))
    selection = user.desk.controller.table.selection
    selection.choose("57+", opens=True)
    selection.take()
    assert selection.beginning
    keyboard.key("Escape", ())
    assert not selection.beginning
    assert user.desk.hud.hint == 0
    keyboard.key("Escape", ())
    assert user.desk.hud.hint is None


@pytest.mark.parametrize(
    ("pressed", "told"),
    [(("Down", "Enter"), "77 … which prong?"), (("C",), "choose a place on the board first")],
)
def test_enter_goes_on_with_a_begun_move_before_it_passes_a_hint(
    folder: Path, pressed: tuple[str, ...], told: str
) -> None:
    user = User(Session.new("octi"))
    begin(user)
    keyboard = Keyboard(user.desk, Clipboard(user.desk, user.exchange))
    for each in (*pressed, "Enter"):
        keyboard.key(each, ())
    assert told in user.desk.controller.view().status
    assert user.desk.hud.hint == 0
