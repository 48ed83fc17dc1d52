"""A user's files that are older than an option of their games: all of them are opened."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.engine.explorer.answers import Explorer
from boche.engine.explorer.book import Book, book_of
from boche.engine.explorer.build import update
from boche.engine.games.registry import GAMES
from boche.engine.match.folder import finished, prepare
from boche.engine.match.plan import Plan
from boche.engine.match.tournament import play_fixture
from boche.engine.puzzles import puzzles
from boche.engine.record import Record, check, load, loads, sample_records
from boche.viewer.session import Session
from boche.viewer.storage.kept_games import kept_files, open_kept
from boche.viewer.storage.library_cards import card_of
from boche.viewer.storage.settings import load_settings
from boche.viewer.storage.tournaments import load_tournament, save_tournament
from boche.viewer.storage.tournaments import stored as stored_tournaments
from boche.viewer.training.courses import load_results
from tests.later_version.option import one_more_option
from tests.later_version.stored import CHANGED


@pytest.fixture
def home(stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a user's home at a desk of the later version."""
    home = tmp_path / "home"
    shutil.copytree(stored / "home", home)
    monkeypatch.setenv("BOCHE_HOME", str(home))
    with one_more_option():
        yield home


def options_of(game: str) -> dict[str, object]:
    """Return the complete options of what was stored, in the later version."""
    options: dict[str, object] = dict(GAMES[game].complete(CHANGED[game]))
    assert options["later"] is False
    return options


def test_the_library_shows_and_opens_the_games_played(home: Path) -> None:
    games = set()
    for path, _ in kept_files():
        card = card_of(path.read_bytes())
        session = open_kept(path)
        game = session.record.game_name
        games.add(game)
        assert "Later" not in card.options
        assert session.record.options == options_of(game)
        session.play(str(session.position.random_move()))
        assert Session.new(game, **session.record.options).record.options == options_of(game)
    assert games == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_records_are_read_played_on_and_written_as_before(game: str, home: Path) -> None:
    path = home / "records" / f"{game}.sgf"
    record = load(path, strict=True)
    assert (record.options, check(record)) == (options_of(game), [])
    assert bytes(record) == path.read_bytes()
    listed = load(home / f"{game}.txt", strict=True)
    assert (listed.options, listed.moves()) == (record.options, record.moves())
    assert Record(game, CHANGED[game]).options == record.options
    assert loads(bytes(record).decode()) == record


@pytest.mark.parametrize("game", GAMES)
def test_a_position_has_the_text_and_the_keys_that_it_had(game: str, home: Path) -> None:
    old = load(home / "records" / f"{game}.sgf")
    texts = (home / f"{game}.position").read_text().splitlines()
    position = old.position(old.main_line()[-1])
    assert [position.to_text(), position.key(), position.canonical_key()] == texts


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_continued(game: str, home: Path) -> None:
    folder = home / f"match-{game}"
    plan = Plan("random", "random", game, GAMES[game].complete(CHANGED[game]), opening=1, longest=6)
    prepare(folder, plan)
    assert [index for index, _ in finished(folder, plan, 4)] == [0]


def test_tournaments_are_played_on(home: Path) -> None:
    problems: list[str] = []
    found = list(stored_tournaments(problems))
    assert (len(found), problems) == (len(GAMES), [])
    for path, tournament in found:
        plan = tournament.plan
        assert plan.options == options_of(plan.game)
        assert tournament.at_table is not None
        (fixture,) = filter(tournament.for_computers, tournament.missing)
        tournament.note(fixture, play_fixture(plan, fixture))
        save_tournament(path, tournament)
        assert len(load_tournament(path).missing) == 2


def test_exercises_and_settings_are_as_they_were(home: Path) -> None:
    results, problems = load_results()
    assert (len(results.cards), problems) == (len(GAMES), [])
    for key, card in results.cards.items():
        exercise = card.exercise
        assert exercise.key == key
        assert exercise.record.options == options_of(exercise.record.game_name)
        assert exercise.judge(exercise.place, exercise.position, exercise.played) is not None
    assert load_settings()[1] == []


def test_the_index_and_the_books_know_their_positions(home: Path) -> None:
    index, records = home / "index.sqlite3", home / "records"
    list(update(index, [records]))
    with Explorer(index) as explorer:
        for game in GAMES:
            record = load(records / f"{game}.sgf")
            assert explorer.ask(record.start).games, game
            assert isinstance(book_of(GAMES[game]), Book)


@pytest.mark.parametrize("game", GAMES)
def test_samples_and_puzzles_are_read(game: str, home: Path) -> None:
    for record in sample_records(game):
        assert record.options["later"] is False
        assert check(record) == []
    for puzzle in puzzles(game)[:20]:
        assert puzzle.record.options["later"] is False
