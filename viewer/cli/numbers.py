"""Numbers on the command line: types of arguments, each made from a range and a unit."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from typing import Any

from boche.engine.arguments import MOST_JOBS
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import grouped

LARGEST = 999_999_999
"""Largest count that an option takes."""


@dataclass(frozen=True)
class Number:
    """A number from ``low`` to ``high``, for ``type=``; ``above`` leaves ``low`` itself out.

    ``unit`` is the text of what is counted, or of another hint.
    """

    low: float = -math.inf
    high: float = math.inf
    unit: str = ""
    is_whole: bool = True
    above: bool = False

    def __call__(self, text: str) -> Any:
        """Return the number that a text is. Raises ``ArgumentTypeError``."""
        if (value := self._read(text)) is not None:
            return value
        text, pointed = text[:40], text[:40].replace(",", ".")
        if "," in text and self._read(pointed) is not None:
            problem = tr("{text!r} is not a number, write {pointed}", text=text, pointed=pointed)
        elif math.isinf(self.low):
            problem = tr(_WHOLE if self.is_whole else _ANY, text=text)
        else:
            template = _COUNT if self.is_whole else _ABOVE if self.above else _RANGE
            problem = tr(template, text=text, low=_end_text(self.low), high=_end_text(self.high))
        raise argparse.ArgumentTypeError(problem + (f" ({tr(self.unit)})" if self.unit else ""))

    def _read(self, text: str) -> float | None:
        try:
            value = int(text) if self.is_whole else float(text)
        except ValueError:
            return None
        is_within = self.low < value <= self.high or (value == self.low and not self.above)
        return value if is_within else None


_WHOLE = tr_later("{text!r} is not a whole number")
_ANY = tr_later("{text!r} is not a number")
_COUNT = tr_later("{text!r} is not a whole number from {low} to {high}")
_RANGE = tr_later("{text!r} is not a number from {low} to {high}")
_ABOVE = tr_later("{text!r} is not a number above {low} and up to {high}")


def _end_text(end: float) -> str:
    """Return an end of a range; a fraction as it has to be typed, in any language."""
    return f"{end:g}" if end % 1 else grouped(int(end))


def real(
    low: float = -math.inf, high: float = math.inf, unit: str = "", *, above: bool = False
) -> Number:
    """Return the type of a number that may have decimals."""
    return Number(low, high, unit, is_whole=False, above=above)


positive = Number(1, LARGEST)
at_once = Number(1, MOST_JOBS)
"""Threads or processes: up to more than the largest machines can use."""
seconds = real(0, 86_400, tr_later("seconds"), above=True)
