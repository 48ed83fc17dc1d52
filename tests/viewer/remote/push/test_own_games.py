"""One's own games at the desk: their order and texts, the next one, and how many wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.remote.client.account import Listed
from boche.viewer.remote.client.login import saved
from boche.viewer.remote.seat_link import Place
from boche.viewer.window.online_games import row_of, state_of
from tests.viewer.remote.host import Cable, Host
from tests.viewer.remote.rival import DAY, PASSWORD, Rival
from tests.viewer.remote.seeker import Seeker


# The number of accounts of an address is limited.
@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("server"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def known(host: Host) -> Rival:
    return Rival(host.port)


@pytest.fixture
def rival(known: Rival) -> Rival:
    return known.against_new()


def sign_in(seeker: Seeker, cable: Cable, rival: Rival) -> None:
    """Ask for one's games, and sign in for that."""
    seeker.own.show()
    assert seeker.form.text == "Sign in to see your games."
    seeker.press("go", server=cable.address, name=rival.own, password=PASSWORD)
    seeker.until(lambda: seeker.form.name == "own games" and not seeker.form.text)


def test_answers_come_first_then_turns_then_the_others_by_deadline(
    cable: Cable, seeker: Seeker, rival: Rival
) -> None:
    never, late, soon = (rival.board(days=days) for days in (0, 7, 1))
    theirs_late, theirs_soon = (rival.board("me", days) for days in (7, 2))
    asked = rival.board(answered=False)
    sign_in(seeker, cable, rival)
    rows = seeker.games(6)
    assert [row.board for row in rows] == [asked, soon, late, never, theirs_soon, theirs_late]
    assert [row.state for row in rows] == [
        f"{rival.name} waits for your answer", *["Your move"] * 3, *[f"{rival.name} to move"] * 2
    ]  # fmt: skip
    assert [row.calls for row in rows] == [True] * 4 + [False] * 2
    assert [bool(row.time) for row in rows[1:]] == [True, True, False, True, True]
    assert seeker.form.of.status == "6 games, 4 wait for you"


def test_the_next_game_after_a_move(cable: Cable, seeker: Seeker, rival: Rival) -> None:
    late, soon, middle = (rival.board(days=days) for days in (7, 1, 3))
    sign_in(seeker, cable, rival)
    seeker.games(3)
    seeker.user.key("Enter")
    far = seeker.sits_down()
    assert seeker.board == soon
    seeker.until(lambda: (seeker.view.awaiting, seeker.view.others) == (3, 2))
    far.play("a:a1")
    seeker.until(lambda: (seeker.view.awaiting, seeker.view.others) == (2, 2))
    for number in (middle, late, middle):  # the nearest deadline, other than the one on the table
        seeker.user.desk.controller.command("next_game")
        seeker.until(lambda number=number: seeker.board == number)
    far = seeker.sits_down()
    far.play("a:a1")
    seeker.until(lambda: seeker.view.others == 1)
    seeker.user.desk.controller.command("next_game")
    seeker.until(lambda: seeker.board == late)
    seeker.until(lambda: seeker.view.others == 0)
    seeker.user.desk.controller.command("next_game")
    assert seeker.view.status == "it is not your turn in any other online game"
    rival.move(soon, "c:b1")  # the count follows what the others do
    seeker.until(lambda: (seeker.view.awaiting, seeker.view.others) == (2, 1))
    assert seeker.view.status == "it is your turn in another online game: J opens it"


def test_the_list_follows_while_it_is_open(cable: Cable, seeker: Seeker, rival: Rival) -> None:
    number = rival.board("me")
    sign_in(seeker, cable, rival)
    (row,) = seeker.games()
    assert (row.state, row.note) == (
        f"{rival.name} to move", f"size 4, blobs to enclose: off, move 1, board {number}"
    )  # fmt: skip
    rival.move(number, "a:a1")
    seeker.until(lambda: seeker.rows[0].state == "Your move")
    assert "move 2" in seeker.rows[0].note
    seeker.form.of.seen = seeker.rows  # as drawing them does
    seeker.until(lambda: seeker.rows[0].picture)
    seeker.form.of.seen = ()


def test_no_games_and_no_network(cable: Cable, seeker: Seeker, rival: Rival) -> None:
    sign_in(seeker, cable, rival)
    assert "You have no games" in seeker.form.of.empty
    assert seeker.form.buttons[0][:2] == ("others", "Play online")
    seeker.user.key("Enter")
    seeker.reads("Challenges are for Boche")
    cable.cut()
    seeker.press("own")
    seeker.reads("cannot reach")
    assert seeker.form.of.empty == "The list cannot be shown yet."
    number = rival.board()
    cable.mend()
    seeker.user.key("F5")
    (row,) = seeker.games()
    assert row.board == number
    assert not seeker.form.problem
    cable.cut()
    seeker.press("again")
    seeker.reads("cannot reach")
    assert seeker.rows == (row,), "what was known stays"


def test_signing_out_forgets_what_waits(cable: Cable, seeker: Seeker, rival: Rival) -> None:
    rival.board()
    sign_in(seeker, cable, rival)
    seeker.games()
    seeker.until(lambda: seeker.view.awaiting == 1)
    seeker.press("others")
    seeker.reads("Signed in as")
    assert ("own", "My games (1)") in [each[:2] for each in seeker.form.buttons]
    seeker.press("out")
    seeker.until(lambda: seeker.form.name == "far")
    assert (seeker.view.awaiting, seeker.view.others) == (0, None)
    seeker.user.desk.hud.close()
    seeker.user.desk.controller.command("next_game")
    assert seeker.form.text == "Sign in to see your games."


def listed(**more: Any) -> Listed:
    game = GAMES["octi"]
    fields: dict[str, Any] = {"own": 0, "names": ("ann", "bob")} | more
    return Listed(Place("https://play.example", 17), game, game.complete({}),
                  fields.pop("names"), 6, **fields)  # fmt: skip


def test_what_a_game_waits_for() -> None:
    assert state_of(listed(due=True)) == "Your move"
    assert state_of(listed()) == "bob to move"
    assert state_of(listed(own=1)) == "ann to move"
    assert state_of(listed(asks=True, waits=True)) == "bob waits for your answer"
    assert state_of(listed(asks=True, over=True)) == "bob proposes a rematch"
    assert state_of(listed(waits=True)) == "Waits for bob"
    seek = listed(waits=True, names=("ann", ""))
    assert state_of(seek) == "Waits for somebody to take the other seat"
    assert row_of(seek, 0.0).heading == "Octi"


def test_a_line_of_the_list() -> None:
    row = row_of(listed(due=True, rated=True, deadline=3 * DAY + 60.0), 2.0 * DAY)
    assert (row.heading, row.time) == ("Octi against bob", "1 day 1 minute left")
    assert row.note == "move 7, board 17, rated"
    assert row_of(listed(over=True, asks=True, deadline=5.0), 0.0).time == ""
    assert row_of(listed(deadline=5.0), 90.0).time == "0 seconds left"


def test_a_proposed_rematch_is_answered_from_the_list(
    cable: Cable, seeker: Seeker, rival: Rival
) -> None:
    number = rival.board()
    for what in ("moves", "resign", "rematch"):
        by = rival.own if what == "moves" else rival.name
        body = {"move": "a:a1"} if what == "moves" else {}
        rival.ask("POST", f"/api/boards/{number}/{what}", body, by)
    sign_in(seeker, cable, rival)
    (row,) = seeker.games()
    assert (row.board, row.state, row.time) == (number, f"{rival.name} proposes a rematch", "")
    assert row.calls
    seeker.user.key("Enter")
    seeker.sits_down()
    seeker.user.desk.controller.command("accept")
    seeker.until(lambda: seeker.board not in (0, number))
    assert seeker.sits_down().record.players["light"] == rival.name


def test_a_session_that_has_ended_leads_to_signing_in(
    cable: Cable, seeker: Seeker, rival: Rival
) -> None:
    rival.board()
    sign_in(seeker, cable, rival)
    seeker.games()
    login = saved()
    assert login is not None
    login.client().delete("/api/session")
    for ask in (seeker.own.show, seeker.own.next):
        ask()
        seeker.until(lambda: seeker.view.awaiting == 0)
        seeker.reads("You are no longer signed in")
        assert seeker.form.focused is not None
        assert seeker.form.focused.name == "password", "the others are known"
    seeker.press("go", password=PASSWORD)
    seeker.games()
