"""Launch of another program, in the way that lets this system end it most reliably."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from boche.engine.process.process_tree import ProcessGroup, RunningProcess, SupervisedProcess


def launch(words: Sequence[str]) -> RunningProcess:
    """Start a program. Raises ``OSError`` or ``ValueError`` if that fails."""
    if sys.platform == "win32":
        from boche.engine.process.windows_job import Job  # it can be imported on Windows only

        return Job(words)
    if sys.platform == "linux" and sys.executable:
        return SupervisedProcess(words)
    return ProcessGroup(words)
