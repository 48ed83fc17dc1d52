"""The winner of a game with a swap, as named in the library's list, in a film and on a page."""

from __future__ import annotations

import pytest

from boche.engine.record import Record, load, loads, positions_along
from boche.viewer.export.film import captions
from boche.viewer.export.film.captions import Lettering
from boche.viewer.export.film.frames import Story
from boche.viewer.export.page.game_data import GameData, Look
from boche.viewer.export.page.shared import Shared
from boche.viewer.renderer.style import theme
from boche.viewer.storage.library_cards import card_of
from tests import ROOT

SAMPLE = ROOT / "assets" / "records" / "boche-swap.sgf"
OLD = b"(;GM[Boche]AP[boche:1]PW[Bert]PB[Anna]RE[W+R];W[c:b2];B[swap];B[a:c3])"


def test_the_library_names_the_winner() -> None:
    card = card_of(SAMPLE.read_bytes())
    assert (card.players, card.result) == ("Anna - Bert", "Anna won by enclosure, 34 moves")
    assert card_of(OLD).result == "Anna won by resignation, 3 moves"


def test_a_page_names_the_winner() -> None:
    about = GameData(load(SAMPLE), Look(), Shared()).about
    assert about == "Boche, Anna (light) – Bert (dark), 2024-06-16, Anna won by enclosure"


def titled(record: Record, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts on a film's title card."""
    texts: list[str] = []
    monkeypatch.setattr(captions, "write", lambda pen, at, text, *rest: texts.append(text))
    line = record.main_line()
    story = Story(record, line[1:], positions_along(record, line[-1]))
    names = {"light": "sky (Light)"}
    Lettering((640, 480), theme("dark"), names).title(story, story.positions[-1].outcome)
    return texts


def test_a_film_names_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = titled(load(SAMPLE), monkeypatch)
    assert texts[1:3] == ["Anna (sky (Light))", "Bert (dark)"]
    assert texts[-1] == "Anna won by enclosure"


def test_a_film_says_in_words_what_a_record_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = titled(loads("(;GM[Boche]RE[B+T];W[c:b2])"), monkeypatch)
    assert texts[-1] == "Dark won on time"
