"""The HUD in other languages: its texts come from the catalogue, and there is room for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import current, speaking, use
from boche.viewer.hud.dialogs import game_dialogs
from boche.viewer.hud.dialogs.model import parse_number
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import halved
from boche.viewer.hud.words import SHARE
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from tests.viewer.hud.dialog_user import DialogUser
from tests.viewer.hud.every_page import Named, around, dialogs, every_page, pages_of
from tests.viewer.hud.test_hud_layout import boxes_of, check_page, shown_of, wide
from tests.viewer.hud.test_library import furnish, home

SMALLEST, USUAL = (1024, 640), (1280, 720)

ACCENTED = "aceinosuyz"
"""The letters that the pseudo-language gives accents to."""

KEPT = re.compile(
    r"\b(Boche|Boku|Octi|Che|Anna|Bert|Carla|English|Deutsch|Français|SB|GTP)\b"
    r"|\b((Ctrl|Shift|Alt)\+)*(Enter|Tab|Escape|Space|Delete|Backspace|Home|End|PageUp|PageDown|Left|Right|Up|Down)\b"
    r"|\b(Ctrl|Shift|Alt)\+\S*|\((Ctrl|Shift|Alt)?\+?[^ ()]*\)|https?://\S*|/\S*|\b\w+(\.sgf\b|/)"
)
"""Names, keys, addresses and files."""

OTHERS = (
    "lesson of", "help 1", "boche-path", "boku-row", "che-closed", "octi-three-bases", "own games",
)  # fmt: skip
"""Pages of texts that are not the HUD's: lessons, rules, records and what a server tells."""

GIVEN = (
    "a program", "Signed in as", "Boche, size 4", "Boche (Size 4", "Blobs to enclose 0",
    "anna", "Boche (Size: 4)",
    ": 0 moves", ": 1 moves", ": 2 moves", "Open a record", "unfinished", "level 3",
    "Point at", "Click ", "then Enter", "sandwich", "to move it", "arrows",
    "could place", "points, better", "Carla - Dirk", "At home", "test_",
    "Your rating: 950", "c:a",
)  # fmt: skip
"""Texts that the tests give to a page, or that the table makes."""


__all__ = ["home"]

Pages = Callable[[str, tuple[int, int]], list[Named]]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    """Yield a function that returns all pages in a language and a window, each built once."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("test_no_text")
        furnish(folder, patch)

        @cache
        def made(code: str, size: tuple[int, int]) -> list[Named]:
            with speaking(code):
                return list(every_page(folder, size))

        yield made


def plain_words(text: str) -> list[str]:
    """Return the words of a text that would have accents if they came from the catalogue."""
    words = re.findall(r"\w{3,}", KEPT.sub(" ", text))
    return [word for word in words if word.isascii() and re.search(f"[{ACCENTED}]", word.lower())]


def test_no_text_comes_past_the_catalogue(pages: Pages) -> None:
    past = set()
    for name, page in pages(PSEUDO, SMALLEST):
        if name.startswith(OTHERS):
            continue
        for text in page.texts:
            if text.text.endswith("/"):  # a folder, of these tests or of others
                continue
            if plain_words(text.text) and not any(each in text.text for each in GIVEN):
                past.add((name, text.text))
    assert past == set()


def check_room(pages: Pages, code: str, size: tuple[int, int]) -> None:
    cut = set()
    for name, page in pages(code, size):
        if code == PSEUDO and name.startswith("help 1"):
            continue  # the dots behind a paragraph are one word, which no line holds
        check_page(page, Rect(0, 0, *size))
        cut |= {(name, text.text) for text in page.texts if text.text.endswith("…")}
    theirs = (*OTHERS, "far", "library")
    assert {each for each in cut if not each[0].startswith(theirs)} == set()


def test_nothing_is_cut_or_overlaps(pages: Pages) -> None:
    """Check the language of the longest texts; full/ has those that people read."""
    check_room(pages, PSEUDO, SMALLEST)


def check_labels(home: Path, code: str) -> None:
    with speaking(code):
        for name, form in dialogs(home):
            said = " ".join(text.text for text in pages_of(form, SMALLEST)[0].texts)
            assert [each.label for each in form.buttons if each.label not in said] == [], name


def test_every_button_has_its_whole_label(home: Path) -> None:
    check_labels(home, PSEUDO)


def test_a_label_too_long_for_a_line_stands_in_two() -> None:
    assert halved("Sharper picture when idle", 10, False, 100, wide) == (
        "Sharper picture", "when idle",
    )  # fmt: skip
    assert halved("Stellungseditor", 10, False, 50, wide) is None
    assert halved("a bb " * 20, 10, False, 50, wide) is None


class Settler(DialogUser):
    """A user of the settings whose language takes effect at once."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.saved: list[str] = []
        super().__init__(
            game_dialogs.settings(self.settings, (("classic", "Light and dark"),), self.change)
        )

    def change(self, settings: Settings, keep: bool) -> None:
        self.settings = settings
        use(settings.language or "en")
        if keep:
            self.saved.append(settings.language)

    def choose(self, language: str) -> None:
        at = next(i for i, field in enumerate(self.form.fields) if field.name == "language")
        self.form.set(at, language)


def test_each_language_is_offered_by_its_own_name() -> None:
    user = Settler()
    try:
        user.choose("fr")
        user.form.press("keep")
    finally:
        use("en")
    assert user.saved == ["fr"]
    user = Settler()
    assert {"System", "English", "Deutsch", "Français"} <= set(user.words)
    assert not any("Pséúdö" in words for words in user.words)


def test_the_dialog_changes_its_language_with_the_setting() -> None:
    user = Settler()
    assert {"Settings", "OK", "Cancel", "Text size"} <= set(user.words)
    try:
        user.choose("de")
        assert {"Einstellungen", "OK", "Abbrechen", "Schriftgröße"} <= set(user.words)
        assert user.form.focused is not None
        assert user.form.focused.name == "language"
        user.form.press("cancel")
        assert current() == "en"
    finally:
        use("en")


def test_numbers_are_typed_as_the_language_writes_them() -> None:
    with speaking("de"):
        speeds = game_dialogs.play_speeds()
        assert speeds[0] == (0.25, "0,25 Züge pro Sekunde")
        assert parse_number("0,5", 0, 0, speeds) == (0.5, "")
        assert parse_number("0.5", 0, 0, speeds) == (0.5, "")
    assert parse_number("0.3", 0, 0, game_dialogs.play_speeds())[1].endswith(
        "is the nearest to 0.3"
    )


def test_a_page_says_messages_in_the_current_language(home: Path) -> None:
    shown = shown_of(Session.new("boche"))
    with speaking("de"):
        page = next(page for _, page in around("", shown, USUAL))
        said = {text for _, text in boxes_of(page)}
    with speaking(PSEUDO):
        assert shown.translate(SHARE(colour="light", share="50%")) == "líght· 50%·"
    assert {"am Zug", "Züge", "Noch keine Züge"} <= said
