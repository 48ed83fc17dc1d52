"""Options explained on the start screen: a sentence, and a board that demonstrates it."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES, find
from boche.viewer.hud.dialogs.seats import EVEN_TIP, KIND_TIPS, TIP
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.items import Page
from boche.viewer.rules.book import book_of
from boche.viewer.session import Session
from tests.viewer.hud.test_hud_layout import check_page, laid_out, shown_of, start_form, wide
from tests.viewer.hud.typesetting import Plain

OPTIONS = [(game, option.name) for game in GAMES for option in find(game).options]


def start(game: str) -> Hud:
    hud = Hud(wide, Plain(), lambda action: None)
    hud.open(start_form(game))
    return hud


def built(hud: Hud, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Page:
    shown = shown_of(Session.new("boche"))
    return hud.build(shown, laid_out(shown, size, scale)).pages[-1]


def explains(page: Page, game: str, option: str) -> bool:
    """Return whether an option's whole sentence is on the page."""
    said = "".join(text.text for text in page.texts).replace(" ", "")
    tip = next(each.help for each in find(game).options if each.name == option)
    return f"{tip[1:]}.".replace(" ", "") in said


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_option_is_explained_while_keys_go_to_it(game: str, option: str) -> None:
    hud = start(game)
    assert not explains(built(hud), game, option)
    form = hud.form
    assert form is not None
    for _ in form.fields:
        hud.key("Tab")
        here = form.focused
        page = built(hud)
        assert explains(page, game, option) == (here is not None and here.name == option)
        if here is not None and here.name == option:
            break
    check_page(page, hud.areas.window)
    book = book_of(game)
    assert book is not None
    boards = [each for each in page.pictures if each.name.startswith("play ")]
    assert len(boards) == (book.explaining(option) is not None)
    assert hud.showing is None or hud.showing.play.option == option
    hud.close()
    built(hud)
    assert hud.showing is None


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_option_is_explained_where_it_is_pointed_at(game: str, option: str) -> None:
    hud = start(game)
    tip = next(each.help for each in find(game).options if each.name == option)
    hit = next(each for each in built(hud).hits if tip[1:] in each.tip)
    hud.pointer_moved(*hit.rect.middle, 0.0)
    page = built(hud)
    assert explains(page, game, option)
    assert not any(each.tip == hit.tip for each in page.hits)  # no tip repeats the sentence
    hud.pointer_moved(2.0, 2.0, 1.0)
    assert not explains(built(hud), game, option)


@pytest.mark.parametrize(("size", "scale"), [((640, 400), 1.0)])
@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_explanation_never_lies_on_anything(
    game: str, option: str, size: tuple[int, int], scale: float
) -> None:
    hud = start(game)
    assert hud.form is not None
    hud.form.focus_on([field.name for field in hud.form.fields].index(option))
    page = built(hud, size, scale)
    check_page(page, hud.areas.window)
    assert [text.text for text in page.texts if text.text.endswith("…")] == []


@pytest.mark.parametrize("size", [(1024, 640), (500, 850), (1280, 720)])
@pytest.mark.parametrize("game", GAMES)
def test_options_and_clock_are_explained_in_small_windows_too(
    game: str, size: tuple[int, int]
) -> None:
    hud = start(game)
    form = hud.form
    assert form is not None
    for index, field in enumerate(form.fields):
        if field.part not in ("options", "clock"):
            continue
        form.focus_on(index)
        said = "".join(text.text for text in built(hud, size).texts).replace(" ", "")
        assert f"{field.tip.partition('  (')[0]}.".replace(" ", "") in said, field.name
        told = [text.text for text in built(hud, size).texts]
        headed = told.count(field.label) > 1 or any(
            text.startswith(f"{field.label}:") for text in told
        )
        assert headed or field.part != "options", f"{field.name} has no heading"


@pytest.mark.parametrize("kind", KIND_TIPS)
def test_it_is_explained_who_plays(kind: str) -> None:
    """Choose each kind of opponent by keys: what it means stands below, and what its level is."""
    hud = start("boku")
    form = hud.form
    assert form is not None
    names = [field.name for field in form.fields]
    form.set(names.index("second kind"), kind)
    form.focus_on(names.index("second kind"))
    said = "".join(text.text for text in built(hud).texts).replace(" ", "")
    assert f"{KIND_TIPS[kind]}.".replace(" ", "") in said
    hud.key("Tab")
    said = "".join(text.text for text in built(hud).texts).replace(" ", "")
    for tip in (TIP, EVEN_TIP):
        shown = {TIP: "computer", EVEN_TIP: "even"}[tip] == kind
        assert (f"{tip}.".replace(" ", "") in said) == shown


@pytest.mark.parametrize("game", GAMES)
def test_every_field_and_button_may_have_the_keys(game: str) -> None:
    hud = start(game)
    form = hud.form
    assert form is not None
    for _ in range(2 * (len(form.fields) + len(form.buttons))):
        hud.key("Tab")
        check_page(built(hud), hud.areas.window)
