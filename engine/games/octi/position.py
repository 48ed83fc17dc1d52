"""A position of Octi: immutable, with the rules behind it and its pods as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from engine.errors import BocheError, IllegalMoveError, OptionError
from engine.game import OptionValue, Outcome, Step, side_of
from engine.games.octi import rules, words
from engine.games.octi.board import blank, finish, geometry_of, start_board
from engine.games.octi.geometry import (
    COLOURS,
    HOMES,
    SIZE,
    Colour,
    Pod,
    Store,
    letters_of,
    mask_of,
    number_of,
    other,
    square_of,
)
from engine.games.octi.move_generation import Moves
from engine.games.octi.notation import Draft, Move, parse_draft, parse_move
from engine.games.octi.resolve import resolve, resume
from engine.games.octi.text_board import draw
from engine.games.octi.turns import Turn
from engine.position import BasePosition


class Position(BasePosition):
    """A position of Octi. Make one with ``engine.new("octi", ...)``; ``play`` returns the next.

    Two positions are equal when their options, pods, stores, turn and outcome are, and the earlier
    positions that may still come again.
    """

    _board: rules.Board

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """The start position. ``options`` must be complete (see ``Game.complete``)."""
        self._geometry = geometry_of(bool(options["wrap"]))
        self._variant = rules.Variant(int(options["bases"]))
        super().__init__(options, start_board(self._geometry))

    @classmethod
    def set_up(
        cls,
        options: Mapping[str, OptionValue],
        pods: Iterable[tuple[str, int, str]],
        stores: Mapping[str, tuple[int, int, int]],
        turn: str = "black",
    ) -> Position:
        """A position of one's own: pods as (colour, square, prongs), stores as (reserve pods,
        captured pods, prongs) of each colour. Options may be incomplete.

        Nothing is remembered of earlier positions. Raises ``OptionError`` where the pods of a side
        are not seven in all, there are more than 50 prongs, or both colours share a square.
        """
        start = cls(cls.game.complete(options))
        board = _board_of(start._geometry, pods, stores)
        board.info[rules.TURN] = side_of(turn, COLOURS)
        finish(start._geometry, board)
        return start.with_board(board)

    # -- what it is

    @property
    def wrap(self) -> bool:
        """Whether the board has no edges."""
        return bool(self._options["wrap"])

    @property
    def geometry(self) -> rules.Geometry:
        """What the rules know of the board; shared, never to be changed."""
        return self._geometry

    @property
    def variant(self) -> rules.Variant:
        """The options as the rules have them."""
        return self._variant

    @property
    def turn(self) -> Colour:
        """The colour to move; after the end, the colour that would have been."""
        return COLOURS[self._board.info[rules.TURN]]

    @property
    def ply(self) -> int:
        """Moves played."""
        return self._board.info[rules.PLY]

    @cached_property
    def pods(self) -> tuple[Pod, ...]:
        """All pods on the board, by colour, square and prongs."""
        board = self._board
        on_board = [pod for pod in range(rules.PODS) if board.square[pod] < rules.SQUARES]
        found = [
            Pod(
                COLOURS[pod // rules.EACH],
                square_of(board.square[pod]),
                letters_of(board.prongs[pod]),
            )
            for pod in on_board
        ]
        return tuple(sorted(found, key=lambda pod: (COLOURS.index(pod.colour), *pod[1:])))

    def pods_on(self, square: int) -> tuple[Pod, ...]:
        """The pods of a square, by their prongs."""
        return tuple(pod for pod in self.pods if pod.square == square)

    def store(self, colour: str) -> Store:
        """What a player has beside the board."""
        side, info = side_of(colour, COLOURS), self._board.info
        slots = (rules.IN_RESERVE, rules.IN_POOL, rules.IN_HAND)
        return Store(*(info[slot + side] for slot in slots))

    def homes_held(self, colour: str) -> tuple[int, ...]:
        """The enemy's home squares that a colour occupies."""
        homes = HOMES[COLOURS[1 - side_of(colour, COLOURS)]]
        there = {pod.square for pod in self.pods if pod.colour == colour}
        return tuple(square for square in homes if square in there)

    @property
    def repetitions(self) -> int:
        """How often this position has been there, this time counted."""
        return rules.times_seen(self._board)

    # -- moves

    @cached_property
    def _start(self) -> Turn:
        return Turn(self._geometry, self._variant, self._board)

    @cached_property
    def _moves(self) -> Sequence[Move]:
        return Moves(self._start)

    def legal_moves(self) -> Sequence[Move]:
        """All legal moves, made as they are asked for, in the order of ``move_generation``."""
        return () if self._outcome is not None else self._moves

    @cached_property
    def _turns(self) -> dict[str, Turn]:
        return {"": self._start}

    def turn_at(self, taken: str) -> Turn:
        """The turn in the making whose text is ``taken``. Raises ``BocheError`` for others."""
        self._refuse_after_end(taken[:40])
        if taken not in self._turns:
            draft = parse_draft(taken)
            self._check(draft)
            try:
                turn = resume(self._start, draft)
            except IllegalMoveError as error:
                raise IllegalMoveError(error.reason, taken[:40]) from None
            if turn.move is not None:
                raise IllegalMoveError(words.WHOLE(whole=str(turn.move)), taken[:40])
            self._turns[taken] = turn
        return self._turns[taken]

    def _check(self, move: Move | Draft) -> None:
        for route in move.routes:
            for square in (route.name.square, *(hop.to for hop in route.hops)):
                if not (1 <= square // 10 <= SIZE and 1 <= square % 10 <= SIZE):
                    raise IllegalMoveError(words.NO_SQUARE(square=square), move)

    def steps(self, taken: str = "") -> tuple[Step, ...]:
        """The next choices within a move, in the order of ``rules.generate``.

        First ``46+`` (a prong), ``57`` (a pod brought on) or ``46-`` (a pod that moves), for a pod
        of a stack ``46cd-``. Then ``46+c`` or ``46+c-`` and ``46+c-b``; or one more pod of the
        square, ``46cd-,46e``; or a hop, ``46-47``, ``46-48?``: what does it capture? ``46-48x-``:
        on to where, or stop there? That is ``46-48x``, as is any whole move.
        """
        if self._outcome is not None:
            return ()
        turn, found = self.turn_at(taken), []
        for number in turn.steps():
            after = turn.step(number)
            found.append(Step(after.text, after.move))
            if after.move is None:
                self._turns[after.text] = after
        return tuple(found)

    def parse(self, text: str) -> Move:
        """Read a move, as it is named in full if it is legal here, else as it is written.

        Raises ``NotationError`` where the text is no move.
        """
        move = parse_move(text)
        if self._outcome is not None:
            return move
        try:
            found = resolve(self._start, move).move
        except BocheError:
            return move
        return found or move

    def target(self, move: Move) -> tuple[int, ...]:
        """The squares of a move: its own, then where its pods land."""
        return move.squares

    def play(self, move: Move | str) -> Position:
        """The position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        move = parse_move(move) if isinstance(move, str) else move
        self._refuse_after_end(move)
        try:
            turn = resolve(self._start, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.reason, move) from None
        after = self.with_board(turn.board)
        if turn.result != rules.UNDECIDED:
            after._outcome = after._describe(turn.result)
        return after

    # -- in other forms

    def text_board(self, *, coordinates: bool = False) -> str:
        """The position drawn in characters, as the play-by-mail server did."""
        return draw(self, coordinates=coordinates)

    def facts(self) -> dict[str, Any]:
        """The pods, what lies beside the board, and enemy homes held, as JSON data."""
        return {
            "pods": [pod._asdict() for pod in self.pods],
            "stores": {colour: self.store(colour)._asdict() for colour in COLOURS},
            "homes": {colour: list(HOMES[colour]) for colour in COLOURS},
            "held": {colour: list(self.homes_held(colour)) for colour in COLOURS},
            "repetitions": self.repetitions,
        }

    # -- identity

    @cached_property
    def board_key(self) -> tuple[Any, ...]:
        """What must be the same for a repetition: pods, stores and turn."""
        stores = tuple(self.store(colour) for colour in COLOURS)
        return (self.pods, stores, self._board.info[rules.TURN])

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        earlier = self._board.history[: self._board.info[rules.SEEN]]
        options = tuple(self._options.items())
        return (options, self.board_key, tuple(sorted(earlier)), self._outcome)

    @property
    def _summary(self) -> str:
        return f"Octi, {len(self.pods)} pods"

    # -- inside

    def with_board(self, board: rules.Board) -> Self:
        after = super().with_board(board)
        after._variant, after._geometry = self._variant, self._geometry
        return after

    def _describe(self, result: int) -> Outcome:
        if result == rules.REPETITION:
            return Outcome(None, words.REPETITION(), "repetition")
        winner = COLOURS[result & 1]
        loser = other(winner)
        if result & ~1 == rules.STUCK:
            return Outcome(winner, words.STUCK(loser=loser), "stuck")
        held = self.homes_held(winner)
        if len(held) == len(HOMES[loser]):
            return Outcome(winner, words.ALL_HOMES(winner=winner, loser=loser), "homes")
        reason = words.ONE_HOME(winner=winner, loser=loser, square=held[0])
        return Outcome(winner, reason, "homes")


def _board_of(
    geometry: rules.Geometry,
    pods: Iterable[tuple[str, int, str]],
    stores: Mapping[str, tuple[int, int, int]],
) -> rules.Board:
    """A board with these pods and stores, not yet finished."""
    board = blank()
    given = [(side_of(c, COLOURS), number_of(square), mask_of(p)) for c, square, p in pods]
    prongs = sum(mask.bit_count() for _, _, mask in given) + sum(s[2] for s in stores.values())
    if prongs > 2 * rules.PRONGS:
        raise OptionError(f"there are {prongs} prongs, of {2 * rules.PRONGS}")
    for side, colour in enumerate(COLOURS):
        own = [(square, mask) for owner, square, mask in given if owner == side]
        reserve, captured, hand = stores[colour]
        if len(own) + reserve + captured != rules.EACH:
            raise OptionError(
                f"{colour} has {len(own) + reserve + captured} pods, not {rules.EACH}"
            )
        for i, (square, mask) in enumerate(own):
            if board.side[square] == 1 - side:
                raise OptionError(f"both colours stand on {square_of(square)}")
            board.prongs[rules.EACH * side + i] = mask
            rules.put(geometry, board, rules.EACH * side + i, square)
        for pod in range(rules.EACH * (side + 1) - captured, rules.EACH * (side + 1)):
            board.square[pod] = rules.POOL
        board.info[rules.IN_RESERVE + side] = reserve
        board.info[rules.IN_POOL + side] = captured
        board.info[rules.IN_HAND + side] = hand
    return board
