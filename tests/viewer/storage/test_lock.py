"""Lock files: their owner, what others see, and locks that are moved or removed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from boche.viewer.storage.paths import Lock
from tests import ROOT

HOLD = """
import sys, pathlib
from boche.viewer.storage.paths import Lock
lock = Lock.take(pathlib.Path(sys.argv[1]))
print(lock is not None, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.lock"


def taken(path: Path) -> Lock:
    lock = Lock.take(path)
    assert lock is not None
    return lock


def test_another_process_holds_it_until_it_is_killed(path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert Lock.take(path) is None
        holder.kill()
        holder.wait(10)
        taken(path).release()


def test_it_is_seen_in_the_same_process_and_gone_once_released(path: Path) -> None:
    lock = taken(path)
    assert lock.stands
    assert Lock.take(path) is None
    lock.release()
    assert not path.exists()
    taken(path).release()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be moved there")
def test_one_that_is_removed_or_replaced_no_longer_stands(path: Path) -> None:
    lock = taken(path)
    path.rename(path.with_name("elsewhere"))
    assert not lock.stands
    other = taken(path)
    assert not lock.stands
    assert other.stands
    path.unlink()
    assert not other.stands


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_nobody_else_may_read_it(path: Path) -> None:
    lock = taken(path)
    assert path.stat().st_mode & 0o777 == 0o600
    lock.release()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock there")
def test_a_disk_without_locks_is_an_error_and_no_lesser_lock(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def flock(file: int, how: int) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSYS)):
        Lock.take(path)
