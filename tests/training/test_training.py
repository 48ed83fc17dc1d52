"""``python -m training`` as a user starts it: whole, stopped and started again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.engine.errors import BocheError
from boche.engine.games.registry import find
from boche.engine.native.kernels import kernels_over_search
from training.__main__ import main
from training.fit import Recipe, fit
from training.generation import Chunk, load, play_chunk

GAME = "boku"
QUICK = ("--quick", "20", "--long", "40", "--games", "2", "--seconds", "0.02", "--jobs", "1")


def train(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "training", "--game", GAME, "--folder", str(folder)]
    return subprocess.run(
        [*command, *QUICK, *arguments], capture_output=True, text=True, timeout=300, check=False
    )


def log_of(folder: Path, what: str) -> list[dict[str, Any]]:
    entries = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return [entry for entry in entries if entry["what"] == what]


def test_a_chunk_depends_on_its_seed_alone(tmp_path: Path) -> None:
    contents = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        content = play_chunk(Chunk(GAME, seed, 3, quick=10, long=20))[0]
        (tmp_path / f"{name}.npz").write_bytes(content)
        with np.load(tmp_path / f"{name}.npz") as archive:
            contents.append({key: archive[key].tolist() for key in archive})
    assert contents[0] == contents[1]
    assert contents[0] != contents[2]


def test_games_of_self_play_are_games_by_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "chunk.npz"
    path.write_bytes(play_chunk(Chunk(GAME, 4, 5, quick=10, long=30, often=2))[0])
    games = load([path], kernels_over_search(find(GAME), "training.fitting").Games)
    noted = 0
    for number, result in enumerate(games.results):
        position = new(GAME)
        for ply in range(games.moves_from[number], games.moves_from[number + 1]):
            moves = position.legal_moves()
            # The number of legal moves may be smaller: only a five, or what stops one.
            assert 1 <= games.legal[ply] <= len(moves)
            if games.kinds[ply] == 2:
                shares = games.visits[noted : noted + games.legal[ply]]
                noted += games.legal[ply]
                assert 9_900 <= shares.sum() <= 10_000 or shares.sum() == 0
            position = position.play(position.move_of(int(games.moves[ply])))
        assert position.outcome is not None
        assert position.winning_player == (None if result == 2 else result)
    assert noted == len(games.visits)


BAD = {
    "--game": ["chess"],
    "--hours": ["x", "0", "-1", "nan", "inf", "1e300"],
    "--generations": ["0", "-1", "1.5"],
    "--jobs": ["0", "-1", "100000"],
    "--quick": ["0", "-3"],
    "--long": ["0", "-3"],
    "--games": ["0", "-1"],
    "--seconds": ["0", "-1", "nan"],
    "--folder": ["", "FILE", "FILE/inside"],
}


@pytest.mark.parametrize(
    ("flag", "value"), [(flag, value) for flag, values in BAD.items() for value in values]
)
def test_bad_arguments_get_one_line(
    flag: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    words = ["--game", GAME, "--folder", str(tmp_path / "run"), flag, value]
    with pytest.raises(SystemExit) as stopped:
        main([word.replace("FILE", str(file)) for word in words])
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("python -m training: ")
    assert flag in err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("name", ["moves", "legal"])
def test_games_that_are_none_by_the_rules_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "chunk.npz"
    path.write_bytes(play_chunk(Chunk(GAME, 4, 3, quick=10, long=30, often=1))[0])
    with np.load(path) as archive:
        arrays = dict(archive)
    fit(GAME, [path], recipe=Recipe(rounds=1), say=list)
    arrays[name][-1] = 30_000
    np.savez(path, **arrays)
    with pytest.raises(BocheError, match=r"chunk.npz': its game 2 is not one by the rules"):
        fit(GAME, [path], say=list)


def test_a_damaged_chunk_is_named_and_can_be_deleted(tmp_path: Path) -> None:
    path, whole = tmp_path / "chunk-0001.npz", tmp_path / "chunk-0002.npz"
    data = play_chunk(Chunk(GAME, 3, 2, quick=20, long=40))[0]
    whole.write_bytes(data)
    for content in (b"", data[: len(data) // 2], bytes(range(256)) * 9, data[:300] + data[299:]):
        path.write_bytes(content)
        with pytest.raises(BocheError, match=r"chunk-0001.*delete it") as caught:
            load([whole, path], dict)
        assert "\n" not in str(caught.value)
    assert load([whole], dict)


def test_training_with_damaged_files_ends_in_one_line(tmp_path: Path) -> None:
    arguments = ("--hours", "0.0001", "--generations", "1")
    chunk, log = tmp_path / "generation-1" / "chunk-0001.npz", tmp_path / "log.jsonl"
    chunk.parent.mkdir()
    chunk.write_bytes(b"no chunk")
    done = train(tmp_path, *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert str(chunk) in done.stderr
    log.write_text("{")
    done = train(tmp_path, *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert str(log) in done.stderr


def test_a_folder_of_another_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log.jsonl").write_text('{"generation": 0, "what": "run", "game": "che"}\n')
    assert main(["--game", "boku", "--folder", str(tmp_path), "--hours", "0.001"]) == 1
    assert "holds a run of che" in capsys.readouterr().err
