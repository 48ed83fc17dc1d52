"""The room for other languages in windows of the usual size and in narrow ones, and all labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.languages.catalogue import PSEUDO
from tests.viewer.hud.push.test_languages import (
    SMALLEST,
    USUAL,
    Pages,
    check_labels,
    check_room,
    pages,
)
from tests.viewer.hud.test_library import home

__all__ = ["home", "pages"]

NARROW = (500, 850)


@pytest.mark.parametrize(
    ("code", "size"),
    [
        ("de", SMALLEST), ("fr", SMALLEST),
        ("de", USUAL), ("fr", USUAL), (PSEUDO, USUAL),
        ("en", NARROW), ("de", NARROW), ("fr", NARROW),
    ],
)  # fmt: skip
def test_nothing_is_cut_or_overlaps(pages: Pages, code: str, size: tuple[int, int]) -> None:
    check_room(pages, code, size)


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_every_button_has_its_whole_label(home: Path, code: str) -> None:
    check_labels(home, code)
