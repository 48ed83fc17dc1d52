"""Printed boards and positions of random games as records."""

from __future__ import annotations

import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from boche.engine.record import Record, final_position, loads
from tests.engine.record.test_setup import games, some_position


@games
@given(seed=st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_a_position_is_written_and_read_again(game: str, seed: int) -> None:
    position = some_position(game, seed)
    record = Record.from_position(position)
    rng = random.Random(seed)
    for _ in range(3):
        if record.position().outcome is None:
            record.main_line()[-1].add(record.position().random_move(rng))
    again = loads(bytes(record))
    assert not again.problems
    assert not again.check()
    assert again == record
    assert again.start == position
    assert again.start.outcome == position.outcome
    assert bytes(again) == bytes(record)
    assert [p.to_text() for _, p in again.walk()] == [p.to_text() for _, p in record.walk()]
    assert final_position(again).to_text() == final_position(record).to_text()


@games
@given(coordinates=st.booleans(), seed=st.integers(0, 10**9))
@example(coordinates=True, seed=212)  # one cube lies, and the swap has been used
@settings(max_examples=14, deadline=None)
def test_a_printed_board_is_a_record(game: str, coordinates: bool, seed: int) -> None:
    position = some_position(game, seed)
    board = position.text_board(coordinates=coordinates)
    if board.startswith("(") or position.outcome is not None:
        return
    indented = "".join(f"   {line}\n" for line in board.splitlines())
    for text in (board, indented, f"```\n{board}```"):
        record = loads(f"{text}\n{position.turn} to move", options=position.options)
        start = record.start
        assert start.text_board(coordinates=coordinates) == board
        assert start.turn == position.turn
        assert record.remark
    moves = [str(move) for move in position.legal_moves() if str(move) != "swap"]
    if game == "boche":
        # What is hidden makes no difference to the rest of the game; only a swap cannot be seen.
        assert [str(move) for move in start.legal_moves() if str(move) != "swap"] == moves
        for move in moves[:3]:
            assert str(start.play(move).outcome) == str(position.play(move).outcome)
