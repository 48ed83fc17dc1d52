"""``match``: games between two players, played by one call."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from boche.engine.arguments import check_players, check_whole
from boche.engine.game import OptionValue
from boche.engine.games.registry import DEFAULT, find
from boche.engine.match.match import play_match
from boche.engine.match.plan import LONGEST, MatchError, Plan
from boche.engine.match.score import Score
from boche.engine.players.own import Source, label_of
from boche.engine.players.registry import check_source
from boche.engine.record import Record

LONGEST_OPENING = 20


@dataclass(frozen=True)
class MatchResult(Score):
    """The score of a match, as the first player sees it, and the records of its games, in order."""

    records: tuple[Record, ...] = ()

    def __str__(self) -> str:
        """Return the score, and why the first game that was lost by a failure was."""
        failed = (record for record in self.records if record.result.endswith("+F"))
        reasons = (node.comment for record in failed for node in record.main_line() if node.comment)
        return "; ".join([super().__str__(), *islice(reasons, 1)])


def match(
    first: Source,
    second: Source,
    game: str = DEFAULT.name,
    games: int = 20,
    *,
    opening: int = 2,
    fair: bool = False,
    longest: int = LONGEST,
    seconds: float = 1.0,
    seed: int = 1,
    jobs: int = 1,
    folder: str | os.PathLike[str] | None = None,
    **options: OptionValue,
) -> MatchResult:
    """Let two players play a match, and return its score and records.

    A player is a name or one of one's own, see ``player``; a class is instantiated for each game.
    Games are played in pairs, with the same ``opening`` of random moves and the colours exchanged;
    with ``fair`` only openings that give both colours a chance are used. A game of ``longest``
    moves is a draw. A player that raises an exception or answers no legal move loses the game; a
    comment in the record says why.

    ``jobs`` games are played at a time, in processes of their own if there are several; that needs
    players by name (those of entry points too). In a ``folder`` the games are saved, and a match
    begun there is continued. ``options`` are those of the game. Raises ``MatchError`` and other
    ``BocheError`` for bad arguments.
    """
    chosen = find(game)
    complete = chosen.complete(options)
    check_players(seed, seconds)
    for name, value, low, high in (
        ("games", games, 1, None), ("opening", opening, 0, LONGEST_OPENING),
        ("longest", longest, 1, None), ("jobs", jobs, 1, None),
    ):  # fmt: skip
        check_whole(name, value, low, high)
    for source in (first, second):
        check_source(source)
        if jobs > 1 and not isinstance(source, str):
            raise MatchError(
                f"{label_of(source)} plays in this process only: use jobs=1, or name it by an "
                "entry point"
            )
    plan = Plan(
        label_of(first), label_of(second), chosen.name, complete,
        opening=opening, seconds=seconds, seed=seed, fair=fair, longest=longest,
    )  # fmt: skip
    records: dict[int, Record] = {}
    score = play_match(
        plan, games, Path(folder) if folder is not None else None,
        jobs=jobs, sources=(first, second), on_record=records.__setitem__,
    )  # fmt: skip
    return MatchResult(**asdict(score), records=tuple(records[index] for index in sorted(records)))
