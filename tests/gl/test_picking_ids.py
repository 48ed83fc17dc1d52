"""Picking by ray, against a picture in which every face has a colour of its own."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.engine.games.boche.geometry import Cell
from boche.viewer.camera.camera import VIEWS, frame, orbit, projection_matrix, view_matrix
from boche.viewer.camera.rays import ray_at
from boche.viewer.games.boche.pick import Spot, pick
from boche.viewer.games.registry import build_scene
from boche.viewer.games.view import Display
from boche.viewer.renderer.programs import source

SIZE = (320, 240)
RAYS_A_POSITION, POSITIONS = 500, 20
NOTHING = 0

VERTEX = """#version 330 core
in vec3 in_position;
in vec3 at;
in vec4 turn;
uniform mat4 view_proj;
uniform int first;
flat out int id;
{turn}
void main() {{
    id = first < 0 ? 0 : first + gl_InstanceID;
    gl_Position = view_proj * vec4(at + rotated(turn, in_position), 1.0);
}}
"""
FRAGMENT = """#version 330 core
flat in int id;
out vec4 colour;
void main() { colour = vec4(id & 255, id >> 8 & 255, id >> 16, 255) / 255.0; }
"""


class Ids:
    """A renderer of ids: instances count from 1 through all batches of unit squares."""

    def __init__(self, context: Any) -> None:
        self.context = context
        self.program = context.program(
            vertex_shader=VERTEX.format(turn=source("turn.glsl")), fragment_shader=FRAGMENT
        )
        colour, depth = context.renderbuffer(SIZE, 4), context.depth_renderbuffer(SIZE)
        self.target = context.framebuffer([colour], depth)
        self.held = [self.program, colour, depth, self.target]

    def draw(self, scene: Any, camera: Any) -> np.ndarray:
        self.target.use()
        self.target.clear(0.0, 0.0, 0.0, 1.0, depth=1.0)
        self.context.enable_only(self.context.DEPTH_TEST | self.context.CULL_FACE)
        self.context.front_face, self.context.cull_face = "ccw", "back"
        matrix = view_matrix(camera) @ projection_matrix(camera, SIZE[0] / SIZE[1])
        self.program["view_proj"].write(np.ascontiguousarray(matrix, "<f4").tobytes())
        first = 1
        for batch in scene.batches:
            faces = batch.mesh.name == "square"
            self.program["first"] = first if faces else -1
            self.draw_batch(batch)
            first += len(batch.instances) if faces else 0
        data = np.frombuffer(self.target.read(components=4, alignment=1), np.uint8)
        colours = data.reshape(SIZE[1], SIZE[0], 4).astype(int)
        return colours[..., 0] + 256 * colours[..., 1] + 65536 * colours[..., 2]

    def draw_batch(self, batch: Any) -> None:
        vertices = self.context.buffer(batch.mesh.vertices.tobytes())
        indices = self.context.buffer(batch.mesh.indices.tobytes())
        instances = self.context.buffer(batch.instances.tobytes())
        layout = [
            (vertices, "3f4 20x", "in_position"),
            (instances, "3f4 4f4 24x/i", "at", "turn"),
        ]
        array = self.context.vertex_array(self.program, layout, indices)
        array.render(instances=len(batch.instances))
        for held in (array, vertices, indices, instances):
            held.release()

    def release(self) -> None:
        for held in self.held:
            held.release()


@pytest.fixture
def ids(context):
    made = Ids(context)
    yield made
    made.release()


def spots(position: Any) -> list[Spot | None]:
    """Return the meaning of each id: nothing, then the cubes' faces, then walls of empty holes."""
    found: list[Spot | None] = [None]
    found += [Spot(f.cell, f.axis, True, False) for f in position.surface().faces]
    for c, r in product(range(position.size), repeat=2):
        if c + r < position.size and position.cube_at(Cell(c, r, 0)) is None:
            found += [Spot(Cell(c, r, 0), axis, False, True) for axis in "xyz"]
    return found


def random_position(rng: random.Random) -> Any:
    position = new("boche", size=rng.randint(1, 8), fill_board=True)
    for _ in range(rng.randint(0, 1 + len(position.legal_moves()))):
        if position.outcome is None:
            position = position.play(rng.choice(position.legal_moves()))
    return position


def random_camera(rng: random.Random, scene: Any) -> Any:
    camera = VIEWS[rng.choice(["corner", "corner2", "corner3", "top"])]
    camera = orbit(camera, rng.uniform(-180, 180), rng.uniform(20, 90))
    return frame(camera, scene.bounds, SIZE[0] / SIZE[1])


def test_ten_thousand_rays_hit_what_is_drawn_there(ids: Ids) -> None:
    rng = random.Random(1)
    inner = hits = 0
    for _ in range(POSITIONS):
        position = random_position(rng)
        scene = build_scene(position)
        camera = random_camera(rng, scene)
        drawn, meaning = ids.draw(scene, camera), spots(position)
        for _ in range(RAYS_A_POSITION):
            x, y = rng.randrange(1, SIZE[0] - 1), rng.randrange(1, SIZE[1] - 1)
            ray = ray_at(camera, x + 0.5, y + 0.5, SIZE)
            met = pick(position, ray, Display()).face
            around = {meaning[i] for i in drawn[y - 1 : y + 2, x - 1 : x + 2].flat}
            if len(around) == 1:
                inner += 1
                assert met == meaning[drawn[y, x]]
            else:  # on an edge the last bits may decide for a neighbour
                assert met in around
            hits += met is not None
    assert inner > 0.7 * POSITIONS * RAYS_A_POSITION
    assert hits > 0.1 * POSITIONS * RAYS_A_POSITION


def test_the_check_would_notice_a_shifted_ray(ids: Ids) -> None:
    rng = random.Random(2)
    position = random_position(rng)
    scene = build_scene(position)
    camera = frame(VIEWS["corner"], scene.bounds, SIZE[0] / SIZE[1])
    drawn, meaning = ids.draw(scene, camera), spots(position)
    wrong = 0
    for y, x in product(range(0, SIZE[1], 7), range(0, SIZE[0], 7)):
        ray = ray_at(camera, x + 6.5, y + 0.5, SIZE)
        wrong += pick(position, ray, Display()).face != meaning[drawn[y, x]]
    assert wrong > 20
