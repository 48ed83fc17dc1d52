"""Pages in a real browser: more pictures, views and sizes."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow
from pypdf import PdfReader

from boche.viewer.export.page.document import page_of
from boche.viewer.export.page.game_data import Look
from tests.e2e.page import test_page_in_a_browser as push
from tests.e2e.page.test_page_in_a_browser import (
    SCRIPTLET,
    Reader,
    browser,
    covered,
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

__all__ = ["browser", "reader"]


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
    apart = seen(page)
    assert np.abs(apart - before).mean() > 3
    press(page, "x")
    assert page.get_attribute("#spread", "aria-pressed") == "true"
    assert np.abs(seen(page) - apart).mean() > 3, "side by side"
    levels = desk(page, read("boche-path.sgf"), 40, layers=True)
    assert np.abs(seen(page) - levels)[:-32].mean() < 0.5
    press(page, "x", "t")
    assert page.get_attribute("#spread", "aria-pressed") == "false"
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
        ("boche-enclosure.sgf", 28, "corner"),
        ("boche-path.sgf", 56, "top"),
        ("che-closed.sgf", 12, "corner"),
        ("boku-sandwiches.sgf", 24, "corner"),
        ("octi-fast-torus.sgf", 30, "corner2"),
    ],
)
def test_it_looks_as_at_the_desk(reader: Reader, name: str, move: int, view: str) -> None:
    push.check_it_looks_as_at_the_desk(reader, name, move, view)


def test_the_mouse_turns_zooms_and_lights(reader: Reader) -> None:
    page = reader.open(read("boche-path.sgf"), part="#move=40")
    before = seen(page)
    box = page.locator("#table").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    until(page, "document.getElementById('hovered').textContent !== ''")
    assert "group of" in page.inner_text("#hovered")
    lit = seen(page)
    assert (np.abs(lit - before).max(axis=2) > 20).mean() > 0.01, "the group is lit"
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] - 5)
    until(page, "document.getElementById('hovered').textContent === ''")
    assert np.abs(seen(page) - before).mean() < 0.1, "and not any more"
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 120, middle[1] + 40, steps=4)
    page.wait_for_timeout(200)
    page.mouse.up()
    turned = seen(page)
    assert np.abs(turned - before).mean() > 3
    page.mouse.wheel(0, -300)
    assert np.abs(seen(page) - turned).mean() > 3
    press(page, "1")
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] - 5)
    assert np.abs(seen(page) - before).mean() < 0.1, "the first view again"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_who_wants_no_movement_sees_none(reader: Reader, motion: str) -> None:
    page = reader.open(read("boche-path.sgf"), part="#move=10", reduced_motion=motion)
    watch: Callable[[str], Any] = page.evaluate
    watch("""() => {
        window.frames_seen = 0;
        const draw = requestAnimationFrame;
        let now = performance.now();
        // 16 ms apart however slow the machine is, or one frame may pass over the whole movement.
        performance.now = () => now;
        window.requestAnimationFrame = (act) => draw(() => { frames_seen++; act(now += 16); });
    }""")
    press(page, "ArrowRight", "t")
    if motion == "reduce":
        assert watch("frames_seen") <= 3
    else:
        page.wait_for_function("() => frames_seen > 3")


def test_the_board_is_read_aloud(reader: Reader) -> None:
    look = Look(board_only=True)
    page = reader.open(read("boche-path.sgf"), look, part="#move=2")
    words = page.get_by_label("The board in words")
    # The page's own heading comes first, even where only the board is visible.
    headings = page.get_by_role("heading").all_inner_texts()
    assert headings == [page.inner_text("#title"), "Level 0"]
    assert words.get_by_role("heading").all_inner_texts() == headings[1:]
    first = words.get_by_role("listitem").all_inner_texts()
    assert len(first) == 2
    press(page, "ArrowRight")
    told = words.get_by_role("listitem").all_inner_texts()
    assert set(first) < set(told)
    assert len(told) == 3
    assert all(", light on top, " in line or ", dark on top, " in line for line in told)
    live = page.locator("[aria-live]").all()
    assert [each.inner_text() for each in live] == [state(page)], "the move alone is announced"


def test_on_paper_a_page_is_the_figure_and_the_moves(reader: Reader) -> None:
    page = reader.open(read("boku-row.sgf"), part="#move=9")
    assert not page.locator("#figure").is_visible()
    sheets = PdfReader(io.BytesIO(page.pdf())).pages
    assert {"a", "k", "10"} <= set(sheets[0].extract_text().split()), "the board's own letters"
    assert {"9.", "21."} <= {word for sheet in sheets for word in sheet.extract_text().split()}
    page.emulate_media(media="print")
    assert not page.locator("#table").is_visible()
    nine = figure(page)
    page.evaluate("location.hash = '#move=0'")
    until(page, "!document.getElementById('state').textContent.startsWith('9.')")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert covered(nine, figure(page)) > 1000


def test_foreign_text_stays_text(reader: Reader) -> None:
    record = read("boche-figure-size-4.sgf")
    record.name = SCRIPTLET
    record.main_line()[-1].comment = SCRIPTLET + "\u202eevil" + "x" * 20_000
    page = reader.open(record, part="#move=20")
    assert page.title() == SCRIPTLET
    assert page.inner_text("#comment").startswith("<script>document.title")
    assert page.locator("img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 960


def test_without_webgl_a_figure_shows_the_moves(browser: Any, tmp_path: Path) -> None:
    made = browser.new_context()
    page = made.new_page()
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    record = read("boku-row.sgf")
    record.name = SCRIPTLET
    (tmp_path / "game.html").write_text(page_of([record]), encoding="utf-8")
    page.goto((tmp_path / "game.html").as_uri())
    until(page, "document.getElementById('problem').textContent !== ''")
    assert "cannot show 3D pictures" in page.inner_text("#problem")
    assert page.inner_text("#title") == SCRIPTLET
    assert page.locator("img, #figure script").count() == 0
    page.keyboard.press("Home")
    empty = figure(page)
    assert empty.std() > 10
    page.keyboard.press("ArrowRight")
    assert state(page).startswith("1. ")
    seen = [covered(figure(page), empty)]
    assert page.locator("[aria-current]").inner_text().startswith("1.")
    assert page.inner_text("#facts") != ""
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        seen.append(covered(figure(page), empty))
    added = np.diff(seen)  # one marble each; the last also has a frame
    assert seen[0] > added.max() > 100
    assert added.min() > 0.9 * added.max()
    made.close()


@pytest.mark.parametrize(("width", "height", "scale"), [(360, 640, 3), (3840, 2160, 1)])
def test_it_fits_small_and_large_windows(
    reader: Reader, width: int, height: int, scale: int
) -> None:
    page = reader.open(read("che-closed.sgf"), viewport={"width": width, "height": height},
                       device_scale_factor=scale)  # fmt: skip
    wide, canvas = page.evaluate(
        "[document.documentElement.scrollWidth, document.getElementById('table').width]"
    )
    assert wide <= width
    assert canvas >= 0.6 * min(width, height) * scale
    for name in ("first", "back", "play", "next", "last", "slider"):
        box = page.locator(f"#{name}").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    rest(page)
    lower = page.locator("#table").bounding_box()
    edge = {"x": lower["width"] / 2, "y": lower["y"] + lower["height"] - 2, "width": 8, "height": 4}
    picture = Pillow.open(io.BytesIO(page.screenshot(clip=edge))).convert("RGB")
    assert np.ptp(np.asarray(picture).astype(int), axis=(0, 1)).max() <= 2, "the light ends softly"
