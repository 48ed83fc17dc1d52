"""Players: people and computers by name, and their colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.record import load
from boche.viewer.session import Seat, Session

RECORDS = Path(__file__).parents[3] / "assets" / "records"


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


@pytest.mark.parametrize("record", ["boche-enclosure.sgf", "che-area.txt"])
def test_a_finished_game_keeps_the_names_of_who_played_it(record: str) -> None:
    """Seat a computer to try another line: the game was played by those who are in the record.

    One of the records names its result, of the other it follows from the rules.
    """
    session = Session(load(RECORDS / record))
    session.cursor.last()
    before = dict(session.record.players)
    session.seats.seat("dark", Seat("", "3"))
    assert session.seats["dark"].player == "3"
    assert session.outcome is not None
    assert session.own_colour == "", "nobody here has won or lost it"
    assert session.record.players == session.seats.names == before
    session.seats.seat("dark", Seat(""))
    assert session.seats.names == before
    session.seats.seat("dark", Seat("Berta"))
    assert session.record.players["dark"] == "Berta", "a name that was written wrongly"


def test_a_computer_does_not_take_over_the_name_of_who_sat_there() -> None:
    session = Session.new(size=4, seats={"light": Seat("Anna"), "dark": Seat("Bert")})
    session.play("c:a1")
    session.seats.seat("dark", Seat("Bert", "3"))
    assert session.seats["dark"] == Seat("", "3")
    assert session.seats.names["dark"] == "Computer level 3"
    session.seats.seat("dark", Seat("Deep", "3"))
    assert session.record.players["dark"] == "Deep", "a name that was given to it"


def test_a_game_against_one_level_is_not_won_by_another() -> None:
    session = Session.new(size=3, kill=0, seats={"light": Seat("Anna"), "dark": Seat("", "3")})
    session.resign()
    session.seats.seat("dark", Seat("", "5"))
    assert session.seats.names["dark"] == "Computer level 3"


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
