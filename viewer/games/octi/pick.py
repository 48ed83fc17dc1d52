"""Octi picking: the pod, hole or square that a ray hits, and the step that it stands for.

Pods are octagonal prisms. A pod's middle selects it to move, one of its holes gets a prong (the
pick's ``key`` tells which, as the letter of the choice); the wood of a home square around its pods
brings a pod on. Once a move has begun, ``display.taken``, a square or a pod selects the next step.
A stack under the pointer is fanned out until the pointer leaves the squares around it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from boche.engine.games.octi.geometry import COLOURS, HOMES, LETTERS, Pod
from boche.engine.games.octi.notation import Draft, Move, Name
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.words import (
    NO_HOME_HELD,
    NO_POD,
    NO_PRONG_LEFT,
    NO_RESERVE,
    NO_WAY,
)
from boche.engine.message import NOTHING, Message
from boche.viewer.camera.camera import Vector
from boche.viewer.camera.rays import Points, Ray, plane_distance
from boche.viewer.games.octi import words
from boche.viewer.games.octi.board import board, part_of_tray, place_of, square_at, tray
from boche.viewer.games.octi.moves import effect_of, index_of, read, steps_of
from boche.viewer.games.octi.questions import asks, captures, passed, passes_enemies, spares
from boche.viewer.games.octi.solids import APOTHEM, HEIGHT, HOLE_OUT
from boche.viewer.games.octi.stacks import Placed, fanned_squares, heights, on_board, reach_of
from boche.viewer.games.view import Carried, Display, Hover, Pick, Picker, Preview

CORNER = 0.455  # offset from a square's middle where its wood shows beside all its pods


ADVICE = {phrase.kind for phrase in (words.BRING_ON, words.BRING_BACK, words.ADD_PRONG)}
"""The kinds of what a click in a tray tells, where nothing is refused."""


class Spot(NamedTuple):
    """A square under the pointer, a pod and the letter of the hole or prong there.

    ``pod`` is an index in ``Position.pods``, or -1.
    """

    square: int
    pod: int = -1
    hole: str = ""


class Stored(NamedTuple):
    """What is pointed at in a tray: ``reserve``, ``captured`` or ``prongs``, and whose."""

    colour: str
    kind: str


# -- rays


def pick(position: Position, ray: Ray, display: Display) -> Pick:
    """Return what a ray from above the table hits, and the step that the player means by it."""
    met = ray_hit(position, ray, display)
    now = opened_at(position, met, display)
    if now != display.opened:
        display = replace(display, opened=now)
        met = ray_hit(position, ray, display)
    if met is None:
        return Pick(opened=now)
    if not display.taken:
        met = with_rim(position, ray, display, met)
    x, y, z = (float(each) for each in met.point)
    if not met.square:
        store = _store_at(position, x, y)
        told = NOTHING if store is None else _of_store(position, store, display.taken)
        advises = told.kind in ADVICE
        return Pick(None, store, told, (x, y, z), opened=now, advises=advises)
    spot = Spot(met.square)
    if met.pod is not None:
        hole = hole_at(met.pod, met.point, asked="+" in display.taken)
        spot = Spot(met.square, met.pod.piece, hole)
    target, key, reason = meaning(position, spot, display.taken)
    empty = reason.kind == NO_POD.kind  # a refusal for a click, not for a pointer on its way
    return Pick(target, spot, reason, (x, y, z), key, now, told=empty)


def opened_at(position: Position, met: Met | None, display: Display) -> str:
    """Return the square whose stack the pointer opens, or keeps open while it is over the fan."""
    if met is None or display.explode:
        return ""
    if heights(position).get(met.square, 0) > 1:
        return str(met.square)
    if not display.opened:
        return ""
    square = int(display.opened)
    away = np.abs(met.point[:2] - place_of(square)).max()
    return display.opened if away <= reach_of(position, square, display.taken) else ""


# -- targets of steps


@lru_cache(maxsize=64)
def goals(position: Position, taken: str) -> tuple[tuple[str, Spot], ...]:
    """Return the steps that follow ``taken``, each with the spot that selects it."""
    return tuple(
        (step.text, goal(position, taken, step.text)) for step in steps_of(position, taken)
    )


def goal(position: Position, taken: str, text: str) -> Spot:
    """Return the spot that selects a step."""
    made = read(text)
    if made.new or (isinstance(made, Draft) and made.mark == "+"):
        return _prong_spot(position, taken, made)
    after = effect_of(position, text)
    if after.brought:
        return Spot(after.brought)
    if not taken:
        return _pod_spot(position, made.routes[0].name)
    before = effect_of(position, taken)
    if len(after.movers) > len(before.movers):
        chosen = {index for index, _ in before.movers}
        added = next(index for index, _ in after.movers if index not in chosen)
        return Spot(made.routes[0].name.square, added)
    if before.asks:
        return _capture_spot(position, taken, text)
    for (_, new), (_, old) in zip(after.movers, before.movers, strict=True):
        if len(new) > len(old):
            return Spot(new[-1])
    return Spot(_current_square(position, taken))


def _prong_spot(position: Position, taken: str, made: Move | Draft) -> Spot:
    pod = index_of(position, made.routes[0].name, ())
    old = made.old if isinstance(made, Move) else ""
    return Spot(made.routes[0].name.square, pod, (old or made.new) if taken else "")


def _pod_spot(position: Position, name: Name) -> Spot:
    return Spot(name.square, index_of(position, name, ()))


def _current_square(position: Position, taken: str) -> int:
    """Return the square on which the moving pod stands at the moment."""
    made = read(taken)
    at = made.at if isinstance(made, Draft) else 0
    return effect_of(position, taken).movers[at][1][-1]


def _capture_spot(position: Position, taken: str, text: str) -> Spot:
    """Return the landing square for what is usual, or the pods of one's own treated otherwise.

    Enemy pods are usually captured, one's own spared, so that a double click on the landing square
    never gives anything away. A click on enemies captures them as well: to spare them is another
    choice at the landing, without a spot of its own.
    """
    before, after = effect_of(position, taken), effect_of(position, text)
    caught = {index for index in after.victims if index not in before.victims}
    there = set(passed(position, taken))
    unusual = caught ^ (there if passes_enemies(position, taken) else set())
    if not unusual or passes_enemies(position, taken):
        return Spot(_current_square(position, taken), -1, "some" if unusual else "")
    if len(unusual) == 1 and len(there) > 1:
        return Spot(before.asks, unusual.pop())
    return Spot(before.asks, -1, "" if unusual == there else "some")


def usual(position: Position, taken: str) -> str | None:
    """Return the step that a click on the landing square selects: what is usual with pods there.

    After that question it ends the move, if the pod could also go on. Return None if neither is
    asked.
    """
    if not taken or not (effect_of(position, taken).asks or _may_stop(taken)):
        return None
    landing = Spot(_current_square(position, taken))
    return next((text for text, spot in goals(position, taken) if spot == landing), None)


def _may_stop(taken: str) -> bool:
    """Return whether a pod has jumped and may go on, in a move of no other pod."""
    made = read(taken)
    alone = isinstance(made, Draft) and made.mark == "-" and len(made.routes) == 1
    return alone and bool(made.routes[0].hops)


def about(position: Position, taken: str) -> tuple[str, ...]:
    """Return the square whose pods may be captured now, if there is one."""
    asked = effect_of(position, taken).asks
    return (str(asked),) if asked else ()


def seconds(position: Position, taken: str) -> tuple[tuple[str, Message], ...]:
    """Return the steps that buttons offer: to capture or spare pods just passed, or to stop.

    The usual one comes first. Of several enemies one may be spared; which of one's own pods is
    captured alone a click on it says.
    """
    main = usual(position, taken)
    if main is None:
        return ()
    if not effect_of(position, taken).asks:
        return ((main, words.STOP_HERE()),)
    there, before = passed(position, taken), effect_of(position, taken)
    enemies = passes_enemies(position, taken)
    found = [(main, (words.CAPTURE if enemies else words.SPARE)(count=len(there)))]
    for text, _ in goals(position, taken):
        caught = set(effect_of(position, text).victims) - set(before.victims)
        spared = [index for index in there if index not in caught]
        if text == main:
            continue
        if not spared:
            found.append((text, words.CAPTURE(count=len(there))))
        elif len(spared) == len(there):
            found.append((text, words.SPARE(count=len(there))))
        elif len(spared) == 1 and enemies:
            kinds = [position.pods[index].prongs for index in there]
            found.append((text, _sparing(position.pods[spared[0]], kinds)))
    return tuple(found)


def _sparing(pod: Pod, kinds: list[str]) -> Message:
    """Return a button's text for sparing one pod, named as in moves, of pods of some kinds."""
    if len(set(kinds)) == 1:
        return words.SPARE_ANY()
    if pod.prongs:
        return words.SPARE_ONE(pod=f"{pod.square}{pod.prongs}")
    return words.SPARE_BARE(count=kinds.count(""))


# -- meaning


def meaning(position: Position, spot: Spot, taken: str) -> tuple[str | None, str, Message]:
    """Return the step that a spot selects and the letter of a choice below it.

    If there is none, the step is None and the message says why.
    """
    if position.outcome is not None:
        return None, "", position.outcome.reason
    if taken:
        return _next_step(position, spot, taken)
    pod = position.pods[spot.pod] if spot.pod >= 0 else None
    if pod is not None and pod.colour != position.turn:
        return None, "", words.WHOSE_POD(square=spot.square, colour=pod.colour)
    texts = [text for text, _ in goals(position, "")]
    if pod is None:
        return _of_wood(position, spot, texts)
    name = name_of(position, pod)
    if spot.hole and spot.hole not in pod.prongs and f"{name}+" in texts:
        return f"{name}+", spot.hole, NOTHING
    if f"{name}-" in texts:
        return f"{name}-", "", NOTHING
    if not pod.prongs and f"{name}+" in texts:
        return f"{name}+", "", NOTHING  # which prong is asked next
    return None, "", _why_still(pod)


def _of_wood(position: Position, spot: Spot, texts: list[str]) -> tuple[str | None, str, Message]:
    """Return what a square means beside its pods: a pod brought on, or its only kind of pod."""
    if str(spot.square) in texts:
        return str(spot.square), "", NOTHING
    pods = position.pods_on(spot.square)
    if pods and pods[0].colour != position.turn:
        return None, "", words.WHOSE_PODS(square=spot.square, colour=pods[0].colour)
    own = {name_of(position, pod) for pod in pods}
    going = [f"{name}-" for name in own if f"{name}-" in texts]
    if len(own) == 1 and going:
        return going[0], "", NOTHING
    if len(own) > 1:
        return None, "", words.CHOOSE_POD(square=spot.square)
    return None, "", (words.NONE_CAN_GO if own else NO_POD)(square=spot.square)


def _store_at(position: Position, x: float, y: float) -> Stored | None:
    """Return what lies in a tray at a point, or None beside both, and while a board is set up."""
    for colour in COLOURS if isinstance(position, Position) else ():
        west, east, south, north = tray(colour, position.wrap)
        if west <= x <= east and south <= y <= north:
            kind = part_of_tray(y, colour, position.wrap)
            none = kind == "captured" and not position.store(colour).captured
            return Stored(colour, "reserve" if none else kind)
    return None


def _of_store(position: Position, store: Stored, taken: str) -> Message:
    """Return how what lies in a tray comes on the board, or why it cannot now."""
    if position.outcome is not None:
        return position.outcome.reason
    if taken:
        return _next_step(position, Spot(0), taken)[2]
    if store.colour != position.turn:
        return words.WHOSE_TRAY(colour=store.colour)
    left = position.store(store.colour)
    if store.kind == "prongs":
        return words.ADD_PRONG() if left.prongs else NO_PRONG_LEFT()
    squares = tuple(sorted(map(int, _brought_to(position, store.kind))))
    if store.kind == "captured":
        return words.BRING_BACK(squares=squares) if squares else NO_HOME_HELD()
    if squares:
        return words.BRING_ON(squares=squares)
    return words.NO_HOME_FREE() if left.reserve else NO_RESERVE()


def _brought_to(position: Position, kind: str) -> list[str]:
    """Return the steps that bring on a pod from the reserve, or a captured one: its squares."""
    homes, own = HOMES[position.turn], kind == "reserve"
    bare = (text for text, _ in goals(position, "") if text.isdecimal())
    return [text for text in bare if (int(text) in homes) == own]


def carried(position: Position, pick: Pick, taken: str) -> Carried | None:
    """Return the pod or prong that a drag takes along: one of one's own, or one off the board.

    A drag from a tray, or from a pod of one's own, never turns the table, even if nothing there can
    go now: clicks that follow would miss what they are aimed at.
    """
    spot, step, onto = pick.face, "", dict[str, str]()
    if isinstance(spot, Stored) or (pick.key and spot is None):
        gives = spot is None or (spot.kind, spot.colour) == ("prongs", position.turn)
        if position.outcome is not None or (taken and not (gives and _only_taken_up(taken))):
            return Carried("", {})
        if gives:
            return Carried("", {}, _given_to)
        assert isinstance(spot, Stored), "only a letter of the palette has no spot"
        if spot.colour == position.turn:
            onto = {text: text for text in _brought_to(position, spot.kind)}
        return Carried("", onto)
    on_pod = isinstance(spot, Spot) and spot.pod >= 0 and position.outcome is None
    if not on_pod or position.pods[spot.pod].colour != position.turn:
        return None
    step, onto = _moved_to(position, spot, taken)
    prongs = position.pods[spot.pod].prongs
    reason = NOTHING if taken or prongs else words.NO_PRONGS_YET()
    found = Carried(step if onto else "", onto, reason=reason)
    held = _prong_held(position, pick, spot) if not taken or _only_taken_up(taken) else ""
    if not held:
        return found
    grip = spot._replace(hole=held)
    return found._replace(turned=partial(_turned_to, grip), says=partial(_says_turn, grip))


def _prong_held(position: Position, pick: Pick, spot: Spot) -> str:
    """Return the letter of the prong that a drag from a pod has hold of, or nothing.

    A hand that misses a prong by a few pixels means it: away from the pod it moves the pod anyway.
    """
    if pick.point is None:
        return ""
    each = _placed_pod(position, spot.pod, pick.opened)
    away = (np.asarray(pick.point)[:2] - each.at[:2]) / each.scale
    from_prongs = {
        letter: float(np.hypot(*(away - HOLE_OUT * OUT[LETTERS.index(letter), :2])))
        for letter in each.pod.prongs
    }
    nearest = min(from_prongs, key=from_prongs.__getitem__, default="")
    return nearest if nearest and from_prongs[nearest] <= GRIP else ""


def _placed_pod(position: Position, pod: int, opened: str) -> Placed:
    """Return a pod as it is shown while a stack is opened."""
    seen = placed_pods(position, Display(opened=opened))
    return next(each for each in seen if each.piece == pod)


def _only_taken_up(taken: str) -> bool:
    """Return whether a beginning has only taken up a pod, or several, and moved none."""
    made = read(taken)
    return isinstance(made, Draft) and not made.new and not any(way.hops for way in made.routes)


def _given_to(position: Position, pick: Pick) -> tuple[str | None, str]:
    """Return the step that adds a prong to a pod under the pointer, and the letter of its hole."""
    adds, spot = lettered(position, None, pick, ""), pick.face
    if adds is None or pick.point is None:
        return None, ""
    each = _placed_pod(position, spot.pod, pick.opened)
    hole = hole_at(each, np.asarray(pick.point), asked=True)
    return adds, hole if hole not in each.pod.prongs else ""


def _turned_to(dragged: Spot, position: Position, pick: Pick) -> str:
    """Return the move that turns a prong to the hole under the pointer, or nothing."""
    spot = pick.face
    if not isinstance(spot, Spot) or spot.pod != dragged.pod or pick.point is None:
        return ""
    each = _placed_pod(position, spot.pod, pick.opened)
    hole = hole_at(each, np.asarray(pick.point), asked=True)
    if not hole or hole in each.pod.prongs:
        return ""
    text = f"{name_of(position, each.pod)}+{hole}-{dragged.hole}"
    return text if position.is_legal(position.parse(text)) else ""


def _says_turn(dragged: Spot, position: Position, pick: Pick) -> Message:
    """Return what letting go of a prong turns, or where it may go; nothing beside its pod."""
    turned = _turned_to(dragged, position, pick)
    if turned:
        return preview(position, position.parse(turned)).text
    on_pod = isinstance(pick.face, Spot) and pick.face.pod == dragged.pod
    return words.WHICH_HOLE(prong=dragged.hole, square=dragged.square) if on_pod else NOTHING


def _moved_to(position: Position, spot: Spot, taken: str) -> tuple[str, dict[str, str]]:
    """Return the step that takes up a pod, or nothing in its move, and the next ones by squares."""
    step = "" if taken else f"{name_of(position, position.pods[spot.pod])}-"
    if taken:
        begun = effect_of(position, taken)
        goes = spot.pod in dict(begun.movers) and not begun.asks
    else:
        goes = step in dict(goals(position, ""))
    found = goals(position, step or taken) if goes else ()
    here = _current_square(position, taken) if goes and taken else spot.square
    return step, {str(to.square): text for text, to in found if to.pod < 0 and to.square != here}


def _why_still(pod: Pod) -> Message:
    if not pod.prongs:
        return words.NONE_LEFT(square=pod.square)
    return NO_WAY(square=pod.square, prongs=pod.prongs)


def _next_step(position: Position, spot: Spot, taken: str) -> tuple[str | None, str, Message]:
    """Return the step after ``taken`` that a spot selects: a pod or hole counts before a square."""
    found = goals(position, taken)
    if passes_enemies(position, taken) and spot.square == effect_of(position, taken).asks:
        return usual(position, taken), "", NOTHING
    if any(goal.pod >= 0 and goal.hole for _, goal in found):
        chosen = [text for text, goal in found if goal == spot]
    else:
        going = {index for index, _ in effect_of(position, taken).movers}
        kind = _kind(position, spot) if spot.pod not in going else None
        chosen = [t for t, goal in found if kind and _kind(position, goal) == kind]
        chosen += [t for t, goal in found if goal == Spot(spot.square)]
    if chosen:
        return chosen[0], "", NOTHING
    begun = effect_of(position, taken)
    if begun.pod >= 0 and not begun.new:
        bare = not position.pods[begun.pod].prongs
        return None, "", words.NO_PRONGS_YET() if bare else words.CHOOSE_HOLE()
    if begun.asks:
        return None, "", asks(position, taken)
    squares = tuple(sorted({goal.square for _, goal in found}))
    phrase = words.GOES_ON if _only_taken_up(taken) else words.GOES_FURTHER
    return None, "", phrase(squares=squares)


def _kind(position: Position, spot: Spot) -> tuple[int, str] | None:
    """Return a pod's square and prongs: equal pods are the same for a step."""
    if spot.pod < 0:
        return None if spot.hole else (spot.square, "none")
    return spot.square, position.pods[spot.pod].prongs


def name_of(position: Position, pod: Pod) -> str:
    """Return a pod's name as steps spell it."""
    kinds = {each.prongs for each in position.pods_on(pod.square)}
    return str(Name(pod.square, pod.prongs if len(kinds) > 1 else None))


def piece(position: Position, pick: Pick) -> str:
    """Return the pod that a pick hits, or the prong of it, or an empty text."""
    spot = pick.face
    if not isinstance(spot, Spot) or spot.pod < 0:
        return ""
    pod = position.pods[spot.pod]
    return f"{pod.square}{pod.prongs}" + (
        f"-{spot.hole}" if spot.hole and spot.hole in pod.prongs else ""
    )


def target_of(position: Position, move: Any) -> str | None:
    """Return the step that begins a move or a partial one."""
    made = read(str(move))
    name = made.routes[0].name
    if isinstance(made, Move) and made.is_bring:
        return str(name)
    return f"{name}+" if "+" in str(move) else f"{name}-"


def leads(choice: str, move: Any) -> bool:
    """Return True if a move may begin with the choice."""
    draft, made = read(choice), read(str(move))
    return isinstance(draft, Draft) and isinstance(made, Move) and draft.leads_to(made)


def key_of(choice: str) -> str:
    """Return the letter of the prong in ``46+c``, of the old one in ``46+c-b``; else nothing."""
    prongs = choice.partition("+")[2]
    return prongs.rstrip("-")[-1:]


def named(choice: str) -> Message:
    """Return a button's text for a choice at a pod: a move from it, a prong, or a pod brought on.

    The arrow of a prong is that of the view from the corner and from above.
    """
    made = read(choice)
    if made.new and not (isinstance(made, Move) and made.old):
        phrase = words.PRONG if isinstance(made, Move) else words.TURN_TO
        return phrase(letter=made.new, arrow=words.ARROWS[LETTERS.index(made.new)])
    if isinstance(made, Move):
        return words.NEW_POD() if made.is_bring else NOTHING
    pod = str(made.routes[0].name)
    return words.GOES_FROM(pod=pod) if choice == f"{pod}-" else NOTHING


def does(target: str) -> Message:
    """Return what a step does with its pod: moves it, or adds a prong."""
    phrases = {"-": words.MOVE_IT, "+": words.ADD_TO_IT}
    return phrases[target[-1]]() if target[-1] in phrases else words.BRING_IT_ON()


def lettered(position: Position, target: str | None, pick: Pick, taken: str) -> str | None:
    """Return the step that adds a prong to the pod chosen or pointed at, or None.

    It is what a letter key selects.
    """
    spot = pick.face
    if taken or (target is None and not (isinstance(spot, Spot) and spot.pod >= 0)):
        return None
    name = target.rstrip("-") if target is not None else name_of(position, position.pods[spot.pod])
    adds = f"{name}+"
    return adds if adds in [text for text, _ in goals(position, "")] and adds != target else None


def place(position: Position, target: str, display: Display) -> Vector:
    """Return the point in the world that a step points at, (3,)."""
    spot = goal(position, display.taken, target)
    x, y = place_of(spot.square)
    if spot.pod < 0:
        beside = CORNER if "?" in display.taken and position.pods_on(spot.square) else 0
        return np.array([x + beside, y - beside, 0.0])
    seen = placed_pods(position, replace(display, opened=str(spot.square)))
    each = next(each for each in seen if each.piece == spot.pod)
    top = np.add(each.at, (0.0, 0.0, HEIGHT * each.scale))
    if spot.hole in LETTERS and spot.hole:
        top = top + HOLE_OUT * each.scale * OUT[LETTERS.index(spot.hole)]
    return np.asarray(top)


def closed(position: Position, target: str, display: Display) -> tuple[Vector, str]:
    """Return where a step points while stacks are closed, and the stack that hides it."""
    spot = goal(position, display.taken, target)
    if spot.pod < 0:
        return place(position, target, display), ""
    x, y = place_of(spot.square)
    return np.array([x, y, 0.0]), str(spot.square)


def over(position: Position, target: str, ray: Ray, display: Display) -> bool:
    """Return True if a ray hits the square that a step points at, or a pod on it."""
    met = ray_hit(position, ray, display)
    return met is not None and met.square == goal(position, display.taken, target).square


def spot_name(position: Position, pick: Pick) -> str:
    """Return the square that a ray has hit, or that a step begins on."""
    if isinstance(pick.face, Spot):
        return str(pick.face.square)
    return str(read(pick.target).routes[0].name.square) if pick.target else ""


def place_name(position: Position, pick: Pick, taken: str) -> Message:
    """Return the square pointed at, or that keys have chosen, which says what stands there."""
    if isinstance(pick.face, Spot):
        square = pick.face.square
    elif pick.face is None and pick.target:
        square = goal(position, taken, pick.target).square
    else:
        return NOTHING
    pods = position.pods_on(square)
    if not pods:
        return words.SQUARE(square=square)
    return NOTHING if pick.face else described(pods)  # what is pointed at is described anyway


def top(position: Position, spot: str, display: Display) -> Vector | None:
    """Return the point on top of a square or of its highest pod, (3,)."""
    square = int(spot)
    if not 1 <= square // 10 <= 9 or not 1 <= square % 10 <= 9:
        return None
    pods = [
        each
        for each in placed_pods(position, display)
        if position.pods[each.piece].square == square
    ]
    height = max((float(each.at[2]) + HEIGHT * each.scale for each in pods), default=0.0)
    return np.array([*place_of(square), height])


def bounds(position: Position) -> Points:
    """Return points (N, 3) that a view of the whole board must contain."""
    return np.asarray(board(position.wrap).bounds, float)


# -- words and light


def hover(position: Position, pick: Pick) -> Hover:
    """Return the pods of the square under the pointer, and where the one pointed at may go."""
    spot = pick.face
    if not isinstance(spot, Spot):
        return Hover()
    pods = position.pods_on(spot.square)
    if not pods:
        return Hover()
    lit: list[str] = []
    if (
        position.outcome is None
        and spot.pod >= 0
        and position.pods[spot.pod].colour == position.turn
    ):
        lit += [f">{square}" for square in reached(position, position.pods[spot.pod])]
    return Hover(described(pods), tuple(lit))


@lru_cache(maxsize=64)
def reached(position: Position, pod: Pod) -> tuple[int, ...]:
    """Return the squares that a pod can step or jump to at once."""
    begun = f"{name_of(position, pod)}-"
    if begun not in [text for text, _ in goals(position, "")]:
        return ()
    return tuple(sorted({spot.square for _, spot in goals(position, begun)} - {pod.square}))


def described(pods: tuple[Pod, ...]) -> Message:
    """Return a line on the pods of a square: ``2 black pods on 67: abch, cdeg``."""
    colour, square = pods[0].colour, pods[0].square
    names = tuple(pod.prongs or words.BARE() for pod in pods)
    return words.PODS_THERE(count=len(pods), colour=colour, square=square, pods=names)


@lru_cache(maxsize=256)
def preview(position: Position, move: Any) -> Preview:
    """Return what a move, or a partial move, would bring."""
    text = str(move)
    plan = effect_of(position, text)
    caught = tuple(f"x{square}" for square in _squares_of(position, plan.victims))
    if isinstance(read(text), Draft):
        asked = (f"x{plan.asks}",) if plan.asks else ()
        begun = Preview(threatened=caught + asked, text=asks(position, text, ahead=True))
        return replace(begun, task=begun)
    after = position.play(move)
    over = after.outcome
    chosen = tuple(captures(position, text)), _choices(position, text)
    homes = len(after.homes_held(position.turn)) - len(position.homes_held(position.turn))
    won = (words.TAKES_HOME(),) if homes > 0 else ()
    effects = (over.reason,) if over is not None else (*chosen[0], *won, *chosen[1])
    task = Preview(threatened=caught, text=_move_text(text, (*chosen[0], *chosen[1])))
    return Preview(threatened=caught, text=_move_text(text, effects), task=task)


def _move_text(text: str, effects: tuple[Message, ...]) -> Message:
    return words.BRINGS(move=text, effects=effects) if effects else words.MOVE(move=text)


def _squares_of(position: Position, pods: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(position.pods[index].square for index in pods))


def _choices(position: Position, text: str) -> tuple[Message, ...]:
    """Return what has been chosen in a whole move, one after the other, besides captures."""
    made = read(text)
    assert isinstance(made, Move)
    found = _effect_named(made)
    if made.new and f"{text}-" in {step for step, _ in goals(position, f"{made.routes[0]}+")}:
        found.append(words.FROM_RESERVE(key=made.new.upper()))
    if made.routes[-1].hops:
        spared = spares(position, made.routes[-1], words.SPARES)
        found += [spared] if spared else []
    return tuple(found)


def _effect_named(made: Move) -> list[Message]:
    """Return the effect of a move in which no pod travels."""
    if made.new:
        way = words.WAYS[LETTERS.index(made.new)]
        return [words.TURNS_PRONG(way=way) if made.old else words.ADDS_PRONG(way=way)]
    return [words.BRINGS_ON()] if made.is_bring else []


PICKER = Picker(
    pick=pick,
    place=place,
    over=over,
    bounds=bounds,
    hover=hover,
    preview=preview,
    target_of=target_of,
    leads=leads,
    key_of=key_of,
    named=named,
    lettered=lettered,
    asks=asks,
    usual=usual,
    about=about,
    seconds=seconds,
    does=does,
    by_keys=words.BY_KEYS,
    by_list=words.BY_LIST,
    steps=steps_of,
    closed=closed,
    takes_up=True,
    spot=spot_name,
    place_name=place_name,
    top=top,
    piece=piece,
    carried=carried,
)


# Rays on the Octi table: the pod that one hits as it is shown, its hole, or the square.

MIDDLE = 0.17  # of a pod: outside it the nearest hole is meant, if a prong is asked for
RIM = 0.25 * APOTHEM  # around a pod: about 6 pixels of a usual picture
NEAR = 0.075  # of a hole: within it a click adds a prong at once, which may end the turn
GRIP = 0.14  # of a prong: within it a drag has hold of the prong, at about 10 pixels
OUT = np.array([[np.sin(a), np.cos(a), 0.0] for a in np.pi / 4 * np.arange(8)])
"""Directions of the prongs, which are the normals of a pod's sides."""


class Met(NamedTuple):
    """A hit of a ray: a point in the world, the square there, and the pod there, if any."""

    point: Vector
    square: int
    pod: Placed | None


def ray_hit(position: Position, ray: Ray, display: Display) -> Met | None:
    """Return what a ray hits first: one of the pods, as they are shown, or the board."""
    piled, surface = placed_pods(position, display), plane_distance(ray)
    index, far = first_hit(piled, ray)
    nearest = min(far, surface)
    if nearest == np.inf:
        return None
    point = ray.at(nearest)
    if far <= surface:
        return Met(point, piled[index].pod.square, piled[index])
    return Met(point, square_at(float(point[0]), float(point[1])) or 0, None)


def with_rim(position: Position, ray: Ray, display: Display, met: Met) -> Met:
    """Return a hit of the wood close to a pod as one of the pod.

    A click that just misses a pod on a home square would bring another one on, and end the turn.
    The edge of a pod's top lies over the next square, which counts only where it means something.
    """
    if met.pod is not None or not met.square:
        return met
    means = met.square in heights(position) or str(met.square) in dict(goals(position, ""))
    around = tuple(
        each
        for each in placed_pods(position, display)
        if not means or each.pod.square == met.square
    )
    index, far = first_hit(around, ray, RIM)
    if far == np.inf:
        return met
    return met._replace(pod=around[index], square=around[index].pod.square)


def hole_at(each: Placed, point: Vector, *, asked: bool = False) -> str:
    """Return the letter of the hole or prong at a point of a pod; empty beside all of them.

    While a prong is ``asked`` for, it is the nearest one, except in the pod's middle.
    """
    away = (point[:2] - each.at[:2]) / each.scale
    nearest = int((OUT[:, :2] @ away).argmax())
    if asked:
        return LETTERS[nearest] if np.hypot(*away) >= MIDDLE else ""
    high = point[2] >= each.at[2] + each.scale * HEIGHT - 1e-3
    meant = np.hypot(*(away - HOLE_OUT * OUT[nearest, :2])) <= NEAR
    return LETTERS[nearest] if high and meant else ""


def placed_pods(position: Position, display: Display) -> tuple[Placed, ...]:
    """Return all pods as they are shown."""
    fans = fanned_squares(position, display.opened, display.taken)
    return _placed_pods(position, fans, display.explode, display.taken)


@lru_cache(maxsize=64)
def _placed_pods(
    position: Position, fans: tuple[int, ...], spread: float, taken: str
) -> tuple[Placed, ...]:
    return tuple(on_board(position, fans, spread=spread, taken=taken))


def first_hit(placed: tuple[Placed, ...], ray: Ray, rim: float = 0.0) -> tuple[int, float]:
    """Return the first pod that a ray enters, and the distance; infinite for none.

    With a ``rim`` pods count as that much wider on each side.
    """
    if not placed:
        return -1, np.inf
    where = np.array([each.at for each in placed])
    scale = np.array([each.scale for each in placed])[:, None]
    up = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    normals = np.concatenate([OUT, up])
    reach = scale * np.array([*[APOTHEM + rim] * 8, HEIGHT, 0.0])
    room = reach - (ray.origin - where) @ normals.T
    fall = np.broadcast_to(normals @ ray.direction, room.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossed = room / fall
    enters = np.where(fall < 0.0, crossed, -np.inf).max(axis=1)
    leaves = np.where(fall > 0.0, crossed, np.inf).min(axis=1)
    beside = ((fall == 0.0) & (room < 0.0)).any(axis=1)
    met = np.where((enters <= leaves) & (enters >= 0.0) & ~beside, enters, np.inf)
    index = int(met.argmin())
    return index, float(met[index])
