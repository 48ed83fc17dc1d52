"""Checks of positions as text: what is written can be read again, and it is all of the state."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boche.engine.errors import BocheError, NotationError
from boche.engine.game import Position
from boche.engine.position import BasePosition
from boche.engine.words import NO_TEXT
from boche.testing.problem import at, require
from boche.testing.samples import Sample

LINE = re.compile(r"[!-~]+( [!-~]+)*")
KEY = re.compile(r"[0-9a-f]{32}")
FEW = 100  # moves that are compared one by one
NONSENSE = ("?", "/", "9" * 60, "-" * 60, ",")
"""Words in the place of a field; the first one is none that any game can have."""


def check_texts(samples: Sequence[Sample]) -> None:
    """Check the texts of random positions, if the game has any. Raises ``ContractError``."""
    texts: dict[str, Position] = {}
    positions: dict[Position, str] = {}
    for sample in samples if has_texts(samples[0].positions[0]) else ():
        for ply, position in enumerate(sample.positions):
            with at(sample.place(ply)):
                _check_text(position)
                _check_equality(position, texts, positions)
                if position.outcome is None:
                    _check_text(position.resign(sample.game.colours[ply % 2]))
                    _check_next(position, sample.moves[ply:], sample.positions[ply + 1 :])
        with at(sample.place(len(sample.moves))):
            _check_damaged(sample.positions[-1])


def has_texts(position: Position) -> bool:
    """Return whether a game's positions can be written as text."""
    try:
        position.to_text()
    except NotationError as error:
        return error.reason.kind != NO_TEXT.kind
    return True


def _check_text(position: Position) -> None:
    text = position.to_text()
    require(LINE.fullmatch(text), f"to_text() is not one line of ASCII: {text!r}")
    again = BasePosition.from_text(text)
    require(again == position, f"from_text({text!r}) is another position")
    require(again.to_text() == text, f"from_text({text!r}) has another text, {again.to_text()!r}")
    state = (position.turn, position.swapped, position.outcome, dict(position.options))
    read = (again.turn, again.swapped, again.outcome, dict(again.options))
    require(read == state, f"from_text({text!r}) has another turn, swap, outcome or options")
    legal, moves = position.legal_moves(), again.legal_moves()
    same = len(moves) == len(legal) and set(map(str, moves[:FEW])) == set(map(str, legal[:FEW]))
    require(same, f"from_text({text!r}) has other legal moves, or in another order")
    for name, key in (("key", position.key()), ("canonical_key", position.canonical_key())):
        require(KEY.fullmatch(key), f"{name}() is not 32 hexadecimal digits: {key!r}")
    require(again.key() == position.key(), "equal positions have different keys")
    require(
        again.canonical_key() == position.canonical_key(),
        "equal positions have different canonical keys",
    )


def _check_equality(
    position: Position, texts: dict[str, Position], positions: dict[Position, str]
) -> None:
    """Compare a position with all earlier ones: equal exactly if the texts are."""
    text = position.to_text()
    other, written = texts.setdefault(text, position), positions.setdefault(position, text)
    require(other == position, f"two positions that are not equal have the text {text!r}")
    require(written == text, f"equal positions have two texts, {written!r} and {text!r}")


def _check_next(position: Position, moves: Sequence[str], after: Sequence[Position]) -> None:
    """Check that the next move of the game leads from a position that was read to the next one."""
    for move, expected in zip(moves[:1], after, strict=False):
        played = BasePosition.from_text(position.to_text()).play(move)
        require(played == expected, f"read from text, it plays {move} to another position")


def _check_damaged(position: Position) -> None:
    """Put nonsense in the place of each field, which must be refused in one line or be read."""
    parts = position.to_text().split(" ")
    for at_field in range(1, len(parts)):
        for word in NONSENSE:
            _check_refusal(" ".join([*parts[:at_field], word, *parts[at_field + 1 :]]), word)
    for text in (" ".join(parts[:-1]), " ".join([*parts, "-"])):
        _check_refusal(text, NONSENSE[0])


def _check_refusal(text: str, word: str) -> None:
    try:
        BasePosition.from_text(text)
    except BocheError as error:
        require("\n" not in str(error), f"from_text({text!r}) is refused in several lines")
    except Exception as error:
        require(False, f"from_text({text!r}) must raise a BocheError, not {type(error).__name__}")
    else:
        require(word != NONSENSE[0], f"from_text({text!r}) must raise a BocheError")
