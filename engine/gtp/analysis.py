"""Analysis that is told as it goes on, as Leela Zero and KataGo do it, for their front ends.

``lz-analyze`` and ``kata-analyze`` answer with a line of candidates every so often until the next
line of input. They differ in how chances are written: ``4802`` for the one, ``0.480200`` for the
other.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from boche.engine.game import Position
from boche.engine.gtp.arguments import GtpError, integer
from boche.engine.search.analysis import MOST_CANDIDATES
from boche.engine.search.params import Budget
from boche.engine.search.result import Candidate, SearchResult

if TYPE_CHECKING:
    from boche.engine.search.candidates import CandidateSearcher

STREAMED = ("lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze")
"""The commands whose answers come line by line."""

EVERY = 50
"""Hundredths of a second between two lines, by default."""

LEAST_EVERY, MOST_EVERY = 0.05, 60.0
"""Fewest and most seconds between two lines."""

POLL = 0.1
"""Seconds between two looks for the next command."""

LONGEST = 3600.0
"""Seconds of searching after which an analysis only waits; the counts have their limits."""

IGNORED = frozenset({
    "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits",
    "pvEdgeVisits", "rootInfo", "noResultValue",
})  # fmt: skip
"""KataGo's requests for what these games do not have; they are accepted and do nothing."""

SURE = 1.96
"""Standard errors below the chance at which its lower bound lies."""


class Listener(Protocol):
    """The reader of an analysis."""

    def write(self, text: str) -> None:
        """Send a part of an answer at once."""

    def is_over(self) -> bool:
        """Return True once there is more input, or the input has ended."""


class _Nobody:
    """A listener for an engine without streams: one line is all."""

    def write(self, text: str) -> None:
        raise NotImplementedError

    def is_over(self) -> bool:
        return True


NOBODY = _Nobody()


@dataclass(frozen=True)
class AnalysisRequest:
    """What an analysis was asked for: up to ``count`` candidates every so many ``seconds``."""

    colour: str | None
    seconds: float
    count: int
    plays: bool
    by_ten_thousand: bool


def wish_of(command: str, words: Sequence[str], colour_of: Callable[[str], str]) -> AnalysisRequest:
    """Parse ``[COLOUR] [INTERVAL] [KEY VALUE ...]``. Raises ``GtpError``.

    ``colour_of`` returns the colour that a word names, or raises ``GtpError``.
    """
    colour, rest = None, list(words)
    if rest and not rest[0].isdigit() and rest[0] not in {*_KEYS, *IGNORED, *_REFUSED}:
        colour = colour_of(rest.pop(0))
    found = {"interval": EVERY, "maxmoves": MOST_CANDIDATES, "minmoves": 0}
    if rest and rest[0].isdigit():
        found["interval"] = integer(rest.pop(0))
    if len(rest) % 2:
        raise GtpError(f"write keys with their values, as in: {command} 100 maxmoves 5")
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        if key in _KEYS:
            found[key] = integer(value)
        elif key not in IGNORED:
            raise GtpError(f"{key[:40]!r} is not supported (choose from {', '.join(_KEYS)})")
    return AnalysisRequest(
        colour,
        min(max(found["interval"] / 100, LEAST_EVERY), MOST_EVERY),
        min(max(found["maxmoves"], 1), MOST_CANDIDATES),
        plays="genmove" in command,
        by_ten_thousand=command.startswith("lz"),
    )


_KEYS = ("interval", "minmoves", "maxmoves")
_REFUSED = ("avoid", "allow")


def info_line(candidates: Sequence[Candidate], *, by_ten_thousand: bool) -> str:
    """Return the candidates as one line, the best first."""

    def share(value: float) -> str:
        return str(round(10_000 * value)) if by_ten_thousand else f"{value:.6f}"

    return " ".join(
        f"info move {candidate.move} visits {candidate.visits} winrate {share(candidate.value)} "
        f"lcb {share(lower_bound(candidate))} order {order} pv {' '.join(map(str, candidate.line))}"
        for order, candidate in enumerate(candidates)
    )


def lower_bound(candidate: Candidate) -> float:
    """Return the lower bound of a candidate's chance, by its visits alone; 0 without any."""
    if candidate.proven is not None:
        return candidate.proven
    if not candidate.visits:
        return 0.0
    value = candidate.value
    return max(0.0, value - SURE * math.sqrt(value * (1.0 - value) / candidate.visits))


class Answer:
    """An answer that is sent line by line, or kept if nobody listens; ``begun`` once it has one."""

    def __init__(self, number: str, listener: Listener) -> None:
        self._listener, self.begun, self._kept = listener, False, ""
        self._head = f"={number}\n"

    def tell(self, result: SearchResult, wish: AnalysisRequest) -> None:
        """Send the candidates of a result as a line."""
        candidates = result.candidates[: wish.count]
        if candidates:
            self.end(info_line(candidates, by_ten_thousand=wish.by_ten_thousand))

    def end(self, line: str) -> None:
        """Send a line."""
        text = ("" if self.begun else self._head) + line + "\n"
        self.begun = True
        if self._listener is NOBODY:
            self._kept += text
        else:
            self._listener.write(text)

    @property
    def is_over(self) -> bool:
        """True once nobody waits for more lines."""
        return self._listener.is_over()

    def rest(self) -> str:
        """Return what is still to be sent; the empty line ends the answer."""
        return ("" if self.begun else self._head) + self._kept + "\n"


class Analyser:
    """The search behind an analysis, which keeps what it learnt as the game goes on."""

    def __init__(self, seed: int, threads: int) -> None:
        self._seed, self._threads = seed, threads
        self._searcher: CandidateSearcher | None = None
        self._stopped = False

    def run(
        self, position: Position, moves: Sequence[str], wish: AnalysisRequest, answer: Answer
    ) -> None:
        """Search a position, and tell its candidates, until there is another line of input."""
        self._stopped = False
        searcher = self._at(position, moves)
        searcher.count = wish.count
        told_at = time.monotonic()

        def look(result: SearchResult) -> None:
            nonlocal told_at
            if self._stopped or answer.is_over:
                searcher.stop()
            elif time.monotonic() - told_at >= wish.seconds:
                told_at = time.monotonic()
                answer.tell(result, wish)

        result = searcher.watch(Budget(LONGEST), look, min(POLL, wish.seconds))
        answer.tell(result, wish)
        while not (self._stopped or answer.is_over):
            time.sleep(POLL)

    def stop(self) -> None:
        """End a running analysis; call from any thread."""
        self._stopped = True
        if self._searcher is not None:
            self._searcher.stop()

    def _at(self, position: Position, moves: Sequence[str]) -> CandidateSearcher:
        from boche.engine.search.candidates import CandidateSearcher  # it needs numpy

        searcher = self._searcher
        if searcher is not None and searcher.serves(position):
            searcher.go_to(position, moves)
        else:
            searcher = CandidateSearcher(position, seed=self._seed, threads=self._threads)
        self._searcher = searcher
        return searcher
