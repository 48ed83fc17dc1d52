"""The library: listing, searching, and reading without reading twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boche.viewer.games.samples import sample_data, sample_names
from boche.viewer.session import Session
from boche.viewer.storage.kept_games import games_folder, keep
from boche.viewer.storage.library import BATCH, GameFile, Library, Section
from boche.viewer.storage.library_filter import Filter
from boche.viewer.storage.library_index import Index
from tests.viewer.storage.unsaved import folder
from tests.work import calls_of

__all__ = ["folder"]

GAME = "(;GM[Boche]SZ[4]PW[%s]PB[Bert]DT[2025-03-%02d]RE[W+R];W[c:a1];B[a:b1])"


def library(recent: tuple[str, ...] = (), *, samples: bool = False) -> Library:
    found = Library(sample_names() if samples else [], recent, sample_data, Index())
    while found.listing:
        found.step()
    return found


def whole(recent: tuple[str, ...] = (), *, samples: bool = False) -> Library:
    """Return the library after it has read everything."""
    found = library(recent, samples=samples)
    while found.step():
        pass
    found.forget_gone()
    return found


def put(name: str, text: str) -> Path:
    games_folder().mkdir(parents=True, exist_ok=True)
    path = games_folder() / name
    path.write_text(text)
    return path


def names(files: list[GameFile]) -> list[str]:
    return [Path(file.name).name for file in files]


def test_samples_of_all_games_are_listed() -> None:
    found = whole(samples=True)
    cards = [found.card(file) for file in found.search("samples", "")]
    assert all(card is not None and not card.problem for card in cards)
    assert {card.game for card in cards if card} == {"Boche", "Che", "Boku", "Octi"}


@pytest.mark.parametrize(
    ("search", "file"),
    [
        ("frieda erik BOCHE", "boche-figure-size-4.sgf"),
        ("size: 4", "boche-figure-size-4.sgf"),
        ("figure of the help", "boche-figure-size-4.sgf"),
        ("boku draw", "boku-draw.sgf"),
        ("2024-10-05", "che-extent.sgf"),
        ("game by mail", "octi-south.sgf"),
        ("three-bases", "octi-three-bases.sgf"),
        ("won region too large", "che-extent.sgf"),
    ],
)
def test_all_that_a_record_says_can_be_searched_for(search: str, file: str) -> None:
    assert names(whole(samples=True).search("samples", search)) == [file]


def test_words_are_found_from_their_beginning() -> None:
    found = whole(samples=True).search("samples", "che-")
    assert found
    assert all(name.startswith("che-") for name in names(found))
    assert names(whole(samples=True).search("samples", "igure-size-4")) == []


def test_every_word_must_be_there() -> None:
    assert whole(samples=True).search("samples", "erik octi") == []


def test_a_card_says_how_a_game_stands() -> None:
    session = Session.new(size=4)
    session.play("c:a1")
    keep(session)
    found = whole()
    (file,) = found.search("played", "")
    card = found.card(file)
    assert card is not None
    assert (card.game, card.options, card.result) == ("Boche", "Size: 4", "unfinished, 1 move")


def test_the_newest_is_first() -> None:
    for day in (1, 2, 3):
        os.utime(put(f"{day}.sgf", GAME % ("Anna", day)), (day * 9e4, day * 9e4))
    assert names(library().search("played", "")) == ["3.sgf", "2.sgf", "1.sgf"]


def test_a_damaged_game_is_listed_with_its_reason() -> None:
    put("good.sgf", GAME % ("Anna", 1))
    bad = put("bad.sgf", "\0\0\0")
    other = put("other.sgf", "(;GM[Game of tomorrow];B[aa])")
    found = whole()
    assert sorted(names(found.search("played", ""))) == ["bad.sgf", "good.sgf", "other.sgf"]
    reasons = {
        Path(file.name): card.problem
        for file in found.search("played", "", Filter(result="damaged"))
        if (card := found.card(file)) is not None
    }
    assert set(reasons) == {bad, other}
    assert all(why and "\n" not in why for why in reasons.values())
    assert bad.read_text() == "\0\0\0"
    assert whole().problems == []


def test_a_users_own_file_is_never_moved(tmp_path: Path) -> None:
    mine = tmp_path / "mine.sgf"
    mine.write_text("nothing\0of a record")
    found = whole((str(mine),))
    (file,) = found.search("recent", "")
    card = found.card(file)
    assert card is not None
    assert "binary" in card.problem
    assert (mine.exists(), found.problems) == (True, [])


def test_a_file_changed_since_is_read_again(tmp_path: Path) -> None:
    mine = tmp_path / "mine.sgf"
    mine.write_text(GAME % ("Anna", 1))
    whole((str(mine),))
    assert library((str(mine),)).unread == 0
    mine.write_text(GAME % ("Somebody else", 1))
    found = whole((str(mine),))
    assert names(found.search("recent", "somebody")) == ["mine.sgf"]


@pytest.mark.parametrize(
    "text", ["(;GM[Boche]C[" + "x" * 300_000 + "])", "(;GM[Boche]" + ";" * 5000 + ")"]
)
def test_a_long_record_is_not_looked_into(tmp_path: Path, text: str) -> None:
    mine = tmp_path / "mine.sgf"
    mine.write_text(text)
    found = whole((str(mine),))
    card = found.card(found.search("recent", "")[0])
    assert card is not None
    assert "open it" in card.problem


def test_a_game_with_a_long_analysis_is_looked_into(tmp_path: Path) -> None:
    mine = tmp_path / "mine.sgf"
    mine.write_text("(;GM[Boche]PW[Ida]" + (";C[" + "x" * 2000 + "]") * 60 + ")")
    (file,) = whole((str(mine),)).search("recent", "ida")
    assert file.name == str(mine)


@pytest.fixture
def ten_thousand(monkeypatch: pytest.MonkeyPatch) -> int:
    """List ten thousand games that share one file's contents; return their number."""
    path, count = put("a.sgf", GAME % ("Anna", 1)), 10_000
    stamps = [(str(path.with_name(f"{n:05}.sgf")), (n, 100)) for n in range(count)]
    monkeypatch.setattr("boche.viewer.storage.library.kept_names", lambda: iter(stamps))
    data = path.read_bytes()
    monkeypatch.setattr("boche.viewer.storage.library.short_record", lambda path: data)
    return count


def work(section: Section, search: str, found: Library) -> int:
    return calls_of(lambda: found.search(section, search)).total()


def test_ten_thousand_games_are_listed_in_small_steps(
    ten_thousand: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = whole_card()
    monkeypatch.setattr("boche.viewer.storage.library.card_of", lambda data: card)
    whole()
    index, opened = Index(), []
    turns = [calls_of(lambda: opened.append(Library([], [], sample_data, index)))]
    (found,) = opened
    assert (found.fullest, found.search("played", "")) == ("played", [])
    while found.listing:
        turns.append(calls_of(found.step))
    assert max(turn.total() for turn in turns) < ten_thousand + 10 * BATCH, "one turn does it all"
    assert len(found.search("played", "")) == ten_thousand
    assert found.unread == 0


def test_a_listing_that_is_broken_off_forgets_nothing(
    ten_thousand: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = whole_card()
    monkeypatch.setattr("boche.viewer.storage.library.card_of", lambda data: card)
    whole()
    again = Library(["new.sgf"], [], lambda name: b"", Index())
    again.forget_gone()
    assert library().unread == 0


def test_a_record_is_taken_off_the_list() -> None:
    for name in ("a.sgf", "b.sgf"):
        put(name, GAME % ("Anna", 1))
    found = whole()
    found.drop(found.search("played", "")[0])
    assert len(found.search("played", "")) == len(found.search("played", "anna")) == 1


def test_searching_ten_thousand_reads_no_file(
    ten_thousand: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = whole_card()
    monkeypatch.setattr("boche.viewer.storage.library.card_of", lambda data: card)
    found = whole()
    assert len(found.search("played", "anna")) == ten_thousand
    assert work("played", "anna 09999", found) < 6 * ten_thousand
    assert names(found.search("played", "anna 09999")) == ["09999.sgf"]
    assert library().unread == 0, "the index is not used"


def whole_card() -> object:
    from boche.viewer.storage.library_cards import card_of

    return card_of((GAME % ("Anna", 1)).encode())
