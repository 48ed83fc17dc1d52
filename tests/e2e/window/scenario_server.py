"""A process with all imports that a window needs, which forks for each scenario.

Imports take most of a window's start-up time, and a fork is fast. The process itself has no
window, thread or connection, so there is nothing to share.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from tests import ROOT


class Server:
    """The forking process, as the tests see it; ``path`` is its path for further packages."""

    def __init__(self, env: dict[str, str]) -> None:
        self.path = env.get("PYTHONPATH")
        command = [sys.executable, "-m", "tests.e2e.window.scenario_server"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(
        self, module: str, name: str, args: list[str], env: dict[str, str], timeout: float
    ) -> Any:
        """Run a function of a module in its own process with that environment; return its result.

        Raises ``AssertionError`` with the process's output if it fails or exceeds the timeout.
        """
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder, "out"), Path(folder, "err")
            self._ask([module, name, args, env, str(out), str(err)])
            guard = threading.Timer(timeout, os.kill, [int(self._answer()), signal.SIGKILL])
            guard.start()
            code = self._answer()
            guard.cancel()
            assert code == "0", f"{name}: exit code {code}\n{err.read_text()}"
            return json.loads(out.read_text())

    def _ask(self, job: list[Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        """End the process."""
        self._process.communicate(timeout=60)


def main() -> None:
    """Fork for each line of standard input; write the child's number and then its exit code."""
    import tests.e2e.window.served  # noqa: F401

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            become(*json.loads(line))
            return
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def become(
    module: str, name: str, args: list[str], env: dict[str, str], out: str, err: str
) -> None:
    """Turn into the process of one scenario, with its environment and streams."""
    os.environ.clear()
    os.environ.update(env)
    for stream, path in ((0, os.devnull), (1, err), (2, err)):
        os.dup2(os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600), stream)
    found = getattr(importlib.import_module(module), name)(*args)
    Path(out).write_text(json.dumps(found))


if __name__ == "__main__":
    main()
