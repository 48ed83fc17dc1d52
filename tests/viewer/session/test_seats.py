"""Players: people and computers by name, and their colours."""

from __future__ import annotations

import pytest

from boche.viewer.session import Seat, Session


def test_after_a_swap_the_people_have_changed_colours() -> None:
    seats = {"light": Seat(name="Anna"), "dark": Seat("Deep", "3")}
    session = Session.new(size=4, seats=seats)
    assert session.record.players == {"light": "Anna", "dark": "Deep"}
    assert session.swap_refused
    session.play("c:a1")
    assert not session.swap_refused
    assert session.person_of("dark") == Seat("Deep", "3")
    session.play("swap")
    assert session.swap_refused
    assert session.person_of("dark").name == "Anna"
    assert session.person_of("light").kind == "computer"
    session.cursor.back()
    assert session.person_of("light").name == "Anna"
    session.seats.seat("light", Seat(name="Eva"))
    assert session.person_of("light").name == session.record.players["light"] == "Eva"


@pytest.mark.parametrize(
    ("player", "label"),
    [
        ("gtp:'/a folder/engine' --fast", "program engine"),
        ("gtp:engine 'half", "program engine"),
        ("gtp:", "program without a name"),
        ("5", "level 5"),
        ("greedy", "greedy"),
        ("", ""),
    ],
)
def test_a_computer_player_in_words(player: str, label: str) -> None:
    assert Seat("", player).label == label
