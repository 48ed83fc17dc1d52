"""Numbers in dialogs: typed, stepped, held and turned by the wheel, through a HUD."""

from __future__ import annotations

import pytest

from boche.viewer.hud.dialogs import dialogs
from boche.viewer.hud.dialogs.model import Button, Field, Form
from boche.viewer.hud.widgets.items import Hit
from tests.viewer.hud.dialog_user import DialogUser

SIZES = tuple((size, f"{size}%") for size in (75, 100, 150, 200))


class User(DialogUser):
    """A user of a dialog: a name, a number of tiles and a size in percent."""

    def __init__(self) -> None:
        self.done: list[str] = []
        fields = [
            Field("name", "text", "Name", ""),
            Field("tiles", "number", "Tiles", 48, -1, 999),
            Field("size", "number", "Size", 100, choices=SIZES),
        ]
        buttons = [
            Button(name, name.capitalize(), lambda values, name=name: self.done.append(name))
            for name in ("keep", "cancel")
        ]
        super().__init__(Form("test", "Test", fields, buttons))

    def place(self, index: int, by: int | None) -> tuple[float, float]:
        """Return the middle of a number's button, or of its value if ``by`` is None."""
        name = dialogs.FIELD if by is None else dialogs.STEP
        hits: list[Hit] = [hit for page in self.hud.frame.pages for hit in page.hits]
        fits = [h for h in hits if h.action and h.action.name == name
                and h.action.value == (index, by)]  # fmt: skip
        return fits[-1].rect.middle

    def click(self, index: int, by: int | None = None, seconds: float = 0.05) -> User:
        """Hold the mouse down on a number's button, or on its value, for ``seconds``."""
        now, place = 10.0, self.place(index, by)
        self.hud.pressed("left", *place, now)
        end = now + seconds
        while (due := self.hud.wakeup()) is not None and due < end:
            self.hud.tick(due)
            self.look()
        self.hud.released("left", *place, end)
        self.look()
        return self

    @property
    def values(self) -> dict[str, object]:
        return self.form.values()


def test_digits_replace_a_number_and_enter_takes_it() -> None:
    user = User().keys("Tab", "'1'", "'2'")
    assert "12" in user.words
    assert user.values["tiles"] == 48, "not before it is taken"
    user.keys("Enter")
    assert user.values == {"name": "", "tiles": 12, "size": 100}
    assert user.done == [], "the first Enter takes the number, and no more"
    user.keys("Enter")
    assert user.done == ["keep"]


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab", "Down", "Up"])
def test_leaving_a_number_takes_it(key: str) -> None:
    user = User().keys("Tab", "'9'", "'0'", "'Backspace'", "'1'", key)
    assert user.values["tiles"] == 901
    assert user.form.focused is not None
    assert user.form.focused.name != "tiles"


def test_what_is_out_of_range_is_said_and_held() -> None:
    user = User().keys("Tab", "'99999'", "Tab")
    assert user.values["tiles"] == 999
    assert "Tiles: -1 to 999, not 99999" in user.words
    user.keys("Shift+Tab", "'-5'", "Enter")
    assert user.values["tiles"] == -1
    user.keys("'5000'").form.press("keep")
    assert user.done == [], "Keep does not go on with another number than was typed"
    user.keys("'7'", "Enter", "Enter")
    assert user.values["tiles"] == 7
    assert user.done == ["keep"]


def test_a_number_among_choices_is_the_nearest() -> None:
    user = User().keys("Tab", "Tab", "'150'", "Enter")
    assert user.values["size"] == 150
    assert user.form.problem == ""
    user.keys("'180'", "Enter")
    assert user.values["size"] == 200
    assert "Size: 200% is the nearest to 180" in user.words


def test_letters_are_no_number_and_escape_leaves_it() -> None:
    user = User().keys("Tab", "'a'", "'3'", "'x'")
    assert "3" in user.words
    user.keys("Escape")
    assert user.values["tiles"] == 48
    assert user.done == []
    user.keys("Escape")
    assert user.done == ["cancel"]


def test_what_is_typed_goes_to_the_number_that_was_clicked() -> None:
    user = User().click(1).keys("'2'", "Enter")
    assert user.values == {"name": "", "tiles": 2, "size": 100}
    user = User().keys("'Ann'").click(2).keys("'75'", "Tab")
    assert user.values == {"name": "Ann", "tiles": 48, "size": 75}


def test_the_wheel_leaves_a_number_without_the_focus_alone() -> None:
    user = User()
    for at, place in enumerate((user.place(1, None), user.place(1, -1), user.place(2, 1))):
        assert user.hud.wheel(1.0, *place, 20.0 + at)
    assert user.values == {"name": "", "tiles": 48, "size": 100}


def test_the_wheel_turns_the_number_that_has_the_focus() -> None:
    user = User().click(1)
    user.hud.wheel(1.0, *user.place(1, None), 20.0)
    user.hud.wheel(1.0, *user.place(1, -1), 20.1)
    assert user.values["tiles"] == 50
    user.hud.wheel(-3.0, *user.place(1, None), 20.2)
    assert user.values["tiles"] == 47


@pytest.mark.parametrize(("tabs", "name"), [(1, "tiles"), (2, "size")])
def test_home_and_end_move_in_the_text_of_a_number_and_leave_it_as_it_is(
    tabs: int, name: str
) -> None:
    user = User().keys(*["Tab"] * tabs)
    before = user.values
    assert user.keys("End").values == user.keys("Home").values == before
    assert user.keys("Enter").values == before
    typed = User().keys(*["Tab"] * tabs, "Home", "'1'", "Tab")
    assert typed.values[name] == {"tiles": 148, "size": 200}[name]
    if name == "tiles":
        assert User().keys("Tab", "End", "'1'", "Tab").values[name] == 481


@pytest.mark.parametrize("key", ["Home", "End"])
def test_home_and_end_choose_nothing_in_a_field_without_a_text(key: str) -> None:
    user = User()
    names = tuple((name, name) for name in ("one", "two", "three"))
    user.form.refit([
        Field("order", "number", "Order", "two", choices=names),
        Field("who", "choice", "Who", "two", choices=names),
        Field("casual", "flag", "Casual", True),
    ])  # fmt: skip
    before = user.values
    for _ in user.form.fields:
        assert user.keys("Tab", key).values == before


def test_space_leaves_a_number_alone() -> None:
    user = User().keys("Tab", "Space")
    assert user.values["tiles"] == 48
    assert user.keys("Tab", "Space").values["size"] == 100


def test_pages_go_by_ten() -> None:
    user = User().keys("Tab", "PageDown", "PageDown", "Left")
    assert user.values["tiles"] == 27
    assert user.keys("PageUp").values["tiles"] == 37
