"""A third-party game at a board's page: pointing works as at the desk."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from boche.viewer.camera.camera import frame
from boche.viewer.camera.rays import project
from boche.viewer.scene.model import SceneOptions
from tests import ROOT
from tests.e2e.server.people import ask
from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK

PACKAGE = ROOT / "tests" / "plugins" / "y"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a server with the package installed offline, as an operator would."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
               "--no-build-isolation", "--disable-pip-version-check", "--target", str(folder),
               str(PACKAGE)]  # fmt: skip
    subprocess.run(command, check=True, timeout=120)
    served = Served(
        "--data", str(tmp_path_factory.mktemp("server")),
        environment={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip
    yield served.address
    served.end()


def test_a_click_between_pegs_means_what_the_game_says(
    browser: Any, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(PACKAGE))
    middles = import_module("boche_y.pick").middles
    Position = import_module("boche_y.position").Position  # noqa: N806
    GAME_VIEW = import_module("boche_y.view").GAME_VIEW  # noqa: N806

    made = ask(server, "POST", "/api/boards", {"game": "y", "as": "Ann", "name": "Bob"})
    number, (ann, bob) = made["board"], made["secrets"]
    ask(server, "POST", f"/api/boards/{number}/come", {}, bob)
    page = browser.new_context(**DESK).new_page()
    page.goto(f"{server}/board/{number}#seat={ann}")
    page.wait_for_function("() => document.querySelector('#prompt').textContent.includes('place')")
    box = page.locator("#table").bounding_box()
    size = round(box["width"]), round(box["height"])
    start = Position(made["options"])
    camera = frame(
        GAME_VIEW.views["corner"], GAME_VIEW.scene(start, SceneOptions()).bounds, size[0] / size[1]
    )

    def point(cell: str, up: float) -> None:
        middle = middles([start.parse(cell)], start.size)
        ((x, y, *_),) = project(camera, middle + np.array([0.0, up, 0.0]), size)
        page.mouse.move(box["x"] + float(x), box["y"] + size[1] - float(y))

    point("c3", 0.55)  # in a corner of the cell, more than half the distance from its middle
    page.wait_for_function("() => document.querySelector('#places').value === 'c3'")
    page.wait_for_selector("#confirm", state="visible")
    # The page shows the move before the server has it.
    with page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        page.mouse.down()
        page.mouse.up()
    page.wait_for_function("() => document.querySelector('#moves bdi')?.textContent === 'c3'")
    ask(server, "POST", f"/api/boards/{number}/moves", {"move": "e5"}, bob)
    page.wait_for_function("() => document.querySelector('#state').textContent.includes('your')")
    point("d2", 0.0)
    page.wait_for_function("() => document.querySelector('#places').value === 'd2'")
    page.context.close()
