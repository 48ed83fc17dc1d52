"""The library's samples in each language."""

from __future__ import annotations

import pytest

from boche.engine.languages.current import speaking
from boche.engine.record import book_files, load, sample_files
from boche.viewer.games.samples import sample_data, sample_names
from boche.viewer.lessons.samples import in_language
from boche.viewer.storage.library import Library
from boche.viewer.storage.library_index import Index
from tests.viewer.lessons.test_samples import home

__all__ = ["home"]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_library_lists_samples_in_the_language(language: str) -> None:
    with speaking(language):
        library = Library(sample_names(), (), sample_data, Index(), reads=in_language)
        while library.step():
            pass
        cards = [library.card(file) for file in library.search("samples", "")]
    events = {card.event for card in cards if card is not None}
    english = {load(data).event for data in (sample_files() | book_files()).values()}
    assert "Opening book" in english
    assert not events & english - {""}
