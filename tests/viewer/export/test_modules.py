"""Modules that are put together do what node does with the files themselves."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from boche.viewer.export.page import modules
from tests.node import ENVIRONMENT

SAID = """
export const said = [];
const note = (text) => said.push(text);
export function say(text) { note(text); }
"""
DEEP = """
// Two at once.
import { say } from "../said.js";
/** @import { Kind } from "../kind.js" */

/** @type {(count: number) => number} */
export const twice = (count) => 2 * count; // said nowhere
export class Kind {
  name = "kind";
}
export async function later() { say("later"); }
"""
THIRD = """
import { say } from "./said.js";
import { Kind, twice } from "./below/deep.js";

const own = `${"thirdly".slice(0, twice(2) + new Kind().name.length - 3)}`;
say(own);
"""
ALONE = """
import { say } from "./said.js";

const own = "alone";
say(own);
"""
FIRST = """
import "./alone.js";
import { say } from "./said.js";
import { Kind, twice } from "./below/deep.js";

const own = "first";
say(`${own} ${twice(21)} ${new Kind().name}`);
"""
SECOND = """
import "./third.js";
import "./first.js";
import "./alone.js";
import { said } from "./said.js";
import { twice } from "./below/deep.js";

const own = twice(2);
console.log(JSON.stringify([...said, own]));
"""
FILES = {
    "shown/said": SAID, "shown/below/deep": DEEP, "shown/alone": ALONE, "shown/first": FIRST,
    "shown/second": SECOND, "shown/third": THIRD,
}  # fmt: skip


@pytest.fixture(autouse=True)
def files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "asset_text", lambda path: FILES[path.removesuffix(".js")])


def logged(folder: Path, name: str) -> list[object]:
    done = subprocess.run(
        ["node", name],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    return tmp_path


def by_files(folder: Path) -> list[object]:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.js").write_text(text)
    return logged(folder, "shown/second.js")


def test_in_one_file_they_run_in_the_order_of_their_imports(folder: Path) -> None:
    (folder / "one.cjs").write_text(modules.script("shown/second"))
    (folder / "one.js").write_text(modules.module("shown/second"))
    expected = by_files(folder)
    assert expected == ["third", "alone", "first 42 kind", 4]
    assert logged(folder, "one.cjs") == logged(folder, "one.js") == expected


def test_what_the_pages_library_has_is_not_sent_again(folder: Path) -> None:
    (folder / "library.js").write_text(modules.library("shown/first"))
    page = modules.module("shown/second", "shown/first", "./library.js")
    (folder / "page.js").write_text(page)
    assert logged(folder, "page.js") == ["alone", "first 42 kind", "third", 4], (
        "it is there already"
    )
    assert page.splitlines()[0] == 'import { Kind, said, say, twice } from "./library.js";'
    assert "alone" not in page


def test_comments_and_what_only_modules_have_are_not_sent() -> None:
    text = modules.script("shown/second")
    assert not [word for word in ("import", "export", "//", "/*", "@") if word in text]
