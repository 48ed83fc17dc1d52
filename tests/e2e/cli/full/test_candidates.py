"""The best moves of each position in the other games."""

from __future__ import annotations

import re

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.cli import test_candidates as push
from tests.e2e.cli.samples import RECORDS
from tests.e2e.cli.test_candidates import EFFORT, SAMPLES


@pytest.mark.parametrize("game", [name for name in GAMES if name != "boku"])
def test_json_has_whole_legal_moves(boche, game: str) -> None:
    push.evaluations_with_whole_legal_moves(boche, game)


def test_the_table_lists_them_below_each_position(boche) -> None:
    path = str(RECORDS / SAMPLES["boche"])
    code, out, _ = boche("analyse", path, *EFFORT, "--candidates", "2")
    assert code == 0
    rows = out.splitlines()
    first = next(i for i, row in enumerate(rows) if row.startswith("   0 "))
    assert re.match(r" +1\. +[0-9.]+% +[0-9,]+ depth [0-9]+ +\S", rows[first + 1])
    assert re.match(r" +2\. +[0-9.]+%", rows[first + 2])
    assert re.match(r" +repeated searches differ by .* points?$", rows[first + 3])
    best = rows[first].split()[-2]
    assert rows[first + 1].split()[5] == best
    assert re.search(r"\n +19 .*  dark wins in 1 move: e:a1\n +1\. wins in 1 ", out)
    assert re.search(r"\n +18 .*  dark wins in 1 move: \S+ e:a1\n +1\. loses in 1 ", out)
    assert "depth" not in boche("analyse", path, *EFFORT)[1]
