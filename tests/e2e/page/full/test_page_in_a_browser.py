"""Pages in a real browser: more pictures, views and sizes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.e2e.page import test_page_in_a_browser as push
from tests.e2e.page.test_page_in_a_browser import (
    Reader,
    desk,
    figure,
    press,
    read,
    reader,
    rest,
    seen,
    state,
    until,
)

__all__ = ["reader"]


def test_a_click_in_the_list_goes_there_and_is_marked(reader: Reader) -> None:
    page = reader.open(read("boku-row.sgf"))
    page.get_by_role("button", name="7.", exact=False).first.click()
    marked = page.locator("[aria-current]")
    assert marked.count() == 1
    assert state(page).startswith(f"{marked.inner_text().split('.')[0]}. ")
    assert seen(page).std() > 10


def test_a_mouse_at_rest_lights_what_comes_under_it(reader: Reader) -> None:
    page = reader.open(read("boche-path.sgf"), part="#move=40")
    box = page.locator("#table").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(page, "document.getElementById('hovered').textContent !== ''")
    alone = page.inner_text("#hovered")
    press(page, "Home")
    until(page, "document.getElementById('hovered').textContent === ''")
    plain = seen(page)
    press(page, "End")
    press(page, "PageUp")
    until(page, "document.getElementById('hovered').textContent.includes('group of')")
    assert page.inner_text("#hovered") != alone, "another position's group"
    press(page, "Home")
    assert np.abs(seen(page) - plain).mean() < 0.1, "nothing lies on an empty board"


def test_levels_spread_and_the_view_from_above(reader: Reader) -> None:
    page = reader.open(read("boche-path.sgf"), part="#move=40")
    before = seen(page)
    press(page, "x")
    assert page.get_attribute("#spread", "aria-pressed") == "true"
    assert np.abs(seen(page) - before).mean() > 3
    press(page, "x", "t")
    assert np.abs(seen(page) - desk(page, read("boche-path.sgf"), 40, "top"))[:-32].mean() < 0.5


def test_several_games_share_a_page(reader: Reader) -> None:
    page = reader.open(read("boku-row.sgf"), part="#move=3", more=[read("che-closed.sgf")])
    assert state(page).startswith("3. ")
    page.locator("#game").select_option(index=1)
    until(page, "location.hash.startsWith('#game=2')")
    rest(page)
    press(page, "Home", "ArrowRight")
    assert page.url.endswith("#game=2&move=1")
    assert "Che" in page.inner_text("#about")
    assert np.abs(seen(page) - desk(page, read("che-closed.sgf"), 1)).mean() < 0.5
    page.evaluate("location.hash = '#move=2'")
    until(page, "document.getElementById('about').innerText.startsWith('Boku')")
    rest(page)
    assert state(page).startswith("2. ")


def test_the_figure_lies_as_the_table_does(reader: Reader) -> None:
    """Expect the triangle on its side, as from a corner: the lower half is covered most."""
    page = reader.open(read("boche-figure-size-4.sgf"), part="#move=20")
    page.pdf()  # printing draws the figure
    page.emulate_media(media="print")
    picture = figure(page).astype(int)
    board = np.abs(picture - picture[2, 2]).sum(axis=2) > 30
    upper, lower = np.array_split(board, 2)
    assert lower.sum() > 2 * upper.sum()


@pytest.mark.parametrize(
    ("name", "move", "view"),
    [
        ("boche-enclosure.sgf", 20, "corner"),
        ("boche-path.sgf", 56, "top"),
        ("che-closed.sgf", 12, "corner"),
        ("boku-sandwiches.sgf", 24, "corner"),
    ],
)
def test_it_looks_as_at_the_desk(reader: Reader, name: str, move: int, view: str) -> None:
    push.test_it_looks_as_at_the_desk(reader, name, move, view)


@pytest.mark.parametrize(("width", "height", "scale"), [(3840, 2160, 1)])
def test_it_fits_small_and_large_windows(
    reader: Reader, width: int, height: int, scale: int
) -> None:
    push.test_it_fits_small_and_large_windows(reader, width, height, scale)


@pytest.mark.parametrize("motion", ["no-preference"])
def test_who_wants_no_movement_sees_none(reader: Reader, motion: str) -> None:
    push.test_who_wants_no_movement_sees_none(reader, motion)
