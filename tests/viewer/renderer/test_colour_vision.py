"""Pieces, marks and boards stay apart for people who see fewer colours, in every palette.

A colour is turned into what somebody without one kind of cone sees (Machado, Oliveira and
Fernandes 2009, severity 1), and differences are those of CIEDE2000: 2 is just seen side by side,
10 at a glance. ``docs/colours.md`` has the figures; after a change of colours this prints them:

    python -m tests.viewer.renderer.test_colour_vision
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from boche.viewer.export.model.materials import GRAIN
from boche.viewer.renderer.light import ELEVATION
from boche.viewer.renderer.style import linear, look, palette, palette_names, theme_names
from tests import ROOT

Colour = NDArray[np.float64]

VISIONS = {
    "usual": np.eye(3),
    "no red": np.array([
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]),
    "no green": np.array([
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]),
    "no blue": np.array([
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ]),
}  # fmt: skip
XYZ = np.array([
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
])  # fmt: skip
WHITE = np.array([0.95047, 1.0, 1.08883])
MARKS = ("threat", "last", "hint", "heat", "drawn", "won")
USUAL, SAFE = "classic", "safe"
BOARD = "board"
LARGE = ("dark", "light")
"""The oldest themes: their labels have the contrast that large letters need."""
ON_PIECES = [
    ("light", "dark"),
    *((mark, side) for side in ("light", "dark") for mark in MARKS),
    ("hover_light", "light"),
    ("hover_dark", "dark"),
    ("lit_dark", "light"),
    ("lit_light", "dark"),
]
"""What lies on or beside each other wherever it is; each with its other part."""
ON_BOARDS = [(name, BOARD) for name in ("light", "dark", *MARKS)]
WORDS = {
    "light": "light pieces", "dark": "dark pieces", BOARD: "the board", "threat": "threatened",
    "last": "the last move", "hint": "a hint", "heat": "where the search looks",
    "drawn": "drawn by hand", "won": "what has won",
    "hover_light": "pointed at, on light pieces", "hover_dark": "pointed at, on dark pieces",
    "lit_dark": "prongs of light pods", "lit_light": "prongs of dark pods",
}  # fmt: skip


def lab(linear: Colour) -> Colour:
    """Return a colour of linear sRGB in CIE L*a*b*."""
    x, y, z = XYZ @ np.clip(linear, 0.0, 1.0) / WHITE
    fx, fy, fz = (np.cbrt(v) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def difference(one: Colour, other: Colour) -> float:
    """Return CIEDE2000 of two colours in L*a*b* (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(mean**7 / (mean**7 + 25.0**7))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    middle, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (1 - 0.17 * np.cos(np.radians(h - 30)) + 0.24 * np.cos(np.radians(2 * h))
         + 0.32 * np.cos(np.radians(3 * h + 6)) - 0.2 * np.cos(np.radians(4 * h - 63)))  # fmt: skip
    sl = 1 + 0.015 * (middle - 50) ** 2 / np.sqrt(20 + (middle - 50) ** 2)
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / (1 + 0.045 * c), dh / (1 + 0.015 * c * t)
    swing = 30 * np.exp(-(((h - 275) / 25) ** 2))
    twist = -2 * np.sqrt(c**7 / (c**7 + 25.0**7)) * np.sin(np.radians(2 * swing))
    return float(np.sqrt(dl**2 + dc**2 + dh**2 + twist * dc * dh))


def apart(name: str, theme: str, one: str, other: str) -> list[float]:
    """Return how far apart two colours of a palette are in a theme, for each kind of vision."""
    pair = [
        np.array(look(name, theme).wood if part == BOARD else getattr(palette(name), part))
        for part in (one, other)
    ]
    return [difference(lab(vision @ pair[0]), lab(vision @ pair[1])) for vision in VISIONS.values()]


def least(name: str, one: str, other: str, theme: str = "light") -> float:
    """Return how far apart two colours of a palette are at least, over all kinds of vision."""
    return min(apart(name, theme, one, other))


def test_differences_are_those_that_were_published() -> None:
    """Three of the pairs by which Sharma, Wu and Dalal have programs tested."""
    for one, other, expected in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ):
        assert difference(np.array(one), np.array(other)) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("name", palette_names())
def test_the_two_colours_are_apart_and_every_mark_from_both(name: str) -> None:
    assert least(name, "light", "dark") > 45
    for pair in ON_PIECES[1:]:
        assert least(name, *pair) > 17, pair


@pytest.mark.parametrize("theme", theme_names())
def test_the_safe_palette_is_better_to_read_than_the_usual_one(theme: str) -> None:
    """Compare what lies on or beside each other, by those who tell it apart least."""
    worse = {
        pair: both
        for pair in (*ON_PIECES, *ON_BOARDS)
        if (both := [least(name, *pair, theme) for name in (SAFE, USUAL)])[0] < both[1]
    }
    assert worse == {}


def test_in_the_safe_palette_what_has_won_stands_out_from_pieces() -> None:
    assert min(least(SAFE, "won", side) for side in ("light", "dark")) > 25


def test_in_the_safe_palette_marks_are_apart_from_one_another() -> None:
    found = {pair: least(SAFE, *pair) for pair in combinations(MARKS, 2)}
    assert {pair: each for pair, each in found.items() if each < 15} == {}


@pytest.mark.parametrize("name", [USUAL, SAFE])
@pytest.mark.parametrize("theme", theme_names())
def test_pieces_and_marks_stand_out_from_every_board(theme: str, name: str) -> None:
    found = {one: least(name, one, board, theme) for one, board in ON_BOARDS}
    bound = {"light": 15.0, "dark": 15.0}
    assert {one: each for one, each in found.items() if each < bound.get(one, 6.0)} == {}


def luminance(colour: Colour) -> float:
    return float(np.dot(XYZ[1], colour))


@pytest.mark.parametrize("name", palette_names())
@pytest.mark.parametrize("board", theme_names())
def test_labels_can_be_read_on_every_board(board: str, name: str) -> None:
    """Compare ink, as strong as it is drawn, with the board's mean tone in the same light."""
    made = look(name, board)
    light = np.array(made.key) * np.sin(np.radians(ELEVATION)) + np.array(made.sky)
    wood = np.array(made.wood) * GRAIN
    ink = made.ink_strength * np.array(linear(made.ink)) + (1 - made.ink_strength) * wood
    low, high = sorted(luminance(light * each) for each in (wood, ink))
    assert (high + 0.05) / (low + 0.05) >= (3.0 if board in LARGE else 4.5)


@pytest.mark.parametrize("name", theme_names())
def test_texts_can_be_read_on_every_table(name: str) -> None:
    """Films have captions on it, in the colour of labels."""
    made = look(USUAL, name)
    low, high = sorted(luminance(np.array(linear(each))) for each in (made.ink, made.table))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def table() -> str:
    """Return the table of ``docs/colours.md``."""
    heads = ("", "usual palette", "colour-blind safe", "of these: everybody", *list(VISIONS)[1:])
    rows = [f"| {' | '.join(heads)} |".replace("|  |", "| |"), "|---" * len(heads) + "|"]
    pairs = [("light", pair, "") for pair in ON_PIECES]
    pairs += [(t, pair, f", {t} theme") for t, pair in product(theme_names(), ON_BOARDS)]
    for theme, (one, other), where in pairs:
        numbers = [least(USUAL, one, other, theme), least(SAFE, one, other, theme)]
        numbers += apart(SAFE, theme, one, other)
        on = "" if one.startswith(("hover", "lit")) else f" – {WORDS[other]}"
        rows.append(f"| {WORDS[one]}{on}{where} | {' | '.join(f'{n:.0f}' for n in numbers)} |")
    return "\n".join(rows)


def test_the_documentation_has_these_figures() -> None:
    assert table() in (ROOT / "docs" / "colours.md").read_text(encoding="utf-8")


if __name__ == "__main__":
    print(table())
