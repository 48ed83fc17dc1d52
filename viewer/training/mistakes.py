"""Exercises made from the mistakes in an analysed game: find a move as good as the best."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from boche.engine.errors import BocheError
from boche.engine.game import Position, colour_of, seat_of
from boche.engine.languages.current import tr, tr_word, translate
from boche.engine.message import capitalized
from boche.engine.record import Node, Record, loads
from boche.engine.record.evaluation import KeptEvaluation, evaluation_of
from boche.engine.record.people import called
from boche.engine.record.times import CONTROL
from boche.engine.search.analysis import BLUNDER, SMALLEST_LOSS, Mistake
from boche.engine.words import PERCENT
from boche.viewer.session import Session
from boche.viewer.training import words
from boche.viewer.training.exercise import Answer

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

BELIEVED = 200
"""Visits from which the chance of a move in a kept analysis is believed."""

NOISE = 0.02
"""Smallest difference in winning chance that is asked for, if the searches agree that well."""


MISSED, BLUNDERED, MISTAKEN = KINDS = ("missed", "blunder", "mistake")
"""Kinds of mistakes: a certain win was missed, much of the chance was lost, or some of it."""

LONGEST = 6
"""Most moves of a line that are played out on the board; further ones are guesses."""


class Known(NamedTuple):
    """A line that the analysis knows: its moves, the mover's chance from 0 to 1, its visits."""

    moves: tuple[str, ...]
    win: float
    visits: int


@dataclass(frozen=True)
class MistakeExercise:
    """A mistake as an exercise. ``text`` is the record that leads to its position.

    ``played`` is the mistake, ``before`` the chance with the best move, ``after`` the chance that
    the mistake left, and ``spread`` how far repeated searches differed. ``lines`` are those known
    to the analysis, the best first; ``refutation`` are the moves expected after the mistake.
    ``who`` names the player; it is empty for the user.
    """

    text: str
    played: str
    before: float
    after: float
    spread: float
    lines: tuple[Known, ...]
    refutation: tuple[str, ...] = ()
    source: str = ""
    who: str = ""
    place: int = 0
    stake: str = ""

    @cached_property
    def record(self) -> Record:
        """The record that leads to the position. Raises ``BocheError`` for a damaged text."""
        return loads(self.text, strict=True)

    @cached_property
    def position(self) -> Position:
        """The position asked about. Raises ``BocheError`` as ``record`` does."""
        return self.record.position(self.record.main_line()[-1])

    @property
    def key(self) -> str:
        """The identity of the position, however it was reached."""
        name = f"{self.record.game_name} {self.position.to_text()}"
        return sha256(name.encode()).hexdigest()[:16]

    @property
    def kind(self) -> str:
        """One of ``KINDS``."""
        if self.before >= 1.0:
            return MISSED
        return BLUNDERED if self.before - self.after >= BLUNDER else MISTAKEN

    @property
    def title(self) -> str:
        return tr("Find a better move")

    @property
    def colour(self) -> str:
        return self.position.turn

    @property
    def task(self) -> str:
        cost = self._cost(self.played, self.after)
        if self.who:
            return words.MISTAKE_OF(who=self.who, **cost)
        return words.YOUR_MISTAKE(**cost)

    @property
    def strict(self) -> bool:
        return False

    def meanwhile(self, move: str) -> str:
        """Return that the move is unknown."""
        return words.SEARCHING(move=move)

    def judge(self, place: int, position: Position, move: str) -> Answer | None:
        """Return the answer from the kept analysis, or None for a move that it does not know."""
        after = position.play(position.parse(move))
        if after.outcome is not None:
            value = {None: 0.5, after.turn: 0.0}.get(after.outcome.winner, 1.0)
            return self._ended(move, value)
        played = self._line_of(position, after, (Known((self.played,), self.after, BELIEVED),))
        if played is not None:
            cost = words.AGAIN(**self._cost(move, self.after))
            return Answer(
                "wrong",
                f"{translate(cost)} {translate(words.FOLLOWS())}",
                self.refutation[:LONGEST],
            )
        line = self._line_of(position, after, self.lines)
        if line is None or (line.visits < BELIEVED and line is not self.lines[0]):
            return None
        return self._answer(move, line.win, self.spread, self._continued(move, line),
                            best=line is self.lines[0])  # fmt: skip

    def _ended(self, move: str, value: float) -> Answer:
        """Return the answer to a move that ends the game."""
        if value == 1.0:
            return Answer("right", words.WINS(move=move))
        if value == 0.0 and self.before > self.spread:
            return Answer("wrong", words.LOSES(move=move))
        return self._answer(move, value, self.spread, ())

    @staticmethod
    def _line_of(position: Position, after: Position, lines: tuple[Known, ...]) -> Known | None:
        """Return the line whose first move leads to the same position, up to symmetry, or None."""
        key = after.canonical_key()
        same = (line for line in lines
                if position.play(position.parse(line.moves[0])).canonical_key() == key)  # fmt: skip
        return next(same, None)

    @staticmethod
    def _continued(move: str, line: Known) -> tuple[str, ...]:
        """Return what follows; nothing if the move is only equal by symmetry to the line's."""
        return line.moves[1:] if line.moves[0] == move else ()

    def searched(self, position: Position, move: str, result: SearchResult) -> Answer:
        """Return the answer from a search of the position after a move."""
        seat = seat_of(position, position.turn)
        value = result.win[colour_of(result.position, seat)]
        return self._answer(move, value, self.spread + result.spread, tuple(result.line))

    def _answer(
        self, move: str, value: float, spread: float, ahead: tuple[str, ...], *, best: bool = False
    ) -> Answer:
        """Return the answer to a move with that chance; losses below ``spread`` say nothing."""
        lost = self.before - value
        if best or lost <= max(spread, NOISE):
            text = words.BEST if best else words.EQUAL
            sure = words.SURE(points=round(100 * spread)) if not best and lost > NOISE else ""
            told = translate(text(move=move, share=PERCENT(share=f"{100 * value:.0f}")))
            return Answer("right", f"{told} {translate(sure)}".strip())
        ahead = ahead[:LONGEST]
        if lost < max(SMALLEST_LOSS, spread):
            return Answer("weaker", words.WEAKER(**self._cost(move, value)), ahead)
        costs = translate(words.COSTS(**self._cost(move, value)))
        return Answer("wrong", f"{costs} {translate(words.FOLLOWS())}", ahead)

    def _cost(self, move: str, value: float) -> dict[str, object]:
        """Return what a move costs, as the values of a message."""
        before, after = round(100 * self.before), round(100 * value)
        return {"move": move, "points": before - after, "before": PERCENT(share=before),
                "after": PERCENT(share=after)}  # fmt: skip

    def solution(self, place: int) -> tuple[str, ...]:
        """Return the best move known; what follows it would hide it."""
        return self.lines[0].moves[:1]


def people_of(session: Session, mistakes: Mapping[Node, Mistake]) -> list[int]:
    """Return the persons (0 made the first move) who made mistakes in the line shown."""
    seats = {_person(session, node) for node in session.cursor.line if node in mistakes}
    return [person for person in session.people if person in seats]


def exercises_of(
    session: Session, mistakes: Mapping[Node, Mistake], people: Collection[int]
) -> list[MistakeExercise]:
    """Return the mistakes of some persons in the line shown as exercises, in order."""
    return [_exercise(session, node, mistakes[node]) for node in session.cursor.line
            if node in mistakes and _person(session, node) in people]  # fmt: skip


def _person(session: Session, node: Node) -> int:
    assert node.parent is not None
    position = session.positions.at(node.parent)
    return seat_of(position, position.turn)


def _exercise(session: Session, node: Node, mistake: Mistake) -> MistakeExercise:
    assert node.parent is not None
    before, after = evaluation_of(node.parent), evaluation_of(node)
    best = Known(mistake.line, mistake.before, BELIEVED)
    others = _known(before, session.positions.at(node.parent))
    spread = sum(known.spread for known in (before, after) if known is not None)
    replies = _known(after, session.positions.at(node))
    return MistakeExercise(
        text=path_record(session.record, node.parent).text(),
        played=mistake.move,
        before=mistake.before,
        after=mistake.after,
        spread=spread,
        lines=(best, *(line for line in others if line.moves[0] != best.moves[0])),
        refutation=replies[0].moves if replies else (),
        source=_source(session, mistake),
        who=_who(session, node),
    )


def _who(session: Session, node: Node) -> str:
    """Return who made a move, if that may be another person than the user."""
    if len(session.people) < 2:
        return ""
    colour = session.record.game.colours[_person(session, node)]
    return session.seats[colour].name or capitalized(tr_word(colour))


def _known(kept: KeptEvaluation | None, position: Position) -> list[Known]:
    """Return the lines of a kept evaluation that can be played; the record may be anybody's.

    A move that one of several searches found best counts as the best one.
    """
    if kept is None:
        return []
    lines = [Known(line.moves, kept.win.get(position.turn, line.win) if line.best else line.win,
                   max(line.visits, BELIEVED) if line.best else line.visits)
             for line in kept.lines]  # fmt: skip
    return [line for line in lines if _is_playable(position, line.moves)]


def _is_playable(position: Position, moves: tuple[str, ...]) -> bool:
    try:
        for move in moves:
            position = position.play(position.parse(move))
    except BocheError:
        return False
    return True


def _source(session: Session, mistake: Mistake) -> str:
    """Return where a mistake is from: the file or the players, the date, the move."""
    number = tr("move {number}", number=mistake.ply)
    return ", ".join(filter(None, (_game_name(session), session.record.date, number)))


def _game_name(session: Session) -> str:
    """Return the game's name; a single player's would be taken for who made the mistake."""
    if session.name not in session.record.players.values():
        return session.name
    names = session.seats.names.items()
    return " - ".join(called(name) or capitalized(tr_word(colour)) for colour, name in names)


# The way to a position, as a record of its own.

DROPPED = ("C", "GC", "GN", "RE", "EVAL", *CONTROL, "BL", "WL")
"""Properties of a record's root that say something about the game and nothing about its start.

An exercise has no clock.
"""


def path_record(record: Record, node: Node) -> Record:
    """Return a record with only the moves that lead to a node."""
    kept = [(name, values) for name, values in record.root.properties if name not in DROPPED]
    way = Record(record.game_name, record.options, Node(properties=kept), record.charset,
                 reading=record.reading, setup=record.setup)  # fmt: skip
    last = way.root
    for step in node.path():
        if step.move is not None:
            last = Node(step.move, step.colour, parent=last)
    return way
