"""The reference lists all that the library has, with what its docstrings say."""

from __future__ import annotations

from scripts.reference import pages
from tests.e2e.project.test_library import DOCS


def test_the_reference_says_what_the_docstrings_say() -> None:
    for name, text in pages().items():
        assert text == (DOCS / "reference" / name).read_text("utf-8"), "run make reference"
