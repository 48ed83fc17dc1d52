"""The letters of a line in visual order, from left to right.

Hebrew and Arabic are read from right to left, numbers and other words between them from left to
right: the rules of Unicode's UAX 9 without marks that embed one text in another, and without pairs
of brackets.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

WITHIN = {("EN", "CS"), ("EN", "ES"), ("AN", "CS")}
TURNED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


class Line(NamedTuple):
    """A line in visual order: its letters from the left and the index of each in the text.

    ``turned`` is True for letters that are read from right to left.
    """

    letters: str
    places: tuple[int, ...]
    turned: tuple[bool, ...]

    def seen_at(self, at: int) -> int:
        """Return the number of letters to the left of a place in the text."""
        if not self.places:
            return 0
        column = self._letter(self.places.index(max(at - 1, 0)))
        return column + (self.turned[column] != (at > 0))

    def place_at(self, column: int) -> int:
        """Return the place in the text after this many letters from the left."""
        if not self.places:
            return 0
        before = self._letter(max(column - 1, 0))
        return self.places[before] + (self.turned[before] != (column > 0))

    def _letter(self, column: int) -> int:
        """Return the letter that a mark stands on."""
        while self.turned[column] and column and is_mark(self.letters[column]):
            column -= 1
        return column


class Rows(NamedTuple):
    """Rows of a text, each with its place in it; an invisible character separates two rows.

    Without rows the text is displayed as it is written.
    """

    rows: tuple[tuple[int, Line], ...] = ()

    def seen_at(self, at: int) -> int:
        """Return the number of characters displayed before a place in the text.

        Rows above and their separators are included.
        """
        start, row = self._row(at)
        return start + row.seen_at(at - start) if row else at

    def place_at(self, column: int) -> int:
        """Return the place in the text after this many displayed characters."""
        start, row = self._row(column)
        return start + row.place_at(column - start) if row else column

    def seen_part(self, part: tuple[int, int]) -> tuple[int, int]:
        """Return the displayed range that covers a part of the text, with everything in between."""
        if not self.rows or part[0] == part[1]:
            return part
        places = [(start + place, start + n) for start, row in self.rows
                  for n, place in enumerate(row.places)]  # fmt: skip
        places += [(start - 1, start - 1) for start, _ in self.rows[1:]]
        columns = [n for place, n in places if part[0] <= place < part[1]]
        return min(columns), max(columns) + 1

    def _row(self, at: int) -> tuple[int, Line | None]:
        starts = [start for start, _ in self.rows]
        return self.rows[bisect_right(starts, at) - 1] if starts else (0, None)


@lru_cache(maxsize=512)
def line_of(text: str) -> Line:
    """Return a line with its letters from left to right, each in its form there."""
    levels, shapes = _levels(text), joined(text)
    places = list(range(len(text)))
    for level in range(max(levels, default=0), 0, -1):
        places = _reversed(places, [levels[at] >= level for at in places])
    places = _marks_behind([(at, levels[at] % 2 and is_mark(text[at])) for at in places])
    turned = tuple(levels[at] % 2 == 1 for at in places)
    characters = (shapes[at].translate(TURNED) if t else shapes[at]
               for at, t in zip(places, turned, strict=True))  # fmt: skip
    return Line("".join(characters), tuple(places), turned)


def _reversed(places: Sequence[int], which: Sequence[bool]) -> list[int]:
    """Return the places, with runs of those marked in ``which`` reversed."""
    reordered: list[int] = []
    for turned, part in groupby(zip(places, which, strict=True), itemgetter(1)):
        run = [at for at, _ in part]
        reordered += reversed(run) if turned else run
    return reordered


def _marks_behind(places: Sequence[tuple[int, bool | int]]) -> list[int]:
    """Return the places with each reversed mark moved after its letter, to be drawn over it."""
    reordered: list[int] = []
    marks: list[int] = []
    for at, mark in places:
        if mark:
            marks.append(at)
        else:
            reordered += [at, *reversed(marks)]
            marks = []
    return reordered + marks


# -- reading direction


def _levels(text: str) -> list[int]:
    """Return a level for each letter: odd if it is read from right to left."""
    kinds = _kinds(text)
    base = int("L" not in kinds and not {"R", "AL"}.isdisjoint(kinds))
    side = "LR"[base]
    kinds = _weak(kinds, side)
    for kind, part in groupby(range(len(kinds)), lambda at: kinds[at] == "ON"):
        if kind:
            places = [*part]
            ends = {_side(kinds[at]) if 0 <= at < len(kinds) else side
                    for at in (places[0] - 1, places[-1] + 1)}  # fmt: skip
            for at in places:
                kinds[at] = ends.copy().pop() if len(ends) == 1 else side
    high = {"L": 2 * base, "R": 1, "EN": 2, "AN": 2}
    levels = [high[kind] for kind in kinds]
    for at in range(len(text) - 1, -1, -1):
        if not text[at].isspace():
            break
        levels[at] = base
    return levels


def _kinds(text: str) -> list[str]:
    """Return Unicode's class of each letter; a mark has that of the letter before it."""
    kinds: list[str] = []
    for character in text:
        kind = unicodedata.bidirectional(character) or "L"
        kinds.append(kinds[-1] if kind in ("NSM", "BN") and kinds else kind)
    return kinds


def _weak(kinds: Sequence[str], side: str) -> list[str]:
    """Classify letters as left to right (L), right to left (R), numbers (EN, AN) or other (ON)."""
    resolved, strong = list(kinds), side
    for at, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kind
        if kind == "EN" and strong == "AL":
            resolved[at] = "AN"
    for at, kind in enumerate(resolved[1:-1], 1):  # separators within a number
        number = resolved[at - 1]
        if resolved[at + 1] == number and (number, kind) in WITHIN:
            resolved[at] = number
    for at, kind in enumerate(resolved):  # signs next to numbers are a part of them
        if kind == "ET" and "EN" in resolved[max(at - 1, 0) : at] + _behind(resolved, at):
            resolved[at] = "EN"
    strong = side
    for at, kind in enumerate(resolved):
        if kind in ("L", "R", "AL"):
            strong = "L" if kind == "L" else "R"
            resolved[at] = strong
        elif kind == "EN":
            resolved[at] = "L" if strong == "L" else "EN"
        elif kind != "AN":
            resolved[at] = "ON"
    return resolved


def _behind(kinds: Sequence[str], at: int) -> list[str]:
    """Return the kind that follows the signs of a number."""
    return [next((kind for kind in kinds[at:] if kind != "ET"), "ON")]


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"


# Arabic letters, joined to their neighbours by Unicode's presentation forms.

FORMS = (*range(0xFB50, 0xFBFF), *range(0xFE80, 0xFEFD))
LAM, JOINS = "\u0644", "\u0640\u200d"
NOTHING = "\u200d"
KINDS = ("isolated", "final", "initial", "medial")


def is_mark(character: str) -> bool:
    """Return True if a sign is drawn over the letter before it."""
    return unicodedata.category(character) == "Mn"


@lru_cache(maxsize=1)
def _forms() -> dict[str, dict[str, str]]:
    """Return Unicode's forms of letters, and of lam with alef, by ``isolated``, ``initial``..."""
    forms: dict[str, dict[str, str]] = {}
    for code in FORMS:
        kind, *plain = unicodedata.decomposition(chr(code)).split() or [""]
        base = "".join(chr(int(code_point, 16)) for code_point in plain)
        if len(base) == 1 or (len(base) == 2 and base[0] == LAM):
            forms.setdefault(base, {}).setdefault(kind.strip("<>"), chr(code))
    return forms


def joined(text: str) -> list[str]:
    """Return each letter of a text in its form; in lam with alef the second is invisible."""
    forms, shaped = _forms(), list(text)
    solid = [at for at, character in enumerate(text) if not is_mark(character)]
    links = [False]
    for one, other in pairwise(solid):
        links.append(_to_next(text[one]) and _to_last(text[other]))
    links.append(False)
    for n, at in enumerate(solid):
        pair = text[at] + text[solid[n + 1]] if links[n + 1] else ""
        if pair in forms and text[at] == LAM and len(pair) == 2:
            shaped[at] = forms[pair]["final" if links[n] else "isolated"]
            shaped[solid[n + 1]] = NOTHING
        elif shaped[at] != NOTHING and text[at] in forms:
            kind = KINDS[links[n] + 2 * links[n + 1]]
            shaped[at] = forms[text[at]].get(kind, text[at])
    return shaped


def _to_next(character: str) -> bool:
    return character in JOINS or "initial" in _forms().get(character, ())


def _to_last(character: str) -> bool:
    return character in JOINS or "final" in _forms().get(character, ())
