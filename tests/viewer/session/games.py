"""Games in progress that the tests of sessions begin with."""

from __future__ import annotations

from viewer.session import Session


def played(*moves: str, **options: object) -> Session:
    """A game of size 4 in which these moves were played."""
    session = Session.new(size=4, **options)
    for move in moves:
        session.play(move)
    return session


def forked() -> Session:
    """c:a1 a:b1 c:c1, and behind c:a1 the variation b:b1 b:c1."""
    session = played("c:a1", "a:b1", "c:c1")
    session.cursor.go_index(1)
    session.play("b:b1")
    session.play("b:c1")
    return session
