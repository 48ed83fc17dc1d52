"""Our own GTP commands: options, legal moves, groups, analysis."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Protocol

from boche.engine.game import OptionValue, Position
from boche.engine.gtp.arguments import GtpError
from boche.engine.players.gtp_words import OPTIONS_COMMAND
from boche.engine.program import PROGRAM
from boche.engine.search.params import Budget

LONGEST_ANALYSIS = 3600.0
"""Longest analysis in seconds."""

ANALYZE_COMMAND = f"{PROGRAM}-analyze"

MOST_LISTED = 20_000
"""Most legal moves that are listed; in some games there are far more."""


class Conversation(Protocol):
    """The part of the engine that the commands use: the game's state, and the search effort."""

    @property
    def position(self) -> Position: ...
    @property
    def options(self) -> dict[str, OptionValue]: ...
    @property
    def effort(self) -> tuple[int, int, float]:
        """Seed, threads and seconds for a search."""

    def set_options(self, options: dict[str, object]) -> None:
        """Change some options and clear the board. Raises ``OptionError``."""


def options(engine: Conversation, words: list[str]) -> str:
    """List all options as lines ``name=value``, or set those given and clear the board."""
    if words:
        engine.set_options(dict(_option(engine, word) for word in words))
        return ""
    return "\n".join(f"{name}={int(value)}" for name, value in engine.options.items())


def _option(engine: Conversation, word: str) -> tuple[str, object]:
    match = re.fullmatch(r"(\w+)=([+-]?[0-9]{1,9})", word, re.ASCII)
    if match is None:
        raise GtpError(f"{word[:40]!r} is not an option; write name=number")
    name, number = match[1], int(match[2])
    flags = {o.name for o in engine.position.game.options if o.is_flag}
    flags |= {o.opposite for o in engine.position.game.options if o.opposite}
    if name in flags and number not in (0, 1):
        raise GtpError(f"option {name}: write 0 or 1")
    return name, bool(number) if name in flags else number


def groups(engine: Conversation, words: list[str]) -> str:
    """List the groups on the board, one per line: the game's facts about each as JSON."""
    game = engine.position.game
    if not game.groups:
        raise GtpError(f"{game.title} has no groups")
    facts = engine.position.facts()[game.groups]
    return "\n".join(json.dumps(group, separators=(",", ":")) for group in facts)


def legal_moves(engine: Conversation, words: list[str]) -> str:
    """List all legal moves in one line, in the game's order."""
    moves = list(islice(engine.position.legal_moves(), MOST_LISTED + 1))
    if len(moves) > MOST_LISTED:
        raise GtpError(f"there are more than {MOST_LISTED:,} legal moves, too many to list")
    return " ".join(map(str, moves))


def analyze(engine: Conversation, words: list[str]) -> str:
    """Search the position; return a line for the result and one per move visited, best first."""
    from boche.engine.search.searcher import Searcher  # it needs numpy

    if engine.position.outcome is not None:
        raise GtpError(f"the game is over: {engine.position.outcome.reason}")
    seed, threads, seconds = engine.effort
    if words:
        seconds = _seconds(words)
    searcher = Searcher(engine.position, seed=seed, threads=threads)
    result = searcher.search(Budget(seconds=seconds))
    win = " ".join(f"{colour} {share:.4f}" for colour, share in result.win.items())
    lines = [
        f"win {win} proven {result.proven or '-'} playouts {result.playouts} "
        f"playouts_per_s {result.playouts_per_s:.0f} line {' '.join(result.line)}"
    ]
    for move in result.moves:
        if move.visits or move.proven is not None:
            proven = "-" if move.proven is None else f"{move.proven:g}"
            lines.append(
                f"move {move.move} visits {move.visits} value {move.value:.4f} proven {proven}"
            )
    return "\n".join(lines)


def _seconds(words: list[str]) -> float:
    if len(words) != 1 or not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,3})?", words[0]):
        raise GtpError(f"write the seconds to search, as in: {ANALYZE_COMMAND} 2.5")
    seconds = float(words[0])
    if seconds > LONGEST_ANALYSIS:
        raise GtpError(f"at most {LONGEST_ANALYSIS:.0f} seconds")
    return seconds


Command = Callable[[Conversation, list[str]], str]

EXTENSIONS: Mapping[str, Command] = {
    OPTIONS_COMMAND: options,
    f"{PROGRAM}-legal_moves": legal_moves,
    f"{PROGRAM}-groups": groups,
    ANALYZE_COMMAND: analyze,
}
"""Our own commands by name."""
