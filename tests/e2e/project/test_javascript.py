"""What checks the scripts of the pages sees all of them, and them as pages get them."""

from __future__ import annotations

import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from boche.server.web import board_page
from boche.server.web.pages import static
from boche.viewer.export.page import document, modules
from tests import ROOT
from tests.node import ENVIRONMENT

CHECKERS, ASSETS = ROOT / "scripts" / "javascript", ROOT / "assets"


def run(tool: str, *words: str, cwd: Path = CHECKERS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [CHECKERS / "node_modules" / ".bin" / tool, *words],
        cwd=cwd,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def checked(configuration: str) -> set[str]:
    """Return the scripts that the type checker sees, relative to assets/."""
    files = run("tsc", "--project", configuration, "--listFilesOnly").stdout.splitlines()
    paths = [Path(file) for file in files]
    return {path.relative_to(ASSETS).as_posix() for path in paths if path.is_relative_to(ASSETS)}


def test_no_script_is_left_out() -> None:
    pages, workers = checked("tsconfig.json"), checked("tsconfig.workers.json")
    assert pages | workers == {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.js")}
    assert workers - pages == {"live/worker.js", "live/service-worker.js"}


@pytest.mark.parametrize("configuration", ["tsconfig.workers.json"])
def test_what_is_not_imported_is_not_known(configuration: str, tmp_path: Path) -> None:
    """Only what runs in a page or a worker is there for a script: its imports, and the browser."""
    lines = ["export const name = Asker;", "export const place = document.body;"]
    (tmp_path / "wrong.js").write_text("\n".join(lines))
    extended = {"extends": str(CHECKERS / configuration), "include": ["wrong.js"], "exclude": []}
    (tmp_path / "tsconfig.json").write_text(json.dumps(extended))
    lacks = ["Asker"] if configuration == "tsconfig.json" else ["Asker", "document"]
    said = run("tsc", "--project", "tsconfig.json", cwd=tmp_path).stdout
    assert re.findall(r"Cannot find name '(\w+)'", said) == lacks


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


def scripts() -> dict[str, str]:
    """Return the scripts that browsers load, by names."""
    parts = board_page.parts().items()
    found = {path: str(text) for path, (text, kind) in parts if kind == "text/javascript"}
    templates = "".join(path.read_text() for path in (ASSETS / "server").glob("*.html"))
    for name in {static.WORKER, *re.findall(r"'([\w-]+\.js)'", templates)}:
        found[name] = static.files()[name][1].decode()
    return {**found, "an exported page": modules.script("page/main")}


def test_comments_for_the_type_checker_are_not_sent() -> None:
    for text in scripts().values():
        assert "/**" not in text
        assert "@type" not in text


def test_no_page_gets_a_name_twice_or_a_function_that_nothing_calls(tmp_path: Path) -> None:
    """The modules of a page share their names, so only the whole script shows how they are used."""
    for number, (name, text) in enumerate(scripts().items()):
        (tmp_path / f"{number}.js").write_text(f"// {name}\n{text}")
    rules = {
        # Texts that count come with `tr`, which says the others, also where there are none.
        "no-unused-vars": ["error", {"args": "none", "varsIgnorePattern": "^tr$"}],
        "no-redeclare": "error",
        "no-undef": "error",
    }
    configuration = {
        "categories": {"correctness": "off"},
        "rules": rules,
        "env": {"browser": True, "es2024": True, "sharedworker": True},
        "globals": {"bocheTexts": "readonly"},
    }
    (tmp_path / "oxlint.json").write_text(json.dumps(configuration))
    done = run("oxlint", "--config", "oxlint.json", "--deny-warnings", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pages_import_only_what_the_library_of_all_pages_exports() -> None:
    address = static.address(static.SITE)
    (exported,) = re.findall(r"^export \{ (.*) \};$", scripts()[static.SITE], re.MULTILINE)
    importing = 0
    for text in scripts().values():
        for names, of in re.findall(r'^import \{ (.*) \} from "(.*)";$', text, re.MULTILINE):
            assert of == address
            assert not set(names.split(", ")) - set(exported.split(", "))
            importing += 1
    assert importing > 5
