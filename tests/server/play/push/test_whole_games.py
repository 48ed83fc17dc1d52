"""Each game played to its end: the server and the record agree about it."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from boche.engine.durations import DAY
from boche.engine.game import seat_of
from boche.engine.games.registry import GAMES, find
from boche.engine.record import check, dump_sgf, final_position, loads, read_result
from boche.server.database.store import Transaction
from boche.server.play import moves
from boche.server.play.actor import Actor
from boche.server.play.match import load
from boche.server.play.moves import Played
from boche.server.play.records import record_of
from boche.server.web.api.schemas import board_json
from tests.server.desk import Desk

SMALL = {"boche": "-size=4 -kill=0", "che": "", "boku": "", "octi": "-bases=1"}
SEED = 5
"""A seed with which none of the games is long."""


def test_every_game_is_tried() -> None:
    assert set(SMALL) == set(GAMES)


@cache
def random_game(game: str, options: str) -> tuple[str, ...]:
    """Return the moves of a game to its end."""
    rng, texts = random.Random(SEED), list[str]()
    given = {name: int(value) for name, value in re.findall(r"-(\w+)=(\d+)", options)}
    position = find(game).new(**given)
    while position.outcome is None:
        texts.append(position.format(rng.choice(list(position.legal_moves()))))
        position = position.play(texts[-1])
    return tuple(texts)


@pytest.mark.parametrize("game", SMALL)
def test_a_game_of_random_moves(desk: Desk, game: str) -> None:
    number, ann, bob = desk.board(game, SMALL[game] + " --forfeittime=2")
    people = (Actor(ann.id), Actor(bob.id))
    texts = random_game(game, SMALL[game])
    board = desk.store.read(lambda transaction: load(transaction, number))
    for ply, move in enumerate(texts, 1):
        position = board.position
        seat = seat_of(position, position.turn)
        assert board.row.turn == seat
        assert board.row.deadline == desk.now + 2 * DAY
        desk.pass_time(60.0 * (ply % 7))

        def work(
            transaction: Transaction, seat: int = seat, move: str = move, ply: int = ply
        ) -> Played:
            return moves.move(transaction, people[seat], number, move, desk.now, ply)

        played = desk.store.write(work)
        assert (played.ply, played.text, played.again) == (ply, move, False)
        board = played.board
    board = desk.store.read(lambda transaction: load(transaction, number))
    record = loads(dump_sgf(record_of(board)).decode())
    assert check(record) == []
    assert board.moves == texts
    assert board.row.state == "over"
    said = board_json(board, Actor(), desk.now)
    outcome = final_position(record).outcome
    result = read_result(board.game.sgf, record.result)
    assert result is not None
    assert outcome is not None
    winner = None if board.row.winner is None else board.colour_of(board.row.winner)
    assert (outcome.winner, outcome.kind) == (winner, said["outcome"]["kind"])
    assert result.winner == winner
    rows = desk.do("ratings ann bob")
    assert rows.count(game) == 2


def test_after_a_swap_the_result_is_that_of_the_new_colours(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche swap {number}", user=bob)
    desk.do(f"boche resign {number}", user=ann)
    board = desk.store.read(lambda transaction: load(transaction, number))
    assert board.row.winner == 1
    record = loads(dump_sgf(record_of(board)).decode())
    assert check(record) == []
    result = read_result(board.game.sgf, record.result)
    assert result is not None
    assert result.winner == board.colour_of(1) == board.game.colours[0]
    assert desk.do("ratings bob").split()[-3:] == ["1", "0", "0"]
