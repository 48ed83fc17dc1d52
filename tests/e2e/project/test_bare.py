"""scripts/bare.sh on machines that cannot make a bare one: one line, and nothing begun."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests import ROOT

DEBIAN = "ID=debian"


def bare(folder: Path, system: str = DEBIAN, **stand_ins: str) -> tuple[int, str]:
    """Run the script with stand-ins for some programs; return the exit code and its message."""
    programs = folder / "bin"
    programs.mkdir()
    for name, body in stand_ins.items():
        (programs / name.replace("_", "-")).write_text(f"#!/bin/sh\n{body}\n")
        (programs / name.replace("_", "-")).chmod(0o755)
    (folder / "os-release").write_text(f"{system}\n")
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "OS_RELEASE": str(folder / "os-release")}
    env |= {"TMPDIR": str(folder)}
    done = subprocess.run(
        ["sh", ROOT / "scripts" / "bare.sh"], env=env, capture_output=True, text=True, timeout=120
    )
    assert done.stdout in ("", "boche: making a bare Debian (trixie)\n")
    assert len(done.stderr.splitlines()) == 1
    assert {path.name for path in folder.iterdir()} == {"bin", "os-release"}, "something is left"
    return done.returncode, done.stderr


AS_ROOT = {"id": "echo 0", "mmdebstrap": "echo 'E: no mirror answers' >&2; exit 1"}
# What the kernel may refuse is left out: the rest is done all the same.
AS_ROOT |= {"unshare": 'while [ "$1" != true ] && [ "$1" != sh ]; do shift; done; exec "$@"'}
AS_ROOT |= {"umount": ":", "apt-get": "exit 1"}


def test_another_user_is_told_how(tmp_path: Path) -> None:
    assert bare(tmp_path, id="echo 1000") == (
        2, "boche: make bare needs root: sudo make bare\n")  # fmt: skip


@pytest.mark.parametrize("system", ["ID=ubuntu", "ID=fedora", ""])
def test_another_system_is_told_so(tmp_path: Path, system: str) -> None:
    code, line = bare(tmp_path, system, id="echo 0")
    assert code == 2
    assert "needs Debian" in line


def test_a_mirror_that_does_not_answer_is_no_failure_of_the_program(tmp_path: Path) -> None:
    code, line = bare(tmp_path, **AS_ROOT)
    assert code == 75
    assert "no bare machine can be made here: E: no mirror answers" in line


def test_a_place_that_permits_no_mounts_is_no_failure_of_the_program(tmp_path: Path) -> None:
    code, line = bare(tmp_path, **{**AS_ROOT, "unshare": "exit 1"})
    assert code == 75
    assert "unshare is not permitted" in line
