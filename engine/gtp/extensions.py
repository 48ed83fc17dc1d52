"""The commands that GTP leaves to each program: options, legal moves, groups, analysis."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from engine.gtp.engine import OPTIONS_COMMAND, GtpError
from engine.search.params import Budget

if TYPE_CHECKING:
    from engine.gtp.engine import Engine

Command = Callable[[list[str]], str]

LONGEST_ANALYSIS = 3600.0
"""Seconds that ``boche-analyze`` may be asked for."""

MOST_LISTED = 20_000
"""A stack of pods in Octi may have more moves than anyone wants to read."""

GROUPS = ("groups", "regions")
"""What games call them in their ``facts``."""


def commands(engine: Engine) -> dict[str, Command]:
    """Our own commands for an engine."""
    return {
        OPTIONS_COMMAND: lambda words: options(engine, words),
        "boche-legal_moves": lambda words: legal_moves(engine),
        "boche-groups": lambda words: groups(engine),
        "boche-analyze": lambda words: analyze(engine, words),
    }


def options(engine: Engine, words: list[str]) -> str:
    """Without arguments all options, ``name=value`` a line; with such, set them, board cleared."""
    if words:
        engine.set_options(dict(_option(engine, word) for word in words))
        return ""
    return "\n".join(f"{name}={int(value)}" for name, value in engine.options.items())


def _option(engine: Engine, word: str) -> tuple[str, object]:
    match = re.fullmatch(r"(\w+)=([+-]?[0-9]{1,9})", word, re.ASCII)
    if match is None:
        raise GtpError(f"{word[:40]!r} is no option; write name=number")
    name, number = match[1], int(match[2])
    flags = {o.name for o in engine.position.game.options if o.is_flag}
    flags |= {o.opposite for o in engine.position.game.options if o.opposite}
    if name in flags and number not in (0, 1):
        raise GtpError(f"option {name}: write 0 or 1")
    return name, bool(number) if name in flags else number


def groups(engine: Engine) -> str:
    """A line for each group of Boche, or region of Che: what ``facts`` says of it, as JSON."""
    facts = engine.position.facts()
    name = next((name for name in GROUPS if name in facts), None)
    if name is None:
        raise GtpError(f"{engine.position.game.title} has no groups")
    return "\n".join(json.dumps(group, separators=(",", ":")) for group in facts[name])


def legal_moves(engine: Engine) -> str:
    """All legal moves in one line, in their order."""
    moves = list(islice(engine.position.legal_moves(), MOST_LISTED + 1))
    if len(moves) > MOST_LISTED:
        raise GtpError(f"there are more than {MOST_LISTED:,} legal moves, too many to list")
    return " ".join(map(str, moves))


def analyze(engine: Engine, words: list[str]) -> str:
    """Search the position; a line for the answer and one for each move looked at, best first."""
    from engine.search.searcher import Searcher

    if engine.position.outcome is not None:
        raise GtpError(f"the game is over: {engine.position.outcome.reason}")
    seed, threads, seconds = engine.effort
    if words:
        seconds = _seconds(words)
    searcher = Searcher(engine.position, seed=seed, threads=threads)
    answer = searcher.search(Budget(seconds=seconds))
    win = " ".join(f"{colour} {share:.4f}" for colour, share in answer.win.items())
    lines = [
        f"win {win} proven {answer.proven or '-'} playouts {answer.playouts} "
        f"playouts_per_s {answer.playouts_per_s:.0f} line {' '.join(answer.line)}"
    ]
    for move in answer.moves:
        if move.visits or move.proven is not None:
            proven = "-" if move.proven is None else f"{move.proven:g}"
            lines.append(
                f"move {move.move} visits {move.visits} value {move.value:.4f} proven {proven}"
            )
    return "\n".join(lines)


def _seconds(words: list[str]) -> float:
    if len(words) != 1 or not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,3})?", words[0]):
        raise GtpError("write the seconds to search, as in: boche-analyze 2.5")
    seconds = float(words[0])
    if seconds > LONGEST_ANALYSIS:
        raise GtpError(f"at most {LONGEST_ANALYSIS:.0f} seconds")
    return seconds
