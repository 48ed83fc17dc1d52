"""An index follows its folders: new, changed, deleted, copied and damaged files."""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from boche.engine import GAMES, new
from boche.engine.explorer.answers import Answer, Explorer
from boche.engine.explorer.build import Progress, Writer, update
from boche.engine.explorer.database import connect
from boche.engine.explorer.keys import place_of
from boche.engine.explorer.scan import IndexedGame, Play
from boche.engine.record import Record


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder of records."""
    records = tmp_path / "records"
    records.mkdir()
    return records


def index_of(folder: Path) -> Path:
    return folder.parent / "index.sqlite3"


def built(folder: Path) -> list[Progress]:
    return list(update(index_of(folder), [folder]))


def asked(folder: Path, position: Any) -> Answer:
    built(folder)
    with Explorer(index_of(folder)) as explorer:
        return explorer.ask(position)


def problems(folder: Path) -> dict[str, str]:
    with Explorer(index_of(folder)) as explorer:
        return {Path(path).name: why for path, why in explorer.contents().problems}


def saved(path: Path, game: str, *moves: object, result: str = "", **options: Any) -> Record:
    record = Record.new(game, **options)
    record.set_player(record.game.colours[0], "Anna")
    record.set_player(record.game.colours[1], "Bert")
    node = record.root
    for move in moves:
        node = node.add(str(move))
    if result:
        record.result = result
    record.save(path)
    return record


def random_moves(game: str, seed: int, most: int = 30) -> list[str]:
    rng, position, moves = random.Random(seed), new(game), list[str]()
    while position.outcome is None and len(moves) < most:
        move = position.random_move(rng)
        position, moves = position.play(move), [*moves, str(move)]
    return moves


@pytest.mark.parametrize("game", GAMES)
def test_answers_agree_with_counting_the_games_one_by_one(folder: Path, game: str) -> None:
    records = [
        saved(folder / f"{seed}.sgf", game, *random_moves(game, seed, 12), result=result)
        for seed, result in enumerate(["W+R", "B+R", "Draw", "", "W+T", "B+R"])
    ]
    # Without the resignations, which are no moves.
    lines = [[(node, r.position(node)) for node in r.main_line()] for r in records]
    for position in {p for line in lines for _, p in line}:
        expected: Counter[str] = Counter()
        won = 0
        for record, line in zip(records, lines, strict=True):
            for (_, before), (_, after) in pairwise(line):
                if before.canonical_key() == position.canonical_key():
                    expected[after.canonical_key()] += 1
                    won += record.winning_player == before.player
        answer = asked(folder, position)
        counts: Counter[str] = Counter()
        for move in answer.moves:
            counts[position.play(move.move).canonical_key()] += move.games
        assert counts == expected
        assert sum(move.won for move in answer.moves) == won


def test_a_move_is_listed_as_it_is_legal_in_the_position_asked_about(folder: Path) -> None:
    saved(folder / "a.sgf", "boku", "e5", "f6", "d4")
    mirrored = new("boku").play("e5").transform(_mirror())
    (move,) = asked(folder, mirrored).moves
    assert mirrored.is_legal(move.move)
    image = mirrored.play(move.move)
    assert image.canonical_key() == new("boku").play("e5").play("f6").canonical_key()


def _mirror() -> Any:
    from boche.engine.games.boku.symmetry import Symmetry

    return Symmetry(mirrored=True)


def test_a_win_counts_for_the_person_who_moved_whatever_the_colour(folder: Path) -> None:
    # After the swap Bert is light, and light has won: Anna's opening has lost.
    saved(folder / "a.sgf", "boche", "c:a1", "swap", "a:b2", result="W+R")
    (opening,) = asked(folder, new("boche")).moves
    (swap,) = asked(folder, new("boche").play("c:a1")).moves
    with Explorer(index_of(folder)) as explorer:
        (game,) = explorer.games(new("boche"))
    assert (opening.won, opening.lost) == (int(game.winner == 0), int(game.winner == 1))
    assert (swap.won, swap.lost) == (int(game.winner == 1), int(game.winner == 0))
    assert opening.won + swap.won == 1


def test_only_what_is_new_or_changed_is_read_again(folder: Path) -> None:
    for seed in range(5):
        saved(folder / f"{seed}.sgf", "boche", *random_moves("boche", seed, 6))
    assert built(folder)[-1].done == 5
    assert built(folder)[-1].files == 0
    saved(folder / "3.sgf", "boche", "h:a1")
    (folder / "4.sgf").unlink()
    assert built(folder)[-1].files == 1
    answer = asked(folder, new("boche"))
    assert answer.games == 4
    assert any(new("boche").parse("h:a1") == new("boche").parse(m) for c in answer.moves
               for m in c.moves)  # fmt: skip


def test_nothing_is_left_of_a_folder_that_is_emptied(folder: Path) -> None:
    for seed in range(4):
        saved(folder / f"{seed}.sgf", "boche", *random_moves("boche", seed, 6))
    built(folder)
    for path in folder.iterdir():
        path.unlink()
    answer = asked(folder, new("boche"))
    assert (answer.games, answer.moves, answer.latest, answer.skipped) == (0, (), (), 0)
    with sqlite3.connect(index_of(folder)) as database:
        for table in ("files", "games", "plays", "counts"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_the_sums_agree_with_the_plays_after_any_change(folder: Path) -> None:
    names = sorted(GAMES)
    for seed in range(12):
        game = names[seed % len(names)]
        saved(folder / f"{seed}.sgf", game, *random_moves(game, seed % 5, 12))
    built(folder)
    for seed in range(0, 12, 3):
        (folder / f"{seed}.sgf").unlink()
    saved(folder / "1.sgf", "boche", "c:a1", "swap", result="W+R")
    built(folder)
    sums = """SELECT position, move, count(*), ifnull(sum(ending = 1), 0),
        ifnull(sum(ending = 0), 0), ifnull(sum(ending = -1), 0), sum(again) FROM plays
        GROUP BY position, move ORDER BY position, move"""
    with sqlite3.connect(index_of(folder)) as database:
        kept = database.execute("SELECT * FROM counts ORDER BY position, move").fetchall()
        assert kept == database.execute(sums).fetchall() != []


def test_the_work_for_an_answer_does_not_grow_with_the_games(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: list[int] = []
    ticks = Counter[str]()

    def counting(path: Path) -> sqlite3.Connection:
        database = connect(path)
        database.set_progress_handler(lambda: ticks.update(["100 steps"]), 100)
        return database

    start = place_of(new("boche")).key
    plays = (Play(start, "c:a1/0", 0), Play(start + 1, "", 1))
    writer = Writer(connect(index_of(folder)))
    for first, last in ((0, 30), (30, 3000)):
        for number in range(first, last):
            game = IndexedGame(1, "boche", ("", ""), "2024-01-01", "", "", 0,
                               number.to_bytes(16, "big"), plays)  # fmt: skip
            writer.add_file(f"{number}.sgf", (0, 0), [game], "")
        monkeypatch.setattr("boche.engine.explorer.answers.connect", counting)
        with Explorer(index_of(folder)) as explorer:
            ticks.clear()
            assert explorer.ask(new("boche")).games == last
        work.append(ticks.total())
    assert work[1] <= work[0] + 2


def test_a_copy_counts_once_even_when_the_first_of_the_two_goes(folder: Path) -> None:
    saved(folder / "a.sgf", "boche", "c:a1", "a:b2")
    (folder / "sub").mkdir()
    (folder / "sub" / "b.sgf").write_bytes((folder / "a.sgf").read_bytes())
    assert asked(folder, new("boche")).games == 1
    (folder / "a.sgf").unlink()
    answer = asked(folder, new("boche"))
    assert [Path(game.path).name for game in answer.latest] == ["b.sgf"]
    (folder / "sub" / "b.sgf").unlink()
    assert asked(folder, new("boche")).games == 0


DAMAGED = {
    "empty.sgf": b"",
    "cut.sgf": b"(;GM[boche-3d]FF[4",
    "binary.sgf": bytes(range(256)),
    "chess.sgf": b"(;FF[4]GM[3])",
    "deep.sgf": b"(" * 10_000,
}


def test_damaged_records_are_named_and_harm_nobody(folder: Path) -> None:
    good = saved(folder / "good.sgf", "boche", "c:a1", "a:b2")
    for name, data in DAMAGED.items():
        (folder / name).write_bytes(data)
    illegal = good.text().replace("a:b2", "c:z9")
    (folder / "illegal.sgf").write_text(illegal)
    (folder / "notes.txt").write_text("remember the milk\n")
    os.mkfifo(folder / "pipe.sgf")
    (folder / "loop.sgf").symlink_to(folder / "loop.sgf")
    assert asked(folder, new("boche")).games == 2  # the illegal one up to there
    assert set(problems(folder)) == {*DAMAGED, "illegal.sgf"}
    assert all("\n" not in why and why for why in problems(folder).values())
    assert "ply 2" in problems(folder)["illegal.sgf"]


def test_an_interrupted_build_goes_on_with_the_rest(folder: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("boche.engine.explorer.build.COMMIT_SECONDS", 0.0)
    # A batch has at least one file, whatever the clock says.
    for seed in range(6):
        saved(folder / f"{seed}.sgf", "boche", *random_moves("boche", seed, 6))
    steps = update(index_of(folder), [folder])
    done = 0
    for progress in steps:
        done = progress.done
        if done >= 2:
            break
    steps.close()
    assert built(folder)[0].files == 6 - done
    assert asked(folder, new("boche")).games == 6


@pytest.mark.parametrize(
    "data", [b"", b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 5000]
)
def test_a_damaged_index_is_built_again_with_one_line(folder: Path, data: bytes) -> None:
    saved(folder / "a.sgf", "boche", "c:a1")
    index_of(folder).write_bytes(data)
    notes = [progress.note for progress in built(folder) if progress.note]
    assert len(notes) == bool(data)
    assert asked(folder, new("boche")).games == 1


def test_an_index_damaged_within_is_built_again(folder: Path) -> None:
    for seed in range(30):
        saved(folder / f"{seed}.sgf", "boche", *random_moves("boche", seed))
    built(folder)
    data = bytearray(index_of(folder).read_bytes())
    data[4096:-4096] = b"\xff" * (len(data) - 8192)
    index_of(folder).write_bytes(data)
    notes = [progress.note for progress in built(folder) if progress.note]
    assert len(notes) == 1
    assert asked(folder, new("boche")).games == 30


def test_another_process_waits_and_then_has_nothing_to_do(folder: Path) -> None:
    saved(folder / "a.sgf", "boche", "c:a1")
    first = update(index_of(folder), [folder])
    next(first)
    second = update(index_of(folder), [folder])
    assert next(second).waiting
    list(first)
    assert [p.files for p in second if not p.waiting] == [0]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_a_set_up_position_counts_from_there(folder: Path, game: str) -> None:
    moves = random_moves(game, 3, 8)
    position: Any = new(game)
    for move in moves[:4]:
        position = position.play(move)
    record = Record.from_position(position)
    node = record.root
    for move in moves[4:]:
        node = node.add(move)
    record.save(folder / "set up.sgf")
    saved(folder / "usual.sgf", game, *moves)
    assert asked(folder, new(game)).games == 1
    assert problems(folder) == {}
    for move in moves[4:]:
        answer = asked(folder, position)
        assert answer.games == 2, move
        assert [(each.games, move in each.moves) for each in answer.moves] == [(2, True)]
        position = position.play(move)


@pytest.mark.parametrize("game", GAMES)
def test_a_file_can_be_left_out_of_an_answer(folder: Path, game: str) -> None:
    for seed in range(4):
        saved(folder / f"{seed}.sgf", game, *random_moves(game, seed, 8), result="W+R")
    left = folder / "own.sgf"
    own = saved(left, game, *random_moves(game, 2, 8), result="")
    saved(left, game, *random_moves(game, 2, 6), result="")
    positions = [position for _, position in own.walk()]
    built(folder)
    with Explorer(index_of(folder)) as explorer:
        counted = [explorer.ask(position, without=str(left)) for position in positions]
    left.unlink()
    assert counted == [asked(folder, position) for position in positions]
