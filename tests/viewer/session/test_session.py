"""The session: stepping, variations and undo, and their cost."""

from __future__ import annotations

import subprocess
import sys

import pytest

from boche.engine.errors import IllegalMoveError, NotationError, OptionError
from boche.engine.games.boche.position import Position
from boche.engine.record import Node, positions_along
from boche.viewer.session import Session, SessionError
from tests import ROOT
from tests.viewer.session.games import forked, played


def test_a_new_session_is_an_empty_unmodified_record() -> None:
    session = Session.new("boche", ["Anna", "Bert"], size=4, kill=0)
    assert (session.cursor.index, session.cursor.moves, session.cursor.last_move) == (0, [], None)
    assert session.record.options["kill"] == 0
    assert session.record.players == {"light": "Anna", "dark": "Bert"}
    assert (session.edits.modified, session.file.path, session.outcome) == (False, None, None)
    assert session.title == "Anna - Bert - Boche"
    assert (session.name, Session.new("che").name) == ("Anna - Bert", "new game")
    with pytest.raises(OptionError):
        Session.new(sise=4)


def test_playing_moves_the_cursor_and_the_position() -> None:
    session = played("c:a1", " A:B1 ")
    assert session.cursor.moves == ["c:a1", "a:b1"]
    assert (session.cursor.last_move, session.cursor.index, session.turn) == ("a:b1", 2, "light")
    assert session.position == positions_along(session.record, session.cursor.node)[-1]
    assert session.edits.modified


@pytest.mark.parametrize(
    ("move", "error"), [("g:a1", IllegalMoveError), ("d3", NotationError), ("", NotationError)]
)
def test_a_refused_move_changes_nothing(move: str, error: type[Exception]) -> None:
    session = played("c:c1")
    before = (
        session.record.copy(),
        session.cursor.node,
        session.cursor.revision,
        session.edits.undo_text,
    )
    with pytest.raises(error):
        session.play(move)
    assert (
        session.record,
        session.cursor.node,
        session.cursor.revision,
        session.edits.undo_text,
    ) == before


def test_a_known_move_is_followed_and_is_no_edit() -> None:
    session = played("c:a1", "a:b1")
    nodes, edits = session.cursor.line, session.edits.undo_text
    session.cursor.first()
    assert session.play("c:a1") is nodes[1]
    assert session.edits.undo_text == edits
    assert len(list(session.record.nodes())) == 3


def test_revision_grows_with_every_change_and_only_then() -> None:
    session = played("c:a1")
    seen = [session.cursor.revision]
    for act in (
        session.cursor.back,
        session.cursor.forward,
        session.edits.undo,
        session.edits.redo,
    ):
        act()
        seen.append(session.cursor.revision)
    assert seen == sorted(set(seen))
    session.cursor.forward()
    session.edits.set_comment("")
    assert session.cursor.revision == seen[-1]
    assert session.edits.changes == 3


def test_stepping_stays_within_the_line() -> None:
    session = played("c:a1", "a:b1", "c:c1")
    line = session.cursor.line
    assert session.cursor.back(2) is line[1]
    assert session.cursor.back(9) is line[0] is session.record.root
    assert session.cursor.forward(2) is line[2]
    assert session.cursor.last() is line[3]
    assert session.cursor.forward() is line[3]
    assert session.cursor.go_index(-5) is line[0]
    assert session.cursor.go_index(99) is line[3]
    assert [session.cursor.go_index(i) for i in range(4)] == line


def test_forward_follows_the_way_last_taken() -> None:
    session = forked()
    assert session.cursor.moves == ["c:a1", "b:b1", "b:c1"]
    session.cursor.first()
    session.cursor.last()
    assert session.cursor.last_move == "b:c1"
    session.cursor.back()
    assert session.cursor.previous_variation().move == "a:b1"
    assert session.cursor.moves == ["c:a1", "a:b1", "c:c1"]
    assert session.cursor.previous_variation().move == "a:b1"
    assert session.cursor.next_variation().move == "b:b1"
    assert [node.move for node in session.cursor.variations] == ["a:b1", "b:b1"]
    assert session.cursor.next_variation().move == "b:b1"


def test_a_place_that_is_not_in_the_record_is_refused() -> None:
    session = played("c:a1", "a:b1")
    gone = session.cursor.node
    session.edits.undo()
    for stranger in (gone, Node("c:a1", "light")):
        with pytest.raises(SessionError, match="no longer part"):
            session.cursor.go(stranger)
        with pytest.raises(SessionError):
            session.edits.delete(stranger)
    assert session.cursor.last_move == "c:a1"


def test_undo_brings_back_cursor_line_and_nodes() -> None:
    session = forked()
    variation = session.cursor.line[2]
    session.cursor.first()
    session.edits.delete(variation)
    assert session.cursor.moves == ["c:a1", "a:b1", "c:c1"]
    assert session.edits.undo()
    assert session.cursor.node is session.record.root
    assert session.cursor.moves == ["c:a1", "b:b1", "b:c1"]
    assert session.cursor.line[2] is variation
    assert session.edits.redo()
    assert session.cursor.moves == ["c:a1", "a:b1", "c:c1"]


def test_undo_shows_the_line_that_was_shown() -> None:
    session = forked()
    shown = session.cursor.moves
    session.cursor.go_index(1)
    session.play("d:b1")
    session.edits.undo()
    assert session.cursor.moves == shown == ["c:a1", "b:b1", "b:c1"]
    session.cursor.go(session.record.main_line()[-1])
    session.cursor.go_index(1)
    session.play("swap")
    session.edits.undo()
    assert session.cursor.moves == ["c:a1", "a:b1", "c:c1"]


def test_deleting_under_the_cursor_moves_it_up() -> None:
    session = forked()
    session.edits.delete(session.cursor.line[2])
    assert session.cursor.last_move == "c:a1"
    with pytest.raises(SessionError, match="start of a game"):
        session.edits.delete(session.record.root)


def test_undone_edits_are_gone_after_a_new_one() -> None:
    session = played("c:a1", "a:b1")
    session.edits.undo()
    assert session.edits.redo_text == "play a:b1"
    session.play("b:b1")
    assert not session.edits.redo()
    assert session.record.moves() == ["c:a1", "b:b1"]


def test_modified_knows_the_way_back() -> None:
    session = played("c:a1")
    session.edits.undo()
    assert not session.edits.modified
    session.edits.redo()
    assert session.edits.modified


def test_promoting_moves_a_variation_up() -> None:
    session = forked()
    session.edits.promote(session.cursor.line[2])
    assert session.record.moves() == ["c:a1", "b:b1", "b:c1"]
    session.edits.undo()
    assert session.record.moves() == ["c:a1", "a:b1", "c:c1"]
    session.edits.promote_to_main(session.cursor.line[3])
    assert session.record.moves() == ["c:a1", "b:b1", "b:c1"]


def test_promoting_the_main_line_is_no_edit() -> None:
    session = played("c:a1", "a:b1")
    session.edits.promote(session.cursor.node)
    session.edits.promote_to_main(session.cursor.node)
    assert session.edits.undo_text == "play a:b1"


def test_comments_and_names_can_be_undone() -> None:
    session = played("c:a1")
    session.edits.set_comment("quiet\r\nand short")
    session.edits.set_player("dark", "Bert")
    assert session.cursor.node.comment == "quiet\nand short"
    session.edits.undo()
    assert session.record.players["dark"] == ""
    session.edits.undo()
    assert session.cursor.node.comment == ""


# -- what it costs


def test_the_session_loads_no_graphics() -> None:
    code = (
        "import sys; import boche.viewer.session, boche.viewer.storage.autosave; "
        "import boche.viewer.storage.settings; "
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    heavy = {"moderngl", "pyglet", "pyrr", "PIL", "numpy"}
    assert set(done.stdout.split()) & heavy == set()


def test_stepping_never_replays_more_than_a_few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boche.viewer.session.positions.RECENT", 20)
    session = Session.new(size=10, kill=0, fill_board=True)
    while session.outcome is None:
        session.play(session.position.legal_moves()[0])
    calls: list[int] = []
    play = Position.play
    monkeypatch.setattr(Position, "play", lambda *a: (calls.append(1), play(*a))[1])
    assert len(session.cursor.line) == 221
    for step in (session.cursor.back, session.cursor.forward):
        for _ in session.cursor.line:
            calls.clear()
            step()
            assert session.position is not None
            assert len(calls) < 50
