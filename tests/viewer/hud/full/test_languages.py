"""The room for other languages in windows of the usual size, and the labels of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.languages.catalogue import PSEUDO
from tests.viewer.hud.push.test_languages import USUAL, Pages, check_labels, check_room, pages
from tests.viewer.hud.test_library import home

__all__ = ["home", "pages"]


@pytest.mark.parametrize("code", ["de", PSEUDO])
def test_nothing_is_cut_or_overlaps(pages: Pages, code: str) -> None:
    check_room(pages, code, USUAL)


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_every_button_has_its_whole_label(home: Path, code: str) -> None:
    check_labels(home, code)
