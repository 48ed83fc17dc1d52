"""Octi at the table: moves of several steps by mouse and keys, undone step by step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boche.viewer.games.octi.solids import APOTHEM, HEIGHT
from boche.viewer.games.registry import view_of
from boche.viewer.hud.pages.help import help_rows
from boche.viewer.session import Seat, Session
from boche.viewer.table.commands import tip_of
from tests.viewer.games.octi.hand import JUMPS, STACK, Hand
from tests.viewer.hud.test_hud_layout import built, shown_of
from tests.viewer.table.user import Others

# White can then jump northwards from 54 over 55.
NORTHWARDS = "57+e 53+a 57-56 53-54 56-55"


def test_the_table_is_seen_from_the_south() -> None:
    hand = Hand("")
    assert hand.table.looking.orbit.camera.azimuth == -90.0
    hand.key("2")
    hand.key("1")
    assert hand.table.looking.orbit.goal.azimuth == -90.0


@pytest.mark.parametrize(("key", "azimuth"), [("1", -90.0), ("2", 90.0), ("3", 180.0)])
def test_a_square_board_is_seen_from_its_sides(key: str, azimuth: float) -> None:
    hand = Hand("")
    hand.key(key)
    assert hand.table.looking.orbit.goal.azimuth == azimuth


def test_the_help_and_the_tooltips_name_the_sides() -> None:
    guide = view_of("octi").guide
    assert tip_of("corner2", guide.texts) == "From Black's side  (2)"
    rows = {row.text for row in help_rows(shown_of(Session.new("octi")))}
    assert {"from White's side", "from Black's side"} <= rows
    assert not any("corner" in text for text in rows)
    boche = help_rows(shown_of(Session.new("boche")))
    assert "from the right side" in {row.text for row in boche}


@pytest.mark.parametrize("letter", "abcdefgh")
def test_pointing_at_a_hole_chooses_the_prong(letter: str) -> None:
    hand = Hand("")
    hand.move(hand.pod(57, hole=letter))
    assert hand.ghost == f"57+{letter}"
    assert hand.status == f"57+{letter}: adds a prong"
    hand.click(hand.pod(57, hole=letter))
    assert hand.last == f"57+{letter}"


def test_from_hole_to_hole_of_one_pod_the_prong_follows() -> None:
    hand = Hand("")
    for letter in "ahd":
        hand.move(hand.pod(37, hole=letter))
        assert hand.ghost == f"37+{letter}"
    hand.key("F")
    assert hand.ghost == "37+f", "a key has the last word"
    hand.controller.tick(hand.t + 5.0)
    assert hand.ghost == "37+f", "until the pointer moves"


def test_a_letter_over_a_pod_adds_that_prong() -> None:
    """Point at a pod's middle, where a click would move it, and at a pod that cannot move."""
    hand = Hand("57+e 53+a")
    for place, prongs in ((hand.pod(57, "e"), "57"), (hand.pod(37), "37"), (hand.square(77), "77")):
        hand.move(place)
        hand.key("C")
        assert hand.ghost == f"{prongs}+c"
        hand.key("C")
        assert hand.ghost == ("57+c-" if prongs == "57" else f"{prongs}+c"), "again: turned"
    hand.move(hand.pod(57, "e"))
    hand.key("C")
    hand.move(hand.pod(57, "e") + np.array([0.02, 0.0, 0.0]))
    assert hand.ghost == "57+c", "until something else is pointed at"
    hand.click(hand.pod(57, "e"))
    assert hand.last == "57+c"
    hand.move(hand.pod(57, "ce"))
    assert hand.ghost == ""


def test_a_letter_for_a_prong_that_is_there_is_refused() -> None:
    hand = Hand("57+e 53+a")
    hand.move(hand.pod(57, "e"))
    hand.key("E")
    assert "has a prong e already" in hand.status
    assert hand.ghost == "57-"


def test_a_pod_is_brought_on_beside_those_that_stand_there() -> None:
    hand = Hand("")
    hand.click(hand.square(77) + np.array([0.44, -0.44, 0.0]))
    assert hand.last == "77"


def test_a_middle_click_turns_a_prong_instead() -> None:
    hand = Hand("57+e 53+a")
    hand.move(hand.pod(57, "e", "c"))
    assert hand.ghost == "57+c"
    assert "middle click" in hand.status
    hand.click(hand.pod(57, "e", "c"), "middle")
    assert hand.ghost == "57+c-"
    hand.key("C")
    assert hand.ghost == "57+c", "so does the letter, again"
    hand.key("C")
    hand.click(hand.pod(57, "e", "c"))
    assert hand.taken == "57+c-"
    hand.click(hand.pod(57, "e", "e"))
    assert hand.last == "57+c-e"


def test_a_jump_is_built_and_taken_back_step_by_step() -> None:
    hand = Hand(JUMPS)
    played = hand.table.session.cursor.moves
    hand.click(hand.pod(46, "d"))
    hand.click(hand.square(64))
    assert hand.taken == "46-64?"
    asked = "46-64 … Enter spares your pod on 55; click it, or Tab, to capture it"
    assert hand.status == asked, "nothing is chosen before the pointer moves"
    assert hand.controller.view().prompted is not None, "so it is asked beside the pods as well"
    hand.move(hand.square(11))
    assert hand.status == asked
    hand.move(hand.square(64))
    assert hand.status == "46-64 … spares the pod on 55: on, or stop here?"
    hand.click(hand.pod(55, "e"))
    assert hand.taken == "46-64x-"
    hand.move(hand.square(82))
    assert hand.ghost == "46-64x-82?"
    for before in ("46-64?", "46-", ""):
        hand.key("Backspace")
        assert hand.taken == before
    hand.key("Backspace")
    assert "no unfinished move" in hand.status
    assert hand.table.session.cursor.moves == played
    for place in (hand.pod(46, "d"), hand.square(64), hand.pod(55, "e")):
        hand.click(place)
    hand.move(hand.square(64))
    assert hand.status == "46-64x: captures your own pod on 55"
    hand.click(hand.square(64))
    assert hand.last == "46-64x"


def test_buttons_spare_or_capture_a_pod_of_ones_own_and_stop_the_move() -> None:
    hand = Hand(JUMPS)
    hand.click(hand.pod(46, "d"))
    hand.click(hand.square(64))
    labels = [label for _, label in hand.controller.view().seconds]
    assert labels == ["Spare", "Capture"], "sparing is usual"
    hand.controller.take("46-64x-", hand.t)
    assert hand.status == "46-64x … captures your own pod on 55: on, or stop here?"
    assert [str(label) for _, label in hand.controller.view().seconds] == ["Stop here"]
    hand.key("Enter")
    assert hand.last == "46-64x", "the button names Enter, which does the same"


def test_a_jump_goes_on_with_and_without_captures() -> None:
    hand = Hand(JUMPS)
    hand.click(hand.pod(46, "d"))
    hand.click(hand.square(64))
    hand.click(hand.square(64))
    assert hand.taken == "46-64-"
    hand.click(hand.square(82))
    spare = [label for _, label in hand.controller.view().seconds]
    assert spare == ["Capture", "Spare"]
    hand.controller.take("46-64-82", hand.t)
    assert hand.last == "46-64-82"
    assert not hand.controller.view().seconds


def test_a_click_on_the_marked_enemy_captures_it() -> None:
    for place in ("pod", "wood"):
        hand = Hand("57+e 53+a 57-56 53-54 56-55 33+a", bases=1)
        hand.click(hand.pod(55, "e"))
        hand.click(hand.square(53))
        hand.click(
            hand.pod(54, "a") if place == "pod" else hand.square(54) + np.array([0.4, 0.4, 0.0])
        )
        assert hand.last == "55-53x"


@pytest.mark.parametrize(
    ("moves", "way"),
    [("57+e 53+a 57-56 53-54 56-55 33+a", (55, 54, 53)), (NORTHWARDS, (54, 55, 56))],
)
def test_the_question_lies_beside_the_marked_pod_and_the_landing(
    moves: str, way: tuple[int, int, int]
) -> None:
    """In a jump to the north the marked pod is nearer to the player than the landing."""
    hand = Hand(moves)
    start, over, landing = way
    hand.click(hand.square(start) + np.array([0.0, 0.0, HEIGHT]))
    hand.click(hand.square(landing))
    assert hand.taken == f"{start}-{landing}?"
    box = hand.controller.view().prompted
    assert box is not None
    left, low, right, high = box
    for square in (over, landing):
        for place in (hand.square(square), hand.square(square) + np.array([0.0, 0.0, HEIGHT])):
            hand.move(place)
            x, y = hand.at
            assert left < x < right, square
            assert low < y < high, square


def test_a_second_click_on_the_landing_square_never_spares() -> None:
    hand = Hand("57+e 53+a 57-56 53-54 56-55 33+a", bases=1)
    hand.click(hand.pod(55, "e"))
    hand.click(hand.square(53))
    hand.click(hand.square(53))
    assert hand.last == "55-53x"
    hand = Hand(JUMPS)
    for place in (hand.pod(46, "d"), hand.square(64), hand.square(64), hand.square(82)):
        hand.click(place)
    assert hand.status == "46-64-82 … Enter captures 73, or click it; Tab to spare it"
    hand.click(hand.square(82))
    assert hand.last == "46-64-82x"


def test_backspace_points_again_at_what_lies_under_the_pointer() -> None:
    hand = Hand("57+e 53+a")
    hand.click(hand.pod(57, "e"))
    assert hand.taken == "57-"
    hand.key("Backspace")
    assert (hand.taken, hand.ghost) == ("", "57-")


def test_escape_drops_the_whole_unfinished_move() -> None:
    hand = Hand(STACK)
    hand.open(57)
    hand.click(hand.pod(57, "de"))
    assert hand.taken.endswith("-")
    hand.click(hand.square(68) if "68" in hand.taken else hand.square(56))
    played = hand.table.session.cursor.moves
    hand.key("Escape")
    assert hand.taken == ""
    hand.key("Backspace")
    assert hand.taken == ""
    assert hand.table.session.cursor.moves == played


def test_several_pods_of_a_square_go_in_one_turn() -> None:
    hand = Hand(STACK + " 57+d 73+a")
    hand.open(57)
    hand.click(hand.pod(57, "d"))
    hand.click(hand.pod(57, "de"))
    assert hand.taken == "57d-,57de"
    assert "where does 57d go?" in hand.status
    hand.click(hand.square(66))
    assert hand.taken == "57d-66,57de-"
    hand.key("Backspace")
    assert hand.taken == "57d-,57de"
    hand.click(hand.square(66))
    hand.click(hand.square(56))
    assert hand.last == "57d-66,57de-56"


def test_a_spared_pod_is_named_and_no_capture_is_denied() -> None:
    hand = Hand(JUMPS)
    for place in (hand.pod(46, "d"), hand.square(64), hand.pod(55, "e"), hand.square(82)):
        hand.click(place)
    hand.move(hand.square(11))
    hand.key("Tab")
    said = hand.status
    assert said == "46-64x-82: captures your own pod on 55, spares the pod on 73"


def test_the_pods_of_a_square_join_in_any_order() -> None:
    hand = Hand(STACK + " 57+d 73+a")
    hand.open(57)
    hand.click(hand.pod(57, "de"))
    assert hand.status == "57de … where to? Or click another pod of 57 to move it too"
    hand.click(hand.pod(57, "d"))
    assert hand.taken == "57d-,57de"
    hand.key("Backspace")
    assert hand.taken == "57de-"
    hand.click(hand.pod(57, "d"))
    for square in (66, 56):
        hand.click(hand.square(square))
    assert hand.last == "57d-66,57de-56"


def test_a_pod_that_goes_already_does_not_stand_for_its_equal() -> None:
    hand = Hand("57+e 53+a 57 53+b 57+e 53+c")
    hand.open(57)
    hand.click(hand.pod(57, "e"))
    assert (hand.taken, hand.ghost) == ("57-", "57-")
    assert hand.status == "57 … where to? Or click another pod of 57 to move it too"
    hand.click(hand.pod(57, "e"))
    assert (hand.taken, hand.controller.view().tone) == ("", "said"), "it is put down"
    hand.click(hand.pod(57, "e"))
    other = hand.table.picker.place(hand.table.position, "57-,57", hand.table.display)
    hand.click(other)
    assert hand.taken == "57-,57"


def test_the_wood_beside_enemy_pods_says_whose_they_are() -> None:
    hand = Hand("77")
    hand.move(hand.square(77) + np.array([0.44, -0.44, 0.0]))
    assert hand.status == "the pods on 77 belong to black"


def test_a_refused_click_is_said_at_the_pointer_and_for_keys_at_what_they_chose() -> None:
    hand = Hand("")
    hand.click(hand.pod(53))
    view = hand.controller.view()
    assert (view.status, view.tone) == ("the pod on 53 belongs to white", "refused")
    assert view.beside
    hand.move(hand.square(55))
    assert not hand.controller.view().beside
    hand.key("Right")
    hand.key("Escape")
    hand.key("Enter")
    view = hand.controller.view()
    assert (view.tone, view.beside) == ("refused", False), "nothing is chosen, so it has no place"


def around(hand: Hand, square: int, prongs: str, out: float) -> list[np.ndarray]:
    """Return places all around the middle of a pod, at a distance from it."""
    turns = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    at = hand.pod(square, prongs)
    return [at + out * np.array([np.sin(turn), np.cos(turn), 0.0]) for turn in turns]


def test_a_click_beside_a_pods_middle_spends_no_turn() -> None:
    for out in (0.1, 0.16, 0.175):
        hand = Hand("57+e 53+a")
        played = list(hand.table.session.cursor.moves)
        for square, prongs, taken in ((57, "e", "57-"), (37, "", "37+")):
            for place in around(hand, square, prongs, out):
                hand.click(place)
                assert (hand.taken, hand.table.session.cursor.moves) == (taken, played)
                hand.key("Escape")


def test_a_click_that_just_misses_a_pod_brings_none_on() -> None:
    hand = Hand("")
    at, up = hand.pod(57), np.array([0.0, 0.0, HEIGHT])
    out = [1.22 * APOTHEM * np.array([np.sin(a), np.cos(a), 0.0]) for a in np.pi / 4 * np.arange(8)]
    # Farther away the pod's own height hides its rim on the wood.
    for place in (at + by if by[1] > 0.1 else at - up + by for by in out):
        hand.click(place)
        assert (hand.taken, hand.table.session.cursor.moves) == ("57+", [])
        hand.key("Escape")
    hand.click(hand.square(57) + np.array([0.44, -0.44, 0.0]))
    assert hand.last == "57", "clearly on the wood"


def test_a_click_on_a_bare_pod_opens_its_holes() -> None:
    hand = Hand("")
    hand.click(hand.pod(37))
    assert hand.taken == "37+"
    assert "which prong?" in hand.status
    hand.click(hand.pod(37))
    assert hand.taken == "", "its middle chooses none of them"
    hand.click(hand.pod(37))
    hand.click(around(hand, 37, "", 0.2)[5])  # between two holes
    assert hand.last in ("37+c", "37+d"), "a prong is asked for, so the nearest hole is meant"


def test_a_pod_without_prongs_refuses_a_square_and_says_why() -> None:
    hand = Hand("57+e 53+a")
    hand.click(hand.pod(77))
    hand.click(hand.square(55))
    view = hand.controller.view()
    assert view.status == "this pod has no prongs yet: add one first"
    assert (view.tone, view.beside, hand.taken) == ("refused", True, "77+")


def test_a_click_on_another_pod_takes_that_one_up_instead() -> None:
    hand = Hand("57+e 53+a 57-56 53-54 37+d 54-55")
    for square, prongs, taken in ((56, "e", "56-"), (37, "d", "37-"), (77, "", "77+")):
        hand.click(hand.pod(square, prongs))
        assert (hand.taken, hand.controller.view().tone) == (taken, "said")
    hand.click(hand.pod(56, "e"))
    hand.click(hand.square(54))
    assert hand.taken == "56-54?", "a pod that may be gone over is no other choice"


def test_a_prong_of_the_tray_is_added_at_once_to_a_pod_taken_up_with_or_without_prongs() -> None:
    for square, prongs in ((57, "e"), (37, "")):
        hand = Hand("57+e 53+a")
        hand.click(hand.pod(square, prongs))
        hand.controller.pointer_left(hand.t)
        ghost = hand.controller.view().ghost
        assert ghost is not None
        assert set(ghost.keys) == set("abcdefgh") - set(prongs), "these are lit in the tray"
        hand.controller.choose_key("d", hand.t)
        assert (hand.last, hand.taken) == (f"{square}+d", "")


def test_a_letter_typed_for_a_pod_taken_up_is_placed_by_a_click_on_it_or_enter() -> None:
    for last in ("click", "Enter"):
        hand = Hand("57+e 53+a")
        hand.click(hand.pod(57, "e"))
        hand.controller.pointer_left(hand.t)
        hand.key("D")
        assert (hand.ghost, hand.status.partition(":")[0]) == ("57+d", "57+d")
        hand.click(hand.pod(57, "e")) if last == "click" else hand.key(last)
        assert hand.last == "57+d"


@pytest.mark.parametrize("way", ["again", "right", "beside", "Escape"])
def test_a_prong_chosen_in_the_tray_is_put_away_again(way: str) -> None:
    hand = Hand("57+e 53+a")
    hand.controller.pointer_left(hand.t)
    hand.controller.choose_key("g", hand.t)
    assert hand.controller.view().asked == "g"
    shown = replace(shown_of(hand.table.session), view=hand.controller.view())
    texts = [text.text for page in built(shown, (1280, 800), 1.0).pages for text in page.texts]
    assert "Cancel (Escape)" in texts
    if way == "again":
        hand.controller.choose_key("g", hand.t)
    elif way == "Escape":
        hand.key("Escape")
    else:
        hand.click(hand.square(45), "right" if way == "right" else "left")
    assert hand.controller.view().asked == ""
    if way != "Escape":  # which says what it does to the arrow keys
        assert hand.status == "g is put away: nothing is chosen for the next piece"
    assert (hand.last, hand.taken) == ("53+a", "")


def test_the_tray_says_what_a_click_on_a_prong_does() -> None:
    hand = Hand("57+e 53+a")
    hand.click(hand.pod(57, "e"))
    shown = replace(shown_of(hand.table.session), view=hand.controller.view())
    hits = [hit for page in built(shown, (1280, 800), 1.0).pages for hit in page.hits]
    tips = {
        hit.action.value: hit.tip for hit in hits if hit.action and hit.action.name == "turn_to"
    }
    assert (tips["a"], tips["e"]) == ("Add a prong that points this way  (A)", "Does not fit here")


def test_a_prong_of_the_tray_is_added_to_the_pod_that_asks_which() -> None:
    hand = Hand("")
    hand.click(hand.pod(57))
    assert hand.status == "57 … which prong?"
    hand.controller.pointer_left(hand.t)
    hand.controller.choose_key("c", hand.t)
    assert (hand.last, hand.taken) == ("57+c", "")
    hand = Hand("57+e 53+a")
    hand.move(hand.pod(57, "e", "c"))
    hand.click(hand.pod(57, "e", "c"), "middle")
    hand.click(hand.pod(57, "e", "c"))
    assert hand.taken == "57+c-"
    hand.controller.pointer_left(hand.t)
    hand.controller.choose_key("f", hand.t)
    assert (hand.taken, hand.controller.view().tone) == ("57+c-", "refused")
    hand.controller.choose_key("e", hand.t)
    assert hand.last == "57+c-e", "so is the prong that is turned"


def test_a_letter_that_a_pod_taken_up_has_is_refused_and_it_stays_taken_up() -> None:
    hand = Hand("57+e 53+a")
    hand.click(hand.pod(57, "e"))
    hand.controller.pointer_left(hand.t)
    hand.controller.choose_key("e", hand.t)
    assert (hand.taken, hand.controller.view().tone) == ("57-", "refused")


def test_a_prong_dragged_from_the_tray_is_placed_on_a_pod_taken_up_too() -> None:
    hand = Hand("57+e 53+a")
    hand.click(hand.pod(57, "e"))
    hand.drag(hand.tray("black", 0) - [0.0, 3.0, 0.0], around(hand, 57, "e", 0.2)[4])
    assert hand.last == "57+c"
    hand = Hand("57+e 53+a")
    hand.click(hand.pod(57, "e"))
    hand.controller.pointer_left(hand.t)
    hand.controller.carry("d", hand.t)
    hand.controller.dragged(*hand.at, hand.t)
    hand.controller.released("left", *hand.at, hand.t)
    assert hand.last == "57+d"


def test_an_opened_pod_takes_letters_and_the_wheel() -> None:
    hand = Hand("")
    hand.click(hand.pod(37))
    hand.key("C")
    hand.key("Enter")
    assert hand.last == "37+c"


def test_a_pod_taken_up_is_put_down_by_the_mouse() -> None:
    """Click it again, beside the board, or with the right button, which then marks nothing."""
    hand = Hand("57+e 53+a")
    beside = np.array([-8.0, 0.0, 0.0])
    for how in (hand.pod(57, "e"), beside):
        hand.click(hand.pod(57, "e"))
        assert hand.taken == "57-"
        hand.click(how)
        assert (hand.taken, hand.controller.view().tone) == ("", "said")
    hand.click(hand.pod(57, "e"))
    hand.click(hand.square(44))
    assert hand.status.endswith("56, or click the pod again to choose another")
    hand.click(hand.square(44), "right")
    assert (hand.taken, hand.controller.view().marks) == ("", ())
    hand.click(hand.square(44), "right")
    assert len(hand.controller.view().marks) == 1, "with nothing taken up it marks"


def test_half_a_jump_is_cancelled_by_the_right_button() -> None:
    hand = Hand(JUMPS)
    hand.click(hand.pod(46, "d"))
    hand.click(hand.square(64))
    hand.click(hand.square(11))
    assert hand.status == "46-64 … Enter spares your pod on 55; click it, or Tab, to capture it"
    hand.click(hand.square(64), "right")
    assert (hand.taken, hand.controller.view().marks) == ("", ())


def test_the_second_click_of_a_double_click_puts_nothing_down() -> None:
    hand = Hand("57+e 53+a")
    hand.move(hand.pod(57, "e"))
    for t in (hand.t, hand.t + 0.2):
        hand.controller.pressed("left", *hand.at, t)
        hand.controller.released("left", *hand.at, t)
    assert (hand.taken, hand.controller.view().tone) == ("57-", "said")


def test_a_pod_that_was_opened_is_open_again_after_a_restart() -> None:
    hand = Hand("")
    hand.click(hand.pod(37))
    session = Session(hand.table.session.record)
    session.begun = hand.table.selection.steps
    hand.sit_at(session)
    assert hand.taken == "37+"


def test_a_click_places_the_prong_whose_letter_was_chosen_beside_the_board() -> None:
    hand = Hand("57+e 53+a")
    hand.controller.pointer_left(hand.t)
    hand.controller.choose_key("c", hand.t)
    assert hand.controller.view().asked == "c"
    for place in (hand.pod(37), hand.pod(57, "e"), hand.pod(57, "e", "d")):
        hand.move(hand.square(55))
        hand.move(place)
        assert hand.ghost.endswith("+c")
    hand.click(hand.pod(57, "e"))
    assert hand.last == "57+c"
    assert hand.controller.view().asked == ""


def test_a_letter_chosen_before_that_does_not_fit_is_refused_beside_the_pointer() -> None:
    hand = Hand("57+e 53+a")
    hand.controller.pointer_left(hand.t)
    hand.controller.choose_key("e", hand.t)
    hand.click(hand.pod(57, "e"))
    view = hand.controller.view()
    assert (view.tone, view.beside, hand.taken) == ("refused", True, "")
    assert "has a prong e already" in view.status
    hand.click(hand.pod(57, "e"))
    assert hand.taken == "57-", "the letter is given up"
    hand.key("Escape")
    hand.controller.pointer_left(hand.t)
    hand.controller.choose_key("c", hand.t)
    hand.key("Escape")
    hand.click(hand.pod(57, "e"))
    assert hand.taken == "57-", "so it is with Escape"


def test_a_click_in_a_tray_says_beside_the_pointer_how_it_comes_on() -> None:
    hand = Hand("")
    hand.click(hand.tray("black", 0))
    view = hand.controller.view()
    assert view.status == "click one of your home squares to bring a pod on: 37, 57 or 77"
    assert (view.tone, view.beside) == ("said", True), "advice is no refusal"
    hand.click(hand.tray("white", 0))
    assert hand.controller.view().tone == "refused"
    assert hand.status == "what lies in this tray belongs to white"
    hand.click(hand.tray("black", 0) - [0.0, 3.0, 0.0])
    assert hand.status == "click an empty hole of one of your pods to put a prong there"


@pytest.mark.parametrize("place", ["pod", "wood", "rim"])
def test_a_pod_chosen_in_the_reserve_is_brought_on_by_a_click_on_a_home_square(place: str) -> None:
    """Expect it however full the square is: pods hide most of its wood."""
    hand = Hand("")
    hand.click(hand.tray("black", 0))
    at = {"pod": hand.pod(57), "wood": hand.square(57) + np.array([0.44, -0.44, 0.0]),
          "rim": hand.pod(57, hole="c")}[place]  # fmt: skip
    hand.move(at)
    assert hand.status == "57: brings a pod on"
    hand.click(at)
    assert (hand.last, hand.taken) == ("57", "")
    hand.click(hand.tray("white", 0))
    hand.click(hand.pod(33))
    assert hand.last == "33"
    hand.click(hand.pod(37))
    assert hand.taken == "37+", "it was for one click"


def test_a_pod_chosen_in_the_reserve_is_put_back_by_escape_or_a_click_elsewhere() -> None:
    hand = Hand("")
    hand.click(hand.tray("black", 0))
    hand.key("Escape")
    hand.click(hand.pod(57))
    assert hand.taken == "57+"
    hand.key("Escape")
    hand.click(hand.tray("black", 0))
    hand.click(hand.square(55))
    assert hand.status == "there is no pod on 55"
    hand.click(hand.pod(57))
    assert (hand.taken, hand.table.session.cursor.moves) == ("57+", [])


@pytest.mark.parametrize(
    ("moves", "row", "said"),
    [
        ("57 53 57 53 57 53 57 53 57 53 57 53 57 53 57 53 57 53 57 53", 0, "in reserve"),
        (JUMPS, 1, "click one of your home squares"),
    ],
)
def test_a_tray_says_why_nothing_comes_on_now(moves: str, row: int, said: str) -> None:
    """An empty row of captured pods counts as the reserve."""
    hand = Hand("")
    for move in moves.split():
        if hand.table.position.is_legal(hand.table.position.parse(move)):
            hand.table.play(move)
    hand.click(hand.tray("black", row))
    assert said in hand.status


def test_a_pod_dragged_from_the_tray_to_a_home_is_brought_on() -> None:
    hand = Hand("")
    camera = hand.table.looking.orbit.camera
    hand.drag(hand.tray("black", 0), hand.square(57))
    assert hand.last == "57"
    hand.drag(hand.tray("white", 0), hand.square(55))
    assert len(hand.table.session.cursor.moves) == 1
    assert hand.status == "click one of your home squares to bring a pod on: 33, 53 or 73"
    assert hand.table.looking.orbit.camera == camera, "no such drag has turned the table"


def test_a_pod_taken_up_gets_a_prong_by_a_click_on_its_empty_hole() -> None:
    hand = Hand("57+e 53+a")
    hand.click(hand.pod(57, "e"))
    assert hand.taken == "57-"
    hand.click(hand.pod(57, "e", hole="e"))
    assert (hand.taken, hand.last) == ("", "53+a"), "its prong is no hole: the pod is put down"
    hand.click(hand.pod(57, "e"))
    hand.click(hand.pod(57, "e", hole="c"))
    assert (hand.taken, hand.last) == ("", "57+c")


def test_a_prong_dragged_from_its_rack_to_a_pod_is_added_there() -> None:
    hand = Hand("57+e 53+a")
    camera, rack = hand.table.looking.orbit.camera, hand.tray("black", 0) - [0.0, 3.0, 0.0]
    hand.drag(rack, hand.square(55))
    hand.drag(rack, hand.pod(53, "a"))
    hand.drag(rack, hand.square(77) + np.array([0.44, -0.44, 0.0]))
    hand.drag(hand.tray("white", 0) - [0.0, 3.0, 0.0], hand.pod(57, "e"))
    assert (hand.taken, len(hand.table.session.cursor.moves)) == ("", 2)
    hand.drag(rack, around(hand, 57, "e", 0.2)[4])
    assert hand.last == "57+c", "the nearest hole is meant"
    hand.table.play("53+b")
    hand.drag(rack, hand.pod(37))
    assert hand.taken == "37+", "its middle asks for the hole"
    hand.key("Escape")
    hand.controller.pointer_left(hand.t)
    hand.controller.choose_key("d", hand.t)
    hand.drag(rack, hand.pod(37))
    assert hand.last == "37+d", "unless a letter was chosen"
    assert hand.table.looking.orbit.camera == camera, "no such drag has turned the table"


def test_a_pod_dragged_to_a_square_in_reach_goes_there() -> None:
    hand = Hand("57+e 53+a")
    camera = hand.table.looking.orbit.camera
    hand.drag(hand.pod(57, "e"), hand.square(55))
    assert hand.taken == ""
    assert hand.status.startswith("choose the square to go to: 56")
    hand.drag(hand.pod(57, "e"), hand.square(56))
    assert hand.last == "57-56"
    assert hand.table.looking.orbit.camera == camera


def test_a_drag_jumps_and_goes_on_from_where_it_has_landed() -> None:
    hand = Hand(JUMPS)
    hand.drag(hand.pod(46, "d"), hand.square(64))
    assert hand.taken == "46-64?"
    hand.drag(hand.square(64) + np.array([0.0, 0.0, 0.3]), hand.square(55))
    assert hand.taken == "46-64?", "what is asked is answered by a click"


def test_a_drag_that_stays_on_the_pod_is_a_click() -> None:
    hand = Hand("57+e 53+a")
    hand.drag(hand.pod(57, "e"), hand.pod(57, "e"))
    assert hand.taken == "57-"


@pytest.mark.parametrize("held", [(), ("shift",)])
def test_other_drags_turn_or_move_the_table(held: tuple[str, ...]) -> None:
    """From the other side's pod, and from the bare board."""
    hand = Hand("57+e 53+a")
    starts = [hand.pod(53, "a"), hand.square(55)]
    starts += [hand.pod(57, "e")] if held else []
    for start in starts:
        camera = hand.table.looking.orbit.camera
        hand.drag(start, hand.square(56), *held)
        assert hand.table.looking.orbit.camera != camera
        assert (hand.taken, len(hand.table.session.cursor.moves)) == ("", 2)


def test_a_drag_of_ones_own_pod_that_cannot_go_says_why_and_turns_nothing() -> None:
    hand = Hand("57+e 53+a")
    camera = hand.table.looking.orbit.camera
    hand.drag(hand.pod(37), hand.square(36))
    assert hand.status == "this pod has no prongs yet: add one first"
    hand.click(hand.pod(37))
    hand.drag(hand.pod(37), hand.pod(37, hole="e"))
    assert hand.last == "37+e", "let go over a hole of the same pod, it is a click there"
    hand.table.play("33+a")
    hand.click(hand.pod(57, "e"))
    hand.drag(hand.pod(77), hand.square(66))
    assert hand.status.startswith("choose the square to go to: 56")
    assert hand.table.looking.orbit.camera == camera


def test_a_prong_dragged_to_another_hole_of_its_pod_is_turned() -> None:
    hand = Hand("57+e 53+a")
    hand.drag(hand.pod(57, "e", "e"), hand.pod(57, "e"))
    assert hand.taken == "57-", "on the pod's middle it is a click"
    hand.drag(hand.pod(57, "e", "e"), hand.pod(57, "e", "d"))
    assert hand.last == "57+d-e"
    hand.table.play("53+b")
    hand.drag(hand.pod(57, "d", "d"), hand.square(66))
    assert hand.last == "57-66", "on another square the pod moves"


@pytest.mark.parametrize("missed", [(0.0, 0.1), (0.0, 0.12), (-0.1, 0.0), (0.09, 0.05)])
def test_a_drag_that_begins_a_few_pixels_beside_a_prong_turns_it(
    missed: tuple[float, float],
) -> None:
    hand = Hand("57+e 53+a")
    hand.drag(hand.pod(57, "e", "e") + np.array([*missed, 0.0]), hand.pod(57, "e", "d"))
    assert hand.last == "57+d-e"


def test_while_a_prong_is_dragged_it_is_the_prong_that_is_spoken_of() -> None:
    hand = Hand("57+e 53+a")
    hand.move(hand.pod(57, "e", "e"))
    hand.controller.pressed("left", *hand.at, hand.t)
    said = {}
    for hole in "ed":
        x, y = hand.place_in_picture(hand.pod(57, "e", hole))
        hand.controller.dragged(x + (6.0 if hole == "e" else 0.0), y, hand.t)
        said[hole] = hand.status
    assert said["e"] == "drag prong e to another hole of the pod on 57"
    assert said["d"].startswith("57+d-e: turns a prong")


def test_a_middle_click_turns_a_prong_of_a_pod_that_is_taken_up_too() -> None:
    hand = Hand("57+e 53+a")
    hand.click(hand.pod(57, "e"))
    hand.click(hand.pod(57, "e", "d"), "middle")
    assert hand.ghost == "57+d-"
    hand.click(hand.pod(57, "e", "d"))
    hand.click(hand.pod(57, "e", "e"))
    assert hand.last == "57+d-e"


def test_escape_ends_what_a_drag_has_begun() -> None:
    hand = Hand("57+e 53+a")
    hand.drag(hand.pod(57, "e"), hand.square(56), key="Escape")
    assert (hand.taken, len(hand.table.session.cursor.moves)) == ("", 2)
    hand.drag(hand.pod(57, "e"), hand.square(56))
    assert hand.last == "57-56"


def test_during_the_turn_of_a_computer_a_drag_turns_the_table() -> None:
    hand = Hand("57+e 53+a")
    hand.controller.join(Thinking())
    camera = hand.table.looking.orbit.camera
    hand.drag(hand.pod(57, "e"), hand.square(56))
    assert hand.table.looking.orbit.camera != camera
    assert (hand.taken, len(hand.table.session.cursor.moves)) == ("", 2)


class Thinking(Others):
    """A computer that is thinking about its move."""

    def waiting_for(self) -> str:
        return "level 3 is thinking"


def test_an_empty_square_refuses_a_click_not_a_pointer_that_rests_there() -> None:
    hand = Hand("57+e 53+a")
    hand.move(hand.square(55))
    assert (hand.status, hand.controller.view().place) == ("", "55")
    hand.click(hand.square(55))
    assert hand.status == "there is no pod on 55"


def test_what_the_computer_has_captured_is_said_until_the_next_move() -> None:
    hand = Hand("")
    session = Session.new("octi", seats={"black": Seat("Anna"), "white": Seat("", "1")})
    for move in ["57+e", "53+a", "57-56", "33+a", "56-55", "33+b", "55-54", "53-55x"]:
        session.play(move)
    hand.sit_at(session)
    assert hand.status == "White has captured your pod on 54"
    hand.table.play("37+e")
    assert hand.status == "", "the computer's own loss is no news"
