"""What a command says while a computer player is compiled for the first time."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.native.kernels import is_current
from boche.viewer.cli.first_use import compile_for, counted, tell_first


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put compiled code where there is none yet."""
    monkeypatch.setenv("BOCHE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("boche.engine.native.library.BESIDE", "nowhere")


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize("player", ["1", "rated:900", "uct:200"])
def test_the_first_game_is_announced(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = GAMES["octi"]
    assert not is_current(game)
    tell_first(game.new(), player)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        f"boche: compiling the computer player for {game.title}, this first time only\n"
    )


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize("player", ["random", "greedy", "gtp:another --program"])
def test_who_needs_no_search_waits_for_none(
    player: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tell_first(GAMES["octi"].new(), player)
    compile_for(GAMES["octi"].new(), [player, player])
    assert capsys.readouterr().err == ""


def test_what_takes_long_is_one_line_in_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    with counted("working"):
        pass
    assert capsys.readouterr().err == "boche: working\n"


def test_seconds_are_counted_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with counted("working"):
        pass
    assert capsys.readouterr().err == "\rboche: working: 0 s\n"
