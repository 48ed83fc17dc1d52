"""Offers and one-sided actions: rematches, declining, withdrawing, leaving."""

from __future__ import annotations

import pytest

from boche.engine.durations import DAY
from boche.server.errors import ConflictError, NotAllowedError, TooManyError
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people.accounts import level_name
from boche.server.play import arrival, conversation, moves, offers, setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.match import Match, load
from boche.server.play.setup import SeatTaker, Terms
from tests.server.desk import Desk


def board_of(desk: Desk, number: int) -> Match:
    return desk.store.read(lambda transaction: load(transaction, number))


def test_a_move_taken_back_gives_the_turn_back(desk: Desk) -> None:
    number, ann, bob = desk.board(options="-size=4 -kill=0 --totaltime=10")
    desk.pass_time(DAY)
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.pass_time(DAY)
    assert desk.refused(f"boche undo {number}", user=bob)[0] == 409
    assert "proposes taking back a move" in desk.do(f"boche undo {number}", user=ann)
    assert desk.refused(f"boche undo {number}", user=ann)[0] == 409
    answer = desk.do(f"boche accept {number}", user=bob)
    assert "to move: ann (light), move 1, 9 days left" in answer
    desk.do(f"boche move {number} c:a2", user=ann)
    assert "9 days left" in desk.do(f"boche show {number}"), "bob's day of thinking is gone"
    desk.do(f"boche move {number} c:b1", user=bob)
    desk.do(f"boche undo {number}", user=ann)
    assert "to move: ann (light), move 1" in desk.do(f"boche accept {number}", user=bob)
    assert board_of(desk, number).moves == ()


def test_a_swap_taken_back_gives_the_colours_back(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche swap {number}", user=bob)
    assert "ann (dark) - bob (light)" in desk.do(f"boche show {number}")
    desk.do(f"boche undo {number}", user=bob)
    answer = desk.do(f"boche accept {number}", user=ann)
    assert "to move: bob (dark), move 2" in answer


def test_both_must_want_a_draw(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche propose {number}", user=ann)
    desk.do(f"boche reject {number}", user=bob)
    assert desk.refused(f"boche accept {number}", user=bob)[0] == 409
    desk.do(f"boche propose {number}", user=ann)
    desk.do(f"boche move {number} c:a1", user=ann)
    answer = desk.do(f"boche propose {number} draw", user=bob)
    assert "the game is over: a draw by agreement" in answer
    assert desk.do("ratings ann").split()[-3:] == ["0", "0", "1"]


def test_a_move_answers_an_offer_with_a_no(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche propose {number} draw", user=bob)
    desk.do(f"boche move {number} c:a1", user=ann)
    assert desk.refused(f"boche accept {number}", user=ann)[0] == 409


def test_a_game_ended_by_consent_is_rated_for_nobody(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche propose {number} end", user=bob)
    assert "without a result" in desk.do(f"boche accept {number}", user=ann)
    assert "no rated games" in desk.do("ratings ann")


@pytest.mark.parametrize("rated", [False, True])
def test_what_the_computer_agrees_to(desk: Desk, rated: bool) -> None:
    """Check that it agrees to an undo and an end but not to a draw, and to nothing if rated."""
    ann = desk.person("ann")
    kinds = (("draw", False), ("undo", not rated), ("end", not rated))
    for number, (what, agreed) in enumerate(kinds, 1):
        how = "" if rated else "--unrated"
        desk.do(f"boche challenge -size=4 {how} ann {level_name(3)}", user=ann)
        desk.do(f"boche move {number} c:a1", user=ann)
        answer = desk.do(f"boche propose {number} {what}", user=ann)
        assert ("to move: level-3" not in answer) == agreed, what


def test_a_game_is_declined_before_one_s_first_move_alone(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1", user=ann)
    assert desk.refused(f"boche reject {number}", user=ann)[0] == 409
    assert "bob declined the game" in desk.do(f"boche reject {number}", user=bob)
    assert "no rated games" in desk.do("ratings bob")
    desk.do("boche challenge ann bob", user=ann)
    desk.do("boche accept 2", user=bob)
    desk.do("boche move 2 c:a1", user=ann)
    desk.do("boche move 2 c:b1", user=bob)
    assert desk.refused("boche reject 2", user=bob)[0] == 409


def guests(desk: Desk, clock: Clock | None = None) -> tuple[int, Actor, Actor]:
    """Set up a board between two guests."""
    terms = Terms.of("boche", {"size": 4}, clock)
    made = desk.store.write(
        lambda transaction: setup.make(
            transaction, terms, (SeatTaker(name="one"), SeatTaker(name="two")), desk.now
        )
    )
    one, two = (Actor(secret=secret_hash(each or "")) for each in made.secrets)
    return made.number, one, two


def test_both_who_ask_for_a_rematch_get_the_same_board(desk: Desk) -> None:
    number, one, two = guests(desk)
    write = desk.store.write

    def ask(who: Actor) -> int | None:
        board = write(
            lambda transaction: offers.propose(transaction, who, number, offers.REMATCH, desk.now)
        )
        after: int | None = board.row.after
        return after

    with pytest.raises(ConflictError):
        ask(one)
    write(lambda transaction: moves.resign(transaction, one, number, desk.now))
    with pytest.raises(NotAllowedError):
        ask(Actor())
    assert ask(one) is None, "the other is asked"
    made = {ask(who) for who in (two, one)}
    assert len(made) == 1
    after = board_of(desk, made.pop() or 0)
    assert after.names == ("two", "one")
    assert (after.row.before, board_of(desk, number).row.after) == (number, after.number)
    assert two.seat(after).number == 0, "the same link sits on both boards"
    write(lambda transaction: moves.move(transaction, two, after.number, "c:a1", desk.now))


def test_no_rematch_with_somebody_who_is_gone_or_wants_none(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche resign {number}", user=ann)
    desk.do("block ann", user=bob)
    assert desk.refused(f"boche rematch {number}", user=ann)[0] == 403
    desk.do("delete bob correct-horse")
    assert desk.refused(f"boche rematch {number}", user=ann)[0] == 409


def test_a_board_is_withdrawn_while_nobody_has_joined(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    terms = Terms.of("boche", {}, None, True)
    write = desk.store.write
    numbers = [
        write(
            lambda transaction: setup.make(transaction, terms, (SeatTaker(ann), None), desk.now)
        ).number
        for _ in range(2)
    ]
    first, second = numbers
    with pytest.raises(NotAllowedError):
        write(lambda transaction: arrival.withdraw(transaction, Actor(bob.id), first, desk.now))
    write(lambda transaction: arrival.withdraw(transaction, Actor(ann.id), first, desk.now))
    assert board_of(desk, first).row.reason == "withdrawn before anybody joined"
    assert desk.refused(f"boche join {first}", user=bob)[0] == 409
    assert desk.refused(f"boche join {second}", user=ann)[0] == 409
    desk.do(f"boche join {second}", user=bob)
    with pytest.raises(ConflictError):
        write(lambda transaction: arrival.withdraw(transaction, Actor(ann.id), second, desk.now))


def test_given_time_goes_to_the_other(desk: Desk) -> None:
    number, one, two = guests(desk, Clock(DAY, 0.0))
    write = desk.store.write
    write(lambda transaction: conversation.give_time(transaction, two, number, 3600.0, desk.now))
    write(lambda transaction: conversation.give_time(transaction, one, number, 60.0, desk.now))
    board = board_of(desk, number)
    assert board.row.deadline == desk.now + DAY + 3600
    assert board.seats[1].bank == DAY + 60
    untimed, guest, _ = guests(desk)
    with pytest.raises(ConflictError):
        write(
            lambda transaction: conversation.give_time(transaction, guest, untimed, 60.0, desk.now)
        )


def test_chat_notes_and_who_does_not_want_to_hear(desk: Desk) -> None:
    number, one, two = guests(desk)
    write = desk.store.write
    write(
        lambda transaction: conversation.write_notes(
            transaction, one, number, "a plan\x1b[2J", desk.now
        )
    )
    board = board_of(desk, number)
    assert [each.notes for each in board.seats] == ["a plan\\x1b[2J", ""]
    write(lambda transaction: conversation.chat(transaction, two, number, "hello\0", desk.now))
    write(lambda transaction: conversation.mute(transaction, one, number, True))
    with pytest.raises(ConflictError):
        write(lambda transaction: conversation.chat(transaction, two, number, "hello?", desk.now))
    write(lambda transaction: conversation.chat(transaction, one, number, "sorry", desk.now))
    write(lambda transaction: conversation.mute(transaction, one, number, False))
    write(lambda transaction: conversation.chat(transaction, two, number, "hello again", desk.now))


def test_a_submitted_move_is_for_one_s_own_turn_and_that_turn_alone(desk: Desk) -> None:
    number, ann, bob = desk.board()
    assert desk.refused(f"boche submit {number} c:a1", user=bob) == (
        409, f"board {number}: it is ann's turn")  # fmt: skip
    desk.do(f"boche submit {number} c:a1", user=ann)
    desk.do(f"boche move {number} c:b1", user=ann)
    desk.do(f"boche move {number} c:c1", user=bob)
    assert desk.refused(f"boche confirm {number}", user=ann)[0] == 409


def test_the_list_of_a_game_is_not_cut_short_by_other_games(desk: Desk) -> None:
    from boche.server.play.lists import boards_of

    number, ann, _ = desk.board()
    for _ in range(3):
        desk.do("octi challenge ann bob", user=ann)
    found = desk.store.read(
        lambda transaction: boards_of(transaction, ann.id, ann.id, game="boche", limit=2)
    )
    assert [each.row.id for each in found] == [number]


def test_offers_can_be_taken_back(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche propose {number}", user=ann)
    desk.do(f"boche reject {number}", user=ann)
    assert desk.refused(f"boche accept {number}", user=bob)[0] == 409
    with pytest.raises(ConflictError):
        desk.store.write(
            lambda transaction: offers.answer(transaction, Actor(bob.id), number, True, desk.now)
        )


def test_the_same_is_proposed_twice_between_two_moves(desk: Desk) -> None:
    number, ann, bob = desk.board()
    for _ in range(2):
        desk.do(f"boche propose {number} draw", user=ann)
        desk.do(f"boche reject {number}", user=bob)
    status, reason = desk.refused(f"boche propose {number} draw", user=ann)
    assert (status, "a draw twice" in reason) == (409, True)
    desk.do(f"boche propose {number} end", user=ann)  # something else may be proposed
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche propose {number} draw", user=ann)
    desk.do(f"boche reject {number}", user=bob)
    desk.do(f"boche propose {number} draw", user=bob)  # and by the other one, too
    assert "a draw by agreement" in desk.do(f"boche accept {number}", user=ann)
    for _ in range(2):
        desk.do(f"boche rematch {number}", user=ann)
        desk.do(f"boche reject {number}", user=bob)
    assert "a rematch twice" in desk.refused(f"boche rematch {number}", user=ann)[1]


def test_an_answer_is_to_the_offer_that_was_shown(desk: Desk) -> None:
    """Another one in its place is not agreed to, nor the game declined where none is left."""
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche propose {number} undo", user=ann)
    desk.do(f"boche propose {number} draw", user=ann)

    def answer(accepted: bool, what: str, seat: int | None = None) -> None:
        actor = Actor(user=bob.id)
        desk.store.write(lambda t: offers.answer(t, actor, number, accepted, desk.now, what, seat))

    for shown in (("undo", 0), ("draw", 1), ("game", None)):
        with pytest.raises(ConflictError, match="no longer stands"):
            answer(True, *shown)
    desk.do(f"boche reject {number}", user=ann)  # withdrawn
    with pytest.raises(ConflictError, match="no longer stands"):
        answer(False, "draw", 0)
    assert board_of(desk, number).row.state == "active"
    desk.do(f"boche propose {number} draw", user=ann)
    answer(True, "draw", 0)
    assert board_of(desk, number).row.kind == "draw"


def test_chat_takes_ten_lines_at_once(desk: Desk) -> None:
    number, ann, _ = desk.board()
    actor = Actor(user=ann.id)

    def say(text: str) -> None:
        desk.store.write(lambda t: conversation.chat(t, actor, number, text, desk.now))

    for line in range(10):
        say(f"line {line}")
    with pytest.raises(TooManyError, match="too many"):
        say("one more")
    desk.pass_time(3.0)
    say("in time")
