"""A search of one game: positions in, answers out. Making one compiles what is not cached."""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable

from engine.game import Move, Position
from engine.search import link
from engine.search import tree as slots
from engine.search.answer import Answer, RootMove, rank, win_of
from engine.search.settings import Budget, Settings
from engine.search.worker import Share, Worker


class Searcher:
    """Searches positions of one game, and keeps what it learnt when the game moves on.

    With one thread, the same seed, the same positions and a budget of simulations, the answers
    are the same. Threads search for themselves and their counts are added up, so that this holds
    for several too. Memory: 2 * threads * nodes * NODE_BYTES, taken at once but only touched as
    it fills. Not for use by two threads of the caller at a time, but for ``stop``.
    """

    def __init__(
        self,
        position: Position,
        settings: Settings | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        """Compiles where that is not yet done: seconds. Raises ``ValueError`` below one thread."""
        if threads < 1:
            raise ValueError(f"threads: {threads} is not 1 or more")
        self.settings = settings or Settings()
        self._game = position.game.name
        self._kernels = link.kernels(self._game)
        self._tables = importlib.import_module(f"engine.search.{self._game}_tables")
        # A game whose plies are parts of moves (Che's tiles) is searched in positions of its own.
        wanted = getattr(self._tables, "SEARCHED", None)
        if wanted is not None and not isinstance(position, wanted):
            raise link.UnsearchedGameError(f"there is no computer player for {self._game} yet")
        self._stop = threading.Event()
        self._workers = [
            Worker(self._kernels, self._tables, position, self.settings, seed, stream)
            for stream in range(threads)
        ]
        self._seconds, self._before = 0.0, 0
        self.position = position
        self.set_position(position)

    # -- what to search

    def set_position(self, position: Position) -> None:
        """Search this position, from scratch. It must be of the same game and options."""
        self._check(position)
        self.position = position
        self._classes = self._root_moves()
        proofs = self._proofs()
        for worker in self._workers:
            worker.start(position, proofs)

    def advance(self, move: Move | str) -> None:
        """Go on to the position after ``move``, and keep the part of the tree behind it.

        Raises what ``Position.play`` raises.
        """
        before, number = self.position, self._tables.number_of(self.position, move)
        after = before.play(move)
        self.position = after
        self._classes = self._root_moves()
        proofs = self._proofs()
        for worker in self._workers:
            worker.advance(after, number, proofs)

    def go_to(self, position: Position) -> None:
        """Search this position; keep what is known if it is one or two moves further on."""
        self._check(position)
        for move in self._way(position):
            self.advance(move)
        if self.position != position:
            self.set_position(position)

    def _way(self, position: Position) -> list[Move]:
        """The one or two moves that lead to ``position``, else none."""
        if not 0 < position.ply - self.position.ply <= 2:
            return []
        way: list[Move] = self._tables.way(self.position, position)
        return way

    def _check(self, position: Position) -> None:
        mine = (self._game, dict(self.position.options))
        if (position.game.name, dict(position.options)) != mine:
            raise ValueError("a searcher serves one game with one set of options")

    def _root_moves(self) -> dict[int, int]:
        """The legal moves, each with the equivalent one that is searched for it."""
        if self.position.outcome is not None:
            return {}
        if self.settings.symmetry:
            classes: dict[int, int] = self._tables.classes(self.position)
            return classes
        numbers = [self._tables.number_of(self.position, m) for m in self.position.legal_moves()]
        return {number: number for number in numbers}

    def _proofs(self) -> dict[int, int]:
        """The moves to search, in order, each with what is proven of it at once (see ``Tree``)."""
        position, proofs = self.position, {}
        for number in sorted(set(self._classes.values())):
            after = position.play(self._tables.move_of(position, number))
            proofs[number] = self._tables.result_of(after) + 1
        return proofs

    # -- searching

    def stop(self) -> None:
        """Make a running ``search`` return within about ``SLICE`` seconds; from any thread."""
        self._stop.set()

    def search(
        self,
        budget: Budget,
        on_progress: Callable[[Answer], None] | None = None,
        every: float = 0.2,
    ) -> Answer:
        """Search until the budget is used up; further calls go on where this one ended.

        ``on_progress`` is called with the answer so far about every ``every`` seconds, in the
        caller's thread. Raises ``ValueError`` for a finished game.
        """
        if self.position.outcome is not None:
            raise ValueError(f"the game is over: {self.position.outcome.reason}")
        self._stop.clear()
        self._before = sum(worker.done for worker in self._workers)
        start = time.perf_counter()
        share = Share(budget, len(self._workers), start, self._stop, self._workers)
        if len(self._workers) == 1 and on_progress is None:
            self._workers[0].run(share)
        else:
            self._run_threads(share, on_progress, every)
        self._seconds = time.perf_counter() - start
        return self.answer()

    def _run_threads(
        self, share: Share, on_progress: Callable[[Answer], None] | None, every: float
    ) -> None:
        threads = [
            threading.Thread(target=worker.run, args=(share,), daemon=True)
            for worker in self._workers
        ]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                for thread in threads:
                    thread.join(every / len(threads))
                if on_progress is not None:
                    self._seconds = time.perf_counter() - share.start
                    on_progress(self.answer())
        finally:
            self._stop.set()
            for thread in threads:
                thread.join()
        for worker in self._workers:
            if worker.error is not None:
                raise worker.error

    # -- answering

    def answer(self) -> Answer:
        """What is known now; while threads run, as of a moment ago."""
        visits: dict[int, list[float]] = {}
        for worker in self._workers:
            for number, count, wins, proof in worker.root_moves():
                entry = visits.setdefault(number, [0.0, 0.0, 0.0])
                entry[0] += count
                entry[1] += wins
                entry[2] = proof or entry[2]
        return self._build(visits)

    def _build(self, found: dict[int, list[float]]) -> Answer:
        position, tables = self.position, self._tables
        seat = tables.seat_to_move(position)
        moves = []
        for number, source in self._classes.items():
            visits, wins, proof = found.get(source, (0.0, 0.0, 0.0))
            proven = None if not proof else slots.value_of(int(proof) - 1, seat)
            value = proven if proven is not None else wins / visits if visits else 0.5
            move = tables.move_of(position, number)
            moves.append(RootMove(move, int(visits), value, proven, number == source))
        moves.sort(key=rank, reverse=True)
        win, proven_for = win_of(position, moves)
        simulations = sum(worker.done for worker in self._workers)
        games = tables.games_at_once(position)
        return Answer(
            position=position,
            best=moves[0].move,
            win=win,
            moves=tuple(moves),
            line=self._line(),
            proven=proven_for,
            simulations=simulations,
            playouts=simulations * games,
            nodes=sum(worker.used for worker in self._workers),
            seconds=self._seconds,
            new_playouts=(simulations - self._before) * games,
        )

    def _line(self) -> tuple[str, ...]:
        """The moves that the furthest thread expects, as text."""
        worker = max(self._workers, key=lambda w: (w.proven, w.done))
        position, texts = self.position, []
        for number in worker.line():
            move = self._tables.move_of(position, number)
            texts.append(position.format(move))
            position = position.play(move)
        return tuple(texts)
