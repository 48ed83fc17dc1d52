"""Texts stand out from what they are written on: at least 4.5 to 1, as WCAG 2.2 has it."""

from __future__ import annotations

import pytest

from boche.viewer.hud.widgets.items import Colour
from boche.viewer.hud.widgets.theme import look_of
from boche.viewer.renderer.style import theme, theme_names

LEAST = 4.5
GROUNDS = ("panel", "raised", "hover", "chosen")
TEXTS = ("text", "quiet", "accent", "danger", "good")


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, from 0 to 1, as WCAG defines it."""
    parts = (value / 255 for value in colour[:3])
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", theme_names())
def test_every_text_can_be_read_on_every_ground(name: str) -> None:
    look = look_of(name)
    pairs = [(text, ground) for ground in GROUNDS for text in TEXTS]
    pairs += [("on_accent", "accent"), ("on_tip", "tip")]
    found = {pair: contrast(*(getattr(look, name) for name in pair)) for pair in pairs}
    assert {pair: each for pair, each in found.items() if each < LEAST} == {}


@pytest.mark.parametrize("name", theme_names())
def test_panels_are_light_on_a_light_table_and_dark_on_a_dark_one(name: str) -> None:
    table, panel = sum(theme(name).table) / 3, sum(look_of(name).panel[:3]) / 3 / 255
    assert (table > 0.5) == (panel > 0.5)
