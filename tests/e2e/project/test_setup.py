"""scripts/setup.sh on many kinds of machines, with stand-ins for python3, apt-get and sudo."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest

from boche.viewer.libraries import packages
from tests import ROOT

LIBRARIES = [*packages().values()]
BROWSERS = ["chromium", "firefox-esr"]
TEST_PACKAGES = [*LIBRARIES, "xvfb", "xauth", "xdotool", "postgresql", "postfix"]
TEST_PACKAGES += ["nginx-light", "caddy", *BROWSERS]
REAL_TOOLS = ["sh", "cat", "cksum", "cp", "dirname", "env", "flock", "grep", "mkdir", "mktemp"]
REAL_TOOLS += ["find", "head", "mv", "rm", "sed", "sleep", "tail"]
COPIED = ["Makefile", "pyproject.toml", "requirements.lock", "scripts/setup.sh"]
COPIED += ["assets/libraries.txt", "scripts/javascript/package-lock.json"]

LONG = 120.0  # seconds; machines may be slow

# Each stand-in writes its arguments to the log, and reads how to behave from the folder $MACHINE.
STAND_INS = {
    "python3": """
        case "$*" in
        *version_info*) cat "$MACHINE/version" ;;
        *ensurepip*) [ -e "$MACHINE/ensurepip" ] ;;
        *"-m venv"*)
            echo "$*" >>"$MACHINE/log"
            mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
        *"-m pip"*)
            echo "$*" >>"$MACHINE/log"
            [ ! -e "$MACHINE/no-network" ] || { echo "no network"; exit 1; } ;;
        *"-m boche.engine.native"*)
            echo "$*" >>"$MACHINE/log"
            [ ! -e "$MACHINE/slow" ] || { : >"$MACHINE/compiling"; exec sleep 600; } ;;
        *"-m playwright"*) echo "$*" >>"$MACHINE/log" ;;
        esac
    """,
    "dpkg-query": """
        for name; do :; done
        grep -qxF "$name" "$MACHINE/packages" && printf "install ok installed"
    """,
    "apt-get": """
        echo "apt-get $*" >>"$MACHINE/log"
        for name; do echo "$name" >>"$MACHINE/packages"; done
        : >"$MACHINE/ensurepip"
    """,
    "npm": 'echo "npm $*" >>"$MACHINE/log"; mkdir "$3/node_modules"',
    "sudo": '[ -e "$MACHINE/sudo" ] || exit 1; shift; "$@"',
    "id": 'cat "$MACHINE/user"',
}


@dataclass
class Machine:
    """A checkout, and a PATH with only the stand-ins and a few real tools."""

    folder: Path
    checkout: Path = field(init=False)

    def __post_init__(self) -> None:
        self.checkout = self.folder / "a checkout"
        (self.folder / "bin").mkdir(parents=True)
        (self.checkout / "scripts" / "javascript").mkdir(parents=True)
        (self.checkout / "assets").mkdir()
        for name in COPIED:
            shutil.copy(ROOT / name, self.checkout / name)
        for name in REAL_TOOLS:
            if tool := shutil.which(name):
                (self.folder / "bin" / name).symlink_to(tool)
        for name, body in STAND_INS.items():
            stand_in = self.folder / "bin" / name
            stand_in.write_text(f"#!/bin/sh\n{body}\n")
            stand_in.chmod(0o755)
        self.set("version", "3.11")
        self.set("os-release", "ID=debian")
        self.set("ensurepip")
        self.set("user", "1000")
        self.set("packages", "\n".join(TEST_PACKAGES))

    def set(self, name: str, text: str = "") -> None:
        (self.folder / name).write_text(text + "\n")

    def set_up(self, level: str = "play") -> subprocess.CompletedProcess[str]:
        self.set("log")
        process = self.start(level)
        said, wrong = process.communicate(timeout=LONG)
        return subprocess.CompletedProcess(process.args, process.returncode, said, wrong)

    def start(self, level: str, said: int | IO[str] = subprocess.PIPE) -> subprocess.Popen[str]:
        """Start a set-up in a session of its own, with its output where it is wanted."""
        return subprocess.Popen(
            ["sh", self.checkout / "scripts" / "setup.sh", level],
            env={
                "PATH": str(self.folder / "bin"),
                "MACHINE": str(self.folder),
                "OS_RELEASE": str(self.folder / "os-release"),
                "TMPDIR": str(self.folder),
            },
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    @property
    def lines(self) -> list[str]:
        """What the last set-up has started, a line for each."""
        return (self.folder / "log").read_text().split("\n")[1:-1]

    @property
    def done(self) -> list[str]:
        """The same without compiling: environments, and runs of installers."""
        return [line for line in self.lines if "boche.engine.native" not in line]

    @property
    def kinds_done(self) -> list[str]:
        return [line.removeprefix("-m ").split()[0] for line in self.done]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "a machine")


def test_a_second_run_has_nothing_to_do(machine: Machine) -> None:
    first = machine.set_up()
    assert (first.returncode, first.stderr) == (0, "")
    assert machine.kinds_done == ["venv", "pip", "pip"]
    second = machine.set_up()
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert machine.done == []


def test_play_does_without_the_tests_dependencies(machine: Machine) -> None:
    machine.set_up("play")
    assert machine.done[-1].endswith("--editable .")
    machine.set_up("test")
    assert machine.kinds_done == ["pip", "pip", "npm"]
    assert machine.done[1].endswith("--editable .[dev]")
    machine.set_up("play")
    assert machine.done == []


@pytest.mark.parametrize(("level", "extras"), [("serve", "[server]"), ("docs", "[server,docs]")])
def test_a_server_and_the_documentation_need_no_graphics(
    machine: Machine, level: str, extras: str
) -> None:
    machine.set("packages")
    assert machine.set_up(level).returncode == 0
    assert machine.kinds_done == ["venv", "pip", "pip"]
    assert machine.done[-1].endswith(f"--editable .{extras}")


def test_where_the_browser_is_a_snap_the_driver_brings_its_own(machine: Machine) -> None:
    machine.set("os-release", "ID=ubuntu")
    machine.set("packages", "\n".join(name for name in TEST_PACKAGES if name not in BROWSERS))
    machine.set_up("play")
    assert machine.kinds_done == ["venv", "pip", "pip"]
    machine.set_up("test")
    assert machine.kinds_done == ["pip", "pip", "npm", "playwright"]


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "requirements.lock", "scripts/javascript/package-lock.json"]
)
def test_a_changed_lock_installs_again(machine: Machine, name: str) -> None:
    machine.set_up("test")
    with (machine.checkout / name).open("a") as file:
        file.write("# changed\n")
    shutil.rmtree(machine.checkout / "scripts" / "javascript" / "node_modules")
    machine.set_up("play")
    assert machine.kinds_done == ["pip", "pip", "npm"]
    assert machine.done[1].endswith("--editable .[dev]")


def test_lost_checkers_of_scripts_are_installed_again(machine: Machine) -> None:
    machine.set_up("test")
    shutil.rmtree(machine.checkout / "scripts" / "javascript" / "node_modules")
    machine.set_up("test")
    assert machine.kinds_done == ["pip", "pip", "npm"]


def half_made(machine: Machine) -> None:
    (machine.checkout / ".venv" / ".boche-ready").unlink()


def without_python(machine: Machine) -> None:
    (machine.checkout / ".venv" / "bin" / "python").unlink()


def moved(machine: Machine) -> None:
    machine.checkout = machine.checkout.rename(machine.folder / "elsewhere")


@pytest.mark.parametrize("spoil", [half_made, without_python, moved])
def test_an_unsound_environment_is_made_again(
    machine: Machine, spoil: Callable[[Machine], None]
) -> None:
    machine.set_up()
    spoil(machine)
    assert machine.set_up().returncode == 0
    assert machine.kinds_done == ["venv", "pip", "pip"]


def test_a_failed_installation_is_not_trusted(machine: Machine) -> None:
    machine.set("no-network")
    failed = machine.set_up()
    assert failed.returncode == 2
    assert "no network" in failed.stderr
    (machine.folder / "no-network").unlink()
    assert machine.set_up().returncode == 0
    assert machine.kinds_done == ["venv", "pip", "pip"]


@pytest.mark.parametrize("version", ["3.10", "2.7", ""])
def test_an_old_python_is_one_line(machine: Machine, version: str) -> None:
    machine.set("version", version)
    old = machine.set_up()
    assert old.returncode == 2
    assert len(old.stderr.splitlines()) == 1
    assert "sudo apt-get install python3.11 python3.11-venv" in old.stderr
    assert machine.done == []


@pytest.mark.parametrize(("level", "wanted"), [("play", LIBRARIES), ("test", TEST_PACKAGES)])
def test_missing_packages_are_named_in_one_line_to_paste(
    machine: Machine, level: str, wanted: list[str]
) -> None:
    machine.set("packages")
    (machine.folder / "ensurepip").unlink()
    refused = machine.set_up(level)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    names = " ".join([*wanted, "python3.11-venv"])
    assert f"sudo apt-get update && sudo apt-get install --yes {names}" in refused.stderr
    assert machine.done == []


@pytest.mark.parametrize(("user", "sudo"), [("0", False), ("1000", True)])
def test_missing_packages_are_installed_where_allowed(
    machine: Machine, user: str, sudo: bool
) -> None:
    machine.set("packages", "xvfb")
    machine.set("user", user)
    if sudo:
        machine.set("sudo")
    assert machine.set_up("test").returncode == 0
    assert machine.kinds_done == ["apt-get", "apt-get", "venv", "pip", "pip", "npm"]
    assert machine.done[1].endswith(" ".join(name for name in TEST_PACKAGES if name != "xvfb"))


def test_a_package_lost_later_is_noticed(machine: Machine) -> None:
    machine.set_up()
    machine.set("packages", "\n".join(name for name in LIBRARIES if name != "libxrender1"))
    assert "--yes libxrender1\n" in machine.set_up().stderr


def test_a_system_without_apt_goes_on(machine: Machine) -> None:
    machine.set("packages")
    (machine.folder / "bin" / "apt-get").unlink()
    assert machine.set_up().returncode == 0


STEPS = {
    "apt-get": "system packages",
    "-m venv": "making .venv",
    "-m pip": "dependencies",
    "npm": "TypeScript",
    "-m playwright": "a browser",
    "-m boche.engine.native": "compiling",
}
"""What is started, and a part of the line that says so before."""


def test_each_long_step_says_so_before_it_starts(machine: Machine) -> None:
    machine.set("os-release", "ID=ubuntu")
    machine.set("packages")
    machine.set("user", "0")
    with (machine.folder / "log").open("a") as both:
        process = machine.start("test", both)
        assert process.wait(LONG) == 0, process.communicate()
        process.communicate()
    said, started = "", set[str]()
    for line in (machine.folder / "log").read_text().splitlines():
        if line.startswith("boche: "):
            said = line
        else:
            step = next(step for step in STEPS if line.startswith(step))
            assert STEPS[step] in said, f"{line} after {said!r}"
            started.add(step)
    assert started == set(STEPS)


def test_a_set_up_that_waits_for_another_one_says_so(machine: Machine) -> None:
    machine.set("slow")
    first = machine.start("play")
    compiling(machine, first)
    second = machine.start("play")
    assert second.stdout is not None
    line = second.stdout.readline()
    assert line == "boche: waiting until another set-up in this checkout is done\n"
    (machine.folder / "slow").unlink()
    os.killpg(first.pid, signal.SIGINT)
    first.communicate(timeout=LONG)
    second.communicate(timeout=LONG)
    assert (first.returncode, second.returncode) == (130, 0)


def compiling(machine: Machine, process: subprocess.Popen[str]) -> None:
    """Wait until a set-up compiles the rules, for long."""
    end = time.monotonic() + LONG
    while not (machine.folder / "compiling").exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


def test_ctrl_c_is_one_line_and_leaves_nothing_half_written(machine: Machine) -> None:
    machine.set("slow")
    process = machine.start("play")
    compiling(machine, process)
    os.killpg(process.pid, signal.SIGINT)
    _, wrong = process.communicate(timeout=LONG)
    assert (process.returncode, wrong) == (130, "boche: stopped; the same command begins again\n")
    left = {path.name for path in (machine.checkout / ".venv").glob(".*")}
    assert left == {".boche-ready"}
    assert not list(machine.folder.glob("tmp.*"))
    (machine.folder / "slow").unlink()
    assert machine.set_up().returncode == 0
    assert ["boche.engine.native" in line for line in machine.lines] == [True]
