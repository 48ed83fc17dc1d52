"""The tutorial ``docs/own-game.md``: its files are a game, and each step does what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from boche.testing.tutorial import NAME, PAGE, write_package
from tests import ROOT

OFFLINE = "--quiet --no-index --no-deps --no-build-isolation --disable-pip-version-check"


class Shell:
    """A shell in a folder, with ``python``, ``boche``, and a ``pip`` that installs offline."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, site, programs = folder, home / "site", home / "bin"
        python = f'exec "{sys.executable}"'
        commands = {
            "python": python,
            "boche": f"{python} -m boche",
            # Without -e, which needs a package that pip would fetch: ``folder`` is on the path.
            "pip": f'test "$*" = "install -e ."; set -- -m pip install . {OFFLINE} '
            f'--target "{site}"; {python}',
        }
        programs.mkdir(parents=True)
        for name, command in commands.items():
            (programs / name).write_text(f'#!/bin/sh -e\n{command} "$@"\n')
            (programs / name).chmod(0o755)
        old = os.environ.get("PYTHONPATH")
        path = [str(folder), str(site), str(ROOT), *([old] if old else [])]
        self.env = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(path),
            "BOCHE_HOME": str(home / "boche"),
        }

    def run(self, lines: str) -> str:
        """Run lines of a shell, each of which must succeed; return what they print."""
        done = subprocess.run(["sh", "-ec", lines], cwd=self.folder, env=self.env, timeout=300,
                              capture_output=True, text=True)  # fmt: skip
        assert done.returncode == 0, f"{lines}\n{done.stdout}\n{done.stderr}"
        said = [line for line in done.stderr.splitlines() if "cannot be loaded" in line]
        assert not said, said
        return done.stdout


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Fixture: a shell in the folder of the whole package, which is installed."""
    home = tmp_path_factory.mktemp("own game")
    shell = Shell(write_package(NAME, home), home / "home")
    shell.run("pip install -e .")
    return shell


def test_commands_within_the_text_can_be_given(shell: Shell) -> None:
    commands = re.findall(r"`(boche [^`]+)`", PAGE.read_text("utf-8"))
    assert "boche play tictactoe" in commands
    for command in commands:
        assert shell.run(f"{command} --help").startswith(f"usage: {command.rpartition(' ')[0]}")


def test_rules_are_asked_for_as_with_other_commands(shell: Shell) -> None:
    assert shell.run("boche rules --game boku") == shell.run("boche rules boku")


def begin(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "boche.testing", "new", name]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("My Game", "boche: 'My Game' cannot name a game; use lower-case letters"),
        ("4row", "boche: '4row' cannot name a game; it begins with a letter"),
        ("class", "boche: 'class' is a word of Python; choose another name"),
        ("json", "boche: there is a module 'json' already; choose another name"),
        ("numpy", "boche: there is a module 'numpy' already; choose another name"),
        ("octi", "boche: the game 'octi' already exists; choose another name"),
        ("there", "boche: there already exists; choose another name, or another folder"),
    ],
)
def test_a_name_that_cannot_be_used(tmp_path: Path, name: str, problem: str) -> None:
    (tmp_path / "there").mkdir()
    done = begin(tmp_path, name)
    assert done.returncode == 2
    assert done.stderr.startswith(problem)
    assert done.stderr.count("\n") == 1
    assert list((tmp_path / "there").iterdir()) == []


def test_the_package_may_be_imported_first(shell: Shell) -> None:
    """It imports the registry, which imports it."""
    code = "import tictactoe, boche; assert boche.GAMES['tictactoe'] is tictactoe.GAME"
    shell.run(f'python -c "{code}"')
