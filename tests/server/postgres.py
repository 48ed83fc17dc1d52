"""A private PostgreSQL cluster for tests: started once, stopped by its last user."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path

from filelock import FileLock

USER = "boche"


def program(name: str) -> str:
    """Return the path of a PostgreSQL program. Fails with a plain message if there is none."""
    found = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}")) or [shutil.which(name) or ""]
    if not found[-1]:
        raise RuntimeError(f"PostgreSQL is missing ({name}): sudo apt-get install postgresql")
    return found[-1]


def _as_somebody(*command: str) -> None:
    """Run a command; if root, as the user ``postgres``, as it refuses to run as root."""
    if os.geteuid() == 0:
        command = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command)
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
    if done.returncode:
        raise RuntimeError(f"{command[-1]}: {done.stdout}{done.stderr}")


class Cluster:
    """A server in a folder, reached only by a socket in it.

    Unless it is ``durable``, it does not sync to disk: what tests write need not survive a crash.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self._durable = "" if durable else "-c fsync=off"

    def start(self) -> None:
        self.folder.mkdir()
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        data = str(self.folder / "data")
        _as_somebody(
            program("initdb"), "-D", data, "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8"
        )  # fmt: skip
        self.run("start")

    def run(self, what: str) -> None:
        """Run ``start``, ``stop`` or ``restart``, in fast mode, which disconnects clients."""
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=200 {self._durable}"
        _as_somebody(
            program("pg_ctl"), "-D", str(self.folder / "data"), "-l", str(self.folder / "log"),
            "-m", "fast", "-o", options, "-w", what,
        )  # fmt: skip

    def remove(self) -> None:
        """Stop it, and delete all its data."""
        self.run("stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self, name: str, more: str = "") -> str:
        """Return the URL of a new, empty database of this process; ``more`` are options in SQL."""
        name += "_" + os.environ.get("PYTEST_XDIST_WORKER", "alone")
        for statement in (f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} {more}"):
            _as_somebody(
                program("psql"),
                "-h",
                str(self.folder),
                "-U",
                USER,
                "-q",
                "-c",
                statement,
                "postgres",
            )
        return f"postgresql://{USER}@/{name}?host={self.folder}"


@contextmanager
def shared_cluster(common: Path) -> Iterator[Cluster]:
    """Yield one cluster for all processes of a test run that share the folder ``common``."""
    # Socket paths must be short, and accessible to the user who runs the server.
    folder = Path("/tmp") / f"boche-tests-{zlib.crc32(str(common).encode())}"
    users = common / "postgres-users"
    with FileLock(common / "postgres.lock"):
        count = int(users.read_text()) if users.exists() else 0
        if not count:
            shutil.rmtree(folder, ignore_errors=True)
            Cluster(folder).start()
        users.write_text(str(count + 1))
    try:
        yield Cluster(folder)
    finally:
        with FileLock(common / "postgres.lock"):
            count = int(users.read_text()) - 1
            users.write_text(str(count))
            if not count:
                Cluster(folder).remove()
