"""Matches between two players: games in processes, records on disk, a score with its error.

Games ``i`` and ``i + 1`` (``i`` even) are a pair: they begin with the same moves, with the colours
exchanged. A finished game is saved in the match's folder, as ``game-0001.sgf``; running the match
again plays only the missing games. A game that reaches ``Plan.longest`` moves is a draw.
"""

from __future__ import annotations

import contextlib
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path

from boche.engine.atomic_write import write_file
from boche.engine.game import Outcome, Position
from boche.engine.games import registry as games
from boche.engine.interrupt import interrupt_deferred
from boche.engine.languages.current import tr
from boche.engine.match.folder import finished, game_file, prepare
from boche.engine.match.plan import MatchError, Plan, new_record, opening_of, order_of
from boche.engine.match.score import Score, Tally
from boche.engine.match.sprt import Sprt
from boche.engine.players.errors import PlayerError, ResignedError
from boche.engine.players.own import Source
from boche.engine.players.player import GamePlayer, History
from boche.engine.players.registry import check_source, make_player
from boche.engine.players.spec import PlayerSpec
from boche.engine.record import Node, Record, dump_sgf, write_result
from boche.engine.record.times import keep_left, set_control
from boche.engine.search.params import cpu_time
from boche.engine.search.steps import seat_to_move
from boche.engine.tasks.address import CrashError
from boche.engine.tasks.worker_pool import WorkerPool
from boche.engine.time_control import TimeControl
from boche.engine.words import UNFINISHED

MOST_BREAKDOWNS = 3
"""Games in a row that may be lost by breaking down in a sequential test."""


def play_game(
    plan: Plan,
    index: int,
    opening: list[str] | None = None,
    sources: tuple[Source, Source] | None = None,
    on_error: Callable[[PlayerError], object] = lambda error: None,
) -> Record:
    """Play game ``index`` (from 0) of a match. A player that fails loses; a comment says why.

    ``opening`` is the result of ``opening_of``, if the caller already has it. ``sources`` are the
    players, if those of the plan's names are not meant. ``on_error`` gets the error of a player
    that fails, or fails to close, by which it does not lose.
    """
    record = new_record(plan, index, sources)
    seated = (sources or plan.names)[:: order_of(index)]
    game = _Game(record, plan.clock)
    for move in opening_of(plan, index // 2) if opening is None else opening:
        game.add(move)
    seats: list[GamePlayer | None] = [None, None]
    try:
        with cpu_time() if plan.cpu_time else contextlib.nullcontext():
            failed = _run(game, plan, index, seated, seats, on_error)
    finally:
        for seat in seats:
            if seat is not None:
                try:
                    seat.close()
                except PlayerError as error:  # the game is over, whatever it does now
                    on_error(error)
    outcome = game.position.outcome
    if failed is not None:
        loser, reason = failed
        winner = next(c for c in record.game.colours if c != loser)
        record.result = f"{record.form.colours[winner]}+{'T' if game.timer.out else 'F'}"
        game.node.comment = f"{loser} loses: {reason}"
    elif outcome is not None:
        record.result = write_result(record.form, outcome)
    else:
        reason = UNFINISHED(count=len(game.history))
        record.result = write_result(record.form, Outcome(None, reason, "longest"))
        game.node.comment = f"a draw: {reason}"
    return record


class _Game:
    def __init__(self, record: Record, clock: str) -> None:
        self.timer = MoveTimer(record, clock)
        self.node = record.root
        self.position = record.start
        self.history: list[tuple[str, str]] = []

    def add(self, move: str) -> None:
        after = self.position.play(move)
        self.history.append((self.position.turn, move))
        self.node = Node(move, self.position.turn, parent=self.node)
        self.timer.stamp(self.node, self.position, after)
        self.position = after


def _run(
    game: _Game,
    plan: Plan,
    index: int,
    sources: Sequence[Source],
    seats: list[GamePlayer | None],
    on_error: Callable[[PlayerError], object],
) -> tuple[str, str] | None:
    """Play to the end or the limit of moves; return the colour that failed and why, or None."""
    start = game.position.game.start(plan.options)
    while game.position.outcome is None and len(game.history) < plan.longest:
        person = seat_to_move(game.position)
        try:
            player = seats[person]
            if player is None:
                seed = 1_000_003 * plan.seed + 2 * index + person
                player = make_player(sources[person], start, seed=seed, seconds=plan.seconds)
                seats[person] = player
            with game.timer.measure(player, game.position, patient=_is_level(sources[person])):
                move = _chosen(player, game.position, game.history)
            if game.timer.out:
                return game.position.turn, "the time ran out"
        except ResignedError:
            game.position = game.position.resign()
            return None
        except PlayerError as error:
            on_error(error)
            return game.position.turn, str(error)
        game.add(move)
    return None


def _is_level(source: Source) -> bool:
    """Return whether a player is a level, which never loses on time."""
    return isinstance(source, str) and PlayerSpec.parse(source).level is not None


def _chosen(player: GamePlayer, position: Position, history: History) -> str:
    return position.format(player.choose(position, history))


def count_game(tally: Tally, index: int, record: Record) -> None:
    """Count a finished game."""
    person = record.winning_player
    points = 0.5 if person is None else float(person == index % 2)
    tally.add(index, points, record.result.endswith("+F"))


def breakdown(record: Record) -> str:
    """Return why a game was lost by breaking down, or an empty text."""
    comments = (node.comment for node in record.main_line() if node.comment)
    return next(comments, "") if record.result.endswith("+F") else ""


def play_match(
    plan: Plan,
    count: int,
    folder: Path | None,
    *,
    jobs: int = 2,
    cluster: str | None = None,
    sprt: Sprt | None = None,
    sources: tuple[Source, Source] | None = None,
    on_start: Callable[[Score], None] | None = None,
    on_foreign: Callable[[list[str]], object] = lambda names: None,
    on_game: Callable[[Score], None] | None = None,
    on_record: Callable[[int, Record], None] = lambda index, record: None,
    on_error: Callable[[int, PlayerError], None] = lambda index, error: None,
) -> Score:
    """Play the missing games of ``count``, ``jobs`` at a time; return the score of all.

    With the address of a ``cluster`` its workers play them, as many at a time as there are threads.
    Without a folder no game is saved, and all are played. With ``sprt`` the match ends as soon as
    the test decides, and the score is that of the pairs up to there, see ``Tally``; games that are
    lost by breaking down say nothing about strength, so some in a row end it. ``sources`` are
    the players, if those of the plan's names are not meant; then ``jobs`` must be 1, and no cluster
    can play them. ``on_start`` gets the score of the existing games, ``on_foreign`` the names of
    files that hold no finished game of the match, whose games are played again, ``on_game`` the
    score so far after each new game, ``on_record`` each game with its number from 0, and
    ``on_error``, before that, the error by which a game was lost. Raises
    ``MatchError``, ``PlayerError``, ``WorkerPoolError`` and ``FileError``; games finished before
    remain.
    """
    tally, saved, broken = Tally(sprt), set[int](), 0
    for source in sources or plan.names:
        check_source(source, games.find(plan.game))
    if folder is not None:
        prepare(folder, plan)
        foreign = list[str]()
        for index, record in finished(folder, plan, count, sources, foreign):
            count_game(tally, index, record)
            saved.add(index)
            on_record(index, record)
        if foreign:
            on_foreign(foreign)
    if on_start is not None:
        on_start(tally.score)
    with closing(_played(plan, count, saved, jobs, cluster, sources)) as played:
        for index, record, error in () if tally.accepted else played:
            if error is not None:
                on_error(index, error)
            with interrupt_deferred():
                if folder is not None:
                    write_file(game_file(folder, index), dump_sgf(record))
                on_record(index, record)
            count_game(tally, index, record)
            if on_game is not None:
                on_game(tally.score)
            reason = breakdown(record)
            broken = broken + 1 if reason else 0
            if sprt is not None and broken == MOST_BREAKDOWNS:
                raise MatchError(
                    tr("{broken} games in a row failed: {reason}", broken=broken, reason=reason)
                )
            if tally.accepted:
                break
    return tally.score


Pairs = Iterable[tuple[int, list[int]]]
"""Games to play, grouped by their common opening: its number and the games' numbers."""

Games = Generator[tuple[int, Record, PlayerError | None], None, None]
"""The games by their numbers, each with the error of a player by which it was lost."""


def _played(
    plan: Plan,
    count: int,
    saved: set[int],
    jobs: int,
    cluster: str | None,
    sources: tuple[Source, Source] | None,
) -> Games:
    """Return an iterator over the games, which are played as it advances."""
    missing = (index for index in range(count) if index not in saved)
    pairs = ((number, list(pair)) for number, pair in groupby(missing, lambda index: index // 2))
    size = count - len(saved) if cluster else min(jobs, count - len(saved))
    if size < 1 or (size == 1 and not cluster):
        return _one_by_one(plan, pairs, sources)
    return _named_crash(plan, in_processes(plan, pairs, size, cluster))


def _named_crash(plan: Plan, games: Games) -> Games:
    """Yield the games; name the players if a process dies, since one of them may have ended it."""
    try:
        with closing(games):
            yield from games
    except CrashError as error:
        raise CrashError(
            tr(
                "a worker process crashed or was killed while {first} played against {second}, "
                "perhaps by one of them; a match with a folder continues where it stopped; "
                "a script must start it below if __name__ == '__main__'",
                first=plan.first,
                second=plan.second,
            )
        ) from error


def _one_by_one(plan: Plan, pairs: Pairs, sources: tuple[Source, Source] | None) -> Games:
    for number, indices in pairs:
        opening = opening_of(plan, number) if plan.fair else None
        for index in indices:
            errors = list[PlayerError]()
            record = play_game(plan, index, opening, sources, errors.append)
            yield index, record, errors[0] if errors else None


def play_apart(
    plan: Plan, index: int, opening: list[str] | None
) -> tuple[Record, PlayerError | None]:
    """Play a game for another process, to which an error's traceback can go as a note only."""
    errors = list[PlayerError]()
    record = play_game(plan, index, opening, None, errors.append)
    if not errors:
        return record, None
    error = PlayerError(str(errors[0]))
    error.add_note("".join(traceback.format_exception(errors[0])).rstrip())
    return record, error


def in_processes(plan: Plan, pairs: Pairs, size: int, cluster: str | None = None) -> Games:
    """Play the games in worker processes, or on a cluster; yield each one as it ends.

    A fair opening takes time to find, so that is a separate task, done once for both games.
    """
    waiting = iter(pairs)
    ready: deque[tuple[int, list[str] | None]] = deque()
    with WorkerPool(size, cluster=cluster) as workers:
        while True:
            while workers.has_room:
                if ready:
                    index, opening = ready.popleft()
                    workers.begin(index, play_apart, plan, index, opening)
                elif (pair := next(waiting, None)) is None:
                    break
                elif plan.fair:
                    workers.begin(pair[1], opening_of, plan, pair[0])
                else:
                    ready.extend((index, None) for index in pair[1])
            if not workers.is_busy:
                return
            name, result = workers.finished()
            if isinstance(name, list):
                ready.extend((index, result) for index in name)
            else:
                yield name, *result


# The clocks of a game between computers.

FREE_MOVES = 2
"""The moves at the start, one for each player, that take no time."""


class MoveTimer:
    """The clocks by colour; without a time control nothing is measured.

    ``out`` is set once a player's time has run out.
    """

    def __init__(self, record: Record, clock: str) -> None:
        self.out = False
        self._record = record
        self._control = TimeControl.parse(clock) if clock else None
        set_control(record, self._control)
        self._left = {
            colour: self._control.of(side).full if self._control is not None else None
            for side, colour in enumerate(record.game.colours)
        }

    @contextmanager
    def measure(self, player: GamePlayer, position: Position, *, patient: bool) -> Iterator[None]:
        """Tell a player its time for a move, and charge it for the block.

        With ``patient`` its time never runs out.
        """
        left, control = self._left[position.turn], self._control
        if control is None or left is None or position.ply < FREE_MOVES:
            yield
            return
        if hasattr(player, "set_seconds"):  # players of one's own need not have it
            player.set_seconds(control.for_move(left))
        began = time.monotonic()
        yield
        left = control.spent(left, time.monotonic() - began)
        self.out = left.is_out and not patient
        self._left[position.turn] = left if self.out else control.moved(left)

    def stamp(self, node: Node, before: Position, after: Position) -> None:
        """Write the times into the node of a move."""
        first, second = self._left
        if before.swapped != after.swapped:
            self._left = {first: self._left[second], second: self._left[first]}
        if self._control is None or before.ply < FREE_MOVES:
            return
        left = self._left[before.turn]
        assert left is not None
        keep_left(self._record, node, before.turn, left)
