"""Scene of an Octi position: pods with prongs, and the stores beside the board.

The pattern of an instance is an ``Enamel``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from boche.engine.games.octi.geometry import (
    COLOURS,
    DIRECTIONS,
    HOMES,
    LETTERS,
    SIZE,
    Colour,
    Pod,
    Store,
)
from boche.engine.games.octi.notation import Move, parse_move
from boche.engine.games.octi.position import Position
from boche.viewer.games.octi.board import (
    RIM,
    TRAY_DEEP,
    board,
    half_of,
    place_in_tray,
    place_of,
    rack_places,
    tray,
)
from boche.viewer.games.octi.solids import (
    DARK_IN,
    HEIGHT,
    HOME_IN,
    HOME_OUT,
    LEVEL,
    PRONG,
    RING_IN,
    RING_OUT,
    chevron,
    cross,
    frame,
    glow,
    hole,
    holes,
    lamp,
    peg,
    pod,
    prong,
    rod,
    turned,
)
from boche.viewer.games.octi.stacks import Placed, heights, on_board, pile, pod_bounds, stacks
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.figures import figures
from boche.viewer.scene.marks import HINT, THREATENED, WON
from boche.viewer.scene.model import Array, Batch, Label, Mesh, Scene, SceneOptions, instances
from boche.viewer.scene.solids import grooved

CAPTURED = THREATENED.number
"""Colour of what a move would capture, as of everything that a move would close or take."""

COLOUR = {"black": Enamel.DARK, "white": Enamel.LIGHT}
LIT = {"black": Enamel.LIT_LIGHT, "white": Enamel.LIT_DARK}
"""Colours of the lights on a side's pods; its prongs have the same colour."""

CHECKED = 1 << 16  # shaders/grooved.frag: a little darker
ECHO = 0.3  # opacity of the pods that repeat the opposite edge
IN_TRAY = 0.74  # the scale of pods in a tray
TEXT, SMALL = 0.3, 0.25
PILE_AT, PILE = 0.38, 0.24  # offset on a stack of the number of its pods, and its size
CORNERS = "dbfh"
"""The corners in which the number of pods may stand on a stack, the preferred ones first."""
NUMBER = 0.3  # height of a move's number in the middle of a pod
BESIDE = "hbfdagec"
"""The directions in which a number may stand on a pod with prongs, the preferred ones first."""
FLAT = 0.004  # height of inlays above the board

EVERY = [10 * x + y for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)]


def build(position: Position, options: SceneOptions) -> Scene:
    """Return the scene of an Octi position. ``explode`` fans out all stacks, completely at 1."""
    held = decided(position) if options.result else ()
    placed = on_board(position, fresh=fresh_prong(options.last), spread=options.explode)
    batches = pod_batches(placed, quiet=1.0 if held else 0.0)
    if not options.board:
        return Scene(tuple(batches), bounds=pod_bounds(placed))
    batches = [*wood(position.wrap), *batches]
    batches += marks(options.last) + result_marks(position, held, placed)
    batches += store_batches(position) + echoes(position, placed) + ties(placed)
    labels = all_labels(position) if options.labels else ()
    if not options.explode:
        labels += pile_labels(position) if options.labels else ()
        labels += number_labels(position, options.numbered)
    made = board(position.wrap)
    return Scene(tuple(b for b in batches if len(b.instances)), labels, made.ground, made.bounds)


# -- pods


def pod_batches(placed: Sequence[Placed], quiet: float = 0.0, alpha: float = 1.0) -> list[Batch]:
    """Return pods with their holes and prongs; translucent if ``alpha`` is below 1."""
    where = np.array([each.at for each in placed], float).reshape(-1, 3)
    scales = np.array([each.scale for each in placed])
    ids = np.array([max(1 + each.piece, 0) for each in placed], np.uint32)
    level = np.tile(LEVEL, (len(placed), 1))
    colours = [COLOUR[each.pod.colour] for each in placed]
    found = [
        _batch(pod(), where, level, colours, ids, scales, quiet, alpha),
        _batch(holes(), where, level, [Enamel.DRILLED] * len(placed), ids, scales, quiet, alpha),
    ]
    pegs = [
        (i, LETTERS.index(letter), Enamel.LAST if letter in each.fresh else LIT[each.pod.colour])
        for i, each in enumerate(placed)
        for letter in each.pod.prongs
    ]
    own = [i for i, _, _ in pegs]
    turns = np.array([turned(direction) for _, direction, _ in pegs]).reshape(-1, 4)
    tints = [tint for _, _, tint in pegs]
    found.append(_batch(prong(), where[own], turns, tints, ids[own], scales[own], quiet, alpha))
    return [batch for batch in found if len(batch.instances)]


def _batch(
    solid: Mesh,
    where: Array,
    turn: Array,
    colours: Sequence[int],
    ids: Array | int = 0,
    scales: Array | float = 1.0,
    quiet: float = 0.0,
    alpha: float = 1.0,
) -> Batch:
    made = instances(where, turn, np.array(colours, np.uint32), ids, (1.0, alpha, quiet, 0.0))
    made["look"][:, 0] = scales
    material = "hole" if solid in (hole(), holes()) else "enamel"
    return Batch(solid, material, made, translucent=alpha < 1.0)


def flat(solid: Mesh, squares: Iterable[int], colour: int, alpha: float = 1.0) -> Batch:
    """Return a flat solid on each of some squares."""
    where = np.array([(*place_of(each), 0.0) for each in squares], float).reshape(-1, 3)
    turn = np.tile(LEVEL, (len(where), 1))
    return _batch(solid, where, turn, [colour] * len(where), alpha=alpha)


# -- marks


def read(last: Any) -> Move | None:
    """Return a move of the game or its text as a move, or None for no move."""
    return parse_move(str(last)) if last is not None else None


def fresh_prong(last: Any) -> tuple[int, str]:
    """Return the square of a pod that just got a prong, and the prong."""
    move = read(last)
    return (move.square, move.new) if move is not None and move.new else (0, "")


def marks(last: Any) -> list[Batch]:
    """Return frames around the squares of the last move, fainter where it began."""
    move = read(last)
    if move is None:
        return []
    ring, ends = frame(RING_IN, RING_OUT, False, FLAT), ends_of(move)
    began = [each for each in move.squares if each not in ends]
    return [flat(ring, ends, Enamel.LAST), flat(ring, began, Enamel.LAST, 0.4)]


def hint_frames(squares: Sequence[int]) -> list[Batch]:
    """Return the marks on the squares of a hint: a line in its colour beside a dark one."""
    lines = ((RING_IN, RING_OUT, HINT.number), (DARK_IN, RING_IN, Enamel.DARK))
    return [flat(frame(near, far, False, FLAT), squares, tint) for near, far, tint in lines]


def ends_of(move: Move) -> list[int]:
    """Return the squares of the pods that a move has moved or changed, once it is made."""
    ends = dict.fromkeys(route.hops[-1].to for route in move.routes if route.hops)
    return list(ends) or [move.square]


def decided(position: Position) -> tuple[int, ...]:
    """Return the opponent's homes whose occupation decided a finished game."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None or outcome.kind != "homes":
        return ()
    return position.homes_held(outcome.winner)


def result_marks(
    position: Position, held: tuple[int, ...], placed: Sequence[Placed]
) -> list[Batch]:
    """Return what decided the game: the homes taken and the pods that hold them glow."""
    if not held:
        return []
    top = {each.pod.square: each for each in placed if each.pod.square in held}
    return [
        flat(frame(HOME_IN, HOME_OUT + 0.02, True, 2 * FLAT), held, WON.number),
        *_on_tops(glow(), top.values(), WON.number),
    ]


def crosses(placed: Iterable[Placed]) -> list[Batch]:
    """Return a cross on each of some pods: they may be captured."""
    return _on_tops(cross(), placed, CAPTURED)


def lamps(placed: Iterable[Placed], colour: int | None = None, alpha: float = 1.0) -> list[Batch]:
    """Return a light in the middle of each pod, in its side's colour or another one."""
    return _on_tops(lamp(), placed, colour, alpha)


def _on_tops(
    solid: Mesh,
    placed: Iterable[Placed],
    colour: int | None,
    alpha: float = 1.0,
    glow: float = 1.0,
) -> list[Batch]:
    shown = list(placed)
    where = np.array([each.at for each in shown], float).reshape(-1, 3)
    scales = np.array([each.scale for each in shown])
    colours = [LIT[each.pod.colour] if colour is None else colour for each in shown]
    turn = np.tile(LEVEL, (len(shown), 1))
    made = _batch(solid, where, turn, colours, 0, scales, alpha=alpha)
    made.instances["look"][:, 3] = glow
    return [made] if shown else []


def ties(placed: Sequence[Placed]) -> list[Batch]:
    """Return a rod for each pod that a fan lays over another square, leading back to its own."""
    ends = np.array([each.at for each in placed], float).reshape(-1, 3)
    own = np.array([place_of(each.pod.square) for each in placed], float).reshape(-1, 2)
    away = ends[:, :2] - own
    far = np.hypot(*away.T)
    half = np.arctan2(away[:, 1], away[:, 0]) / 2
    turn = np.stack([0 * half, 0 * half, np.sin(half), np.cos(half)], axis=1)
    where = np.column_stack([own, ends[:, 2] + HEIGHT / 2])
    fanned = far > 0.5
    colours = [
        COLOUR[each.pod.colour] for each, far_off in zip(placed, fanned, strict=True) if far_off
    ]
    return [_batch(rod(), where[fanned], turn[fanned], colours, scales=far[fanned])]


# -- the board


@lru_cache(maxsize=2)
def wood(wrap: bool) -> tuple[Batch, ...]:
    """Return the board without pods: frame, squares, home marks, and marks where it continues."""
    made = board(wrap)
    one = np.zeros((1, 3))
    found = [
        Batch(made.wood, "wood", instances(one)),
        Batch(made.floor, "wood", instances(one, pattern=0xFF0000)),
        _squares(),
    ]
    for colour in COLOURS:
        other = COLOUR["white" if colour == "black" else "black"]
        for inner, outer, tint, z in (
            (HOME_IN - 0.014, HOME_OUT + 0.014, other, FLAT / 2),
            (HOME_IN, HOME_OUT, COLOUR[colour], FLAT),
        ):
            found.append(flat(frame(inner, outer, True, z), HOMES[colour], tint))
    return tuple(found + ([_chevrons()] if wrap else []))


def _squares() -> Batch:
    """Return the squares, in two tones of the wood."""
    spots = [divmod(each, 10) for each in EVERY]
    where = np.array([(x - 5.0, y - 5.0, 0.0) for x, y in spots])
    pattern = np.array([CHECKED if (x + y) % 2 else 0 for x, y in spots], np.uint32)
    return Batch(grooved(), "grooved", instances(where, pattern=pattern))


def _chevrons() -> Batch:
    """Return outward marks in the ring around the squares."""
    half = half_of(False) + 0.14
    spots = [(a, d) for a in range(-4, 5, 2) for d in (0, 2, 4, 6)]
    where = {0: (0, 1), 2: (1, 0), 4: (0, -1), 6: (-1, 0)}
    places = [
        (half * where[d][0] + a * abs(where[d][1]), half * where[d][1] + a * abs(where[d][0]), 0.0)
        for a, d in spots
    ]
    turns = np.array([turned(d) for _, d in spots])
    return _batch(chevron(), np.array(places, float), turns, [Enamel.LAST] * len(spots))


def echoes(position: Position, placed: Sequence[Placed]) -> list[Batch]:
    """Return, for a board without edges, each edge's pods, faint, beyond the opposite edge."""
    if not position.wrap:
        return []
    found = []
    for each in placed:
        column, row = divmod(each.pod.square, 10)
        for dx in (0, -SIZE if column == SIZE else SIZE if column == 1 else 0):
            for dy in (0, -SIZE if row == SIZE else SIZE if row == 1 else 0):
                if dx or dy:
                    x, y, z = each.at
                    found.append(each._replace(at=(x + dx, y + dy, z)))
    return pod_batches(list(dict.fromkeys(found)), alpha=ECHO)


# -- beside the board


def store_batches(position: Position) -> list[Batch]:
    """Return the reserve and captured pods of both sides, and their prongs in racks."""
    return [
        batch
        for colour in COLOURS
        for batch in _in_tray(position.store(colour), colour, position.wrap)
    ]


@lru_cache(maxsize=16)
def _in_tray(store: Store, colour: Colour, wrap: bool) -> tuple[Batch, ...]:
    """Return a side's stores beside the board; cached, since most moves do not change them."""
    reserve = pods_in_tray(wrap, colour, store.reserve, 0)
    captured = pods_in_tray(wrap, colour, store.captured, 1)
    pods = pod_batches(reserve) + pod_batches(captured, quiet=1.0)
    # Inlaid like prongs: captured pods are not a mark, and no warning.
    inlaid = _on_tops(cross(), captured, None, glow=0.0)
    return (*pods, *inlaid, *rack(store, colour, wrap))


def pods_in_tray(wrap: bool, colour: Colour, count: int, row: int) -> list[Placed]:
    """Return pods in a side's tray, four in a row; those of row 1 take two rows if necessary."""
    place = place_in_tray(colour, wrap, row)
    return [
        Placed(
            Pod(colour, 0, ""),
            (place[0] + 0.57 * (i % 4), place[1] - 0.64 * (i // 4), -TRAY_DEEP),
            IN_TRAY,
        )
        for i in range(count)
    ]


def rack(store: Store, colour: str, wrap: bool) -> list[Batch]:
    """Return the prongs that a side has in reserve, in rows of ten, and the empty holes."""
    spots = rack_places(colour, wrap)
    shown = min(store.prongs, len(spots))
    turn = np.tile(LEVEL, (len(spots), 1))
    return [
        _batch(peg(), spots[:shown], turn[:shown], [LIT[colour]] * shown),
        _batch(hole(), spots[shown:], turn[shown:], [Enamel.DRILLED] * (len(spots) - shown)),
    ]


def store_labels(position: Position) -> tuple[Label, ...]:
    """Return the numbers of reserve pods, captured pods and prongs in the trays."""
    found = []
    for colour in COLOURS:
        west, _, south, _ = tray(colour, position.wrap)
        rows = [place_in_tray(colour, position.wrap, row)[1] for row in (0, 1)]
        for number, y in zip(position.store(colour), [*rows, south + 1.3], strict=True):
            found.append(Label(str(number), (west + 0.3, y, 0.01 - TRAY_DEEP), SMALL))
    return tuple(found)


def all_labels(position: Position) -> tuple[Label, ...]:
    """Return the labels inlaid in the wood: the squares' numbers, and the counts in the trays."""
    return (*rim_labels(position.wrap), *store_labels(position))


def number_labels(
    position: Position, moves: tuple[str, ...], without: Iterable[int] = (), before: int = 0
) -> tuple[Label, ...]:
    """Return on each square's top pod the number of the last move that ended or changed one there.

    It stands in the middle, or where there are prongs beside them. ``moves`` led to the position.
    Squares ``without`` have none: their pods are fanned out. The first moves ``before`` have none.
    """
    numbers = {
        square: str(i)
        for i, text in enumerate(moves[before:], 1)
        for square in ends_of(parse_move(text))
    }
    high = {square: count for square, count in heights(position).items() if square not in without}
    tops = {own[-1][1].square: own[-1][1].prongs for own in stacks(position)}
    found: list[Label] = []
    for square, text in numbers.items():
        if square in high:
            taken = tops[square] and high[square] > 1 and _corner_of_pile(tops[square])
            aside = _beside(tops[square], taken or "")
            # Beside the pod it lies on the board: higher up it would seem to be on another square.
            z = FLAT if any(aside) else pile(high[square])[-1][2] + HEIGHT + PRONG
            place = np.add((*place_of(square), z), (*aside, 0.0))
            height = PILE * min(2 / len(text), 1.0) if any(aside) else NUMBER
            found += figures([text], place[None], height)
    return tuple(found)


def _beside(prongs: str, taken: str) -> tuple[float, float]:
    """Return the way from a pod's middle to where its number covers no prong, if there is room.

    ``taken`` is the corner that has the number of pods, or empty.
    """
    free = [letter for letter in BESIDE if letter not in prongs + taken]
    return _offset(free[0]) if prongs and free else (0.0, 0.0)


def edge_for_figure(prongs: str, *, several: bool) -> tuple[float, float]:
    """Return the way from a pod's middle to where a wide figure covers the fewest prongs.

    It is the edge in the north or in the south, or the middle of a pod without prongs. A corner has
    the number of pods, if there are ``several``.
    """
    if not prongs:
        return 0.0, 0.0
    taken = {*prongs, *(_corner_of_pile(prongs) if several else "")}
    return _offset("a" if len(taken & {*"hab"}) <= len(taken & {*"def"}) else "e")


def _corner_of_pile(prongs: str) -> str:
    """Return the corner of a stack for the number of its pods: one without a prong, if any is."""
    return next((letter for letter in CORNERS if letter not in prongs), CORNERS[0])


def _offset(direction: str) -> tuple[float, float]:
    x, y = DIRECTIONS[LETTERS.index(direction)]
    return PILE_AT * x, PILE_AT * y


def pile_labels(position: Position, without: Iterable[int] = ()) -> tuple[Label, ...]:
    """Return the number of pods on each square with several, over a corner of the top one.

    It is one without a prong, if any is. Squares ``without`` have none: their pods are fanned out.
    """
    piles = [[pod for _, pod in own] for own in stacks(position) if len(own) > 1]
    piles = [own for own in piles if own[0].square not in without]
    places = [
        np.add(
            (*place_of(own[-1].square), pile(len(own))[-1][2] + HEIGHT),
            (*_offset(_corner_of_pile(own[-1].prongs)), 0.0),
        )
        for own in piles
    ]
    counts = (str(len(own)) for own in piles)
    return figures(counts, np.reshape(places, (-1, 3)), PILE)


@lru_cache(maxsize=2)
def rim_labels(wrap: bool) -> tuple[Label, ...]:
    """Return the numbers of columns in the south and of rows in the west."""
    out = half_of(wrap) + RIM / 2
    columns = [Label(str(i), (i - 5.0, -out, 0.0), TEXT) for i in range(1, SIZE + 1)]
    return (*columns, *(Label(str(i), (-out, i - 5.0, 0.0), TEXT) for i in range(1, SIZE + 1)))
