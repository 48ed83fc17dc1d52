"""What type checkers say of wrong calls of the library."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from boche.engine.pictures import FigurePalette, Palette, Theme
from boche.viewer.export.figure.inks import PRINT
from boche.viewer.renderer.style import palette_names, theme_names
from tests import ROOT

CALLS = ROOT / "tests" / "e2e" / "project" / "wrong_calls.py"


def test_each_wrong_call_is_one_to_a_type_checker(tmp_path: Path) -> None:
    lines = CALLS.read_text("utf-8").splitlines()
    first = next(i for i, line in enumerate(lines, 1) if line.startswith("start =")) + 1
    wrong = {i for i, line in enumerate(lines, 1) if i >= first and line}
    done = subprocess.run(
        [
            sys.executable, "-m", "mypy", "--strict", "--explicit-package-bases",
            f"--cache-dir={tmp_path}", "--follow-imports=silent", str(CALLS),
        ],
        capture_output=True, text=True, cwd=ROOT, timeout=900, check=False,
    )  # fmt: skip
    told = re.findall(
        rf"^{re.escape(str(CALLS.relative_to(ROOT)))}:(\d+): error", done.stdout, re.M
    )
    assert set(map(int, told)) == wrong, done.stdout + done.stderr


def test_the_types_name_every_palette_and_theme() -> None:
    assert set(Palette.__args__) == set(palette_names())
    assert set(FigurePalette.__args__) == {*palette_names(), PRINT}
    assert set(Theme.__args__) == set(theme_names())
