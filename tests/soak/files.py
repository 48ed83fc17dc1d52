"""Writing of files while the system fails: each call in turn, in each way, over each kind of file.

Whatever happens, the place holds the whole old file or the whole new one, what was reported is
true, and nothing else is left behind.
"""

from __future__ import annotations

import argparse
import builtins
import errno
import os
import random
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from boche.engine.atomic_write import FileError, write_file

CALLS = (
    "stat", "lstat", "open", "close", "write", "fsync", "chown", "chmod", "utime", "replace",
    "readlink", "listxattr", "getxattr", "setxattr",
)  # fmt: skip
ERRORS = (errno.ENOSPC, errno.EIO, errno.EINTR, errno.EACCES)
KINDS = ("new", "old", "link", "dangling")


class Trouble:
    """An injected fault: it counts all calls and fails the one with number ``at``."""

    def __init__(self, at: int, error: BaseException) -> None:
        self.count, self.at, self.error, self.name = 0, at, error, ""

    def hit(self, name: str) -> None:
        self.count += 1
        if self.count == self.at:
            self.name = name
            raise self.error


@contextmanager
def troubled(trouble: Trouble) -> Iterator[None]:
    """Route the calls of ``os``, and writing to files, through ``trouble``."""
    real_open = builtins.open

    def failing(name: str, real: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            if name == "close":  # a file that fails to close is closed nevertheless
                real(*args, **kwargs)
                return trouble.hit(name)
            trouble.hit(name)
            return real(*args, **kwargs)

        return call

    class Disk:
        """An open file whose writing may stop halfway."""

        def __init__(self, file: Any) -> None:
            self._file = file

        def __enter__(self) -> Disk:
            return self

        def __exit__(self, *_: object) -> None:
            self._file.close()
            trouble.hit("close")

        def write(self, data: bytes) -> int:
            self._file.write(data[: len(data) // 2])
            trouble.hit("write")
            return int(self._file.write(data[len(data) // 2 :]))

        def flush(self) -> None:
            self._file.flush()
            trouble.hit("flush")

        def fileno(self) -> int:
            return int(self._file.fileno())

    with ExitStack() as patches:
        for name in CALLS:
            if name != "write" and hasattr(os, name):
                patches.enter_context(patch.object(os, name, failing(name, getattr(os, name))))
        opened = lambda *args, **kwargs: Disk(real_open(*args, **kwargs))  # noqa: E731
        patches.enter_context(patch.object(builtins, "open", opened))
        yield


def place_of(folder: Path, kind: str, old: bytes) -> tuple[Path, Path]:
    """Return the name to write to, and the place that it refers to."""
    name, real = folder / "name", folder / "real"
    if kind in ("old", "link"):
        (real if kind == "link" else name).write_bytes(old)
        (real if kind == "link" else name).chmod(0o640)
    if kind in ("link", "dangling"):
        name.symlink_to("real")
        return name, real
    return name, name


def tried(kind: str, at: int, error: BaseException, old: bytes, new: bytes) -> tuple[str, bool]:
    """Write once. Return the problem found, and whether the fault occurred."""
    folder = Path(tempfile.mkdtemp(prefix="boche-soak-"))
    try:
        name, place = place_of(folder, kind, old)
        before, trouble, raised = sorted(os.listdir(folder)), Trouble(at, error), False
        try:
            with troubled(trouble):
                write_file(name, new)
        except (FileError, KeyboardInterrupt):
            raised = True
        except Exception as other:
            return f"{trouble.name}: {other!r} came through", True
        wrong = judged(folder, before, place, raised, kind, old, new)
        return (f"{trouble.name}: {wrong}" if wrong else ""), bool(trouble.name)
    finally:
        shutil.rmtree(folder)


def judged(
    folder: Path, before: list[str], place: Path, raised: bool, kind: str, old: bytes, new: bytes
) -> str:
    """Return the problem with the state that a write has left, or an empty string."""
    found = place.read_bytes() if place.exists() else None
    if not raised and found != new:
        return "it was not told that nothing was written"
    if raised and found != (old if kind in ("old", "link") else None):
        return "it failed, and the old file is not what it was"
    after = sorted(os.listdir(folder))
    if after != (before if found is None else sorted({*before, place.name})):
        return f"left behind: {after}"
    if kind in ("old", "link") and stat.S_IMODE(place.stat().st_mode) != 0o640:
        return "other permissions"
    return ""


def cases(rng: random.Random) -> Iterator[tuple[int, BaseException, str, bytes, bytes]]:
    """Yield endless cases: numbers of calls, errors, kinds of places, old and new contents."""
    while True:
        old, new = rng.randbytes(rng.randrange(1, 5000)), rng.randbytes(rng.randrange(1, 300_000))
        for kind in KINDS:
            for error in (*ERRORS, None):
                for at in range(1, 60):
                    trouble = KeyboardInterrupt() if error is None else OSError(error, "trouble")
                    yield at, trouble, kind, old, new


def main() -> int:
    """Run the command. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    end, tries, failed, wrong = time.monotonic() + args.seconds, 0, 0, 0
    for at, error, kind, old, new in cases(random.Random(args.seed)):
        if time.monotonic() >= end:
            break
        tries += 1
        words, came = tried(kind, at, error, old, new)
        failed += came
        if words:
            wrong += 1
            print(f"seed {args.seed}, try {tries}: {kind}, call {at}, {error!r}: {words}")
    print(f"files: {tries} written, {failed} met by a failure, {wrong} wrong")
    return 1 if wrong or not failed else 0


if __name__ == "__main__":
    sys.exit(main())
