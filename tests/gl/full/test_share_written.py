"""What the share dialog writes, against its preview and the size that it tells."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.viewer.window.sharing.work import Speeds
from tests.gl.test_share_previews import Sharer, user

__all__ = ["user"]


def test_the_sizes_of_a_photograph_and_of_a_page_are_about_right(
    user: Sharer, tmp_path: Path
) -> None:
    for way, name, values in (
        ("photo", "photo.png", {"pixels": "1280x720", "frames": 32}),
        ("photo", "photo.jpg", {"pixels": "1280x720", "frames": 32}),
        ("page", "page.html", {}),
    ):
        path = tmp_path / name
        user.share(way, path=str(path), **values)  # type: ignore[arg-type]
        about = user.about
        user.key("Enter")
        assert about == pytest.approx(path.stat().st_size, rel=0.2), name


@pytest.mark.parametrize(
    ("way", "values", "seconds"),
    [
        ("film", {"speed": 0.5}, 8),
        ("film", {"pixels": "1280x720", "kind": ".webp"}, 10),
        ("photo", {"pixels": "1280x720", "frames": 200}, 35),
    ],
)
def test_the_time_is_told_before_a_file_is_begun_from_a_few_pictures(
    user: Sharer, way: str, values: dict[str, Any], seconds: int
) -> None:
    ticks = itertools.count(step=0.1)
    user.works.speeds = Speeds(lambda: next(ticks))
    user.share(way, **values)
    found = re.search(r"Making it takes about (\d+):(\d\d)[.]", user.form.text)
    assert found is not None, user.form.text
    assert 60 * int(found[1]) + int(found[2]) == seconds
    before = next(ticks)
    user.set("marks", False)
    user.look()
    assert "Making it takes about" in user.form.text
    assert next(ticks) - before < 1.0, "it measures again"


def test_a_film_as_seen_has_the_levels_apart_as_the_table_has_them(
    user: Sharer, tmp_path: Path
) -> None:
    for cell in ("a2", "a1"):  # the second one lies on three
        moves = map(str, user.session.position.legal_moves())
        user.session.play(next(move for move in moves if move.endswith(f":{cell}")))
    table, pictures = user.desk.controller.table, {}
    for key, way, peeled in (("together", "", 0), ("apart", "exploded", 0), ("peeled", "", 1)):
        table.arrange(way)
        table.peel(peeled)
        table.tick(user.desk.now + 10.0)
        path = tmp_path / f"{key}.gif"
        seen = user.share("film", moves="4-5", path=str(path), captions=False)
        pictures[key] = seen[-1][:, :, :3].astype(int)
        user.key("Enter")
        with Image.open(path) as read:
            read.seek(read.n_frames - 1)  # type: ignore[attr-defined]
            last = read.convert("RGB").resize(seen[-1].shape[1::-1])
        apart = np.abs(np.asarray(last, int) - pictures[key])
        assert apart.mean() < 4.0, f"{key}: the preview is not what is written"
    assert np.abs(pictures["together"] - pictures["apart"]).mean() > 5.0
    assert np.abs(pictures["together"] - pictures["peeled"]).mean() > 1.0
