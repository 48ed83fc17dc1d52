"""The help: rules and keys, turned pages, and no text cut off or overlapping."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from boche.engine.games.registry import GAMES, find
from boche.engine.threats import has_threats
from boche.viewer.hud.help_state import TURN, Reader
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.rules import pages_of, rules_page
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Page
from boche.viewer.hud.widgets.theme import LIGHT
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.rules.book import book_of
from boche.viewer.session import Seat, Session
from boche.viewer.window.drawing.board_picture import signs
from tests import ROOT
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain


def opened(
    game: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0
) -> tuple[Hud, HudData]:
    shown = shown_of(Session.new(game))
    hud = Hud(wide, Plain(), lambda action: None)
    hud.show_help()
    built(hud, shown, size, scale)
    return hud, shown


def built(
    hud: Hud, shown: HudData, size: tuple[int, int] = (1280, 720), scale: float = 1.0
) -> Page:
    """Return the help's page as it is now."""
    return hud.build(shown, laid_out(shown, size, scale)).pages[-1]


def texts(page: Page) -> list[str]:
    return [text.text for text in page.texts]


def press(hud: Hud, shown: HudData, *keys: str) -> Page:
    for key in keys:
        assert hud.key(key)
    return built(hud, shown)


def test_of_pages_that_stand_together_the_one_that_is_read_is_marked() -> None:
    hud, shown = opened("boche")
    for number in range(hud.help.count):
        hud.help.go(number)
        page = built(hud, shown)
        beside = {hit.action.value for hit in page.hits
                  if hit.action and hit.action.name == TURN and hit.rect.w > 400}  # fmt: skip
        assert number not in beside
        assert beside <= set(range(hud.help.count))
    hud.help.go(22)
    other = next(hit for hit in built(hud, shown).hits if hit.action and hit.rect.w > 400
                 and hit.action.name == TURN)  # fmt: skip
    click(hud, *other.rect.middle)
    assert other.action is not None
    assert hud.help.page == other.action.value != 22


@pytest.mark.parametrize("game", ["che"])
@pytest.mark.parametrize("size", [(500, 850)])
def test_every_page_of_the_rules_has_words_of_its_own_to_read(
    game: str, size: tuple[int, int]
) -> None:
    layout, book = laid_out(shown_of(Session.new(game)), size), book_of(game)
    assert book is not None
    # How much fits depends on the fonts of a machine, so many heights are tried.
    for height in range(size[1] // 2, size[1], 17):
        pen = Pen(layout.metrics, LIGHT, wide, Plain())
        area = Rect(0, 0, min(layout.window.w, 1200) - 40, height)
        every = pages_of(pen, area, book)
        said = [" ".join(run.text for line in leaf.lines for run in line.runs) for leaf in every]
        assert len(set(said)) == len(said)
        reader = Reader()
        reader.take(game, len(every), 1)
        for number, leaf in enumerate(every):
            reader.go(number)
            pen.page = Page()
            rules_page(pen, area, book, reader)
            clear = {text.text for text in pen.page.texts if text.colour == LIGHT.text}
            assert any(run.text in clear for line in leaf.lines for run in line.runs), height


def test_pages_are_turned_by_keys_wheel_and_buttons() -> None:
    hud, shown = opened("boku")
    last = hud.help.count - 1
    places = []
    for keys in (["Right"], ["PageDown"], ["Space"], ["Left"], ["PageUp"], ["End"], ["Right"],
                 ["Home"], ["Left"]):  # fmt: skip
        press(hud, shown, *keys)
        places.append(hud.help.page)
    assert places == [1, 2, 3, 2, 1, last, last, 0, 0]
    seen = []
    for number, dy in enumerate((-1.0, -0.5, -0.5, 1.0)):
        hud.wheel(dy, 600.0, 300.0, 0.1 * number)
        seen.append(hud.help.page)
    assert seen == [1, 1, 2, 1]
    page = built(hud, shown)
    following = next(text for text in page.texts if text.text == "Next")
    click(hud, following.x, following.y)
    assert hud.help.page == 2
    page = built(hud, shown)
    chapter = next(text for text in page.texts if text.text == "The sandwich")
    click(hud, chapter.x + 1, chapter.y)
    assert texts(built(hud, shown)).count("The sandwich") == 2  # in the list and above the page


def click(hud: Hud, x: float, y: float) -> None:
    hud.pressed("left", x, y, 0.0)
    hud.released("left", x, y, 0.0)


def test_tabs_are_changed_and_the_help_is_put_away() -> None:
    hud, shown = opened("che")
    rules = texts(built(hud, shown))
    assert "How to play Che" in rules
    for key in ("Tab", "2"):
        assert "undo" in texts(press(hud, shown, key))
    assert "Marks" in texts(press(hud, shown, "Tab"))
    assert "undo" in texts(press(hud, shown, "Shift+Tab"))
    for key in ("Shift+Tab", "1"):
        assert texts(press(hud, shown, key)) == rules
    for key in ("Escape", "F1"):
        hud.help.open = True
        press(hud, shown, key)
        assert not hud.modal


def test_it_opens_where_it_was_left_and_anew_for_another_game() -> None:
    hud, shown = opened("che")
    press(hud, shown, "Right", "Right", "Escape")
    hud.show_help()
    built(hud, shown)
    assert hud.help.page == 2
    built(hud, shown_of(Session.new("boku")))
    assert hud.help.page == 0


def test_every_page_with_a_play_has_one_board_and_it_plays_while_it_is_seen() -> None:
    hud, shown = opened("boche")
    book = book_of("boche")
    assert book is not None
    seen = []
    for number in range(hud.help.count):
        hud.help.go(number)
        pictures = [each for each in built(hud, shown).pictures if each.name.startswith("play ")]
        assert len(pictures) <= 1
        assert (hud.showing is not None) == bool(pictures)
        seen += [] if hud.showing is None else [hud.showing.play]
    assert tuple(dict.fromkeys(seen)) == book.plays
    assert all(one is not two or one in book.plays for one, two in pairwise(seen))
    hud.help.go(0)
    built(hud, shown)
    assert hud.wakeup() == 0.0
    press(hud, shown, "Escape")
    assert (hud.showing, hud.wakeup()) == (None, None)


def test_no_animation_is_no_animation_here_either() -> None:
    hud, shown = opened("boche")
    press(hud, shown, "Escape")
    hud.show_help()
    built(hud, replace(shown, settings=replace(shown.settings, animation_speed=0.0)))
    assert hud.showing is not None
    assert hud.wakeup() is None


def said_of(game: str) -> str:
    """Return the texts of the page of keys and of all first-start hints of a game."""
    hud, shown = opened(game)
    words = texts(press(hud, shown, "2"))
    hud = Hud(wide, Plain(), lambda action: None, hints=True)
    for _ in range(9):
        page = built(hud, shown)
        words += texts(page)
        following = [text for text in page.texts if text.text in ("Next", "Got it")]
        if not following:
            return " ".join(words)
        click(hud, following[0].x, following[0].y)
    raise AssertionError("the hints do not end")


PIECES = {"boche": "cube", "che": "tile", "boku": "marble", "octi": "pod"}


@pytest.mark.parametrize("game", GAMES)
def test_help_and_hints_speak_of_the_game_at_hand(game: str) -> None:
    said = said_of(game)
    assert PIECES[game] in said
    for other, piece in PIECES.items():
        assert other == game or f" {piece}" not in said
    assert "turn the piece" not in said or game == "boche"
    assert ("nest" in said) == (game == "boche")
    assert (" hole" in said) == (game in ("boche", "octi"))


@pytest.mark.parametrize("game", GAMES)
def test_only_moves_of_several_steps_have_a_key_that_takes_one_back(game: str) -> None:
    assert ("Backspace" in said_of(game)) == (game != "boche")


def test_a_game_without_rules_has_keys_and_marks() -> None:
    reader = Reader()
    reader.take("a game from outside", 0, 1)
    for key, tab in (("2", "keys"), ("Right", "keys"), ("Tab", "marks"), ("End", "marks"),
                     ("2", "keys"), ("3", "marks"), ("1", "keys")):  # fmt: skip
        reader.key(key)
        assert (reader.tab, reader.tabs, reader.page) == (tab, ("keys", "marks"), 0)


def test_the_cross_on_a_closed_cell_is_explained() -> None:
    hud, shown = opened("boku")
    shown = replace(shown, signs=signs("classic", "boku"))
    assert "cross" in " ".join(texts(press(hud, shown, "3")))


def test_no_hint_on_playing_lies_over_a_finished_game() -> None:
    session = Session.open(ROOT / "assets" / "records" / "boku-row.sgf")
    hud = Hud(wide, Plain(), lambda action: None, hints=True)

    def said(session: Session) -> str:
        shown = shown_of(session)
        pages = hud.build(shown, laid_out(shown, (1280, 720))).pages
        return " ".join(text for page in pages for text in texts(page))

    assert "Point at any empty cell" in said(Session.new("boku"))
    for place in (len(session.cursor.line) - 1, 3):
        session.cursor.go_index(place)
        assert "Skip" not in said(session)
        assert "empty cell" not in said(session)


def test_hints_are_counted_only_where_several_are_left() -> None:
    hud = Hud(wide, Plain(), lambda action: None, hints=True)

    def counts(game: str, *, turns: bool) -> list[str]:
        """Return the counts on the card of the hint, once first turns are told or are not."""
        shown = shown_of(Session.new(game), hints_seen=False)
        if turns:
            assert shown.view.first_turn is not None
            hud.build(shown, laid_out(shown, (1280, 720)))
        quiet = replace(shown, view=replace(shown.view, banner=None, first_turn=None))
        (card,) = (page for page in hud.build(quiet, laid_out(quiet, (1280, 720))).pages[1:]
                   if {"Skip (Esc)", "Got it"} & set(texts(page)))  # fmt: skip
        return [text for text in texts(card) if re.fullmatch(r"-?\d+ of -?\d+", text)]

    assert counts("boku", turns=False) == ["1 of 2"]
    assert counts("boche", turns=True) == [], "first turns have told all but one"
    assert counts("boku", turns=False) == [], "a game with fewer hints"
    assert counts("boche", turns=False) == ["1 of 2"]


def test_a_hint_is_there_only_while_a_person_is_to_move_and_covers_no_button() -> None:
    """Expect none beside an analysis, at earlier moves, and while the computer thinks."""
    hud = Hud(wide, Plain(), lambda action: None, hints=True)

    def covers(shown: HudData) -> bool:
        quiet = replace(shown, view=replace(shown.view, banner=None, first_turn=None))
        frame = hud.build(quiet, laid_out(quiet, (1280, 720)))
        cards = [page for page in frame.pages[1:] if "Skip (Esc)" in texts(page)]
        bar = frame.areas.timeline
        buttons = [
            hit.rect
            for hit in frame.pages[0].hits
            if hit.action and hit.action.name == "command" and hit.rect.inside(bar, 1.0)
        ]
        for card in cards:
            assert not any(hit.rect.overlaps(rect) for hit in card.hits for rect in buttons)
        return bool(cards)

    session = Session.new("boku", seats={"black": Seat("Anna"), "white": Seat("", "2")})
    assert covers(shown_of(session))
    session.play("a1")
    assert not covers(shown_of(session)), "the computer is to move"
    session.play("e5")
    shown = shown_of(session)
    assert covers(shown)
    assert not covers(replace(shown, analysis=replace(shown.analysis, evaluating=True)))
    assert not covers(replace(shown, analysis=replace(shown.analysis, analysing=(1, 2))))
    session.cursor.first()
    assert not covers(shown_of(session)), "one looks back, and may let it play from here"


@pytest.mark.parametrize("tab", ["1", "2"])
def test_enter_presses_the_filled_button_and_closes_the_help_where_there_is_none(tab: str) -> None:
    hud, shown = opened("boche", (500, 850))
    page = press(hud, shown, tab)
    assert hud.help.count > 1
    for number in range(1, hud.help.count):
        assert "Next" in texts(page)
        page = press(hud, shown, "Enter")
        assert (hud.help.open, hud.help.page) == (True, number)
    assert hud.key("Enter")
    assert not hud.help.open


def test_in_a_move_that_is_begun_escape_is_not_said_to_skip_the_hints() -> None:
    hud = Hud(wide, Plain(), lambda action: None, hints=True)
    shown = shown_of(Session.new("octi"))
    for taken, label in (("", "Skip (Esc)"), ("37-", "Skip")):
        display = replace(shown.view.display, taken=taken)
        begun = replace(
            shown, view=replace(shown.view, banner=None, first_turn=None, display=display)
        )
        assert label in texts(built(hud, begun))


def test_a_hint_names_only_keys_that_always_answer_it() -> None:
    hud = Hud(wide, Plain(), lambda action: None, hints=True)
    shown = shown_of(Session.new("boche"))
    shown = replace(shown, view=replace(shown.view, first_turn=None))
    assert {"Next", "Skip (Esc)"} <= set(texts(built(hud, shown)))
    assert "By keys: arrows, then Enter." in " ".join(texts(built(hud, shown)))
    assert not hud.key("Enter", busy=True)
    for number in range(3):
        assert hud.hint == number
        assert f"{number + 1} of 3" in texts(built(hud, shown))
        press(hud, shown, "Enter")
    assert hud.hint is None
    assert not hud.key("Enter")


def test_each_own_move_passes_the_hint_that_is_shown() -> None:
    asked: list[str] = []
    hud = Hud(wide, Plain(), lambda action: asked.append(action.name), hints=True)
    shown = shown_of(Session.new("boche"))
    shown = replace(shown, view=replace(shown.view, first_turn=None))
    for moves, number in ((0, 1), (1, 1), (1, 2), (2, 2)):
        assert {f"{number} of 3", "Next"} <= set(texts(built(hud, shown)))
        hud.note_moves(moves)
    for _ in range(2):  # it stays until the next move
        assert {"3 of 3", "Got it"} <= set(texts(built(hud, shown)))
        hud.note_moves(2)
    assert asked == []
    hud.note_moves(3)
    assert hud.hint is None
    assert asked == ["hints_seen"]


@pytest.mark.parametrize(("players", "shown"), [(("", ""), True), (("", "2"), True),
                                                (("1", "2"), False)])  # fmt: skip
def test_whoever_watches_two_computers_gets_no_first_help(
    players: tuple[str, str], shown: bool
) -> None:
    seats = {c: Seat("", p) for c, p in zip(("black", "white"), players, strict=True)}
    data = shown_of(Session.new("boku", seats=seats), told=("boku.first",))
    hud = Hud(wide, Plain(), lambda action: None, hints=True)
    frame = hud.build(data, laid_out(data))
    names = {hit.action.name for page in frame.pages for hit in page.hits if hit.action}
    assert ("next_hint" in names) == shown


@pytest.mark.parametrize("game", list(GAMES))
def test_the_signs_of_threats_are_explained_where_a_game_has_threats(game: str) -> None:
    hud, shown = opened(game)
    found = signs("classic", game)
    said = " ".join(texts(press(hud, replace(shown, signs=found), "3")))
    for shape, sign in (("triangle", "wedge"), ("square", "block")):
        assert (f"filled {shape}: a threat" in said) == has_threats(find(game))
        assert any(each.shape == sign for each in found) == has_threats(find(game))
    discs_of = [shown.discs[colour] for colour in find(game).colours]
    threats = [each.on_light for each in found if each.shape in ("wedge", "block")]
    assert threats == (discs_of if has_threats(find(game)) else [])
