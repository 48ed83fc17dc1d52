"""What a notebook's cells show while they run, by a real kernel."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from jupyter_client.manager import KernelManager

from tests import ROOT

PATIENCE = 120
"""Seconds for a kernel to start or a cell to run, on a slow machine with others at work."""


def outputs(code: str, folder: Path) -> list[dict[str, Any]]:
    """Run a cell in a kernel of its own; return the messages that a notebook would show."""
    shown: list[dict[str, Any]] = []
    manager = KernelManager()  # of the Python that runs the tests
    manager.start_kernel(
        cwd=str(folder),
        env={**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder / "ipython")},
    )
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        client.execute_interactive(code, timeout=PATIENCE, output_hook=shown.append)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return [message["content"] for message in shown]


def test_a_film_has_a_bar_in_a_notebook(tmp_path: Path) -> None:
    code = (
        "import boche\n"
        "record = boche.sample_records('boku')[0]\n"
        "record.film('a.gif', size=(64, 64), moves=(1, 2), fps=2)\n"
        "record.film('b.gif', size=(64, 64), moves=(1, 2), fps=2, progress=False)\n"
    )
    shown = outputs(code, tmp_path)
    text = "".join(str(content.get("text", "")) for content in shown)
    assert not any("traceback" in content for content in shown), shown
    assert text.count("\r  0%|") == 1, "one of the two has a bar"
    assert "100%" in text
    assert (tmp_path / "b.gif").exists()
