"""Exercises in the real window: by keys through X, by mouse, and kept between starts."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record.evaluation import evaluation_of
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display
from tests.viewer.training.made import blundered

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.training_scenarios"


def analysed(desk: Desk, game: str) -> tuple[Path, str]:
    """Write an analysed game with a mistake; return its file and the best move."""
    record, node = blundered(game)
    assert node.parent is not None
    kept = evaluation_of(node.parent)
    assert kept is not None
    path = desk.folder / f"{game}.sgf"
    path.write_bytes(bytes(record))
    return path, kept.lines[0].moves[0]


def cards(desk: Desk) -> list[dict[str, Any]]:
    path = desk.home / "data" / "training.json"
    return list(json.loads(path.read_bytes())["cards"].values()) if path.exists() else []


def awaited(desk: Desk, condition: Any) -> bool:
    """Wait until a condition holds; return whether it does within some seconds."""
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(condition())


def titled(desk: Desk, title: str) -> bool:
    return bool(desk.do("search", "--onlyvisible", "--name", title, check=False))


def type_move(desk: Desk, move: str) -> None:
    desk.do("key", "slash")
    desk.do("type", "--delay", 20, move)
    desk.do("key", "Return")


@pytest.mark.parametrize("game", ["che"])
def test_a_mistake_is_retried_by_keys(desk: Desk, game: str) -> None:
    path, best = analysed(desk, game)
    desk.start(path)
    retrying = f"^Retry your mistakes - {GAMES[game].title}$"
    desk.do("sleep", 1.0)  # it reads the analysis
    desk.keys("ctrl+shift+m")
    assert awaited(desk, lambda: titled(desk, retrying))
    desk.do("sleep", 2.0)  # the last move before the position comes
    assert [card["reviewed"] for card in cards(desk)] == [None]
    type_move(desk, best)
    assert awaited(desk, lambda: cards(desk)[0]["reviewed"])
    desk.keys("Return")
    assert awaited(desk, lambda: titled(desk, f"^{path.name} - "))
    path.unlink()
    assert cards(desk)[0]["game"], "the card has the moves"
