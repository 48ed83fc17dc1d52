"""Open ends in reasons, against the slow rules: what a hint says of them, and what a mistake."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from boche.engine import new
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.threats import open_ends
from boche.engine.message import Message
from boche.engine.review.reasons import Reason, reason_for, reasons_of
from tests.engine.games.boche.slow_rules import OTHER, Cell, Corner, Slow, holes_at, lowest
from tests.engine.games.plain_threats import positions

CLOSES = ("boche.closes-last", "boche.cuts-off")
LEAVES = "boche.leaves-one"
STATES = ("boche.one-end", "boche.can-be-cut")

Corners = frozenset[Corner]


def slow_of(position: Position, turn: str) -> Slow:
    """Return the position in the slow rules, as if a colour were to move."""
    slow = Slow(**position.options)
    slow.cubes = {tuple(cube.cell): cube.rotation for cube in position.cubes}  # type: ignore[misc]
    slow.turn, slow.swapped = turn, position.swapped
    if slow.cubes:
        cell, letter = next(iter(slow.cubes.items()))
        slow.even = "dark" if (sum(lowest(cell)) + 3) % 2 == (letter >= "e") else "light"
    return slow


def played(position: Position, turn: str, move: str) -> Slow:
    after = slow_of(position, turn)
    after.play(move)
    return after


def ends_of(slow: Slow, group: Corners) -> set[Cell]:
    return {hole for p in group for hole in holes_at(slow.size, p) if hole not in slow.cubes}


def has_side(slow: Slow, group: Corners) -> bool:
    return any(slow.sides(p) for p in group)


def enclosing(position: Position, colour: str) -> dict[str, Corners]:
    """Return each move that wins by enclosure for a colour, with the corners it encloses."""
    found = {}
    for move in slow_of(position, colour).legal():
        if move != "swap":
            after = played(position, colour, move)
            if (after.winner, after.kind) == (colour, "enclosure"):
                shut = [g for c, g in after.groups() if c != colour and after.enclosed(g)]
                least = max(position.options["kill"], 1)
                found[move] = frozenset[Corner]().union(*(g for g in shut if len(g) >= least))
    return found


def wins(position: Position, colour: str) -> bool:
    return any(
        played(position, colour, move).winner == colour
        for move in slow_of(position, colour).legal()
        if move != "swap"
    )


def attacked(slow: Slow, shut: Corners) -> Corners | None:
    """Return the largest group among these corners that has ends and touches no side."""
    groups = [g for _, g in slow.groups() if g & shut and ends_of(slow, g)]
    inner = [g for g in groups if not has_side(slow, g)]
    return max(inner, key=lambda g: (len(g), sorted(g)), default=None)


def level_of(slow: Slow, move: str) -> int:
    c, r = ord(move[2]) - 97, int(move[3:]) - 1
    return next(cell[2] for cell in slow.open_cells() if cell[:2] == (c, r))


def spoken_of(slow: Slow, said: Message) -> Corners:
    """Return the blobs of the cell by which a sentence names a group."""
    name, _, level = str(said.values["place"]).partition("/")
    cell = (ord(name[0]) - 97, int(name[1:]) - 1, int(level or 0))
    return frozenset(p for own, _, _, corners in slow.faces() if own == cell for p in corners)


def state_in(reason: Reason | None) -> Message | None:
    """Return what a reason says of open ends, or None."""
    if reason is None:
        return None
    said = reason.text.values.get("state", reason.text)
    return said if said.kind in (*CLOSES, LEAVES, *STATES) else None


def check_win(position: Position, move: str, reason: Reason | None) -> str:
    """Check what is said of a move that ends the game."""
    turn, said = position.turn, state_in(reason)
    shut, before = enclosing(position, turn).get(move), slow_of(position, turn)
    group = attacked(before, shut) if shut else None
    if group is None:
        assert said is None
        return "none"
    assert said is not None
    assert said.kind == CLOSES[level_of(before, move) > 0]
    assert group & spoken_of(before, said)
    assert said.values.get("count", 1) == len(ends_of(before, group))
    return said.kind


def check_attack(position: Position, move: str, reason: Reason | None) -> str:
    """Check what is said of a move after which the game goes on: what it attacks, if anything."""
    turn, said = position.turn, state_in(reason)
    before, now = slow_of(position, turn), played(position, turn, move)
    after = position.play(move)
    known = dict[tuple[Corners, int], set[str]]()
    for closing, shut in enclosing(after, turn).items():
        here = frozenset(p for p in shut if any(p in g for _, g in now.groups()))
        left, group = attacked(now, here), attacked(before, here)
        if left is None or group is None or level_of(now, closing):
            continue
        assert len(ends_of(now, left)) == 1
        cut = any(p not in left for _, g in now.groups() for p in g & group)
        if (count := len(ends_of(before, group))) > 1 and not cut:
            known.setdefault((group, count), set()).add(closing)
    if not known or wins(position, turn) or wins(position, OTHER[turn]) or wins(after, OTHER[turn]):
        assert said is None
        return "none"
    assert said is not None
    assert reason is not None
    assert reason.threat is not None
    moves = set(reason.threat.moves)
    assert any(
        group & spoken_of(before, said)
        and said.kind == LEAVES
        and said.values["count"] == count
        and moves <= closers
        for (group, count), closers in known.items()
    )
    return said.kind


def check_mistake(position: Position, move: str) -> list[str]:
    """Check what is said of the groups that a bad move leaves in danger, or does not enclose."""
    kinds = []
    for reason in reasons_of(position, move):
        threat, said = reason.threat, state_in(reason)
        if threat is None:
            continue
        at = position if threat.colour == position.turn else position.play(move)
        slow = slow_of(at, threat.colour)
        shut = enclosing(at, threat.colour).get(threat.moves[0])
        group = attacked(slow, shut) if shut else None
        if group is None:
            assert said is None
            continue
        assert said is not None
        assert group & spoken_of(slow, said)
        assert said.kind == STATES[level_of(slow, threat.moves[0]) > 0]
        assert said.values.get("count", 1) == len(ends_of(slow, group))
        kinds.append(said.kind)
    return kinds


def test_open_ends_on_ten_thousand_positions() -> None:
    """All groups' ends are compared; every fifth one's reasons, by playing every move."""
    rng, seen = random.Random(52), Counter[str]()
    for number, position in enumerate(positions("boche", 10_000, seed=52)):
        slow = slow_of(position, position.turn)
        own = {frozenset(group.corners): group for group in position.groups()}
        assert own.keys() == {group for _, group in slow.groups()}
        for corners, group in own.items():
            found = {tuple(cell) for cell in open_ends(position, group)}
            assert found == ends_of(slow, corners), position.to_text()
            assert group.enclosed == (not found and not has_side(slow, corners))
        if number % 5:
            continue
        move = str(position.random_move(rng))
        if move == "swap":
            continue
        reason, over = reason_for(position, move), position.play(move).outcome is not None
        seen[(check_win if over else check_attack)(position, move, reason)] += 1
        seen.update(check_mistake(position, move))
    assert min(seen[kind] for kind in ("none", CLOSES[0], LEAVES, STATES[0])) >= 20, seen
    assert seen[STATES[1]], "groups from which a part can be cut off are rarer"


# -- fifty constructed positions: a star of four dark blobs, and cubes around it but for some holes


AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
INNER = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1))


def name_of(hole: tuple[int, ...]) -> str:
    return f"{chr(97 + hole[0])}{hole[1] + 1}"


def apart(position: Any, hole: tuple[int, ...], star: str) -> list[str]:
    """Return the cubes for a hole that do not link the star to anything."""
    c, r = ord(star[0]) - 97, int(star[1:]) - 1
    found = []
    for letter in "bcd":
        slow = played(position, position.turn, f"{letter}:{name_of(hole)}")
        top = (1 - c, 1 - r, c + r + 1)
        [group] = [group for _, group in slow.groups() if top in group]
        if len(group) == 4:
            found.append(f"{letter}:{name_of(hole)}")
    return found


def in_danger(slow: Slow, most: int) -> list[set[Cell]]:
    """Return the ends of each dark group that has at most so many and is, or may grow, large."""
    inner = [g for c, g in slow.groups() if c == "dark" and not has_side(slow, g) and len(g) > 2]
    return [ends for g in inner if len(ends := ends_of(slow, g)) <= most]


def surrounded(rng: random.Random, centre: tuple[int, int], count: int) -> tuple[Any, set[Cell]]:
    """Return a star of which only so many neighbours are empty, and no other group in danger."""
    while True:
        holes = [(centre[0] + c, centre[1] + r, 0) for c, r in AROUND]
        ends = set(rng.sample(holes, count))
        position: Any = new("boche").play(f"a:{name_of(centre)}")
        for hole in holes:
            if hole not in ends:
                position = position.play(rng.choice(apart(position, hole, name_of(centre))))
        if in_danger(slow_of(position, "light"), count) == [ends]:
            return position, ends


def known_reason(rng: random.Random, centre: tuple[int, int], manner: str) -> bool:
    """Return whether the program says of a constructed position exactly what is known of it."""
    name = name_of(centre)
    count = {"attacks": 2, "leaves": 1, "closes": 1, "harmless": 3}[manner]
    position, ends = surrounded(rng, centre, count)
    first, *rest = sorted(ends)
    if manner == "leaves":
        position = position.with_turn("dark")
        far = next(cell for cell in position.open_cells() if tuple(cell) not in ends and not cell.k)
        *_, bad = reasons_of(position, f"b:{far.name}")
        return str(bad.text).endswith(f"; the group at {name} has only one open end")
    position = position.with_turn("light")
    moves = apart(position, first, name)
    move = next(m for m in moves if in_danger(played(position, "light", m), 1) in ([], [{*rest}]))
    reason = reason_for(position, move)
    if manner == "harmless":
        return reason is None and not reasons_of(position, move)
    if manner == "closes":
        said = f"; the group at {name} has one open end, and {move} closes it"
        return reason is not None and str(reason.text).endswith(said)
    known = {m for m in enclosing(position.play(move), "light") if m[2:] == name_of(rest[0])}
    said = f"the group at {name} has 2 open ends; {move} leaves it one, which "
    if reason is None or reason.threat is None or not str(reason.text).startswith(said):
        return False
    return {*reason.threat.moves} <= known


def test_fifty_constructed_positions_have_their_known_reasons() -> None:
    """Two ends of which one is closed, the last one left or closed, and three, no danger yet."""
    rng, manners = random.Random(50), ("attacks", "leaves", "closes", "harmless")
    cases = [(INNER[number % len(INNER)], manners[number // 2 % 4]) for number in range(50)]
    right = Counter(manner for centre, manner in cases if known_reason(rng, centre, manner))
    assert right.total() >= 48, right
    assert right["harmless"] == 12, "what is in no danger yet is not spoken of"
