"""Commands on keyboards of other layouts, by keys pressed in a real window."""

from __future__ import annotations

import json
import subprocess
import time

import pytest

from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

__all__ = ["desk", "display"]

THREE, L = 12, 46
"""The codes of two keys; they say where a key lies, whatever stands on it."""


def kept(desk: Desk) -> tuple[str, bool]:
    """Return what the window keeps of the open tab, and of the coordinates."""
    held = json.loads((desk.home / "config" / "settings.json").read_text())
    return held.get("panel_tab", "moves"), held.get("coordinates", True)


def becomes(desk: Desk, expected: tuple[str, bool]) -> bool:
    """Return whether the window comes to keep what is expected."""
    end = time.monotonic() + PATIENCE
    while kept(desk) != expected and time.monotonic() < end:
        time.sleep(0.05)
    return kept(desk) == expected


def lay(desk: Desk, layout: str) -> None:
    subprocess.run(["setxkbmap", *layout.split()], env=desk.env, check=True)
    desk.settle()


@pytest.mark.parametrize("layouts", [("ru",)])
def test_commands_are_reached_with_every_layout(desk: Desk, layouts: tuple[str, ...]) -> None:
    desk.start("boku")
    for layout in layouts:
        lay(desk, layout)
        shown = kept(desk)[1]
        desk.keys("F6", "Caps_Lock", "Caps_Lock")
        desk.do("keydown", "Control_L", "key", THREE, "keyup", "Control_L", "key", L)
        assert becomes(desk, ("explorer", not shown)), layout
        lay(desk, "us")
        desk.keys("ctrl+KP_1", "Caps_Lock", "l", "Caps_Lock")
        assert becomes(desk, ("moves", shown)), f"{layout}: number block and Caps Lock"
