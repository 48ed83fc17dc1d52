"""Numbers over pieces and cells in every game: those of moves and of the best moves."""

from __future__ import annotations

import numpy as np
import pytest

from boche.engine.games.registry import find
from boche.viewer.games.registry import build_live, build_scene
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.scene.apart import Apart
from boche.viewer.scene.live import LiveOptions
from boche.viewer.session import Session
from tests import ROOT

RECORDS = ROOT / "assets" / "records"
SAMPLES = ("boche-path.sgf", "che-area.txt", "boku-sandwiches.sgf", "octi-south.sgf")


def written(scene: Scene) -> dict[str, tuple[float, float, float]]:
    """Return the outlined texts of a scene with their places; the last one of equal texts."""
    return {label.text: label.position for label in scene.labels if label.outlined}


def played(name: str, count: int) -> Session:
    session = Session.open(RECORDS / name)
    session.cursor.go_index(count)
    return session


def moves_of(session: Session) -> tuple[str, ...]:
    return tuple(node.move for node in session.cursor.node.path() if node.move is not None)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_last_move_has_its_number(name: str) -> None:
    """Expect the number over the changed part of the board, and none if numbers are off."""
    for count in (1, 9, 20):
        session = played(name, count)
        moves, position = moves_of(session), session.position
        assert not written(build_scene(position, SceneOptions(labels=False)))
        for scene in (
            build_scene(position, SceneOptions(numbered=moves, labels=False)),
            build_live(position, LiveOptions(numbered=moves, labels=False)),
        ):
            found = written(scene)
            assert str(count) in found
            assert all(1 <= int(text) <= count for text in found)


def test_a_cube_on_another_has_the_number_to_be_seen() -> None:
    start = find("boche").new(size=4, kill=0)
    moves = ("c:a1", "c:b1", "c:a2")
    below = start
    for move in moves:
        below = below.play(move)
    above = below.play("e:a1")
    assert written(build_scene(below, SceneOptions(numbered=moves))).keys() == {"1", "2", "3"}
    options = SceneOptions(numbered=(*moves, "e:a1"))
    found = written(build_scene(above, options))
    assert found.keys() == {"1", "2", "3", "4"}
    places = np.array([found[text] for text in "1234"])
    apart = np.linalg.norm(places[:, None] - places, axis=2) + np.eye(4)
    assert apart.min() > 0.4, "what is left of a cube below has its number there"
    lifted = Apart(((0.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    apart = written(build_scene(above, SceneOptions(numbered=options.numbered, apart=lifted)))
    assert apart.keys() == {"1", "2", "3", "4"}
    lower = written(build_live(above, LiveOptions(numbered=options.numbered, peeled=1)))
    assert lower.keys() == {"1", "2", "3"}


def test_a_swap_counts_as_a_move() -> None:
    position = find("boche").new(size=4, kill=0).play("c:a1").play("swap").play("c:b1")
    options = SceneOptions(numbered=("c:a1", "swap", "c:b1"))
    assert written(build_scene(position, options)).keys() == {"1", "3"}


def test_a_marble_that_is_taken_takes_its_number_along() -> None:
    session = Session.open(RECORDS / "boku-sandwiches.sgf")
    moves = [node.move for node in session.cursor.line[1:] if node.move is not None]
    taking = next(i for i, move in enumerate(moves, 1) if "x" in move)
    session.cursor.go_index(taking)
    position = session.position
    taken = moves[taking - 1].partition("x")[2]
    placed = next(str(i) for i, move in enumerate(moves, 1) if move.partition("x")[0] == taken)
    found = written(build_scene(position, SceneOptions(numbered=tuple(moves[:taking]))))
    assert placed not in found
    assert len(found) == len(position.marbles)


def test_a_pod_has_the_number_of_the_move_that_moved_it_last() -> None:
    session = Session.open(RECORDS / "octi-south.sgf")
    moves = [node.move for node in session.cursor.line[1:] if node.move is not None]
    going = next(i for i, move in enumerate(moves, 1) if "-" in move)
    session.cursor.go_index(going)
    options = SceneOptions(numbered=tuple(moves[:going]))
    x, y, _ = written(build_scene(session.position, options))[str(going)]
    assert moves[going - 1].endswith(f"{round(x + 5)}{round(y + 5)}")


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_best_is_written_where_the_disc_lies(name: str) -> None:
    position = played(name, 6).position
    target = position.steps("")[0].text
    warm = LiveOptions(heat=((target, 1.0),), figures=((target, "62%"),), labels=False)
    (label,) = [label for label in build_live(position, warm).labels if label.outlined]
    assert label.text.endswith("62%")
    (disc,) = [b for b in build_live(position, warm).batches if b.mesh.name == "heat disc"]
    below, figure = disc.instances["position"][0], np.array(label.position)
    assert np.allclose(below[:2], figure[:2], atol=0.02)
    assert figure[2] > below[2] - 0.02, "a pod lies between them, or nothing"
