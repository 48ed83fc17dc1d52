"""Filters, tags, import and export of the library."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boche.engine.atomic_write import FileError
from boche.engine.errors import BocheError
from boche.engine.record import load, load_all
from boche.viewer.games.samples import sample_data
from boche.viewer.session.record_file import stamp_of
from boche.viewer.storage.kept_games import kept_files
from boche.viewer.storage.library import GameFile, Library
from boche.viewer.storage.library_cards import card_of
from boche.viewer.storage.library_changes import Imported, export, import_folder, set_tags
from boche.viewer.storage.library_filter import Filter
from boche.viewer.storage.library_index import Index
from tests import ROOT
from tests.viewer.storage.push.test_library import names, put, whole
from tests.viewer.storage.unsaved import folder

__all__ = ["folder"]

BOCHE = "(;GM[Boche]SZ[4]PW[%s]PB[%s]DT[%s]RE[%s]KW[%s];W[c:a1];B[a:b1]%s)"


@pytest.fixture
def shelf() -> None:
    """Put five games into the library, the last one damaged."""
    put("1.sgf", BOCHE % ("Anna", "Bert", "2024-03-01", "W+R", "opening, to do", ""))
    put("2.sgf", BOCHE % ("Bert", "Anna", "2024-11-30", "W+R", "", ";W[b:a2]"))
    put("3.sgf", BOCHE % ("Carla", "Anna", "2025-01-15", "Draw", "Openings", ""))
    put("4.sgf", "(;GM[Boku]PB[Anna]PW[Dirk];B[e5])")
    put("5.sgf", "\0")


@pytest.mark.parametrize(
    ("wanted", "listed"),
    [
        (Filter(), "12345"),
        (Filter(game="Boku"), "4"),
        (Filter(player="anna"), "1234"),
        (Filter(player="anna", opponent="bert"), "12"),
        (Filter(player="anna", result="won"), "1"),
        (Filter(player="anna", result="lost"), "2"),
        (Filter(opponent="anna", result="won"), "2"),
        (Filter(result="won"), ""),
        (Filter(result="drawn"), "3"),
        (Filter(result="unfinished"), "4"),
        (Filter(result="damaged"), "5"),
        (Filter(game="Boche", since="2024-11"), "23"),
        (Filter(game="Boche", until="2024"), "12"),
        (Filter(game="Boche", since="2024-03-02", until="2024-12-31"), "2"),
        (Filter(tag="opening"), "13"),
        (Filter(tag="to"), "1"),
        (Filter(tag="do"), ""),
        (Filter(player="nobody"), ""),
    ],
)
def test_a_filter_lists_the_games_that_fit(shelf: None, wanted: Filter, listed: str) -> None:
    found = whole().search("played", "", wanted)
    assert sorted(names(found)) == [f"{digit}.sgf" for digit in listed]


PAIRS = {
    "1": ("Emil", "Computer level 3", "W+R"),
    "2": ("", "Computer level 4", "W+R"),
    "3": ("Computer level 4", "Emil", "W+R"),
    "4": ("Computer level 4", "Computer level 5", "B+R"),
    "5": ("Anna", "Bert", "B+R"),
    "6": ("Bert", "Anna", "B+R"),
    "7": ("anna", "Computer level 9", "Draw"),
}
"""The two persons of some games, and the results."""


@pytest.mark.parametrize(
    ("user", "wanted", "listed"),
    [
        ("", Filter(result="won"), "12"),
        ("", Filter(result="lost"), "3"),
        ("", Filter(result="drawn"), "7"),
        ("", Filter(opponent="level 4", result="won"), "24"),
        ("Anna", Filter(result="won"), "126"),
        ("Anna", Filter(result="lost"), "35"),
        ("Anna", Filter(player="bert", result="won"), "5"),
        ("Emil", Filter(result="won"), "12"),
    ],
)
def test_without_a_player_won_and_lost_are_meant_of_the_user(
    folder: Path, user: str, wanted: Filter, listed: str
) -> None:
    for name, (first, second, result) in PAIRS.items():
        put(f"{name}.sgf", BOCHE % (first, second, "2024-03-01", result, "", ""))
    found = Library([], [], sample_data, Index(), user=user)
    while found.step():
        pass
    assert sorted(names(found.search("played", "", wanted))) == [f"{each}.sgf" for each in listed]


@pytest.mark.parametrize(
    ("order", "first"),
    [("newest", "3"), ("oldest", "1"), ("players", "1"), ("game", "3"), ("moves", "2")],
)
def test_games_are_ordered(shelf: None, order: str, first: str) -> None:
    for path, _ in kept_files():
        os.utime(path, ns=(10**18, 10**18) if "3" in path.name else (10**17, 10**17))
    found = names(whole().search("played", "", Filter(game="Boche", order=order)))
    assert found[0] == f"{first}.sgf"
    assert sorted(found) == ["1.sgf", "2.sgf", "3.sgf"]


def test_what_is_chosen_is_said() -> None:
    wanted = Filter(game="Boche", player="Anna", opponent="Bert", result="won", since="2024")
    assert wanted.summary == "Boche, Anna, against Bert, won, since 2024"


# -- tags


def test_tags_are_kept_in_the_file_and_found(shelf: None) -> None:
    (path,) = (path for path, _ in kept_files() if path.name == "2.sgf")
    before = load(path)
    set_tags(path, stamp_of(path), " ending ,, Ending study, ending")
    after = load(path)
    assert after.root.text("KW") == "ending, Ending study"
    assert after.moves() == before.moves()
    assert names(whole().search("played", "", Filter(tag="ending"))) == ["2.sgf"]
    set_tags(path, stamp_of(path), "")
    assert "KW" not in path.read_text()


def test_a_file_that_a_tag_might_harm_is_refused(shelf: None, tmp_path: Path) -> None:
    path = tmp_path / "two.sgf"
    path.write_text(2 * (BOCHE % ("A", "B", "2024", "W+R", "", "")))
    for at, stamp in ((path, stamp_of(path)), (kept_files()[0][0], (0, 0))):
        data = at.read_bytes()
        with pytest.raises(BocheError) as told:
            set_tags(at, stamp, "x")
        assert "\n" not in str(told.value)
        assert at.read_bytes() == data


# -- import


def imported(source: Path) -> Imported:
    *_, last = import_folder(source)
    return last


def test_each_game_of_a_folder_is_new_known_or_damaged_with_a_reason(
    shelf: None, tmp_path: Path
) -> None:
    source = tmp_path / "club"
    (source / "sub").mkdir(parents=True)
    new = BOCHE % ("Ellen", "Farid", "2026-01-01", "W+R", "", "")
    (source / "new.sgf").write_text(new)
    (source / "sub" / "again.sgf").write_text(new)
    (source / "old.sgf").write_text(BOCHE % ("Anna", "Bert", "2024-03-01", "W+R", "", ""))
    (source / "two.sgf").write_text(
        BOCHE % ("G", "H", "2026", "W+R", "", "") + BOCHE % ("G", "H", "2027", "", "", ";W[z:z9]")
    )
    (source / "cut.sgf").write_text("(;GM[")
    (source / "notes.txt").write_text("remember the milk")
    last = imported(source)
    assert (last.new, last.copies, last.damaged) == (2, 2, 2)
    assert last.done == last.files == 6
    reasons = dict(line.split(": ", 1) for line in last.lines)
    assert set(reasons) == {"cut.sgf", "old.sgf", "sub/again.sgf", "two.sgf, game 2"}
    assert "ply 3" in reasons["two.sgf, game 2"]
    assert len(kept_files()) == 7
    assert names(whole().search("played", "farid")) != []


def test_a_second_import_adds_nothing(shelf: None, tmp_path: Path) -> None:
    source = tmp_path / "club"
    source.mkdir()
    (source / "a.sgf").write_text(BOCHE % ("Ellen", "Farid", "2026", "W+R", "", ""))
    assert imported(source).new == 1
    again = imported(source)
    assert (again.new, again.copies) == (0, 1)


def test_an_import_stops_when_it_is_told(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.sgf").write_text(
            BOCHE % ("E", "F", f"2026-01-0{number + 1}", "W+R", "", "")
        )
    states = list(import_folder(tmp_path, lambda: len(kept_files()) >= 2))
    assert (states[-1].new, len(kept_files())) == (2, 2)


def test_a_copy_is_known_by_its_moves_and_a_header_that_lacks_something(
    shelf: None, tmp_path: Path
) -> None:
    here = "(;GM[Boche]SZ[4]%s;W[c:a1];B[a:b1])"
    headers = ("", "PW[anna]", "PW[Anna]PB[Bert]DT[2024-03-01]")
    for number, header in enumerate((*headers, "PW[Gerd]", "DT[2020]", "SZ[5]")):
        text = here % header if "SZ" not in header else "(;GM[Boche]SZ[5];W[c:a1];B[a:b1])"
        path = tmp_path / f"{number}.sgf"
        path.write_text(text)
        last = imported(path)
        assert (last.files, last.copies == 1) == (1, number < len(headers)), header


def test_a_record_of_another_game_is_not_called_damaged(tmp_path: Path) -> None:
    (tmp_path / "go.sgf").write_text("(;GM[1]SZ[19];B[dd])")
    last = imported(tmp_path)
    assert (last.new, last.damaged, last.others) == (0, 0, 1)
    assert "damaged" not in last.lines[0]
    assert "1 of other games" in last.summary


# -- export


def files() -> list[GameFile]:
    return whole().search("played", "")


def test_listed_games_become_one_collection(shelf: None, tmp_path: Path) -> None:
    to = tmp_path / "all.sgf"
    count, problems = export(files(), to, sample_data)
    assert count == len(load_all(to)) == 4
    assert len(problems) == 1
    assert problems[0].startswith("5.sgf: ")
    moves = sorted(record.moves() for record in load_all(to))
    legal = [load(file.path).moves() for file in files() if file.path and file.path.name != "5.sgf"]
    assert moves == sorted(legal)


def test_or_files_in_a_folder_that_must_be_free(shelf: None, tmp_path: Path) -> None:
    to = tmp_path / "out" / "games"
    assert export(files(), to, sample_data)[0] == 4
    assert len(list(to.iterdir())) == 4
    with pytest.raises(FileError, match="already exists"):
        export(files(), to, sample_data)


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (("", "Computer level 3"), "You - Computer level 3"),
        (("Computer level 3", "Anna"), "Computer level 3 - Anna"),
        (("Anna", ""), "Anna"),
        (("", ""), ""),
    ],
)
def test_a_list_says_you_of_a_nameless_person_against_a_computer(
    players: tuple[str, str], shown: str
) -> None:
    text = BOCHE % (*players, "2024-03-01", "W+R", "", "")
    assert card_of(text.encode()).players == shown


def test_a_game_that_the_rules_have_decided_is_not_unfinished() -> None:
    """Take a list of moves, which names no result."""
    data = (ROOT / "assets" / "records" / "che-area.txt").read_bytes()
    assert card_of(data).result.startswith("gerda won")
    moves = data.rstrip().splitlines()[:-2]
    assert card_of(b"\n".join(moves)).result.startswith("unfinished")
