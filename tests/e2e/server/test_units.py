"""The units for systemd: their commands are understood, and they may do little."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from boche.viewer.cli.command import build_parser
from tests import ROOT

FOLDER = ROOT / "scripts" / "systemd"
UNITS = ("boche.service", "boche@.service")


@pytest.mark.parametrize("name", [*UNITS, "mail.conf"])
def test_their_command_is_understood(name: str, tmp_path: Path) -> None:
    (tmp_path / "database").write_text("postgresql://boche@db.example/games\n")
    (line,) = re.findall(r"^ExecStart=(\S.*)$", (FOLDER / name).read_text(), re.MULTILINE)
    program, *words = shlex.split(line.replace("%i", "8321").replace("%d", str(tmp_path)))
    assert program == "/opt/boche/bin/boche"
    args = build_parser().parse_args(words)
    assert (args.what, args.proxied) == ("run", True)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd")
@pytest.mark.parametrize("name", UNITS)
def test_they_may_do_little(name: str, tmp_path: Path) -> None:
    unit = tmp_path / name.replace("@", "@8321")
    unit.write_text((FOLDER / name).read_text().replace("/opt/boche/bin/boche", "/bin/true"))
    found = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    overall = re.search(r"Overall exposure level .*: ([\d.]+)", found.stdout)
    assert overall, found.stderr
    assert float(overall[1]) < 2.0
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True,
                          check=False)  # fmt: skip
    assert str(unit) not in done.stderr
