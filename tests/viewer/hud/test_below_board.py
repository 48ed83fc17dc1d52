"""What lies below the board: a typed move, a hint, a result. None of it hides the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record import load
from boche.engine.search.analysis import Mistake
from boche.viewer.games.registry import view_of
from boche.viewer.hud.dialogs.moments import moments_form
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.panel import facts_of
from boche.viewer.hud.widgets.items import Action, Hit, Page
from boche.viewer.lessons.session import DemonstrationSession
from boche.viewer.session import Session
from boche.viewer.table.example import example_of
from boche.viewer.table.shown import Banner, Entry, Tone
from boche.viewer.table.text_edit import TextEdit
from tests.positions import played
from tests.viewer.games.octi.hand import JUMPS
from tests.viewer.hud.test_hud_layout import (
    boxes_of,
    check_page,
    laid_out,
    shown_of,
    wide,
)
from tests.viewer.hud.typesetting import Plain
from tests.viewer.table.user import User

SIZES = [(500, 850, 1.0), (1280, 720, 1.0), (1280, 720, 2.0), (3840, 2160, 1.0), (3840, 2160, 2.0)]


def typing(shown: HudData, status: str = "", tone: Tone = "said") -> HudData:
    entry = Entry("move", TextEdit())
    view = replace(shown.view, entry=entry, banner=None, status=status, tone=tone)
    return replace(shown, view=view)


END = Banner("Anna wins: a path links the sides", "end")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_neither_the_typed_move_nor_a_hint_hides_the_board_or_the_buttons_below(
    game: str, size: tuple[int, int, float]
) -> None:
    told_first = shown_of(Session.new(game), hints_seen=False)
    first = told_first.view.first_turn
    assert first is not None
    shown = replace(told_first, view=replace(told_first.view, first_turn=None))
    wrong = "'something typed': not a move; write one such as something"
    quiet = replace(shown, view=replace(shown.view, status=""))
    banners = (Banner(first.text, "hint"), END,
               Banner("level 3 swapped colours: you play dark now", "swap"))  # fmt: skip
    told = [replace(shown, view=replace(shown.view, banner=banner)) for banner in banners]
    for each in (typing(shown), typing(shown, wrong, "refused"), *told, quiet):
        hud = Hud(wide, Plain(), lambda _: None, hints=each is quiet)
        areas = laid_out(each, size[:2], size[2])
        _, over = hud.build(each, areas).pages
        check_page(over, areas.window)
        for box in over.hits:
            assert not box.rect.overlaps(areas.board, 1.0), (box, areas.board)
            assert not box.rect.overlaps(areas.steps, 1.0), (box, areas.steps)
            if areas.panel.y >= areas.board.bottom:
                assert not box.rect.overlaps(areas.timeline, 1.0), (box, areas.timeline)
            if areas.panel.y >= areas.board.bottom or each.view.banner == END:
                assert not box.rect.overlaps(areas.status, 1.0), (box, areas.status)


@pytest.mark.parametrize("game", GAMES)
def test_in_a_portrait_window_no_card_covers_a_line_of_the_panel(game: str) -> None:
    """Expect so of a caption, a swap, a typed move and a hint: the panel gives way to each."""
    show = view_of(game).demonstration
    assert show is not None
    session = DemonstrationSession(load(show()), lambda: None)
    session.cursor.go_index(1)
    shown = shown_of(Session.new(game))
    shown = replace(shown, view=replace(shown.view, first_turn=None, status=""))
    swap = Banner("level 3 swapped colours as the second move: you play dark now", "swap")
    swapped = replace(shown, view=replace(shown.view, banner=swap))
    for each in (shown_of(session), swapped, typing(shown), shown):
        hud = Hud(wide, Plain(), lambda _: None, hints=each is shown)
        areas = laid_out(each, (500, 850))
        base, over = hud.build(each, areas).pages
        card = max((hit.rect for hit in over.hits), key=lambda rect: rect.w)
        assert card.inside(areas.panel)
        told = [(rect, text) for rect, text in boxes_of(base) if rect.inside(areas.panel, 1.0)]
        assert {fact.label for fact in facts_of(each)} <= {text for _, text in told}
        assert not [text for rect, text in told if rect.overlaps(card)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["hint", "banner"])
@pytest.mark.parametrize(
    ("size", "panel"),
    [((1280, 800), True), ((1280, 720), True), ((500, 850), True), ((1280, 800), False)],
)
def test_the_track_keeps_its_place_and_length_while_a_hint_is_shown(
    kind: str, size: tuple[int, int], game: str, *, panel: bool
) -> None:
    user = User(game=game)
    for _ in range(2):
        user.session.play(next(m for m in user.session.position.legal_moves() if str(m) != "swap"))
    quiet = shown_of(user.session, right_panel=panel)
    quiet = replace(quiet, view=replace(quiet.view, first_turn=None, banner=None))
    areas = laid_out(quiet, size, 1.0)
    banner = Banner("a hint that is about as long as those of the first game are", "hint")
    view = replace(quiet.view, banner=banner if kind == "banner" else None)
    hud = Hud(wide, Plain(), lambda _: None, hints=kind == "hint")
    before = Hud(wide, Plain(), lambda _: None).build(quiet, areas).pages
    base, over = hud.build(replace(quiet, view=view), areas).pages
    assert len(before) == 1

    def below(page: Page) -> list[Hit]:
        return [hit for hit in page.hits if hit.rect.y >= areas.timeline.y - 1.0]

    assert Action("scrub", 2) in [hit.action for hit in below(base)]
    assert below(base) == below(before[0])
    card = max((hit.rect for hit in over.hits), key=lambda rect: rect.w)
    assert not card.overlaps(areas.board, 1.0)
    assert not card.overlaps(areas.steps)
    if panel:
        assert card.inside(areas.panel)
        assert not card.overlaps(areas.timeline)
        assert not card.overlaps(areas.status)
    told = [rect for rect, _ in boxes_of(base) if rect.inside(areas.panel, 1.0)]
    assert not any(rect.overlaps(card) for rect in told)


@pytest.mark.parametrize("game", GAMES)
def test_a_demonstration_s_caption_is_there_once_and_leaves_the_timeline_free(game: str) -> None:
    show = view_of(game).demonstration
    assert show is not None
    session = DemonstrationSession(load(show()), lambda: None)
    session.cursor.go_index(1)
    shown = shown_of(session)
    areas = laid_out(shown, (1280, 720), 1.0)
    pages = Hud(wide, Plain(), lambda _: None).build(shown, areas).pages
    said = session.caption.split()[:4]
    found = [text for page in pages for text in page.texts if text.text.split()[:4] == said]
    assert len(found) == 1
    card = next(hit.rect for page in pages for hit in page.hits if hit.action == Action("put_away"))
    assert not card.overlaps(areas.timeline)
    assert not card.overlaps(areas.status)
    assert card.y > areas.board.middle[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_example_is_a_move_that_is_possible_now(game: str) -> None:
    user, seen = User(game=game), set()
    table = user.controller.table
    while table.position.outcome is None and table.position.ply < 6:
        example = example_of(table.position)
        user.key("/")
        hud = Hud(wide, Plain(), lambda _: None)
        shown = replace(shown_of(user.session), view=user.view)
        page = hud.build(shown, laid_out(shown)).pages[-1]
        assert any(str(example) in text.text.lower() for text in page.texts)
        user.type("zz")
        user.key("Enter")
        assert user.view.status == f"'zz': not a move; write one {example}"
        shown = replace(shown, view=user.view)
        texts = [text.text for text in hud.build(shown, laid_out(shown)).pages[-1].texts]
        assert any("not a move" in text for text in texts)
        swaps = any(step.text == "swap" for step in table.position.steps())
        assert str(example).endswith(", or swap") == swaps
        move = str(example).removeprefix("such as ").split(", or ")[0]
        seen.add(move)
        user.key("Escape")
        user.key("/")
        user.type(move)
        user.key("Enter")
        assert user.view.entry is None, user.view.status
    assert len(seen) > 1


def told_while_typing(user: User) -> str:
    shown = replace(shown_of(user.session), view=user.view)
    page = Hud(wide, Plain(), lambda _: None).build(shown, laid_out(shown)).pages[-1]
    return " ".join(text.text for text in page.texts)


def test_how_to_capture_is_told_where_a_pod_can_be_captured() -> None:
    user = User(game="octi")
    for move in ["57+e", "53+a", "57-56", "53-54"]:
        user.controller.table.play(move)
    user.key("/")
    assert "to capture" not in told_while_typing(user)
    user.key("Escape")
    user.controller.table.play("56-55")
    user.key("/")
    assert "or 54-56x to capture" in told_while_typing(user)
    user.type("54-5")
    assert "write" not in told_while_typing(user).lower()
    user.type("6")
    assert "write 54-56x to capture what it jumps over" in told_while_typing(user).lower()
    user.type("x")
    assert "write" not in told_while_typing(user).lower()
    user.key("Enter")
    assert user.view.entry is None


def test_whoever_types_a_jump_over_a_pod_of_their_own_is_not_told_to_capture_it() -> None:
    user = User(game="octi")
    for move in JUMPS.split():
        user.controller.table.play(move)
    user.key("/")
    user.type("46-64")
    assert user.controller.table.position.is_legal("46-64")
    assert "write" not in told_while_typing(user).lower()


def test_no_example_gives_the_answer_of_an_exercise_away() -> None:
    position = played("octi", "57+e 53+a 57-56 53-54 56-55")
    assert "54-56x" in example_of(position)
    assert "x" not in example_of(position, captures=False)


@pytest.mark.parametrize("game", GAMES)
def test_in_a_portrait_window_the_moments_of_a_game_leave_the_board_free(game: str) -> None:
    shown = shown_of(Session.new(game))
    lines = ("11. c:a1: −18 points, better c:b1",)
    [moment] = [Mistake(11, "c:a1", "light", 0.8, 0.3, ("c:b1",))]
    form = moments_form("Your moment", "Dark: 76%", [moment], lines, print, str, print, {})
    hud = Hud(wide, Plain(), lambda _: None)
    hud.open(form)
    areas = laid_out(shown, (500, 850))
    page = hud.build(shown, areas).pages[-1]
    _, card, *_ = (hit.rect for hit in page.hits)
    assert not card.overlaps(areas.board)
    assert card.inside(areas.window)


@pytest.mark.parametrize("size", [(900, 600), (1280, 720)])
def test_a_long_end_stands_on_one_line_and_leaves_the_panel_free(size: tuple[int, int]) -> None:
    shown = shown_of(Session.new("boche"))
    end = Banner("Du gewinnst – Hell gewinnt: Ein Pfad verbindet die drei Seiten", "end")
    shown = replace(shown, view=replace(shown.view, first_turn=None, banner=end))
    areas = laid_out(shown, size, 1.0)
    _, over = Hud(wide, Plain(), lambda _: None).build(shown, areas).pages
    card = next(hit.rect for hit in over.hits if hit.action == Action("put_away"))
    assert len(over.texts) == 1
    assert card.inside(areas.timeline, 1.0)
    assert not card.overlaps(areas.panel, 1.0)


def test_a_long_line_of_the_moments_is_broken_so_that_the_better_move_is_whole() -> None:
    shown = shown_of(Session.new("octi"))
    lines = ("29. 57-55-33x: a certain win missed, which is long, better 75-57-33x-35x",)
    [moment] = [Mistake(29, "57-55", "light", 0.8, 0.3, ("75-57",))]
    form = moments_form("Your moment", "Dark: 76%", [moment], lines, print, str, print, {})
    hud = Hud(wide, Plain(), lambda _: None)
    hud.open(form)
    page = hud.build(shown, laid_out(shown, (500, 850))).pages[-1]
    check_page(page, laid_out(shown, (500, 850)).window)
    assert any(text.text.endswith("75-57-33x-35x") for text in page.texts)
    assert not any(text.text.endswith("…") for text in page.texts)
