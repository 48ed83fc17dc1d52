"""Threats stated plainly: every move of both colours is tried, and its effect is looked at.

It shares with the program only the rules that play a move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from boche.engine import new
from boche.engine.errors import BocheError
from boche.engine.games.octi.geometry import HOMES, LETTERS
from boche.engine.games.octi.position import Position as Octi
from boche.engine.threats import CAPTURE, Threat, threats_of

Told = tuple[str, str, Any]
"""A threat as both ways tell it: the colour, the kind, and what it is about."""


def tried(position: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield each move of each colour, if it were to move, with the position after it."""
    for colour in position.game.colours:
        mine = position.with_turn(colour)
        assert mine.turn == colour
        for move in mine.legal_moves():
            if str(move) != "swap":
                yield colour, move, mine.play(move)


def plain(position: Any) -> set[Told]:
    """Return the threats of a position, by trying every move."""
    found = set[Told]()
    for colour, move, after in tried(position):
        won = after.outcome is not None and after.outcome.winner == colour
        if won and after.outcome.kind != "stuck":
            found |= {(colour, after.outcome.kind, each) for each in won_by(position, move, after)}
        found |= {(colour, CAPTURE, each) for each in taken(position, colour, move, after)}
    return found


def won_by(position: Any, move: Any, after: Any) -> set[Any]:
    """Return what a winning move is told by: itself, or the region that it closes."""
    if position.game.name == "che":
        if after.outcome.kind != "closure":
            return {""}
        shut = [set(region.corners) for region in after.closed_regions()]
        return {
            region.corners
            for region in position.regions()
            if any(set(region.corners) <= corners for corners in shut)
        }
    if position.game.name == "octi":
        return {""}
    return {str(move)}


def taken(position: Any, colour: str, move: Any, after: Any) -> set[Any]:
    """Return what a capture is told by: the move in Boku, the square in Octi."""
    if position.game.name == "boku":
        return {str(move)} if move.taken is not None else set()
    if position.game.name != "octi":
        return set()
    before = [pod.square for pod in position.pods if pod.colour != colour]
    left = [pod.square for pod in after.pods if pod.colour != colour]
    return {square for square in before if before.count(square) > left.count(square)}


def told(position: Any) -> set[Told]:
    """Return the threats of a position as the program finds them."""
    return {(t.colour, t.kind, each) for t in threats_of(position) for each in about(position, t)}


def about(position: Any, threat: Threat) -> set[Any]:
    if position.game.name == "che":
        return {threat.aims} if threat.kind == "closure" else {""}
    if position.game.name == "octi":
        return set(threat.aims) if threat.kind == CAPTURE else {""}
    return set(threat.moves)


def check(position: Any) -> int:
    """Compare both ways on a position; return the number of threats there."""
    text = position.to_text()
    assert told(position) == plain(position), text
    for threat in threats_of(position):
        mine = position.with_turn(threat.colour)
        assert threat.moves, text
        assert threat.places, text
        for move in threat.moves:
            after = mine.play(move)
            if threat.wins:
                assert after.outcome is not None, (text, move)
                assert (after.outcome.winner, after.outcome.kind) == (threat.colour, threat.kind)
            else:
                assert taken(position, threat.colour, mine.parse(move), after), (text, move)
    return len(threats_of(position))


# -- random positions


def positions(game: str, count: int, seed: int) -> Iterator[Any]:
    """Yield random positions of a game, in which threats are frequent, also rare ones."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        position = MAKERS[game](rng)
        if position is not None and position.outcome is None:
            made += 1
            yield position


def boche(rng: random.Random) -> Any:
    options = {
        "size": rng.choice((2, 3, 3, 4, 4, 5)),
        "kill": rng.choice((0, 1, 2, 4)),
        "fill_board": rng.random() < 0.1,
        "immediate_win": rng.random() < 0.3,
        "adjacent": rng.random() < 0.2,
        "join_any": rng.random() < 0.3,
    }
    return walked(rng, new("boche", **options), rng.randrange(1, 34))


def che(rng: random.Random) -> Any:
    extent = rng.random() < 0.3
    options = {
        "num_tiles": rng.choice((48, 48, 7, 8, 9, 10, 12)),
        "group_area": rng.choice((0, 0, 4, 6)),
        "group_extent": rng.choice((3, 4, 5)) if extent else 0,
    }
    return walked(rng, new("che", **options), rng.randrange(1, 6))


def boku(rng: random.Random) -> Any:
    """Return marbles lying at random, often in a part of the board only."""
    start = new("boku")
    cells = [str(move) for move in start.legal_moves()]
    first = rng.randrange(len(cells) - 30)
    near = cells[first : first + 30] if rng.random() < 0.5 else cells
    chosen = rng.sample(near, rng.randrange(2, 28))
    black = chosen[: rng.randrange(len(chosen))]
    values = {"AB": black, "AW": [cell for cell in chosen if cell not in black]}
    try:
        position = start.from_setup(values, rng.choice(("black", "white")))
    except BocheError:
        return None
    return walked(rng, position, rng.randrange(3)) if position.outcome is None else None


def octi(rng: random.Random) -> Any:
    """Return pods standing at random, close to each other or to their opponent's homes."""
    squares = [10 * x + y for x in range(1, 10) for y in range(1, 10)]
    close = [s for s in squares if abs(s // 10 - 5) <= 2 and abs(s % 10 - 4) <= 2]
    pods, stores = [], {}
    free = set(squares)
    for colour, enemy in (("black", "white"), ("white", "black")):
        count = rng.randrange(1, 6)
        homes = [s for s in HOMES[enemy] if rng.random() < 0.4]
        room = [*homes, *rng.sample(close, 4), *rng.sample(squares, 2)]
        places = [s for s in room if s in free][: rng.randrange(2, 6)]
        for _ in range(count if places else 0):
            prongs = "".join(letter for letter in LETTERS if rng.random() < 0.3)
            pods.append((colour, rng.choice(places), prongs))
        free -= set(places)
        there = sum(pod[0] == colour for pod in pods)
        stores[colour] = (7 - there, 0, rng.choice((0, 5)))
    options = {"bases": rng.choice((1, 3)), "wrap": rng.random() < 0.2}
    position = Octi.set_up(options, pods, stores, rng.choice(("black", "white")))
    held = {colour: len(position.homes_held(colour)) for colour in HOMES}
    over = any(count >= position.options["bases"] for count in held.values())
    few = all(
        any(True for _ in position.with_turn(colour).legal_moves())
        and len(position.with_turn(colour).legal_moves()) < 400
        for colour in HOMES
    )
    return position if few and not over else None


def walked(rng: random.Random, position: Any, plies: int) -> Any:
    """Return the position after random moves, or None if the game has ended."""
    for _ in range(plies):
        if position.outcome is not None:
            return None
        position = position.play(position.random_move(rng))
    return position if position.outcome is None else None


MAKERS = {"boche": boche, "che": che, "boku": boku, "octi": octi}
