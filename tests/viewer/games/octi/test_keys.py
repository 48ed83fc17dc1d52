"""Octi at the table: every move by keys, letters and the wheel, and the prompts for them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from boche.viewer.table.move_input import DIRECTIONS, pixels_of, stops
from tests.viewer.games.octi.hand import JUMPS, STACK, Hand


def test_keys_alone_reach_every_step_and_make_a_move() -> None:
    hand, dice, seen = Hand("57+e 53+a 57 53"), random.Random(3), set()
    hand.key("F6")
    for _ in range(200):
        hand.key(dice.choice(["Left", "Right", "Up", "Down"]))
        seen.add(hand.table.selection.target)
    assert seen == {"37+", "57e-", "77+"}, "each square once"
    for _ in range(200):
        hand.key(dice.choice(["Left", "Right", "Shift+Tab"]))
        seen.add(hand.table.selection.target)
    assert seen | {"57e+"} == set(hand.table.selection.targets())
    while hand.table.selection.target != "57e-":
        hand.key(dice.choice(["Left", "Right", "Shift+Tab"]))
    hand.key("Tab")
    assert hand.taken == "57e+"
    hand.key("Escape")
    assert (hand.taken, hand.table.selection.target) == ("", "57e-")
    hand.key("Enter")
    hand.key("Down")
    assert hand.ghost == "57e-56"
    hand.key("Backspace")
    assert hand.taken == ""
    hand.table.selection.choose("57e-")
    for name in ("Enter", "Down", "Enter"):
        hand.key(name)
    assert hand.last == "57e-56"


def test_an_arrow_up_with_nothing_above_stays_where_it_is() -> None:
    hand = Hand("57+e")
    hand.key("F6")
    for square in ("33", "53", "73"):
        for direction in ("Up", "Down"):
            hand.table.selection.choose(f"{square}+")
            hand.key(direction)
            assert hand.table.selection.target == f"{square}+", direction


@pytest.mark.parametrize("azimuth", [-90.0, -45.0, 10.0, 70.0, 180.0])
def test_an_arrow_leads_to_the_prong_that_lies_there_on_the_screen(azimuth: float) -> None:
    hand = Hand("57+e 53+a")
    hand.key("F6")
    orbit, selection = hand.table.looking.orbit, hand.table.selection
    selection.choose("57-")
    hand.key("Right")
    hand.key("Enter")
    assert hand.taken == "77+"
    orbit.camera = replace(orbit.camera, azimuth=azimuth)
    holes = stops(hand.table)
    seen = pixels_of(hand.table, holes)
    seen = seen - seen.mean(axis=0)
    along = {way: seen @ DIRECTIONS[way] / np.hypot(*seen.T) for way in DIRECTIONS}
    lying = {way: holes[int(along[way].argmax())] for way in DIRECTIONS}
    for way, back in (("up", "down"), ("left", "right"), ("down", "up"), ("right", "left")):
        selection.choose(lying[back])
        hand.key(way.capitalize())
        assert selection.target == lying[way], "straight across the pod"
    found, edge = {holes[0]}, [holes[0]]
    while edge:
        at = edge.pop()
        for way in DIRECTIONS:
            selection.choose(at)
            hand.key(way.capitalize())
            if selection.target not in found:
                found.add(selection.target)
                edge.append(selection.target)
    assert found == set(holes)


def test_arrows_walk_the_squares_and_the_holes_only_of_an_opened_pod() -> None:
    hand = Hand("57+e 53+a")
    hand.key("F6")
    hand.table.selection.choose("57-")
    hand.key("Left")
    assert (hand.taken, hand.table.selection.target) == ("", "37+")
    hand.key("Right")
    assert (hand.taken, hand.table.selection.target) == ("", "57-")
    hand.key("Right")
    hand.key("Enter")
    assert hand.taken == "77+", "a bare pod opens with Enter"
    walked = []
    for name in ("Up", "Right", "Right", "Down", "Down", "Left", "Left", "Up"):
        hand.key(name)
        walked.append(hand.ghost)
    assert walked == [f"77+{letter}" for letter in "abcdefgh"]
    hand.key("Escape")
    assert (hand.taken, hand.table.selection.target) == ("", "77+")
    hand.key("Left")
    hand.key("Tab")
    assert hand.taken == "57+", "another one with Tab"
    hand.key("Escape")
    hand.key("C")
    assert (hand.taken, hand.ghost) == ("57+", "57+c"), "or with a letter"
    hand.key("Down")
    assert hand.ghost == "57+d"
    hand.key("Enter")
    assert hand.last == "57+d"


def test_tab_goes_through_what_may_come_next() -> None:
    hand = Hand("57+e 53+a 57+c 53+b")
    hand.key("F6")
    hand.table.selection.choose("57-")
    hand.key("Enter")
    hand.key("Enter")
    assert hand.status == "57 … where to?", "nothing is chosen yet"
    seen = []
    for name in ("Tab", "Tab", "Tab", "Shift+Tab"):
        hand.key(name)
        seen.append(hand.ghost)
    assert seen[0] == seen[2] != seen[1] == seen[3]
    assert set(seen) == {"57-56", "57-67"}
    hand.key("Enter")
    assert hand.last == seen[-1]


@pytest.mark.parametrize(("name", "at"), [("Tab", 0), ("Shift+Tab", -1)])
def test_tab_chooses_a_piece_where_none_is_chosen(name: str, at: int) -> None:
    hand = Hand("57+e 53+a")
    hand.key("F6")
    assert hand.table.selection.target is None
    hand.key(name)
    assert hand.table.selection.target == stops(hand.table)[at]
    assert "choose a place" not in hand.status
    assert "which prong?" in hand.status, "as the arrow keys would have it"


def test_the_wheel_goes_through_what_may_come_next() -> None:
    hand = Hand(JUMPS)
    hand.click(hand.pod(46, "d"))
    hand.click(hand.square(64))
    seen = set()
    for _ in range(4):
        hand.t += 1.0
        hand.controller.wheel(0.0, -1.0, *hand.at, hand.t)
        seen.add(hand.ghost)
    assert seen == {"46-64x-", "46-64-"}
    hand.click(hand.square(64))
    assert hand.taken == "46-64-", "a click still means what it points at"


def test_a_letter_says_which_prong_is_turned() -> None:
    hand = Hand("57+e 53+a 57+c 53+b")
    hand.key("F6")
    hand.table.selection.choose("57+")
    for name in ("D", "D", "Enter"):
        hand.key(name)
    assert hand.status == "57+d … in place of which of its prongs?"
    hand.key("A")
    assert hand.status == "a does not fit; c, e do"
    hand.key("C")
    assert hand.ghost == "57+d-c"
    hand.key("B")
    assert (hand.ghost, hand.status) == ("57+d-c", "b does not fit; c, e do")
    hand.key("E")
    hand.key("Enter")
    assert hand.last == "57+d-e"


def test_a_letter_means_nothing_where_a_square_is_chosen() -> None:
    hand = Hand("57+e 53+a 57+c 53+b")
    hand.key("F6")
    hand.table.selection.choose("57-")
    for name in ("Enter", "Tab", "A"):
        hand.key(name)
    assert (hand.ghost, hand.status) == ("57-67", "57-67")


def test_prompts_name_keys_after_a_key_and_the_mouse_after_the_mouse() -> None:
    hand = Hand("57+e 53+a")
    hand.move(hand.pod(57, "e", "c"))
    mouse = "57+c: adds a prong, from the reserve (middle click: turn one that it has)"
    keys = "57+c: adds a prong, from the reserve (C again: turn one that it has)"
    assert hand.status == mouse
    hand.key("C")
    hand.key("C")
    assert hand.status == keys
    hand.move(hand.pod(57, "e", "d"))
    hand.move(hand.pod(57, "e", "c"))
    assert hand.status == mouse
    hand.key("F6")
    assert "arrow keys choose places" in hand.status


def test_captures_and_stacks_are_asked_about_in_the_words_of_keys() -> None:
    hand = Hand(JUMPS)
    hand.key("F6")
    hand.table.selection.choose("46-")
    for name in ("Enter", "Right", "Enter"):
        hand.key(name)
    assert hand.status == "46-64 … Enter spares your pod on 55; Tab to capture it"
    hand.key("Tab")
    assert hand.ghost == "46-64x-"
    hand = Hand(STACK + " 57+d 73+a")
    hand.key("F6")
    hand.table.selection.choose("57de-")
    hand.key("Enter")
    assert hand.status == "57de … where to? Or choose another pod of 57 to move it too"


def test_enter_captures_and_tab_spares() -> None:
    for keys, played in ((("Enter",), "55-53x"), (("Tab", "Enter"), "55-53")):
        hand = Hand("57+e 53+a 57-56 53-54 56-55 33+a", bases=1)
        hand.key("F6")
        hand.table.selection.choose("55-")
        hand.key("Enter")
        hand.key("Tab")
        hand.key("Enter")
        assert hand.status == "55-53 … Enter captures 54; Tab to spare it"
        for name in keys:
            hand.key(name)
        assert hand.last == played


def test_the_status_names_the_keys_to_what_else_a_pod_can_do() -> None:
    """Both ways to use a pod are at one place: nobody guesses that a key changes them."""
    hand = Hand("57+e 53+a")
    hand.key("F6")
    hand.key("Left")
    hand.key("Left")
    assert hand.table.selection.target == "57-"
    assert hand.status == "57 … where to? · Tab: add a prong · Shift+Tab: bring a pod on"
    hand.key("Shift+Tab")
    assert (hand.ghost, hand.table.selection.target) == ("57", "57")
    hand.key("Left")
    assert hand.status == "37 … which prong? · Shift+Tab: bring a pod on"
    hand.key("Shift+Tab")
    assert hand.status == "37: brings a pod on · Tab: add a prong", "each way once"
    hand.move(hand.pod(57, "e"))
    assert "Tab:" not in hand.status
