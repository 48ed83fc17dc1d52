"""Tournaments and ladders by commands: a list, joining, leaving, and bad input."""

from __future__ import annotations

from boche.engine.durations import DAY
from boche.server.database.store import Transaction
from boche.server.pairing import course
from boche.server.people.accounts import User
from boche.server.play.clocks import Clock
from boche.server.play.setup import Terms
from boche.server.tournaments import entry
from tests.server.desk import PASSWORD, Desk


def made(desk: Desk, maker: User, title: str = "Spring Cup", *, private: bool = False) -> int:
    """Make a round robin that begins when three have come; return its number."""
    plan = entry.Plan(title, course.ROUND_ROBIN, Terms.of("boche", {}, Clock.days_a_move(3.0)), 1,
                      size=3, private=private)  # fmt: skip

    def work(transaction: Transaction) -> int:
        return entry.make(transaction, maker, plan, desk.now)

    return desk.store.write(work)


def test_a_tournament_is_found_joined_and_left_by_commands(desk: Desk) -> None:
    ann = desk.person("ann")
    assert "no tournament" in desk.do("tournaments")
    number = made(desk, ann)
    listed = desk.do("tournaments")
    assert "Spring Cup" in listed
    assert f"tournament {number} join NAME PASSWORD" in listed
    assert max(map(len, listed.splitlines())) <= 79
    desk.person("bob")
    said = desk.do(f"tournament {number} join bob {PASSWORD}")
    assert "you take part" in said
    assert "bob" in desk.do(f"tournaments {number}")
    assert "when 3 players have joined" in desk.do(f"tournaments {number}")
    assert PASSWORD not in said
    assert "already take part" in desk.refused(f"tournament {number} join bob {PASSWORD}")[1]
    assert "you have left it" in desk.do(f"tournament {number} Leave bob {PASSWORD}")
    assert "nobody has joined" in desk.do(f"tournaments {number}")
    assert "you take part" in desk.do(f"tournament {number} join", user=ann)


def test_a_private_tournament_is_not_shown(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    number = made(desk, ann, private=True)
    assert "no tournament" in desk.do("tournaments")
    assert "does not exist" in desk.refused(f"tournaments {number}", user=bob)[1]
    assert "does not exist" in desk.refused(f"tournament {number} join", user=bob)[1]
    assert "Spring Cup" in desk.do(f"tournaments {number}", user=ann)


def test_a_ladder_is_climbed_by_commands(desk: Desk) -> None:
    desk.person("ann")
    bob = desk.person("bob")
    assert "nobody has a place" in desk.do("boche ladders")
    assert "its last place" in desk.do(f"boche ladder join ann {PASSWORD}")
    assert "its last place" in desk.do("boche ladder join", user=bob)
    places = desk.do("boche ladders")
    assert places.index("ann") < places.index("bob")
    desk.pass_time(DAY)
    said = desk.do("boche ladder challenge ann", user=bob)
    assert "board 1: a game for a place on the Boche ladder" in said
    assert "place already" in desk.refused("boche ladder join", user=bob)[1]
    assert "you have left it" in desk.do(f"boche ladder leave bob {PASSWORD}")
    assert "bob" not in desk.do("boche ladders")
    assert "Boche ladder" in desk.do("ladders")


def test_bad_input_costs_one_line_without_a_password(desk: Desk) -> None:
    ann = desk.person("ann")
    made(desk, ann)
    for line in (f"tournament ann {PASSWORD} 1 join", "tournament", "tournament 1", "tournaments x",
                 f"tournament 1 {PASSWORD}", "tournament 99 join", "tournament 1 join x y z",
                 "ladder join", "boche ladder", f"boche ladder {PASSWORD}", "ladders boche",
                 "boche ladder challenge", "boche ladder challenge nobody", "boche ladder leave",
                 "tournament 9999999999 join"):  # fmt: skip
        assert PASSWORD not in desk.refused(line, user=ann)[1]
        assert PASSWORD not in desk.refused(line)[1] if "tournament " in line else True


def test_help_tells_of_them(desk: Desk) -> None:
    assert "tournament N join U P" in desk.do("help commands")
    assert "boche" not in desk.do("help ladder")
    assert "G ladder challenge U P NAME" in desk.do("help ladder")
