"""The fields of Octi in the text of a position: pods, stores, earlier positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from boche.engine.errors import NotationError, quoted
from boche.engine.games.octi import words
from boche.engine.games.octi.geometry import COLOURS, Colour, Pod, Store
from boche.engine.games.octi.rules import EACH, PRONGS
from boche.engine.position_text import NONE

MOST_SEEN = 2
"""How often an earlier position may have occurred: the third time would have ended the game."""

_POD = re.compile("([1-9]{2})(a?b?c?d?e?f?g?h?)")
_STORE = re.compile("([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2})")
_KEY = re.compile("[0-7][0-9a-f]{15}")


def pods_text(pods: Iterable[Pod]) -> str:
    """Return the pods of black, a slash, and those of white: ``37,46cdef/33,53,73``."""
    names: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    for pod in pods:
        names[pod.colour].append(f"{pod.square}{pod.prongs}")
    return "/".join(",".join(own) for own in names.values())


def read_pods(text: str) -> Iterator[Pod]:
    """Yield the pods in a text. Raises ``NotationError``."""
    for colour, part in _by_colour(text):
        for name in part.split(",") if part else ():
            match = _POD.fullmatch(name)
            if match is None:
                raise NotationError(words.NO_POD_TEXT(), quoted(name))
            yield Pod(colour, int(match[1]), match[2])


def stores_text(stores: Iterable[Store]) -> str:
    """Return each colour's reserve pods, captured pods and prongs: ``4,0,25/4,0,25``."""
    return "/".join(",".join(map(str, store)) for store in stores)


def read_stores(text: str) -> dict[str, Store]:
    """Return the stores by colour. Raises ``NotationError``."""
    stores: dict[str, Store] = {}
    for colour, part in _by_colour(text):
        match = _STORE.fullmatch(part)
        if match is None:
            raise NotationError(words.NO_STORE_TEXT(), quoted(part))
        stores[colour] = Store(*map(int, match.groups()))
    return stores


def usual_stores(pods: Iterable[Pod]) -> list[Store]:
    """Return the stores with these pods on the board and none captured, as few as none."""
    left = {colour: Store(EACH, 0, PRONGS) for colour in COLOURS}
    for colour, _, prongs in pods:
        reserve, captured, unused = left[colour]
        left[colour] = Store(max(reserve - 1, 0), captured, max(unused - len(prongs), 0))
    return list(left.values())


def earlier_text(keys: Sequence[int]) -> str:
    """Return the keys of earlier positions, each as 16 hexadecimal digits."""
    return ",".join(f"{key:016x}" for key in sorted(keys)) or NONE


def read_earlier(text: str) -> list[int]:
    """Return the keys of earlier positions. Raises ``NotationError``."""
    names = [] if text == NONE else text.split(",")
    for name in names:
        if not _KEY.fullmatch(name):
            raise NotationError(words.NO_KEY_TEXT(), quoted(name))
    if names and max(Counter(names).values()) > MOST_SEEN:
        raise NotationError(words.REPEATED_BEFORE())
    return [int(name, 16) for name in names]


def _by_colour(text: str) -> Iterator[tuple[Colour, str]]:
    parts = text.split("/")
    if len(parts) != len(COLOURS):
        raise NotationError(words.NOT_BOTH(), quoted(text))
    return zip(COLOURS, parts, strict=True)
