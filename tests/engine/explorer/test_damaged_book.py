"""A damaged opening book: one line that names it, and the games played are listed all the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boche.engine import new
from boche.engine.explorer import book
from boche.engine.explorer.answers import Explorer
from boche.engine.explorer.build import update
from boche.engine.explorer.keys import place_of
from boche.engine.record import Record, book_files

GAME, OTHER = "boku", "octi"
WHOLE = book_files(GAME)[f"{GAME}-book.sgf"]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the file that is read as the book."""
    path = tmp_path / "assets" / f"{GAME}-book.sgf"
    path.parent.mkdir()
    monkeypatch.setattr(book, "book_file", lambda game: path)
    book.book_of.cache_clear()
    yield path
    book.book_of.cache_clear()


def without_evaluations() -> bytes:
    record = Record.new(GAME)
    record.root.add("f5")
    return record.text().encode()


DAMAGED: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: None,
    "a folder": lambda path: path.mkdir(),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(WHOLE[: len(WHOLE) // 2]),
    "random": lambda path: path.write_bytes(random.Random(1).randbytes(5_000)),
    "another game's": lambda path: path.write_bytes(book_files(OTHER)[f"{OTHER}-book.sgf"]),
    "no evaluations": lambda path: path.write_bytes(without_evaluations()),
    "bad values": lambda path: path.write_bytes(WHOLE.replace(b"[black 0.5", b"[black 7.5")),
    "bad moves": lambda path: path.write_bytes(WHOLE.replace(b"[f5 e4", b"[z9 e4")),
}


@pytest.fixture(params=DAMAGED)
def damaged(request: pytest.FixtureRequest, path: Path) -> Path:
    DAMAGED[request.param](path)
    return path


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    record = Record.new(GAME)
    record.root.add("f5").add("e4")
    record.save(folder / "mine.sgf")
    return folder


def test_the_book_is_named_and_the_games_are_listed(
    damaged: Path, games: Path, tmp_path: Path
) -> None:
    index = tmp_path / "index.sqlite3"
    for _ in update(index, [games]):
        pass
    with Explorer(index) as explorer:
        for position, move in ((new(GAME), "f5"), (new(GAME).play("f5"), "e4")):
            answer = explorer.ask(position)
            assert answer.book == ()
            assert str(damaged) in answer.book_problem
            assert "install" in answer.book_problem
            assert "\n" not in answer.book_problem
            assert move in answer.moves[0].moves
        assert explorer.ask(new("boche", size=3)).book_problem == ""


def test_the_command_says_so_in_one_line(
    damaged: Path, games: Path, tmp_path: Path, boche: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    code, out, err = boche("explore", str(games / "mine.sgf"), "--folder", str(games))
    assert (code, err.count("\n")) == (0, 1)
    assert str(damaged) in err
    assert "1 game reached this position" in out


def test_a_whole_book_is_read(path: Path) -> None:
    path.write_bytes(WHOLE)
    assert book.book_moves(place_of(new(GAME)))


def test_flipped_bytes_raise_nothing_else(path: Path) -> None:
    rng = random.Random(5)
    for _ in range(12):
        data = bytearray(WHOLE)
        for _ in range(rng.randrange(1, 30)):
            data[rng.randrange(len(data))] ^= rng.randrange(1, 256)
        path.write_bytes(data)
        book.book_of.cache_clear()
        try:
            book.book_moves(place_of(new(GAME)))
        except book.BookError as error:
            assert str(path) in str(error)  # noqa: PT017
