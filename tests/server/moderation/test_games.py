"""Games decided and deleted by operators, and what becomes of the ratings."""

from __future__ import annotations

import pytest

from boche.server.database.store import Store
from boche.server.errors import ServerError
from boche.server.people.accounts import named
from boche.server.people.standings import Place, course, of_user
from boche.server.play import adjudication, results
from boche.server.play.lists import boards_of
from boche.server.play.match import Match, load
from boche.server.play.moderation import AT_COMMAND_LINE, Moderator
from tests.server.desk import START, Desk
from tests.server.moderation.people import lost, made, operator
from tests.server.web.site import Site, Stream


def place(store: Store, name: str) -> Place | None:
    """Return a rating in Boche."""
    return store.read(lambda t: of_user(t, named(t, name).id)).get("boche")


def rating(store: Store, name: str) -> float:
    found = place(store, name)
    assert found is not None
    return found.rating


def decide(store: Store, number: int, verdict: str, now: float = START) -> Match:
    return store.write(
        lambda t: adjudication.adjudicate(t, AT_COMMAND_LINE, number, verdict, "they agreed", now)
    )


def remove(store: Store, number: int) -> None:
    store.write(lambda t: adjudication.remove(t, AT_COMMAND_LINE, number, "a test", START))


DECIDED = "decided by an operator (they agreed)"
VERDICTS = {
    "first": (0, "W+Adjudication", DECIDED),
    "second": (1, "B+Adjudication", DECIDED),
    "draw": (None, "Draw", DECIDED),
    "abort": (None, "", "without a result, by decision of an operator (they agreed)"),
}


def test_a_running_game_is_decided_and_rated_like_any_other(store: Store) -> None:
    for verdict, (winner, result, reason) in VERDICTS.items():
        name = f"{verdict}-of-all"
        number = store.write(lambda t, name=name: made(t, name, "bob"))
        row = decide(store, number, verdict).row
        assert (row.state, row.winner, row.result, row.reason) == ("over", winner, result, reason)
        rated = place(store, name)
        if verdict == "abort":
            assert rated is None
            continue
        assert rated is not None
        counts = (rated.won, rated.lost, rated.drawn)
        assert counts == (int(winner == 0), int(winner == 1), int(winner is None))


def test_its_watchers_see_the_decision(site: Site) -> None:
    store = site.service.store
    number = store.write(lambda t: made(t, "ann", "bob"))
    stream = Stream(site, f"/api/boards/{number}/events")
    decide(store, number, "draw")
    assert stream.until("end")[-1]["how"] == "adjudication"
    stream.close()


def test_what_a_deleted_game_brought_is_taken_back_and_later_games_keep_theirs(
    store: Store,
) -> None:
    """State the rule: a rating is the first one plus what the games that count have brought."""
    first = lost(store, "ann", "bob", START)
    after_first = {name: rating(store, name) for name in ("ann", "bob")}
    second = lost(store, "ann", "bob", START + 10.0)
    after_second = {name: rating(store, name) for name in ("ann", "bob")}
    third = lost(store, "bob", "ann", START + 20.0)
    after_third = {name: rating(store, name) for name in ("ann", "bob")}
    remove(store, second)
    for name in ("ann", "bob"):
        gain = after_second[name] - after_first[name]
        found = place(store, name)
        assert found is not None
        assert found.rating == pytest.approx(after_third[name] - gain)
        assert (found.games, found.won, found.lost) == (2, 1, 1)
        history = store.read(lambda t, name=name: course(t, named(t, name).id, "boche"))
        assert [value for _, value in history] == pytest.approx(
            [after_first[name], found.rating]
        ), "the graph ends where the rating is"
    with pytest.raises(ServerError, match=f"board {second} does not exist"):
        store.read(lambda t: load(t, second))
    for number in (first, third):
        remove(store, number)
    assert place(store, "ann") is None


def test_a_finished_game_decided_otherwise_counts_as_ended_now(store: Store) -> None:
    lost(store, "ann", "cid", START)
    before = rating(store, "ann")
    number = lost(store, "ann", "bob", START + 10.0)
    decide(store, number, "abort", START + 20.0)
    assert rating(store, "ann") == pytest.approx(before)
    assert place(store, "bob") is None
    decide(store, number, "first", START + 30.0)
    assert rating(store, "ann") > before
    found = place(store, "bob")
    assert found is not None
    assert (found.games, found.lost) == (1, 1)
    tally = store.read(lambda t: results.tallies(t, named(t, "ann").id))["boche"]
    assert (tally.won, tally.lost, tally.games) == (1, 1, 2)


def test_only_a_finished_game_is_deleted_and_rematches_forget_it(store: Store) -> None:
    number = store.write(lambda t: made(t, "ann", "bob"))
    with pytest.raises(ServerError, match="abort it first"):
        remove(store, number)
    desk = Desk(store)
    desk.do(f"boche resign {number}", user=desk.user("ann"))
    desk.do(f"boche propose {number} rematch", user=desk.user("ann"))
    answer = desk.do(f"boche accept {number}", user=desk.user("bob"))
    assert "rematch" in answer or answer
    after = store.read(lambda t: load(t, number)).row.after
    remove(store, number)
    assert store.read(lambda t: load(t, after)).row.before is None
    user = desk.user("ann").id
    assert [each.row.id for each in store.read(lambda t: boards_of(t, user, user))] == [after]


@pytest.mark.parametrize(
    ("verdict", "reason", "line"),
    [("win", "both agreed", "verdict: choose from"), ("draw", " ", "give a reason")],
)
def test_what_is_no_decision(store: Store, verdict: str, reason: str, line: str) -> None:
    number = store.write(lambda t: made(t, "ann", "bob"))
    with pytest.raises(ServerError, match=line):
        store.write(
            lambda t: adjudication.adjudicate(t, AT_COMMAND_LINE, number, verdict, reason, START)
        )


def test_no_operator_decides_or_deletes_a_game_of_their_own(store: Store) -> None:
    over, number = lost(store, "ann", "bob"), store.write(lambda t: made(t, "ann", "bob"))
    operator(store, "ann")
    by = Moderator("ann", store.read(lambda t: named(t, "ann")).id)
    with pytest.raises(ServerError, match="you play there; ask another operator"):
        store.write(lambda t: adjudication.adjudicate(t, by, number, "first", "mine", START))
    with pytest.raises(ServerError, match="you play there; ask another operator"):
        store.write(lambda t: adjudication.remove(t, by, over, "mine", START))


def test_an_export_has_the_chat_and_is_logged_but_has_no_notes(desk: Desk) -> None:
    number, ann, _ = desk.board()
    desk.do(f"boche chat {number}", "good luck", user=ann)
    data = desk.store.write(lambda t: adjudication.export(t, AT_COMMAND_LINE, number, START))
    assert [each["text"] for each in data["events"] if each["kind"] == "chat"] == ["good luck"]
    assert "notes" not in str(data)
