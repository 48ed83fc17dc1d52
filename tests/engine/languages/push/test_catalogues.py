"""All texts of the program are in the catalogues."""

from __future__ import annotations

from boche.engine.languages.catalogue import codes
from scripts.languages import catalogues, missing


def test_no_text_is_missing() -> None:
    for domain, texts in catalogues().items():
        for code in codes()[1:]:
            lacking = missing(code, domain, texts)
            assert lacking == [], f"{code} {domain}: run python -m scripts.languages"
