"""The card of the game at the table: a summary of its rules, and its options with values."""

from __future__ import annotations

from typing import Any

import pytest

from boche.engine.games.registry import GAMES, find
from boche.viewer.games import registry
from boche.viewer.games.info import Guide
from boche.viewer.hud.help_state import RULES
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.pages.game_card import JOINED, NAME, game_form
from boche.viewer.hud.widgets.items import Action, Page
from boche.viewer.session import Session
from tests.viewer.hud.test_hud_layout import check_page, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain

SIZES = [((1280, 720), 1.0), ((640, 480), 1.0), ((1280, 720), 3.0), ((640, 480), 3.0),
         ((1280, 720), 2.0), ((3840, 2160), 3.0)]  # fmt: skip
UNUSUAL: dict[str, dict[str, Any]] = {
    "boche": {"size": 4, "kill": 12, "fill_board": True, "adjacent": True, "immediate_win": True,
              "join_any": True},
    "che": {"num_tiles": 24, "group_area": 16, "group_extent": 6},
    "boku": {},
    "octi": {"bases": 1, "wrap": True},
}  # fmt: skip


def opened(game: str, **options: Any) -> tuple[Hud, Session]:
    session = Session.new(game, **options)
    hud = Hud(wide, Plain(), lambda action: None)
    record = session.record
    guide = registry.view_of(game).guide
    hud.open(game_form(record.game, record.options, guide, hud.show_rules))
    return hud, session


def card(hud: Hud, session: Session, size: tuple[int, int] = (1280, 720), scale: float = 1.0
         ) -> Page:  # fmt: skip
    shown = shown_of(session)
    return hud.build(shown, laid_out(shown, size, scale)).pages[-1]


def words(page: Page) -> str:
    return " ".join(text.text for text in page.texts).replace(JOINED, " ")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("changed", [False, True])
def test_each_option_stands_there_with_its_value_and_what_it_does(game: str, changed: bool) -> None:
    hud, session = opened(game, **UNUSUAL[game] if changed else {})
    said = words(card(hud, session))
    for option in find(game).options:
        value = session.record.options[option.name]
        shown = option.in_words(value)
        assert f"{option.title} {shown} " in said
        assert option.help[1:] in said


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_or_is_cut(game: str, size: tuple[int, int], scale: float) -> None:
    for options in ({}, UNUSUAL[game]):
        hud, session = opened(game, **options)
        for page in (card(hud, session, size, scale), hud.frame.pages[0]):
            check_page(page, hud.areas.window)
            line = [t.text for t in page.texts if t.text.endswith("…")]
            assert [text for text in line if page is not hud.frame.pages[0] or "·" in text] == []
        said = words(hud.frame.pages[-1])
        assert all(option.help[-10:] in said for option in find(game).options)


@pytest.mark.parametrize(
    ("game", "options", "line"),
    [
        ("boche", {}, "Boche · usual rules"),
        ("boche", {"size": 4, "adjacent": True}, "Boche · size 4 · next to a cube"),
        ("che", {"num_tiles": 24}, "Che · tiles: 24 (short)"),
        ("boku", {}, "Boku"),
        ("octi", {"bases": 1}, "Octi · bases: short game (any 1)"),
    ],
)
def test_the_panel_tells_what_is_not_as_usual(game: str, options: Any, line: str) -> None:
    shown = shown_of(Session.new(game, **options))
    done: list[Action] = []
    hud = Hud(wide, Plain(), done.append)
    page = hud.build(shown, laid_out(shown)).pages[0]
    assert words(page).count(f"{line} ") == 1
    text = next(t for t in page.texts if t.text.startswith(find(game).title))
    hud.pressed("left", text.x + 2, text.y, 0.0)
    hud.released("left", text.x + 2, text.y, 0.1)
    assert done == [Action("command", NAME)]


GOALS = [
    ("boche", {}, ["group of 4 blobs", "Once the pyramid is complete"]),
    ("boche", {"kill": 0}, ["Once the pyramid is complete"]),
    ("boche", {"fill_board": True, "immediate_win": True}, ["links all three sides"]),
    ("che", {}, ["of your own colour", "tiles run out"]),
    ("che", {"num_tiles": 0, "group_area": 16}, ["your opponent's", "16 tiles"]),
    ("boku", {}, ["Five or more", "exactly two"]),
    ("octi", {"bases": 1}, ["any one home square"]),
    ("octi", {}, ["all three home squares"]),
]
ABSENT = {
    ("boche", "kill"): "Enclose", ("boche", "fill_board"): "Enclose",
    ("boche", "immediate_win"): "complete", ("che", "num_tiles"): "run out",
    ("che", "group_area"): "own colour on all sides",
}  # fmt: skip


@pytest.mark.parametrize(("game", "options", "told"), GOALS)
def test_the_goal_is_that_of_these_options(game: str, options: Any, told: list[str]) -> None:
    said = words(card(*opened(game, **options)))
    assert [each for each in told if each not in said] == []
    assert [each for each in ABSENT if each[0] == game and each[1] in options
            and ABSENT[each] in said.split(" Size ")[0]] == []  # fmt: skip


@pytest.mark.parametrize("key", ["Escape", "Enter", "F4"])
def test_it_is_put_away(key: str) -> None:
    hud, session = opened("octi")
    card(hud, session)
    hud.key(key)
    assert not hud.modal


def test_all_rules_follow_from_it() -> None:
    for press in ("F1", "click"):
        hud, session = opened("che")
        hud.help.key("2")  # the last page read was that of the keys
        page = card(hud, session)
        if press == "F1":
            hud.key("F1")
        else:
            hit = next(h for h in page.hits if h.action == Action("press", "rules"))
            hud.pressed("left", *hit.rect.middle, 0.0)
            hud.released("left", *hit.rect.middle, 0.1)
        card(hud, session)
        assert (hud.help.open, hud.help.tab, hud.open_form) == (True, RULES, None)


def test_a_game_that_says_little_has_a_card_too() -> None:
    hud, session = opened("che")
    hud.open(game_form(session.record.game, session.record.options, Guide(), None))
    said = words(card(hud, session))
    assert find("che").about in said
    assert "All rules" not in said


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize(
    ("game", "moves"),
    [("octi", ""), ("che", "br:0,0 fl:1,-1+fr:1,0 bl:2,-1+br:3,-1"), ("boche", "a:a1 b:a2")],
)
def test_what_the_panel_tells_is_never_cut(
    game: str, moves: str, size: tuple[int, int], scale: float
) -> None:
    session = Session.new(game)
    for move in moves.split():
        session.play(move)
    shown = shown_of(session)
    hud = Hud(wide, Plain(), lambda action: None)
    page = hud.build(shown, laid_out(shown, size, scale)).pages[0]
    check_page(page, hud.areas.window)
    said = [text.text for text in page.texts]
    for fact in shown.info.facts(shown.position, ""):
        if not fact.alarm and (size, scale) != SIZES[0] and fact.label not in said:
            continue  # what is no alarm makes room in a small window
        assert fact.label in said
        assert fact.value in " ".join(said)  # a long one takes several lines
