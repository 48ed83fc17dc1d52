"""Endings of games in a session: by the rules, by resignation, and from a record."""

from __future__ import annotations

import pytest

from boche.engine.errors import IllegalMoveError, OptionError
from boche.engine.record import Record, loads
from boche.viewer.session import Session
from tests import ROOT
from tests.viewer.session.games import forked, played

PATH = loads((ROOT / "assets/records/boche-path.sgf").read_text(encoding="utf-8"))


def test_a_win_by_the_rules_is_written_and_taken_back() -> None:
    session = Session(Record("boche", PATH.options))
    for move in PATH.moves():
        session.play(move)
    outcome = session.outcome
    assert outcome is not None
    assert session.record.result == f"{session.record.form.colours[outcome.winner or '']}+Path"
    with pytest.raises(IllegalMoveError, match="over"):
        session.play("c:a1")
    with pytest.raises(IllegalMoveError, match="over"):
        session.resign()
    session.edits.undo()
    assert (session.record.result, session.outcome) == ("", None)


def test_a_resignation_ends_the_line_it_belongs_to() -> None:
    session = played("c:a1", "a:b1")
    session.resign()
    assert session.record.result == "B+R"
    assert session.outcome is not None
    assert session.outcome.reason == session.position.outcome.reason == "light resigned"  # type: ignore[union-attr]
    with pytest.raises(IllegalMoveError, match="light resigned"):
        session.play("c:c1")
    session.cursor.back()
    assert session.outcome is None
    assert session.position.outcome is None
    session.play("b:b1")
    assert session.outcome is None
    assert session.record.result == "B+R"


def test_either_colour_can_resign() -> None:
    session = played("c:a1")
    session.resign("light")
    assert session.record.result == "B+R"
    with pytest.raises(OptionError, match=r"^resign: unknown colour 'green' \(light or dark\)$"):
        played("c:a1").resign("green")


def test_resigning_in_the_middle_makes_a_variation() -> None:
    session = played("c:a1", "a:b1", "c:c1")
    session.cursor.go_index(1)
    node = session.resign()
    assert node.move is None
    assert session.cursor.last_move == "c:a1"
    assert session.outcome is not None
    assert session.record.result == ""
    session.edits.promote_to_main(node)
    assert session.record.result == "W+R"
    assert session.record.moves() == ["c:a1"]
    session.edits.undo()
    assert session.record.result == ""
    assert session.outcome is not None


def test_results_move_with_their_lines_and_come_back() -> None:
    session = forked()
    fork_end = session.cursor.node
    session.cursor.go(session.record.main_line()[-1])
    main_end = session.resign()
    session.edits.promote_to_main(fork_end)
    assert session.record.result == ""
    assert session.positions.ending(main_end) is not None
    assert session.positions.ending(fork_end) is None
    again = loads(session.record.text())
    session.edits.promote_to_main(main_end)
    assert session.record.result == "W+R"
    assert main_end.text("RE") == ""
    reread = Session(again)
    reread.cursor.go(reread.record.root.children[0].children[1].children[0])
    assert reread.outcome is not None


def test_a_result_of_the_file_stays_while_the_main_line_ends_where_it_did() -> None:
    session = Session(loads("(;GM[Boche]SZ[4]RE[W+T];W[c:a1];B[a:b1])"))
    session.cursor.first()
    session.play("b:a1")
    session.edits.set_comment("x")
    assert session.record.result == "W+T"
    session.cursor.go(session.record.main_line()[-1])
    assert session.outcome is not None
    assert (session.outcome.kind, session.outcome.reason) == ("time", "dark lost on time")
    assert session.position.legal_moves() == ()


def test_a_resignation_written_as_a_move_ends_its_line() -> None:
    session = Session(loads("(;GM[Boche]SZ[4];W[c:a1](;B[a:b1])(;B[resign]))"))
    assert session.file.problems == []
    session.cursor.go(session.record.root.children[0].children[1])
    assert session.outcome is not None
    assert session.outcome.reason == "dark resigned"
    with pytest.raises(IllegalMoveError, match="over"):
        session.play("c:c1")
    session.edits.promote(session.cursor.node)
    assert session.record.result == "W+R"


def test_an_agreed_draw_ends_the_game_and_can_be_resumed() -> None:
    session = Session(loads("(;GM[Boche]SZ[4]RE[Draw];W[c:a1])"))
    session.cursor.last()
    assert session.outcome is not None
    with pytest.raises(IllegalMoveError, match="a draw"):
        session.play("a:b1")
    assert session.swap_refused
    assert session.resume()
    assert not session.resume()
    session.play("a:b1")
    session.edits.undo()
    session.edits.undo()
    assert session.record.result == "Draw"


def test_an_open_result_goes_when_the_game_goes_on() -> None:
    session = Session(loads("(;GM[Boche]SZ[4]RE[Void];W[c:a1])"))
    session.cursor.last()
    assert session.outcome is None
    session.play("a:b1")
    assert session.record.result == ""
