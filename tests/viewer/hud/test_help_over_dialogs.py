"""The help over a dialog, which stays as it is; keys on the start screen; split chapters."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.hud.dialogs.start_model import NAME
from boche.viewer.session import Session
from tests.viewer.training.trainee import Trainee


def at_the_start_screen(game: str = "boche") -> Trainee:
    trainee = Trainee(Session.new(game))
    trainee.user.new()
    return trainee


def key(trainee: Trainee, pressed: str) -> None:
    assert trainee.user.desk.hud.key(pressed)


@pytest.mark.parametrize("close", ["F1", "Escape", "Enter"])
def test_the_help_opens_over_a_dialog_and_leaves_it_as_it_was(close: str) -> None:
    trainee = at_the_start_screen()
    hud, form = trainee.user.desk.hud, trainee.user.form
    trainee.user.set("game", "octi")
    values, focus = form.values(), form.focus
    key(trainee, "F1")
    assert hud.help.open
    key(trainee, "Down")
    assert hud.text("x")
    if close == "Enter":  # it turns the pages before the last one
        key(trainee, "End")
    key(trainee, close)
    assert not hud.help.open
    assert hud.open_form is form
    assert (form.values(), form.focus) == (values, focus)


@pytest.mark.parametrize("game", GAMES)
def test_keys_of_the_table_open_the_same_on_the_start_screen(game: str) -> None:
    for pressed, name in (("Ctrl+U", "puzzles"), ("Ctrl+Shift+O", "library")):
        trainee = at_the_start_screen(game)
        assert trainee.user.form.name == NAME
        key(trainee, pressed)
        assert trainee.user.form.name == name
