"""Words in the wrong order: anything that may be a password is never repeated to anyone."""

from __future__ import annotations

from itertools import permutations

import pytest

from boche.server.people.accounts import User
from tests.server.desk import PASSWORD, Desk

OF_BOARDS = (
    "boche move|boche resign|boche submit|boche confirm|boche join|boche watch|boche rematch"
)
OTHERS = (
    "boche preview|boche show|boche history|boche games|boche ratings|boche challenge|boche help|"
    "message|block|change address|change password|add address|vacation|delete|help|list|nonsense|"
    "boche seek|boche challenge -size=4|boche|all show"
)


def lines(verbs: str, *words: str) -> list[str]:
    return [" ".join((verb, *order)) for verb in verbs.split("|") for order in permutations(words)]


MIXED_UP = [
    *lines(OF_BOARDS, "1", "ann", PASSWORD, "c:a1"),
    *lines(OTHERS, "ann", PASSWORD),
    *lines("boche show|boche preview|message|signup|signup eve", "ann", PASSWORD, "1"),
    *lines("boche challenge", "ann", PASSWORD, "bob"),
    f"{PASSWORD} ann", f"boche {PASSWORD}", f"boche move 1#{PASSWORD}", f"boche show 1#{PASSWORD}",
    f"boche move 1 ann {PASSWORD}#c:a1", f"boche challenge --password={PASSWORD} ann bob",
    f"boche challenge -size={PASSWORD} ann bob",
]  # fmt: skip


@pytest.mark.parametrize("known", [False, True])
def test_no_answer_repeats_a_password(desk: Desk, known: bool) -> None:
    desk.board()
    user: User | None = desk.user("ann") if known else None
    for number, line in enumerate(MIXED_UP):
        answer = desk.say(line, user=user, address=f"192.0.2.{number}")
        assert PASSWORD not in answer.text, line
