"""Moves of Boche are written with the level of their cell where one column has several cubes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from boche.engine import new
from boche.engine.errors import IllegalMoveError
from boche.engine.game import line_texts
from boche.engine.record import Record, dump_sgf, play
from boche.viewer.export.page.move_tree import Story
from boche.viewer.hud import model
from boche.viewer.hud.model import Shower
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table import lines
from boche.viewer.table.context import Context
from tests.viewer.hud.test_hud_layout import built
from tests.viewer.table.user import User

MOVES = ("a:a1", "a:b1", "a:a2", "e:a1", "a:c1")
TEXTS = ["a:a1", "a:b1", "a:a2", "e:a1/1", "a:c1"]


def session_of(moves: tuple[str, ...] = MOVES) -> Session:
    record = Record.new("boche", size=3, kill=0)
    node = record.root
    for move in moves:
        node = play(record, node, move)
    session = Session(record)
    session.cursor.last()
    return session


def texts_of(session: Session, **more: object) -> list[str]:
    """Return the texts in the window around a record."""
    user = User(size=3)
    user.controller.set_session(session)
    settings = Settings(**more)  # type: ignore[arg-type]
    shown = Shower().data(user.view, session, settings, {"light": (0,) * 4, "dark": (1,) * 4})
    return [text.text for text in built(shown, (1280, 720), 1.0).pages[0].texts]


@pytest.mark.parametrize("tab", ["moves", "tree"])
def test_the_window_lists_moves_with_their_levels(tab: str) -> None:
    session = session_of()
    texts = texts_of(session, panel_tab=tab)
    assert [text for text in texts if text[:2] in ("a:", "e:")] == TEXTS
    assert tuple(session.record.moves()) == MOVES, "the record stays as it is"
    assert b"a1/1" not in dump_sgf(session.record)


def test_a_page_lists_moves_with_their_levels() -> None:
    story = Story(session_of().record, lambda mesh: 0)
    for _ in story.tell():
        pass
    assert [row["text"] for row in story.nodes] == ["", *TEXTS]
    assert story.nodes[4]["state"].startswith("4. e:a1/1. ")


def test_a_line_of_the_engine_is_told_with_levels() -> None:
    user = User(size=3, kill=0)
    for move in MOVES[:3]:
        user.session.play(move)
    user.controller.tick(user.later())
    assistant: Any = SimpleNamespace(
        candidates=(), mistakes={}, analysed=False, analysing=False, waiting_for=lambda: ""
    )
    user.controller.join(assistant)
    context = Context(user.controller.table, assistant)
    lines.try_line(context, 1, ("e:a1", "a:c1"), "60 %")
    assert user.view.status.startswith("line 1: e:a1/1 a:c1; ")


def test_a_move_may_be_typed_as_it_is_written() -> None:
    position = new("boche", size=3, kill=0).play("a:a1").play("a:b1").play("a:a2")
    assert position.play("e:a1/1") == position.play("e:a1")
    assert str(position.parse("e:a1/1")) == "e:a1"
    for wrong, cell, level in (("e:a1/0", "a1", 1), ("a:c1/2", "c1", 0)):
        with pytest.raises(
            IllegalMoveError, match=f"the next cube on {cell} lies on level {level}"
        ):
            position.play(wrong)


def test_moves_from_a_position_that_was_set_up_count_its_cubes() -> None:
    start = new("boche", size=3, kill=0).play("a:a1").play("a:b1").play("a:a2")
    assert line_texts(start, ["e:a1", "a:c1", "swap"]) == ("e:a1/1", "a:c1", "swap")
    assert line_texts(new("boku"), ["f5"]) == ("f5",)


def test_moves_that_were_listed_are_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each needs the moves before it: with thousands of them that would be seen at each move."""
    asked = list[object]()
    plain = model.node_text

    def node_text(start: Any, node: Any) -> str:
        asked.append(node)
        return plain(start, node)

    monkeypatch.setattr(model, "node_text", node_text)
    user, shower, session = User(size=3), Shower(), session_of()
    user.controller.set_session(session)

    def listed() -> list[str]:
        shown = shower.data(user.view, session, Settings(), {})
        return [each.text for row in shown.rows for each in (row.first, row.second) if each]

    assert listed() == TEXTS
    before = len(asked)
    session.cursor.last()
    move = session.play(session.position.legal_moves()[0])
    assert listed()[:-1] == TEXTS
    assert asked[before:] == [move]
