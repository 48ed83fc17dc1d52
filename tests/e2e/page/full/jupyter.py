"""A JupyterLab of one's own: its folders, its port, its token; ended with its kernels."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests import ROOT

PATIENCE = 180.0
"""Seconds for the server to start, on a slow machine with others at work."""

SETTINGS: dict[str, dict[str, Any]] = {
    "apputils-extension/notification": {"checkForUpdates": False, "fetchNews": "false"},
    "notebook-extension/tracker": {"autoStartDefaultKernel": True},
}
"""Settings without which JupyterLab asks its user."""
OPTIONS = (
    "--no-browser",
    "--allow-root",
    "--expose-app-in-browser",  # so that a cell is run without knowing JupyterLab's buttons
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.port=0",
    "--ServerApp.terminals_enabled=False",
)


class JupyterLab(NamedTuple):
    """A running server: its address with a slash at the end, its token, and its notebooks."""

    url: str
    token: str
    folder: Path

    def notebook(
        self, name: str, cells: Sequence[str], outputs: Sequence[Mapping[str, str]] = ()
    ) -> str:
        """Write a notebook with these cells; return its address.

        ``outputs`` are what the first cell showed somebody else, by media type.
        """
        shown = [{"output_type": "display_data", "metadata": {}, "data": data} for data in outputs]
        sources = [
            {"cell_type": "code", "execution_count": None, "id": f"cell-{number}",
             "metadata": {}, "outputs": [] if number else shown, "source": source}
            for number, source in enumerate(cells)
        ]  # fmt: skip
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = {
            "cells": sources, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5
        }  # fmt: skip
        (self.folder / name).write_text(json.dumps(notebook), encoding="utf-8")
        return f"{self.url}lab/tree/{name}?token={self.token}"


@contextmanager
def jupyterlab(folder: Path) -> Iterator[JupyterLab]:
    """Start JupyterLab in a folder, and end it and its kernels when the block ends."""
    notebooks, token = folder / "notebooks", secrets.token_hex(16)
    notebooks.mkdir(parents=True)
    for name, settings in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(settings))
    log = folder / "log.txt"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *OPTIONS,
             f"--ServerApp.root_dir={notebooks}", f"--IdentityProvider.token={token}"],
            cwd=notebooks, env=environment(folder), stdin=subprocess.DEVNULL,
            stdout=output, stderr=output,
        )  # fmt: skip
    try:
        info = running(process, folder / "runtime", log)
        yield JupyterLab(f"http://127.0.0.1:{info['port']}/", token, notebooks)
    finally:
        end(process)


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a server that neither reads nor writes the user's files."""
    own = {
        "HOME": "home",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    places = {name: str(folder / place) for name, place in own.items()}
    usual = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    return {**usual, **places, "PYTHONPATH": str(ROOT), "LIBGL_ALWAYS_SOFTWARE": "1"}


def running(process: subprocess.Popen[bytes], runtime: Path, log: Path) -> dict[str, Any]:
    """Return what the server says of itself, once it has started."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        for file in runtime.glob("jpserver-*.json"):
            try:
                info: dict[str, Any] = json.loads(file.read_text())
            except ValueError:  # it is being written
                continue
            return info
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-4000:]}")


def end(process: subprocess.Popen[bytes]) -> None:
    """End the server; asked to, it ends its kernels first, and else they notice."""
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
