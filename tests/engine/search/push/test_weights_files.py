"""Files of weights that are none: one line that names the file, before anything is played."""

from __future__ import annotations

import io
import pickle
import random
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.engine.games.registry import GAMES, find
from boche.engine.match.match import play_game, play_match
from boche.engine.match.plan import Plan
from boche.engine.native.kernels import encoding_of, features_of, kernels
from boche.engine.players.errors import PlayerError
from boche.engine.players.registry import check_name
from boche.engine.search import weights
from boche.engine.search.weights import WeightsError, packed, shapes, shipped
from tests import ROOT

WEIGHTS = ROOT / "assets" / "weights"
LEARNED, *OTHERS = [name for name, game in GAMES.items() if encoding_of(game).learned]
GAME = find(LEARNED)


def arrays(kind: Any = None, more: int = 0) -> dict[str, Any]:
    wanted = shapes(features_of(GAME)).items()
    return {key: np.zeros(length + more, kind or own) for key, (length, own) in wanted}


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def contents() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed(arrays()))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def bomb(*, honest: bool) -> bytes:
    """Return an archive with an array of 300 MB that may state its size as that wanted."""
    data = zipped({**contents(), "move.npy": bytes(300_000_000)})
    if honest:
        return data
    stated, wanted = struct.pack("<I", 300_000_000), len(contents()["move.npy"])
    return data.replace(stated, struct.pack("<I", wanted))


def header_of_a_giant() -> bytes:
    out = io.BytesIO()
    giant = {"descr": "<i2", "fortran_order": False, "shape": (10**13,)}
    np.lib.format.write_array_header_1_0(out, giant)
    return out.getvalue()


GOOD = packed(arrays())

BAD: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "cut": lambda: GOOD[: len(GOOD) // 2],
    "random": lambda: random.Random(1).randbytes(5_000),
    "a plain zip": lambda: zipped({"letter.txt": b"hello"}),
    "an array lacking": lambda: packed({k: v for k, v in arrays().items() if k != "outer"}),
    "an array too many": lambda: packed({**arrays(), "more": np.zeros(3)}),
    "wrong sizes": lambda: packed(arrays(more=1)),
    "wrong types": lambda: packed(arrays(kind=np.float16)),
    "two dimensions": lambda: packed({k: v[None] for k, v in arrays().items()}),
    "a pickle": lambda: pickle.dumps(arrays()),
    "pickled objects": lambda: packed({k: np.array([None] * 9) for k in arrays()}),
    "another game's": lambda: (WEIGHTS / f"{OTHERS[0]}.npz").read_bytes(),
    "no arrays": lambda: zipped(dict.fromkeys(contents(), b"x" * 2_000)),
    "an array of terabytes": lambda: zipped(
        {**contents(), "move.npy": header_of_a_giant().ljust(len(contents()["move.npy"]))}
    ),
    "other compression": lambda: zipped(contents(), zipfile.ZIP_BZIP2),
    "a bomb": lambda: bomb(honest=True),
    "a bomb that lies": lambda: bomb(honest=False),
    "very long": lambda: GOOD + bytes(50_000_000),
}


@pytest.fixture(params=BAD)
def bad(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "mine.npz"
    path.write_bytes(BAD[request.param]())
    return path


def test_a_bad_file_is_refused_with_its_name_and_little_memory(bad: Path) -> None:
    check_name(f"net:{bad}")  # without a game only the name counts
    tracemalloc.start()
    try:
        with pytest.raises(PlayerError) as caught:
            check_name(f"net:{bad}", GAME)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
    assert str(bad) in str(caught.value)
    assert "training" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_good_weights_are_no_bad_ones(tmp_path: Path) -> None:
    path = tmp_path / "good.npz"
    path.write_bytes(GOOD)
    check_name(f"net:{path}", GAME)
    for name in (LEARNED, *OTHERS):
        check_name(f"net:{WEIGHTS / name}.npz", find(name))
        for other in {LEARNED, *OTHERS} - {name}:
            with pytest.raises(PlayerError, match="another game"):
                check_name(f"net:{WEIGHTS / name}.npz", find(other))


def test_no_match_begins_with_a_bad_file(bad: Path, tmp_path: Path) -> None:
    folder = tmp_path / "match"
    plan = Plan(f"net:{bad}", "random", GAME.name, GAME.complete({}))
    with pytest.raises(PlayerError, match=r"mine\.npz"):
        play_match(plan, 2, folder)
    assert not folder.exists()


def test_a_file_has_to_be_named_and_there() -> None:
    for text, reason in (
        ("net", "give the weights file"),
        ("net:/no/such.npz", "cannot read '/no/such"),
    ):
        with pytest.raises(PlayerError, match=reason):
            check_name(text, GAME)


@pytest.mark.parametrize("command", ["match", "play", "tournament", "gtp"])
def test_commands_refuse_it_in_one_line(boche: Any, tmp_path: Path, command: str) -> None:
    path = tmp_path / "empty.npz"
    path.touch()
    words = {
        "match": ["match", f"net:{path}", "1", "-o", f"{tmp_path / 'match'}"],
        "play": ["play", "--dark", f"net:{path}"],
        "tournament": ["tournament", f"net:{path}", "1", "-o", f"{tmp_path / 'tournament'}"],
        "gtp": ["gtp", "--player", f"net:{path}"],
    }
    code, out, err = boche(*words[command])
    assert (code, out) == (2, "")
    assert str(path) in err
    assert len(err.splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["empty.npz"]


def test_a_file_that_vanishes_is_no_lost_game(tmp_path: Path) -> None:
    plan = Plan(f"net:{tmp_path / 'gone.npz'}", "random", GAME.name, GAME.complete({}), opening=0)
    with pytest.raises(WeightsError, match=r"gone\.npz"):
        play_game(plan, 0)


@pytest.mark.parametrize("name", [LEARNED, *OTHERS])
def test_flipped_bytes_are_noticed_and_ask_for_another_installation(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, rng = bytearray((WEIGHTS / f"{name}.npz").read_bytes()), random.Random(7)
    folder = tmp_path / "weights"
    folder.mkdir()
    compiled = kernels(find(name))
    whole = shipped(compiled, name)
    assert whole is not None
    monkeypatch.setattr(weights, "files", lambda package: tmp_path)
    refusals = list[str]()
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            damaged[rng.randrange(len(data))] ^= rng.randrange(1, 256)
        (folder / f"{name}.npz").write_bytes(damaged)
        shipped.cache_clear()
        try:
            found = shipped(compiled, name)
        except WeightsError as error:
            refusals.append(str(error))
        else:  # a byte that means nothing, such as a time
            assert found is not None
            assert all(np.array_equal(found[key], whole[key]) for key in whole)
    shipped.cache_clear()
    assert len(refusals) > 40
    for line in refusals:
        assert str(folder / f"{name}.npz") in line
        assert "install" in line
        assert "\n" not in line
