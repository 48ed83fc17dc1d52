"""The engine's candidates at the table: shown, tried on the board, kept as a variation."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.search.result import Candidate
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.display import AnalysisView
from boche.viewer.games.registry import build_live
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.engine import ENTER, HOVER
from boche.viewer.hud.pages.timeline import LINE_TO
from boche.viewer.hud.widgets.items import Action, Text
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.lines import enter_candidate, hover_candidate, show_moves, try_line
from boche.viewer.window.drawing.board_picture import live_options
from tests.viewer.assistant.desk import Desk, answer, desk
from tests.viewer.hud.test_hud_layout import RECORDS, built, check_page, shown_of

LINES = (("c:b2", "a:a1", "b:c1"), ("a:a1", "b:c1"), ("c:c1",))
SIZES = ((1280, 720), (1024, 640), (2560, 1440))


def candidates_for(position: Any, lines: tuple[tuple[str, ...], ...]) -> list[Candidate]:
    made = []
    for i, texts in enumerate(lines):
        at, moves = position, []
        for text in texts:
            moves.append(at.parse(text))
            at = at.play(moves[-1])
        made.append(
            Candidate(moves[0], 900 - 200 * i, 0.62 - 0.1 * i, tuple(moves), None, texts[0])
        )
    return made


def evaluated(dark: int = 0, **options: Any) -> Desk:
    """Return a table whose position has been evaluated."""
    one = desk(dark=dark, **options)
    one.key("V")
    assert one.job.kind == "live"
    one.answer("c:b2", light=0.62, candidates=candidates_for(one.job.position, LINES))
    return one


def texts_of(one: Desk, size: tuple[int, int] = (1280, 720)) -> list[str]:
    """Return the texts of the window with the engine's tab open."""
    shown = shown_of(one.session)
    settings = replace(shown.settings, panel_tab="engine")
    shown = replace(
        shown, view=one.controller.view(), analysis=one.assistant.analysis(), settings=settings
    )
    frame = built(shown, size, 1.0)
    check_page(frame.pages[0], frame.areas.window)
    return [text.text for text in frame.pages[0].texts]


@pytest.mark.parametrize("size", SIZES)
def test_the_tab_lists_the_candidates(size: tuple[int, int]) -> None:
    one = evaluated()
    told = texts_of(one, size)
    for wanted in ("c:b2", "62.0%", "900 visits, depth 3", "a:a1 b:c1", "a:a1", "52.0%", "c:c1",
                   "42.0%", "done: 1,000 visits", "no reply searched enough", "Hide"):  # fmt: skip
        assert wanted in told, wanted


def test_a_position_that_needs_no_search_tells_of_one_visit() -> None:
    one = desk(dark=0)
    one.key("V")
    found = candidates_for(one.job.position, LINES)
    one.answer("c:b2", light=0.62, candidates=found, count=1)
    told = texts_of(one)
    assert "done: 1 visit was enough" in told
    assert not [text for text in told if "1 visits" in text]


def test_the_list_says_how_it_is_sorted_and_each_move_what_it_rests_on() -> None:
    one = desk(dark=0)
    one.key("V")
    found = candidates_for(one.job.position, LINES)
    searched = [replace(found[0], value=0.51), replace(found[1], visits=1)]
    one.answer("c:b2", candidates=searched)
    told = texts_of(one)
    assert "Most visits first" in told
    assert "1 visit, depth 2" in told
    one.key("V")
    one.key("V")
    proven = replace(found[0], visits=0, value=1.0, proven=1.0, wins_in=2)
    one.answer("c:b2", candidates=[proven, *searched])
    told = texts_of(one)
    assert "Certain wins first, then most visits" in told
    assert "proven, depth 3" in told
    one.key("V")
    one.key("V")
    lost = [replace(each, value=0.0, proven=0.0, wins_in=1) for each in searched]
    one.answer("c:b2", candidates=lost)
    assert "Longest defence first" in texts_of(one)


def test_a_move_proven_without_a_search_is_marked_on_the_board() -> None:
    """On a solved board the book knows the win at once: no move has any visits."""
    one = desk(dark=0)
    one.key("V")
    job = one.job
    first, *_ = candidates_for(job.position, LINES)
    proven = replace(first, visits=0, value=1.0, proven=1.0)
    found = answer(job.position, "c:b2", candidates=[proven])
    moves = tuple(SimpleNamespace(**{**vars(move), "visits": 0}) for move in found.moves)
    found = replace(found, moves=moves)
    one.thinker.waiting.append(Report(job, found, found.best, done=True))
    one.pass_time()
    shown = shown_of(one.session)
    shown = replace(shown, view=one.controller.view(), analysis=one.assistant.analysis())
    scene = build_live(*live_options(shown))
    assert [label.text for label in scene.labels if label.outlined] == ["c 100%"]
    discs = [batch for batch in scene.batches if batch.mesh.name == "heat disc"]
    assert [len(batch.instances) for batch in discs] == [1]


def test_a_move_that_was_hardly_looked_at_is_grey_and_has_no_chance() -> None:
    one = desk(dark=0)
    one.key("V")
    found = candidates_for(one.job.position, LINES)
    one.answer("c:b2", candidates=[*found[:2], replace(found[2], visits=3, value=0.401)])
    shown = shown_of(one.session)
    settings = replace(shown.settings, panel_tab="engine")
    shown = replace(shown, analysis=one.assistant.analysis(), settings=settings)
    texts = {text.text: text for text in built(shown, (1280, 720), 1.0).pages[0].texts}
    assert "40.1%" not in texts
    assert "3 visits, depth 1" in texts
    assert texts["c:c1"].colour == texts["\N{EM DASH}"].colour == texts["3 visits, depth 1"].colour
    assert texts["a:a1"].colour != texts["c:c1"].colour


def test_the_board_has_the_chances_of_the_listed_moves_only() -> None:
    """Look at the board: as many figures as listed moves, but the pointer learns of others too."""
    one = evaluated()
    analysis = one.assistant.analysis()
    shown = replace(shown_of(one.session), view=one.controller.view(), analysis=analysis)
    position, options = live_options(shown)
    figures = [label.text for label in build_live(position, options).labels if label.outlined]
    assert sorted(figures) == ["a 52%", "c 42%", "c 62%"]
    assert {target for target, _ in options.figures} == {"b2", "a1", "c1"}
    assert len(analysis.bests) > 3


def test_in_octi_arrows_show_where_the_listed_moves_go() -> None:
    one = Desk(Session.open(RECORDS / "octi-three-bases.sgf"))
    one.session.cursor.go_index(34)
    one.pass_time()
    one.key("V")
    lines = (("56de-55,56e-55",), ("56de-65",), ("66de-65",))
    one.answer("56de-55,56e-55", candidates=candidates_for(one.job.position, lines))
    view, analysis = one.controller.view(), one.assistant.analysis()
    shown = replace(shown_of(one.session), view=view, analysis=analysis)
    scene = build_live(*live_options(shown))
    arrows = [batch for batch in scene.batches if batch.mesh.name.startswith("arrow of")]
    starts = {tuple(batch.instances["position"][0][:2].round(1)) for batch in arrows}
    assert starts == {(0.0, 1.0), (1.0, 1.0)}, "one from each pod, where its chance is written"
    assert not [label.text for label in scene.labels if "go " in label.text]


def test_in_octi_a_prong_is_added_in_a_direction() -> None:
    """The first step only says that a prong is added: which one is part of the figure."""
    one = Desk(Session.new("octi"))
    one.key("V")
    position = one.job.position
    move = next(str(move) for move in position.legal_moves() if "+" in str(move))
    step = move.partition("+")[0] + "+"
    found = [replace(each, step=step) for each in candidates_for(position, ((move,),))]
    one.answer(move, candidates=found)
    (best,) = (best for best in one.assistant.analysis().bests if best.way)
    assert best.figure == f"{move[-1]} 62%"


def test_a_line_is_tried_on_the_board_by_its_key_and_left_again() -> None:
    one = evaluated()
    one.key("1", "alt")
    view = one.controller.view()
    assert view.trial is not None
    assert view.trial.moves == LINES[0]
    assert view.trial.done == 3, "without animations all moves lie there at once"
    assert "line 1: c:b2 a:a1 b:c1" in view.status
    assert one.session.record.moves() == [], "nothing is played"
    assert str(view.position) == str(one.session.position), "facts and keys are the game's"
    one.key("2", "alt")
    assert one.controller.view().trial.moves == LINES[1]
    one.key("2", "alt")
    assert one.controller.view().trial is None
    one.key("1", "alt")
    one.key("Escape")
    assert one.controller.view().trial is None


def test_the_list_keeps_its_order_while_a_line_is_shown() -> None:
    one = desk(dark=0)
    one.key("V")
    job, turned = one.job, candidates_for(one.session.position, LINES[::-1])

    def think_on(candidates: list[Candidate]) -> None:
        so_far = answer(job.position, "c:b2", candidates=candidates)
        one.thinker.waiting.append(Report(job, so_far, so_far.best, done=False))
        one.pass_time()

    think_on(candidates_for(job.position, LINES))
    hover_candidate(one.controller.context, 2)
    shown = one.controller.view().trial.moves
    think_on(turned)
    order = [str(candidate.move) for candidate in one.assistant.candidates]
    assert order == [line[0] for line in LINES]
    assert order[1] == shown[0]
    assert one.assistant.candidates[0].value == turned[2].value, "the numbers are the latest"
    one.key("Escape")
    assert [str(c.move) for c in one.assistant.candidates] == [line[0] for line in LINES[::-1]]


def test_the_row_of_the_line_that_is_shown_stays_as_it_is() -> None:
    """Point at a line while the search goes on: what is read, shown and kept is the same."""
    one = desk(dark=0)
    one.key("V")
    job = one.job

    def think_on(lines: tuple[tuple[str, ...], ...]) -> None:
        so_far = answer(job.position, "c:b2", candidates=candidates_for(job.position, lines))
        one.thinker.waiting.append(Report(job, so_far, so_far.best, done=False))
        one.pass_time()

    think_on(LINES)
    hover_candidate(one.controller.context, 1)
    think_on((("c:b2", "d:d1", "c:c1"), ("a:a1", "c:d1")))
    told = texts_of(one)
    assert "a:a1 b:c1" in told
    assert "d:d1 c:c1" not in told
    assert "c:d1" in told, "the others go on"
    one.key("Enter", "alt")
    assert one.session.record.root.children[0].line_from()[-1].move == "b:c1"
    think_on((("c:b2", "d:d1", "c:c1"),))
    assert "d:d1 c:c1" in texts_of(one), "once no line is shown, the latest is listed"


def test_moves_of_a_line_come_one_by_one_each_first_as_a_ghost() -> None:
    one = evaluated()
    one.controller.set_settings(Settings())
    one.key("1", "alt")
    phases = []
    while (due := one.controller.next_wakeup()) is not None and len(phases) < 20:
        trial = one.controller.view().trial
        phases.append((trial.done, trial.next_move))
        one.now = max(due, one.now) + 1e-6
        one.controller.tick(one.now)
        while one.table.looking.moving(one.now):
            one.now += 0.01
            one.controller.tick(one.now)
    trial = one.controller.view().trial
    phases.append((trial.done, trial.next_move))
    assert list(dict.fromkeys(phases)) == [
        (0, "c:b2"), (1, None), (1, "a:a1"), (2, None), (2, "b:c1"), (3, None),
    ]  # fmt: skip


def test_the_board_shows_the_line_with_its_numbers_only() -> None:
    one = desk(dark=0)
    one.table.play("d:a2")
    one.pass_time()
    one.key("V")
    one.answer("c:b2", candidates=candidates_for(one.job.position, (("c:b2", "a:a1"),)))
    one.key("1", "alt")
    shown = replace(
        shown_of(one.session), view=one.controller.view(), analysis=one.assistant.analysis()
    )
    position, options = live_options(shown)
    assert position.ply == 3
    assert options.numbered == ("d:a2", "c:b2", "a:a1")
    assert options.unnumbered == 1
    assert not options.heat
    assert not options.figures


def test_a_line_is_kept_as_one_change_and_the_game_stays_shown() -> None:
    one = desk(dark=0)
    for move in ("d:a2", "swap"):
        one.table.play(move)
    one.session.cursor.go_index(0)
    one.pass_time()
    one.key("V")
    one.answer("c:b2", light=0.62, candidates=candidates_for(one.job.position, LINES))
    before, root = one.session.record.copy(), one.session.cursor.node
    one.key("1", "alt")
    one.key("Enter", "alt")
    assert one.status == "kept as a variation: 3 moves (Ctrl+Z takes them back)"
    assert one.session.cursor.node is root
    assert one.session.cursor.moves == ["d:a2", "swap"], "the line shown is the game's"
    kept = root.children[1]
    assert (kept.move, kept.children[0].move) == ("c:b2", "a:a1")
    assert kept.comment == "[boche] a line of the engine: light 62%"
    assert one.controller.view().trial is None
    one.key("1", "alt")
    one.key("Enter", "alt")
    assert one.status == "this line is in the record already"
    assert len(root.children) == 2
    one.key("Z", "ctrl")
    assert one.session.record == before


def test_a_click_on_a_line_steps_into_it_and_keeping_it_has_its_own_button() -> None:
    one = evaluated()
    context, before = one.controller.context, one.session.record.copy()
    hover_candidate(context, 1)
    assert "; a click steps into it, Alt+Enter keeps it as a variation" in one.status
    assert Action("command", "keep_line") not in actions_of(one), "the pointer cannot reach it"
    for rank, done in ((1, 1), (1, 2), (1, 3), (1, 3), (2, 1), (1, 1)):
        enter_candidate(context, rank)
        trial = one.controller.view().trial
        assert (trial.rank, trial.moves, trial.done) == (rank, LINES[rank - 1], done)
        hover_candidate(context, 0)
        assert one.controller.view().trial == trial, "it stays when the pointer leaves the list"
    one.key("Right")
    assert one.controller.view().trial.done == 2
    assert one.session.record == before
    assert Action("command", "keep_line") in actions_of(one)
    one.controller.command("keep_line", one.now)
    assert one.session.record.root.children[0].move == "c:b2"
    one.key("Z", "ctrl")
    assert one.session.record == before


def actions_of(one: Desk) -> list[Action | None]:
    return [hit.action for hit in built(data_of(one), (1280, 720), 1.0).pages[0].hits]


def test_a_click_on_the_board_ends_a_line_and_plays_nothing() -> None:
    one = evaluated()
    one.key("1", "alt")
    for at in ((400.0, 300.0), (400.0, 250.0)):
        one.controller.pointer_moved(*at, one.now)
        assert one.controller.view().ghost is None
    one.controller.pressed("left", 400.0, 250.0, one.now)
    one.controller.released("left", 400.0, 250.0, one.now)
    assert one.controller.view().trial is None
    assert one.session.record.moves() == []


def test_enter_brings_the_board_back_before_it_places_anything() -> None:
    one = evaluated()
    one.key("Right")
    one.key("1", "alt")
    one.key("Enter")
    assert one.controller.view().trial is None
    assert one.session.record.moves() == []


def test_undo_first_leaves_the_line_and_says_that_redo_brings_the_end_of_a_game_again() -> None:
    one = line_of_one_move(resigned=True)
    won = one.session.main_outcome
    one.key("Z", "ctrl")
    assert one.controller.view().trial is None
    assert one.session.main_outcome == won, "only the line was to be seen"
    one.key("Z", "ctrl")
    assert one.session.main_outcome is None
    assert one.status == "the end of the game is taken back: Ctrl+Y brings it again"
    one.key("Y", "ctrl")
    assert one.session.main_outcome == won


@pytest.mark.parametrize("leave", ["back", "on", "undo"])
def test_a_line_ends_with_its_position(leave: str) -> None:
    one = line_of_one_move()
    if leave == "undo":
        one.key("Z", "ctrl")
    else:
        one.session.cursor.go_index(0 if leave == "back" else 2)  # a click in the list of moves
        one.pass_time()
    assert one.controller.view().trial is None
    one.pass_time()
    same = one.session.cursor.node.move == "d:a2"
    assert bool(one.assistant.analysis().candidates) == same


@pytest.mark.parametrize(
    ("back", "on"), [("Left", "Right"), ("Home", "End"), ("PageUp", "PageDown")]
)
def test_the_keys_that_step_do_so_in_the_line_that_is_shown(back: str, on: str) -> None:
    one = line_of_one_move()
    assert one.controller.view().focus == "timeline"
    for key, done in ((back, 0), (on, 1), (back, 0)):
        one.key(key)
        trial = one.controller.view().trial
        assert trial is not None
        assert trial.done == done
    one.key(back)
    assert one.status == "the line begins here"
    one.key("Space")
    assert (one.controller.view().trial or trial).done == 1, "without animation at once"
    one.key("Escape")
    one.key(on)
    assert one.session.cursor.index == 2, "and then in the game again"
    one.key(back)
    one.key(on)
    assert one.session.cursor.index == 2


@pytest.mark.parametrize("game", GAMES)
def test_the_panel_speaks_of_the_position_on_the_board(game: str) -> None:
    """Step through a line: all the panel says is what it says where the same moves are played."""
    one, played = (Desk(Session.new(game)) for _ in range(2))
    for each in (one, played):
        for _ in range(5):
            each.table.play(first_of(each.table.position))
    moves, at = [], one.table.position
    for _ in range(2):
        moves.append(str(first_of(at)))
        at = at.play(at.parse(moves[-1]))
    try_line(one.controller.context, 0, moves, "60%")
    one.key("Home")
    for move in (*moves, ""):
        ours, theirs = (said_by_panel(each) for each in (one, played))
        assert ours == theirs
        if move:
            one.key("Right")
            played.table.play(move)
            list_of_moves = built(data_of(one), (1280, 720), 1.0).pages[0]
            assert not [text for text in list_of_moves.texts if text.bold and text.text == move]
    one.key("End")
    assert "not analysed" in {text.text for text in panel_of(one, analysis=EVALUATING)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 800), (500, 850)])
def test_a_named_button_leads_back_from_a_line_to_the_game(
    game: str, size: tuple[int, int]
) -> None:
    one = Desk(Session.new(game))
    at, moves = one.table.position, []
    for _ in range(4):
        moves.append(str(first_of(at)))
        at = at.play(at.parse(moves[-1]))
    try_line(one.controller.context, 0, moves, "60%")
    frame = built(data_of(one), size, 1.0)
    check_page(frame.pages[0], frame.areas.window)
    texts = [text for text in frame.pages[0].texts if text.text.startswith("Back to the game")]
    assert len(texts) == 1
    hit = frame.hit(texts[0].x, texts[0].y)
    assert hit is not None
    assert hit.action == Action("command", "cancel")
    track = [hit.action for hit in frame.pages[0].hits if hit.action and hit.action.name == LINE_TO]
    assert [action.value for action in track] == [0, 1, 2, 3, 4]
    show_moves(one.controller.context, 2)
    assert "2 / 4" in {text.text for text in built(data_of(one), size, 1.0).pages[0].texts}
    one.controller.command("cancel", one.now)
    assert one.controller.view().trial is None
    after = built(data_of(one), size, 1.0).pages[0].texts
    assert not [text for text in after if text.text.startswith("Back to the game")]


EVALUATING = AnalysisView(evaluating=True)


def first_of(position: Any) -> Any:
    return next(move for move in position.legal_moves() if str(move) != "swap")


def data_of(one: Desk, **more: Any) -> HudData:
    return replace(shown_of(one.session, panel_tab="engine"), view=one.controller.view(), **more)


def panel_of(one: Desk, **more: Any) -> list[Text]:
    """Return the texts of the panel."""
    frame = built(data_of(one, **more), (1280, 720), 1.0)
    return [text for text in frame.pages[0].texts if frame.areas.panel.holds(text.x, text.y)]


def said_by_panel(one: Desk) -> list[tuple[str, bool]]:
    """Return what the panel says, without the engine's switch and list."""
    return [(text.text, text.bold) for text in panel_of(one)]


def test_after_a_resignation_the_arrow_keys_step_and_f6_leads_from_a_line_to_the_board() -> None:
    one = line_of_one_move()
    one.key("F6")
    view = one.controller.view()
    assert (view.trial, view.focus) == (None, "board")
    one.key("End")
    one.session.resign()
    one.table.used = "board"
    one.pass_time()
    one.key("Left")
    assert one.table.selection.target is None
    assert one.session.cursor.index < len(one.session.cursor.line) - 1


def line_of_one_move(*, resigned: bool = False) -> Desk:
    """Return a desk at the first of two moves, with the best line on the board."""
    one = desk(dark=0)
    for move in ("d:a2", "a:a1"):
        one.table.play(move)
    if resigned:
        one.session.resign()
    one.session.cursor.go_index(1)
    one.pass_time()
    one.key("V")
    one.answer("c:b2", candidates=candidates_for(one.job.position, (("c:b2",),)))
    one.key("1", "alt")
    assert one.controller.view().trial is not None
    return one


@pytest.mark.parametrize("dark", [0, 3])
def test_home_and_end_are_a_pair_in_a_running_game(dark: int) -> None:
    one = desk(dark=dark)
    for move in ("d:a2", "a:a1"):
        one.table.play(move)
    one.pass_time()
    for last in ("End", "Right"):
        for _ in range(2):
            one.key("Home")
            one.pass_time()
        assert one.session.cursor.index == 0
        one.key("Right")
        one.key("Left")
        assert one.session.cursor.index == 0
        for _ in range(2):
            one.key(last)
            one.pass_time()
        assert one.session.cursor.index == 2
        one.key("Left")
        assert one.session.cursor.index == 2, "the latest move gives the arrow keys to the board"
        assert one.table.selection.target is not None
    one.key("Home")
    assert one.session.cursor.index == 0


def test_a_game_against_a_computer_does_not_become_a_line_that_is_kept() -> None:
    """Keep a line where the game goes on: refused, and the computer answers the next move."""
    one = evaluated(dark=3)
    one.key("1", "alt")
    one.key("Enter", "alt")
    assert one.status.startswith("the game is still going on here")
    assert not one.session.cursor.node.children
    one.key("Escape")
    one.table.play(one.session.position.parse("c:b2"))
    one.pass_time()
    assert one.job.kind == "move"


def test_what_cannot_be_shown_is_told_in_one_line() -> None:
    one = desk(dark=0)
    one.key("1", "alt")
    assert one.status == "no lines yet: V starts and stops the engine"
    one.key("Enter", "alt")
    assert one.status == "no line is shown: Alt+1 shows the best one"
    assert any("the engine is off" in text.lower() for text in texts_of(one))
    one = evaluated()
    one.key("5", "alt")
    assert one.status == "there are only 3 lines"
    one.table.declare(lambda: one.session.resign("light"))
    one.pass_time()
    one.key("1", "alt")
    assert one.status == "the game is over: there are no lines"
    assert any("the game is over" in text.lower() for text in texts_of(one))


def test_there_is_no_engine_where_no_help_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "why_no_help", property(lambda self: "no computer help here"))
    one = desk(dark=0)
    one.key("1", "alt")
    assert one.status == "no computer help here"
    told = texts_of(one)
    assert "No computer help here" in told
    assert "Start" not in told


def test_the_pointer_tells_the_candidate_it_is_on_and_that_it_left() -> None:
    one = evaluated()
    acts: list[Action] = []
    shown = shown_of(one.session)
    shown = replace(
        shown, view=one.controller.view(), analysis=one.assistant.analysis(),
        settings=replace(shown.settings, panel_tab="engine"),
    )  # fmt: skip
    frame = built(shown, (1280, 720), 1.0)
    rows = [hit for page in frame.pages for hit in page.hits if hit.hover is not None]
    assert [hit.hover.value for hit in rows] == [1, 2, 3]
    assert {hit.action for hit in rows} == {Action(ENTER, rank) for rank in (1, 2, 3)}
    hud = Hud(lambda *a: 1.0, None, acts.append)  # type: ignore[arg-type]
    hud.frame = frame
    for hit in rows[:2]:
        for _ in range(2):
            hud.pointer_moved(*hit.rect.middle, 0.0)
    hud.pointer_moved(640.0, 300.0, 0.0)
    hud.pointer_moved(641.0, 300.0, 0.0)
    hud.pointer_moved(*rows[2].rect.middle, 0.0)
    hud.pointer_left()
    assert [action.value for action in acts] == [1, 2, None, 3, None]
    context = one.controller.context
    hover_candidate(context, 2)
    assert one.controller.view().trial.moves == LINES[1]
    hover_candidate(context, 0)
    assert one.controller.view().trial is None


def test_the_list_stays_under_the_pointer_while_the_line_there_is_only_looked_at() -> None:
    """Point at a line that ends the game: the panel above the list speaks of the game as before."""
    one = Desk(Session.open(RECORDS / "octi-three-bases.sgf"))
    one.session.cursor.go_index(52)
    one.pass_time()
    one.key("V")
    made = candidates_for(one.job.position, (("54-53",), (str(first_of(one.job.position)),)))
    one.answer("54-53", light=0.1, candidates=made)
    one.controller.command("threats", one.now)
    context = one.controller.context

    def seen() -> tuple[list[tuple[str, float]], list[float]]:
        frame = built(data_of(one, analysis=one.assistant.analysis()), (1280, 800), 1.0)
        rows = [h.rect.y for h in frame.pages[0].hits if h.hover and h.hover.name == HOVER]
        panel = [(text.text, text.y) for text in frame.pages[0].texts
                 if frame.areas.panel.holds(text.x, text.y)]  # fmt: skip
        return panel, rows

    before = seen()
    hover_candidate(context, 1)
    trial = one.controller.view().trial
    assert trial.position.outcome is not None
    assert seen() == before
    one.pass_time()
    assert seen() == before
    one.controller.command("line_1", one.now)
    for rank in (2, 0):
        hover_candidate(context, rank)
        assert one.controller.view().trial.moves == ("54-53",), "a line that was chosen stays"


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_shows_a_line_on_its_board(game: str) -> None:
    """Each moment of a line makes a scene, its ghosts and numbers included."""
    one = Desk(Session.new(game))
    one.controller.set_settings(Settings())
    for _ in range(4):
        one.table.play(next(iter(one.session.position.legal_moves())))
        one.pass_time()
    at, line = one.session.position, list[str]()
    for _ in range(3):
        move = list(at.legal_moves())[7]
        line.append(str(move))
        at = at.play(move)
    one.key("V")
    made = candidates_for(one.job.position, (tuple(line),))
    one.answer(line[0], candidates=made)
    one.key("1", "alt")
    seen = set()
    for _ in range(40):
        one.pass_time(0.1)
        view = one.controller.view()
        seen.add((view.trial.done, view.trial.next_move))
        shown = replace(shown_of(one.session), view=view, analysis=one.assistant.analysis())
        scene = build_live(*live_options(shown))
        assert scene.batches
    assert len(seen) == 6


def test_what_is_certain_stays_so_while_a_line_is_looked_at() -> None:
    one = desk(dark=0)
    one.key("V")
    made = candidates_for(one.job.position, LINES)
    first = replace(made[0], value=1.0, proven=1.0, wins_in=2)
    one.answer("c:b2", light=1.0, proven="light", candidates=[first, *made[1:]])
    certain = "Certain: light wins with best play"
    assert certain in texts_of(one)
    context = one.controller.context
    hover_candidate(context, 2)
    assert certain in texts_of(one)
    enter_candidate(context, 2)
    one.pass_time()
    assert certain in texts_of(one)
    told = texts_of(one)
    assert "not analysed" not in told, "the engine knows what the line is worth where it begins"
    assert "Light 52%, as seen at the start" in told
    assert "At the start, not the board shown:" in told, "whole, or in lines of one size"


def test_each_position_of_a_line_is_searched_itself_and_has_its_own_value() -> None:
    """Step through a line and leave it: the bar follows, and the list stays as it was."""
    one = evaluated()
    start, context = one.session.cursor.node, one.controller.context
    before = [str(each.move) for each in one.assistant.analysis().candidates]
    assert {"62%", "38%"} <= set(texts_of(one))
    enter_candidate(context, 1)
    one.pass_time(0.1)
    assert one.job.kind == "live"
    assert one.job.position.ply == one.session.position.ply + 1
    assert one.job.node not in one.session.record.nodes(), "nothing is written into the record"
    assert [move for _, move in one.job.history] == ["c:b2"]
    assert "Light 62%, as seen at the start" in texts_of(one), "until the search has found more"
    one.answer("a:a1", light=0.31, count=4321)
    told = texts_of(one)
    assert {"31%", "69%", "done: 4,321 visits"} <= set(told)
    assert not any("as seen" in text for text in told)
    assert [str(each.move) for each in one.assistant.analysis().candidates] == before
    enter_candidate(context, 1)
    one.pass_time(0.1)
    assert [move for _, move in one.job.history] == ["c:b2", "a:a1"]
    one.answer("b:c1", light=0.44)
    assert {"44%", "56%"} <= set(texts_of(one))
    one.key("Left")
    one.pass_time(0.1)
    assert {"31%", "69%"} <= set(texts_of(one)), "what was found there stays known"
    one.key("Escape")
    one.pass_time(0.1)
    assert {"62%", "38%", "done: 1,000 visits"} <= set(texts_of(one))
    assert one.session.cursor.node is start
    assert not start.children


def test_what_was_found_in_a_line_counts_in_the_list_once_it_is_left() -> None:
    """Step into the first line and prove there that its move loses: it is no longer first."""
    one = evaluated()
    enter_candidate(one.controller.context, 1)
    one.pass_time(0.1)
    one.answer("a:a1", light=0.0, proven="dark")
    assert str(one.assistant.analysis().candidates[0].move) == "c:b2"
    one.key("Escape")
    one.pass_time(0.1)
    found = one.assistant.analysis().candidates
    assert [str(each.move) for each in found] == ["a:a1", "c:c1", "c:b2"]
    assert (found[-1].proven, found[-1].value) == (0.0, 0.0)


def test_without_the_engine_no_position_of_a_line_is_searched() -> None:
    one = evaluated()
    enter_candidate(one.controller.context, 1)
    one.key("V")
    one.pass_time(0.1)
    assert one.thinker.job is None


def test_repeated_searches_tell_how_sure_the_chances_are() -> None:
    one = evaluated()
    one.table.settings = replace(one.table.settings, panel_tab="engine")
    one.pass_time()
    assert one.job.kind == "sure"
    assert "How sure: searching again to compare…" in texts_of(one)
    assert "How sure: known after the search" not in texts_of(one), "that is done"
    one.answer("c:b2", light=0.3, spread=0.043, count=10**6)
    assert "Repeated searches differ by 4 points" in texts_of(one)
    assert one.assistant.analysis().evaluation.win["light"] == 0.62, "the long search's chance"
    assert one.thinker.job is None
    one.table.settings = replace(one.table.settings, panel_tab="moves")
    one.table.play("c:b2")
    one.pass_time()
    one.answer("a:a1", candidates=candidates_for(one.job.position, (("a:a1",),)))
    assert one.thinker.job is None, "only the open tab asks for more"


def back_from(move: str, **found: Any) -> Desk:
    """Return the table after a listed move was stepped into, searched there, and left again."""
    one = evaluated()
    one.table.play(move)
    one.pass_time()
    assert one.job.kind == "live"
    one.answer("a:d1", **found)
    one.session.cursor.back()
    one.pass_time()
    one.answer("c:b2", light=0.62, candidates=candidates_for(one.job.position, LINES))
    return one


def test_a_move_found_to_lose_one_step_on_is_no_longer_recommended() -> None:
    one = back_from("c:b2", light=0.0, proven="dark")
    found = one.assistant.analysis().candidates
    assert [str(each.move) for each in found] == ["a:a1", "c:c1", "c:b2"]
    assert (found[-1].proven, found[-1].value) == (0.0, 0.0)
    figures = {best.way: best.figure for best in one.assistant.analysis().bests if best.way}
    assert figures["c:b2"] == "c 0%"
    assert "62.0%" not in texts_of(one)


def test_a_move_found_to_win_one_step_on_comes_first_even_if_it_was_not_listed() -> None:
    for move in ("c:c1", "d:a2"):
        one = back_from(move, light=1.0, proven="light")
        found = one.assistant.analysis().candidates
        assert (str(found[0].move), found[0].proven) == (move, 1.0)
        assert len(found) == len(LINES)


def test_a_chance_found_by_a_longer_search_one_step_on_counts() -> None:
    one = back_from("c:b2", light=0.25, count=5000, then=())
    assert "25.0%" in texts_of(one)
    assert str(one.assistant.candidates[0].move) == "c:b2", "in its place"
    one = back_from("c:b2", light=0.25, count=300, then=())
    assert "62.0%" in texts_of(one), "one search of fewer visits knows less"
