"""The documentation site: built without a warning, complete, and readable from disk."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from tests import ROOT

LINKING = {"a": "href", "img": "src", "link": "href", "script": "src", "iframe": "data-src"}


class Markup(HTMLParser):
    """The links and the anchors of a page, and what stands in its paragraphs and list items."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.anchors: set[str] = set()
        self.prose: list[str] = []
        self._open: list[str] = []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        self.anchors.update(values[name] for name in ("id", "name") if name in values)
        if link := values.get(LINKING.get(tag, "")):
            self.links.append((tag, link))
        if tag in ("p", "pre", "code"):
            self._open.append(tag)
            if tag == "p":
                self.prose.append("")

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag == self._open[-1]:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open == ["p"]:
            self.prose[-1] += data


@cache
def markup(page: Path) -> Markup:
    return Markup(page)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in a folder of its own."""
    folder = tmp_path_factory.mktemp("site").resolve()
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder


def pages(site: Path) -> list[Path]:
    return [page for page in sorted(site.rglob("*.html")) if page.name != "404.html"]


def test_links_pictures_and_anchors_exist(site: Path) -> None:
    for page in pages(site):
        for _, link in markup(page).links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = (page.parent / unquote(address.path)).resolve() if address.path else page
            assert target.is_file(), f"{page.relative_to(site)}: {link}"
            if address.fragment and target.suffix == ".html":
                anchors = markup(target).anchors
                assert unquote(address.fragment) in anchors, f"{page.relative_to(site)}: {link}"


def test_nothing_comes_from_other_hosts(site: Path) -> None:
    for page in pages(site):
        assert not [link for tag, link in markup(page).links if tag != "a" and "//" in link]
    for sheet in site.rglob("*.css"):
        assert not re.findall(r"url\(['\"]?(?:https?:)?//", sheet.read_text("utf-8"))


def test_markdown_is_understood_as_on_github(site: Path) -> None:
    """Find lists, tables and code that were taken for prose."""
    for page in pages(site):
        for text in markup(page).prose:
            assert not re.search(r"^(?:[-*] |\d+\. |\|.*\|$)|``|\]\(|^:{3} ", text, re.M), (
                f"{page.relative_to(site)}: {text}"
            )


def test_the_site_is_searched_from_disk(site: Path, browser: Any) -> None:
    page = browser.new_page()
    page.goto((site / "players.html").as_uri())
    page.fill("input.md-search__input", "sandwich")
    page.wait_for_selector("a.md-search-result__link[href*='rules/boku.html']")
    page.close()
