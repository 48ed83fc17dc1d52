"""The HUD's pages in windows of many sizes: nothing overlaps, leaves them or is cut off."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.viewer.hud.layout import arrange, usable_scale
from boche.viewer.hud.widgets.items import fitted, wrapped
from boche.viewer.session import Session
from tests.viewer.hud.test_hud_layout import (
    ENDS,
    QUESTIONS,
    RECORDS,
    SIZES,
    built,
    check_page,
    forms,
    shown_of,
    wide,
)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(320, 4000),
    st.integers(240, 2400),
    st.floats(1.0, 3.0),
    st.integers(8, 30),
    st.booleans(),
    st.booleans(),
)
def test_the_parts_share_the_window(w: int, h: int, scale: float, font: int, panel: bool,
                                    strip: bool) -> None:  # fmt: skip
    areas = arrange((w, h), usable_scale((w, h), scale, font), font, panel=panel,
                    choices=8 if strip else 0)  # fmt: skip
    parts = areas.parts()
    for rect in parts.values():
        assert rect.inside(areas.window)
    for one, two in combinations(parts.values(), 2):
        assert not one.overlaps(two)
    assert sum(rect.w * rect.h for rect in parts.values()) == pytest.approx(w * h)
    if w >= 1024 and h >= 640:
        assert areas.board.w >= 0.4 * w
        assert areas.board.h >= 0.4 * h


@pytest.mark.parametrize("size", SIZES[::5])
@pytest.mark.parametrize("scale", ENDS)
@pytest.mark.parametrize("record", ["boche-path.sgf", "boche-enclosure.sgf"])
def test_nothing_overlaps_or_leaves(size: tuple[int, int], scale: float, record: str) -> None:
    session = Session.open(RECORDS / record)
    for index in (0, 1, 2, len(session.cursor.line) - 1):
        session.cursor.go_index(index)
        frame = built(shown_of(session), size, scale)
        for page in frame.pages:
            check_page(page, frame.areas.window)


@pytest.mark.parametrize("font", [10, 13, 20, 30])
def test_letters_of_other_sizes(font: int) -> None:
    session = Session.open(RECORDS / "boche-enclosure.sgf")
    for size in SIZES:
        frame = built(shown_of(session, font_size=font), size, 1.0)
        for page in frame.pages:
            check_page(page, frame.areas.window)


@pytest.mark.parametrize("size", SIZES[::5])
@pytest.mark.parametrize("scale", ENDS)
def test_dialogs_fit_uncut(size: tuple[int, int], scale: float) -> None:
    shown = shown_of(Session.new("boche"))
    for form in forms():
        frame = built(shown, size, scale, form)
        page = frame.pages[-1]
        check_page(page, frame.areas.window)
        cut = [text.text for text in page.texts if text.text.endswith("…") and "/" not in text.text]
        assert cut == [], form.name


@pytest.mark.parametrize("size", SIZES[::5])
@pytest.mark.parametrize("scale", ENDS)
def test_questions_fit_uncut(size: tuple[int, int], scale: float) -> None:
    shown = shown_of(Session.new("boche"))
    for question in QUESTIONS:
        asked = replace(shown, view=replace(shown.view, question=question))
        frame = built(asked, size, scale)
        page = frame.pages[-1]
        check_page(page, frame.areas.window)
        assert [text.text for text in page.texts if text.text.endswith("…")] == []
        words = "".join(text.text for text in page.texts).replace(" ", "")
        assert question.title.replace(" ", "") in words
        for each in question.answers:
            assert any(text.text.startswith(each.label) for text in page.texts), each


@pytest.mark.parametrize("size", SIZES[::5])
@pytest.mark.parametrize("scale", ENDS)
def test_words_of_the_panel_are_uncut(size: tuple[int, int], scale: float) -> None:
    session = Session.open(RECORDS / "boche-enclosure.sgf")
    frame = built(shown_of(session), size, scale)
    cut = [text.text for text in frame.pages[0].texts if text.text.endswith("…")]
    assert [text for text in cut if not text.startswith("Levels")] == []


@given(st.text(max_size=60), st.floats(20.0, 400.0))
def test_cut_text_fits(text: str, width: float) -> None:
    assert wide(fitted(text, 13.0, False, width, wide), 13.0, False) <= max(width, 0.0)


@given(st.text(max_size=200), st.floats(20.0, 400.0))
def test_wrapped_text_fits_and_loses_nothing(text: str, width: float) -> None:
    lines = wrapped(text, 13.0, False, width, wide)
    assert all(wide(line, 13.0, False) <= width or len(line) == 1 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
