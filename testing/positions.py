"""Checks of a game's positions and moves."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator, Sequence

from boche.engine.errors import IllegalMoveError, NotationError, RefusedMoveError
from boche.engine.game import Outcome, Position
from boche.engine.message import Message
from boche.engine.record import say_result
from boche.engine.record.dialect import Result
from boche.testing.problem import at, require
from boche.testing.samples import Sample, steps_after

FEW = 100  # moves that are compared one by one
STALE = 3  # moves that were legal at the start and are no more
NONSENSE = ("", "?", "no such move")
KIND = re.compile(r"[a-z][a-z0-9-]*")


def check_positions(samples: Sequence[Sample]) -> None:
    """Check all positions and moves of random games. Raises ``ContractError``."""
    for sample in samples:
        with at(sample.place(0)):
            _check_start(sample, sample.positions[0])
            _check_turns(sample)
        openings = [str(move) for move in sample.positions[0].legal_moves()[:FEW]]
        for ply, position in enumerate(sample.positions):
            with at(sample.place(ply)):
                _check_position(position)
        for ply, move in enumerate(sample.moves):
            with at(f"{sample.place(ply)}, move {move}"):
                _check_move(sample.positions[ply], move, sample.positions[ply + 1])
        for ply, position in enumerate(sample.positions):
            with at(sample.place(ply)):
                _check_stale(position, openings)


def _check_position(position: Position) -> None:
    _check_description(position)
    if position.outcome is not None:
        _check_outcome(position, position.outcome)
        _check_end(position)
        return
    _check_steps(position)
    _check_refusals(position)
    _check_resignation(position)


def _check_start(sample: Sample, start: Position) -> None:
    game = sample.game
    require(start.game is game, "position.game is another Game; set Position.game = GAME")
    require(dict(start.options) == sample.options, "options are not those that the game began with")
    require(start.ply == 0, f"ply is {start.ply} before the first move")
    require(start.turn == game.colours[0], f"colours[0] moves first, and turn is {start.turn!r}")
    require(not start.swapped, "swapped is true before the first move")
    require(start.outcome is None, "the game is over before the first move")
    require(start == game.start(sample.options), "two start positions are not equal: see _key")


def _check_turns(sample: Sample) -> None:
    """Check that both get to move; a player may do so several times in a row, but not for ever."""
    unfinished = [position for position in sample.positions if position.outcome is None]
    require(
        len(unfinished) < 3 or len({position.player for position in unfinished}) == 2,
        f"{sample.positions[0].turn} is to move throughout a game of {len(sample.moves)} moves: "
        "play must change the turn (info[TURN])",
    )


# -- what a position says


def _check_description(position: Position) -> None:
    require(position.turn in position.game.colours, f"turn {position.turn!r} is not a colour")
    for coordinates in (False, True):
        text = position.text_board(coordinates=coordinates)
        require(isinstance(text, str) and text, f"text_board(coordinates={coordinates}) is empty")
    facts, groups = json.loads(json.dumps(position.facts())), position.game.groups
    require(not groups or isinstance(facts.get(groups), list), f"facts() has no list {groups!r}")
    again = pickle.loads(pickle.dumps(position))
    require(again == position, "a pickled and restored position is not equal")
    require(hash(again) == hash(position), "equal positions have different hashes")


def _check_steps(position: Position) -> None:
    """Compare the steps with the legal moves, unless there are many, and try the first of these."""
    legal = position.legal_moves()
    require(len(legal), "there is no legal move, and outcome is None")
    for move in legal[:FEW]:
        position.target(move)
        hash(move)
        require(isinstance(position.format(move), str), f"format({move}) is not text")
    if len(legal) <= FEW:
        offered, listed = set(map(str, _moves_by_steps(position))), set(map(str, legal))
        require(len(listed) == len(legal), "legal_moves() lists a move twice, or two with one text")
        missing, extra = sorted(listed - offered), sorted(offered - listed)
        require(not missing, f"steps() never lead to the legal move {missing[:1]}")
        require(not extra, f"steps() lead to {extra[:1]}, which is not in legal_moves()")


def _moves_by_steps(position: Position, taken: str = "") -> Iterator[object]:
    """Yield all moves that the steps after a part of a move lead to."""
    steps = steps_after(position, taken)
    texts = [step.text for step in steps]
    require(len(set(texts)) == len(texts), f"steps({taken!r}) has two steps with one text")
    for step in steps:
        if step.move is not None:
            yield step.move
        else:
            yield from _moves_by_steps(position, step.text)


# -- refusals


def _check_refusals(position: Position) -> None:
    for text in NONSENSE:
        _check_refusal(position, text, NotationError, "")


def _check_stale(position: Position, openings: Sequence[str]) -> None:
    """Try moves of the start that are legal no more."""
    legal = position.legal_moves()
    if position.outcome is not None or len(legal) > FEW:
        return
    for text in sorted(set(openings) - {str(move) for move in legal})[:STALE]:
        _check_refusal(position, text, IllegalMoveError, ": it is not in legal_moves()")


def _check_refusal(position: Position, text: str, kind: type[RefusedMoveError], why: str) -> None:
    """Check that a move is refused by one kind of error, which has a reason."""
    error: RefusedMoveError | None = None
    try:
        position.play(text)
    except RefusedMoveError as refusal:
        error = refusal
    require(isinstance(error, kind), f"play({text!r}) must raise {kind.__name__}{why}")
    assert error is not None
    _check_message(error.reason, f"the reason why play({text!r}) is refused")


def _check_message(message: Message, what: str) -> None:
    require(
        isinstance(message, Message), f"{what} is not a Message: make it with a Phrase in words.py"
    )
    require(str(message).strip() and "\n" not in message, f"{what} must be one line of text")


# -- moves


def _check_move(before: Position, move: str, after: Position) -> None:
    parsed, board = before.parse(move), before.text_board()
    require(str(parsed) == move, f"parse() reads its text as {parsed}")
    require(hash(parsed) == hash(before.parse(move)), "a move parsed twice has two hashes")
    again = before.play(move)
    require(again == after, "play() accepts its text, but leads to another position")
    require(hash(again) == hash(after), "equal positions have different hashes")
    require(
        before != after and before.text_board() == board and before.ply == after.ply - 1,
        "play() must return a new position, with ply one higher, and leave the old one as it was",
    )
    require(after.options == before.options, "play() changes the options")
    require(after.game is before.game, "play() changes the game")
    require(
        (after.swapped != before.swapped) == (move == "swap"),
        "swapped changes with the move `swap`, and with no other",
    )


# -- the end


def _check_resignation(position: Position) -> None:
    colours = position.game.colours
    for loser in colours:
        over = position.resign(loser)
        won = over.outcome
        winner = colours[1 - colours.index(loser)]
        require(
            won is not None and (won.winner, won.kind) == (winner, "resignation"),
            f"resign({loser!r}) must give an Outcome for {winner} of the kind resignation",
        )
        require(position.outcome is None, "resign() changes the position itself")
    assert won is not None
    _check_end(over)
    require(position.resign() == position.resign(position.turn), "resign() is for the one to move")


def _check_outcome(position: Position, outcome: Outcome) -> None:
    game = position.game
    require(
        outcome.winner in (*game.colours, None), f"the winner {outcome.winner!r} is not a colour"
    )
    require(KIND.fullmatch(outcome.kind), f"an Outcome's kind is one word, not {outcome.kind!r}")
    require((outcome.winner is None) == (outcome.kind == "draw"), "a draw has the kind draw")
    _check_message(outcome.reason, "the reason of the outcome")
    text = say_result(game, Result(outcome.winner, outcome.kind), {c: c for c in game.colours})
    require("(" not in text, f"won_by has no phrase for the kind {outcome.kind!r}")


def _check_end(position: Position) -> None:
    require(not position.legal_moves(), "there are legal moves after the end of the game")
    require(not position.steps(), "there are steps after the end of the game")
    actions: dict[str, Callable[[], object]] = {
        "play": lambda: position.play("swap"),
        "resign": position.resign,
    }
    for what, action in actions.items():
        try:
            action()
        except (IllegalMoveError, NotationError):
            continue
        require(False, f"{what}() must raise IllegalMoveError after the end of the game")
