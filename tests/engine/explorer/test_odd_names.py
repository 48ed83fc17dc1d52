"""Files with names that are not UTF-8 in the explorer's index."""

from __future__ import annotations

import os
from pathlib import Path

from boche.engine.explorer.answers import Explorer
from boche.engine.explorer.build import update
from boche.engine.games.registry import GAMES


def test_a_name_that_is_not_utf8_hides_nothing(tmp_path: Path) -> None:
    index, folder = tmp_path / "index", tmp_path / "odd"
    folder.mkdir()
    odd = folder / os.fsdecode(b"caf\xe9.sgf")
    bad = folder / os.fsdecode(b"\xff.sgf")
    (folder / "ok.sgf").write_text("(;FF[4]GM[Boku];B[f5];W[e4])")
    odd.write_text("(;FF[4]GM[Boku];B[f5];W[a1])")
    bad.write_text("(;no")
    for _ in range(2):  # the second time nothing is new
        last = list(update(index, [folder]))[-1]
    assert (last.done, last.files) == (0, 0)
    with Explorer(index) as explorer:
        start = GAMES["boku"].start(GAMES["boku"].complete({}))
        found = explorer.games(start.play(start.parse("f5")))
        assert {Path(game.path).name for game in found} == {"ok.sgf", odd.name}
        assert str(bad) in [path for path, _ in explorer.contents().problems]
        assert explorer.ask(start, without=str(odd)).games == 1
    odd.unlink()
    list(update(index, [folder]))
    with Explorer(index) as explorer:
        assert explorer.contents().files == 2
