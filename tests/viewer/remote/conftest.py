"""Fixtures: a real server, and one that lies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.viewer.remote.host import Cable, Host, Liar
from tests.viewer.remote.seeker import Seeker


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="package")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("server"))
    yield found
    found.close()


@pytest.fixture
def cable(host: Host) -> Iterator[Cable]:
    found = Cable(host.port)
    yield found
    found.cut()


@pytest.fixture
def liar() -> Iterator[Liar]:
    found = Liar()
    yield found
    found.close()


@pytest.fixture
def seeker() -> Iterator[Seeker]:
    found = Seeker()
    yield found
    found.close()
