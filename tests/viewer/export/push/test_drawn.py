"""Marks drawn by hand in everything that is exported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from boche.engine.errors import BocheError
from boche.engine.games.registry import new
from boche.engine.record import Node, Record, loads
from boche.engine.record.marks import Mark
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


@pytest.mark.parametrize("game", ["boku"])
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


# -- from Python

PLACES = {
    "boche": ("a1", "b1"), "che": ("0,0", "0,1"), "boku": ("e4", "f5"), "octi": ("57", "53")
}  # fmt: skip


@pytest.mark.parametrize("game", ["boku"])
def test_a_position_is_drawn_with_marks_that_are_passed(game: str) -> None:
    position, colour = record_of(game).position(), hexed_drawn()
    one, two = PLACES[game]
    plain = position.svg()
    shown = [
        position.svg(drawn=[mark])
        for mark in (
            Mark.arrow(one, two), Mark.circle(one), Mark.square(one), Mark.triangle(one),
            Mark.cross(one), Mark.label(one, "A"),
        )
    ]  # fmt: skip
    assert len({plain, *shown}) == 7
    assert all(colour in svg for svg in shown[:5])
    assert ">A<" in shown[5]
    assert position.svg(drawn=[Mark.circle(one)], marks=False) == position.svg(marks=False)
    size = (120, 90)
    assert position.png(size=size, drawn=[Mark.arrow(one, two)]) != position.png(size=size)
    image = position.image(size=size, drawn=[("CR", one)])  # type: ignore[list-item]
    assert (image != position.image(size=size)).any()


def variation(game: str) -> tuple[Record, Node]:
    """Return a record with a variation at its first move, and the end of that."""
    record = record_of(game)
    moves = map(str, record.start.legal_moves())
    return record, record.root.add(next(m for m in moves if m != record.moves()[0]))


@pytest.mark.parametrize("game", ["boku"])
def test_a_node_keeps_its_marks_and_shows_them_in_a_variation(game: str) -> None:
    record, node = variation(game)
    one, two = PLACES[game]
    before = record.svg(node=node)
    node.marks = [Mark.arrow(one, two), Mark.label(one, "A:]")]
    assert node.marks == (Mark("AR", one, two), Mark("LB", one, "A:]"))
    again = loads(record.text())
    assert again == record
    assert again.root.children[1].marks == node.marks
    shown = record.svg(node=node)
    assert shown != before
    assert shown == record.position(node).svg(last=node.move, drawn=node.marks)
    assert record.svg(node=node, drawn=[Mark.circle(two)]) != shown
    assert record.png(node=node, size=(60, 40)) != record.png(size=(60, 40))
    node.marks = []
    assert node.properties == ()


@pytest.mark.parametrize("game", ["boku"])
def test_a_film_of_a_variation_shows_marks_by_node(game: str, tmp_path: Path) -> None:
    record, node = variation(game)
    shown: dict[str, set[bytes]] = {}
    mark = Mark.arrow(*PLACES[game])
    for name, drawn in {"plain": None, "drawn": {node: [mark]}}.items():
        file = tmp_path / f"{name}.apng"
        record.film(file, size=(64, 64), fps=2, captions=False, node=node, drawn=drawn)
        with Image.open(file) as film:
            shown[name] = {frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(film)}
    assert shown["drawn"] - shown["plain"]
    assert shown["drawn"] & shown["plain"], "the beginning is the same"


WRONG: dict[str, tuple[Callable[[Any, Any, Any], object], Any, str]] = {
    "a place": (lambda p, r, v: p.svg(drawn=v), [Mark.circle("z9")], "no place 'z9'"),
    "the end of an arrow": (
        lambda p, r, v: p.png(drawn=v), [Mark.arrow("e4", "z9")], "the board has no place 'z9'"
    ),
    "a kind": (lambda p, r, v: p.svg(drawn=v), [("XX", "e4")], r"\('XX', 'e4'\) is not a mark"),
    "a text": (lambda p, r, v: p.image(drawn=v), "e4", "'e4' is not a mark"),
    "a number": (lambda p, r, v: r.svg(drawn=v), 5, "5 is not a mark"),
    "an arrow to nowhere": (lambda p, r, v: r.svg(drawn=v), [("AR", "e4")], "is not a mark"),
    "too many": (
        lambda p, r, v: r.svg(drawn=v), [Mark.circle("e4")] * 401, "401 marks, and at most 400"
    ),
    "a circle of no place": (lambda p, r, v: r.svg(drawn=v), [Mark("CR", "")], "is not a mark"),
    "a film": (lambda p, r, v: r.film("a.gif", drawn=v), [], "does not map nodes to marks"),
    "of a node": (
        lambda p, r, v: setattr(r.root, "marks", v), [None], r"marks: \[None\] is not a mark"
    ),
    "two places of a record": (
        lambda p, r, v: r.svg(node=r.root, move=1), None, "move and node: give one of them"
    ),
    "another record": (
        lambda p, r, v: r.svg(node=record_of("che").root), None,
        "the node belongs to another record",
    ),
    "no node": (lambda p, r, v: r.svg(node=v), "e4", "node: 'e4' is not a node"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_wrong_marks_are_refused_in_one_line(what: str) -> None:
    draw, value, message = WRONG[what]
    position, record = new("boku").play("e4"), record_of("boku")
    before = record.text()
    with pytest.raises(BocheError, match=message) as told:
        draw(position, record, value)
    assert "\n" not in str(told.value)
    assert record.text() == before
