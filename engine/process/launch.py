"""Starting another program in the way that the system at hand can end it best."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from engine.process.process_tree import ProcessGroup, RunningProcess, SupervisedProcess


def launch(words: Sequence[str]) -> RunningProcess:
    """Start a program. Raises ``OSError`` and ``ValueError`` where that cannot be done."""
    if sys.platform == "win32":
        from engine.process.windows_job import Job  # it can be imported there only

        return Job(words)
    if sys.platform == "linux" and sys.executable:
        return SupervisedProcess(words)
    return ProcessGroup(words)
