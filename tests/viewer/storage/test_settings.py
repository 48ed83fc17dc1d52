"""Settings: stored, checked key by key, damaged files set aside."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from boche.viewer.storage.settings import (
    MAX_RECENT,
    Settings,
    load_settings,
    read_settings,
    save_settings,
    settings_file,
    with_recent,
    without_recent,
)

OTHER = Settings(
    language="de",
    palette="safe",
    theme="dark",
    quality="low",
    photo="always",
    font_size=20,
    ui_scale=2.5,
    animation_speed=0.0,
    mouse_sensitivity=0.5,
    invert_x=True,
    invert_y=True,
    wheel="zoom",
    coordinates=False,
    numbers=True,
    sounds="medium",
    chime=True,
    clock_warning=False,
    left_panel=False,
    right_panel=False,
    panel_tab="tree",
    explorer_folder="/records",
    play_speed=3.0,
    hints_seen=True,
    analysis_seconds=5.0,
    keep_analysis=True,
    game="boku",
    first_player="8",
    second_player="gtp:x",
    first_name="Anna",
    second_name="Bert",
    challenge_begins="random",
    challenge_days=3,
    challenge_rated=True,
    warnings="always",
    warning_waits=False,
    game_warns="yes",
    game_casual="yes",
    window_size=(640, 480),
    recent=("/a", "/b"),
    told=("boche.first",),
    share={"way": "film", "options": {"film": {"fps": 30}}},
    other={"later": [1, {"x": None}]},
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_everything_is_kept(home: Path) -> None:
    assert load_settings() == (Settings(), [])
    assert all(getattr(OTHER, f.name) != getattr(Settings(), f.name) for f in fields(Settings))
    assert save_settings(OTHER) == ""
    assert load_settings() == (OTHER, [])
    assert settings_file() == home / "config" / "settings.json"
    assert [p.name for p in (home / "config").iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "pink"),
        ("theme", 3),
        ("palette", ""),
        ("font_size", 13.5),
        ("font_size", True),
        ("font_size", 5),
        ("font_size", 10**400),
        ("ui_scale", 0.1),
        ("ui_scale", float("nan")),
        ("ui_scale", "2"),
        ("animation_speed", -1),
        ("play_speed", 0),
        ("coordinates", 1),
        ("coordinates", None),
        ("window_size", [1280]),
        ("window_size", [1280, 800, 3]),
        ("window_size", [1280, "800"]),
        ("window_size", [10, 800]),
        ("window_size", 800),
        ("first_player", "²"),
        ("second_player", "99"),
        ("second_player", "uct:many"),
        ("first_player", "gtp:a\0b"),
        ("first_player", 3),
        ("recent", "game.sgf"),
        ("recent", ["game.sgf", 3]),
        ("share", "film"),
        ("share", ["film"]),
    ],
)
def test_a_wrong_value_has_its_default_and_a_message(name: str, value: Any) -> None:
    path = settings_file()
    save_settings(OTHER)
    path.write_text(json.dumps({**json.loads(path.read_text()), name: value}), encoding="utf-8")
    settings, messages = load_settings()
    assert settings == replace(OTHER, **{name: getattr(Settings(), name)})
    assert len(messages) == 1
    assert messages[0].startswith(f"settings: {name} ")
    assert "\n" not in messages[0]
    assert len(messages[0]) < 200


def test_whole_numbers_serve_as_factors() -> None:
    settings, messages = read_settings({"ui_scale": 2, "play_speed": 4})
    assert (settings.ui_scale, settings.play_speed, messages) == (2.0, 4.0, [])
    assert isinstance(settings.ui_scale, float)


DAMAGED = [
    b"", b"{", b"[]", b"3", b"\xff\xfe{", b"\0" * 100, b'{"theme": "dark"', b"[" * 100_000,
    b" " * (2**20 + 1), b"{" + b'"a":1,' * 3 + b"}", b"1" * 10_000,
]  # fmt: skip


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_set_aside(data: bytes) -> None:
    path = settings_file()
    path.parent.mkdir(parents=True)
    for number in (1, 2):
        path.write_bytes(data)
        settings, messages = load_settings()
        assert settings == Settings()
        assert len(messages) == 1
        assert f"settings.json.damaged-{number}" in messages[0]
        assert path.with_name(f"settings.json.damaged-{number}").read_bytes() == data
        assert not path.exists()
    assert save_settings(settings) == ""


def test_a_file_that_cannot_be_read_or_written_is_one_message(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("x")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "plain" / "settings.json", tmp_path / "folder"):
        settings, messages = load_settings(path)
        assert settings == Settings()
        assert len(messages) == 1
        assert "cannot read" in messages[0]
        assert save_settings(settings, path).startswith("settings are not being saved: ")
    assert (tmp_path / "folder").is_dir()


@pytest.mark.parametrize(
    ("kept", "first", "second"),
    [
        ({"first_seat": 0, "second_seat": 5}, "", "5"),
        ({"first_seat": 8, "second_seat": 0}, "8", ""),
        ({"first_seat": 8, "first_player": "2"}, "2", "3"),
        ({"second_seat": 99, "first_seat": True}, "", "3"),
    ],
)
def test_seats_of_a_former_version_count(kept: dict[str, Any], first: str, second: str) -> None:
    settings, messages = read_settings(kept)
    assert (settings.first_player, settings.second_player) == (first, second)
    assert (settings.other, messages) == ({}, [])


def test_settings_that_did_nothing_are_left_out_without_a_word() -> None:
    path = settings_file()
    save_settings(Settings())
    assert not {"labels", "sound"} & set(json.loads(path.read_text()))
    path.write_text(json.dumps({"labels": True, "sound": 3, "theme": "dark"}))
    assert load_settings() == (Settings(theme="dark"), [])
    save_settings(load_settings()[0])
    assert not {"labels", "sound"} & set(json.loads(path.read_text()))


def test_a_long_recent_list_is_cut_and_has_no_doubles() -> None:
    names = [f"/{number % 15}.sgf" for number in range(40)]
    assert read_settings({"recent": names})[0].recent == tuple(names[:MAX_RECENT])
    assert read_settings({"recent": ["/a", "/b", "/a"]})[0].recent == ("/a", "/b")


def test_the_recent_list_is_short_fresh_and_without_doubles(tmp_path: Path) -> None:
    settings = Settings()
    for number in range(MAX_RECENT + 3):
        settings = with_recent(settings, tmp_path / f"{number}.sgf")
    assert len(settings.recent) == MAX_RECENT
    assert settings.recent[0] == str(tmp_path / "12.sgf")
    settings = with_recent(settings, tmp_path / "x" / ".." / "7.sgf")
    assert settings.recent[0] == str(tmp_path / "7.sgf")
    assert len(set(settings.recent)) == MAX_RECENT
    settings = without_recent(settings, tmp_path / "7.sgf")
    assert str(tmp_path / "7.sgf") not in settings.recent
    save_settings(settings)
    assert load_settings()[0].recent == settings.recent


def test_settings_without_a_folder_to_explore_are_no_problem() -> None:
    assert save_settings(Settings(explorer_folder="")) == ""
    assert load_settings() == (Settings(explorer_folder=""), [])
