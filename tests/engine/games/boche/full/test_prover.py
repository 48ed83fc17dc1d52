"""Proofs of positions with the books of sizes 3 and 4, by all rules for the end of a game."""

from __future__ import annotations

import pytest

from boche.engine.games.boche.solve import END_RULES
from tests.engine.games.boche.full.test_prover_more import (
    SOME,
    check_a_book_knows_all_positions_with_few_cubes_and_never_errs,
    check_a_win_is_kept_to_the_end_from_wherever_the_book_knows_it,
    check_level_8_keeps_a_win_on_size_4_from_any_position_in_its_time,
)

others = pytest.mark.parametrize("rule", [rule for rule in END_RULES if rule not in SOME])


@others
def test_level_8_keeps_a_win_on_size_4_from_any_position_in_its_time(rule: str) -> None:
    check_level_8_keeps_a_win_on_size_4_from_any_position_in_its_time(rule)


@others
def test_a_book_knows_all_positions_with_few_cubes_and_never_errs(rule: str) -> None:
    check_a_book_knows_all_positions_with_few_cubes_and_never_errs(rule)


@others
def test_a_win_is_kept_to_the_end_from_wherever_the_book_knows_it(rule: str) -> None:
    check_a_win_is_kept_to_the_end_from_wherever_the_book_knows_it(rule)
