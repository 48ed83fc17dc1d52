"""The sharing dialog: ways as data, and the fields of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from boche.engine.errors import BocheError
from boche.viewer.hud.dialogs.model import Field, Sample
from boche.viewer.hud.dialogs.share_model import ShareForm, Way
from tests.viewer.hud.dialog_user import DialogUser


def ways(done: list[Any]) -> list[Way]:
    """Return a way without fields, and one that asks for a size and a name."""

    def fields(given: Mapping[str, Any]) -> list[Field]:
        sizes = (("s", "Small"), ("l", "Large"))
        return [
            Field("size", "choice", "Size", given.get("size", "s"), choices=sizes),
            Field("path", "text", "File", given.get("path", "x")),
        ]

    def write(given: Mapping[str, Any]) -> None:
        if not given["path"]:
            raise BocheError("type a name")
        done.append(dict(given))

    return [
        Way("one", "First", "Do the first", lambda given: [], lambda given: done.append("one")),
        Way("two", "Second", "Write it", fields, write, lambda given: f"about {given['size']}"),
    ]


def test_enter_takes_the_first_way() -> None:
    done: list[Any] = []
    user = DialogUser(ShareForm(ways(done)).form)
    assert {"Share this game", "First", "Second", "Do the first"} <= set(user.words)
    user.keys("Enter")
    assert done == ["one"]


def test_another_way_asks_for_what_it_needs_and_tells_what_it_makes() -> None:
    done: list[Any] = []
    user = DialogUser(ShareForm(ways(done)).form)
    user.keys("Right")
    assert {"Write it", "about s", "File"} <= set(user.words)
    user.keys("Tab", "Right", "Tab", "'yz'")
    assert "about l" in user.words
    user.keys("Shift+Tab", "Shift+Tab", "Left", "Right")
    assert "about l" in user.words, "what was chosen is forgotten"
    user.keys("Enter")
    assert done == [{"size": "l", "path": "xyz"}]


def test_what_is_refused_is_told_and_the_dialog_stays() -> None:
    done: list[Any] = []
    user = DialogUser(ShareForm(ways(done)).form)
    user.keys("Right", "Tab", "Tab", "Backspace", "Enter")
    assert "type a name" in user.words
    assert done == []


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640), (480, 480)])
def test_a_picture_stands_beside_the_fields_and_covers_none(size: tuple[int, int]) -> None:
    share = ShareForm(ways([]), "two")
    user = DialogUser(share.form)
    share.form.sample = Sample("board", 2.0)
    page = user.look(size)
    (picture,) = page.pictures
    assert picture.rect.w == pytest.approx(2 * picture.rect.h, abs=2)
    assert picture.rect.right <= size[0]
    fields = [hit.rect for hit in page.hits if hit.action is not None and hit.action.value]
    assert max(rect.right for rect in fields) <= picture.rect.x


def test_a_text_is_quoted_as_far_as_there_is_room() -> None:
    quoted = [Way("one", "First", "Do it", lambda given: [], print, quoted=lambda: "word " * 9999)]
    user = DialogUser(ShareForm(quoted).form)
    lines = [text for text in user.look().texts if text.text.startswith("word word")]
    assert 5 < len(lines) < 40
