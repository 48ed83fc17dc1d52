"""A program that uses the library's public names, for type checkers in strict mode."""

from __future__ import annotations

import random
from pathlib import Path
from typing import assert_type

import numpy as np
import numpy.typing as npt

import boche


def own_types() -> None:
    position = boche.new("boche", size=4, join_any=True)
    assert_type(position, boche.BochePosition)
    assert_type(boche.new(), boche.BochePosition)
    assert_type(boche.new("octi", bases=1).play("57+e"), boche.OctiPosition)
    assert_type(boche.new("che"), boche.ChePosition)
    assert_type(boche.new("boku"), boche.BokuPosition)
    assert_type(boche.new(random.choice(list(boche.GAMES))), boche.Position)
    assert_type(boche.BokuPosition.from_text("boku"), boche.BokuPosition)
    assert_type(boche.Position.from_text("boku"), boche.Position)
    print(position.size, [group.blobs for group in position.groups()], position.cubes[0].cell.name)


def play(position: boche.Position, rng: random.Random) -> tuple[float, float]:
    while not position.is_over:
        move: boche.Move = rng.choice(position.legal_moves())
        position = position.play(move) if rng.random() < 0.5 else position.play(str(move))
    assert position.outcome is not None
    print(position.winner, position.winning_player, position.outcome.kind, str(position))
    print(position.to_text(), position.key(), position.canonical_key(), position.turn, position.ply)
    for step in position.steps():
        print(step.text, step.move)
    return position.returns()


def learn(position: boche.Position) -> int:
    mask = position.action_mask()
    assert_type(mask, npt.NDArray[np.bool_])
    planes = dict(zip(position.observation_planes, position.observation(0), strict=True))
    print(len(planes), position.observation_shape, position.num_actions)
    results = boche.rollouts(position, 100, seed=1)
    games = boche.VectorGame("boku", n=4)
    state = games.step(games.random_actions())
    assert_type(state.rewards, npt.NDArray[np.float32])
    print(results.mean(), state.observation.shape, state.done.any(), state.player)
    action: int = position.legal_actions()[0]
    print(position.apply(action), position.step_of(action), position.actions_of("a1"))
    return action


def records(folder: Path) -> None:
    record = boche.load(folder / "game.sgf")
    for node, position in record.walk(variations=True):
        print(node.move, node.comment, position.ply)
    node = boche.Record.new("boche", size=4).root.add("c:a1", comment="A corner.")
    record.save(folder / "again.sgf")
    print(node, bytes(record), record.text(), record.winner, record.check(), record.players)
    for sample in boche.sample_records():
        print(sample.game.title, sample.position().outcome)


def cautious(position: boche.Position) -> boche.Move:
    return position.legal_moves()[0]


class Mine:
    def choose(self, position: boche.Position) -> str:
        return str(position.random_move())


def players(position: boche.Position) -> None:
    found = boche.search(position, 100, seconds=1.0, candidates=2)
    assert_type(found, boche.Analysis)
    print(found.best, found.value(0), found.win["light"], found.line, found.visits, found.proven)
    print([(candidate.move, candidate.value) for candidate in found.candidates])
    with boche.player("3", seed=1) as player:
        assert_type(player, boche.Player)
        assert_type(player.choose(position), boche.Move)
    result = boche.match(cautious, Mine, "boche", games=2, size=3)
    print(result.won, result.share, result.elo, result.records[0].moves())
    print(boche.match(Mine(), "random", game="che").interval)


def pictures(position: boche.Position, record: boche.Record, folder: Path) -> None:
    assert_type(position.png(size=(64, 48), view="top"), bytes)
    assert_type(position.image(), npt.NDArray[np.uint8])
    print(position.svg(view=(30, 60)), record.page(folder / "game.html"))
    position.model(folder / "position.glb")
    record.film(folder / "game.gif", size=(64, 48))
    with boche.Camera(size=(64, 48)) as camera:
        for image in camera.images([position]):
            print(image.shape, camera.png(position))


def errors() -> None:
    try:
        boche.new(boche.GameName("go"), komi=7)
    except boche.UnknownGameError as error:
        print(error)
    except (boche.IllegalMoveError, boche.NotationError, boche.OptionError) as error:
        print(error)
