"""Clicks in a dialog: the clicked item stays under the pointer when the dialog is resized."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.viewer.hud.dialogs import game_dialogs
from boche.viewer.hud.dialogs.dialogs import FIELD
from boche.viewer.hud.dialogs.model import Button, Field, Form
from boche.viewer.hud.dialogs.share_model import ShareForm, Way
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain

AUTOMATIC = 2.0


class Clicker:
    """A user at a dialog in a window whose interface is scaled by the settings."""

    def __init__(self, form: Form | None = None, size: tuple[int, int] = (3840, 2160)) -> None:
        self.settings, self.size = Settings(), size
        self.hud = Hud(wide, Plain(), lambda action: None)
        self.shown = shown_of(Session.new("boku"))
        palettes = [("blue", "Blue")]
        self.hud.open(
            form or game_dialogs.settings(Settings(), palettes, self.change, lambda: AUTOMATIC)
        )
        self.build()

    def change(self, settings: Settings, keep: bool) -> None:
        self.settings = settings

    def build(self) -> None:
        scale = self.settings.ui_scale or AUTOMATIC
        shown = replace(self.shown, settings=self.settings)
        self.hud.build(shown, laid_out(shown, self.size, scale))

    def place(self, action: Action) -> tuple[float, float]:
        hits = [hit for hit in self.hud.frame.pages[-1].hits if hit.action == action]
        return hits[0].rect.middle

    def click(self, x: float, y: float) -> Action | None:
        """Click at a place and return the action of the clicked item, or None."""
        self.hud.pointer_moved(x, y, 0.0)
        hit = self.hud.frame.hit(x, y)
        self.hud.pressed("left", x, y, 0.0)
        self.hud.released("left", x, y, 0.1)
        self.build()
        return hit.action if hit is not None else None


def number_of(form: Form, name: str) -> int:
    return [field.name for field in form.fields].index(name)


def test_a_step_from_the_automatic_size_goes_to_the_next_one() -> None:
    for by, wanted in ((1, 2.5), (-1, 2.0)):
        user = Clicker()
        assert user.hud.form is not None
        user.click(*user.place(Action("step", (number_of(user.hud.form, "ui_scale"), by))))
        assert user.settings.ui_scale == wanted


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("name", ["ui_scale", "font_size"])
def test_the_size_of_letters_is_changed_by_clicks_at_one_place(name: str, by: int) -> None:
    user = Clicker()
    assert user.hud.form is not None
    step = Action("step", (number_of(user.hud.form, name), by))
    x, y = user.place(step)
    values = []
    for _ in range(2):
        assert user.click(x, y) == step
        values.append(getattr(user.settings, name))
    assert len(set(values)) == 2


def test_the_ways_to_share_are_clicked_through_at_one_place() -> None:
    def way(count: int) -> Way:
        fields = [Field(f"field {i}", "text", f"Field {i}", "") for i in range(count)]
        return Way(f"way{count}", f"Way {count}", "Do", lambda values: fields, lambda values: None)

    user = Clicker(ShareForm([way(1), way(6), way(3)]).form, (1280, 720))
    user.settings = replace(user.settings, ui_scale=1.0)
    user.build()
    for number in (6, 3, 1, 6):
        action = Action(FIELD, (0, f"way{number}"))
        x, y = user.place(action)
        assert user.click(x, y) == action
        assert user.hud.frame.hit(x, y).action == action


class Table:
    """A user who clicks where a dialog's button is; what the HUD does not take is the board's."""

    def __init__(self) -> None:
        form = Form("ask", "Ask", [], [Button("ok", "OK")])
        self.clicker = Clicker(form, (1280, 800))
        frame = self.clicker.hud.frame
        self.at = next(h.rect.middle for h in frame.pages[-1].hits if h.action is not None)
        self.on_board: list[float] = []

    def click(self, now: float, by: float = 0.0) -> None:
        hud, (x, y) = self.clicker.hud, self.at
        pressed = hud.pressed("left", x + by, y, now)
        released = hud.released("left", x + by, y, now + 0.05)
        assert pressed == released
        if not pressed:
            self.on_board.append(now)
        self.clicker.build()


def test_the_rest_of_a_double_click_that_closed_a_dialog_plays_no_move() -> None:
    table = Table()
    table.click(0.0)
    assert table.clicker.hud.open_form is None
    table.click(0.2)
    table.click(0.4)
    assert table.on_board == []
    table.click(1.5)
    assert table.on_board == [1.5]


def test_a_click_elsewhere_or_later_is_the_board_s() -> None:
    table = Table()
    table.click(0.0)
    table.click(0.2, by=200.0)
    table.click(1.0)
    assert table.on_board == [0.2, 1.0]
