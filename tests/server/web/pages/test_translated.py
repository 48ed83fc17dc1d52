"""Pages in other languages: every text comes from a catalogue, and nothing else is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import speaking, use
from boche.engine.message import Phrase
from boche.server.database.store import Transaction
from boche.server.people import accounts, operators
from boche.server.web.pages import wording
from boche.server.web.pages.layout import templates
from boche.viewer.resources import asset_text
from tests.server.desk import PASSWORD
from tests.server.web.pages.browser import Browser, Site
from tests.server.web.pages.test_every_page import people_with_games

ASSETS = Path(__file__).parents[4] / "assets"
FILLED = {"mail.html"}
"""Templates that are no page."""
SPOKEN = ("alt", "aria-label", "label", "placeholder", "title")
QUOTED = ("bdi", "code", "pre", "script", "style", "time")
"""Elements with names, moves and commands, and with times, which have tests of their own."""
WORD = re.compile(r"[^\W\d_]{2,}")
ACCENTED = re.compile("[aceinosuyzACEINOSUYZ]")
"""Letters that no text of the pseudo-language has."""


class Texts(HTMLParser):
    """The texts of a page that are read by people."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[str] = []
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [text for name, text in attrs if name in SPOKEN and text]
        if tag in QUOTED:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._open and data.strip():
            self.found.append(" ".join(data.split()))


PAGES = sorted(
    str(path.relative_to(ASSETS))
    for folder in ("server", "live", "page")
    for path in (ASSETS / folder).glob("*.html")
    if path.name not in FILLED
)


@pytest.mark.parametrize("name", PAGES)
def test_no_words_of_a_template_come_past_the_catalogue(name: str) -> None:
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", asset_text(name), flags=re.DOTALL)
    assert not [found for found in Texts(text).found if WORD.search(found)]


FOR_ALL = (
    "/", "/?against=open", "/lobby", "/games", "/games?show=finished", "/watch", "/learn",
    "/learn/boku/1-five-in-a-row", "/learn/boku/1-five-in-a-row?answer=a1",
    "/learn/boku/1-five-in-a-row?hint=2", "/puzzles", "/standings", "/sign-in", "/sign-up",
    "/forgot", "/help", "/help/commands", "/people", "/people/ann", "/people?name=a",
    "/people/level-3", "/analysis", "/analysis?game=boku", "/privacy", "/tournaments",
    "/tournaments/finished", "/help/tournaments", "/help/ladders", "/ladders", "/ladders/boku",
    "/games/search", "/games/search?player=ann", "/board/1/plain", "/board/1/plain/analysis",
    "/board/5/plain", "/board/5", "/board/1/links", "/board/1/embed", "/nowhere",
)  # fmt: skip
FOR_OWNERS = (
    "/account", "/messages", "/messages?to=bob", "/messages/bob", "/games?show=mine",
    "/games?show=turn",
    "/tournaments/new", "/people/bob", "/people/bob/report", "/tournaments/1", "/ladders/boku",
    "/lobby", "/puzzles", "/?against=name&name=bob",
)  # fmt: skip
FOR_OPERATORS = (
    "/admin", "/admin?show=closed", "/admin/people", "/admin/people/bob", "/admin/games",
    "/admin/games/1", "/admin/log",
)  # fmt: skip


@pytest.fixture
def accented() -> Iterator[None]:
    use(PSEUDO)
    yield
    use("en")


def untranslated(browser: Browser, paths: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the texts of these pages that have words from no catalogue, with their pages."""
    browser.cookies["language"] = PSEUDO
    found: dict[str, set[str]] = {}
    for path in paths:
        page = browser.get(path)
        assert page.headers["content-type"].startswith("text/html"), path
        assert page.all("html")[0].attributes["lang"] == PSEUDO, path
        for text in Texts(page.text).found:
            words = {word for word in WORD.findall(text) if ACCENTED.search(word)}
            if words - NAMES and not ELSEWHERE.fullmatch(text):
                found.setdefault(text, set()).add(path)
    return found


NAMES = {
    "ann", "bob", "script", "alert", "guest", "friend", "level", "Boche", "boche", "SGF", "Enter",
    "Hello", "olleH", "u202e", "English", "Deutsch", "Français",
    *(word for game in GAMES.values() for word in (game.title, game.name)),
}  # fmt: skip
"""What somebody or something is called, and what was written by somebody."""
ELSEWHERE = re.compile(
    # server/web/board_rows.py and server/play
    r"(You )?(won|lost)\. (Black|White) resigned\.?|to move\.?|Waiting for somebody to join"
    r"|.*You won\. White resigned\."
    # server/web/board_page.py
    r"|Lessons|Other players"
    # tests/server/web/pages/test_every_page.py
    r"|Hello .*"
    # lessons, and server/scenes
    r"|Black and White take turns .*|Black to move and win\.|That cell is not in the line .*"
    r"|Marbles left, (black|white)"
)
"""Texts made in other places, or by somebody."""


def test_every_page_is_translated(site: Site, accented: None) -> None:
    ann = site.browser("ann")
    site.browser("bob")
    people_with_games(site)
    site.store.write(appoint_ann)
    ann.post("/ladders/boku/join", {})
    ann.post("/lobby", {"game": "boku", "clock": "days", "days": "3", "begins": "random"})
    found = untranslated(site.browser(), FOR_ALL)
    found |= untranslated(ann, FOR_OWNERS + FOR_OPERATORS)
    assert sorted(found.items(), key=str) == []


def appoint_ann(transaction: Transaction) -> None:
    operators.appoint(transaction, accounts.named(transaction, "ann").id, 0.0)


def rendered(text: str, **values: object) -> str:
    return templates().from_string(text).render(**values)


def test_values_in_a_translated_text_are_escaped_and_its_own_tags_are_not() -> None:
    text = (
        '{{ tr("<b>Play</b> {who}", who=who) }} {{ tr_count("{count} of {who}", "", 1, who=who) }}'
    )
    assert rendered(text, who="<i>") == "<b>Play</b> &lt;i&gt; 1 of &lt;i&gt;"


def test_a_template_is_compiled_once_and_spoken_in_each_language() -> None:
    page = templates().from_string('{{ tr("Language") }} {{ 3600|words }} {{ 0|day }}')
    said = []
    for code in ("en", "de", "fr"):
        with speaking(code):
            said.append(re.sub(r"<[^>]+>", "", page.render()))
    assert said == [
        "Language 1 hour 1970-01-01", "Sprache 1 Stunde 01.01.1970", "Langue 1 heure 1 janv. 1970",
    ]  # fmt: skip


def test_messages_are_spoken_wherever_a_template_prints_them() -> None:
    message = Phrase("language", "Language")()
    with speaking("de"):
        assert rendered("{{ it }}, {{ tr('{what}', what=it) }}, {{ it|begun }}", it=message) == (
            "Sprache, Sprache, Sprache"
        )
    assert wording.translated("Language") == "Language"


def test_every_page_offers_the_languages_by_their_own_names_and_leads_back(site: Site) -> None:
    guest = site.browser()
    for path in ("/", "/board/1/plain", "/games?show=finished", "/nowhere"):
        page = guest.get(path)
        form = page.form("/language")
        assert form.names == {"next", "language"}
        assert form.fields["next"] == path
        offered = [each for each in page.all("button") if each.attributes.get("name") == "language"]
        assert [each.text for each in offered] == ["English", "Deutsch", "Français"]
        assert [each.attributes["lang"] for each in offered] == ["en", "de", "fr"]
        assert [each.text for each in offered if "aria-current" in each.attributes] == ["English"]
    ann = site.browser("ann")
    forms = [each for each in ann.get("/account").forms if each.action == "/language"]
    assert [each.fields["next"] for each in forms] == ["/account?done=language", "/account"]
    assert PASSWORD not in ann.page.text
