"""GIFs as they are written: the parts that remain of earlier frames."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from boche.viewer.export.film.animated import GifWriter


def test_a_shadow_that_is_gone_leaves_nothing_that_can_be_seen() -> None:
    table = np.full((40, 60, 3), 230, np.uint8)
    shadow = table.copy()
    shadow[10:12, 5:50] = 219
    file = io.BytesIO()
    writer = GifWriter(file, (60, 40), 0, [table, shadow])
    for number, picture in enumerate((shadow, table)):
        writer.add(picture, number, number + 1)
    writer.finish()
    with Image.open(file) as film:
        film.seek(1)
        last = np.asarray(film.convert("RGB"), int)
    assert np.ptp(last) <= 3
