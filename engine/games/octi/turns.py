"""Unfinished turns of Octi: the rules' steps, and the text of the choices made so far."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

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
        before, number = self._after
        at, mark = _mark(self.board)
        return before._draft_after(number)._replace(at=at, mark=mark)

    @cached_property
    def move(self) -> Move | None:
        """The move made by the complete turn, or None before it is complete."""
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
            return _with_taken(draft, self._captures(what))
        return draft

    def name_of(self, kind: int) -> Name:
        """Return the name of a kind, with its prongs if its square has pods of other kinds."""
        square = kind >> 8
        prongs = letters_of(self.geometry.mask[kind & 255])
        alone = all(p == self.geometry.mask[kind & 255] for p in prongs_on(self.board, square))
        return Name(square_of(square), None if alone or not prongs else prongs)

    def landing(self, direction: int, jumps: bool) -> int:
        """Return the square to which a hop of the moving pod leads."""
        to = self.geometry.next[8 * self.board.info[rules.AT] + direction]
        return square_of(self.geometry.next[8 * to + direction] if jumps else to)

    def _captures(self, chosen: int) -> tuple[str, ...]:
        names = self.victims()
        taken = tuple(name for i, name in enumerate(names) if chosen >> i & 1)
        return ALL if len(taken) == len(names) else taken

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


def prongs_on(board: rules.Board, square: int) -> Iterator[int]:
    """Yield the masks of all pods on a numbered square."""
    return (board.prongs[pod] for pod in range(rules.PODS) if board.square[pod] == square)


def _mark(board: rules.Board) -> tuple[int, str]:
    """Return the index of the current pod in an unfinished turn, and the mark after it."""
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
    """Return the number of a kind, given its square as written and its mask."""
    return number_of(square) * 256 + geometry.rank[mask]
