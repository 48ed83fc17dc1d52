"""The reference lists all that the library has, with what its docstrings say."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.reference import pages
from tests.e2e.project import test_library as push
from tests.e2e.project.test_library import DOCS, GUIDES, SLOW


def test_the_reference_says_what_the_docstrings_say() -> None:
    for name, text in pages().items():
        assert text == (DOCS / "reference" / name).read_text("utf-8"), "run make reference"


@pytest.mark.parametrize(
    "page", [page for page in GUIDES if page.stem in SLOW], ids=lambda page: page.stem
)
def test_the_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    push.test_the_examples(page, tmp_path, monkeypatch)
