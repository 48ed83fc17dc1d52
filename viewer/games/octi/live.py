"""Octi in the window: the scene of the pictures with a partial move, lights and moving pods.

Lit squares are named by text: ``48`` is a square, ``>48`` one to go to, ``x48`` one whose pods are
captured. Stacks that the pointer has opened are fanned out, as are those of a move in progress.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from boche.engine.games.octi.geometry import DIRECTIONS, LETTERS, SIZE, Pod
from boche.engine.games.octi.notation import Draft, Move
from boche.engine.games.octi.position import Position
from boche.viewer.games.octi.board import board, place_of
from boche.viewer.games.octi.moves import Effect, effect_of, read, steps_of
from boche.viewer.games.octi.scene import (
    CAPTURED,
    COLOUR,
    LIT,
    all_labels,
    crosses,
    decided,
    echoes,
    edge_for_figure,
    ends_of,
    flat,
    fresh_prong,
    hint_frames,
    lamps,
    marks,
    number_labels,
    pile_labels,
    pod_batches,
    result_marks,
    store_batches,
    ties,
    wood,
)
from boche.viewer.games.octi.solids import APOTHEM, HEIGHT, HOLE_OUT, PRONG, brackets, frame, ring
from boche.viewer.games.octi.stacks import Placed, fanned_squares, heights, on_board, pile, stacks
from boche.viewer.scene.drawn import Drawn, with_drawn
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.figures import figures
from boche.viewer.scene.heat import discs
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Array, Batch, Label, Scene

GHOST = 0.72  # opacity of a pod at its destination
LEAVING = 0.32  # and at the place it would leave
FALL = 2.2  # height from which a piece starts
STEP_UP, JUMP_UP = 0.14, 0.62  # height of a hop
SPOT = frame(0.0, 0.17, True, 0.006)
KINDS = {"+": "add"}  # the action, by the end of a target, that no arrow shows
FAINT = 0.4  # opacity of the light on pods that may go too
ABOVE = 0.008  # height of a light over a hole
DOT, WAITING = 0.4, 0.6  # size of a light on a prong, of one on a waiting pod
HEAT, FIGURE = 0.49, 0.2  # radius of the largest disc, height of the figures
BESIDE_PODS = (1.08 * APOTHEM / HEAT) ** 2  # the part of a disc that a pod on it hides


def build(position: Position, options: LiveOptions) -> Scene:
    """Build the scene. ``options.ghost`` and ``options.moving`` are moves or their texts.

    A ghost may be a partial move, as ``Position.steps`` names it; so may ``options.taken``, the
    part of a move chosen so far.
    """
    ghost = str(options.ghost) if options.ghost is not None else options.taken
    moving = str(options.moving) if options.moving is not None else ""
    begun = "" if moving else options.taken or ghost
    plan = effect_of(position, moving or ghost) if moving or ghost else Effect()
    stand = tuple(standing(position, fanned_squares(position, options.opened, begun), options))
    batches = list(_still(position, options, plan, stand))
    if moving:
        batches += _on_the_way(position, plan, options.height)
    elif ghost:
        move = read(ghost)
        batches += _ghost(position, plan, stand)
        if isinstance(read(begun), Draft):
            caught = set(plan.victims) if ghost != begun and not plan.asks else None
            batches += _onward(position, begun, stand, caught)
        batches += hint_frames(ends_of(move)) if options.hint and isinstance(move, Move) else []
    if options.hinted is not None and not moving:
        hinted = read(str(options.hinted))
        brought = effect_of(position, str(options.hinted))
        batches += _ghost(position, brought, stand) if brought.brought else []
        batches += hint_frames(ends_of(hinted)) if isinstance(hinted, Move) else []
    fans = fanned_squares(position, options.opened, begun)
    batches += _heat(position, options)
    labels = all_labels(position) if options.labels else ()
    best = {int(text[:2]): _figure(text, said) for text, said in reversed(options.figures)}
    if not options.explode:
        labels += pile_labels(position, fans) if options.labels else ()
        labels += _numbers(position, options.numbered, (*fans, *best), options.unnumbered)
    labels += figures(best.values(), _warm_places(position, best, fans), FIGURE)
    made = board(position.wrap)
    whole = tuple(b for b in batches if len(b.instances))
    scene = Scene(whole, labels, made.ground, made.bounds)
    return with_drawn(scene, [] if moving or ghost else list(_arrows(options.ways)))


def _arrows(ways: Iterable[str]) -> Iterator[Drawn]:
    """Yield an arrow for each hop of the moves that a search holds best, once for equal ones."""
    hops = dict[tuple[int, int], None]()
    for move in map(read, ways):
        for route in move.routes if isinstance(move, Move) else ():
            stops = [route.name.square, *(hop.to for hop in route.hops)]
            hops |= dict.fromkeys(pairwise(stops))
    for start, end in hops:
        (x, y), (x2, y2) = place_of(start), place_of(end)
        to = x + _short(x2 - x), y + _short(y2 - y), 0.0  # over the edge, if that is the way
        yield Drawn("", (x, y, 0.0), to, colour=Enamel.HEAT)


def standing(position: Position, fans: tuple[int, ...], options: LiveOptions) -> list[Placed]:
    """Return all pods where they are shown, those of some squares fanned out."""
    fresh = fresh_prong(options.last)
    return on_board(position, fans, fresh, options.explode, taken=options.taken)


@lru_cache(maxsize=16)
def _still(
    position: Position, options: LiveOptions, plan: Effect, stand: tuple[Placed, ...]
) -> tuple[Batch, ...]:
    """Return the board and all pods that stay as they are; cached, since only the rest changes."""
    gone = {index for index, _ in plan.movers} | set(plan.victims)
    gone |= {plan.pod} if plan.old else set()
    held = decided(position)[: options.won]
    placed = [each for each in stand if each.piece not in gone]
    found = [*wood(position.wrap), *pod_batches(placed, quiet=1.0 if held else 0.0)]
    found += marks(options.last) + result_marks(position, held, placed)
    found += store_batches(position) + echoes(position, placed) + ties(stand)
    found += _lights(options.lit)
    return tuple(found)


def _lights(lit: Iterable[Any]) -> list[Batch]:
    texts = [str(text) for text in lit]
    goals = [int(text[1:]) for text in texts if text.startswith(">")]
    marked = [int(text[1:]) for text in texts if text.startswith("x")]
    own = [int(text) for text in texts if text.isdecimal()]
    return [
        flat(SPOT, goals, LIT["black"]),
        flat(brackets(), own, LIT["black"]),
        flat(ring(), marked, CAPTURED),
    ]


# -- a partial move


def _ghost(position: Position, plan: Effect, placed: Iterable[Placed]) -> list[Batch]:
    """Return leaving pods, faint; arriving ones, nearly opaque; captured ones, marked."""
    stand = {each.piece: each for each in placed}
    found: list[Batch] = []
    leaving = [index for index, way in plan.movers if len(way) > 1] + list(plan.victims)
    found += pod_batches([stand[index] for index in leaving], alpha=LEAVING)
    waiting = [stand[index] for index, way in plan.movers if len(way) == 1]
    found += pod_batches(waiting) + lamps(waiting[:1]) + lamps(map(_small, waiting[1:]))
    coming = _landed(position, plan)
    if plan.brought:
        coming.append(
            _at(Pod(position.turn, plan.brought, ""), plan.brought, _free(position, plan))
        )
    found += pod_batches(coming, alpha=GHOST)
    caught = dict.fromkeys(position.pods[index].square for index in plan.victims)
    found.append(flat(ring(), caught, CAPTURED))
    if plan.asks:
        found.append(flat(ring(), {plan.asks} - set(caught), CAPTURED, _may(position, plan.asks)))
    return found + _new_prong(position, plan, stand)


def _may(position: Position, square: int) -> float:
    """Return the opacity of the ring round pods that may be captured: one's own are spared."""
    own = any(pod.colour == position.turn for pod in position.pods_on(square))
    return FAINT if own else 1.0


def _small(each: Placed) -> Placed:
    """Return the place of a small light on top of a pod, in the form in which it is drawn."""
    x, y, z = each.at
    lower = each.scale * (1.0 - WAITING)
    return each._replace(at=(x, y, z + lower * HEIGHT), scale=each.scale - lower)


def _free(position: Position, plan: Effect) -> int:
    """Return how many pods already stand where one is brought on."""
    return len(position.pods_on(plan.brought))


def _landed(position: Position, plan: Effect) -> list[Placed]:
    """Return the pods that have moved, where they would stand."""
    found: list[Placed] = []
    gone = {index for index, _ in plan.movers} | set(plan.victims)
    for index, way in plan.movers:
        if len(way) > 1:
            there = [i for i, p in enumerate(position.pods) if p.square == way[-1]]
            below = len([i for i in there if i not in gone])
            below += sum(each.pod.square == way[-1] for each in found)
            pod = position.pods[index]._replace(square=way[-1])
            found.append(_at(pod, way[-1], below)._replace(piece=index))
    return found


def _at(pod: Pod, square: int, below: int) -> Placed:
    """Return a pod on a square, above ``below`` others."""
    x, y = place_of(square)
    return Placed(pod, (x, y, pile(below + 1)[below][2]))


def _new_prong(position: Position, plan: Effect, stand: dict[int, Placed]) -> list[Batch]:
    """Return a prong that would be added, in the colour of marks; one to be turned is left out."""
    if plan.pod < 0:
        return []
    each = stand[plan.pod]
    if not plan.new:
        return lamps([each])
    kept = "".join(letter for letter in each.pod.prongs if letter != plan.old)
    new = each.pod._replace(prongs="".join(sorted(kept + plan.new)))
    if plan.old:
        return pod_batches([each._replace(pod=new, fresh=plan.new)])
    only = each._replace(pod=each.pod._replace(prongs=plan.new), fresh=plan.new)
    return [batch for batch in pod_batches([only], alpha=GHOST) if batch.mesh.name == "octi prong"]


def _onward(
    position: Position, text: str, placed: Iterable[Placed], chosen: set[int] | None
) -> list[Batch]:
    """Return the options for the next step of a partial move.

    These are squares to go to, pods of the square to go as well, pods to capture, and the square
    to stop on or to land on without a capture. Once the next step is pointed at, only the pods
    ``chosen`` with it are crossed out, not those that it spares. Before that, pods of one's own,
    which are spared unless they are clicked, are ringed faintly and not crossed out.
    """
    before, made = effect_of(position, text), read(text)
    if before.pod >= 0:
        pod = next(each for each in placed if each.piece == before.pod)
        if before.new:
            other = COLOUR["white" if pod.pod.colour == "black" else "black"]
            return _dots(pod, pod.pod.prongs, PRONG, other)
        return _dots(pod, "".join(each for each in LETTERS if each not in pod.pod.prongs), ABOVE)
    ends, more, caught, stops = set[int](), set[int](), set[int](), set[int]()
    for step in steps_of(position, text):
        after = effect_of(position, step.text)
        ways = zip(after.movers, before.movers, strict=False)
        ahead = {new[-1] for (_, new), (_, old) in ways if len(new) > len(old)}
        added = {index for index, _ in after.movers} - {index for index, _ in before.movers}
        taken = set(after.victims) - set(before.victims)
        ends, more, caught = ends | ahead, more | added, caught | taken
        if before.movers and not ahead | added | taken and isinstance(made, Draft):
            stops.add(before.movers[made.at][1][-1])
    spared = set[int]()
    if chosen is not None:
        caught &= chosen
    else:
        spared = {index for index in caught if position.pods[index].colour == position.turn}
    stand = {each.piece: each for each in placed}
    found = lamps([stand[index] for index in sorted(more)], alpha=FAINT)
    found += crosses([stand[index] for index in sorted(caught - spared)])
    over = dict.fromkeys(position.pods[index].square for index in sorted(caught))
    found += [flat(SPOT, sorted(ends), LIT["black"])]
    for square in over:
        found.append(flat(ring(), [square], CAPTURED, FAINT if spared else 1.0))
    return [*found, flat(brackets(), sorted(stops - set(over)), LIT["black"])]


def _dots(each: Placed, letters: str, high: float, colour: int | None = None) -> list[Batch]:
    """Return a light ``high`` above a pod on each of its prongs or holes that may be chosen.

    Those on holes have the colour of the side's lights, by default.
    """
    x, y, z = each.at
    dots = [
        each._replace(
            at=(
                x + HOLE_OUT * each.scale * DIRECTIONS[i][0] / np.hypot(*DIRECTIONS[i]),
                y + HOLE_OUT * each.scale * DIRECTIONS[i][1] / np.hypot(*DIRECTIONS[i]),
                z + each.scale * (HEIGHT * (1.0 - DOT) + high),
            ),
            scale=DOT * each.scale,
        )
        for i in map(LETTERS.index, letters)
    ]
    return lamps(dots, colour)


# -- a move in motion


def _on_the_way(position: Position, plan: Effect, height: float) -> list[Batch]:
    """Return the pods of a move between its squares, for ``height`` from ``FALL`` down to 0."""
    part = 1.0 - min(max(height / FALL, 0.0), 1.0)
    found: list[Batch] = []
    goals = {each.piece: each for each in _landed(position, plan)}
    starts = {each.piece: each for each in on_board(position)}
    going = [
        goals[index]._replace(at=_between(starts[index].at, goals[index].at, way, part, position))
        for index, way in plan.movers
        if index in goals
    ]
    found += pod_batches(going)
    found += pod_batches([starts[index] for index in plan.victims], alpha=max(1.0 - part, 0.01))
    if plan.brought:
        pod = Pod(position.turn, plan.brought, "")
        each = _at(pod, plan.brought, _free(position, plan))
        found += pod_batches([each._replace(at=_lifted(each.at, height))])
    for batch in _new_prong(position, plan, starts):
        found.append(_raised(batch, height) if batch.mesh.name == "octi prong" else batch)
    return found


def _lifted(at: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    return at[0], at[1], at[2] + by


def _raised(batch: Batch, by: float) -> Batch:
    """Return a batch of prongs above their place; those that are not new stay."""
    made = batch.instances.copy()
    made["position"][:, 2] += np.where(made["pattern"] == Enamel.LAST, np.float32(by), 0.0)
    return Batch(batch.mesh, batch.material, made, batch.translucent)


def _between(
    start: tuple[float, float, float],
    goal: tuple[float, float, float],
    way: tuple[int, ...],
    part: float,
    position: Position,
) -> tuple[float, float, float]:
    """Return the place of a pod on its way, hop by hop in arcs.

    A pod that passes an edge comes in at the opposite one.
    """
    hops = len(way) - 1
    hop = min(int(part * hops), hops - 1)
    along = part * hops - hop
    (x, y), (x2, y2) = place_of(way[hop]), place_of(way[hop + 1])
    dx, dy = _short(x2 - x), _short(y2 - y)
    low = start[2] if hop == 0 else 0.0
    high = goal[2] if hop == hops - 1 else 0.0
    jumps = max(abs(dx), abs(dy)) > 1.5
    top = (JUMP_UP if jumps else STEP_UP) * 4.0 * along * (1.0 - along)
    return (
        _held(x + along * dx, position),
        _held(y + along * dy, position),
        low + along * (high - low) + top,
    )


def _short(by: float) -> float:
    """Return the shorter way round."""
    return by - SIZE * round(by / SIZE) if abs(by) > SIZE / 2 else by


def _held(at: float, position: Position) -> float:
    half = SIZE / 2
    return (at + half) % SIZE - half if position.wrap else at


def _heat(position: Position, options: LiveOptions) -> list[Batch]:
    """Return how much a search considers each square, taking all moves that begin there together.

    The discs lie below the pods, which must stay visible, and are large enough to show around them.
    """
    heat: dict[int, float] = {}
    for text, share in options.heat:
        heat[int(text[:2])] = max(heat.get(int(text[:2]), 0.0), share)
    if not heat:
        return []
    hidden = np.array([BESIDE_PODS if square in heights(position) else 0.0 for square in heat])
    shares = hidden + (1.0 - hidden) * np.array(list(heat.values()))
    places = np.array([(*place_of(square), 0.02) for square in heat])
    return [discs(places, shares, HEAT)]


def _figure(target: str, said: str) -> str:
    """Return the text on a target, preceded by the action there."""
    return f"{KINDS.get(target[-1], '')} {said}".strip()


def _warm_places(position: Position, squares: Iterable[int], fans: tuple[int, ...]) -> Array:
    """Return the places (N, 3) of figures: on pods, beside their prongs, or on the board."""
    pods = {own[-1][1].square: own for own in stacks(position)}
    places = []
    for square in squares:
        own = pods.get(square, ()) if square not in fans else ()
        prongs = own[-1][1].prongs if own else ""
        aside = edge_for_figure(prongs, several=len(own) > 1)
        on_top = own and not any(aside)
        z = pile(len(own))[-1][2] + HEIGHT + 0.06 if on_top else 0.02
        places.append(np.add((*place_of(square), z), (*aside, 0.0)))
    return np.reshape(places, (-1, 3))


@lru_cache(maxsize=4)
def _numbers(
    position: Position, moves: tuple[str, ...], without: tuple[int, ...], before: int
) -> tuple[Label, ...]:
    return number_labels(position, moves, without, before)
