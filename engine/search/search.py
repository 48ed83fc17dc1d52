"""``search``: one position searched by one call, with everything counted in whole moves.

``engine.search.running`` has the same search in the background.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boche.engine.arguments import (
    MOST_THREADS,
    ArgumentError,
    check_flag,
    check_seconds,
    check_unfinished,
    check_whole,
    in_short,
)
from boche.engine.deferred import Deferred
from boche.engine.errors import BocheError, why_not
from boche.engine.game import Move, Position, colour_of
from boche.engine.languages.current import tr
from boche.engine.position import BasePosition
from boche.engine.search.params import DEFAULT_NODES, Budget, SearchParams
from boche.engine.search.result import Candidate, rank

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult
    from boche.engine.search.visits import VisitCounter, WholeMove

_notebook = Deferred("boche.viewer.export.notebook")


ENDS = ("limit", "proven", "forced", "stopped", "running")
"""What ``Analysis.ended`` may say."""


@dataclass(frozen=True)
class Analysis:
    """The result of ``search``: what is known of ``position``, in whole and legal moves.

    ``best`` is the move to play, ``line`` the moves expected, beginning with it. ``candidates`` are
    the best moves, ``best`` first. ``visits`` has the visits of each move by its text, most visited
    first; they sum to ``playouts``, the descents of the tree, which are fewer than were asked for
    if the result is proven early. Of moves that are equivalent by symmetry only one is searched.
    ``lost`` has the moves that are proven to lose, if others are not; ``best`` is the most visited
    one of the rest, or one that is proven to win. ``win`` has each colour's chance of winning, as
    the persons hold the colours now. ``proven`` is None, the colour that is certain to win, or
    ``"draw"``. ``seconds`` is the time taken. ``ended`` says why the search ended: ``"limit"``, or
    before that ``"proven"``, or ``"forced"`` if the last choice of the best move is the only one
    there is, which is not searched; or ``"stopped"``. It is ``"running"`` in what a search found
    that goes on, see ``start_search``. ``nodes`` is the number of positions in the trees at the
    end, and ``full`` says whether one of them had no room left: what was met least often was
    forgotten then, or the tree grew no more. A larger limit of nodes may find more.
    """

    position: Position
    best: Move
    line: tuple[Move, ...]
    win: Mapping[str, float]
    proven: str | None
    candidates: tuple[Candidate, ...]
    visits: Mapping[str, int]
    lost: frozenset[str]
    playouts: int
    ended: str
    seconds: float = field(compare=False)
    nodes: int = 0
    full: bool = False

    @property
    def policy(self) -> Mapping[str, float]:
        """Share of each move, by its text, as a target for learning; they sum to 1.

        It is the share of the visits, without moves that are proven to lose if others are not. A
        move that is proven to win, or the best one if nothing was visited, has all.
        """
        chosen = {text: n for text, n in self.visits.items() if text not in self.lost}
        total = sum(chosen.values())
        if not total or self.proven == self.position.turn:
            return {str(self.best): 1.0}
        return {text: n / total for text, n in chosen.items() if n}

    def value(self, player: int) -> float:
        """Return a person's chance of winning, from 0 to 1; person 0 made the game's first move.

        Raises ``ArgumentError`` for another number.
        """
        check_whole("player", player, 0, 1)
        return self.win[colour_of(self.position, player)]

    def as_data(self) -> dict[str, Any]:
        """Return the analysis as JSON data, from which ``from_data`` makes it again.

        The position is its text (``Position.to_text``), and moves are texts.
        """
        return {
            "position": self.position.to_text(),
            "best": str(self.best),
            "line": [str(move) for move in self.line],
            "win": dict(self.win),
            "proven": self.proven,
            "candidates": [candidate.as_data() for candidate in self.candidates],
            "visits": dict(self.visits),
            "lost": sorted(self.lost),
            "playouts": self.playouts,
            "ended": self.ended,
            "seconds": self.seconds,
            "nodes": self.nodes,
            "full": self.full,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Analysis:
        """Return the analysis of what ``as_data`` returned, and JSON may have carried.

        Raises ``ArgumentError`` for anything else, with what is wrong.
        """
        try:
            return _from_data(data)
        except (BocheError, KeyError, TypeError, ValueError, AttributeError) as error:
            missing = tr("{key!r} is missing", key=error.args[0] if error.args else "")
            why = missing if isinstance(error, KeyError) else why_not(error)
            raise ArgumentError(tr("not an analysis as JSON data: {why}", why=why)) from error

    def _repr_html_(self) -> str:
        """Return the board and a table of the candidates, for notebooks."""
        shown: str = _notebook.table_of_analysis(self)
        return shown

    def _repr_svg_(self) -> str | None:
        """Return the position as a figure, for programs that show only pictures."""
        figure: str | None = _notebook.figure_of(self.position)
        return figure

    def __str__(self) -> str:
        shares = ", ".join(f"{colour} {share:.1%}" for colour, share in self.win.items())
        return "\n".join([shares, *map(str, self.candidates)])


class _Default(int):
    """A default that can be told from the same number passed by the caller."""


DEFAULT_PLAYOUTS = _Default(10_000)

MOST_NODES = 2**31 - 1
"""Most nodes of a tree, whose numbers have 32 bits."""


def search(
    position: Position,
    playouts: int | None = DEFAULT_PLAYOUTS,
    seconds: float | None = None,
    *,
    seed: int = 0,
    threads: int = 1,
    candidates: int = 3,
    nodes: int = DEFAULT_NODES,
) -> Analysis:
    """Search a position until a limit is reached or the result is proven.

    By default there are 10,000 playouts; with only ``seconds`` as many as the time allows; None
    means no limit, and one of the two is needed. The same seed, threads, nodes and playouts give
    the same result.

    The tree of each thread has room for so many ``nodes``, which take up to 100 bytes each, or 200
    in games whose moves have several steps. A search does not end when its tree is full: it forgets
    the positions that it met least often, and ``Analysis.full`` says so.

    Raises ``ArgumentError`` for bad arguments or a finished game, or if there is not enough memory
    for so many threads or nodes; ``UnsearchedGameError`` for a game that cannot be searched.
    """
    if playouts is DEFAULT_PLAYOUTS and seconds is not None:
        playouts = None
    if playouts is None and seconds is None:
        check_unfinished(position)
        raise ArgumentError(tr("a search needs a limit: playouts or seconds"))
    budget = budget_of(position, playouts, seconds)
    counter = counter_for(position, seed, threads, candidates, nodes)
    return analysis_of(counter, counter.search(budget), candidates)


def budget_of(position: Position, playouts: int | None, seconds: float | None) -> Budget:
    """Return the limits of a search. Raises ``ArgumentError``, also for a finished game."""
    check_unfinished(position)
    if playouts is not None:
        check_whole("playouts", playouts, 1)
    if seconds is not None:
        check_seconds(seconds)
    return Budget(seconds, playouts)


def counter_for(
    position: Position, seed: int, threads: int, candidates: int, nodes: int
) -> VisitCounter:
    """Return a searcher for one search of a position. Raises ``ArgumentError``."""
    # Imported here because it needs numpy.
    from boche.engine.search.visits import VisitCounter

    check_whole("threads", threads, 1, MOST_THREADS)
    check_whole("candidates", candidates, 0)
    check_whole("seed", seed)
    check_whole("nodes", nodes, 1, MOST_NODES)
    return VisitCounter(position, SearchParams(nodes=nodes), seed, threads)


def analysis_of(
    counter: VisitCounter, result: SearchResult, count: int, state: str = ""
) -> Analysis:
    """Return what a searcher found, with so many candidates.

    ``state`` is ``running`` or ``stopped`` for a search that did not end by itself.
    """
    wholes = sorted(counter.whole_moves(), key=rank)
    visits = Counter[str]()
    for whole in wholes:
        visits[str(whole.move)] += whole.visits
    moves = {str(whole.move): whole for whole in wholes}
    line, best = result.whole_line, str(result.best)
    visits.setdefault(best, 0)  # after a few playouts its last step may not have been visited
    proven = moves[best].proven if best in moves else None
    first = Candidate(line[0], visits[best], result.win[result.position.turn], line, proven)
    others = [move for text, move in reversed(moves.items()) if text != best][: max(0, count - 1)]
    return Analysis(
        position=result.position,
        best=line[0],
        line=line,
        win=dict(result.win),
        proven=result.proven,
        candidates=(first, *(_candidate(counter, other, visits) for other in others))[:count],
        lost=frozenset()
        if result.lost
        else frozenset(str(whole.move) for whole in wholes if whole.proven == 0.0),
        visits={text: n for text, n in visits.most_common() if n or text == best},
        # While threads run, one number is older than the other.
        playouts=sum(visits.values()) if state == "running" else result.simulations,
        ended=_end_of(counter, result, state),
        seconds=result.seconds,
        nodes=result.nodes,
        full=counter.was_full,
    )


def _end_of(counter: VisitCounter, result: SearchResult, state: str) -> str:
    """Return why a search ended; see ``Analysis.ended``."""
    if state == "running":
        return state
    if result.proven:
        return "proven"
    return "limit" if counter.spent else state or "forced"


def _candidate(counter: VisitCounter, whole: WholeMove, visits: Mapping[str, int]) -> Candidate:
    line = tuple(counter.line_behind(whole.path))
    return Candidate(whole.move, visits[str(whole.move)], whole.value, line, whole.proven)


def _from_data(data: Mapping[str, Any]) -> Analysis:
    """Return an analysis. Raises ``BocheError`` and what Python raises for other data."""
    if not isinstance(data, Mapping):
        raise ValueError(in_short(data))
    position: Position = BasePosition.from_text(data["position"])
    line = _played(position, data["line"])
    return Analysis(
        position=position,
        best=position.parse(data["best"]),
        line=line,
        win={colour: float(data["win"][colour]) for colour in position.game.colours},
        proven=_one_of(data["proven"], (None, "draw", *position.game.colours)),
        candidates=tuple(_candidate_of(position, each) for each in data["candidates"]),
        visits={
            str(position.parse(text)): _count("visits", n) for text, n in data["visits"].items()
        },
        lost=frozenset(str(position.parse(text)) for text in data["lost"]),
        playouts=_count("playouts", data["playouts"]),
        ended=_one_of(data["ended"], ENDS),
        seconds=float(data["seconds"]),
        nodes=_count("nodes", data["nodes"]),
        full=_flag("full", data["full"]),
    )


def _count(name: str, value: Any) -> int:
    check_whole(name, value, 0)
    return int(value)


def _flag(name: str, value: Any) -> bool:
    check_flag(name, value)
    return bool(value)


def _candidate_of(position: Position, data: Mapping[str, Any]) -> Candidate:
    proven = _one_of(data["proven"], (None, 0.0, 0.5, 1.0))
    line = _played(position, data["line"])
    move = position.parse(data["move"])
    return Candidate(move, _count("visits", data["visits"]), float(data["value"]), line, proven)


def _played(position: Position, texts: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves of a line, as they are played one after the other."""
    moves = list[Move]()
    for text in texts:
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    return tuple(moves)


def _one_of(value: Any, allowed: Sequence[Any]) -> Any:
    if value not in allowed:
        raise ValueError(tr("{value} is not among {allowed}", value=in_short(value),
                            allowed=", ".join(map(str, allowed))))  # fmt: skip
    return value
