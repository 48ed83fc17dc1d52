"""The panel keeps its parts in their places while a game is stepped through, played and studied."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.search.result import Candidate
from boche.engine.threats import threats_of
from boche.viewer.hud.model import LIST, HudData
from boche.viewer.hud.pages.engine import HOVER
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Page
from boche.viewer.session import Seat, Session
from boche.viewer.table.lines import hover_candidate
from boche.viewer.table.shown import Banner, WarningView
from tests.viewer.assistant.test_lines import evaluated
from tests.viewer.assistant.test_review import analysed
from tests.viewer.hud.test_hud_layout import RECORDS, built, check_page, shown_of

SIZES = [(1280, 720), (1280, 800), (1920, 1080), (500, 850)]
COMMENT = "A long comment on this move. " * 12


def place_of(page: Page, command: str) -> tuple[float, float]:
    """Return the place of a command's button in the panel."""
    hits = (hit.rect for hit in page.hits if hit.action and hit.action.value == command)
    rect = max(hits, key=lambda rect: rect.x)
    return rect.x, rect.y


def first_page(shown: HudData, size: tuple[int, int]) -> Page:
    return built(shown, size, 1.0).pages[0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["boche-path", "boku-row", "che-closed", "octi-three-bases"])
def test_at_one_size_the_tabs_keep_their_place_in_a_game(name: str, size: tuple[int, int]) -> None:
    """Expect so at each move and at the end, with comments, a warning and threats."""
    session = Session.open(RECORDS / f"{name}.sgf")
    seen = set()
    for index in (0, 1, 2, 9, 14):
        session.cursor.go_index(index)
        shown = shown_of(session)
        seen.add(place_of(first_page(shown, size), "tab_engine"))
    session.cursor.go_index(len(session.cursor.line) - 1)
    shown = shown_of(session)
    ended = replace(shown, view=replace(shown.view, refused=frozenset()))
    seen.add(place_of(built(ended, size, 1.0).pages[0], "tab_engine"))
    session.cursor.go_index(3)
    session.cursor.node.comment = COMMENT
    seen.add(place_of(first_page(shown_of(session), size), "tab_engine"))
    found = threats_of(session.position)
    shown = shown_of(session)
    seen.add(place_of(
        built(replace(shown, view=replace(shown.view, threats=found)), size, 1.0).pages[0],
        "tab_engine",
    ))  # fmt: skip
    assert len(seen) == 1


def test_a_warning_does_not_move_the_tabs() -> None:
    session = Session.new("boku", seats={"black": Seat("Anna"), "white": Seat("", "1")})
    for move in ["a1", "e3", "e7", "e4", "a3", "e5", "a4", "e6", "f9"]:
        session.play(move)
    found, shown = threats_of(session.position), shown_of(session)
    warned = WarningView(found[0].allowed_by("f9"), True, found[0])
    after = replace(shown, view=replace(shown.view, warning=warned))
    for size in SIZES:
        places = {place_of(first_page(each, size), "tab_moves") for each in (shown, after)}
        assert len(places) == 1


def studied(index: int, tab: str) -> HudData:
    """Return an analysed game with comments, a mistake and six candidates."""
    one = analysed()
    one.session.cursor.go_index(index)
    one.session.cursor.node.comment = COMMENT
    shown = shown_of(one.session, panel_tab=tab)
    moves = [move for move in shown.position.legal_moves() if str(move) != "swap"][:6]
    found = tuple(Candidate(move, 900, 0.5, (move,), None, str(move)) for move in moves)
    known = replace(one.assistant.analysis(), candidates=found, evaluating=True, visits=5400)
    return replace(shown, analysis=known)


@pytest.mark.parametrize("size", SIZES)
def test_an_analysis_that_begins_moves_neither_tabs_nor_board(size: tuple[int, int]) -> None:
    """Expect so before it, while the engine runs, with the first moves known and with all."""
    one = analysed()
    done = replace(one.assistant.analysis(), evaluating=True)
    shown = shown_of(one.session)
    steps = (
        replace(done, evaluating=False, graph=(), mistakes={}, evaluation=None),
        replace(done, graph=(), mistakes={}),
        replace(done, graph=done.graph[:3], mistakes={}),
        done,
    )
    frames = [built(replace(shown, analysis=each), size, 1.0) for each in steps]
    assert len({place_of(frame.pages[0], "tab_moves") for frame in frames}) == 1
    assert len({frame.areas.board for frame in frames}) == 1
    for frame in frames:
        check_page(frame.pages[0], frame.areas.window)


@pytest.mark.parametrize("size", SIZES)
def test_beside_an_analysis_the_tabs_keep_their_place(size: tuple[int, int]) -> None:
    """Expect so with and without mistakes, and with fewer moves known."""
    seen = set()
    for index in range(4):
        shown = studied(index, "moves")
        seen.add(place_of(first_page(shown, size), "tab_moves"))
        for changed in ({"mistakes": {}}, {"graph": shown.analysis.graph[:1]}):
            other = replace(shown, analysis=replace(shown.analysis, **changed))
            seen.add(place_of(first_page(other, size), "tab_moves"))
    assert len(seen) == 1


def test_in_a_window_of_1280_by_800_four_candidates_and_ten_rows_are_seen() -> None:
    """Expect so beside a graph, a mistake and a long comment."""
    page = first_page(studied(3, "engine"), (1280, 800))
    check_page(page, Rect(0, 0, 1280, 800))
    ranks = {hit.hover.value for hit in page.hits if hit.hover and hit.hover.name == HOVER}
    assert ranks >= {1, 2, 3, 4}
    shown = studied(3, "moves")
    page = first_page(shown, (1280, 800))
    check_page(page, Rect(0, 0, 1280, 800))
    (room,) = (hit.rect for hit in page.hits if hit.scroll == LIST and hit.action is None)
    row = laid_row(page)
    assert room.h >= 10 * row


def laid_row(page: Page) -> float:
    """Return the distance of two rows of the list."""
    ys = sorted({hit.rect.y for hit in page.hits if hit.action and hit.action.name == "go"})
    return ys[1] - ys[0]


@pytest.mark.parametrize("size", SIZES)
def test_candidates_stay_under_the_pointer_that_shows_their_lines(size: tuple[int, int]) -> None:
    """Expect the same places with and without a line on the board, whose end may be another."""
    one, seen = evaluated(), set()
    one.session.cursor.node.comment = COMMENT
    for rank in range(3):
        hover_candidate(one.controller.context, rank)
        shown = shown_of(one.session, panel_tab="engine")
        shown = replace(shown, view=one.controller.view(), analysis=one.assistant.analysis())
        page = built(shown, size, 1.0).pages[0]
        hits = (hit for hit in page.hits if hit.hover and hit.hover.name == HOVER)
        seen.add(tuple(sorted((hit.hover.value, hit.rect.y, hit.rect.h) for hit in hits)))
    assert len(seen) == 1


def test_below_the_board_no_banner_lies_on_the_buttons_of_a_result() -> None:
    session = Session.open(RECORDS / "boku-row.sgf")
    session.cursor.last()
    shown = shown_of(session)
    ended = replace(shown, view=replace(shown.view, banner=Banner("Black wins", "end")))
    frame = built(ended, (500, 850), 1.0)
    (place,) = (
        hit.rect for hit in frame.pages[0].hits if hit.action and hit.action.value == "rematch"
    )
    over = frame.hit(*place.middle)
    assert over is not None
    assert over.action is not None
    assert over.action.value == "rematch"


@pytest.mark.parametrize("size", [*SIZES, (1024, 640), (1280, 600)])
def test_beside_a_graph_what_is_left_is_told_of_both_colours_or_of_none(
    size: tuple[int, int],
) -> None:
    known = analysed().assistant.analysis().graph
    names = {"light": "black", "dark": "white"}
    graph = tuple(
        replace(each, win={names[colour]: share for colour, share in each.win.items()})
        for each in known
    )
    session = Session.new("boku")
    for move in ("f5", "a1", "f6", "a2", "f7"):
        session.play(move)
    for node in session.cursor.line:
        node.comment = COMMENT
    shown = shown_of(session)
    shown = replace(shown, analysis=replace(shown.analysis, graph=graph, evaluating=True))
    page = first_page(shown, size)
    check_page(page, Rect(0, 0, *size))
    said = [text.text for text in page.texts]
    rows = said.count("Marbles left")
    assert rows != 1 or any(text.startswith("Black 33, White 34") for text in said)
