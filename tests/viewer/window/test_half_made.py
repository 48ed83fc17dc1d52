"""A half-made move when the window saves, closes, or another record comes to the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boche.engine.record import load
from boche.viewer.hud.widgets.items import Box
from boche.viewer.hud.widgets.theme import look_of
from boche.viewer.session import Session
from boche.viewer.window.records.unsaved_work import UnsavedWork
from tests.viewer.hud.test_hud_layout import built, shown_of
from tests.viewer.storage.unsaved import folder
from tests.viewer.window.user import User

__all__ = ["folder"]

TITLE = "Leave a half-made move?"


def begin(user: User) -> None:
    """Lay the first of two tiles."""
    table = user.desk.controller.table
    table.settle()
    table.selection.choose("1,0")
    user.desk.controller.command("place", user.desk.now)
    user.desk.controller.view()
    assert table.selection.beginning


@pytest.fixture
def user(tmp_path: Path, folder: Path) -> User:
    """Return a user with an unchanged record from a file, and a tile laid on it."""
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[Che];W[fl:0,0])")
    user = User(Session.open(path))
    begin(user)
    return user


def test_another_record_comes_only_once_that_is_agreed_to(user: User) -> None:
    other, begun = Session.new("boku"), user.session.begun
    user.exchange.replace_with(other)
    assert user.asked == TITLE
    user.answer("cancel")
    assert user.session is not other
    assert user.desk.controller.view().display.taken == begun[0]
    user.exchange.replace_with(other)
    user.answer("let go")
    assert user.session is other


def test_the_window_closes_only_once_that_is_agreed_to(user: User) -> None:
    closed: list[str] = []
    work = UnsavedWork(user.desk, user.saving, lambda: closed.append("closed"))
    work.leave()
    assert user.asked == TITLE
    user.answer("cancel")
    assert closed == []
    work.leave()
    user.answer("let go")
    assert closed == ["closed"]


def test_nothing_is_asked_where_the_next_start_brings_it_back(folder: Path) -> None:
    user, closed = User(Session.new("che")), list[str]()
    user.desk.controller.table.play("fl:0,0")
    begin(user)
    UnsavedWork(user.desk, user.saving, lambda: closed.append("closed")).leave()
    assert (user.asked, closed) == ("", ["closed"])


def test_saving_says_what_is_not_in_the_file(user: User) -> None:
    user.saving.save()
    path = user.session.file.path
    assert path is not None
    assert user.desk.controller.view().status == f"saved: {path}, without the half-made move"
    assert load(path).moves() == ["fl:0,0"]
    user.desk.controller.key("Escape", user.desk.now)
    assert not user.desk.controller.view().display.taken
    user.saving.save()
    assert user.desk.controller.view().status == f"saved: {path}"


CAPTURES = "57+e 53+a 57-56 53-54 56-55 33+a"


def asked_whether_to_capture() -> User:
    """Return a user of Octi whose jump is asked about: whether it captures."""
    session = Session.new("octi", bases=1)
    for move in CAPTURES.split():
        session.play(move)
    user = User(session)
    table = user.desk.controller.table
    for text in ("55-", "55-53?"):
        table.settle()
        table.selection.choose(text, opens=True)
        user.desk.controller.command("place", user.desk.now)
    return user


@pytest.mark.parametrize(
    ("button", "last"), [("Capture (Enter)", "55-53x"), ("Spare (Tab)", "55-53")]
)
def test_buttons_of_the_bar_capture_and_spare_as_keys_do(button: str, last: str) -> None:
    user = asked_whether_to_capture()
    session = user.session
    frame = built(replace(shown_of(session), view=user.desk.controller.view()), (1280, 800), 1.0)
    [label] = [each for page in frame.pages for each in page.texts if each.text == button]
    hit = frame.hit(label.x, label.y)
    assert hit is not None
    assert hit.action is not None
    user.clicks.act(hit.action)
    assert session.cursor.moves[-1] == last
    assert not user.desk.controller.view().seconds


@pytest.mark.parametrize("size", [(1280, 800), (500, 850)])
def test_the_button_of_the_choice_that_tab_has_reached_is_lit_and_named_after_enter(
    size: tuple[int, int],
) -> None:
    user = asked_whether_to_capture()
    session = user.session
    seen = []
    for _ in range(3):
        user.desk.controller.key("Tab", user.desk.now)
        view = user.desk.controller.view()
        assert view.ghost is not None
        shown = replace(shown_of(session), view=view)
        frame = built(shown, size, 1.0)
        boxes = [box for page in frame.pages for box in page.boxes if isinstance(box, Box)]
        lit = [box.rect for box in boxes if box.fill == look_of("light").accent]
        words = [each.text for page in frame.pages for each in page.texts
                 if any(rect.holds(each.x, each.y) for rect in lit)]  # fmt: skip
        told = [word for word in words if word.startswith(("Capture", "Spare"))]
        seen.append((view.ghost.target, told))
    key = " (Enter)" if size[0] > size[1] else ""  # else there is no room for it
    assert [*dict(seen)] == ["55-53", "55-53x"]
    assert dict(seen) == {"55-53x": [f"Capture{key}"], "55-53": [f"Spare{key}"]}
