"""Random input in any order: nothing raises, and no illegal move is made."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine import new
from boche.viewer.camera.camera import HIGHEST, LOWEST, Camera, eye, frame
from boche.viewer.camera.rays import project
from boche.viewer.export.page.modules import module
from boche.viewer.games.boche.pick import bounds, place
from boche.viewer.games.view import Display
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table import commands, keys
from boche.viewer.table.input import Controller
from boche.viewer.table.move_input import DIRECTIONS, nearest, neighbour
from tests.node import called

VIEWPORT = (800, 600)
KEYS = [*sorted({key for (key, _), _ in commands.places()}), *keys.CHOOSING, "Backspace", "Y", "F9"]

xs, ys = st.floats(-50, 850), st.floats(-50, 650)
buttons = st.sampled_from(["left", "left", "right", "middle"])
modifiers = st.sampled_from([(), (), ("ctrl",), ("shift",), ("ctrl", "alt", "shift")])
events = st.one_of(
    st.tuples(st.just("pointer_moved"), xs, ys),
    st.tuples(st.just("pressed"), buttons, xs, ys, modifiers),
    st.tuples(st.just("dragged"), xs, ys),
    st.tuples(st.just("released"), buttons, xs, ys),
    st.tuples(st.just("click"), xs, ys),
    st.tuples(st.just("wheel"), st.floats(-30, 30), xs, ys, modifiers),
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("key_released"), st.just("x")),
    st.tuples(st.just("text"), st.sampled_from(["a:a1", "c:b2", "swap", "resign", "\n\x00é", ":"])),
    st.tuples(st.just("pointer_left")),
    st.tuples(st.just("focus_lost")),
    st.tuples(st.just("resized"), st.integers(1, 3000), st.integers(1, 2000)),
    st.tuples(st.just("tick")),
)


def send(controller: Controller, event: tuple[Any, ...], t: float) -> None:
    name, *rest = event
    if name == "key":
        *held, key = rest[0].split("+") if rest[0] != "+" else ["+"]
        controller.key(key, t, held)
        if key in keys.SIGNS and not held:
            controller.text(key, t)
    elif name == "click":
        controller.pressed("left", *rest, t)
        controller.released("left", *rest, t)
    elif name == "wheel":
        dy, x, y, held = rest
        controller.wheel(0.0, dy, x, y, t, held)
    elif name == "pressed":
        button, x, y, held = rest
        controller.pressed(button, x, y, t, held)
    else:
        getattr(controller, name)(*rest, t)


def assert_sound(controller: Controller, session: Session) -> None:
    """Check that moves are legal, the camera is above the table and the view is consistent."""
    for node in session.record.nodes():
        session.positions.at(node)
    view = controller.view()
    assert LOWEST <= view.camera.elevation <= HIGHEST
    assert eye(view.camera)[2] > -1.0
    assert view.position == session.position
    if view.ghost is not None and view.ghost.legal:
        view.position.play(view.ghost.move)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(events, st.floats(0, 0.5)), max_size=60),
    st.sampled_from([0.0, 1.0]),
    st.integers(1, 4),
)
def test_random_events(steps: list[tuple[Any, float]], speed: float, size: int) -> None:
    session = Session.new("boche", size=size, kill=3)
    controller = Controller(session, VIEWPORT, Settings(animation_speed=speed))
    now = 0.0
    for event, passed in steps:
        now += passed
        send(controller, event, now)
        assert_sound(controller, session)
    comes_to_rest(controller, now)


def comes_to_rest(controller: Controller, now: float) -> None:
    """Check that the table, left alone, comes to rest: nothing to wake for or to draw."""
    for _ in range(2000):
        wakeup = controller.next_wakeup()
        if wakeup is None:
            break
        now = max(wakeup, now + 0.02)
        controller.tick(now)
    assert controller.next_wakeup() is None
    controller.drawn(controller.view())
    controller.tick(now + 100.0)
    assert not controller.wants_frame


# -- walking reaches everything


def reached(places: np.ndarray, start: int) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for direction in DIRECTIONS:
            to = neighbour(places, at, direction)
            if to is not None and to not in seen:
                seen.add(to)
                waiting.append(to)
    return seen


@settings(max_examples=120, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(1, 8),
    st.floats(-180, 180),
    st.sampled_from([LOWEST, 20.0, 35.264, 66.0, HIGHEST]),
    st.sampled_from(["perspective", "ortho"]),
)
def test_arrows_reach_every_open_cell(
    seed: int, size: int, azimuth: float, elevation: float, projection: Any
) -> None:
    rng = random.Random(seed)
    position: Any = new("boche", size=size, kill=0)
    for _ in range(rng.randrange(0, size * (size + 1) * (size + 2) // 6)):
        moves = position.legal_moves()
        position = position.play(rng.choice(moves)) if moves else position
    names = [cell.name for cell in position.open_cells()]
    if not names:
        return
    camera = Camera(azimuth=azimuth, elevation=elevation, projection=projection)
    camera = frame(camera, bounds(position), 4 / 3)
    spots = np.array([place(position, name, Display()) for name in names])
    places = project(camera, spots, VIEWPORT)
    for start in range(len(names)):
        assert reached(places, start) == set(range(len(names)))


def test_arrows_go_where_they_point() -> None:
    cross = np.array([[0.0, 0.0], [5.0, 1.0], [-5.0, -1.0], [1.0, 5.0], [-1.0, -5.0]])
    found = [neighbour(cross, 0, direction) for direction in ("right", "left", "up", "down")]
    assert found == [1, 2, 3, 4]
    assert neighbour(cross, 1, "right") is None
    assert nearest(cross, (4.0, 4.0)) == 1


def layouts() -> list[np.ndarray]:
    """Return places: scattered ones, and ones in rows, which have ties and coincide."""
    dice = np.random.default_rng(7)
    scattered = [dice.normal(0, 200, (count, 2)) for count in (1, 2, 3, 10, 40) for _ in range(40)]
    in_rows = [
        dice.integers(-4, 5, (count, 2)) * 37.0 for count in (2, 5, 20, 60) for _ in range(40)
    ]
    return scattered + in_rows


def test_pages_walk_as_the_desk_does() -> None:
    rows = [(places.tolist(), start) for places in layouts() for start in range(len(places))]
    script = module("live/keyboard_navigation")
    walk = (
        "data.rows.map(([places, start]) => data.ways.map((way) => neighbour(places, start, way)))"
    )
    by_page = called(script, walk, {"rows": rows, "ways": list(DIRECTIONS.values())})
    by_desk = [[neighbour(np.array(places), at, way) for way in DIRECTIONS] for places, at in rows]
    assert by_page == by_desk
    assert len({to for row in by_desk for to in row}) > 20


def test_pages_begin_to_walk_as_the_desk_does() -> None:
    spots = np.random.default_rng(8).integers(-4, 5, (len(layouts()), 2)) * 18.5
    rows = [(places.tolist(), spot.tolist()) for places, spot in zip(layouts(), spots, strict=True)]
    script = module("live/keyboard_navigation")
    by_page = called(script, "data.map(([places, spot]) => nearest(places, spot))", rows)
    assert by_page == [nearest(np.array(places), spot) for places, spot in rows]


PAGE = """((stops) => {
  globalThis.document = { getElementById: () => ({ clientWidth: 0, clientHeight: 0 }) };
  const page = {
    keysAt: null, byKeys: false, told: "",
    table: { seen: ({ place: [x, y] }) => [x, -y] },
    moveInput: {
      coming: false, target: null, targets: stops.targets, blocked: stops.blocked,
      choose(target) { this.target = target; page.told = ""; },
      explain(why) { page.told = why; },
    },
  };
  const right = [1, 0], left = [-1, 0];
  return [right, right, right, right, right, left].map((way) => {
    goBeside(page, way);
    return page.moveInput.target ?? page.told;
  });
})(data)"""


def test_pages_stop_at_places_without_a_move_on_the_way() -> None:
    """Check a row of a, b and d, with two taken places, and another row that goes on beside it."""
    targets = {"a": (0, 0), "b": (1, 0), "d": (3, 0), "beside": (1.5, 0.8)}
    taken = {"c is taken": (2, 0), "e is taken": (4, 0)}
    stops = {
        "targets": [{"text": text, "place": [*at, 0]} for text, at in targets.items()],
        "blocked": [{"why": why, "place": [*at, 0]} for why, at in taken.items()],
    }
    stood = called(module("live/pointing"), PAGE, stops)
    assert stood == ["a", "b", "c is taken", "d", "e is taken", "d"]
