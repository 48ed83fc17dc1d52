"""Seeking a game by command."""

from __future__ import annotations

from tests.server.desk import PASSWORD, Desk


def test_two_find_each_other_by_command(desk: Desk) -> None:
    ann = desk.person("ann")
    desk.person("bob")
    options = "-size=4 --forfeittime=5 --unrated"
    assert desk.do(f"boche seek {options}", user=ann).startswith("board 1: it waits for somebody")
    assert "(free)" in desk.do("games open")
    answer = desk.do(f"boche seek bob {PASSWORD} {options}", address="192.0.2.7")
    assert answer.startswith("board 1: the game begins")
    assert "5 days left" in answer
    assert desk.do("boche seek", user=ann).startswith("board 2: it waits")
    assert "done" in desk.do("boche reject 2", user=ann)
    assert "no boards" in desk.do("games open")


def test_what_is_no_option_is_refused_and_not_repeated(desk: Desk) -> None:
    ann = desk.person("ann")
    for text, reason in (
        ("boche seek bob", "expected only options"), ("seek", "name the game first"),
        ("boche seek --totaltime=0.5", "wait in the lobby"), ("boche seek -x", "unknown option"),
    ):  # fmt: skip
        status, told = desk.refused(text, user=ann)
        assert (status, reason in told) == (400, True), told
        assert "bob" not in told
