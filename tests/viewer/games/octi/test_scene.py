"""The scene of an Octi position as data: pods, prongs, trays, marks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from boche.engine.games.octi import GAME
from boche.engine.games.octi.geometry import DIRECTIONS, LETTERS
from boche.engine.games.octi.position import Position
from boche.viewer.camera.camera import VIEWS, basis
from boche.viewer.games.octi import live as octi_live
from boche.viewer.games.octi import panel as hud
from boche.viewer.games.octi import scene as octi
from boche.viewer.games.octi import solids as octi_solids
from boche.viewer.games.octi import stacks as octi_stacks
from boche.viewer.games.octi.board import board, half_of, place_of, square_at, tray
from boche.viewer.games.registry import camera_of
from boche.viewer.resources import shader_text
from boche.viewer.scene import solids
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.marks import WON
from boche.viewer.scene.model import SceneOptions
from tests.engine.games.octi.boards import FIGURE
from tests.viewer.games.octi.scenes import MARKED, figure, named, over_board

SOLIDS = [
    octi_solids.pod(), octi_solids.holes(), octi_solids.prong(), octi_solids.peg(),
    octi_solids.hole(), octi_solids.lamp(), solids.grooved(), solids.cut(), octi_solids.chevron(),
    octi_solids.frame(0.3, 0.4, True, 0.0), octi_solids.frame(0.4, 0.45, False, 0.0),
    octi_solids.rod(), octi_solids.ring(), octi_solids.cross(), octi_solids.brackets(),
    board(False).wood, board(True).wood, board(False).floor,
]  # fmt: skip


@pytest.mark.parametrize("solid", SOLIDS, ids=lambda solid: solid.name)
def test_solids_look_outward(solid) -> None:
    """Check that each triangle is counterclockwise when seen from the side of its normals."""
    triangles = solid.indices.reshape(-1, 3)
    corners = solid.vertices["position"][triangles].astype(float)
    normals = solid.vertices["normal"][triangles].astype(float)
    assert np.allclose(np.linalg.norm(normals, axis=2), 1.0, atol=1e-5)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(across, axis=1)
    real = size > 1e-9
    towards = (across * normals.mean(axis=1)).sum(axis=1)[real]
    assert (towards > 0).all()


def test_a_pod_has_eight_sides_that_face_its_prongs() -> None:
    corners = octi_solids.octagon(1.0)
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    assert np.allclose(np.linalg.norm(middles, axis=1), 1.0)
    assert np.abs(middles @ np.array([1.0, 0.0])).max() == pytest.approx(1.0)
    for direction, (dx, dy) in enumerate([(0, 1), (1, 1), (1, 0), (1, -1)]):
        x, y, z, w = octi_solids.turned(direction)
        assert (x, y) == (0.0, 0.0)
        east = np.array([1 - 2 * z * z, 2 * z * w])
        assert np.allclose(east, np.array([dx, dy]) / np.hypot(dx, dy))


def test_squares_lie_as_on_the_text_board() -> None:
    assert place_of(55) == (0.0, 0.0)
    assert place_of(19) == (-4.0, 4.0)
    assert square_at(-4.4, 4.4) == 19
    assert square_at(4.6, 0.0) is None
    assert all(square_at(*place_of(each)) == each for each in octi.EVERY)


def test_every_pod_and_prong_is_there() -> None:
    scene = octi.build(figure(), SceneOptions())
    pods = over_board(named(scene, "octi pod"))
    assert len(pods) == 10
    assert sorted(pods["pattern"]) == [Enamel.LIGHT] * 5 + [Enamel.DARK] * 5
    assert sorted(pods["id"]) == list(range(1, 11))
    prongs = named(scene, "octi prong")
    assert len(prongs) == sum(len(prongs) for _, _, prongs in FIGURE) == 28
    assert set(prongs["pattern"]) == {Enamel.LIT_LIGHT, Enamel.LIT_DARK}
    assert len(over_board(named(scene, "octi holes"))) == 10
    assert set(named(scene, "octi holes")["pattern"]) == {Enamel.DRILLED}


def test_the_pods_of_a_stack_lie_on_each_other() -> None:
    scene = octi.build(figure(), SceneOptions())
    pods = over_board(named(scene, "octi pod"))
    x, y = place_of(67)
    own = pods[np.hypot(pods["position"][:, 0] - x, pods["position"][:, 1] - y) < 0.2]
    assert np.ptp(own["position"][:, 2]) == pytest.approx(octi_solids.PITCH)
    apart = octi.build(figure(), SceneOptions(explode=1.0))
    spread = over_board(named(apart, "octi pod"))["position"][:, :2]
    assert len(set(map(tuple, spread.round().tolist()))) == len(spread), "side by side"
    assert len(named(apart, "octi rod")) == len(spread) - len({p.square for p in figure().pods})


def test_a_tall_stack_stays_off_its_neighbours() -> None:
    """Check tall piles: from the table the top pod appears over its own square."""
    tall = octi_stacks.pile(7)
    assert len({z for *_, z in tall}) == 7
    camera = replace(camera_of("octi"), projection="ortho")
    up = basis(camera)[1]
    for x, y, z in tall:
        top = np.array([x, y + octi_solids.APOTHEM, z + octi_solids.HEIGHT])
        next_square = np.array([0.0, 1.0 - octi_solids.APOTHEM, 0.0])
        assert top @ up < next_square @ up


def test_stores_lie_beside_the_board() -> None:
    scene = octi.build(figure(), SceneOptions())
    pods = named(scene, "octi pod")
    beside = pods[pods["position"][:, 0] > 5.0]
    assert len(beside) == 4, "a reserve pod and a captured one of each side"
    assert (beside["position"][:, 1] > 0).sum() == 2
    crosses = named(scene, "octi cross")
    assert len(crosses) == 2, "captured pods have a cross"
    assert set(crosses["pattern"]) == {Enamel.LIT_LIGHT, Enamel.LIT_DARK}, (
        "of brass: it warns of nothing"
    )
    assert not crosses["look"][:, 3].any(), "and does not glow"
    assert len(named(scene, "octi peg")) == 22
    assert len(named(scene, "octi hole")) == 100 - 22
    numbers = [label.text for label in scene.labels if label.position[0] > 5.0]
    assert numbers == ["1", "1", "11", "1", "1", "11"]


@pytest.mark.parametrize("wrap", [False, True])
def test_no_wood_lies_over_the_trays(wrap: bool) -> None:
    wood = board(wrap).wood
    flat = wood.vertices["position"][wood.indices.reshape(-1, 3)]
    flat = flat[np.ptp(flat[:, :, 2], axis=1) < 1e-6]
    low, high = flat[:, :, :2].min(axis=1), flat[:, :, :2].max(axis=1)
    for colour in ("black", "white"):
        west, east, south, north = tray(colour, wrap)
        over_x = np.minimum(high[:, 0], east) - np.maximum(low[:, 0], west)
        over_y = np.minimum(high[:, 1], north) - np.maximum(low[:, 1], south)
        assert not ((over_x > 0.0015) & (over_y > 0.0015)).any(), colour


def test_trays_hold_all_that_may_come_into_them() -> None:
    pods = [("white", 33, "")]
    stores = {"black": (0, 7, 0), "white": (4, 2, 50)}
    scene = octi.build(Position.set_up({}, pods, stores, "white"), SceneOptions())
    for name in ("octi pod", "octi peg", "octi hole"):
        where = named(scene, name)["position"]
        where = where[where[:, 0] > 5.0]
        for colour, own in (("black", where[:, 1] > 0), ("white", where[:, 1] < 0)):
            west, east, south, north = tray(colour, False)
            inside = where[own]
            assert (inside[:, 0] > west).all()
            assert (inside[:, 0] < east).all()
            assert (inside[:, 1] > south).all()
            assert (inside[:, 1] < north).all()
    assert len(named(scene, "octi peg")) == 50


def test_homes_are_marked_in_the_colours_of_their_sides() -> None:
    scene = octi.build(GAME.new(), SceneOptions())
    name = f"octi frame {octi_solids.HOME_IN} {octi_solids.HOME_OUT}"
    rings = named(scene, name)
    places = {(round(x), round(y)): p for (x, y, _), p in
              zip(rings["position"].tolist(), rings["pattern"].tolist(), strict=True)}  # fmt: skip
    assert places == {
        (-2, 2): Enamel.DARK, (0, 2): Enamel.DARK, (2, 2): Enamel.DARK,
        (-2, -2): Enamel.LIGHT, (0, -2): Enamel.LIGHT, (2, -2): Enamel.LIGHT,
    }  # fmt: skip


def test_the_last_move_is_marked() -> None:
    position = figure()
    plain = octi.build(position, SceneOptions(last="46-66-68"))
    rings = named(plain, MARKED, solid=True)
    assert [square_at(x, y) for x, y, _ in rings["position"]] == [68]
    faint = named(plain, MARKED, solid=False)
    assert {square_at(x, y) for x, y, _ in faint["position"]} == {46, 66}
    after = position.play("46+a")
    prongs = named(octi.build(after, SceneOptions(last="46+a")), "octi prong")
    assert (prongs["pattern"] == Enamel.LAST).sum() == 1
    assert len(named(octi.build(position, SceneOptions()), MARKED)) == 0


def won() -> Position:
    pods = [("black", 33, ""), ("black", 53, ""), ("black", 74, "e"), ("white", 46, "")]
    stores = {"black": (4, 0, 9), "white": (6, 0, 9)}
    return Position.set_up({}, pods, stores).play("74-73")


def test_what_decided_the_game_is_lit() -> None:
    lit = octi.build(won(), SceneOptions())
    glows = over_board(named(lit, "octi glow"))
    assert {square_at(x, y) for x, y, _ in glows["position"]} == {33, 53, 73}
    assert set(glows["pattern"]) == {WON.number}, "as in every game"
    assert named(lit, "octi pod")["look"][:, 2].max() == 1.0, "the rest is quiet"
    assert len(named(octi.build(won(), SceneOptions(result=False)), "octi glow")) == 0


def test_pictures_without_a_board_hold_the_pods() -> None:
    scene = octi.build(figure(), SceneOptions(board=False))
    assert {batch.mesh.name for batch in scene.batches} == {"octi pod", "octi holes", "octi prong"}
    assert scene.ground is None
    assert len(scene.bounds) == 80


def test_bounds_do_not_change_in_a_game() -> None:
    assert np.array_equal(octi.build(figure(), SceneOptions()).bounds,
                          octi.build(GAME.new(), SceneOptions()).bounds)  # fmt: skip


def test_a_torus_shows_what_lies_beyond_its_edges() -> None:
    pods = [("black", 11, "f"), ("black", 95, "c"), ("white", 55, "")]
    stores = {"black": (5, 0, 9), "white": (6, 0, 9)}
    scene = octi.build(Position.set_up({"wrap": True}, pods, stores), SceneOptions())
    echoes = named(scene, "octi pod", solid=False)["position"][:, :2].round().tolist()
    assert sorted(echoes) == [[-5, 0], [-4, 5], [5, -4], [5, 5]]
    assert len(named(scene, "octi chevron")) == 20
    flat = octi.build(Position.set_up({}, pods, stores), SceneOptions())
    assert len(named(flat, "octi pod", solid=False)) == 0
    assert half_of(True) == half_of(False) + 1


# -- on the table


def test_the_panel_tells_stores_homes_and_repetitions() -> None:
    position = figure()
    goal, *facts = hud.facts(position)
    assert (goal.label, goal.value) == ("To win", "hold all 3 enemy homes")
    assert hud.facts(figure(bases=1))[0].value == "hold any enemy home"
    assert [(fact.value, fact.colour) for fact in facts] == [
        ("1 pod, 11 prongs", "black"), ("1 pod", "black"),
        ("1 pod, 11 prongs", "white"), ("1 pod", "white"),
    ]  # fmt: skip
    assert [fact.label for fact in facts] == ["In reserve", "Captured"] * 2
    two = Position.set_up(
        {}, [("black", 33, "ae"), ("black", 53, ""), ("white", 46, "ae")],
        {"black": (5, 0, 9), "white": (6, 0, 9)},
    )  # fmt: skip
    held = hud.facts(two)[3]
    assert (held.label, held.value, held.alarm) == ("Holds", "33 53 (2 of 3)", True)
    for text in ("33-34", "46-47", "34-33", "47-46"):
        two = two.play(text)
    assert hud.facts(two)[-1].value == "for the second time"


def test_the_panel_says_with_which_move_one_can_win_at_once() -> None:
    pods = [("black", 54, "e"), ("black", 99, ""), ("white", 11, "")]
    stores = {"black": (5, 0, 9), "white": (6, 0, 9)}
    fact = hud.facts(Position.set_up({"bases": 1}, pods, stores))[-1]
    mine, theirs = fact.seen_by("black"), fact.seen_by("white")
    assert (mine.label, mine.value, mine.alarm) == ("You can win", "54-53", False)
    assert (theirs.label, theirs.alarm) == ("Black can win", True)
    assert hud.facts(Position.set_up({}, pods, stores))[-1].label == "In reserve"


def test_the_palette_shows_each_prong() -> None:
    position = GAME.new()
    assert hud.choices(position) == tuple("abcdefgh") == hud.usual(position)
    scene, camera = hud.pieces(hud.choices(position), VIEWS["corner"], "black")
    white, _ = hud.pieces(hud.choices(position), VIEWS["corner"], "white")
    assert set(named(white, "octi pod")["pattern"]) == {Enamel.LIGHT}, "the mover's own"
    assert set(named(scene, "octi pod")["pattern"]) == {Enamel.DARK}
    prongs = named(scene, "octi prong")
    assert len(prongs) == 8
    assert camera.projection == "ortho"
    assert hud.usual(position.resign()) == ()


@pytest.mark.parametrize("build", [
    lambda position: octi.build(position, SceneOptions()),
    lambda position: octi_live.build(position, LiveOptions()),
], ids=["picture", "table"])  # fmt: skip
def test_a_pile_has_its_number_over_its_uppermost_pod(build) -> None:
    """Check that neither the prong in that corner nor a ring round a square hides the number."""
    position = GAME.new().play("57").play("33").play("57").play("33+d")
    scene = build(position)
    found = {square_at(*label.position[:2]): label for label in scene.labels if label.outlined}
    assert {square: label.text for square, label in found.items()} == {57: "3", 33: "2"}
    for label in found.values():
        assert label.position[2] > octi_solids.HEIGHT, "as high as the pile"


def test_the_shader_grooves_as_the_mesh_that_stands_for_it_is_cut() -> None:
    text = shader_text("grooved.frag")
    assert f"SQUARE = {solids.GROOVED}" in text
    vertices = solids.grooved().vertices
    assert np.array_equal(vertices["uv"], vertices["position"][:, :2])
    low, high = (getattr(solids.cut().vertices["position"], end)(axis=0) for end in ("min", "max"))
    assert np.allclose(high - low, (1.0, 1.0, solids.GROOVE_DEPTH)), "no gap between neighbours"


DIGIT = 0.95  # width of a digit, outline included, in heights of a capital


@pytest.mark.parametrize("number", [7, 46, 123])
@pytest.mark.parametrize("several", [False, True])
def test_the_number_of_a_move_covers_no_prong(number: int, several: bool) -> None:
    sets = [letters for n in range(9) for letters in combinations(LETTERS, n)]
    for prongs in map("".join, sets[::5]):
        pods = [("black", 55, prongs)] + [("black", 55, "")] * several
        stores = {"black": (7 - len(pods), 0, 0), "white": (7, 0, 25)}
        position = Position.set_up({}, pods, stores)
        assert octi_stacks.stacks(position)[0][-1][1].prongs == prongs
        moves = ("57",) * (number - 1) + ("55",)
        (label,) = octi.number_labels(position, moves)
        x, y = np.subtract(label.position[:2], place_of(55))
        wide = label.height * DIGIT * len(label.text) / 2 + octi_solids.PRONG / 2
        high = label.height * 0.6 + octi_solids.PRONG / 2
        covered = [
            letter for letter in prongs
            for out in np.linspace(0.2, octi_solids.TIP, 20)
            for dx, dy in [DIRECTIONS[LETTERS.index(letter)]]
            if abs(out * dx / np.hypot(dx, dy) - x) < wide
            and abs(out * dy / np.hypot(dx, dy) - y) < high
        ]  # fmt: skip
        free = set("bdfh") - {*prongs}
        assert not (covered and len(free) > several), (prongs, covered)
        assert label.height > 0.15, "too small to read"


@pytest.mark.parametrize("prongs", ["", "a", "e", "bh", "df", "acg", "ceg"])
def test_the_figure_of_a_move_covers_no_prong(prongs: str) -> None:
    stores = {"black": (6, 0, 0), "white": (7, 0, 25)}
    position = Position.set_up({}, [("black", 55, prongs)], stores)
    scene = octi_live.build(position, LiveOptions(figures=(("55+", "51%"),), labels=False))
    (label,) = [each for each in scene.labels if "51%" in each.text]
    y = label.position[1] - place_of(55)[1]
    reach = label.height * 0.6 + octi_solids.PRONG / 2
    for letter in prongs:
        dx, dy = DIRECTIONS[LETTERS.index(letter)]
        ends = np.linspace(0.2, octi_solids.TIP, 20) * dy / np.hypot(dx, dy)
        assert not (abs(ends - y) < reach).any(), "it is wider than the pod"


@pytest.mark.parametrize("below", ["", "d", "abcdefgh"])
def test_the_number_of_pods_covers_no_prong_and_no_number_of_a_move(below: str) -> None:
    sets = [letters for n in range(9) for letters in combinations(LETTERS, n)]
    for prongs in map("".join, sets[::3]):
        if len(prongs) + len(below) > 12:
            continue
        pods = [("black", 55, below), ("black", 55, prongs)]
        stores = {"black": (5, 0, 0), "white": (7, 0, 25)}
        position = Position.set_up({}, pods, stores)
        (count,) = octi.pile_labels(position)
        x, y = np.subtract(count.position[:2], place_of(55))
        corner = next(letter for letter, way in zip(LETTERS, DIRECTIONS, strict=True)
                      if np.allclose(np.sign((x, y)), way))  # fmt: skip
        top = octi_stacks.stacks(position)[0][-1][1].prongs
        assert corner not in top or set("bdfh") <= {*top}, (top, corner)
        (number,) = octi.number_labels(position, ("57",) * 6 + ("55",))
        away = np.abs(np.subtract(number.position[:2], count.position[:2]))
        assert away.max() > (count.height + number.height) / 2


def test_an_opened_pod_lights_its_free_holes() -> None:
    position = Position.set_up({}, [("black", 46, "ac"), ("white", 33, "")],
                               dict.fromkeys(("black", "white"), (6, 0, 9)))  # fmt: skip
    lit = named(octi_live.build(position, LiveOptions(taken="46+")), "octi lamp")["position"]
    away = lit[:, :2] - np.array(place_of(46))
    out = np.hypot(*away.T) > 0.1
    turns = np.round(np.degrees(np.arctan2(away[out, 0], away[out, 1])) / 45.0).astype(int) % 8
    assert {LETTERS[turn] for turn in turns} == set("bdefgh")


def test_pods_that_are_spared_are_not_crossed_out() -> None:
    pods = [("black", 46, "c"), ("white", 56, "a"), ("white", 56, "e"), ("white", 33, "")]
    stores = {"black": (6, 0, 9), "white": (4, 0, 9)}
    position = Position.set_up({}, pods, stores)
    for ghost, crossed in ((None, 2), ("46-66x", 2), ("46-66x(a)", 1), ("46-66", 0)):
        options = LiveOptions(taken="46-66?", ghost=ghost)
        scene = octi_live.build(position, options)
        crosses = named(scene, "octi cross")["position"]
        on_board = [each for each in crosses if square_at(*each[:2]) == 56]
        assert len(on_board) == crossed, ghost
