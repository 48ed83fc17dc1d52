"""A cluster of processes of this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests import ROOT

PATIENCE = 120.0


def until(true: Callable[[], bool], what: str) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"not in {PATIENCE} seconds: {what}"
        time.sleep(0.02)


def environment(code: Path = ROOT) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(code)}


def games_in(folder: Path) -> int:
    return sum(1 for _ in folder.glob("game-*.sgf"))


class LocalCluster:
    """A scheduler and workers of one thread each, in a folder for their files."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.folder, self.processes = folder, dict[str, subprocess.Popen[bytes]]()
        self._settings = settings
        where = folder / "scheduler.json"
        protocol = "tls" if settings else "tcp"
        self._start(
            "scheduler", ["--protocol", protocol, "--port", "0", "--scheduler-file", str(where)]
        )
        # The log says so before the file is written.
        until(lambda: where.exists() and where.read_text().rstrip().endswith("}"), "a scheduler")
        self.address = json.loads(where.read_text())["address"]

    def worker(self, name: str, code: Path = ROOT) -> None:
        """Start a worker; return when the scheduler knows it."""
        self.begin_worker(name, code)
        self.wait_for(name)

    def begin_worker(self, name: str, code: Path = ROOT) -> None:
        flags = ["--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder)]
        self._start("worker", [self.address, *flags, "--name", name], name, code)

    def wait_for(self, name: str) -> None:
        until(lambda: "Registered to:" in self.log(name), name)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def send(self, number: signal.Signals, *names: str) -> None:
        for name in names:
            self.processes[name].send_signal(number)
            if number == signal.SIGKILL:
                self.processes.pop(name).wait()

    def _start(self, kind: str, flags: list[str], name: str = "", code: Path = ROOT) -> None:
        with (self.folder / f"{name or kind}.log").open("wb") as log:
            self.processes[name or kind] = subprocess.Popen(
                [sys.executable, "-m", "dask", kind, "--host", "127.0.0.1",
                 "--dashboard-address", "127.0.0.1:0", *flags],
                cwd=self.folder, env={**environment(code), **self._settings},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip


@contextmanager
def local_cluster(
    folder: Path, settings: Mapping[str, str] | None = None
) -> Iterator[LocalCluster]:
    """Yield a cluster without workers; kill its processes in the end.

    ``settings`` are those of Dask in the environment.
    """
    cluster = LocalCluster(folder, settings or {})
    try:
        yield cluster
    finally:
        cluster.send(signal.SIGKILL, *cluster.processes)
