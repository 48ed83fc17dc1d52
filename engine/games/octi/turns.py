"""Unfinished turns of Octi: the rules' steps, and the text of the choices made so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from boche.engine.games.octi import rules
from boche.engine.games.octi.board import copy_board
from boche.engine.games.octi.geometry import LETTERS, letters_of, number_of, square_of
from boche.engine.games.octi.notation import ALL, BARE, Draft, Hop, Move, Name, Route

MOST_STEPS = 160
"""Upper bound on the steps at any stage; a stack of seven offers 128 captures."""


class Turn:
    """A turn, finished or not, with a ``board`` that never changes; ``step`` returns a new turn.

    ``result`` is the rules' result of the last step. The notation of the choices so far is computed
    on demand, since it is not needed to play a known move.
    """

    def __init__(
        self,
        geometry: rules.Geometry,
        variant: rules.Variant,
        board: rules.Board,
        after: tuple[Turn, int] | None = None,
        result: int = rules.UNDECIDED,
    ) -> None:
        """Set up a turn; ``after`` is the previous turn and the step from it, or None."""
        self.geometry, self.variant, self.board = geometry, variant, board
        self.result = result
        self._after = after

    def steps(self) -> list[int]:
        """Return the rules' numbers of the possible next steps."""
        found, board = [0] * MOST_STEPS, self._with_scratch()
        count = rules.generate(self.geometry, board, self.variant, found)
        return found[:count]

    def _with_scratch(self) -> rules.Board:
        """Return the board, which threads share, with a ``list`` that this call may write to."""
        return self.board._replace(list=[0] * rules.PODS)

    def step(self, number: int) -> Turn:
        """Return the turn with one more step, which must be one of ``steps``."""
        board = copy_board(self.board)
        result = rules.play(self.geometry, board, self.variant, number)
        return Turn(self.geometry, self.variant, board, (self, number), result)

    @property
    def whole(self) -> bool:
        """True once the turn is complete."""
        return self._after is not None and self.stage == rules.START

    @cached_property
    def draft(self) -> Draft | None:
        """The choices made so far, or None at the beginning and once the turn is complete."""
        if self._after is None or self.whole:
            return None
        routes, new, _ = self._written()
        return Draft(routes, *_mark(self.board), new)

    @cached_property
    def move(self) -> Move | None:
        """The move made by the complete turn, or None before it is complete."""
        return Move(*self._written()) if self.whole else None

    def _written(self) -> Written:
        made = list[tuple[int, int]]()
        turn: Turn = self
        while turn._after is not None:
            before, number = turn._after
            made.append((number, turn.board.info[rules.MOVER]))
            turn = before
        return written(self.geometry, turn.board, made[::-1])

    def name_of(self, kind: int) -> Name:
        """Return the name of a kind, with its prongs if its square has pods of other kinds."""
        return name_on(self.board, kind >> 8, self.geometry.mask[kind & 255])

    def victims(self) -> tuple[str, ...]:
        """Return the pods that may be captured at the capture stage, by their prongs."""
        board = self._with_scratch()
        count = rules.pods_on(self.geometry, board, board.info[rules.OVER])
        return tuple(letters_of(board.prongs[pod]) or BARE for pod in board.list[:count])

    @property
    def stage(self) -> int:
        return self.board.info[rules.STAGE]

    @property
    def text(self) -> str:
        """The text of the choices made so far, or of the whole move."""
        chosen = self.move if self.move is not None else self.draft
        return "" if chosen is None else str(chosen)


# -- notation


class Pods(NamedTuple):
    """Where the pods stand and their prongs, like the parts of a board with these names."""

    square: Sequence[int]
    prongs: Sequence[int]


Written = tuple[tuple[Route, ...], str, str]
"""The routes of a move, its new prong, and the one given up for that."""


def written(
    geometry: rules.Geometry, pods: Pods | rules.Board, made: Iterable[tuple[int, int]]
) -> Written:
    """Return how a move, or its beginning, is written, with the pods as they stand before it.

    ``made`` has the rules' number of each step, with the index of the pod whose turn it is then.
    """
    names, hops, masks = list[Name](), list[list[Hop]](), list[int]()
    new = old = ""
    source = over = at = 0
    for number, after in made:
        kind, what = number >> 16, number & rules.WHAT
        if kind in (rules.PRONGS_OF, rules.MOVE_OF, rules.ALSO):
            source = source if kind == rules.ALSO else what >> 8
            masks.append(geometry.mask[what & 255])
            names.append(name_on(pods, source, masks[-1]))
            hops.append([])
        elif kind == rules.BRING:
            names.append(Name(square_of(what)))
            hops.append([])
        elif kind in (rules.ADD, rules.FRESH):
            new = LETTERS[what]
        elif kind == rules.OLD:
            old = LETTERS[what]
        elif kind in (rules.STEP, rules.JUMP):
            here = number_of(hops[at][-1].to) if hops[at] else source
            over = to = geometry.next[8 * here + what]
            if kind == rules.JUMP:
                to = geometry.next[8 * over + what]
            hops[at].append(Hop(square_of(to)))
        elif kind == rules.TAKE:
            there = staying(pods, over, masks if over == source else ())
            taken = tuple(name for i, name in enumerate(there) if what >> i & 1)
            hops[at][-1] = Hop(hops[at][-1].to, ALL if len(taken) == len(there) else taken)
        at = after
    return tuple(Route(name, tuple(own)) for name, own in zip(names, hops, strict=True)), new, old


def name_on(pods: Pods | rules.Board, square: int, mask: int) -> Name:
    """Return the name of a pod, with its prongs if its square has pods of other kinds."""
    alone = all(prongs == mask for prongs in prongs_on(pods, square))
    return Name(square_of(square), None if alone or not mask else letters_of(mask))


def staying(pods: Pods | rules.Board, square: int, going: Iterable[int]) -> list[str]:
    """Return the prongs of the pods on a square, sorted, with ``-`` for a bare pod.

    Those with the masks in ``going``, which leave the square, are not among them.
    """
    masks = prongs_on(pods, square)
    for mask in going:
        masks.remove(mask)
    return [letters or BARE for letters in sorted(map(letters_of, masks))]


def prongs_on(pods: Pods | rules.Board, square: int) -> list[int]:
    """Return the masks of all pods on a numbered square."""
    return [mask for at, mask in zip(pods.square, pods.prongs, strict=True) if at == square]


def _mark(board: rules.Board) -> tuple[int, str]:
    """Return the index of the current pod in an unfinished turn, and the mark after it."""
    stage = board.info[rules.STAGE]
    if stage in (rules.PRONG, rules.FRESHEN):
        return 0, "+"
    return board.info[rules.MOVER], "?" if stage == rules.CAPTURE else "-"


def kind_number(geometry: rules.Geometry, square: int, mask: int) -> int:
    """Return the number of a kind, given its square as written and its mask."""
    return number_of(square) * 256 + geometry.rank[mask]
