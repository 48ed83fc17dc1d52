"""The page of a record in other languages."""

from __future__ import annotations

from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import speaking
from boche.engine.record import Record
from boche.viewer.export.page.document import page_of


def test_a_page_is_in_the_language_in_which_it_is_made() -> None:
    record = Record.new("boku")
    for code, board in (("en", "Board"), ("de", "Brett"), ("fr", "Plateau"), (PSEUDO, "Böárd")):
        with speaking(code):
            html = page_of([record])
        assert f'<html lang="{code}">' in html
        assert f'<section id="board" aria-label="{board}' in html
        assert "{{ tr(" not in html
