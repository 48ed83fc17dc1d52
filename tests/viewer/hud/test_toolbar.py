"""The toolbar: separate groups, labels where there is room, and distinct icons."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from boche.engine.games.registry import GAMES, find
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import picture_size
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.toolbar import END_VIEW, GROUPS, LABELS
from boche.viewer.hud.pages.works import WorkView
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Box, Hit, Page, Stroke
from boche.viewer.hud.widgets.theme import LIGHT
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.session import LessonSession
from boche.viewer.session import Seat, Session
from boche.viewer.table.commands import COMMANDS
from boche.viewer.table.input import Controller
from tests import ROOT
from tests.viewer.hud.test_hud_layout import boxes_of, built, check_page, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.table.user import STILL, User

Point = tuple[float, float]

WINDOWS = [((700, 440), 1.0), ((1024, 640), 1.0), ((1024, 640), 1.5), ((1280, 720), 1.0),
           ((1920, 1080), 1.0), ((3840, 2160), 3.0)]  # fmt: skip


def drawn(shown: HudData, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Page:
    hud = Hud(wide, Plain(), lambda action: None)
    return hud.build(shown, laid_out(shown, size, scale)).pages[0]


def buttons(page: Page, bottom: float) -> dict[str, Hit]:
    """Return the bar's clickable buttons by their commands, from left to right."""
    found = [hit for hit in page.hits if hit.tip and hit.rect.bottom <= bottom]
    return {hit.tip: hit for hit in sorted(found, key=lambda hit: hit.rect.x)}


def strokes(page: Page, rect: Rect) -> set[tuple[int, ...]]:
    """Return the lines drawn on a button, relative to it."""
    lines = [box for box in page.boxes if isinstance(box, Stroke)]
    return {
        tuple(round(v) for v in (s.x0 - rect.x, s.y0 - rect.y, s.x1 - rect.x, s.y1 - rect.y))
        for s in lines
        if rect.holds(s.x0, s.y0) and rect.holds(s.x1, s.y1)
    }


def offered() -> Session:
    """Return a game whose second move may be the swap."""
    session = Session.new("boche")
    session.play(session.position.legal_moves()[0])
    return session


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize("swap", [False, True])
def test_all_buttons_are_there_and_whole(size: tuple[int, int], scale: float, swap: bool) -> None:
    shown = shown_of(offered() if swap else Session.new("boche"))
    page, areas = drawn(shown, size, scale), laid_out(shown, size, scale)
    check_page(page, areas.window)
    found = buttons(page, areas.toolbar.bottom)
    assert len(found) == sum(map(len, GROUPS)) + swap
    for one, two in combinations(found.values(), 2):
        assert not one.rect.overlaps(two.rect)
    for hit in found.values():
        assert hit.rect.inside(areas.toolbar)
        assert hit.rect.w >= 0.9 * areas.metrics.button
    above = [text for rect, text in boxes_of(page) if rect.bottom <= areas.toolbar.bottom]
    assert not any(text.endswith("…") for text in above)
    if size != (700, 440) and scale != 1.5:
        assert {"New", "Undo", "Hint"} <= set(above)


def test_more_words_where_there_is_more_room() -> None:
    shown = shown_of(Session.new("boche"))
    counts = []
    for width in (700, 900, 1024, 1280, 1920):
        texts = {text.text for text in drawn(shown, (width, 720)).texts}
        counts.append(len(texts & set(LABELS.values())))
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] == len(LABELS)


def test_nothing_moves_when_the_swap_is_offered() -> None:
    for size in ((700, 440), (1024, 640), (1280, 720)):
        before, after = (
            {text: hit.rect for text, hit in buttons(drawn(shown_of(each), size), 60).items()}
            for each in (Session.new("boche"), offered())
        )
        assert before.items() <= after.items()


@pytest.mark.parametrize("game", GAMES)
def test_groups_stand_apart_and_icons_differ(game: str) -> None:
    shown = shown_of(Session.new(game))
    page, metrics = drawn(shown), laid_out(shown).metrics
    rects = [hit.rect for hit in buttons(page, metrics.button + metrics.gap).values()]
    apart = [b.x - a.right for a, b in pairwise(rects)]
    assert sum(gap > metrics.gap for gap in apart) == len(GROUPS) - 1
    icons = [strokes(page, Rect(r.x, r.y, metrics.button, r.h)) for r in rects]
    for one, two in combinations(icons, 2):
        assert len(one ^ two) >= 4, "more than a small sign tells them apart"


def test_each_button_is_a_command() -> None:
    names = [name for group in GROUPS for name in group]
    assert len(names) == len(set(names))
    assert {*names, *LABELS} <= {command.name for command in COMMANDS}
    assert set(LABELS) <= set(names)


def test_a_hint_says_before_what_it_costs() -> None:
    price = "This game would no longer be rated."
    seats = dict(zip(find("boche").colours, (Seat("Ann"), Seat("", "1")), strict=True))
    for session in (Session.new("boche", seats=seats), Session.new("boche")):
        tips = buttons(drawn(shown_of(session)), 60.0)
        helping = [tip for tip in tips if tip.startswith(("Hint", "Evaluation"))]
        assert len(helping) == 2
        assert all(tip.endswith(price) == bool(session.seats.computers) for tip in helping)
        assert not any(price in tip for tip in tips if tip.startswith(("Undo", "New", "Resign")))


@pytest.mark.parametrize("size", [(500, 850), (1280, 800), (3840, 2160)])
def test_signs_of_views_are_whole_and_end_them_when_clicked(size: tuple[int, int]) -> None:
    user, done = User(), []
    for move in ("a:b1", "b:c1", "c:b2", "e:b1"):
        user.session.play(move)
    for key in (",", "Shift+X"):
        user.key(key)
    user.settle()
    scale = 3.0 if size[0] > 2000 else 1.0
    works = (WorkView(1, "boche-path.svg", "drawing it", 0.4),)
    shown = replace(shown_of(user.session), view=user.view, works=works)
    areas = laid_out(shown, size, scale)
    hud = Hud(wide, Plain(), done.append)
    page, card = hud.build(shown, areas).pages[:2]
    signs = [hit for hit in page.hits if hit.action and hit.action.name == END_VIEW]
    assert [hit.action.value for hit in signs if hit.action] == ["peeled", "xray"]
    assert not signs[0].rect.overlaps(signs[1].rect)
    texts = {text.text for text in page.texts}
    assert {"Lowest of 2 levels", "X-ray"} <= texts
    said = " ".join(text.text for text in page.texts)
    assert "b2/1 is b2 on level 1" in said
    assert "A click or Escape: back" in said, "whoever begins the X-ray reads how to end it"
    inside = [box for box, _ in boxes_of(page) if box.overlaps(signs[1].rect)]
    assert len(inside) > 2
    assert all(box.inside(signs[1].rect, 1.0) for box in inside)
    for hit in signs:
        assert hit.rect.inside(areas.board)
        assert not hit.rect.overlaps(card.hits[0].rect), "a file that is being made hides it"
        hud.pressed("left", *hit.rect.middle, 1.0)
        hud.released("left", *hit.rect.middle, 1.0)
    assert done == [hit.action for hit in signs]


def test_the_tip_of_the_levels_says_how_they_lie() -> None:
    user, tips = User(), []
    for _ in range(3):
        page = drawn(replace(shown_of(user.session), view=user.view))
        tips.append(
            next(hit.tip for hit in page.hits if hit.action == Action("command", "explode"))
        )
        user.controller.command("explode", user.later())
        user.settle()
    assert [tip.rpartition("Now: ")[2] for tip in tips] == [
        "Levels together", "Levels apart", "Levels side by side",
    ]  # fmt: skip
    assert all("side by side, then together" in tip for tip in tips)


def test_a_lesson_that_asks_for_a_command_rings_its_button() -> None:
    """Expect one ring while the levels are to be lifted, and none in the exercise before it."""
    [lesson] = [each for each in catalogue_of("boche").lessons if each.key.endswith("levels")]
    rings = {}
    for number in (1, 2):
        page = built(shown_of(LessonSession(lesson, number)), (1280, 800), 1.0).pages[0]
        [place] = [
            hit.rect
            for hit in page.hits
            if hit.action == Action("command", "explode") and hit.rect.y < 60
        ]
        boxes = [
            box
            for box in page.boxes
            if isinstance(box, Box) and (box.width, box.border) == (2, LIGHT.accent)
        ]
        rings[number] = [place.inside(box.rect) for box in boxes]
        told = [text.text for text in page.texts]
        assert "To win in this lesson" in told
        assert "link all three sides once the board is full; enclosing does not count" in " ".join(
            told
        )
    assert rings == {1: [], 2: [True]}


@pytest.mark.parametrize("view", ["1", "2", "3", "T"])
@pytest.mark.parametrize("size", [(500, 850), (1280, 800), (1280, 720)])
def test_the_sign_of_an_xray_covers_no_part_of_the_board(size: tuple[int, int], view: str) -> None:
    session = Session.open(ROOT / "assets" / "records" / "boche-path.sgf")
    session.cursor.go_index(38)
    areas = laid_out(shown_of(session), size)
    controller = Controller(session, picture_size(areas), STILL)
    controller.key("X", 1.0, ["shift"])
    controller.key(view, 2.0)
    shown = replace(shown_of(session), view=controller.view())
    page = Hud(wide, Plain(), lambda action: None).build(shown, areas).pages[0]
    (sign,) = [hit.rect for hit in page.hits if hit.action and hit.action.name == END_VIEW]
    assert sign.inside(areas.board)
    looking = controller.table.looking
    points = [(areas.board.x + x, areas.board.bottom - y)
              for x, y in looking.pixels(looking.framed).tolist()]  # fmt: skip
    hull = hull_of(points)
    for x in np.linspace(sign.x, sign.right, 9):
        for y in np.linspace(sign.y, sign.bottom, 9):
            turns = [turn(one, two, (x, y)) for one, two in pairwise(hull)]
            assert min(turns) < 0, "outside of one side of the board"


def turn(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def hull_of(points: list[Point]) -> list[Point]:
    """Return the corners of the smallest convex polygon around points, the first one twice."""
    ways: list[list[Point]] = []
    for order in (sorted(points), sorted(points, reverse=True)):
        way: list[Point] = []
        for point in order:
            while len(way) > 1 and turn(way[-2], way[-1], point) <= 0:
                way.pop()
            way.append(point)
        ways.append(way)
    return ways[0][:-1] + ways[1]
