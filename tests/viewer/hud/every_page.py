"""All pages of the HUD as data: what is around the board, every dialog, the help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from boche.engine.draft import draft_of
from boche.engine.games.registry import GAMES, find
from boche.engine.match.tournament import Entrant, Played, Tournament, TournamentPlan
from boche.engine.review.words import moment_line
from boche.engine.search.analysis import Mistake
from boche.engine.threats import threats_of
from boche.viewer.games.registry import view_of
from boche.viewer.hud.dialogs import own_games_model
from boche.viewer.hud.dialogs.commands_model import CommandLine, CommandSearch, key_form
from boche.viewer.hud.dialogs.files_model import FileRequest, FilesForm
from boche.viewer.hud.dialogs.lessons_model import LessonLine, lessons_form
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.moments import moments_form
from boche.viewer.hud.dialogs.own_page_model import OwnPage
from boche.viewer.hud.dialogs.puzzles_model import NEXT, TODAY, puzzles_form
from boche.viewer.hud.dialogs.tournament_model import PlanForm, TableForm, TableWishes
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.game_card import game_form
from boche.viewer.hud.widgets.items import Page
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.session import LessonSession
from boche.viewer.remote.view import RemoteView
from boche.viewer.session import Seat, Session
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.table.shown import Entry, WarningView
from boche.viewer.table.text_edit import TextEdit
from boche.viewer.window.records.play_from import play_from
from tests.viewer.hud.test_hud_layout import RECORDS, forms, laid_out, shown_of, wide
from tests.viewer.hud.test_library import LibraryUser
from tests.viewer.hud.test_own_games_page import Player
from tests.viewer.hud.test_own_page import known
from tests.viewer.hud.typesetting import Plain

Named = tuple[str, Page]
"""A page with the name of where it is from."""


def nothing(*_: object) -> Any:
    return ""


def around(name: str, shown: HudData, size: tuple[int, int]) -> Iterator[Named]:
    """Yield the pages of a window without dialogs."""
    hud = Hud(wide, Plain(), nothing, hints=True)
    for page in hud.build(shown, laid_out(shown, size)).pages:
        yield name, page


def taught(size: tuple[int, int]) -> Iterator[Named]:
    """Yield the pages around a board with a warning and threats, with and without the panel."""
    session = Session.new("boku", seats={"black": Seat("Anna"), "white": Seat("", "1")})
    for move in ["a1", "e3", "e7", "e4", "a3", "e5", "a4", "e6", "f9"]:
        session.play(move)
    found = threats_of(session.position)
    warning = WarningView(found[0].allowed_by("f9"), True, found[0])
    for panel in (True, False):
        shown = shown_of(session, right_panel=panel)
        view = replace(shown.view, warning=warning, threats=found)
        yield from around("taught", replace(shown, view=view), size)


def tables(size: tuple[int, int]) -> Iterator[Named]:
    """Yield the pages around a board: games begun and ended, the tabs, lessons, the editor."""
    for game in GAMES:
        yield from around(f"new {game}", shown_of(Session.new(game)), size)
        editor = SetupSession(draft_of(find(game).new()), Session.new(game))
        yield from around(f"editor of {game}", shown_of(editor), size)
        for lesson in catalogue_of(game).lessons:
            yield from around(f"lesson of {game}", shown_of(LessonSession(lesson)), size)
            break
    for record in ("boche-path", "boku-row", "che-closed", "octi-three-bases"):
        session = Session.open(RECORDS / f"{record}.sgf")
        for tab in ("moves", "engine", "explorer", "tree"):
            yield from around(f"{record} {tab}", shown_of(session, panel_tab=tab), size)
    yield from taught(size)
    shown = shown_of(Session.new("boche"))
    for asked in (True, False):
        far = RemoteView(asked=asked)
        view = replace(shown.view, far=far, others=2)
        yield from around("far", replace(shown, view=view), size)
    for kind in ("move", "comment", "mark", "chat"):
        view = replace(shown.view, entry=Entry(kind, TextEdit()))
        yield from around(f"typed {kind}", replace(shown, view=view), size)


def dialogs(home: Path) -> Iterator[tuple[str, Form]]:
    """Yield every dialog, by a name."""
    for form in forms():
        yield form.name, form
    for save, folder in ((False, False), (True, False), (False, True)):
        wanted = FileRequest("T", "B", home, ("/a/mine.sgf",), save, folder,
                             None if save or folder else nothing)  # fmt: skip
        yield "files", FilesForm(wanted, nothing, nothing).form
    told = [CommandLine(f"c{n}", f"C{n}", f"F{n}", "", "N" * (n % 2)) for n in range(9)]
    yield "commands", CommandSearch(told, nothing, nothing).form
    yield "key of a command", key_form(told[0], nothing, nothing, nothing)
    for games in (0, 1, 40):
        yield "own page", progress(games)
    user = LibraryUser(home)
    yield "library", user.form
    user.library.choose(0)
    yield "library, one chosen", user.form
    yield "own games", Player(3).form
    asked = own_games_model.OwnGamesActions(*[nothing] * 4)
    yield "no games", own_games_model.OwnGamesForm("https://play.example", asked).form
    yield "none at all", Player(0).form
    lines = [LessonLine(f"{n}", f"T{n}", f"A{n}", n, 3) for n in range(4)]
    yield "lessons", lessons_form("boche", list(GAMES), lambda game: lines, nothing, nothing)
    told = ((NEXT, "P1"), (TODAY, "P2"))
    yield "puzzles", puzzles_form("boche", list(GAMES), lambda game: told, nothing, nothing)
    for game in GAMES:
        made = find(game)
        yield f"card of {game}", game_form(made, made.complete({}), view_of(game).guide, nothing)
        yield f"play {game} on", play_from(made, made.colours[0], nothing)
    moments = [Mistake(n, "c:a1", "light", 0.8, 0.3, ("c:b1",)) for n in range(5)]
    moment_texts = [moment_line(each, find("boche").new(), True) for each in moments]
    yield "moments", moments_form("T1", "", moments, moment_texts, nothing, nothing, nothing, {})
    entrants = (Entrant("Anna"), Entrant("Bert", "3"), Entrant("Carla"))
    yield "plan", PlanForm("boche", nothing, entrants).form
    plan = TournamentPlan("T1", "boche", find("boche").complete({}), entrants, 2, "")
    wishes = TableWishes(*[nothing] * 5)
    for running in (True, False):
        tournament = Tournament(plan, {0: Played(1.0, "L+P")})
        yield "table", TableForm(tournament, running, wishes).form


def progress(games: int) -> Form:
    """Return the user's own page after some games."""
    return OwnPage("boche", list(GAMES), lambda _: known(games, 2 * games), ["M1"], nothing).form


def pages_of(form: Form, size: tuple[int, int]) -> list[Page]:
    """Return a dialog's page, and those with each of its texts and numbers in the focus."""
    shown, pages = shown_of(Session.new("boche")), []
    hud = Hud(wide, Plain(), nothing)
    hud.open(form)
    for focus in range(-1, len(form.fields)):
        form.focus_on(focus)
        pages.append(hud.build(shown, laid_out(shown, size)).pages[-1])
    return pages


def helps(size: tuple[int, int]) -> Iterator[Named]:
    """Yield the tabs of the help, and the hints of the first start."""
    for game in GAMES:
        shown = shown_of(Session.new(game))
        hud = Hud(wide, Plain(), nothing, hints=True)
        for _ in range(9):
            yield f"hint of {game}", hud.build(shown, laid_out(shown, size)).pages[-1]
            hud.key("Enter")
        hud.show_help()
        for tab in "123":
            hud.key(tab)
            hud.build(shown, laid_out(shown, size))
            for _ in range(hud.help.count):
                yield f"help {tab} of {game}", hud.build(shown, laid_out(shown, size)).pages[-1]
                hud.key("Right")


def every_page(home: Path, size: tuple[int, int]) -> Iterator[Named]:
    """Yield all pages in a window of a size."""
    yield from tables(size)
    for name, form in dialogs(home):
        for page in pages_of(form, size):
            yield name, page
    yield from helps(size)
