"""The HUD's colours and measures, for a light and a dark table."""

from __future__ import annotations

from dataclasses import dataclass

from boche.viewer.hud.widgets.items import Colour


def _rgb(value: int, alpha: int = 255) -> Colour:
    return (value >> 16 & 255, value >> 8 & 255, value & 255, alpha)


@dataclass(frozen=True)
class Look:
    """The colours of the HUD."""

    panel: Colour
    raised: Colour
    line: Colour
    text: Colour
    quiet: Colour
    off: Colour
    hover: Colour
    accent: Colour
    on_accent: Colour
    chosen: Colour
    danger: Colour
    good: Colour
    veil: Colour
    shadow: Colour
    tip: Colour
    on_tip: Colour


LIGHT = Look(
    panel=_rgb(0xF6F5F2),
    raised=_rgb(0xFFFFFF),
    line=_rgb(0xDAD7D0),
    text=_rgb(0x22262B),
    quiet=_rgb(0x5E646C),
    off=_rgb(0xA9ADB2),
    hover=_rgb(0xE6E3DC),
    accent=_rgb(0x2A60AE),
    on_accent=_rgb(0xFFFFFF),
    chosen=_rgb(0xD9E6F8),
    danger=_rgb(0xB3341F),
    good=_rgb(0x267138),
    veil=_rgb(0x20242A, 110),
    shadow=_rgb(0x14161A, 70),
    tip=_rgb(0x2A2E34, 244),
    on_tip=_rgb(0xF4F3EF),
)

DARK = Look(
    panel=_rgb(0x2B2F35),
    raised=_rgb(0x363B42),
    line=_rgb(0x454B53),
    text=_rgb(0xECEAE5),
    quiet=_rgb(0xB2B8BF),
    off=_rgb(0x6C727A),
    hover=_rgb(0x3F454D),
    accent=_rgb(0x8BB9F5),
    on_accent=_rgb(0x14181D),
    chosen=_rgb(0x2F4864),
    danger=_rgb(0xFF9D87),
    good=_rgb(0x83CE91),
    veil=_rgb(0x08090B, 150),
    shadow=_rgb(0x000000, 120),
    tip=_rgb(0xEFEDE8, 246),
    on_tip=_rgb(0x22262B),
)


def look_of(theme: str) -> Look:
    """Return the HUD's colours for a theme: light ones where the table is light."""
    return LIGHT if theme == "light" else DARK


@dataclass(frozen=True)
class Metrics:
    """Sizes in pixels: ``unit`` is a pixel of a standard screen, ``text`` the font's height."""

    unit: float
    text: float

    @property
    def small(self) -> float:
        return round(self.text * 0.86)

    @property
    def large(self) -> float:
        return round(self.text * 1.25)

    @property
    def row(self) -> float:
        """The height of a line of a list."""
        return round(self.text * 1.75)

    @property
    def button(self) -> float:
        """The height of a button, and the width of one with an icon only."""
        return round(max(self.text * 2.3, 30 * self.unit))

    @property
    def gap(self) -> float:
        return round(8 * self.unit)

    @property
    def hair(self) -> float:
        """The width of a thin line."""
        return max(1.0, round(self.unit))

    @property
    def radius(self) -> float:
        return 6 * self.unit


def metrics(scale: float, font_size: float) -> Metrics:
    """Return the measures for a scale (1.0 is 100 %) and a font size at 100 %."""
    return Metrics(scale, max(round(font_size * scale), 6))
