"""Pictures drawn in tiles, and with more samples than GL has: the same as in one piece."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.engine import new
from boche.viewer.camera.camera import VIEWS
from boche.viewer.export.images import Exporter, Photo, framed
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.style import Style

SIZE = (230, 170)


def scene() -> Any:
    position = new("octi")
    for _ in range(6):
        position = position.play(position.legal_moves()[-1])
    return build_scene(position)


def pictures(kind: Callable[..., Any], part: tuple[int, int], **more: Any) -> Any:
    made = scene()
    with Exporter(SIZE, part=part, **more) as exporter:
        return kind(exporter, made, framed(made, VIEWS["corner"], SIZE))


@pytest.mark.parametrize("photo", [None, Photo(8)])
def test_parts_have_no_seams(photo: Photo | None) -> None:
    def draw(exporter: Exporter, *seen: Any) -> Any:
        return exporter.parts, exporter.image(*seen, photo=photo).astype(int)

    (one, whole), (many, joined) = pictures(draw, (4096, 4096)), pictures(draw, (64, 100))
    assert (one, many) == (1, 8)
    assert joined.shape == whole.shape == (170, 230, 4)
    # If an edge passes exactly through a sample, rounding decides.
    assert (np.abs(joined - whole).max(axis=2) > 1).mean() < 1e-3
    assert np.abs(joined - whole).max() < 90


@pytest.mark.parametrize("transparent", [False, True])
def test_a_file_is_written_strip_by_strip(transparent: bool) -> None:
    style = Style(transparent=transparent)

    def draw(exporter: Exporter, *seen: Any) -> Any:
        return exporter.picture(*seen, style)

    whole, joined = (
        Image.open(io.BytesIO(pictures(draw, part))) for part in ((4096, 4096), (64, 100))
    )
    assert joined.size == SIZE
    assert joined.mode == whole.mode == ("RGBA" if transparent else "RGB")
    apart = np.abs(np.asarray(joined, int) - np.asarray(whole, int)).max(axis=2)
    assert (apart > 1).mean() < 1e-3


def test_more_samples_than_gl_has_are_the_mean_of_several_pictures() -> None:
    def draw(exporter: Exporter, *seen: Any) -> Any:
        return exporter.image(*seen).astype(int)

    none, four, many, most = (
        pictures(draw, (4096, 4096), samples=count) for count in (0, 4, 16, 64)
    )
    errors = [np.abs(image - most).mean() for image in (none, four, many)]
    assert errors[2] < 0.6 * errors[1] < 0.6 * errors[0]


def test_a_photograph_says_how_far_it_is() -> None:
    ticks: list[int] = []

    def draw(exporter: Exporter, *seen: Any) -> Any:
        return exporter.image(*seen, photo=Photo(3, tick=lambda: ticks.append(exporter.parts)))

    pictures(draw, (128, 170))
    assert ticks == [2] * 6
