"""Reasons why a move is bad or good, by what stands on the board: wins that it misses or stops.

They come from the rules alone, through the game's own threats, so each is true by definition. Where
they say nothing, a line of a search that ends the game is the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from boche.engine.game import Position, line_texts
from boche.engine.message import Message
from boche.engine.review.words import (
    REASON_ANSWERED,
    REASON_BETTER,
    REASON_DOES,
    REASON_LEAVES,
    REASON_LINE_LOSES,
    REASON_LINE_MAY_LOSE,
    REASON_LINE_MAY_WIN,
    REASON_LINE_WINS,
    REASON_LOSES,
    REASON_MISSES,
    REASON_MISSES_CAPTURE,
    REASON_STOPS,
    REASON_WITH,
    move_said,
)
from boche.engine.search.analysis import Mistake
from boche.engine.threats import (
    CAPTURE,
    Threat,
    carries_out,
    deeds_of,
    effect_of,
    state_of,
    threats_of,
)

MOST = 2
"""Most reasons that are given for one move."""

FEW, MOST_TRIED = 200, 80
"""Number of moves up to which all are tried in search of one that holds, and most tried of more.

So many are tried of those that touch the places of the opponent's win, and so many of all.
"""

MOST_DEEDS = 3
"""Most things that are said of what one move does."""

LONGEST = 8
"""Most moves of a line that shows what a reply leads to."""


class Reason(NamedTuple):
    """A reason: its sentence, and what shows it on the board.

    ``line`` has the moves that prove it, from the position before the move. ``places`` are those
    that they fill, as marks name them, and ``threat`` the threat that it speaks of, or None.
    """

    text: Message
    line: tuple[str, ...]
    places: tuple[str, ...] = ()
    threat: Threat | None = None

    def as_data(self) -> dict[str, Any]:
        """Return the reason as JSON data."""
        return {"text": str(self.text), "line": list(self.line), "places": list(self.places)}


def wins_of(position: Position, colour: str) -> list[Threat]:
    """Return what wins at once for a colour, if it is to move."""
    return [each for each in threats_of(position) if each.wins and each.colour == colour]


def winning_threat(position: Position) -> Threat | None:
    """Return what wins at once for the side to move, or None."""
    return next(iter(wins_of(position, position.turn)), None)


def gives_away(before: Position, after: Position) -> bool:
    """Return whether a move has lost, or lets the opponent win at once, though another does not.

    The move leads from one position to the other. A swap gives nothing away.
    """
    return has_lost(before, after) and holding_move(before, after) is not None


def has_lost(before: Position, after: Position) -> bool:
    """Return whether a move has lost, or lets the opponent win at once."""
    if after.outcome is not None:
        return after.outcome.winner not in (None, before.turn)
    return after.turn != before.turn and winning_threat(after) is not None


def holding_move(before: Position, after: Position) -> str | None:
    """Return a move after which the opponent has not won and cannot win at once; None if none is.

    ``after`` is the position after a move that did not hold.
    """
    moves = list(map(str, before.legal_moves()))
    few = len(moves) <= FEW
    tried = moves if few else _tried(before, after, moves)
    return next((move for move in dict.fromkeys(tried) if holds(before, before.play(move))), None)


def holds(before: Position, other: Position) -> bool:
    """Return whether the opponent has not won after a move, and cannot win at once."""
    if other.outcome is not None:
        return other.outcome.winner in (None, before.turn)
    return other.turn != before.turn and winning_threat(other) is None


def _tried(before: Position, after: Position, moves: Sequence[str]) -> Iterator[str]:
    """Yield moves that might stop a win: some of those that touch its places, then some of all."""
    if after.outcome is None:
        places = {place for threat in wins_of(after, after.turn) for place in threat.places}
        yield from _some([move for move in moves if any(place in move for place in places)])
    yield from _some(moves)


def _some(moves: Sequence[str]) -> Sequence[str]:
    return moves[:: len(moves) // MOST_TRIED + 1]


def reason_for(position: Position, move: str) -> Reason | None:
    """Return why a legal move is good, or None if no reason is known.

    It wins, or stops what would win, or attacks: it does something to the opponent's pieces so that
    they could be won next, while the opponent cannot win first.
    """
    after = position.play(move)
    outcome = after.outcome
    if outcome is not None:
        won = outcome.winner == position.turn
        return Reason(_won(position, move, outcome.reason), (move,)) if won else None
    if after.turn == position.turn or winning_threat(after) is not None:
        return None
    stopped = next(iter(wins_of(position, after.turn)), None)
    if stopped is not None:
        return Reason(REASON_STOPS(threat=stopped.text), (move,), stopped.places, stopped)
    return next(_attacks(position, move, after), None)


def deed_of(position: Position, move: str) -> Message | None:
    """Return what a legal move that does not end the game does, if its game says anything of it.

    It is what there is to say of a good move where ``reason_for`` knows no reason.
    """
    found = deeds_of(position, move)[:MOST_DEEDS] if position.play(move).outcome is None else ()
    return REASON_DOES(deeds=found) if found else None


def _won(position: Position, move: str, how: Message) -> Message:
    """Return how a move wins, with what it does to the pieces that it wins by."""
    for threat in wins_of(position, position.turn):
        if move in threat.moves and (effect := effect_of(position, move, threat)) is not None:
            return REASON_WITH(reason=how, state=effect)
    return how


def _attacks(position: Position, move: str, after: Position) -> Iterator[Reason]:
    """Yield what a move has done so that the mover, who cannot win at once, could win next."""
    if winning_threat(position) is not None:
        return
    for threat in wins_of(after, position.turn):
        if (effect := effect_of(position, move, threat)) is not None:
            yield Reason(effect, (move,), threat.places, threat)


def _with_state(position: Position, threat: Threat, text: Message) -> Message:
    """Return a reason with how the pieces stand that its threat is about, if the game says so."""
    state = state_of(position, threat)
    return text if state is None else REASON_WITH(reason=text, state=state)


def reasons_of_mistake(position: Position, lost: Mistake) -> tuple[Reason, ...]:
    """Return at most ``MOST`` reasons why a move that lost something was bad, if any is known.

    ``position`` is the one before the move. If the board itself shows nothing, the line that was
    better counts if it ends in a win, and what follows the move if that ends in the opponent's.
    """
    found = reasons_of(position, lost.move, better=lost.line[0])
    return found or tuple(_lines(position, lost))[:MOST]


def followed_by(position: Position, lost: Mistake) -> tuple[Reason, ...]:
    """Return what the better move does, as far as that is known, and the best reply to the other.

    They are no reasons by themselves, but say something where no reason is known. ``position`` is
    the one before the move.
    """
    return tuple(each for each in (_better(position, lost), reply_to(position, lost)) if each)


def _better(position: Position, lost: Mistake) -> Reason | None:
    better = lost.line[0]
    found, deed = reason_for(position, better), deed_of(position, better)
    told = found.text if found is not None else deed
    if told is None:
        return None
    text = REASON_BETTER(move=_move_text(position, better), reason=told)
    return Reason(text, (better,)) if found is None else found._replace(text=text)


def reply_to(position: Position, lost: Mistake) -> Reason | None:
    """Return the best reply found to a move that lost something, or None if none is known.

    It is no reason by itself, but shows what follows where no reason is known. ``position`` is the
    one before the move.
    """
    after = position.play(lost.move)
    if not lost.reply or after.outcome is not None or after.turn == position.turn:
        return None
    reply = move_said(line_texts(after, lost.reply[:1])[0])
    text = REASON_ANSWERED(move=_move_text(position, lost.move), reply=reply)
    return Reason(text, (lost.move, *_to_point(after, lost.reply, LONGEST - 1)))


def _to_point(position: Position, line: Sequence[str], most: int) -> tuple[str, ...]:
    """Return at most so many moves of a line, to the one at which one sees what it leads to.

    That is the end of the game, or else the last capture. A line that stops before a win that is
    there at once, or that no answer stops, goes on to it.
    """
    moves, captured = list[str](), 0
    for move in line[:most]:
        taken = _captures_of(position, position.turn)
        if any(carries_out(position, threat, move) for threat in taken):
            captured = len(moves) + 1
        position = position.play(move)
        moves.append(move)
    if position.outcome is None:
        forced = _forced(position, most - len(moves))
        moves = moves[:captured] if captured and not forced else [*moves, *forced]
    return tuple(moves)


def _forced(position: Position, most: int) -> tuple[str, ...]:
    """Return the moves to a win that is there at once or that no answer stops, if so few are it."""
    threat = winning_threat(position)
    if threat is not None:
        return threat.moves[:1] if most > 0 else ()
    other = [each for each in threats_of(position) if each.wins]
    answers = {move: None for each in other for move in each.moves if position.is_legal(move)}
    if most < 2 or not answers:
        return ()
    left: list[tuple[str, Threat | None]] = []
    for answer in answers:
        after = position.play(answer)
        wins = after.turn != position.turn and after.outcome is None
        left.append((answer, winning_threat(after) if wins else None))
    if any(found is None for _, found in left):
        return ()
    answer, found = left[0]
    return (answer, found.moves[0]) if found is not None else ()


def reasons_of(position: Position, move: str, better: str = "") -> tuple[Reason, ...]:
    """Return at most ``MOST`` reasons why a legal move is bad; none where no reason is known.

    What the move misses comes before what it leaves to the opponent. Captures are reasons only if
    no win is, and only those that a ``better`` move makes or prevents: many a capture does no harm.
    """
    after = position.play(move)
    if position.outcome is not None or after.winner == position.turn:
        return ()
    told = _move_text(position, move)
    found = tuple(_reasons(position, move, told, after))[:MOST]
    if found or better in {"", move}:
        return found
    return tuple(_captures(position, move, told, after, better))[:MOST]


def _move_text(position: Position, move: str) -> str:
    return move_said(line_texts(position, [move])[0])


def _reasons(position: Position, move: str, told: str, after: Position) -> Iterator[Reason]:
    missed = winning_threat(position)
    if missed is not None:
        text = REASON_MISSES(move=told, threat=missed.text)
        yield Reason(_with_state(position, missed, text), missed.moves[:1], missed.places, missed)
    if after.outcome is not None:
        if after.outcome.winner is not None:
            yield Reason(REASON_LOSES(move=told, reason=after.outcome.reason), (move,))
        return
    if after.turn == position.turn:
        return
    wins, stood = wins_of(after, after.turn), wins_of(position, after.turn)
    left = next((each for each in wins if any(_stands(after, old, each) for old in stood)), None)
    if left is not None:
        text = REASON_LEAVES(move=told, threat=left.text)
        yield Reason(_with_state(after, left, text), (move, left.moves[0]), left.places, left)
    elif wins:
        let = wins[0]
        text = _with_state(after, let, let.allowed_by(told))
        yield Reason(text, (move, let.moves[0]), let.places, let)


def _captures(
    position: Position, move: str, told: str, after: Position, better: str
) -> Iterator[Reason]:
    """Yield the capture that a better move makes, and one that it prevents, each if this does not.

    The game goes on after either move.
    """
    for threat in _captures_of(position, position.turn):
        if carries_out(position, threat, better) and not carries_out(position, threat, move):
            text = REASON_MISSES_CAPTURE(move=told, threat=threat.text)
            yield Reason(text, (better,), threat.places, threat)
            break
    other = position.play(better)
    if after.turn == position.turn or other.turn != after.turn:
        return
    spared = {each.aims for each in _captures_of(other, after.turn)}
    stood = {each.aims for each in _captures_of(position, after.turn)}
    for threat in _captures_of(after, after.turn):
        if threat.aims not in spared:
            left = REASON_LEAVES(move=told, threat=threat.text)
            text = left if threat.aims in stood else threat.allowed_by(told)
            yield Reason(text, (move, threat.moves[0]), threat.places, threat)
            break


def _lines(position: Position, lost: Mistake) -> Iterator[Reason]:
    """Yield the better line if it ends in the mover's win, and the replies if in the opponent's."""
    after = position.play(lost.move)
    won = to_win(position, lost.line, position.turn)
    if won is not None:
        line, reason = won
        wins = REASON_LINE_WINS if lost.proven else REASON_LINE_MAY_WIN
        yield Reason(wins(move=_move_text(position, line[0]), reason=reason), line)
    if after.outcome is None and after.turn != position.turn:
        won = to_win(after, lost.reply, after.turn)
        if won is not None:
            line, reason = won
            told = _move_text(position, lost.move)
            # Only a proof leaves no chance at all.
            loses = REASON_LINE_LOSES if lost.after <= 0.0 else REASON_LINE_MAY_LOSE
            yield Reason(loses(move=told, reason=reason), (lost.move, *line))


def to_win(
    position: Position, line: Sequence[str], colour: str
) -> tuple[tuple[str, ...], Message] | None:
    """Return a line to the end of the game, and how it is won; None if a colour does not win there.

    Records keep some lines without the last move, so a win that is there at once counts. Searches
    end some before a reply that changes nothing, so a win at once after any one counts as well.
    """
    moves: list[str] = []
    for move in line:
        position = position.play(move)
        moves.append(move)
    if moves and position.outcome is None and position.turn != colour:
        reply = _vain_reply(position, colour)
        if reply is not None:
            moves.append(reply)
            position = position.play(reply)
    if moves and position.outcome is None and position.turn == colour:
        threat = winning_threat(position)
        if threat is not None:
            moves.append(threat.moves[0])
            position = position.play(moves[-1])
    outcome = position.outcome
    if outcome is None or outcome.winner != colour:
        return None
    return tuple(moves), outcome.reason


def _vain_reply(position: Position, colour: str) -> str | None:
    """Return a reply to threats that lets a colour win at once all the same, or None.

    One that stops a part of the threats shows best why none stops all.
    """
    if winning_threat(position) is not None:
        return None
    for reply in dict.fromkeys(move for each in wins_of(position, colour) for move in each.moves):
        if position.is_legal(reply):
            after = position.play(reply)
            if after.outcome is None and after.turn == colour and winning_threat(after) is not None:
                return reply
    return None


def _captures_of(position: Position, colour: str) -> list[Threat]:
    return [one for one in threats_of(position) if one.kind == CAPTURE and one.colour == colour]


def _stands(after: Position, old: Threat, new: Threat) -> bool:
    """Return whether a threat after a move is one that stood before it.

    They have a move in common, or the same pieces: a group that has grown is still that group, and
    not every move that carries a threat out is listed.
    """
    if old.kind != new.kind:
        return False
    if {*old.moves, *old.aims} & {*new.moves, *new.aims}:
        return True
    return any(after.is_legal(move) and carries_out(after, new, move) for move in old.moves)
