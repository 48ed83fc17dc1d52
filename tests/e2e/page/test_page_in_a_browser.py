"""Pages in a real browser: the picture, input by mouse, keys and touch, and network requests."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pillow

from boche.engine.record import Record, load_all, positions_along
from boche.viewer.export.images import Exporter, framed
from boche.viewer.export.page.document import page_of
from boche.viewer.export.page.game_data import Look
from boche.viewer.export.page.move_tree import spread_options
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.scene import SceneOptions
from tests import ROOT
from tests.e2e.chromium import SWIFTSHADER
from tests.e2e.conftest import PATIENCE, opened

Image = np.ndarray[Any, Any]

RECORDS = ROOT / "assets" / "records"
SCRIPTLET = (
    "<script>document.title = 'taken'</script><img src=x onerror=\"document.title='taken'\">"
)

COARSE = {"device_scale_factor": 0.5}
"""Few pixels, as software rendering is slow."""


class Reader:
    """A user with a page open."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.contexts: list[Any] = []

    def open(
        self,
        record: Record,
        look: Look | None = None,
        part: str = "",
        more: Sequence[Record] = (),
        **context: Any,
    ) -> Any:
        file = self.folder / "game.html"
        file.write_text(page_of([record, *more], look), encoding="utf-8")
        usual = {"viewport": {"width": 960, "height": 540}, "reduced_motion": "reduce", **COARSE}
        made = self.browser.new_context(**{**usual, **context})
        self.contexts.append(made)
        page = made.new_page()
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console", lambda line: self.errors.append(line.text) if line.type == "error" else 0
        )
        page.goto(file.as_uri() + part)
        rest(page)
        return page

    def close(self) -> None:
        for each in self.contexts:
            each.close()


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    """Yield a browser with another renderer than the desk's."""
    yield from opened(driver, SWIFTSHADER)


@pytest.fixture
def reader(browser: Any, tmp_path: Path) -> Iterator[Reader]:
    made = Reader(browser, tmp_path)
    yield made
    made.close()
    assert made.errors == []
    assert len(made.asked) == len(made.contexts), "a page asks nobody for anything"


def rest(page: Any) -> None:
    """Wait until nothing moves."""
    page.wait_for_selector("#table[aria-busy=false]", timeout=PATIENCE)


def until(page: Any, holds: str) -> None:
    """Wait until an expression holds, as the page's policy forbids the driver's own way."""
    for _ in range(PATIENCE // 25):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"never: {holds}")


def seen(page: Any) -> Image:
    """Return the canvas's picture, (height, width, 3), from whole pixels of it only."""
    rest(page)
    picture = Pillow.open(io.BytesIO(page.locator("#table").screenshot()))
    w, h = page.evaluate("(({width, height}) => [width, height])(document.getElementById('table'))")
    return np.asarray(picture.convert("RGB")).astype(int)[:h, :w]


def read(name: str) -> Record:
    return load_all(str(RECORDS / name))[0]


def desk(
    page: Any, record: Record, move: int, view: str = "corner", *, layers: bool = False
) -> Image:
    """Return the desk's picture of a main-line position in the size of the page's canvas.

    With ``layers`` its levels lie side by side, seen from above.
    """
    height, width = seen(page).shape[:2]
    size = (width, height)
    node = record.main_line()[move]
    position = positions_along(record, node)[-1]
    options, camera = (
        SceneOptions(last=node.move if move else None),
        camera_of(record.game_name, view),
    )
    if layers:
        options = spread_options(position, options)["layers"]
        camera = replace(camera, elevation=90.0, projection="ortho")
    scene = build_scene(position, options)
    with Exporter(size) as exporter:
        image = exporter.image(scene, framed(scene, camera, size))
    return image[::-1, :, :3].astype(int)


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        rest(page)


def figure(page: Any) -> Image:
    """Return the page's picture where the figure is, (height, width, 3)."""
    picture = Pillow.open(io.BytesIO(page.locator("#figure").screenshot()))
    return np.asarray(picture.convert("RGB")).astype(int)


def covered(image: Image, empty: Image) -> int:
    """Return how many pixels of a board differ from the empty board."""
    return int((np.abs(image - empty).max(axis=2) > 30).sum())


def state(page: Any) -> str:
    return str(page.inner_text("#state"))


def check_it_looks_as_at_the_desk(reader: Reader, name: str, move: int, view: str) -> None:
    record = read(name)
    look = Look(move, view, board_only=True)
    page = reader.open(record, look, viewport={"width": 960, "height": 720}, device_scale_factor=1)
    apart = np.abs(seen(page) - desk(page, record, move, view))[:-32]  # the page's light ends there
    assert apart.mean() < 0.5
    assert (apart.max(axis=2) > 8).mean() < 0.01


def test_keys_step_through_moves_and_variations(reader: Reader) -> None:
    page = reader.open(read("boche-enclosure.sgf"), part="#move=22")
    assert state(page).startswith("22. g:b2/2.")
    press(page, "ArrowRight")
    assert state(page).startswith("23. e:a2/2.")
    press(page, "ArrowDown")
    assert state(page).startswith("23. b:b1/1.")
    assert page.url.endswith("#node=" + page.url.rpartition("=")[2])
    press(page, "ArrowRight")
    assert state(page).startswith("24. e:a1.")
    press(page, "Home")
    assert state(page) == "Light to move"
    press(page, "End")
    assert state(page).startswith("26. a:a1/1."), "the end of the line that was chosen last"
    press(page, "Home", "PageDown", "PageDown", "PageUp")
    assert state(page).startswith("1. e:d2.")
    assert page.url.endswith("#move=1")
