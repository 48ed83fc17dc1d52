"""Text boards of Octi in other languages: the English one stays, and all are read again."""

from __future__ import annotations

import pytest

from boche.engine.games.octi.board_reader import read_board
from boche.engine.games.registry import find
from boche.engine.languages.current import speaking


@pytest.mark.parametrize("code", ["en", "de", "en-XA"])
def test_a_text_board_is_read_again_in_any_language(code: str) -> None:
    position = find("octi").new()
    english = position.text_board(coordinates=True)
    with speaking(code):
        text = position.text_board(coordinates=True)
    found = read_board(text.rstrip("\n").split("\n"))
    assert found is not None
    assert found == read_board(english.rstrip("\n").split("\n"))
    assert ("Black(x)  Res Cap Prongs" in text) == (code == "en")
    assert ("Schwarz(x)  Res Gef Stacheln" in text) == (code == "de")
