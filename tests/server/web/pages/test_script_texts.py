"""The texts of the scripts come with each page that is not English, before the scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.engine.languages.current import use
from boche.engine.languages.scripts import texts_json
from boche.engine.puzzles import puzzles
from tests.server.web.pages.browser import Browser, Page, Site

PAGES = [
    "/", "/lobby", "/watch", "/games", "/analysis?game=boku", "/nowhere", "/board/1",
    "/board/1/embed", f"/puzzles/{puzzles('boku')[0].id}", "/offline",
]  # fmt: skip


@pytest.fixture
def german() -> Iterator[None]:
    use("de")
    yield
    use("en")


def ann(site: Site) -> Browser:
    """Return a browser of somebody with a game that all may watch."""
    made = site.browser("ann")
    asked = b'{"game": "boku", "against": "open", "clock": {"start": 600.0}}'
    sent = {"content_type": "application/json", "origin": "http://table.local"}
    assert made.ask("POST", "/api/boards", asked, sent).status in (200, 201)
    return made


def scripts(page: Page) -> list[str]:
    return [each.attributes["src"] for each in page.all("script")]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("path", PAGES)
def test_the_texts_come_before_all_scripts(site: Site, path: str) -> None:
    reader = ann(site)
    page = reader.get(path, accept_language="de")
    first, *others = scripts(page)
    assert first.endswith("/texts/de.js")
    assert others
    held = [each for each in page.all("script") if each.attributes.get("type") != "module"]
    assert ["defer" in each.attributes for each in held] == [True], "all others are modules"
    texts = reader.get(first)
    assert "immutable" in texts.headers["cache-control"]
    assert texts.headers["content-type"].startswith("text/javascript")
    assert texts.text == f"var bocheTexts = {texts_json('de')};\n"


@pytest.mark.parametrize("path", PAGES)
def test_an_english_page_asks_for_no_texts(site: Site, path: str) -> None:
    found = scripts(ann(site).get(path, accept_language="en"))
    assert found
    assert not [each for each in found if "texts" in each]


def test_there_are_no_texts_of_other_languages(site: Site) -> None:
    for name in ("xx", "en", "", "../de", "de/.."):
        assert site.browser().get(f"/static/0/texts/{name}.js").status == 404
    assert site.browser().get("/static/0/texts/de.js").status == 404, "another version"
