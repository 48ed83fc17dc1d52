"""Examples in the README, run as printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from boche.viewer.cli import main
from tests import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_the_python_example() -> None:
    (code,) = blocks("python")
    names: dict[str, object] = {}
    exec(code, names)
    position = names["p"]
    assert position.turn == "dark"  # type: ignore[attr-defined]
    assert position.outcome is None  # type: ignore[attr-defined]
    assert position.swapped  # type: ignore[attr-defined]


SHOTS = re.findall(r"^\.venv/bin/boche (shot .*)$", COMMANDS, re.MULTILINE)


@pytest.mark.parametrize("line", SHOTS)
def test_the_commands(line: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = str(ROOT / "assets" / "records" / "boche-path.sgf")
    args = [record if word == "RECORD" else word for word in shlex.split(line)]
    args += ["--pixels", "64x48"]
    if "photo" in args:
        args += ["--frames", "8"]
    assert main(args) == 0
    assert [*tmp_path.rglob("*.png"), *tmp_path.rglob("*.jpg")]
