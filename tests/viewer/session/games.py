"""Unfinished games with which the tests of sessions begin."""

from __future__ import annotations

from boche.viewer.session import Session


def played(*moves: str, **options: object) -> Session:
    """Return a game of size 4 in which these moves were played."""
    session = Session.new(size=4, **options)
    for move in moves:
        session.play(move)
    return session


def forked() -> Session:
    """Return c:a1 a:b1 c:c1 with the variation b:b1 b:c1 after c:a1."""
    session = played("c:a1", "a:b1", "c:c1")
    session.cursor.go_index(1)
    session.play("b:b1")
    session.play("b:c1")
    return session
