"""The position editor at the table, by mouse and by keys, in all games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boche.engine.draft import draft_of
from boche.engine.errors import NotationError
from boche.engine.games.boche.geometry import Cell
from boche.engine.games.registry import GAMES, new
from boche.engine.record import loads
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import Shower
from boche.viewer.session import Seat, Session, SessionError
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.window.drawing.board_picture import discs
from tests.positions import played
from tests.viewer.hud.test_hud_layout import laid_out, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.table.user import User

games = pytest.mark.parametrize("game", list(GAMES))


class Editor(User):
    """A user of the position editor."""

    def __init__(self, position: Any) -> None:
        super().__init__(game=position.game.name, **position.options)
        self.game = self.session
        self.controller.set_session(SetupSession(draft_of(position), self.game))

    @property
    def setup(self) -> SetupSession:
        setup = self.controller.table.setup
        assert setup is not None
        return setup

    @property
    def draft(self) -> Any:
        return self.setup.draft

    def text(self) -> str:
        return self.draft.finish().to_text()

    def put(self, target: str) -> None:
        """Click a place, and click on until a piece lies there."""
        before = self.draft
        for _ in range(3):
            self.controller.pointer_moved(*self.spot(target), self.later())
            self.click(*self.spot(target))
            if self.draft != before:
                return
        raise AssertionError(self.view.status)


def begun(game: str, moves: int, seed: int = 1, **options: object) -> Any:
    rng, position = random.Random(seed), new(game, **options)
    for _ in range(moves):
        if position.outcome is None:
            position = position.play(position.random_move(rng))
    return position


@games
def test_it_begins_with_the_position_shown(game: str) -> None:
    position = begun(game, 7)
    editor = Editor(position)
    assert editor.draft.finish().text_board() == position.text_board()
    assert editor.draft.finish().turn == position.turn


@games
def test_pieces_are_put_down_and_taken_off_by_the_mouse(game: str) -> None:
    editor = Editor(new(game))
    editor.key("Ctrl+Delete")
    assert not editor.draft.pieces
    target = {"boche": "b2", "che": "0,0", "boku": "f5", "octi": "46"}[game]
    editor.put(target)
    assert len(editor.draft.pieces) == 1
    x, y = _spot_of(editor, next(iter(editor.draft.pieces)))
    editor.controller.pointer_moved(x, y, editor.later())
    editor.click(x, y, "right")
    assert not editor.draft.pieces
    editor.key("Ctrl+Z")
    assert len(editor.draft.pieces) == 1
    editor.key("Ctrl+Z")
    editor.key("Ctrl+Z")
    assert editor.draft.finish() == new(game)


@games
def test_the_piece_that_was_put_down_last_is_marked(game: str) -> None:
    editor = Editor(new(game))
    editor.key("Ctrl+Delete")
    assert editor.view.last is None
    editor.put({"boche": "b2", "che": "0,0", "boku": "f5", "octi": "46"}[game])
    assert editor.view.last is not None
    assert editor.view.last == editor.setup.placed


def _spot_of(editor: Editor, place: str) -> tuple[float, float]:
    """Return where a lone piece is seen."""
    if editor.draft.start.game.name == "boche":
        return editor.on_face(Cell(1, 1, 0), 2)
    editor.key("Delete")
    table = editor.controller.table
    at = table.picker.place(table.position, place, table.display)
    editor.key("Delete")
    x, y = table.looking.pixels(at[None])[0]
    return float(x), float(y)


@games
def test_pieces_are_put_down_and_taken_off_by_keys(game: str) -> None:
    editor = Editor(new(game))
    editor.key("Ctrl+Delete")
    editor.key("Right")
    before = editor.draft
    for _ in range(4):
        if editor.draft == before:
            editor.key("Enter")
            editor.key("Right")
    assert len(editor.draft.pieces) == 1
    editor.key("Delete")
    assert editor.draft.taking
    editor.key("Right")
    assert editor.view.status.startswith("take off ")
    assert editor.view.ghost is None
    editor.key("Enter")
    assert not editor.draft.pieces
    editor.key("Delete")
    editor.key("Ctrl+Home")
    assert editor.draft.finish() == new(game)


def test_a_cube_without_support_and_a_wrong_rotation_are_refused() -> None:
    editor = Editor(played("boche", "a:a1 a:b1 a:a2 e:a1", size=4))
    editor.key("/")
    editor.type("-b1")
    editor.key("Enter")
    assert "b1 cannot be taken off" in editor.view.status
    assert editor.view.tone == "refused"
    editor.key("Escape")
    for text in ("a:a3", "e:c1"):
        editor.key("/")
        editor.type(text)
        editor.key("Enter")
        assert editor.view.tone == ("refused" if text == "e:c1" else "said")
        editor.key("Escape")
    assert len(editor.draft.values["PUT"]) == 5


def test_edges_of_tiles_must_match_and_the_pool_is_finite() -> None:
    editor = Editor(new("che", num_tiles=2))
    draft = editor.draft.put("fl:0,0")
    with pytest.raises(NotationError, match="edges"):
        draft.put("fl:1,0")
    full = draft.put("fr:1,0")
    with pytest.raises(NotationError, match="all 2 tiles"):
        full.put("fl:0,1")


def test_whose_move_follows_from_the_tiles() -> None:
    editor = Editor(played("che", "fl:0,0"))
    editor.key("M")
    assert "follows from the number of pieces" in editor.view.status
    editor.setup.play("fr:0,1")
    assert "a move is unfinished" in editor.view.setup.draft.problem


def test_a_row_that_no_move_made_is_no_position() -> None:
    editor = Editor(new("boku"))
    for cell in ["e4", "e5", "e6", "e7", "e8"]:
        editor.setup.play(cell)
    assert "five are in a row" in editor.draft.problem
    editor.key("M")
    assert not editor.draft.problem
    assert editor.draft.finished.outcome.winner == "black"


def test_the_hand_the_turn_and_the_colour_of_a_marble() -> None:
    editor = Editor(new("boku"))
    editor.setup.play("e4")
    editor.key("Space")
    editor.setup.play("f5")
    editor.key("M")
    assert editor.text() == "boku - 5/6/7/8/3b5/4w5/9/8/7/6/5 white - -"
    editor.key("R")
    assert editor.text() == "boku - 5/6/7/8/3b5/4b5/9/8/7/6/5 white - -"


def test_octis_pods_come_from_the_stores_and_go_back() -> None:
    editor = Editor(new("octi"))
    editor.setup.play("46")
    editor.setup.play("46+c")
    assert editor.text().split()[3] == "3,0,24/4,0,25"
    editor.setup.play("-46c-c")
    editor.setup.play("-46")
    assert editor.text().split()[3] == "4,0,25/4,0,25"
    editor.setup.adjust("captured white", 1)
    editor.setup.adjust("prongs black", 1)
    assert editor.text().split()[3] == "4,0,26/3,1,24"
    for _ in range(4):
        editor.setup.play("46")
    with pytest.raises(NotationError, match="no pod is left"):
        editor.setup.play("46")


@games
def test_settings_are_chosen_and_changed_by_keys(game: str) -> None:
    editor = Editor(new(game))
    for index in range(len(editor.draft.knobs)):
        assert editor.view.setup.knob == index
        before = editor.draft
        for key in ("Shift+PageUp", "Shift+PageDown", "Shift+PageDown"):
            editor.key(key)
        knob = before.knobs[index]
        fixed = knob.fixed or editor.view.tone == "refused" or knob.name == "TAKEN"
        assert fixed or editor.draft != before, knob
        editor.controller.set_session(SetupSession(before, editor.game))
        editor.setup.knob = index
        editor.key("PageDown")
    assert editor.view.setup.knob == 0


@games
def test_a_pasted_position_becomes_the_board(game: str) -> None:
    position = begun(game, 9, seed=3)
    editor = Editor(new(game))
    editor.setup.paste(position.to_text())
    assert editor.draft.finish().text_board() == position.text_board()
    for other in (begun(name, 3, seed=5) for name in GAMES if name != game):
        for text in (other.to_text(), other.text_board()):
            with pytest.raises(SessionError, match=f"this is a position of {other.game.title}"):
                editor.setup.paste(text)


@games
def test_at_the_table_a_pasted_position_is_a_new_game_and_plays_on(game: str) -> None:
    position = begun(game, 5)
    pasted = Session.new(game).paste(position.to_text())
    assert isinstance(pasted, Session)
    assert pasted.position == position
    assert not pasted.edits.modified  # it is still where it was copied
    move = pasted.position.random_move(random.Random(2))
    pasted.play(move)
    pasted.edits.undo()
    assert pasted.position == position
    pasted.edits.redo()
    again = loads(pasted.file.text())
    assert again.start == position
    assert again.moves() == [str(move)]
    assert pasted.edits.modified


@games
def test_every_tool_is_drawn_on_an_empty_a_begun_and_a_full_board(game: str) -> None:
    drafts = [draft_of(new(game)).cleared(), draft_of(begun(game, 9)), full_board(game)]
    for draft in drafts:
        editor = Editor(new(game))
        editor.controller.set_session(SetupSession(draft, editor.game))
        for keys in (["Delete"], ["Right", "R"], ["Enter"], ["Delete"], ["Tab"], ["Enter"],
                     ["Space"], ["M"], ["Ctrl+Home"], ["Delete"]):  # fmt: skip
            for key in keys:
                editor.key(key)
            view = editor.view
            shown = Shower().data(view, editor.setup, editor.controller.table.settings, discs(
                editor.controller.table.settings.palette, editor.game.record.game))  # fmt: skip
            hud = Hud(wide, Plain(), lambda action: None)
            assert hud.build(shown, laid_out(shown)).pages


@games
def test_the_players_of_the_game_stay_at_the_board(game: str) -> None:
    first, second = new(game).game.colours
    left = Session.new(game, seats={first: Seat("Anna"), second: Seat(player="3")})
    setup = SetupSession(draft_of(left.position), left)
    assert setup.game().seats.sitting == left.seats.sitting
    assert SetupSession(draft_of(left.position), Session.new(game)).game().seats.sitting == {}


@games
def test_only_a_position_that_was_made_is_unsaved(game: str) -> None:
    position = begun(game, 6, seed=2)
    setup = SetupSession(draft_of(position), Session.new(game))
    assert not setup.game().edits.modified
    setup.edits.set("clear", setup.draft.started())
    assert setup.changed
    assert not setup.game().edits.modified
    setup = SetupSession(draft_of(new(game)), Session.new(game))
    assert not setup.changed
    setup.paste(position.to_text())
    assert setup.changed
    assert setup.game().edits.unsaved == "a position that is not saved"


@games
def test_nothing_else_is_done_while_a_position_is_set_up(game: str) -> None:
    editor = Editor(new(game))
    editor.controller.command("resign")
    assert "set up a position" in editor.view.status
    for refused in (
        editor.setup.file.save,
        editor.setup.resign,
        lambda: editor.setup.edits.set_comment("x"),
    ):
        with pytest.raises(SessionError):
            refused()
    assert not editor.setup.edits.modified


@games
def test_every_piece_is_named_as_it_is_pointed_at(game: str) -> None:
    position = begun(game, 12, seed=4)
    editor = Editor(position)
    table = editor.controller.table
    found = set()
    width, height = table.looking.viewport
    for x in range(20, width, 23):
        for y in range(20, height, 23):
            pick = table.picker.pick(table.position, table.looking.ray((x, y)), table.display)
            found |= {table.picker.piece(table.position, pick)} - {""}
    assert found
    assert found <= set(editor.draft.pieces)


def full_board(game: str) -> Any:
    """Return a board on which no piece of the colour in hand can be put any more."""
    if game == "boche":
        return draft_of(played("boche", "a:a1", size=1))
    if game == "che":
        return draft_of(played("che", "fl:0,0 fr:1,0+bl:0,1", num_tiles=3))
    draft: Any = draft_of(new(game)).cleared()
    while moves := [move for move in draft.legal_moves() if "+" not in str(move)]:
        draft = draft.put(str(moves[len(draft.pieces) % len(moves)]))
    return draft


def test_keys_go_on_from_the_pod_that_they_put_down() -> None:
    editor = Editor(new("octi"))
    editor.key("Ctrl+Delete")
    editor.key("Right")
    square = editor.controller.table.selection.target
    for key in ("Enter", "A", "Enter", "C", "Enter"):
        editor.key(key)
        assert editor.view.tone != "refused", editor.view.status
    assert editor.draft.pieces.keys() == {f"{square}ac", f"{square}ac-a", f"{square}ac-c"}


def test_the_editor_does_not_turn_the_board() -> None:
    editor = Editor(new("octi"))
    for person in editor.game.record.game.colours:
        other = [c for c in editor.game.record.game.colours if c != person]
        game = Session.new("octi", seats={other[0]: Seat("", "1")})
        editor.controller.set_session(game)
        before = editor.controller.table.front
        editor.controller.set_session(SetupSession(draft_of(game.position), game))
        assert editor.controller.table.front == before


def test_the_middle_of_the_table_is_taken_off_last() -> None:
    editor = Editor(played("che", "fl:0,0 fr:1,0+bl:0,1"))
    with pytest.raises(NotationError, match="stays until all others are off"):
        editor.setup.play("-0,0")


def test_a_chosen_prong_is_added_by_a_click_in_the_middle_of_a_pod() -> None:
    editor = Editor(new("octi"))
    editor.key("Ctrl+Delete")
    editor.key("C")
    x, y = editor.spot("46")
    editor.controller.pointer_moved(x, y, editor.later())
    editor.key("A")
    assert editor.view.status == "a does nothing here"
    editor.click(x, y)
    editor.key("Delete")
    table = editor.controller.table
    middle = table.looking.pixels(table.picker.place(table.position, "46", table.display)[None])[0]
    editor.key("Delete")
    x, y = (float(at) for at in middle)
    editor.controller.pointer_moved(x, y, editor.later())
    editor.key("G")
    editor.click(x, y)
    assert "46g" in editor.draft.pieces
