"""Claims that lessons make about wrong tries, checked by the rules: patterns with checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from boche.engine.games.boche.solve import Solver
from boche.engine.games.boku.notation import parse_move
from boche.engine.games.che.geometry import Cell

SIDES = {"left": "x", "bottom": "y", "right": "z"}


@dataclass
class Try:
    """A try: the position before it, after it, after the first answer, at the line's end."""

    before: Any
    move: str
    after: Any
    answered: Any
    end: Any

    @property
    def opponent(self) -> str:
        return str(self.after.turn)

    @property
    def mover(self) -> str:
        return str(self.before.turn)


Check = Callable[[Try, re.Match[str]], bool]


def lost(position: Any, winner: str) -> bool:
    return position.outcome is not None and position.outcome.winner == winner


def replies(position: Any) -> Iterator[tuple[str, Any]]:
    for move in position.legal_moves():
        yield str(move), position.play(move)


def can_win(position: Any, pattern: str) -> bool:
    """Return whether a move whose text matches a pattern wins at once."""
    turn = position.turn
    return any(re.search(pattern, move) and lost(after, turn) for move, after in replies(position))


# -- Boche


@cache
def solver(options: tuple[tuple[str, Any], ...]) -> Solver:
    return Solver(dict(options))


def winning_answers(each: Try) -> tuple[int, int]:
    """Return how many answers win for the opponent, and how many answers there are."""
    judge = solver(tuple(each.before.options.items()))
    answers = [after for move, after in replies(each.after) if move != "swap"]
    return sum(judge.winner(after) == each.opponent for after in answers), len(answers)


def groups(position: Any, colour: str) -> list[Any]:
    return [group for group in position.groups() if group.colour == colour.lower()]


def largest(position: Any, colour: str) -> int:
    return max((group.blobs for group in groups(position, colour)), default=0)


def linked(position: Any, colour: str) -> list[int]:
    """Return the sizes of groups that touch all three sides."""
    return [group.blobs for group in groups(position, colour) if len(group.sides) == 3]


def only_touches(position: Any, colour: str, blobs: int, sides: str) -> bool:
    """Return whether the largest groups have ``blobs`` blobs and touch exactly those sides."""
    wanted = {SIDES[name] for name in sides.split(" and ")}
    most = largest(position, colour)
    found = [set(group.sides) for group in groups(position, colour) if group.blobs == most]
    return most == blobs and all(each == wanted for each in found)


def enclosed(position: Any, colour: str) -> int:
    return max((g.blobs for g in groups(position, colour) if g.enclosed), default=0)


def right_rotations(each: Try) -> str:
    """Return the rotations that win in the hole of a try."""
    judge, cell = solver(tuple(each.before.options.items())), each.move.partition(":")[2]
    found = ((move, after) for move, after in replies(each.before) if move.endswith(":" + cell))
    return "".join(move[0] for move, after in found if judge.winner(after) == each.mover)


BOCHE: dict[str, Check] = {
    r"(\d+) of (?:Light|Dark)'s answers win": lambda t, m: winning_answers(t)[0] == int(m[1]),
    r"[Aa]ll of \w+'s (\d+) answers win": lambda t, m: winning_answers(t) == (int(m[1]), int(m[1])),
    r"only answer that wins|No other answer wins": lambda t, m: winning_answers(t)[0] == 1,
    r"where no rotation wins": lambda t, m: right_rotations(t) == "",
    r"for one rotation only, and that is (\w)\b": lambda t, m: right_rotations(t) == m[1],
    r"only rotation (\w) wins there": lambda t, m: right_rotations(t) == m[1],
    r"only rotations (\w) and (\w) win there": lambda t, m: right_rotations(t) == m[1] + m[2],
    r"You have a group of (\d+) blobs that touches all three sides": lambda t, m: (
        int(m[1]) in linked(t.after, t.mover)
    ),
    r"leaves (Dark|Light) a group of (\d+) blobs that touches all three sides": lambda t, m: (
        int(m[2]) in linked(t.after, m[1])
    ),
    r"neither colour has a group that touches all three": lambda t, m: (
        not linked(t.after, "dark") + linked(t.after, "light")
    ),
    r"your largest is then one of (\d+), which touches only the ([\w ]+) sides?\.": lambda t, m: (
        only_touches(t.answered, t.mover, int(m[1]), m[2])
    ),
    r"no group of yours has more than (\d+) blobs then": lambda t, m: (
        largest(t.answered, t.mover) == int(m[1])
    ),
    r"and (?:keeps it, with|has such a group, of) (\d+) blobs": lambda t, m: (
        int(m[1]) in linked(t.answered, t.opponent)
    ),
    r"Your largest group, (\d+) blobs, touches only the ([\w ]+) sides?\.": lambda t, m: (
        only_touches(t.end, t.mover, int(m[1]), m[2])
    ),
    r"(Dark|Light)'s path (?:links|joins) the three sides": lambda t, m: (
        lost(t.end, m[1].lower()) and t.end.outcome.kind == "path"
    ),
    r"only (\d) (dark|light) blobs are enclosed": lambda t, m: enclosed(t.after, m[2]) == int(m[1]),
    r"(\d) (dark|light) blobs are enclosed\.$": lambda t, m: enclosed(t.end, m[2]) == int(m[1]),
    r"enclosed a (dark|light) group of (\d) blobs": lambda t, m: enclosed(t.end, m[1]) == int(m[2]),
    r"the group has (\d+) blobs": lambda t, m: largest(t.after, t.mover) == int(m[1]),
    r"largest group still has (\d+) blobs": lambda t, m: largest(t.after, t.mover) == int(m[1]),
    r"a group of (\d+) is left": lambda t, m: largest(t.after, "dark") == int(m[1]),
    r"leaves Light a group of (\d+)\.": lambda t, m: largest(t.after, "light") == int(m[1]),
    r"leaves Light a group of 3 and one of 2": lambda t, m: enclosed(t.after, "light") == 3,
    r"they stay apart|still stand apart": lambda t, m: largest(t.after, "dark") < 11,
    r"Dark's group has not become smaller": lambda t, m: (
        largest(t.after, "dark") >= largest(t.before, "dark")
    ),
    r"Light's group is as large as before": lambda t, m: (
        largest(t.after, "light") >= largest(t.before, "light")
    ),
}

# What is said of right moves.


def wins_by(position: Any, colour: str) -> set[str]:
    """Return the moves after which a colour wins with best play."""
    judge = solver(tuple(position.options.items()))
    return {move for move, after in replies(position) if judge.winner(after) == colour}


def always(each: Try, wins: Callable[[Any], bool]) -> bool:
    """Return whether something holds after each answer."""
    return all(wins(after) for _, after in replies(each.after))


BOCHE |= {
    r"(?:belong to a group of|your largest group has) (\d+) blobs,? (?:which|and) touches the "
    r"([\w ]+) sides": lambda t, m: only_touches(t.after, t.mover, int(m[1]), m[2]),
    r"you have an answer that wins": lambda t, m: always(t, lambda p: bool(wins_by(p, t.mover))),
    r"(\w:\w\d) wins each time": lambda t, m: always(t, lambda p: m[1] in wins_by(p, t.mover)),
    r"every rotation of the last cube wins|all your answers win": lambda t, m: always(
        t, lambda p: wins_by(p, t.mover) == {move for move, _ in replies(p)}
    ),
    r"leaves Light no group that touches all three sides": lambda t, m: (
        not linked(t.after, "light")
    ),
    r"(?:gives you one, of|leaves you one of|your group of) (\d+) blobs": lambda t, m: (
        int(m[1]) in linked(t.after, t.mover) and not linked(t.after, t.opponent)
    ),
    r"no cube of Light's can change that": lambda t, m: always(
        t, lambda p: bool(linked(p, "dark"))
    ),
    r"Only (\w:\w\d) breaks yours again, and then (\w:\w\d) and (\w:\w\d) mend it": lambda t, m: (
        [move for move, after in replies(t.after) if not linked(after, t.mover)] == [m[1]]
        and wins_by(t.after.play(m[1]), t.mover) == {m[2], m[3]}
    ),
    r"both colours are enclosed": lambda t, m: (
        {group.colour for group in t.after.enclosed_groups()} == {"light", "dark"}
    ),
    r"a light group is enclosed, and no dark one": lambda t, m: (
        {group.colour for group in t.after.enclosed_groups()} == {"light"}
    ),
}

# -- the others


def tile_at(position: Any, cell: str) -> Any:
    return position.tile_at(Cell(*map(int, cell.split(","))))


CELL = r"(-?\d+,-?\d+)"
CHE: dict[str, Check] = {
    r"^Still open|^Not closed": lambda t, m: not t.after.closed_regions(),
    CELL + r" is empty": lambda t, m: tile_at(t.after, m[1]) is None,
    "the other: " + CELL + " and " + CELL + " still close it": lambda t, m: any(
        {c.name for c in region.empty} <= {m[1], m[2]} and region.colour == "light"
        for region in t.after.regions()
    ),
    r"Light can still close both": lambda t, m: (
        sum(0 < len(r.empty) <= 2 and r.colour == "light" for r in t.after.regions()) >= 2
    ),
    "but " + CELL + " is not: a tile with a dark band": lambda t, m: can_win(
        t.after, rf"\bb[lr]:{re.escape(m[1])}(?!\d)"
    ),
    rf"^Neither of the two cells is filled.*?{CELL} and {CELL}": lambda t, m: (
        tile_at(t.after, m[1]) is None and tile_at(t.after, m[2]) is None
    ),
}


def legal(position: Any, move: str) -> bool:
    return move in {str(each) for each in position.legal_moves()}


def opens_four(position: Any) -> bool:
    """Return whether a move makes a four with two open ends that no answer stops."""
    colour = position.turn
    return any(
        len(four.fives(colour)) >= 2
        and all(
            after.outcome is None and set(after.fives(colour)) - {after.forbidden}
            for _, after in replies(four)
        )
        for _, four in replies(position)
        if four.outcome is None
    )


BOKU: dict[str, Check] = {
    r"^Nothing is taken|^No sandwich": lambda t, m: "x" not in t.move,
    r"plays (?:there|e7) and takes e5 or e6": lambda t, m: (
        legal(t.after, "e7xe5") and legal(t.after, "e7xe6")
    ),
    r"gap at ([a-k]\d+) stays, and White can fill it": lambda t, m: legal(t.after, m[1]),
    r"White (?:makes|plays \w+ and has) four with both ends open": lambda t, m: opens_four(t.after),
    r"\b([a-k]\d+) is (?:still )?empty": lambda t, m: (
        t.after.marble_at(parse_move(m[1]).cell) is None
    ),
}


def stand_of(move: str) -> str:
    """Return the square on which the pod of an Octi move stands after it."""
    return move[:2] if "+" in move else re.findall("[1-9]{2}", move)[-1]


BESIDE = dict(zip("abcdefgh", (1, 11, 10, 9, -1, -11, -10, -9), strict=True))
OCTI: dict[str, Check] = {
    r"[Pp]rong ([a-h]) points to ([1-9]{2})": lambda t, m: (
        int(m[2]) == int(stand_of(t.move)) + BESIDE[m[1]]
    ),
    r"can now jump over yours on 56 and take it": lambda t, m: legal(t.after, "55-57x"),
    r"keeps White from jumping over yours on 56": lambda t, m: not legal(t.after, "55-57x"),
    r"\b([1-9]{2}) is still empty": lambda t, m: not t.after.pods_on(int(m[1])),
}

# -- all of them

ENDS: dict[str, Check] = {
    r"loses at once|lost at once|enclosed your own group|shuts your own group in": lambda t, m: (
        lost(t.after, t.opponent)
    ),
    r"and wins\.|(?:has|have) won\b": lambda t, m: lost(t.end, t.opponent),
    r"wins at once": lambda t, m: lost(t.end, t.opponent) or can_win(t.after, ""),
}
RIGHT_ENDS: dict[str, Check] = {r"(?:has|have) won\b": lambda t, m: lost(t.after, t.mover)}
CLAIMS = {"boche": BOCHE, "che": CHE, "boku": BOKU, "octi": OCTI}


def broken(
    before: Any, move: str, said: str, line: list[str], last: str, *, right: bool = False
) -> list[str]:
    """Return the false claims about a try and, after ``line``, about its refutation."""
    after = before.play(before.parse(move))
    places = [after]
    for step in line:
        places.append(places[-1].play(places[-1].parse(step)))
    tried = Try(before, move, after, places[min(1, len(line))], places[-1])
    checks = (RIGHT_ENDS if right else ENDS) | CLAIMS.get(before.game.name, {})
    texts = (said, last)
    found = ((p, check, m) for p, check in checks.items() for x in texts for m in re.finditer(p, x))
    return [match[0] for _, check, match in found if not check(tried, match)]
