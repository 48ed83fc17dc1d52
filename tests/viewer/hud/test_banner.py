"""The banner as drawn: its place, its text and the actions at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.hud.dialogs.model import Button, Form
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import Areas, picture_size
from boche.viewer.hud.model import MOMENT, HudData
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Box, Page
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.table.move_input import boxes_of
from boche.viewer.table.question import CANCEL, Question
from boche.viewer.table.shown import Banner
from boche.viewer.table.state import Table
from boche.viewer.table.words import SWAPPED_YOU
from tests import ROOT
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.table.user import Others

SWAP = Banner(SWAPPED_YOU(who="level 3", colour="light"), "swap")
END = Banner("light wins: a path links the three sides", "end")
AFTER = ("rematch", "analyse", "save", "share")


def over(banner: Banner | None, **changes: object) -> HudData:
    """Return a finished game with a line over its board."""
    session = Session.open(ROOT / "assets" / "records" / "boche-path.sgf")
    shown = shown_of(session, **changes)
    return replace(shown, view=replace(shown.view, banner=banner))


def pages_of(shown: HudData, size: tuple[int, int] = (1280, 800), scale: float = 1.0,
             asked: list[Action] | None = None) -> tuple[Hud, list[Page]]:  # fmt: skip
    hud = Hud(wide, Plain(), (asked if asked is not None else []).append)
    return hud, hud.build(shown, laid_out(shown, size, scale)).pages


@pytest.mark.parametrize("keys", [True, False])
def test_where_panel_or_banner_say_how_a_game_ended_the_status_says_what_next(keys: bool) -> None:
    for banner, panel in ((END, True), (END, False), (None, True), (None, False)):
        shown = over(banner, right_panel=panel)
        assert shown.outcome is not None
        # With no pointer over the board the status line is empty.
        status = "" if keys else shown.outcome.reason
        hud, pages = pages_of(replace(shown, view=replace(shown.view, status=status)))
        below = [text.text for text in pages[0].texts if text.y >= hud.areas.status.y]
        alone = banner is None and not panel
        assert any("Rematch (Ctrl+R), Review (" in text for text in below) == (not alone)
        assert any("links the three sides" in text for text in below) == (alone and not keys)


def words(page: Page) -> str:
    return " ".join(text.text for text in page.texts)


def offered(page: Page) -> set[str]:
    return {hit.action.value for hit in page.hits
            if hit.action is not None and hit.action.name == "command"}  # fmt: skip


def test_a_click_on_it_puts_it_away_and_beside_it_is_the_timeline() -> None:
    asked: list[Action] = []
    hud, pages = pages_of(over(SWAP), asked=asked)
    card: Rect = pages[1].hits[0].rect
    for x, y in ((card.x - 2, card.middle[1]), (card.middle[0], card.bottom + 2)):
        beside = hud.frame.hit(x, y)
        assert beside is None or beside.action is None or beside.action.name == "scrub"
    assert hud.frame.hit(card.middle[0], hud.areas.board.bottom - 2) is None
    hud.pressed("left", *card.middle, 0.0)
    hud.released("left", *card.middle, 0.1)
    assert [action.name for action in asked] == ["put_away"]


def test_colours_are_called_as_the_palette_shows_them() -> None:
    shown = replace(over(SWAP), names={"light": "yellow", "dark": "blue"})
    assert (
        words(pages_of(shown)[1][1])
        == "Level 3 swapped colours as the second move: you play yellow now"
    )


def test_a_question_hides_it() -> None:
    shown = over(SWAP)
    shown = replace(shown, view=replace(shown.view, question=Question("Sure?", "", (CANCEL,))))
    assert not any("swapped" in words(page) for page in pages_of(shown)[1])


def test_the_panel_offers_what_can_be_done_after_the_end() -> None:
    assert set(AFTER) <= offered(pages_of(over(None))[1][0])
    unfinished = shown_of(Session.new("boche"))
    assert not {"rematch", "share"} & offered(pages_of(unfinished)[1][0])


def test_without_the_panel_the_line_offers_it() -> None:
    assert set(AFTER) <= offered(pages_of(over(END, right_panel=False))[1][1])
    assert not offered(pages_of(over(END))[1][1])
    assert not offered(pages_of(over(SWAP, right_panel=False))[1][1])


def test_nobody_has_won_while_the_end_is_on_its_way() -> None:
    shown = over(None)
    page = pages_of(replace(shown, view=replace(shown.view, won=3, status="")))[1][0]
    assert "won" not in words(page).split()
    assert "path links" not in words(page)
    assert "to move" not in words(page)
    assert "rematch" not in offered(page)
    assert "won" in words(pages_of(shown)[1][0]).split()


@pytest.mark.parametrize("game", GAMES)
def test_a_first_turn_stands_beside_its_places_and_covers_none_of_them(game: str) -> None:
    shown = shown_of(Session.new(game))
    assert shown.view.first_turn is not None
    hud = Hud(wide, Plain(), lambda action: None, hints=True)
    areas = laid_out(shown)
    (*pages, bubble) = hud.build(shown, areas).pages
    assert words(bubble) == str(shown.view.first_turn.text)
    assert not any("Click" in words(page) for page in pages)
    (card,) = [box.rect for box in bubble.boxes]
    assert card.inside(areas.board)
    assert not bubble.hits
    places = [
        Rect(areas.board.x + left, areas.board.bottom - high, right - left, high - low)
        for left, low, right, high in shown.view.first_turn.boxes
    ]
    assert not [place for place in places if place.overlaps(card, 1.0)]
    near = [place for place in places if place.inset(-3 * areas.metrics.gap).overlaps(card)]
    assert near


@pytest.mark.parametrize("size", [(500, 850), (1280, 800)])
@pytest.mark.parametrize("game", GAMES)
def test_a_first_turn_covers_neither_what_keys_choose_nor_a_letter_of_the_board(
    game: str, size: tuple[int, int]
) -> None:
    """Expect so before the arrow keys lead anywhere, and where they do."""
    session = Session.new(game)
    areas = laid_out(shown_of(session), size)
    controller = Controller(session, picture_size(areas), Settings())
    table = controller.table
    targets = list(table.selection.targets())
    for target in (None, *targets[:: len(targets) // 7 + 1]):
        if target is not None:
            assert table.selection.choose(target)
            table.pointing.leave_to_keys(None)
        shown = replace(shown_of(session), view=controller.view())
        first = shown.view.first_turn
        assert first is not None
        hud = Hud(wide, Plain(), lambda action: None, hints=True)
        bubble = hud.build(shown, areas).pages[-1]
        (card,) = [box.rect for box in bubble.boxes if isinstance(box, Box)]
        assert words(bubble) == str(first.text)
        assert card.inside(areas.board), target
        board, boxes = areas.board, first.clear + (() if len(first.boxes) > 24 else first.boxes)
        for left, low, right, high in boxes:
            kept = Rect(board.x + left, board.bottom - high, right - left, high - low)
            assert not kept.overlaps(card, 1.0), target
        if target is not None:
            place = table.picker.place(table.position, target, table.display)
            x, y = table.looking.pixels(place[None])[0]
            assert not card.holds(board.x + x, board.bottom - y)


def test_the_hints_that_follow_first_turns_leave_out_what_these_say() -> None:
    shown = shown_of(Session.new("che"))
    hud = Hud(wide, Plain(), lambda action: None, hints=True)
    hud.build(shown, laid_out(shown))
    later = replace(shown, view=replace(shown.view, first_turn=None))
    said = words(hud.build(later, laid_out(later)).pages[-1])
    assert said.startswith("Got it Look around. "), "the only hint left is not counted"
    # No hint shows under a dialog that covers the table.
    hud.open(Form("settings", "Settings", [], (Button("cancel", "Close"),)))
    assert not any("Look around" in words(page) for page in hud.build(later, laid_out(later)).pages)


@pytest.mark.parametrize(
    ("said", "shown_so"),
    [("no moves to analyse", "No moves to analyse"), ("game.sgf is written", "game.sgf is written"),
     ("a:b2 is taken", "a:b2 is taken")],
)  # fmt: skip
def test_the_status_begins_like_a_sentence_unless_with_a_name(said: str, shown_so: str) -> None:
    shown = shown_of(Session.new("boche"))
    _, pages = pages_of(replace(shown, view=replace(shown.view, status=said)))
    assert shown_so in [text.text for text in pages[0].texts]


@pytest.mark.parametrize(("place", "begins"), [("second", "You win"), ("first", "You lose")])
def test_the_panel_tells_the_end_from_the_users_side(place: str, begins: str) -> None:
    session = Session.open(ROOT / "assets" / "records" / "boche-path.sgf")
    winner = session.outcome.winner if session.outcome is not None else None
    computer = [c for c in session.record.game.colours if (c == winner) == (place == "first")]
    session.seats.seat(computer[0], Seat("", "3"))
    session.seats.joined_late = False  # as if it had been played here
    _, pages = pages_of(shown_of(session))
    said = next(text.text for text in pages[0].texts if text.text.startswith("You "))
    assert said.startswith(begins)
    assert "links" in words(pages[0]), "and why, in the words of the rules"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("size", "panel"), [((1280, 720), True), ((500, 850), True), ((1280, 800), False)]
)
def test_by_keys_each_button_after_the_end_is_reached_and_pressed(
    game: str, size: tuple[int, int], *, panel: bool
) -> None:
    session = Session.new(game)
    controller = Controller(session, size, Settings(animation_speed=0.0, right_panel=panel))
    others = Others()
    controller.join(others, others.window)
    session.play(str(session.position.legal_moves()[0]))
    controller.set_session(session)
    controller.table.declare(lambda: session.resign(session.turn))
    controller.tick(9.0)
    reached = []
    for _ in range(5):
        controller.key("Tab", 10.0)
        view = controller.view()
        shown = replace(shown_of(session, right_panel=panel), view=view)
        hud, pages = pages_of(shown, size)
        page = pages[0 if panel else 1]
        (button,) = [hit.rect for hit in page.hits
                     if hit.action == Action("command", view.end_focus)
                     and hit.rect.y > hud.areas.toolbar.bottom]  # fmt: skip
        framed = [each.rect for each in page.boxes
                  if isinstance(each, Box) and button.inside(each.rect)
                  and 0 < each.rect.w - button.w < 8]  # fmt: skip
        assert framed, "it has a frame"
        assert str(view.status).startswith("Enter: ")
        reached.append(view.end_focus)
    assert reached == ["rematch", "moments", "share", "analyse", "save"]
    controller.key("Tab", 10.0)
    controller.key("Enter", 11.0)
    assert others.called[-1:] == ["rematch"]
    assert controller.view().end_focus == ""


@pytest.mark.parametrize("panel", [True, False])
def test_the_end_of_a_tried_line_is_not_that_of_the_game(*, panel: bool) -> None:
    """The end of a line beside a game that goes on said *You win*, and offered a rematch."""
    session = Session.new("boku", seats={"black": Seat("Anna"), "white": Seat("", "1")})
    settings = Settings(animation_speed=0.0, right_panel=panel)
    controller = Controller(session, (1280, 800), settings)
    others = Others()
    controller.join(others, others.window)
    first, *more = map(str, session.position.legal_moves()[:4])
    for move in (first, *more):
        session.play(move)
    session.cursor.back(2)
    session.play(more[-1])
    controller.set_session(session)
    controller.table.declare(lambda: session.resign("white"))
    controller.tick(9.0)
    assert session.tries
    shown = replace(shown_of(session, right_panel=panel), view=controller.view())
    _, pages = pages_of(shown)
    said = " ".join(words(page) for page in pages)
    assert "In this line white resigned" in said
    assert "You win" not in said
    assert " won" not in said
    assert not {"rematch", "moments", "other_level"} & set().union(
        *({hit.action.value for hit in page.hits if hit.action is not None
           and hit.action.name == "command" and hit.rect.y > 40} for page in pages)
    )  # fmt: skip
    controller.key("Tab", 10.0)
    assert controller.view().end_focus == ""


def test_any_other_key_leaves_the_buttons_after_the_end() -> None:
    session = Session.open(ROOT / "assets" / "records" / "boche-path.sgf")
    controller = Controller(session, (1280, 800), Settings(animation_speed=0.0))
    others = Others()
    controller.join(others, others.window)
    controller.key("Tab", 1.0, ["shift"])
    assert controller.view().end_focus == "save"
    controller.key("Left", 2.0)
    controller.key("Enter", 3.0)
    assert (controller.view().end_focus, others.called) == ("", [])


def test_what_one_wants_after_the_end_is_offered_in_order() -> None:
    """Offer the rematch, the review and sharing, in this order, the first two in words."""
    shown = over(END)
    for size in ((1280, 720), (1920, 1080), (700, 440)):
        hud, pages = pages_of(shown, size)
        panel, found = hud.areas.panel, {}
        for hit in pages[0].hits:
            if hit.action is not None and hit.rect.inside(panel):
                found.setdefault(hit.action.value, hit.rect)
        row = [found[name] for name in ("rematch", "moments", "share", "analyse", "save")]
        assert len({rect.middle[1] for rect in row}) == 1
        assert all(one.right <= two.x + 0.5 for one, two in pairwise(row))
        said = {text.text for text in pages[0].texts}
        assert "Rematch" in said
    _, pages = pages_of(shown)
    assert "Review" in words(pages[0])


def card_of(shown: HudData, areas: Areas, told: str) -> Rect:
    """Return where a text stands over the board."""
    page = Hud(wide, Plain(), lambda action: None).build(shown, areas).pages[-1]
    assert words(page).casefold() == told.casefold()
    (card,) = [box.rect for box in page.boxes if isinstance(box, Box)]
    return card


def boxes_on(areas: Areas, table: Table, names: Sequence[str]) -> list[Rect]:
    found = boxes_of(table, names).values()
    board = areas.board
    return [Rect(board.x + x, board.bottom - top, right - x, top - y) for x, y, right, top in found]


@pytest.mark.parametrize("size", [(500, 850), (1280, 800)])
@pytest.mark.parametrize("prong", "abe")
def test_how_a_pod_moves_is_told_beside_the_square_where_it_may_go(
    prong: str, size: tuple[int, int]
) -> None:
    square = {"a": "58", "b": "68", "e": "56"}[prong]
    session = Session.new("octi")
    areas = laid_out(shown_of(session), size)
    settings = Settings(told=("octi.first",), animation_speed=0.0)
    controller = Controller(session, picture_size(areas), settings)
    for move in (f"57+{prong}", "53+a"):
        controller.table.play(move)
    shown = replace(shown_of(session), view=controller.view())
    first = shown.view.first_turn
    assert first is not None
    assert first.text.kind == "octi.first-move"
    card = card_of(shown, areas, str(first.text))
    (ahead,) = boxes_on(areas, controller.table, [square])
    assert not ahead.overlaps(card, 1.0)


@pytest.mark.parametrize("size", [(500, 850), (1280, 800)])
def test_what_is_asked_of_a_begun_turn_covers_no_tile(size: tuple[int, int]) -> None:
    session = Session.new("che")
    session.play("br:0,0")
    areas = laid_out(shown_of(session), size)
    controller = Controller(session, picture_size(areas), Settings(hints_seen=True))
    table = controller.table
    checked = 0
    for first in [target for target in table.selection.targets() if target == "0,1"]:
        table.selection.choose(first)
        table.selection.take()
        shown = replace(shown_of(session), view=controller.view())
        card = card_of(shown, areas, shown.view.status)
        for tile in boxes_on(areas, table, ["0,0", "0,1"]):
            checked += 1
            assert not tile.overlaps(card, 1.0)
        table.selection.back()
    assert checked


@pytest.mark.parametrize(
    ("size", "panel"),
    [((1280, 800), True), ((1280, 800), False), ((500, 850), True), ((1280, 720), True)],
)
def test_the_card_of_a_move_on_the_timeline_leaves_the_buttons_after_the_end_free(
    size: tuple[int, int], *, panel: bool
) -> None:
    shown = over(END, right_panel=panel)
    hud, pages = pages_of(shown, size)
    bar = hud.areas.timeline
    (track,) = [hit.rect for page in pages for hit in page.hits
                if hit.action is not None and hit.action.name == "scrub"
                and hit.rect.inside(bar, 1.0)]  # fmt: skip
    buttons = [hit.rect for page in pages for hit in page.hits
               if hit.action is not None and hit.action.value in AFTER
               and hit.rect.y > hud.areas.toolbar.bottom]  # fmt: skip
    assert len(buttons) == len(AFTER)
    cards = 0
    for share in (0.02, 0.3, 0.6, 0.9, 0.98):
        hud.pointer_moved(track.x + share * track.w, track.bottom - 2.0, 0.0)
        hud.build(shown, laid_out(shown, size))
        for picture in hud.frame.pictures(MOMENT):
            cards += 1
            card = picture.rect.inset(-hud.areas.metrics.gap)
            assert not any(card.overlaps(button) for button in buttons)
            assert picture.rect.inside(hud.areas.window)
    assert cards >= 2
