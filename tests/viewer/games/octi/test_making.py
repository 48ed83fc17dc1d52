"""The scene of an Octi position as data: ghosts and unfinished moves."""

from __future__ import annotations

import numpy as np

from boche.engine.games.octi.position import Position
from boche.viewer.games.octi import live as octi_live
from boche.viewer.games.octi import scene as octi
from boche.viewer.games.octi.board import square_at
from boche.viewer.games.octi.moves import over_of
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import SceneOptions
from tests.viewer.games.octi.scenes import MARKED, Begun, figure, named, over_board


def test_a_ghost_goes_its_way() -> None:
    scene = octi_live.build(figure(), LiveOptions(ghost="46-66x"))
    clear = named(scene, "octi pod", solid=False)
    spots = {square_at(x, y): round(float(look[1]), 2) for (x, y, _), look in
             zip(clear["position"], clear["look"], strict=True)}  # fmt: skip
    assert spots == {46: octi_live.LEAVING, 56: octi_live.LEAVING, 66: octi_live.GHOST}
    assert len(over_board(named(scene, "octi pod"))) == 11, "each pod once, the one that goes twice"


def test_a_ghost_prong_and_a_ghost_pod() -> None:
    prong = octi_live.build(figure(), LiveOptions(ghost="46+a"))
    assert list(named(prong, "octi prong", solid=False)["pattern"]) == [Enamel.LAST]
    pod = octi_live.build(figure(), LiveOptions(ghost="77"))
    where = named(pod, "octi pod", solid=False)["position"]
    assert [square_at(x, y) for x, y, _ in where] == [77]
    turned = octi_live.build(figure(), LiveOptions(ghost="46+a-c"))
    assert (named(turned, "octi prong")["pattern"] == Enamel.LAST).sum() == 1
    assert len(named(turned, "octi prong")) == 28


def test_a_move_in_the_making_shows_where_it_may_go_on() -> None:
    for options in (LiveOptions(ghost="46-"), Begun(taken="46-")):
        scene = octi_live.build(figure(), options)
        spots = named(scene, octi_live.SPOT.name)["position"]
        assert {square_at(x, y) for x, y, _ in spots} == {35, 45, 55, 66}


def test_last_move_capture_and_stop_have_shapes_of_their_own() -> None:
    """Check shapes, as colours may be equal in a palette for colour-blind players."""
    position = figure()
    asked = octi_live.build(position, Begun(last="46+a", taken="46-66?"))
    shapes = {"last": MARKED, "captured": "octi ring", "stop": "octi brackets"}
    seen = {
        what: {square_at(x, y) for x, y, _ in named(asked, name)["position"]}
        for what, name in shapes.items()
    }
    assert seen == {"last": {46}, "captured": {56}, "stop": {66}}
    assert len(over_board(named(asked, "octi cross"))) == 1


def test_a_pod_that_joins_a_move_is_lit_otherwise_than_one_that_may_join() -> None:
    pods = [("black", 57, "d"), ("black", 57, "de"), ("black", 57, "e"), ("white", 33, "")]
    position = Position.set_up({}, pods, {"black": (4, 0, 9), "white": (6, 0, 9)})
    for taken, going in (("57d-", 1), ("57d-,57de", 2), ("57d-,57de,57e", 3)):
        lit = octi_live.build(position, Begun(taken=taken))
        assert len(named(lit, "octi lamp", solid=True)) == going
        assert len(named(lit, "octi lamp", solid=False)) == 3 - going
        sizes = named(lit, "octi lamp", solid=True)["look"][:, 0]
        assert (sizes == sizes.max()).sum() == 1, "the largest is on the pod that goes now"


def test_pods_of_ones_own_that_were_passed_are_marked_otherwise_than_enemies() -> None:
    """One's own are spared unless they are clicked: ringed faintly, and not crossed out."""
    pods = [("black", 46, "d"), ("black", 55, ""), ("white", 33, "")]
    position = Position.set_up({}, pods, {"black": (5, 0, 9), "white": (6, 0, 9)})
    asked = octi_live.build(position, Begun(taken="46-64?"))
    assert named(asked, "octi ring")["look"][:, 1].max() < 0.5
    assert not len(named(asked, "octi cross"))
    chosen = octi_live.build(position, Begun(taken="46-64?", ghost="46-64x"))
    assert 1.0 in named(chosen, "octi ring")["look"][:, 1]
    assert len(over_board(named(chosen, "octi cross"))) == 1


def test_a_passed_landing_has_no_sign() -> None:
    """Expect signs only for possible next steps."""
    pods = [("black", 46, "c"), ("white", 56, ""), ("white", 76, ""), ("white", 33, "")]
    stores = {"black": (6, 0, 9), "white": (4, 0, 9)}
    position = Position.set_up({}, pods, stores)
    scene = octi_live.build(position, Begun(taken="46-66x-86?"))
    for name in (octi_live.SPOT.name, "octi brackets"):
        spots = {square_at(x, y) for x, y, _ in named(scene, name)["position"]}
        assert 66 not in spots


def test_pods_on_their_way_arrive() -> None:
    position = figure()
    for text in ("46-66x", "67cdeg-87", "77", "46+a", "46+a-c"):
        if text not in map(str, position.legal_moves()):
            continue
        landed = octi_live.build(position, LiveOptions(moving=text, height=0.0))
        after = octi.build(position.play(text), SceneOptions())
        one, two = (over_board(named(s, "octi pod"))["position"] for s in (landed, after))
        solid = one[np.lexsort(one.T)][: len(two)] if "x" not in text else one
        for spot in two:
            assert np.abs(solid - spot).max(axis=1).min() < 0.07, text


def test_hovered_stacks_are_fanned() -> None:
    piled, fanned = (octi_live.build(figure(), LiveOptions(opened=at)) for at in ("", "67"))
    assert len(named(piled, "octi rod")) == 0
    assert len(named(fanned, "octi rod")) == 1
    assert set(over_board(named(fanned, "octi pod"))["look"][:, 0]) == {1.0}


def test_heat_lies_on_squares() -> None:
    scene = octi_live.build(figure(), LiveOptions(heat=(("46-", 0.5), ("46+", 0.2), ("77", 1.0))))
    discs = named(scene, "heat disc")
    assert [square_at(x, y) for x, y, _ in discs["position"]] == [46, 77]
    assert discs["position"][:, 2].max() < 0.1, "a pod is not covered"
    assert discs["look"][:, 0].min() > 0.36, "it is seen around a pod"


def test_what_a_hop_passes_over() -> None:
    assert over_of(46, 66, False) == 56
    assert over_of(46, 56, False) == 0
    assert over_of(86, 14, True) == 95
    assert over_of(86, 14, False) == 0


# -- beside the picture
