"""Proofs of positions on boards of sizes 1 to 4: by the search, by players and with the books."""

from __future__ import annotations

import random

import pytest

from boche.engine import new
from boche.engine.games.boche.prover import made_book, open_book, read_book, solved
from boche.engine.games.boche.solve import END_RULES, Solver, start_of
from boche.engine.players.registry import make_player
from boche.engine.search.params import Budget, cpu_time
from boche.engine.search.searcher import Searcher
from tests.engine.games.boche.test_prover import SECONDS


def game_against_chance(size: int, rule: str, seat: int, seed: int):
    """Return a game of level 8 against random moves: the level's positions and moves, the end."""
    rng, position = random.Random(seed), new("boche", **start_of(size, rule))
    player, made = make_player("8", position, seed=seed, seconds=SECONDS), []
    while position.outcome is None:
        if position.player == seat:
            made.append((position, player.choose(position, [])))
            position = position.play(made[-1][1])
        else:
            position = position.play(position.random_move(rng))
    player.close()
    return made, position


def wins(solver: Solver, position) -> bool:
    """Return whether the side to move wins, counting a swap."""
    if position.outcome is not None:
        return position.outcome.winner == position.turn
    can_swap = "swap" in map(str, position.legal_moves())
    return can_swap or solver.winner(position) == position.turn


@pytest.mark.parametrize("rule", END_RULES)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_level_8_never_gives_a_win_away(size: int, rule: str) -> None:
    solver = Solver(start_of(size, rule))
    for seat in (0, 1):
        for seed in range(2):
            made, _ = game_against_chance(size, rule, seat, seed)
            for before, move in made:
                if before.cubes and wins(solver, before):
                    after, person = before.play(move), before.player
                    if after.is_over:
                        assert after.winning_player == person
                    elif str(move) == "swap":
                        assert solver.winner(before) != before.turn
                    else:
                        assert solver.winner(after) == before.turn


@pytest.mark.parametrize("rule", END_RULES)
def test_level_8_wins_every_game_as_the_second_player_on_size_4(rule: str) -> None:
    for seed in range(2):
        _, end = game_against_chance(4, rule, 1, seed)
        assert end.winning_player == 1


def drawn(start, cubes: int, rng: random.Random):
    """Return a position after so many random moves without a swap, or at the end of the game."""
    position = start
    while len(position.cubes) < cubes and not position.is_over:
        moves = [move for move in position.legal_moves() if str(move) != "swap"]
        position = position.play(rng.choice(moves))
    return position


def early_wins(rule: str, count: int):
    """Yield positions of random moves that the book knows, in which the side to move wins."""
    rng, solver = random.Random(rule), Solver(start_of(4, rule))
    read_book(solver)
    for number in range(count):
        position = None
        while position is None or solver.known(position) != position.turn:
            position = drawn(solver.start, 1 + number % max(solver.complete, 1), rng)
        yield position


@pytest.mark.parametrize("rule", END_RULES)
def test_a_win_is_kept_to_the_end_from_wherever_the_book_knows_it(rule: str) -> None:
    rng = random.Random(1)
    for number, position in enumerate(early_wins(rule, 4)):
        person, seconds = position.player, (0.1, 0.2)[number % 2]
        player = make_player("89"[number // 2], position, seed=number, seconds=seconds)
        with cpu_time():
            while position.outcome is None:
                mine = position.player == person
                move = player.choose(position, []) if mine else position.random_move(rng)
                while not mine and str(move) == "swap":
                    move = position.random_move(rng)
                position = position.play(move)
        player.close()
        assert position.winning_player == person


@pytest.mark.parametrize("rule", END_RULES)
def test_level_8_keeps_a_win_on_size_4_from_any_position_in_its_time(rule: str) -> None:
    """Whoever made the mistake: positions that the book does not know, or just so."""
    rng, plain = random.Random(rule), Solver(start_of(4, rule))
    knowing = Solver(plain.start.options)
    read_book(knowing)
    for cubes in (4, 6, 8):
        position = drawn(plain.start, cubes, rng)
        while position.is_over or knowing.winner(position) != position.turn:
            position = drawn(plain.start, cubes, rng)
        player = make_player("8", position, seed=cubes, seconds=3.0)
        with cpu_time():
            move = player.choose(position, [])
        after = position.play(move)
        player.close()
        winner = after.outcome.winner if after.is_over else plain.winner(after)
        assert winner == position.turn, f"{move} in\n{position.text_board()}"


@pytest.mark.parametrize("rule", END_RULES)
def test_what_the_book_says_of_replies_is_so(rule: str) -> None:
    """Compare a position behind the book's first replies with a solver without one."""
    rng, start = random.Random(rule), new("boche", **start_of(4, rule))
    searcher, solver = Searcher(start), Solver(start.options)
    position = start
    for ply in range(6):
        if position.is_over:
            break
        searcher.go_to(position)
        move = searcher.search(Budget(SECONDS)).best if ply % 2 else position.random_move(rng)
        position = position.play(move)
    if not position.is_over:
        second = "light" if position.swapped else "dark"
        assert solver.winner(position) == second


@pytest.mark.parametrize("rule", END_RULES)
def test_a_book_knows_all_positions_with_few_cubes_and_never_errs(rule: str) -> None:
    solver = Solver(start_of(3, rule), 9)
    for cubes in (1, 2, 3):
        counts = list(solved(solver, cubes))
    reader = Solver(solver.start.options)
    open_book(reader, made_book(solver, 3, 5))
    rng, unknown = random.Random(rule), 0
    assert counts[-1] > 100
    for number in range(400):
        position = drawn(solver.start, 1 + number % 5, rng)
        if not position.is_over:
            found = reader.known(position)
            assert found in (None, solver.winner(position))
            assert found is not None or len(position.cubes) > 3
            unknown += found is None
    assert unknown, "beyond that it does not know all"


def test_the_analysis_of_a_small_board_is_certain(boche, tmp_path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("a:a1\na:b2\n")
    flags = ("--size", "4", "--immediate-win", "--fill-board", "--seconds", "1")
    code, out, _ = boche("analyse", str(path), *flags)
    rows = [line for line in out.splitlines() if "100.0%" in line and line[:4].strip().isdigit()]
    assert code == 0
    assert len(rows) == 3
    assert rows[0].endswith("every move loses")
    assert rows[1].endswith("certain")
    assert rows[2].endswith("every move loses")
