"""Text boards of Octi, read again: the board, the stacks beside it, the stores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from boche.engine.games.octi.geometry import COLOURS, LETTERS, SIZE
from boche.engine.games.octi.text_board import BAR, GLYPHS, LEGEND_ROWS, PRONGS, SIGNS
from boche.engine.text_page import BoardText, char_at

OF = {sign: "AB" if colour == COLOURS[0] else "AW" for colour, sign in SIGNS.items()}
_STORE = re.compile(r"\|\s*(\d+)\s+(\d+)\s+(\d+)\s*$")
_TOP = 4  # the line of the middle of row 9, below two lines of heading and a rule
_HIGH = 4 * SIZE + 5  # lines of a board


def read_board(lines: Sequence[str]) -> BoardText | None:
    """Return the set-up that a text board shows, or None if it is no board of Octi.

    The first line may lie beside the board only, so lines are as wide as they were drawn.
    """
    if len(lines) != _HIGH or not _of_stores(lines[0], lines[-2]):
        return None
    left = lines[0].index("|") - BAR  # blanks that were lost, if negative
    stacks = dict(_legend(lines, left))
    found: dict[str, list[str]] = {"AB": [], "AW": []}
    for y in range(1, SIZE + 1):
        for x in range(1, SIZE + 1):
            line, column = _TOP + 4 * (SIZE - y), left + 2 + 4 * x
            sign = char_at(lines, line, column)
            pods = stacks.get(sign) or [(sign, _prongs(lines, line, column))]
            for colour, prongs in pods:
                if colour in OF:
                    found[OF[colour]].append(f"{x}{y}{prongs}")
    stores = [_STORE.search(lines[at]) for at in (1, len(lines) - 1)]
    numbers = "/".join(",".join(match.groups()) for match in stores if match)
    values = {name: tuple(pods) for name, pods in found.items()}
    return BoardText({}, {**values, "STORE": (numbers,)}, None)


def _of_stores(first: str, last: str) -> bool:
    """Return whether two lines head the stores of both sides, in any language."""
    return all(
        re.search(rf"\|[^|()]+\({SIGNS[colour]}\)", line)
        for colour, line in zip(COLOURS, (first, last), strict=True)
    )


def _legend(lines: Sequence[str], left: int) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the letter of each stack, and its pods' signs and prongs."""
    for row in LEGEND_ROWS:
        line, start = _TOP + 4 * (SIZE - row), left + BAR + 1
        letter = char_at(lines, line, start + 2)
        columns = range(start + 6, len(lines[line]) + 1, 4)
        if letter.isupper() and char_at(lines, line, columns.start) in OF:
            signs = [(char_at(lines, line, at), _prongs(lines, line, at)) for at in columns]
            yield letter, [pod for pod in signs if pod[0] in OF]


def _prongs(lines: Sequence[str], line: int, column: int) -> str:
    """Return the prongs drawn around the middle of a pod."""
    drawn = ((i, char_at(lines, line + d, column + r)) for i, (d, r) in enumerate(PRONGS))
    return "".join(LETTERS[i] for i, char in drawn if char == GLYPHS[i])
