"""What ``make release`` says when it cannot go on; nothing is built here."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests import ROOT


@pytest.mark.parametrize("tool", ["build", "hatchling", "twine"])
def test_a_missing_tool_is_one_line(tmp_path: Path, tool: str) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\ntest "$2" != "import {tool}"\n')
    python.chmod(0o755)
    done = subprocess.run(
        ["sh", ROOT / "scripts" / "release.sh"], env={**os.environ, "PYTHON": str(python)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"boche: {tool} is missing: ")


def test_no_environment_is_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", ROOT / "scripts" / "release.sh"],
        env={**os.environ, "PYTHON": str(tmp_path / "python")},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("is missing: run make release, which sets it up\n")
