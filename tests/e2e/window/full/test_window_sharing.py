"""Files shared from a real window, each made by a process of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.sharing_scenarios"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "shared"
    made.mkdir()
    return made


def test_several_files_are_made_while_the_table_is_used(desk: Desk, folder: Path) -> None:
    seen = desk.scenario("several", folder, module=MODULE)
    assert seen["refused"] == ["", ""]
    assert seen["at once"] == ["game.gif", "a.png"]
    assert seen["status"] == "a.png is being made"
    assert seen["move"] == 0, "the table does not go on"
    assert 0.0 <= seen["film"] < 1.0
    assert seen["copied"] == f"{folder}/a.png"
    assert seen["left"] == ["a.png"]
    assert seen["asked"] == "", "it asks though nothing is made"
    assert seen["closed"]
    assert seen["files"] == ["a.png"], "what was stopped has left something"
    with Image.open(folder / "a.png") as picture:
        assert picture.size == (1280, 720)


@pytest.mark.parametrize("size", [(500, 850), (1280, 800)])
def test_the_dialog_stays_in_its_place_whatever_is_shared(
    desk: Desk, size: tuple[int, int]
) -> None:
    seen = desk.scenario("steady", *size, module=MODULE)
    assert len(seen["seen"]) == 10
    assert seen["moved"] == [], "the dialog jumps"


def test_quitting_asks_and_leaves_nothing_half_made(desk: Desk, folder: Path) -> None:
    seen = desk.scenario("quitting", folder, module=MODULE)
    assert seen["first"] == seen["second"] == "A file is being made"
    assert seen["goes on"]
    assert seen["closed"]
    assert seen["files"] == []


def test_a_full_disk_is_told_in_one_line_and_keeps_what_was_there(desk: Desk, folder: Path) -> None:
    seen = desk.scenario("full", folder, module=MODULE)
    assert seen["told"] == f"Cannot write '{folder}/a.png': File too large"
    assert seen["status"] == f"a.png cannot be made: c{seen['told'][1:]}"
    assert (seen["file"], seen["files"]) == ("before", ["a.png"])
