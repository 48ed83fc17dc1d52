"""Dialogs whose content changes: what is pointed at stays under the pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boche.engine.languages.current import speaking
from boche.viewer.hud.dialogs.clock_fields import OWN, USUAL
from boche.viewer.hud.dialogs.dialogs import FIELD, PRESS, STEP
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values, nothing
from boche.viewer.hud.dialogs.start_model import StartForm
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Seat, Session
from tests.viewer.hud.dialog_user import DialogUser
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain

SIZES = [(1280, 720), (500, 850), (3840, 2160)]


class Dialog:
    """A form whose fields and whose problem change, in a window."""

    def __init__(self, size: tuple[int, int] = SIZES[0]) -> None:
        self.rows = 2
        buttons = (Button("ok", "OK", self._refuse), Button("cancel", "Cancel"))
        self.form = Form("players", "Players", self._fields(), buttons, self._change)
        self.hud, self.shown, self.size = (
            Hud(wide, Plain(), lambda action: None), shown_of(Session.new("boku")), size
        )  # fmt: skip
        self.hud.open(self.form)

    def _fields(self) -> list[Field]:
        kinds = (("few", "Few"), ("many", "Many"))
        kind = Field("kind", "choice", "Kind", "few" if self.rows == 2 else "many", choices=kinds)
        more = [Field(f"row {i}", "number", f"Row {i}", 1, 0, 9) for i in range(self.rows)]
        return [kind, *more]

    def _change(self, given: Values) -> None:
        self.rows = 5 if given["kind"] == "many" else 2
        self.form.refit(self._fields())

    def _refuse(self, given: Values) -> str:
        return "this cannot be: " + "because of something that takes words " * 6

    def place(self, name: str, value: object) -> Rect:
        frame = self.hud.build(self.shown, laid_out(self.shown, self.size))
        return next(
            hit.rect for hit in frame.pages[-1].hits
            if hit.action is not None and (hit.action.name, hit.action.value) == (name, value)
        ).rounded()  # fmt: skip


def press(dialog: Dialog) -> None:
    dialog.form.press("ok")
    assert dialog.form.problem


def more(dialog: Dialog) -> None:
    dialog.form.set(0, "many")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("first", [press, more])
def test_a_button_that_is_pressed_and_a_choice_that_is_made_stay_where_they_are(
    size: tuple[int, int], first: Callable[[Dialog], None]
) -> None:
    dialog = Dialog(size)
    button, choice = (PRESS, "ok"), (FIELD, (0, "few"))
    for change in (first, press if first is more else more):
        pointed_at = button if change is press else choice
        before = dialog.place(*pointed_at)
        change(dialog)
        assert dialog.place(*pointed_at) == before
    places = [dialog.place(*each) for each in (button, choice)]
    dialog.form.set(0, "few")
    assert not dialog.form.problem
    assert [dialog.place(*each) for each in (button, choice)] == places, "nothing moves back"


def test_a_dialog_opened_again_has_its_own_place() -> None:
    dialog, other = Dialog(), Dialog()
    before = other.place(PRESS, "ok")
    more(dialog)
    assert dialog.place(PRESS, "ok") != before
    assert Dialog().place(PRESS, "ok") == before
    dialog.size = (1920, 1080)
    dialog.form.set(0, "few")
    other.size = dialog.size
    assert dialog.place(PRESS, "ok") == other.place(PRESS, "ok"), "another window, another place"


def test_a_choice_of_nothing_can_be_drawn() -> None:
    dialog = Dialog()
    dialog.form.fields[0].choices = ()
    assert dialog.place(PRESS, "ok").h > 0


@pytest.mark.parametrize("size", SIZES)
def test_a_longer_text_above_the_fields_leaves_them_and_the_buttons_in_place(
    size: tuple[int, int],
) -> None:
    """The buttons under your moments lay beside the pointer that had clicked them before."""
    dialog = Dialog(size)
    dialog.form.text = "one line"
    names = [(PRESS, "cancel"), (PRESS, "ok"), (FIELD, (0, "many"))]
    places = [dialog.place(*each) for each in names]
    for text in ("one\ntwo\nthree", "one line"):
        dialog.form.text = text
        for name, place in zip(names, places, strict=True):
            now = dialog.place(*name)
            assert max(abs(now.x - place.x), abs(now.y - place.y)) <= 1, "but for rounding"


def at_start(game: str, size: tuple[int, int]) -> DialogUser:
    """Look at the start screen of a game against a level, without a clock."""
    form = StartForm(game, {}, (Seat(), Seat("", "1")), nothing, lambda game: (), nothing).form
    user = DialogUser(form)
    user.look(size)
    return user


def click(user: DialogUser, size: tuple[int, int], x: float, y: float) -> None:
    user.look(size)
    user.hud.pressed("left", x, y, 0.0)
    user.hud.released("left", x, y, 0.0)
    user.look(size)


def middle(user: DialogUser, size: tuple[int, int], name: str, by: int) -> tuple[float, float]:
    at = [field.name for field in user.form.fields].index(name)
    return next((hit.rect.x + hit.rect.w / 2, hit.rect.y + hit.rect.h / 2)
                for hit in user.look(size).hits
                if hit.action is not None and hit.action == Action(STEP, (at, by)))  # fmt: skip


def test_time_stays_under_the_pointer_while_its_button_is_clicked() -> None:
    click_at_time("boche", SIZES[0], "en")


def click_at_time(game: str, size: tuple[int, int], language: str) -> None:
    """Click at one place from no clock to one's own times, and then at its periods."""
    with speaking(language):
        user = at_start(game, size)
        there = middle(user, size, "clock", 1)
        for clock in (*USUAL, OWN):
            click(user, size, *there)
            assert user.form.values()["clock"] == clock
            assert user.form.values()["clock second"] == "", "the opponent's time was changed"
            beside = middle(user, size, "clock", -1)
            assert beside[1] == there[1]
        there = middle(user, size, "clock periods", 1)
        for periods in (1, 2):
            click(user, size, *there)
            assert user.form.values()["clock periods"] == periods
