"""A position and a record in JupyterLab, in a real browser: what is on the screen."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from operator import methodcaller
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.engine.record import load
from tests import ROOT
from tests.e2e.page.full.jupyter import JupyterLab, jupyterlab

png_of, html_of = methodcaller("_repr_png_"), methodcaller("_repr_html_")
RECORD = ROOT / "assets" / "records" / "boku-row.sgf"
CELLS = (
    "from boche.engine import new\nnew('boche', size=4).play('c:a1')",
    f"from boche.engine.record import load\nload({str(RECORD)!r})",
)
SESSION = "globalThis.jupyterapp?.shell.currentWidget?.sessionContext?.session"
READY = f"{SESSION}?.kernel?.status === 'idle'"
WAIT = 120_000  # ms, for a slow machine with others at work


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterLab]:
    with jupyterlab(tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture(scope="module")
def errors() -> list[str]:
    return []


@pytest.fixture(scope="module")
def notebook(browser: Any, lab: JupyterLab, errors: list[str]) -> Iterator[Any]:
    """Open a notebook in a tab, and run its cells."""
    context = browser.new_context(viewport={"width": 1280, "height": 1400}, reduced_motion="reduce")
    tab = context.new_page()
    tab.set_default_timeout(WAIT)
    tab.on("pageerror", lambda error: errors.append(f"{error}\n{error.stack}"))
    tab.goto(lab.notebook("game.ipynb", CELLS))
    tab.wait_for_function(READY)
    tab.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells') }")
    tab.wait_for_selector(".jp-OutputArea-output iframe")
    yield tab
    context.close()


@pytest.fixture
def frame(notebook: Any) -> Any:
    """Return the record's page in its frame, at the end of the game."""
    frame = notebook.wait_for_selector(".jp-OutputArea-output iframe").content_frame()
    frame.wait_for_selector("#table[aria-busy=false]")
    if frame.is_enabled("#last"):
        frame.click("#last")
    rest(frame)
    return frame


def rest(frame: Any) -> None:
    """Wait until nothing moves."""
    frame.wait_for_selector("#table[aria-busy=false]")


def until(frame: Any, text: str) -> None:
    """Wait until the line on the position begins with a text."""
    frame.wait_for_function(
        "(text) => document.getElementById('state').textContent.startsWith(text)", arg=text
    )
    rest(frame)


def board(frame: Any) -> np.ndarray[Any, Any]:
    """Return the pixels of the board on the screen."""
    picture = frame.query_selector("#table").screenshot()
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")).astype(int)


def differ(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Return whether two pictures differ by more than noise."""
    return one.shape != other.shape or bool((np.abs(one - other).max(axis=2) > 40).sum() > 50)


def test_a_position_is_a_picture(notebook: Any) -> None:
    image = notebook.wait_for_selector(".jp-OutputArea-output img")
    size = image.evaluate("(image) => [image.naturalWidth, image.naturalHeight]")
    assert size == [640, 480]
    pixels = np.asarray(Image.open(io.BytesIO(image.screenshot())).convert("L"))
    assert pixels.std() > 10


def test_a_record_s_buttons_and_moves_work(frame: Any) -> None:
    record = load(RECORD)
    moves, listed = record.moves(), sum(node.move is not None for node in record.nodes())
    assert frame.locator("#moves button.move").count() == listed
    assert frame.text_content("#moves [aria-current]").startswith(f"{len(moves)}.{moves[-1]}")
    end = board(frame)
    assert end.std() > 10, "the board is drawn"
    frame.click("#first")
    frame.wait_for_selector("#first:disabled")
    rest(frame)
    start = board(frame)
    assert differ(start, end)
    frame.click("#next")
    until(frame, f"1. {moves[0]}")
    assert differ(board(frame), start)
    assert frame.text_content("#moves [aria-current]").startswith(f"1.{moves[0]}")
    frame.click("#moves button.move >> nth=4")
    until(frame, f"5. {moves[4]}")
    assert frame.input_value("#slider") == "5"


def test_keys_reach_the_board_that_was_clicked(notebook: Any, frame: Any) -> None:
    moves = load(RECORD).moves()
    frame.click("#table")
    notebook.keyboard.press("Home")
    frame.wait_for_selector("#first:disabled")
    for _ in range(2):
        notebook.keyboard.press("ArrowRight")
    until(frame, f"2. {moves[1]}")
    above = board(frame)
    notebook.keyboard.press("t")
    rest(frame)
    assert differ(board(frame), above), "the view from above"
    assert notebook.locator(".jp-Notebook .jp-Cell").count() == len(CELLS), "JupyterLab got none"


def test_the_board_turns_under_the_mouse(notebook: Any, frame: Any) -> None:
    before = board(frame)
    box = frame.query_selector("#table").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    notebook.mouse.move(x, y)
    notebook.mouse.down()
    notebook.mouse.move(x + 80, y + 10, steps=4)
    notebook.mouse.up()
    rest(frame)
    assert differ(board(frame), before)


def test_the_record_is_downloaded(notebook: Any, frame: Any, tmp_path: Path) -> None:
    with notebook.expect_download() as download:
        frame.click("#save")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.suffix == ".sgf"
    assert load(file).moves() == load(RECORD).moves()


def test_no_button_is_there_in_vain(frame: Any) -> None:
    """A page in a notebook has no address, so no link to it can be copied."""
    assert frame.is_visible("#save")
    assert not frame.is_visible("#copy")


def test_a_notebook_of_somebody_else_s_shows_a_picture(browser: Any, lab: JupyterLab) -> None:
    """JupyterLab shows no frames before the user trusts the notebook."""
    record = load(RECORD)
    png = base64.b64encode(png_of(record)).decode()
    outputs = [{"text/html": html_of(record), "image/png": png, "text/plain": "-"}]
    context = browser.new_context()
    tab = context.new_page()
    tab.set_default_timeout(WAIT)
    tab.goto(lab.notebook("other.ipynb", ["record"], outputs))
    image = tab.wait_for_selector(".jp-OutputArea-output img")
    assert image.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }")
    assert "Ada - Boris, 21 moves" in tab.inner_text(".jp-OutputArea-output")
    assert tab.query_selector(".jp-OutputArea-output iframe") is None
    context.close()


def test_no_script_failed(frame: Any, errors: list[str]) -> None:
    assert [error for error in errors if "about:srcdoc" in error] == []
