"""Dialogs and letters in a real window: files, the table waiting meanwhile, large screens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from boche.engine.record import load
from tests.e2e.window.window_help import Desk, desk, display, screen, with_system_dialog

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.dialog_scenarios"


def test_the_table_waits_while_a_file_dialog_is_open(desk: Desk, tmp_path: Path) -> None:
    with_system_dialog(desk, tmp_path, f"echo $$ >> {tmp_path}/pids; exec sleep 60")
    seen = desk.scenario("waiting", module=MODULE)
    assert seen["said"] == ["A file dialog is open"]
    assert seen["moves"] == ["c:a1"], "the table behind the dialog lives"
    assert (seen["asked"], seen["still"], seen["same"]) == (False, "waiting", True)
    assert (seen["after"], seen["clicked"]) == ("", "")
    assert seen["undone"] == [], "afterwards it lives again"
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 2
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids), "a dialog is left over"


@pytest.mark.parametrize("system", [False, True])
def test_a_record_not_opened_leads_back_to_the_start_screen(
    desk: Desk, tmp_path: Path, system: bool
) -> None:
    if system:
        with_system_dialog(desk, tmp_path, "exit 1")
    seen = desk.scenario("back_to_start", tmp_path / "missing.sgf", module=MODULE)
    asked = "waiting" if system else "files"
    assert seen["forms"][:4] == [asked, "new"] * 2
    assert seen["games"] == ["octi"] * 2, "what was chosen is still chosen"
    if not system:
        assert "missing.sgf" in seen["problem"]
        assert seen["forms"][4:] == ["new"]


def test_a_file_is_replaced_only_after_a_yes(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("before")
    seen = desk.scenario("replacing", file, module=MODULE)
    assert seen["asked"] == "Replace game.sgf?"
    assert seen["answers"] == ["No", "Replace"]
    assert (seen["kept"], seen["again"]) == ("before", "files")
    assert seen["replaced"].startswith("(;")
    assert seen["left"] == ""


def test_a_game_that_is_left_is_found_again_and_gone_on_with(desk: Desk) -> None:
    seen = desk.scenario("library", module=MODULE)
    assert seen["new"] == []
    assert {"Anna - Bert", "Boche (Size: 2): unfinished, 1 move"} <= set(seen["listed"])
    assert seen["drawn"], "it has no picture"
    assert (seen["opened"], seen["freed"]) == (["c:a1"], True)
    assert seen["changed"] > 1.0
    file = Path(seen["path"])
    assert [each.name for each in file.parent.iterdir()] == [file.name], "it is kept twice"
    assert len(load(file).moves()) == 2


def test_full_screen_goes_on_and_off_with_each_press(desk: Desk) -> None:
    seen = desk.scenario("full_screen", module=MODULE)
    assert seen == [[True, True], [False, True]] * 2


def test_a_picture_is_of_the_kind_that_its_name_says(desk: Desk, tmp_path: Path) -> None:
    said = desk.scenario("pictures", tmp_path, module=MODULE)
    kinds = {}
    for file in tmp_path.glob("?.*"):
        with Image.open(file) as picture:
            kinds[file.name] = picture.format
    assert kinds == {"a.png": "PNG", "b.jpg": "JPEG", "c.webp": "WEBP", "e.png": "PNG"}
    assert said["d.bmp"] == "d.bmp: pictures are written as .png, .jpg or .webp, not as .bmp"


def test_after_the_end_a_game_is_shared_and_played_again(desk: Desk) -> None:
    desk.settings(hints_seen=False)
    seen = desk.scenario("after_the_end", module=MODULE)
    assert any("Point" in line for line in seen["first"]), seen["first"]
    assert seen["told"] == ["boche.first"]
    assert "Anna wins" in " ".join(seen["end"])
    assert "dark resigned" in " ".join(seen["end"])
    assert seen["shared"].startswith("(;")
    assert "Anna" in seen["shared"]
    assert not seen["asked"], "the library has it"
    assert seen["names"] == {"light": "Bert", "dark": "Anna"}
    assert (seen["options"]["size"], seen["options"]["adjacent"]) == (3, True)
    assert "No moves yet" in seen["again"]
    assert not any("Point at" in line for line in seen["again"])


def test_the_settings_leave_the_board_in_sight(desk: Desk) -> None:
    seen = desk.scenario("settings_beside", module=MODULE)
    assert seen["opened"] < 0.001, "the settings hide or veil what they change"
    assert seen["changed"] > 1.0, "a change of the colours is not seen at once"


@pytest.mark.parametrize(
    ("chosen", "pixels", "scale"),
    [
        ({}, "3840x2160", 2.0),
        ({}, "1920x1200", 1.0),
        ({}, "2560x1440", 1.0),
        ({"ui_scale": 1.25}, "3840x2160", 1.25),
    ],
)
def test_letters_are_legible_on_screens_of_many_pixels(
    desk: Desk, chosen: dict[str, float], pixels: str, scale: float
) -> None:
    """Use screens that all report 96 dots per inch, as most do under X11."""
    desk.settings(hints_seen=True, **chosen)
    with screen(f"{pixels}x24") as name:
        desk.env["DISPLAY"] = name
        seen = desk.scenario("on_screen", module=MODULE)
    assert seen["scale"] == scale
    assert seen["text"] == round(13 * scale)
    if pixels == "3840x2160":
        assert seen["size"] == [2560, 1600], "a window for letters of that size"
