"""The type checker sees all scripts of the pages, as the pages put them together."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from boche.server.web import board_page
from boche.server.web.pages import static
from boche.viewer.export.page import document
from boche.viewer.resources import asset_text
from tests import ROOT
from tests.node import ENVIRONMENT

CHECKERS, ASSETS = ROOT / "scripts" / "javascript", ROOT / "assets"


def listed(name: str) -> list[str]:
    """Return the scripts that a configuration of the type checker lists, relative to assets/."""
    files = json.loads((CHECKERS / f"tsconfig.{name}.json").read_text())["files"]
    return [file.removeprefix("../../assets/") for file in files if file.endswith(".js")]


@pytest.mark.parametrize(
    ("name", "scripts"),
    [
        ("page", [f"page/{name}" for name in document.SCRIPTS]),
        ("board", board_page.SCRIPTS),
        ("task", board_page.TASK),
        ("analysis", board_page.ANALYSIS),
        ("worker", static.WORKER_PARTS),
    ],
)
def test_scripts_are_checked_together_as_they_run(name: str, scripts: Iterable[str]) -> None:
    assert listed(name) == [f"{script}.js" for script in scripts]


def test_no_script_is_left_out() -> None:
    references = json.loads((CHECKERS / "tsconfig.json").read_text())["references"]
    names = [re.sub(r"./tsconfig\.(.*)\.json", r"\1", each["path"]) for each in references]
    checked = {script for name in names for script in listed(name)}
    assert checked == {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.js")}


class Tags(HTMLParser):
    """The tags of the elements that have an id."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.by_id: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if name := dict(attrs).get("id"):
            self.by_id[name] = tag


@pytest.mark.parametrize(
    ("interface", "files"),
    [("PageTags", ["page/page.html", "page/play.html"]), ("BoardTags", ["live/board.html"])],
)
def test_named_elements_have_the_types_of_their_tags(interface: str, files: list[str]) -> None:
    html = "".join((ASSETS / file).read_text() for file in files) + document.steps()
    text = (CHECKERS / "elements.d.ts").read_text()
    body = re.search(rf"interface {interface} \{{\n(.*?)\}}", text, re.DOTALL)
    assert body
    assert dict(re.findall(r'"([\w-]+)": "(\w+)";', body[1])) == Tags(html).by_id


def test_comments_for_the_type_checker_are_not_sent() -> None:
    for text in [text for text, _ in board_page.parts().values() if isinstance(text, str)]:
        assert "/**" not in text
        assert "@type" not in text


def test_a_page_gets_no_function_that_nothing_calls(tmp_path: Path) -> None:
    """The files share their names, so only the whole script shows which of them are used."""
    parts = board_page.parts().values()
    scripts = [str(text) for text, kind in parts if kind == "text/javascript"]
    page = (asset_text(f"page/{name}.js") for name in document.SCRIPTS)
    scripts.append(document.script_of(page))
    for number, text in enumerate(scripts):
        (tmp_path / f"{number}.js").write_text(text)
    rule = {"no-unused-vars": ["error", {"args": "none"}]}
    configuration = {"categories": {"correctness": "off"}, "rules": rule}
    (tmp_path / "oxlint.json").write_text(json.dumps(configuration))
    done = subprocess.run(
        [
            CHECKERS / "node_modules" / ".bin" / "oxlint",
            "--config",
            "oxlint.json",
            "--deny-warnings",
        ],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
