"""The sharing dialog: ways as data, and the fields of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from boche.engine.errors import BocheError
from boche.viewer.hud.dialogs.model import Field, Sample
from boche.viewer.hud.dialogs.share_model import LastShared, ShareForm, Way
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


@pytest.mark.parametrize("size", [(1280, 800), (500, 850), (480, 480)])
def test_the_ways_and_the_buttons_stay_in_their_places_whatever_is_chosen(
    size: tuple[int, int],
) -> None:
    told = "a text that is longer than what fits beside the others " * 3
    fields = [Field(f"f{n}", "flag", f"Yes or no, and what it is for {n}", True) for n in range(5)]
    many = Way("three", "Third", "Do it", lambda given: fields, print, lambda given: told)
    user = DialogUser(ShareForm([*ways([]), many]).form)
    found = []
    for _ in range(3):
        page = user.look(size)
        fixed = ("First", "Second", "Third", "Cancel", "Share this game")
        found.append({text.text: text.y for text in page.texts if text.text in fixed})
        lowest = max(text.y for text in page.texts if text.text not in fixed)
        assert lowest <= found[-1]["Cancel"] + 1, "something is written over the buttons"
        user.keys("Right")
    assert found[0] == found[1] == found[2]


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
    quoted = [
        Way("one", "First", "Do it", lambda given: [], print, quoted=lambda given: "word " * 9999)
    ]
    user = DialogUser(ShareForm(quoted).form)
    lines = [text for text in user.look().texts if text.text.startswith("word word")]
    assert 5 < len(lines) < 40


def kept_by(done: list[LastShared], *keys: str, kept: LastShared | None = None) -> DialogUser:
    return DialogUser(ShareForm(ways([]), kept=kept, keep=done.append).form).keys(*keys)


def test_the_way_its_options_and_the_folder_are_kept_once_something_was_shared() -> None:
    done: list[LastShared] = []
    kept_by(done, "Right", "Tab", "Right", "Escape")
    assert done == [], "what was cancelled is kept"
    kept_by(done, "Right", "Tab", "Right", "Tab", "Ctrl+A", "'/there/x.png'", "Enter")
    assert done == [LastShared("two", "/there", {"two": {"size": "l"}})]
    user = kept_by(done, kept=done[0])
    assert {"Write it", "about l"} <= set(user.words)
    kept_by(done, "Tab", "Left", "Tab", "Backspace", "'/x'", "Enter", kept=done[0])
    assert done[1].options == {"two": {}}, "what is usual is kept"


def test_a_way_that_is_asked_for_comes_before_the_one_that_was_kept() -> None:
    user = DialogUser(ShareForm(ways([]), "one", LastShared("two")).form)
    assert "Do the first" in user.words


@pytest.mark.parametrize(
    "options", [{"size": "xxl"}, {"size": ["l"]}, {"size": True}, {"gone": 1}, {"size": None}]
)
def test_what_is_last_shared_another_version_does_no_harm(options: dict[str, Any]) -> None:
    done: list[Any] = []
    form = ShareForm(ways(done), kept=LastShared("two", "", {"two": options, "three": {}})).form
    DialogUser(form).keys("Enter")
    assert done == [{"size": "s", "path": "x"}]


def test_many_ways_stand_in_rows_and_arrows_go_through_them() -> None:
    many = [Way(f"w{n}", f"Way {n}", f"Do {n}", lambda given: [], print) for n in range(9)]
    user = DialogUser(ShareForm(many).form)
    places = {text.text: (text.x, text.y) for text in user.look().texts}
    rows = [[places[f"Way {n}"] for n in range(first, first + 3)] for first in (0, 3, 6)]
    for row in rows:
        assert len({y for _, y in row}) == 1
        assert sorted(x for x, _ in row) == [x for x, _ in row]
    assert rows[0][0][1] < rows[1][0][1] < rows[2][0][1]
    user.keys("Right", "Right", "Right")
    assert "Do 3" in user.words


def test_the_dialog_does_not_grow_when_the_size_and_the_time_of_a_file_become_known() -> None:
    told = ["A file that opens in any browser, with all moves and comments, and on a phone, too."]
    fields = [Field(f"f{n}", "text", f"Field {n}", "") for n in range(9)]
    page = Way("page", "Page", "Make it", lambda given: fields, print, lambda given: told[0])
    asked = ShareForm([page, *ways([])])
    user, places = DialogUser(asked.form), []
    for more in (
        "",
        " About 147 kB.",
        " Making it takes about 1:15, and a little more on a machine that is slow.",
    ):
        told[0] += more
        asked.retell()
        shown = user.look((500, 850)).texts
        places.append({each.text: each.y for each in shown if each.text in ("Cancel", "Page")})
    assert places == places[:1] * 3
    assert len([each for each in shown if each.text in told[0]]) == 4, "shorter than it may be"
