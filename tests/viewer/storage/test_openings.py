"""The openings of the user's games, counted by the index of the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.record import Record, loads
from boche.viewer.games.samples import sample_data
from boche.viewer.storage.kept_games import games_folder
from boche.viewer.storage.library import Library
from boche.viewer.storage.library_cards import opening_of
from boche.viewer.storage.library_index import Index


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))


GAMES = [
    ("Anna", "Computer level 3", "W+R", "c:a1", "a:b1"),
    ("Computer level 3", "Anna", "W+R", "c:a1", "a:b1"),
    ("", "Computer level 4", "B+R", "c:a1", "a:b1"),
    ("Anna", "Bert", "W+R", "a:b2", "c:a1"),
    ("Carla", "Bert", "W+R", "c:a1", "a:b1"),
    ("Computer level 1", "Computer level 3", "W+R", "c:a1", "a:b1"),
    ("", "Computer level 3", "", "b:a2", ""),
]


def library() -> Library:
    folder = games_folder()
    folder.mkdir(parents=True)
    for number, (first, second, result, *moves) in enumerate(GAMES):
        pairs = zip("WB", moves, strict=True)
        text = "".join(f";{colour}[{move}]" for colour, move in pairs if move)
        head = f"GM[Boche]SZ[4]PW[{first}]PB[{second}]RE[{result}]"
        (folder / f"2026-11-22-18450{number}-boche.sgf").write_text(f"(;{head}{text})")
    found = Library([], [], sample_data, Index(), user="Anna")
    while found.step():
        pass
    return found


def test_openings_are_counted_from_the_users_side() -> None:
    lines = library().openings("Boche")
    assert lines[0][1:] == (3, 1, 0, 2)
    assert sum(line.played for line in lines) == 5, "games of others do not count"
    assert len({line.moves for line in lines}) == len(lines)
    assert Library([], [], sample_data, Index()).openings("Octi") == []


def test_an_opening_is_shown_as_it_was_played_last() -> None:
    folder = games_folder()
    folder.mkdir(parents=True)
    start = loads("(;GM[Boche]SZ[4])").start
    same = [each for each in start.symmetries() if start.transform(each) == start]
    images = {str(start.transform_move(start.parse("c:a1"), each)) for each in same}
    assert len(images) > 1
    for count, move in enumerate(sorted(images) + sorted(images)[:1]):
        text = f"(;GM[Boche]SZ[4]PW[Anna]PB[Bert];W[{move}])"
        (folder / f"2026-11-2{count}-184500-boche.sgf").write_text(text)
        found = Library([], [], sample_data, Index(), user="Anna")
        while found.step():
            pass
        ((shown, played, *_),) = found.openings("Boche")
        assert (shown, played) == (move, count + 1)


@pytest.mark.parametrize("game", ["Boche", "Boku", "Octi", "Che"])
def test_games_that_a_rotation_makes_the_same_have_one_opening(game: str) -> None:
    start = loads(f"(;GM[{'19' if game == 'Octi' else game}])").start
    for move in list(start.legal_moves())[:5]:
        after = start.play(move)
        reply = next(iter(after.legal_moves()))
        openings = set()
        for symmetry in start.symmetries():
            if start.transform(symmetry).to_text() != start.to_text():
                continue
            moves = (start.transform_move(move, symmetry), after.transform_move(reply, symmetry))
            openings.add(opening(game, [str(each) for each in moves]))
        assert len(openings) == 1, move


def opening(game: str, moves: list[str]) -> tuple[str, ...]:
    record = Record.new(game.lower())
    node = record.root
    for move in moves:
        node = node.add(move)
    return opening_of(record)
