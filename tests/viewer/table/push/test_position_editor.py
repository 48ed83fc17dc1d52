"""The editor used at random and on full boards."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.draft import draft_of
from boche.engine.errors import BocheError
from boche.engine.games.registry import new
from boche.engine.position import BasePosition
from boche.viewer.session import Session
from boche.viewer.session.setup_session import SetupSession
from tests.viewer.table.test_position_editor import Editor, begun, full_board, games


def _edit(session: SetupSession, draft: Any, rng: random.Random) -> None:
    """Make some edit. Raises ``BocheError``."""
    way = rng.randrange(6)
    if way == 0:
        session.play(rng.choice(draft.legal_moves()))
    elif way == 1:
        session.play(f"-{rng.choice([*draft.pieces, 'x'])}")
    elif way == 2:
        session.turn_piece(rng.choice([*draft.pieces, ""]))
    elif way == 3:
        session.adjust(rng.choice(draft.knobs).name, rng.choice((1, -1)))
    elif way == 4:
        session.edits.undo()
    else:
        session.edits.redo()


@games
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_whatever_is_edited_is_refused_or_a_board_that_can_be_written(game: str, seed: int) -> None:
    rng = random.Random(seed)
    session = SetupSession(draft_of(begun(game, rng.randint(0, 12), seed)), Session.new(game))
    for _ in range(25):
        draft: Any = session.draft
        try:
            _edit(session, draft, rng)
        except (BocheError, IndexError):
            assert session.draft == draft
        if not session.draft.problem:
            position = session.draft.finish()
            assert BasePosition.from_text(position.to_text()) == position
            assert session.game().record.start == position


@games
def test_a_full_board_is_pointed_at_without_harm_and_says_why(game: str) -> None:
    editor = Editor(new(game))
    editor.controller.set_session(SetupSession(full_board(game), editor.game))
    width, height = editor.controller.table.looking.viewport
    said = set()
    for x in range(200, width, 60):
        for y in range(80, height, 60):
            editor.controller.pointer_moved(x, y, editor.later())
            before = editor.draft
            editor.click(x, y)
            if editor.draft == before:
                said.add(editor.view.status)
            editor.controller.set_session(SetupSession(before, editor.game))
    expected = {"boche": "the pyramid ends here", "che": "all 3 tiles", "boku": "marbles only",
                "octi": "no pod is left"}[game]  # fmt: skip
    assert any(expected in line for line in said), said
