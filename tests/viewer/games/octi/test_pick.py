"""Octi under the pointer: pods, holes and squares, each step of a move, texts and highlights."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from boche.engine.games.octi import GAME
from boche.engine.games.octi.position import Position
from boche.engine.languages.current import translate
from boche.viewer.camera.camera import VIEWS, Camera, frame
from boche.viewer.camera.rays import project, ray_at
from boche.viewer.games.octi.board import place_of, square_at, tray
from boche.viewer.games.octi.pick import (
    Spot,
    bounds,
    goals,
    hover,
    key_of,
    over,
    pick,
    place,
    placed_pods,
    preview,
    target_of,
)
from boche.viewer.games.octi.solids import APOTHEM, HEIGHT, HOLE_OUT, PITCH
from boche.viewer.games.octi.stacks import Placed
from boche.viewer.games.registry import picker_of
from boche.viewer.games.view import Display, Pick
from tests.engine.games.octi.slow_rules import crowded

SIZE = (1280, 720)
PICTURE = SIZE[0] / SIZE[1]


@dataclass(frozen=True)
class Begun(Display):
    """Display of a table on which a move has begun."""

    taken: str = ""


def board(*pods: str, turn: str = "black", **options) -> Position:
    found = [(colour, int(name[:2]), name[2:]) for colour, name in map(str.split, pods)]
    count = {c: sum(pod[0] == c for pod in found) for c in ("black", "white")}
    return Position.set_up(options, found, {c: (7 - count[c], 0, 9) for c in count}, turn)


def camera_for(position: Position, view: str = "corner") -> Camera:
    return frame(VIEWS[view], bounds(position), PICTURE)


def pick_at(position: Position, spot, taken: str = "", view: str = "top", **display) -> Pick:
    """Return the pick at a visible point of the world."""
    camera = camera_for(position, view)
    x, y = project(camera, np.array([spot], float), SIZE)[0]
    return pick(position, ray_at(camera, x, y, SIZE), Begun(taken=taken, **display))


def fanned(position: Position, square: int, taken: str = "") -> list[Placed]:
    """Return the pods of a square as they appear while it is open."""
    seen = placed_pods(position, Display(opened=str(square), taken=taken))
    return [each for each in seen if each.pod.square == square]


def hole(square: int, letter: str):
    """Return a point on the hole of a lone pod."""
    turn = np.radians(45.0 * "abcdefgh".index(letter))
    x, y = place_of(square)
    return x + HOLE_OUT * np.sin(turn), y + HOLE_OUT * np.cos(turn), HEIGHT


@pytest.mark.parametrize("view", VIEWS)
def test_the_holes_of_a_pod_get_prongs(view: str) -> None:
    position = GAME.new()
    for letter in "abcdefgh":
        aim = pick_at(position, hole(57, letter), view=view)
        assert (aim.target, aim.key) == ("57+", letter)
        assert aim.face == Spot(57, position.pods.index(("black", 57, "")), letter)


@pytest.mark.parametrize("view", VIEWS)
def test_the_middle_of_a_pod_lets_it_move(view: str) -> None:
    position = board("black 46ace", "white 33")
    x, y = place_of(46)
    assert pick_at(position, (x, y, HEIGHT), view=view).target == "46-"
    assert pick_at(position, hole(46, "c"), view=view).target == "46-", "a prong that is there"
    aim = pick_at(position, hole(46, "b"), view=view)
    assert (aim.target, aim.key) == ("46+", "b")


def test_the_wood_of_a_home_brings_a_pod_on() -> None:
    position = GAME.new()
    x, y = place_of(57)
    assert pick_at(position, (x + 0.44, y + 0.44, 0.0)).target == "57"
    assert pick_at(position, (x, y + 1, 0.0)).reason == "there is no pod on 58"
    bare = pick_at(position, (x, y, HEIGHT))
    assert (bare.target, bare.key) == ("57+", ""), "its holes are opened"
    none_left = Position.set_up(
        {}, [("black", 57, ""), ("white", 33, "")], dict.fromkeys(("black", "white"), (6, 0, 0))
    )
    bare = pick_at(none_left, (x, y, HEIGHT))
    assert bare.reason == "the pod on 57 has no prongs, and none are left in reserve"


def test_the_wood_around_a_pod_lets_it_move() -> None:
    position = board("black 46c", "black 45a", "black 45b", "white 33")
    x, y = place_of(46)
    assert pick_at(position, (x - 0.45, y + 0.45, 0.0)).target == "46-"
    x, y = place_of(45)
    assert pick_at(position, (x + 0.01, y - 0.47, 0.0)).reason == "choose one of the pods on 45"


def test_enemies_trays_and_the_void_are_no_targets() -> None:
    position = GAME.new()
    assert pick_at(position, (*place_of(33), HEIGHT)).reason == "the pod on 33 belongs to white"
    west, east, south, north = tray("black", False)
    beside = pick_at(position, ((west + east) / 2, (south + north) / 2, 0.0))
    assert beside.target is None
    assert beside.reason == "click one of your home squares to bring a pod on: 37, 57 or 77"
    assert beside.point is not None
    rim = pick_at(position, (west - 0.2, north, 0.0))
    assert (rim.target, rim.face, rim.reason) == (None, None, "")
    over_it = pick_at(position.resign(), (*place_of(57), HEIGHT))
    assert over_it.reason == "black resigned"
    camera = replace(camera_for(position), elevation=5.0)
    assert pick(position, ray_at(camera, 3, SIZE[1] - 3, SIZE), Display()) == Pick()


def test_a_stack_is_chosen_pod_by_pod() -> None:
    position = board("black 46a", "black 46bd", "black 46", "white 33")
    for each in fanned(position, 46):
        aim = pick_at(position, (*each.at[:2], each.at[2] + HEIGHT), opened="46")
        assert aim.face.pod == each.piece
        assert (aim.target, aim.key) == (f"46{each.pod.prongs}-" if each.pod.prongs else "46+", "")
        assert aim.opened == "46"
    assert [text for text, _ in goals(position, "")][:3] == ["46+", "46a+", "46bd+"]


def test_each_step_of_a_move_is_pointed_at() -> None:
    position = board("black 84ah", "black 85", "white 77ab", "white 33")

    def at(square: int, taken: str) -> str | None:
        return pick_at(position, (*place_of(square), 0.05), taken).target

    assert at(86, "84-") == "84-86?"
    assert at(75, "84-") == "84-75"
    assert at(85, "84-") == "84-85"
    assert at(85, "84-86?") == "84-86x-", "one's own pod that was passed"
    assert at(86, "84-86?") == "84-86-", "the landing: captures no pod of one's own"
    assert at(68, "84-86x-") == "84-86x-68?"
    assert at(86, "84-86x-") == "84-86x", "where it stands: goes no further"
    assert at(77, "84-86x-68?") == "84-86x-68x", "an enemy that was passed is captured"
    assert at(68, "84-86x-68?") == "84-86x-68x", "the landing: captures the enemy"
    lost = pick_at(position, (*place_of(11), 0.0), "84-")
    assert lost.target is None
    assert lost.reason == (
        "choose the square to go to: 75 or 85 or 86, or click the pod again to choose another"
    )
    asked = pick_at(position, (*place_of(11), 0.0), "84-86x-68?")
    assert asked.reason == "84-86x-68 … Enter captures 77, or click it; Tab to spare it"
    further = pick_at(position, (*place_of(11), 0.0), "84-86x-")
    assert further.reason == (
        "choose the square to go to: 68 or 86, or right-click to cancel the move"
    )


def test_the_prong_to_turn_is_pointed_at() -> None:
    position = board("black 46ae", "white 33")
    assert pick_at(position, hole(46, "e"), "46+c-").target == "46+c-e"
    assert pick_at(position, hole(46, "c"), "46+").target == "46+c"
    assert pick_at(position, hole(46, "b"), "46+c-").target is None


def test_more_pods_of_a_stack_are_pointed_at() -> None:
    position = board("black 46a", "black 46c", "white 33")
    one, two = fanned(position, 46, "46a-")
    assert pick_at(position, (*two.at[:2], two.at[2] + 0.1), "46a-").target == "46a-,46c"
    assert pick_at(position, (*place_of(47), 0.0), "46a-,46c").target == "46a-47,46c-"
    assert pick_at(position, (*place_of(56), 0.0), "46a-47,46c-").target == "46a-47,46c-56"
    assert pick_at(position, (*one.at[:2], one.at[2] + 0.1), "46a-").target is None


def test_a_stack_stays_open_while_the_pointer_is_around_it() -> None:
    position = board("black 46a", "black 46c", "black 46e", "white 33", "white 88", "white 88")
    beside, far = (*place_of(45), 0.0), (*place_of(22), 0.0)
    assert pick_at(position, beside).opened == ""
    assert pick_at(position, (*place_of(46), HEIGHT)).opened == "46"
    assert pick_at(position, beside, opened="46").opened == "46"
    assert pick_at(position, far, opened="46").opened == ""
    assert pick_at(position, (*place_of(88), HEIGHT), opened="46").opened == "88"


def test_what_the_pointer_opens_stays_open_where_it_is() -> None:
    position = board("black 46a", "black 46c", "black 46e", "black 46", "black 46cd", "white 33")
    x, y = place_of(46)
    for dx, dy in np.random.default_rng(3).uniform(-0.5, 0.5, (60, 2)):
        first = pick_at(position, (x + dx, y + dy, 0.0), view="corner")
        if first.opened:
            again = pick_at(position, (x + dx, y + dy, 0.0), view="corner", opened=first.opened)
            assert again == first


@pytest.mark.parametrize("seed", range(12))
def test_fans_keep_off_the_squares_that_a_move_may_go_to(seed: int) -> None:
    position = Position.set_up(*crowded(seed))
    for step in position.steps():
        if step.move is None and step.text.endswith("-"):
            square = int(step.text[:2])
            spots = {goal.square for _, goal in goals(position, step.text) if goal.pod < 0}
            lying = {square_at(*each.at[:2]) for each in fanned(position, square, step.text)}
            assert not spots & (lying - {square})


def test_fanned_pods_have_their_full_size_and_touch_nothing() -> None:
    own = [f"black 46{prongs}" for prongs in ("a", "bd", "cdf", "", "gh", "ab", "abcdefgh")]
    position = board(*own, "white 56", "white 47", "white 47ab", "white 33")
    seen = placed_pods(position, Display(opened="46"))
    for i, one in enumerate(seen):
        assert one.scale == 1.0
        for two in seen[:i]:
            apart = np.abs(np.subtract(one.at, two.at))
            assert np.hypot(*apart[:2]) > 2 * APOTHEM or apart[2] > HEIGHT or not apart[2] < PITCH


def test_each_pod_of_a_stack_that_was_jumped_stands_for_all_and_buttons_spare_one() -> None:
    position = board("black 46c", "white 56a", "white 56e", "white 56", "white 33")
    for each in fanned(position, 56, "46-66?"):
        aim = pick_at(position, (*each.at[:2], each.at[2] + HEIGHT), "46-66?", opened="56")
        assert (aim.target, aim.opened) == ("46-66x", "56")
    offered = picker_of("octi").seconds(position, "46-66?")
    buttons = {translate(label): text for text, label in offered}
    assert buttons == {
        "Capture all": "46-66x", "Spare all": "46-66",
        "Spare the one without prongs": "46-66x(a,e)",
        "Spare 56a": "46-66x(-,e)", "Spare 56e": "46-66x(-,a)",
    }  # fmt: skip


def test_of_a_stack_that_is_captured_in_part_words_say_which_pods_are_spared() -> None:
    position = board("black 46c", "white 56a", "white 56e", "white 56", "white 33")
    for text, said in (
        ("46-66x(-,e)", "captures the pod without prongs and e on 56, spares a"),
        ("46-66x(a,e)", "captures a and e on 56, spares the pod without prongs"),
        ("46-66x(-)", "captures the pod without prongs on 56, spares a and e"),
        ("46-66x", "captures 3 pods on 56"),
    ):
        assert preview(position, text).text == f"{text}: {said}"
    equal = board("black 46c", "white 56a", "white 56a", "white 33")
    assert preview(equal, "46-66x(a)").text == "46-66x(a): captures one of the 2 pods on 56"


def test_of_equal_pods_that_were_jumped_none_is_named_apart() -> None:
    bare = ["white 56", "white 56"]
    for other, label in (("white 56", "Spare one"), ("white 56a", "Spare one without prongs")):
        pods = [other, *bare]
        position = board("black 46c", *pods, "white 33")
        offered = picker_of("octi").seconds(position, "46-66?")
        assert label in [translate(each) for _, each in offered]


@pytest.mark.parametrize("view", ["top", "corner"])
def test_the_landing_captures_a_whole_stack_that_was_jumped(view: str) -> None:
    position = board("black 46c", "white 56a", "white 56e", "white 33")
    assert pick_at(position, (*place_of(66), 0.0), "46-66?", view=view).target == "46-66x"
    x, y = place_of(56)
    assert pick_at(position, (x + 0.02, y - 0.47, 0.0), "46-66?", view=view).target == "46-66x"


def test_pods_of_ones_own_that_were_jumped_are_captured_one_by_one() -> None:
    position = board("black 46c", "black 56a", "black 56e", "white 33")
    assert pick_at(position, (*place_of(66), 0.0), "46-66?").target == "46-66"
    for each in fanned(position, 56, "46-66?"):
        aim = pick_at(position, (*each.at[:2], each.at[2] + HEIGHT), "46-66?", opened="56")
        assert aim.target == f"46-66x({each.pod.prongs})"


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("view", ["top", "corner"])
def test_every_place_leads_back_to_its_step(seed: int, view: str) -> None:
    """Skip prongs, whose pod's middle means a move, and captures of part of a stack."""
    position = Position.set_up(*crowded(seed))
    camera, taken, rng = camera_for(position, view), "", np.random.default_rng(seed)
    for _ in range(4):
        found = goals(position, taken)
        for text, spot in found:
            if (text.endswith("+") and not taken) or spot.hole == "some":
                continue
            display = Begun(taken=taken, opened=str(spot.square) if spot.pod >= 0 else "")
            where = place(position, text, display)
            x, y = project(camera, where[None] - [[0, 0, 1e-4]], SIZE)[0]
            aim = pick(position, ray_at(camera, x, y, SIZE), display)
            hidden = aim.face is not None and aim.face.square != spot.square
            brings = not taken and text.isdecimal() and aim.face.pod >= 0
            same = [t for t, other in found if other == spot]
            assert hidden or brings or aim.target in same or aim.target == text, (text, aim)
            assert view == "corner" or over(position, text, ray_at(camera, x, y, SIZE), display)
        begun = [step.text for step in position.steps(taken) if step.move is None]
        if not begun:
            break
        taken = begun[rng.integers(len(begun))]


def test_piles_that_are_spread_are_picked_where_they_are_seen() -> None:
    position = board("black 46a", "black 46c", "black 46e", "white 33")
    found = [each for each in placed_pods(position, Display(explode=1.0)) if each.pod.square == 46]
    for each in found:
        aim = pick_at(position, (*each.at[:2], each.at[2] + HEIGHT), view="corner", explode=1.0)
        assert aim.face.pod == each.piece
    assert len({(round(each.at[0]), round(each.at[1])) for each in found}) == 3


def test_texts_of_steps() -> None:
    position = board("black 46ac", "black 46c", "white 33")
    parse = position.parse
    assert target_of(position, parse("46ac-47")) == "46ac-"
    assert target_of(position, parse("46c+b-c")) == "46c+"
    assert target_of(position, parse("57")) == "57"
    assert [key_of(t) for t in ("46+c", "46+c-", "46+c-b", "46-47", "57")] == [
        "c",
        "c",
        "b",
        "",
        "",
    ]
    assert picker_of("octi").spell("46+", "c") == "46+c"


def test_what_the_pointer_is_told() -> None:
    position = board("black 46ac", "black 46c", "black 33", "white 73", "white 56")
    one = Spot(46, position.pods.index(("black", 46, "ac")))
    told = hover(position, Pick(None, one))
    assert told.text == "2 black pods on 46: ac, c"
    assert told.lit == (">47", ">66")
    assert hover(position, Pick(None, Spot(73, 4))).text == "one white pod on 73: no prongs"
    assert hover(position, Pick(None, Spot(11))).text == ""
    assert hover(position, Pick()).text == ""


def test_what_a_move_would_bring() -> None:
    position = board("black 44f", "black 46c", "black 53", "white 73", "white 56ab")
    assert preview(position, "46-66x").threatened == ("x56",)
    assert preview(position, "46-66x").text == "46-66x: captures the pod on 56"
    assert preview(position, "44-33").text == "44-33: takes a home square"
    assert preview(position, "46-66?").threatened == ("x56",)
    lands = "46-66 … jumps over the pod on 56; once landed, capture or spare it"
    assert preview(position, "46-66?").text == lands
    assert preview(position, "46-66x-").text == "46-66x … captures the pod on 56: on, or stop here?"
    two = board("black 46c", "white 56a", "white 56b", "white 73")
    assert "jumps over the pods on 56; once landed" in preview(two, "46-66?").text
    assert preview(two, "46-66x").text == "46-66x: captures 2 pods on 56"
    won = board("black 44f", "white 73", bases=1)
    assert preview(won, "44-33").text == "44-33: black wins by holding home square 33 of white"


def test_the_picker_meets_the_protocol() -> None:
    picker = picker_of("octi")
    position = GAME.new()
    assert picker.layers(position) == 0
    assert picker.bounds(position).shape[1] == 3
