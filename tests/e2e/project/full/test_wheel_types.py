"""The types of the wheel, away from the source tree, as strict checkers see them."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from boche.testing.tutorial import NAME, write_package
from tests import ROOT
from tests.e2e.project.full.test_wheel import PICTURES, environment, folder, run

__all__ = ["environment", "folder"]

# PettingZoo says its types, but not that it does.
MYPY = """\
[mypy]
strict = True
explicit_package_bases = True
[mypy-pettingzoo.*]
follow_untyped_imports = True
"""


def programs(folder: Path) -> list[Path]:
    """Copy programs that use the library as strangers do into a folder of their own."""
    users = sorted((ROOT / "tests" / "e2e" / "project").glob("library_*.py"))
    return [Path(shutil.copy(path, folder)) for path in [*users, *(ROOT / "examples").glob("*.py")]]


def test_all_that_uses_the_library_meets_mypy_s_strict_types(
    environment: Path, tmp_path: Path
) -> None:
    """What the wheel says of its types is true, also to a package: ``py.typed`` lies in it."""
    shutil.copytree(ROOT / "tests" / "plugins" / "y" / "boche_y", tmp_path / "boche_y")
    own = write_package(NAME, tmp_path / "own")
    shutil.copytree(own / NAME, tmp_path / NAME)
    (tmp_path / "pictures.py").write_text(PICTURES)
    (tmp_path / "mypy.ini").write_text(MYPY)
    names = [path.name for path in programs(tmp_path)]
    done = run(
        environment / "bin" / "python", "-m", "mypy", *names, "pictures.py", "boche_y", NAME,
        cwd=tmp_path, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("Success"), done.stdout


def test_programs_that_use_the_library_meet_pyright_s_strict_types(
    environment: Path, tmp_path: Path
) -> None:
    names = [path.name for path in programs(tmp_path)]
    settings = {
        "typeCheckingMode": "strict",
        "reportUnnecessaryTypeIgnoreComment": "error",
        "include": names,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    pyright = ROOT / "scripts" / "javascript" / "node_modules" / "pyright" / "index.js"
    node = Path(sys.executable).parent / "node"
    done = run(
        node, pyright, "--pythonpath", environment / "bin" / "python", cwd=tmp_path, check=False
    )
    assert "0 errors, 0 warnings" in done.stdout, done.stdout
