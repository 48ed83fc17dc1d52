"""Marks drawn by hand in everything that is exported."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from boche.engine.record import Record, loads
from boche.viewer.export.figure.inks import hexed
from boche.viewer.export.film.frames import FilmOptions, Plan, Story
from boche.viewer.export.line import Line
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.move_tree import Options
from boche.viewer.export.page.move_tree import Story as PageStory
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.style import palette
from boche.viewer.scene import SceneOptions
from boche.viewer.scene.drawn import RIM

RECORDS = {
    "boche": "(;GM[Boche]SZ[4]CR[b1];W[c:a1]LB[a1:A]AR[a1:b1];B[a:b1])",
    "che": "(;GM[Che]CR[0,0];W[fl:0,0]LB[0,0:A]AR[0,0:0,1];B[fr:0,1+br:0,2])",
    "boku": "(;GM[Boku]CR[e4];B[e4]LB[e4:A]AR[e4:f5];W[f5])",
    "octi": "(;GM[19]BO[37][57][77]WO[33][53][73]CR[57];B[57+E]LB[57:A]AR[57:53];W[53])",
}
every_game = pytest.mark.parametrize("game", RECORDS)


def record_of(game: str) -> Record:
    return loads(RECORDS[game])


@every_game
def test_a_line_has_the_marks_of_each_of_its_positions(game: str) -> None:
    line = Line.of(record_of(game))
    assert [[mark.kind for mark in line.drawn(at)] for at in range(3)] == [["CR"], ["AR", "LB"], []]


@every_game
def test_figures_show_them_unless_told_not_to(game: str) -> None:
    record, colour = record_of(game), hexed_drawn()
    for move, seen in ((0, True), (1, True), (2, False)):
        assert (colour in record.svg(move=move)) is seen
        assert colour not in record.svg(move=move, marks=False)
    assert ">A<" in record.svg(move=1)


def hexed_drawn() -> str:
    import numpy as np

    return hexed(np.array(palette("classic").drawn))


@every_game
def test_films_show_them_at_rest(game: str) -> None:
    line = Line.of(record_of(game))
    for marks in (True, False):
        plan = Plan(Story(line.record, line.moves, line.positions), FilmOptions(marks=marks))
        shots = [frame.shot for frame in plan.frames()]
        seen = {shot.ply: shot.options.drawn for shot in shots if shot.options.moving is None}
        assert [bool(seen[ply]) for ply in range(3)] == [marks, marks, False]


@every_game
def test_pages_show_them(game: str) -> None:
    def letters(options: Options) -> set[str]:
        story = PageStory(record_of(game), mesh=numbered(), options=options)
        assert list(story.tell())
        return story.tables.letters

    def numbered() -> Any:
        known: dict[int, int] = {}
        return lambda mesh: known.setdefault(id(mesh), len(known))

    plain = Options(labels=False)
    assert "A" in letters(plain)
    assert "A" not in letters(replace(plain, marks=False))


@every_game
def test_nothing_hides_an_arrow_on_a_page(game: str) -> None:
    known: dict[int, int] = {}
    story = PageStory(record_of(game), mesh=lambda mesh: known.setdefault(id(mesh), len(known)),
                      options=Options(labels=False))  # fmt: skip
    assert list(story.tell())
    batches = story.tables.describe(Bundle())["batches"]
    assert [batch["through"] for batch in batches if "through" in batch] == [True, True]


@every_game
def test_an_arrow_lies_above_both_ends(game: str) -> None:
    line = Line.of(record_of(game))
    arrow = tuple(mark for mark in line.drawn(1) if mark.kind == "AR")
    plain, scene = (
        build_scene(line.positions[2], SceneOptions(drawn=drawn)) for drawn in ((), arrow)
    )
    added = scene.batches[len(plain.batches) :]
    assert [batch.translucent and batch.over for batch in added] == [True, True]
    tops = {float(batch.instances["position"][0, 2]) for batch in added}
    assert min(tops) > RIM
