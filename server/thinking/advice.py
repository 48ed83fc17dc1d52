"""A hint: a move that a stronger level would play, how it is chosen on a board, and why."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from boche.engine.game import Move, OptionValue, Position, colour_of, line_texts, seat_of
from boche.engine.games.registry import find
from boche.engine.languages.current import tr_word, translate
from boche.engine.message import Message, Phrase, capitalized
from boche.engine.review.reasons import deed_of, reason_for
from boche.engine.review.words import lost_said

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

LEVEL = 5
"""The level that is asked: well above a beginner's opponent, and done in a tenth of a second."""

OTHERS, LOOK = 6, 200
"""How many other moves are looked at for what they would allow, and playouts for each."""

EFFECT = Phrase("hint.effect", "{effect}")
WINS = Phrase("hint.wins", "With it you win, whatever {opponent} plays")
WINS_IN = Phrase(
    "hint.wins-in",
    "With it you win in {count} move, whatever {opponent} plays",
    many="With it you win in {count} moves, whatever {opponent} plays",
)
SAVES = Phrase("hint.saves", "Other moves let {opponent} win")
CHANCE = Phrase("hint.chance", "Your chances then: about {percent} in 100")


class Advice(TypedDict):
    """A hint as JSON data.

    ``text`` is the move as readers need it; ``steps`` are the places to choose in turn on a board,
    each with the choice there; ``reason`` is one or two sentences.
    """

    move: str
    text: str
    steps: list[list[str]]
    reason: str


def advise(game: str, options: Mapping[str, OptionValue], moves: Sequence[str]) -> Advice:
    """Return a hint for the position after these moves; run in a separate process.

    Raises ``PlayerError``.
    """
    from boche.engine.players.registry import make_player
    from boche.engine.review.proof import with_proof

    position, history = find(game).start(options), list[tuple[str, str]]()
    start = position
    for text in moves:
        history.append((position.turn, text))
        position = position.play(text)
    player = make_player(str(LEVEL), start, seed=len(moves))
    try:
        move = player.choose(position, history)
        result = player.result
        if result is not None:
            result = with_proof(result, whole=False)
        if result is not None and (result.proven == position.turn or result.lost):
            move = result.best  # the shortest way, or the one that holds out longest
        sentences = list(_reasons(position, move, result))
    finally:
        player.close()
    reason = " ".join(f"{capitalized(translate(sentence))}." for sentence in sentences)
    [written] = line_texts(position, [move])
    return Advice(
        move=position.format(move), text=written, steps=_steps(position, move), reason=reason
    )


def _reasons(position: Position, move: Move, result: SearchResult | None) -> Iterator[Message]:
    """Yield what speaks for a move, in the words of the window's hints, and what it leads to."""
    reason, after, turn = reason_for(position, str(move)), position.play(move), position.turn
    said = reason.text if reason is not None else deed_of(position, str(move))
    if said is not None:
        yield said
    elif effect := _effect(position, move):
        yield EFFECT(effect=effect)
    if after.outcome is not None or result is None:
        return
    # Of the position after it: by a swap the opponent gets the colour of whoever is to move.
    opponent = capitalized(tr_word(colour_of(after, 1 - seat_of(position, turn))))
    if result.proven == turn and result.wins_in is not None:
        yield WINS_IN(opponent=opponent, count=result.wins_in)
    elif result.proven == turn:
        yield WINS(opponent=opponent)
    elif result.lost:
        yield lost_said(result)
    elif reason is None and _saves(position, move):
        yield SAVES(opponent=opponent)
    else:
        yield CHANCE(percent=min(max(round(100 * result.win[turn]), 1), 99))


def _effect(position: Position, move: Move) -> str:
    """Return what the board says of a move that is pointed at, or an empty string."""
    from boche.viewer.games.registry import picker_of

    picker = picker_of(position.game.name)
    effect = picker.preview(position, move).text.rephrased(picker.by_list)
    text = translate(effect).removeprefix(f"{move}: ")
    return "" if text == str(move) else text


def _saves(position: Position, move: Move) -> bool:
    """Return whether all of some other moves let the opponent win, and this one does not."""
    from boche.engine.players.tactical_check import TacticalCheck

    check, rng = TacticalCheck(position, LOOK), random.Random(position.ply)
    drawn = (position.random_move(rng) for _ in range(2 * OTHERS))
    others = {str(other): other for other in drawn if other != move}
    looked = list(others.values())[:OTHERS]
    return (
        len(looked) > OTHERS // 2
        and not any(check.is_safe(position, other) for other in looked)
        and check.is_safe(position, move)
    )


def _steps(position: Position, move: Move) -> list[list[str]]:
    """Return how a move is chosen on a board; nothing if it fills no place."""
    from boche.viewer.games.registry import picker_of
    from boche.viewer.games.targets import choices_of, targets_of, way_to

    picker: Any = picker_of(position.game.name)
    way = way_to(
        picker,
        lambda taken: targets_of(picker, position, taken),
        lambda target: choices_of(picker, position, target),
        move,
    )
    return [[target.text, choice.text] for target, choice in way or ()]
