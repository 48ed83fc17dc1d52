"""A computer seat that waits: the status says so, with the key that lets it continue."""

from __future__ import annotations

import pytest

from boche.viewer.assistant.background import Report
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import areas_of
from boche.viewer.hud.model import Shower
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.theme import look_of
from boche.viewer.storage.settings import Settings
from boche.viewer.table.command_keys import keys_of
from boche.viewer.window.drawing.board_picture import discs
from tests.viewer.assistant.desk import Desk, desk
from tests.viewer.hud.typesetting import Plain

SIZE, SETTINGS = (1280, 800), Settings()
KEY = keys_of("pause")[0]
NOTE = f"waits: press {KEY}"
LINE = f"The computer is paused: {KEY} resumes it"


def built(at: Desk) -> Hud:
    """Return the HUD as it is drawn now."""
    hud = Hud(lambda text, size, bold: 0.6 * len(text) * size, Plain(), lambda action: None)
    shown = Shower().data(at.controller.view(), at.session, SETTINGS,
                           discs(SETTINGS.palette, at.session.record.game),
                           at.assistant.analysis())  # fmt: skip
    hud.build(shown, areas_of(SIZE, 1.0, SETTINGS, 8))
    return hud


def words(at: Desk) -> list[str]:
    """Return all texts in the window."""
    return [text.text for page in built(at).frame.pages for text in page.texts]


def test_it_says_so_in_the_panel_and_below_until_it_goes_on() -> None:
    at = desk()
    at.table.play("c:b1")
    at.pass_time()
    assert "thinking…" in words(at)
    at.key("W")
    at.pass_time(9)
    at.controller.pointer_moved(5.0, 5.0, at.now)  # the message about it is gone
    at.table.writing.forget()
    told = words(at)
    assert NOTE in told
    assert LINE in told
    assert "to move" not in told
    at.key("W")
    assert "thinking…" in words(at)
    assert NOTE not in words(at)


def test_a_player_that_is_prepared_for_long_says_so_at_its_place_and_counts_the_seconds() -> None:
    at = desk()
    at.table.play("c:b1")
    at.pass_time(0.1)
    begun = at.thinker.preparing_since = at.now
    at.pass_time(0.5)
    assert "thinking…" in words(at), "it says so before anybody waits"
    for seconds in (1, 2, 12):
        at.pass_time(begun + seconds + 0.2 - at.now)
        assert f"preparing, {seconds} s…" in words(at)
        assert "thinking…" not in words(at)
    at.thinker.preparing_since = None
    at.pass_time(0.1)
    assert "thinking…" in words(at)


def test_a_click_on_it_lets_it_go_on() -> None:
    at = desk()
    at.table.play("c:b1")
    at.key("W")
    hud = built(at)
    note = next(text for page in hud.frame.pages for text in page.texts if text.text == NOTE)
    hit = hud.frame.hit(note.x - 5, note.y)
    assert hit is not None
    assert hit.action == Action("command", "pause")


def test_while_it_is_a_persons_turn_nobody_waits() -> None:
    at = desk()
    at.key("W")
    at.table.writing.forget()
    assert "to move" in words(at)
    at.table.play("c:b1")
    at.pass_time()
    assert NOTE in words(at)
    at.table.play("a:c1")
    at.pass_time()
    assert "to move" in words(at), "a person may move for it"


def test_after_a_forfeit_is_undone_it_waits_and_says_so() -> None:
    at = desk()
    at.table.play("c:b1")
    at.pass_time()
    at.thinker.waiting.append(Report(at.job, done=True, error="it hangs", loses="forfeit"))
    at.pass_time()
    assert at.session.outcome is not None
    at.key("Z", "ctrl")
    at.pass_time()
    at.table.writing.forget()
    assert at.session.outcome is None
    assert NOTE in words(at)
    assert LINE in words(at)


def test_after_undo_it_goes_on_with_ones_next_move() -> None:
    at = desk()
    at.table.play("c:b1")
    at.pass_time()
    at.key("Z", "ctrl")
    assert at.session.cursor.moves == []
    at.table.play("c:b2")
    at.pass_time()
    assert NOTE not in words(at)
    assert at.job.kind == "move"


def test_a_computer_whose_opening_was_undone_waits_until_ones_own_move() -> None:
    at = desk(dark=0, light=4)
    at.answer("c:b1")
    assert at.session.cursor.moves == ["c:b1"]
    at.key("Z", "ctrl")
    at.pass_time()
    at.table.writing.forget()
    assert NOTE in words(at)
    assert at.session.unrated == "", "nobody has gained anything"
    at.table.play("d:b1")
    at.pass_time()
    at.table.play("a:c1")
    at.pass_time()
    assert NOTE not in words(at)
    assert at.job.kind == "move"


def test_undo_of_ones_own_move_costs_the_rating() -> None:
    at = desk(dark=0, light=4)
    at.answer("c:b1")
    at.table.play("a:c1")
    at.pass_time()
    at.key("Z", "ctrl")
    assert at.session.unrated == "undo"


def press(at: Desk, label: str) -> None:
    """Press the button of the bar with a label."""
    hud = built(at)
    [text] = [each for page in hud.frame.pages for each in page.texts if each.text == label]
    hit = hud.frame.hit(text.x, text.y)
    assert hit is not None
    assert hit.action is not None
    at.controller.command(hit.action.value, at.now)
    at.pass_time()


PLAY, LATEST = "Let it play from here (Alt+W)", "Latest position (End)"
END = "Back to the end (End)"


def game_of_four_moves() -> Desk:
    """Return a game against the computer, with the cursor where the computer made its first."""
    at = desk()
    for mine, answer in (("c:b1", "d:b2"), ("c:c1", "a:a1")):
        at.table.play(mine)
        at.pass_time()
        at.answer(answer)
    assert len(at.session.cursor.moves) == 4
    assert not {PLAY, LATEST} & set(words(at))
    at.key("Home")
    at.key("Right")
    at.pass_time()
    return at


def test_at_an_earlier_move_the_bar_says_so_and_lets_the_computer_play_from_there() -> None:
    at = game_of_four_moves()
    told = words(at)
    assert {PLAY, LATEST, "waits"} <= set(told)
    assert any(text.startswith("An earlier move, the computer waits") for text in told)
    assert "to move" not in told
    press(at, LATEST)
    assert at.session.cursor.index == 4
    assert not {PLAY, LATEST} & set(words(at))
    at.key("Home")
    at.key("Right")
    press(at, PLAY)
    assert at.job.kind == "move"
    told = words(at)
    assert "thinking…" in told
    assert PLAY not in told
    at.answer("a:a1")
    assert at.session.cursor.moves == ["c:b1", "a:a1"], "a variation of its own"
    assert len(at.session.record.root.children[0].children) == 2
    at.key("PageUp")
    at.pass_time()
    assert at.thinker.job is None, "and only once"
    assert PLAY in words(at)


def test_a_move_tried_for_the_computer_is_called_so_and_leads_back_to_the_game() -> None:
    at = game_of_four_moves()
    game = list(at.session.record.main_line())
    at.table.play("a:a1")
    at.pass_time()
    told = words(at)
    assert {"Back to the game (End)", "tried: 2 / 2"} <= set(told)
    assert any(text.startswith("A tried move, the game stays as it is") for text in told)
    assert LATEST not in told
    at.key("Left")
    told = words(at)
    assert "Back to the game (End)" in told, "nor is the tried line the game one move before"
    press(at, "Back to the game (End)")
    assert at.session.cursor.node is game[-1]
    assert list(at.session.record.main_line()) == game
    assert not any("ried" in text or text.startswith("Back to the game") for text in words(at))


def test_at_an_earlier_move_of_ones_own_only_the_latest_position_is_offered() -> None:
    at = game_of_four_moves()
    at.key("Right")
    told = words(at)
    assert LATEST in told
    assert PLAY not in told
    assert any(text.startswith("An earlier move: Left and Right step, Tab or F6") for text in told)
    at.key("W", "alt")
    assert at.status == "it is not the computer's turn here"


def test_where_no_computer_plays_it_is_said_where_to_seat_one() -> None:
    at = desk(dark=0, light=0)
    at.key("W", "alt")
    assert at.status == "no computer plays; seat one under Players (Alt+P)"


def test_a_computer_that_an_undo_left_to_move_has_the_button() -> None:
    at = desk(dark=0, light=4)
    at.answer("c:b1")
    at.key("Z", "ctrl")
    at.pass_time()
    assert PLAY not in words(at), "all name one key"
    assert LINE in words(at)
    press(at, f"Let it play from here ({KEY})")
    assert at.job.kind == "move"
    assert NOTE not in words(at)


@pytest.mark.parametrize("pressed", ["W", "Alt+W"])
def test_where_the_computer_waits_at_an_earlier_move_both_keys_let_it_play(pressed: str) -> None:
    at = game_of_four_moves()
    assert NOTE not in words(at)
    *held, key = pressed.split("+")
    at.key(key, *held)
    at.pass_time()
    assert at.job.kind == "move"
    at.key("W")
    at.table.writing.forget()
    assert {NOTE, LINE, f"Let it play from here ({KEY})"} <= set(words(at))
    at.key("W")
    at.pass_time()
    assert at.job.kind == "move"


def test_a_finished_game_offers_the_computer_its_earlier_moves() -> None:
    at = game_of_four_moves()
    at.key("End")
    at.table.declare(at.session.resign)
    at.key("Home")
    at.key("Right")
    at.pass_time()
    told = words(at)
    assert {PLAY, "waits"} <= set(told)
    assert "to move" not in told
    assert any(text.startswith("An earlier move, the computer waits") for text in told)
    press(at, END)
    assert at.session.cursor.index == 4
    assert END not in words(at)
    at.key("Home")
    at.key("Right")
    press(at, PLAY)
    at.answer("a:a1")
    assert at.session.cursor.moves == ["c:b1", "a:a1"], "a variation of its own"


def filled(at: Desk) -> list[str]:
    """Return the labels of the buttons below the board that are filled, as the one meant is."""
    on_filled = look_of(SETTINGS.theme).on_accent
    texts = [text for page in built(at).frame.pages for text in page.texts]
    return [text.text for text in texts if text.colour == on_filled and text.text in (PLAY, END)]


def test_whoever_looks_back_in_a_finished_game_is_offered_its_end_first() -> None:
    """The bold button let the computer play on, which whoever only looks back does not want."""
    at = game_of_four_moves()
    assert filled(at) == [PLAY], "a game that goes on"
    at.key("End")
    at.table.declare(at.session.resign)
    at.key("Home")
    at.key("Right")
    at.pass_time()
    assert filled(at) == [END]
    at.key("Enter")
    at.pass_time()
    assert at.thinker.job is None, "nor does Enter let it play"
    assert at.session.cursor.index == 1


def test_an_earlier_move_says_which_keys_step_and_which_choose_places() -> None:
    at = game_of_four_moves()
    assert at.status == (
        "an earlier move, the computer waits: Left and Right step, Tab or F6 chooses places, "
        "Alt+W lets it play from here, End goes to the latest position"
    )
    at.key("Tab")
    view = at.controller.view()
    assert (view.tone, view.focus) == ("said", "board"), "nothing is refused"
    assert view.status == "the arrow keys choose places on the board; F6: moves of the game"
    at.key("Right")
    assert at.session.cursor.index == 1
    assert at.table.selection.target is not None


def test_the_latest_move_gives_the_arrow_keys_back_to_the_board() -> None:
    at = game_of_four_moves()
    for way in (["End"], ["Ctrl+Left", "Ctrl+Right"], ["Home", "End", "End"], ["Ctrl+Up"]):
        for pressed in way:
            *held, key = pressed.split("+")
            at.key(key, *held)
        assert (at.session.cursor.index, at.controller.view().focus) == (4, "board"), way
    at.key("Left")
    assert at.session.cursor.index == 4
    at.key("Enter")
    assert at.session.cursor.index == 5, "the place chosen is played"
