"""Palettes (the pieces' colours) and themes (board, table, light), read from data files."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from boche.engine.languages.current import tr, tr_later
from boche.viewer.renderer.errors import RenderError
from boche.viewer.resources import asset_names, asset_text
from boche.viewer.scene.marks import MARKS, Mark

Rgb = tuple[float, float, float]
FOLDER, THEME = "palettes", "theme-"


@dataclass(frozen=True)
class Palette:
    """Linear colours, 0 to 1.

    They are those of the two players' parts, of their inlays (the prongs of pods), and of the marks
    in ``viewer.scene.marks``. ``names`` are words for players' colours that differ here from their
    usual names, such as a black marble that is blue. Light and dark need none: in every palette one
    colour is lighter than the other, so that the words stay true, and records, rules and refusals
    use them too. ``boards`` are the colours of boards, by theme, where pieces and marks need
    another than the theme's own wood.
    """

    title: str
    names: Mapping[str, str]
    boards: Mapping[str, Rgb]
    light: Rgb
    dark: Rgb
    lit_light: Rgb
    lit_dark: Rgb
    hover_light: Rgb
    hover_dark: Rgb
    threat: Rgb
    won: Rgb
    last: Rgb
    hint: Rgb
    heat: Rgb
    drawn: Rgb


@dataclass(frozen=True)
class Theme:
    """Board, table and light.

    ``table``, ``ink`` and ``shadow`` are display colours, drawn as they are; ``wood`` is a linear
    colour, ``key``, ``sky`` and ``bounce`` are linear amounts of light. ``grain`` says of what the
    board is: how strong its rings are, how strong its nap or grit is, and how rough it is.
    """

    title: str
    table: Rgb
    wood: Rgb
    ink: Rgb
    ink_strength: float
    shadow: Rgb
    shadow_strength: float
    key: Rgb
    sky: Rgb
    bounce: Rgb
    grain: Rgb = (1.0, 0.0, 0.55)


@dataclass(frozen=True)
class Style:
    """Look of a scene. ``transparent``: no table, only its shadow, as alpha."""

    palette: str = "classic"
    theme: str = "light"
    transparent: bool = False
    shadows: bool = True

    @property
    def look(self) -> Theme:
        """The theme, with the board that the palette has in it. Raises ``RenderError``."""
        return look(self.palette, self.theme)


def palette_names() -> list[str]:
    """Return the names of the palettes."""
    return [n for n in asset_names(FOLDER, ".json") if not n.startswith(THEME)]


@dataclass(frozen=True)
class LegendLine:
    """A line of a legend: a mark's meaning, its shape, its linear colours, and a description."""

    meaning: str
    shape: str
    colours: tuple[Rgb, ...]
    words: str


def legend(name: str, marks: Sequence[Mark] = MARKS) -> tuple[LegendLine, ...]:
    """Return marks in the colours of a palette. Raises ``RenderError`` for an unknown one."""
    colours = palette(name)
    return tuple(
        LegendLine(m.meaning, m.shape, tuple(getattr(colours, c) for c in m.colours), m.words)
        for m in marks
    )


def theme_names() -> list[str]:
    """Return the names of the themes."""
    names = asset_names(FOLDER, ".json")
    return [n.removeprefix(THEME) for n in names if n.startswith(THEME)]


@cache
def palette(name: str) -> Palette:
    """Return the palette of that name. Raises ``RenderError``."""
    data = _read(name, palette_names(), f"{FOLDER}/{name}.json", "palette")
    title, names = data.pop("title"), MappingProxyType(data.pop("names"))
    boards = {board: linear(rgb(text)) for board, text in data.pop("boards", {}).items()}
    colours = {key: linear(rgb(text)) for key, text in data.items()}
    return Palette(title, names, MappingProxyType(boards), **colours)


@cache
def theme(name: str) -> Theme:
    """Return the theme of that name. Raises ``RenderError``."""
    data = _read(name, theme_names(), f"{FOLDER}/{THEME}{name}.json", "theme")
    for key in ("table", "ink", "shadow"):
        data[key] = rgb(data[key])
    data["wood"] = linear(rgb(data["wood"]))
    for key in {"key", "sky", "bounce", "grain"} & data.keys():
        data[key] = tuple(data[key])
    return Theme(**data)


@cache
def look(pieces: str, board: str) -> Theme:
    """Return a theme with the board that a palette has in it. Raises ``RenderError``."""
    own = theme(board)
    return replace(own, wood=palette(pieces).boards.get(board, own.wood))


COLOURS = (
    "lit_light",
    "lit_dark",
    "hover_light",
    "hover_dark",
    "threat",
    "won",
    "last",
    "hint",
    "heat",
    "drawn",
)
"""Entries of a palette that have the same name in the shaders."""


def palette_uniforms(pieces: Palette) -> dict[str, Any]:
    """Return a palette as the shaders' uniforms."""
    parts = {"light_part": pieces.light, "dark_part": pieces.dark}
    return parts | {name: getattr(pieces, name) for name in COLOURS}


def theme_uniforms(look: Theme) -> dict[str, Any]:
    """Return a theme as the shaders' uniforms."""
    return {
        "key": look.key,
        "sky": look.sky,
        "bounce": look.bounce,
        "wood": look.wood,
        "grain": look.grain,
        "ink": (*linear(look.ink), look.ink_strength),
        "shadow": (*look.shadow, look.shadow_strength),
        "felt": tuple(light_of(part) for part in linear(look.table)),
    }


def light_of(display: float) -> float:
    """Return the light that ``display`` in shaders/tone.glsl shows as this linear value below 1."""
    return display if display <= 0.7 else 0.7 - math.log2(1.0 - (display - 0.7) / 0.3) / 4.0


def rgb(text: str) -> Rgb:
    """Return ``#rrggbb`` as display values, 0 to 1."""
    value = int(text.removeprefix("#"), 16)
    return ((value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255)


def linear(colour: Rgb) -> Rgb:
    """Convert display values (sRGB) to linear ones."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return (r, g, b)


UNKNOWN = {
    "palette": tr_later("unknown palette {name!r} (choose from {names})"),
    "theme": tr_later("unknown theme {name!r} (choose from {names})"),
}


def _read(name: str, names: list[str], path: str, kind: str) -> dict[str, Any]:
    if name not in names:
        raise RenderError(tr(UNKNOWN[kind], name=name, names=", ".join(names)))
    data: dict[str, Any] = json.loads(asset_text(path))
    return data
