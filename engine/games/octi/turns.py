"""A turn of Octi in the making: steps of the rules, and the text of what is chosen so far."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engine.games.octi import rules
from engine.games.octi.board import copy_board
from engine.games.octi.geometry import LETTERS, letters_of, number_of, square_of
from engine.games.octi.notation import ALL, BARE, Draft, Hop, Move, Name, Route

MOST_STEPS = 160
"""More than there are at any stage: a stack of seven offers 128 captures."""


class Turn:
    """A turn in the making. ``board`` is its own; ``step`` gives a new one.

    ``result`` is what the rules said of the last step. What is chosen so far, as it is written, is
    worked out when it is asked for: who plays a move that is known needs none of it.
    """

    def __init__(
        self,
        geometry: rules.Geometry,
        variant: rules.Variant,
        board: rules.Board,
        after: tuple[Turn, int] | None = None,
        result: int = rules.UNDECIDED,
    ) -> None:
        """``after``: the turn a step before, and that step; None at the beginning."""
        self.geometry, self.variant, self.board = geometry, variant, board
        self.result = result
        self._after = after

    def steps(self) -> list[int]:
        """The steps that may follow, as the rules number them."""
        found = [0] * MOST_STEPS
        count = rules.generate(self.geometry, self.board, self.variant, found)
        return found[:count]

    def step(self, number: int) -> Turn:
        """The turn with one more step, which must be one of ``steps``."""
        board = copy_board(self.board)
        result = rules.play(self.geometry, board, self.variant, number)
        return Turn(self.geometry, self.variant, board, (self, number), result)

    @property
    def whole(self) -> bool:
        """Whether it is done."""
        return self._after is not None and self.stage == rules.START

    @cached_property
    def draft(self) -> Draft | None:
        """What is chosen so far; None at the beginning and once the turn is whole."""
        if self._after is None or self.whole:
            return None
        before, number = self._after
        at, mark = _mark(self.board)
        return before._draft_after(number)._replace(at=at, mark=mark)

    @cached_property
    def move(self) -> Move | None:
        """The move that the whole turn is; None before."""
        if self._after is None or not self.whole:
            return None
        before, number = self._after
        return _whole(before._draft_after(number), number)

    def _draft_after(self, number: int) -> Draft:
        kind, what = number >> 16, number & rules.WHAT
        if kind == rules.BRING:
            return Draft((Route(Name(square_of(what))),), 0, "")
        if kind in (rules.PRONGS_OF, rules.MOVE_OF):
            return Draft((Route(self.name_of(what)),), 0, "")
        draft = self.draft
        assert draft is not None
        if kind == rules.FRESH:
            return draft._replace(new=LETTERS[what])
        if kind == rules.ALSO:
            more = Route(self.name_of(self.board.info[rules.SOURCE] * 256 + what))
            return draft._replace(routes=(*draft.routes, more))
        if kind in (rules.STEP, rules.JUMP):
            return _with_hop(draft, Hop(self.landing(what, kind == rules.JUMP)))
        if kind == rules.TAKE:
            return _with_taken(draft, self._taken(what))
        return draft

    def name_of(self, kind: int) -> Name:
        """How a kind is named: by its prongs if there are others on its square."""
        square = kind >> 8
        prongs = letters_of(self.geometry.mask[kind & 255])
        alone = all(p == self.geometry.mask[kind & 255] for p in prongs_on(self.board, square))
        return Name(square_of(square), None if alone or not prongs else prongs)

    def landing(self, direction: int, jumps: bool) -> int:
        """The square that a hop of the pod that moves leads to."""
        to = self.geometry.next[8 * self.board.info[rules.AT] + direction]
        return square_of(self.geometry.next[8 * to + direction] if jumps else to)

    def _taken(self, chosen: int) -> tuple[str, ...]:
        names = self.victims()
        taken = tuple(name for i, name in enumerate(names) if chosen >> i & 1)
        return ALL if len(taken) == len(names) else taken

    def victims(self) -> tuple[str, ...]:
        """The pods to choose from at the stage of captures, by their prongs."""
        board = self.board
        count = rules.pods_on(self.geometry, board, board.info[rules.OVER])
        return tuple(letters_of(board.prongs[pod]) or BARE for pod in board.list[:count])

    @property
    def stage(self) -> int:
        return self.board.info[rules.STAGE]

    @property
    def text(self) -> str:
        """What is chosen so far, or the whole move."""
        chosen = self.move if self.move is not None else self.draft
        return "" if chosen is None else str(chosen)


def prongs_on(board: rules.Board, square: int) -> Iterator[int]:
    """The masks of all pods on a square (numbered)."""
    return (board.prongs[pod] for pod in range(rules.PODS) if board.square[pod] == square)


def _mark(board: rules.Board) -> tuple[int, str]:
    """Which pod a turn that is not whole stands at, and the mark behind it."""
    stage = board.info[rules.STAGE]
    if stage in (rules.PRONG, rules.FRESHEN):
        return 0, "+"
    return board.info[rules.MOVER], "?" if stage == rules.CAPTURE else "-"


def _whole(draft: Draft, number: int) -> Move:
    kind, letter = number >> 16, LETTERS[number & 7]
    if kind == rules.ADD:
        return Move(draft.routes, letter)
    if kind == rules.OLD:
        return Move(draft.routes, draft.new, letter)
    return Move(draft.routes)


def _with_hop(draft: Draft, hop: Hop) -> Draft:
    route = draft.routes[draft.at]
    return _with_route(draft, route._replace(hops=(*route.hops, hop)))


def _with_taken(draft: Draft, taken: tuple[str, ...]) -> Draft:
    route = draft.routes[draft.at]
    last = route.hops[-1]._replace(taken=taken)
    return _with_route(draft, route._replace(hops=(*route.hops[:-1], last)))


def _with_route(draft: Draft, route: Route) -> Draft:
    routes = (*draft.routes[: draft.at], route, *draft.routes[draft.at + 1 :])
    return draft._replace(routes=routes)


def kind_number(geometry: rules.Geometry, square: int, mask: int) -> int:
    """The number of a kind, from a square as it is written and a mask."""
    return number_of(square) * 256 + geometry.rank[mask]
