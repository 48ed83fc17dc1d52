"""``match``: games between two players, played by one call."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path

from boche.engine.arguments import (
    MOST_JOBS,
    ArgumentError,
    check_flag,
    check_path,
    check_players,
    check_text,
    check_whole,
)
from boche.engine.deferred import Deferred
from boche.engine.game import OptionValue
from boche.engine.games.registry import DEFAULT_NAME, KnownName, find
from boche.engine.languages.current import tr
from boche.engine.match.match import breakdown, play_match
from boche.engine.match.plan import LONGEST, MatchError, Plan
from boche.engine.match.score import Score
from boche.engine.match.sprt import WIDEST, Sprt
from boche.engine.match.suites import load_suite
from boche.engine.players.errors import PlayerError
from boche.engine.players.own import Source, label_of
from boche.engine.players.registry import check_source
from boche.engine.record import Record
from boche.engine.tasks.address import check_address

LONGEST_OPENING = 20

MOST_GAMES = 10_000
"""Default for the largest number of games of a match with ``sprt``."""

_notebook = Deferred("boche.viewer.export.notebook")


@dataclass(frozen=True)
class MatchResult(Score):
    """The score of a match, as the first player sees it, and the records of its games, in order.

    With ``sprt`` the score is that of the pairs up to the decision; there may be more records.
    ``test`` is the test, and ``accepted`` its decision. ``errors`` has the errors by which games
    were lost, or after which a player could not be closed, by the game's number from 0:
    ``traceback.print_exception`` shows where in the player's code each came from. Its ``__cause__``
    is the player's exception; in another process there is a note instead.
    """

    records: tuple[Record, ...] = ()
    test: Sprt | None = None
    errors: Mapping[int, PlayerError] = field(default_factory=dict, compare=False, repr=False)

    @property
    def accepted(self) -> str | None:
        """``H0`` (the smaller difference is likelier) or ``H1``; None if nothing is decided."""
        return self.test.accepted(self.pairs) if self.test is not None else None

    def _repr_html_(self) -> str:
        """Return the score and a table of the games, for notebooks."""
        shown: str = _notebook.table_of_match(self)
        return shown

    def __str__(self) -> str:
        """Return the score, the test, and why the first game that was lost by a failure was."""
        test = [self.test.text(self.pairs)] if self.test is not None else []
        reasons = filter(None, map(breakdown, self.records))
        return "; ".join([super().__str__(), *test, *islice(reasons, 1)])


def match(
    first: Source,
    second: Source,
    game: KnownName = DEFAULT_NAME,
    games: int | None = None,
    *,
    opening: int = 2,
    suite: str | os.PathLike[str] | None = None,
    fair: bool = False,
    sprt: tuple[float, float] | None = None,
    longest: int = LONGEST,
    seconds: float = 1.0,
    seed: int = 1,
    jobs: int = 1,
    cluster: str | None = None,
    folder: str | os.PathLike[str] | None = None,
    raising: bool = False,
    **options: OptionValue,
) -> MatchResult:
    """Let two players play a match, and return its score and records.

    A player is a name or one of one's own, see ``player``; a class is instantiated for each game.
    Games are played in pairs, with the same ``opening`` of random moves and the colours exchanged;
    with ``fair`` only openings that give both colours a chance are used. A ``suite``, by its name
    or the path of a file of records, has the openings instead, in turn. A game of ``longest`` moves
    is a draw. A player that raises an exception or answers no legal move loses the game; a comment
    in the record says why, and the result has the error. With ``raising`` it ends the match by a
    ``PlayerError`` instead, whose ``__cause__`` is the player's exception.

    There are 20 ``games``. With ``sprt``, two differences in Elo, the match ends as soon as it is
    decided which of them is likelier, with errors of 5 %, or after ``games``, 10,000 by default.

    ``jobs`` games are played at a time, in processes of their own if there are several. Or the
    workers of a ``cluster`` play them, given by its scheduler's address. Both need players by name
    (those of entry points too). In a ``folder`` the games are saved, and a match begun there is
    continued. ``options`` are those of the game. Raises ``MatchError`` and other ``BocheError`` for
    bad arguments.
    """
    chosen = find(game)
    complete = chosen.complete(options)
    check_players(seed, seconds)
    check_flag("fair", fair)
    check_flag("raising", raising)
    for what, path in (("suite", suite), ("folder", folder)):
        if path is not None:
            check_path(what, path)
    if cluster is not None:
        check_text("cluster", cluster)
        check_address(cluster)
    test = _test(sprt)
    if games is None:
        games = 20 if test is None else MOST_GAMES
    for name, value, low, high in (
        ("games", games, 1, None), ("opening", opening, 0, LONGEST_OPENING),
        ("longest", longest, 1, None), ("jobs", jobs, 1, MOST_JOBS),
    ):  # fmt: skip
        check_whole(name, value, low, high)
    for source in (first, second):
        check_source(source)
        if (jobs > 1 or cluster is not None) and not isinstance(source, str):
            only = tr("no cluster") if cluster is not None else "jobs=1"
            raise MatchError(
                tr(
                    "{source} can only play in this process: use {only}, or name it, as in "
                    "'python:bot.py:Bot'",
                    source=label_of(source),
                    only=only,
                )
            )
    if fair and suite is not None:
        raise MatchError(tr("fair tests random openings; the openings of a suite are fixed"))
    plan = Plan(
        label_of(first), label_of(second), chosen.name, complete,
        opening=opening, seconds=seconds, seed=seed, fair=fair, longest=longest,
        openings=load_suite(os.fspath(suite), chosen, complete) if suite is not None else (),
    )  # fmt: skip
    records: dict[int, Record] = {}
    errors: dict[int, PlayerError] = {}

    def note_error(index: int, error: PlayerError) -> None:
        if raising:
            raise error
        errors[index] = error

    score = play_match(
        plan, games + games % 2 if test is not None else games,
        Path(folder) if folder is not None else None,
        jobs=jobs, cluster=cluster, sprt=test, sources=(first, second),
        on_record=records.__setitem__, on_error=note_error,
    )  # fmt: skip
    played = tuple(records[index] for index in sorted(records))
    return MatchResult(**asdict(score), records=played, test=test, errors=errors)


def _test(sprt: object) -> Sprt | None:
    """Return the test of two differences in Elo. Raises ``ArgumentError``."""
    if sprt is None:
        return None
    try:
        low, high = map(float, sprt)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        low = high = math.nan
    if not -WIDEST <= low < high <= WIDEST:
        raise ArgumentError(
            tr(
                "sprt: {sprt!r} is not two Elo differences from {low:g} to {high:g}, the "
                "smaller one first",
                sprt=sprt,
                low=-WIDEST,
                high=WIDEST,
            )
        )
    return Sprt(low, high)
