"""Names that can be confused, at random."""

from __future__ import annotations

import random

from confusable_homoglyphs.confusables import confusables_data

from boche.server.people.names import skeleton

LEFT_TO_RIGHT = "\u200e"
"""Mark around right-to-left letters in the library's table, which is no part of them."""


def pairs() -> dict[str, list[str]]:
    """Return the characters that the library calls confusable, for each character."""
    found: dict[str, set[str]] = {}
    for one, others in confusables_data.items():
        found.setdefault(one.replace(LEFT_TO_RIGHT, ""), set()).update(
            each["c"].replace(LEFT_TO_RIGHT, "") for each in others
        )
    return {one: sorted(others) for one, others in found.items()}


def test_two_names_that_can_be_confused_are_never_both_accepted() -> None:
    chance, table = random.Random(28), pairs()
    letters = [each for each in table if len(each) == 1 and each.isalnum()]
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    for turn in range(6000):
        source = plain if turn % 2 else letters
        name = "".join(chance.choice(source) for _ in range(chance.randint(2, 8)))
        other = "".join(
            chance.choice(table[each]) if each in table and chance.random() < 0.7 else each
            for each in name
        )
        again = "".join(
            chance.choice(table[each]) if each in table and chance.random() < 0.3 else each
            for each in other
        )
        assert skeleton(name) == skeleton(other) == skeleton(again), (name, other, again)
        if turn % 2:
            assert skeleton(name) == skeleton(name.swapcase()), name
