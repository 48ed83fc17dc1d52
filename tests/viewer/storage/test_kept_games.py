"""Games played at the table are stored: once each, by several windows, on disks of all kinds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boche.engine.atomic_write import FileError
from boche.engine.record import dump_sgf, load
from boche.viewer.session import Seat, Session
from boche.viewer.storage.autosave import Autosave, recover, recoverable
from boche.viewer.storage.kept_games import (
    TAGS,
    games_folder,
    keep,
    kept_files,
    open_kept,
    worth_keeping,
)
from boche.viewer.storage.library_changes import set_tags
from tests.viewer.session.games import played
from tests.viewer.storage.unsaved import folder

__all__ = ["folder"]


def moves_kept() -> list[list[str]]:
    return sorted(load(path).moves() for path, _ in kept_files())


def test_a_game_is_kept_by_date_and_name() -> None:
    keep(played("c:a1", "a:b1", seats={"light": Seat("Anna"), "dark": Seat("", "5")}))
    ((path, _),) = kept_files()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-boche\.sgf", path.name)
    record = load(path)
    assert record.moves() == ["c:a1", "a:b1"]
    assert list(record.players.values()) == ["Anna", "Computer level 5"]
    assert record.date == path.name[:10]


def test_going_on_writes_the_same_file_anew() -> None:
    session = played("c:a1")
    keep(session)
    session.play("a:b1")
    keep(session)
    assert moves_kept() == [["c:a1", "a:b1"]]
    again = open_kept(kept_files()[0][0])
    assert (again.file.path, worth_keeping(again)) == (None, False)
    again.play("c:c1")
    keep(again)
    assert moves_kept() == [["c:a1", "a:b1", "c:c1"]]
    again.resign()
    keep(again)
    assert load(kept_files()[0][0]).result.endswith("+R")


def test_the_computer_goes_on_with_an_unfinished_game() -> None:
    keep(played("c:a1", seats={"light": Seat("Anna"), "dark": Seat("", "5")}))
    again = open_kept(kept_files()[0][0])
    assert again.seats["dark"] == Seat("", "5")
    assert again.seats["light"] == Seat("Anna")
    again.resign()
    keep(again)
    over = open_kept(kept_files()[0][0])
    assert over.is_over
    assert list(over.record.players.values()) == ["Anna", "Computer level 5"]
    assert over.seats.computers == 0


def test_moves_of_a_game_that_goes_on_are_undone_as_those_played_here() -> None:
    keep(played("c:a1", "a:b1", "c:c1", seats={"light": Seat("Anna"), "dark": Seat("", "5")}))
    again = open_kept(kept_files()[0][0])
    again.safety.keep(Autosave())
    assert (again.played, again.edits.modified, again.edits.undoes_move) == (False, False, True)
    assert again.edits.undo()
    assert again.edits.undo()
    assert (again.cursor.moves, again.record.moves()) == (["c:a1"], ["c:a1"])
    assert (again.played, again.edits.modified) == (False, True)
    again.edits.redo()
    assert again.record.moves() == ["c:a1", "a:b1"]
    again.play("c:a2")
    assert again.played
    again.safety.close()
    (lost,) = recoverable()
    recovered = recover(lost)
    assert recovered.record.moves() == ["c:a1", "a:b1", "c:a2"]
    for _ in range(3):
        assert recovered.edits.undo()
    assert recovered.record.moves() == []


@pytest.mark.parametrize("names", [("Anna", "Bert"), ("level 5", "x"), ("Computer level 12", "x"),
                                   ("Computer level 1", "Computer level 2")])  # fmt: skip
def test_others_are_records_to_look_at(names: tuple[str, str]) -> None:
    keep(played("c:a1", seats=dict(zip(("light", "dark"), map(Seat, names), strict=True))))
    assert open_kept(kept_files()[0][0]).seats.computers == 0


def test_the_table_itself_is_not_changed_by_that() -> None:
    session = played("c:a1", seats={"dark": Seat("", "5")})
    before = session.record.copy()
    keep(session)
    assert session.record == before


def test_what_was_only_looked_at_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[Boche]SZ[4];W[c:a1];B[a:b1])")
    session = Session.open(path)
    session.cursor.first()
    session.edits.set_comment("a note is no game")
    assert not worth_keeping(session)
    session.play("a:c1")
    assert worth_keeping(session)
    session.edits.undo()
    assert not worth_keeping(session)
    assert not worth_keeping(Session.new(size=4)), "no move was made"


def test_two_windows_lose_nothing() -> None:
    first, second = played("c:a1"), played("d:a1")
    keep(first)
    keep(second)
    assert moves_kept() == [["c:a1"], ["d:a1"]]
    one, other = (open_kept(path) for path in [kept_files()[-1][0]] * 2)
    one.play("a:b1")
    other.play("a:c1")
    keep(one)
    keep(other)
    beginning = one.cursor.moves[0]
    both = [moves for moves in moves_kept() if moves[0] == beginning]
    assert both == [[beginning, "a:b1"], [beginning, "a:c1"]]
    assert not list(games_folder().glob(".*")), "a lock is left over"


def test_a_game_saved_elsewhere_goes_on_in_the_same_place(tmp_path: Path) -> None:
    path = tmp_path / "mine.sgf"
    seats = {"light": Seat("Anna"), "dark": Seat("", "5")}
    session = played("c:a1", "a:b1", seats=seats)
    session.file.save_as(path)
    keep(session)
    session.play("c:c1")
    session.file.save()
    keep(session)
    again = Session.open(path, resume=True)
    again.play("d:a2")
    keep(again)
    assert moves_kept() == [["c:a1", "a:b1", "c:c1", "d:a2"]]
    other = Session.open(path, resume=True)
    other.cursor.first()
    other.play("d:a1")
    keep(other)
    assert len(moves_kept()) == 2, "the copy has more than this one"
    stranger = played("c:a1", "a:b1", seats={"light": Seat("Bert"), "dark": Seat("", "5")})
    stranger.file.save_as(tmp_path / "other.sgf")
    keep(stranger)
    assert len(moves_kept()) == 3


def test_a_game_tagged_meanwhile_goes_on_in_the_same_place_with_its_tags() -> None:
    session = played("c:a1", "a:b1")
    keep(session)
    path, stamp = kept_files()[0]
    set_tags(path, stamp, "to review")
    session.play("c:c1")
    keep(session)
    ((only, _),) = kept_files()
    assert only == path
    assert load(only).moves() == ["c:a1", "a:b1", "c:c1"]
    assert load(only).root.text(TAGS) == "to review"


def test_a_game_that_another_program_wrote_into_stays_as_it_is() -> None:
    session = played("c:a1")
    keep(session)
    path = kept_files()[0][0]
    record = load(path)
    record.root.children[0].comment = "a note from elsewhere"
    path.write_bytes(dump_sgf(record))
    session.play("a:b1")
    keep(session)
    assert moves_kept() == [["c:a1"], ["c:a1", "a:b1"]]


def test_a_game_deleted_meanwhile_is_kept_again() -> None:
    session = played("c:a1")
    keep(session)
    kept_files()[0][0].unlink()
    session.play("a:b1")
    keep(session)
    assert moves_kept() == [["c:a1", "a:b1"]]


def test_a_game_taken_up_after_a_crash_has_its_own_file_still() -> None:
    session = played("c:a1")
    session.safety.keep(Autosave())
    keep(session)
    session.safety.close()
    recovered = recover(recoverable()[0])
    recovered.play("a:b1")
    keep(recovered)
    assert moves_kept() == [["c:a1", "a:b1"]]


def test_a_full_disk_leaves_what_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("c:a1")
    keep(session)
    session.play("a:b1")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(FileError, match="No space left"):
            keep(session)
    assert moves_kept() == [["c:a1"]]
    assert [path.name for path in games_folder().iterdir()] == [kept_files()[0][0].name]
    keep(session)
    assert moves_kept() == [["c:a1", "a:b1"]]


def test_a_folder_that_cannot_be_is_told() -> None:
    games_folder().parent.mkdir(parents=True)
    games_folder().write_text("in the way")
    with pytest.raises(FileError, match="cannot create"):
        keep(played("c:a1"))
