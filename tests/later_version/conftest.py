"""What a process of this version has stored, shared by all tests here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a server's databases and a user's home."""
    folder = tmp_path_factory.mktemp("stored")
    command = [sys.executable, "-m", "tests.later_version.stored", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder
