"""Puzzles made in one process and in several."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.cli.test_puzzles import MAKE


def test_the_same_seed_makes_the_same_puzzles_in_any_number_of_processes(
    boche, tmp_path: Path
) -> None:
    made = []
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.sgf"
        code, _, err = boche(*MAKE, "--count", "2", "--seed", "3", "--jobs", jobs, "-o", str(file))
        assert code == 0, err
        made.append(file.read_bytes())
    assert made[0] == made[1]
