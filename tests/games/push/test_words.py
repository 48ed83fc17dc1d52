"""Every outcome and refusal has words of its own, in random games."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from boche.engine.errors import IllegalMoveError, NotationError, RefusedMoveError
from boche.engine.game import Position
from boche.engine.games.registry import GAMES, new
from boche.engine.message import Message
from tests.games.test_words import phrases


def test_each_kind_is_worded_once_and_each_wording_has_one_kind() -> None:
    found = list(phrases())
    assert len(found) > 150
    kinds = Counter(kind for _, kind, _ in found)
    texts = Counter(text for _, _, forms in found for text in set(forms))
    assert [each for found in (kinds, texts) for each in found if found[each] > 1] == []


# -- refusals


def bad_moves(game: str, rng: random.Random) -> Iterator[tuple[Position, str]]:
    """Yield positions of random games with texts in the game's notation, mostly illegal."""
    pool: list[str] = []
    for _ in range(12):
        position = new(game)
        for _ in range(30):
            if position.outcome is not None:
                break
            move = position.random_move(rng)
            pool.append(str(move))
            position = position.play(move)
            for _ in range(6):
                yield position, garbled(rng.choice(pool), rng)


def garbled(text: str, rng: random.Random) -> str:
    """Return a move's text, possibly with one character replaced."""
    at = rng.randrange(len(text))
    if rng.random() < 0.3 or not text[at].isalnum():
        return text
    other = rng.choice("abcdefghi" if text[at].isalpha() else "123456789!")
    return text[:at] + other + text[at + 1 :]


def refusal(position: Position, text: str) -> RefusedMoveError | None:
    """Return the error for a move, or None for a legal one."""
    try:
        position.play(text)
    except RefusedMoveError as error:
        return error
    return None


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_a_kind(game: str) -> None:
    refused = [refusal(position, text) for position, text in bad_moves(game, random.Random(7))]
    found, kinds = set(), {kind for _, kind, _ in phrases()}
    for error in filter(None, refused):
        assert isinstance(error.reason, Message)
        assert error.reason.kind in kinds
        assert error.message.kind == "refused"
        assert str(error) == error.message == f"{error.message.values['move']}: {error.reason}"
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
        assert again.reason.kind == error.reason.kind
        found.add((type(error), error.reason.kind))
    assert len(found) >= 4, found
    assert {kind for kind, _ in found} == {IllegalMoveError, NotationError}
