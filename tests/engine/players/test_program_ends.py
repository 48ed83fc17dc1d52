"""External programs as players: splitting of commands, and removal of all their processes."""

from __future__ import annotations

import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boche.engine import new
from boche.engine.players.errors import PlayerError
from boche.engine.players.registry import check_name, make_player
from boche.engine.process.command_line import split_command

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there it is certain")

# Starts another in a session of its own, twice removed and without a word of its environment.
DAEMON = """
import os, sys, time
def daemon(mark, first=lambda: None):
    if os.fork():
        os.wait()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    first()
    code = f"import os, time; open({mark!r}, 'a').write(f'{os.getpid()}\\\\n'); time.sleep(600)"
    os.execve(sys.executable, [sys.executable, "-c", code], {})
"""

PLAYS = """
for line in sys.stdin:
    word = line.split()[0]
    print("= " + ("a:a1" if word == "genmove" else ""), end="\\n\\n", flush=True)
"""


def command_of(code: str) -> str:
    return "gtp:" + shlex.join([sys.executable, "-c", code])


def pids(mark: Path, count: int) -> list[int]:
    """Return the PIDs written to a file, once there are ``count`` of them."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        lines = mark.read_text().splitlines() if mark.exists() else []
        if len(lines) == count:
            return [int(line) for line in lines]
        time.sleep(0.02)
    raise AssertionError(f"{count} processes never came to be")


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@LINUX
def test_it_ends_with_us_too(tmp_path: Path) -> None:
    """Check that it ends when this process is killed and cannot clean up."""
    mark = tmp_path / "pids"
    hiding = f"{DAEMON}\ndaemon({str(mark)!r})\n{PLAYS}"
    code = (
        "import time; from boche.engine import new\n"
        "from boche.engine.players.registry import make_player\n"
        f"make_player({command_of(hiding)!r}, new('boche')); time.sleep(600)"
    )
    us = subprocess.Popen([sys.executable, "-c", code])
    (hidden,) = pids(mark, 1)
    os.kill(us.pid, signal.SIGKILL)
    us.wait()
    deadline = time.monotonic() + 120
    while runs(hidden) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not runs(hidden)


@LINUX
def test_a_program_may_leave_the_talking_to_another(tmp_path: Path) -> None:
    """Check a program that ends and leaves a background process to play."""
    start = new("boche", size=3)
    code = f"import os, sys\nif os.fork(): os._exit(3)\nos.setsid()\n{PLAYS}"
    player = make_player(command_of(code), start)
    try:
        time.sleep(0.3)
        assert str(player.choose(start, [])) == "a:a1"
    finally:
        player.close()


@LINUX
def test_its_exit_code_is_told_though_it_left_something_behind(tmp_path: Path) -> None:
    mark = tmp_path / "pids"
    quiet = "lambda: [os.close(pipe) for pipe in (0, 1)]"
    code = f"{DAEMON}\ndaemon({str(mark)!r}, {quiet})\nsys.exit(7)"
    start = new("boche", size=3)
    player = make_player(command_of(code), start)
    try:
        with pytest.raises(PlayerError, match=r"exited \(exit code 7\)"):
            player.choose(start, [])
        (hidden,) = pids(mark, 1)
    finally:
        player.close()
    assert not runs(hidden)


@pytest.mark.skipif(sys.platform == "win32", reason="files that may be run")
def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "not a program"
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o755)
    name = f"gtp:'{path}' --mode gtp"
    with pytest.raises(PlayerError, match=r"cannot be started: No such file or directory$"):
        make_player(name, new("boche"))
    path.write_bytes(b"\x00\x01")
    with pytest.raises(PlayerError, match=r"cannot be started: Exec format error$"):
        make_player(name, new("boche"))


# -- the words of a command

WINDOWS = {
    r"C:\Go\x.exe --mode gtp": [r"C:\Go\x.exe", "--mode", "gtp"],
    r'"C:\Program Files\x.exe" -l "a b"': [r"C:\Program Files\x.exe", "-l", "a b"],
    r"\\host\share\x.exe it's": [r"\\host\share\x.exe", "it's"],
    r'x "C:\Program Files\\" y': ["x", "C:\\Program Files\\", "y"],
    r'x a\"b "c\\\"d" "" "e""f"': ["x", 'a"b', 'c\\"d', "", 'e"f'],
    "  x\t y ": ["x", "y"],
    "": [],
}


@pytest.mark.parametrize("text", WINDOWS)
def test_windows_splits_at_blanks_and_keeps_backslashes(text: str) -> None:
    assert split_command(text, "win32") == WINDOWS[text]


def test_windows_splits_what_python_joins() -> None:
    rng = random.Random(3)
    for _ in range(5000):
        words = [
            "".join(rng.choice('ab\\" \t') for _ in range(rng.randrange(7)))
            for _ in range(rng.randrange(5))
        ]
        assert split_command(subprocess.list2cmdline(words), "win32") == words


def test_other_systems_split_as_a_shell_does() -> None:
    for platform in ("linux", "darwin"):
        assert split_command(r"'a b'/c\ d e\\f", platform) == ["a b/c d", r"e\f"]


@pytest.mark.parametrize("platform", ["win32", "linux"])
def test_a_quotation_mark_without_its_partner(platform: str) -> None:
    with pytest.raises(ValueError, match=r"^a quotation mark is not closed$"):
        split_command('x "C:\\a b', platform)


def test_what_cannot_be_started_is_one_clear_line() -> None:
    for name, reason in {
        'gtp:x "a': 'x "a: cannot be started: a quotation mark is not closed',
        "gtp:x \\": "x \\: cannot be started: it ends in a backslash",
        "gtp:/no/such thing": "/no/such thing: cannot be started: program '/no/such' not found"
        " (quote a name with spaces)",
        "gtp:/no/such": "/no/such: cannot be started: program not found",
    }.items():
        with pytest.raises(PlayerError) as caught:
            check_name(name)
        assert str(caught.value) == reason
