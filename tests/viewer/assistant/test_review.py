"""Mistakes in an analysed record as the table shows them: marks, lines and the way back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.record import loads
from boche.viewer.camera.rays import project
from boche.viewer.hud.frame import Frame
from boche.viewer.hud.pages.tabs import TABS
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Box, Stroke
from boche.viewer.hud.widgets.theme import look_of
from boche.viewer.session import Session
from tests.viewer.assistant.desk import Desk, desk, seat
from tests.viewer.hud.test_hud_layout import boxes_of, built, check_page, shown_of

MOVES = ("c:b2", "a:a1", "b:c1", "d:a2")
SHARES = (0.5, 0.52, 0.58, 0.33, 0.3)  # light's share after each move: the third loses 25 points
LINES = (("c:b2", "a:a1"), ("a:a1", "b:c1"), ("c:c1", "d:a2"), ("c:a2", "a:b1"), ("a:b1", "a:b2"))


def analysed(dark: int = 0, shares: tuple[float, ...] = SHARES, spread: float = 0.0) -> Desk:
    """Return a table at the end of a game that has been played and analysed."""
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    if dark:
        one.assistant.set_seats({"light": seat(0), "dark": seat(dark)})
        one.assistant.pause()
    one.key("I", "ctrl")
    for share, (best, *then) in zip(shares, LINES, strict=True):
        one.answer(best, light=share, then=then, spread=spread)
    return one


def panel_of(one: Desk, size: tuple[int, int] = (1280, 800)) -> Frame:
    shown = replace(shown_of(one.session), analysis=one.assistant.analysis())
    frame = built(shown, size, 1.0)
    check_page(frame.pages[0], frame.areas.window)
    return frame


def test_the_panel_says_what_was_missed() -> None:
    one = analysed()
    one.session.cursor.go_index(3)
    for size in ((1280, 800), (1024, 640), (500, 850)):
        frame = panel_of(one, size)
        told = " ".join(text.text for text in frame.pages[0].texts)
        assert "3. b:c1?? lost 25 points of winning chance (58% to 33%)" in told, "whole, in lines"
        assert "Better: c:c1, then d:a2" in told
        (card,) = (hit for hit in frame.pages[0].hits if "\nBetter: " in hit.tip)
        assert "3. b:c1?? lost 25 points of winning chance (58% to 33%)\n" in card.tip
        assert card.action == Action("command", "show_missed")
    one.session.cursor.go_index(2)
    assert not any("Better" in text.text for text in panel_of(one).pages[0].texts)


def test_beside_the_better_line_the_panel_says_that_the_mistake_is_not_in_it() -> None:
    one = analysed()
    one.session.cursor.go_index(3)
    one.key("I", "shift")
    one.session.cursor.go_index(len(one.session.cursor.line) - 1)
    told = " ".join(told_in(panel_of(one)))
    assert "In the game: 3. b:c1?? lost 25 points" in told


def test_a_better_line_too_long_for_the_card_is_cut_visibly() -> None:
    one = analysed()
    one.session.cursor.go_index(3)
    node = one.session.cursor.node
    found, position = one.assistant.analysis().mistakes[node], one.session.positions.at(node.parent)
    line = list[str]()
    while len(line) < 10:
        line.append(next(str(move) for move in position.legal_moves() if str(move) != "swap"))
        position = position.play(line[-1])
    known = {node: replace(found, line=tuple(line))}
    analysis = replace(one.assistant.analysis(), mistakes=known)
    frame = built(replace(shown_of(one.session), analysis=analysis), (1280, 800), 1.0)
    told = [text.text for text in frame.pages[0].texts]
    at = next(index for index, text in enumerate(told) if text.startswith("Better: "))
    assert told[at].endswith("…") or told[at + 1].endswith("…")


def told_in(frame: Frame) -> list[str]:
    return [text.text for text in frame.pages[0].texts]


def test_where_the_game_goes_on_after_a_review_the_panel_tells_what_a_player_needs() -> None:
    """Expect so after an undo and after a move, and the review at other moves."""
    facts, study = {"To win", "Cubes left", "Even levels", "Odd levels"}, "Accuracy"
    one = analysed()
    assert study in told_in(panel_of(one))
    one.table.session.edits.undo()
    one.pass_time()
    undone = told_in(panel_of(one))
    assert facts <= set(undone)
    assert study not in undone
    for move in ("c:b1", "d:a2"):
        one.table.play(move)
        one.pass_time()
        told = told_in(panel_of(one))
        assert facts <= set(told)
        assert not any("not analysed" in text for text in told)
    one.session.cursor.go_index(2)
    assert "To win" not in told_in(panel_of(one)), "the review stays at earlier moves"


def test_an_analysis_that_is_asked_for_is_shown_where_the_game_goes_on() -> None:
    one = analysed()
    one.table.play("d:b1")
    one.pass_time()
    assert "not analysed" not in " ".join(told_in(panel_of(one)))
    one.key("I", "ctrl")
    assert "To win" not in told_in(panel_of(one))


def places_of(frame: Frame, *names: str) -> list[Rect]:
    """Return the places of the buttons of commands in the panel, from the uppermost one."""
    hits = (hit for hit in frame.pages[0].hits if hit.rect.inside(frame.areas.panel))
    found = [hit.rect for hit in hits if hit.action and hit.action.value in names]
    return sorted(found, key=lambda rect: rect.y)


def retried(one: Desk, size: tuple[int, int], tab: str = "moves") -> Frame:
    """Return the window where the mistakes may be retried."""
    shown = replace(shown_of(one.session), analysis=one.assistant.analysis())
    view = replace(shown.view, refused=frozenset())
    shown = replace(shown, view=view, settings=replace(shown.settings, panel_tab=tab))
    frame = built(shown, size, 1.0)
    check_page(frame.pages[0], frame.areas.window)
    return frame


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 640), (500, 850)])
def test_tabs_and_buttons_stay_where_they_are_from_move_to_move(size: tuple[int, int]) -> None:
    """Expect a click on a tab to hit it, whether the move before was a mistake or not."""
    one, seen = analysed(), set[tuple[float, ...]]()
    for index in range(1, len(MOVES) + 1):
        one.session.cursor.go_index(index)
        found = places_of(retried(one, size), "tab_engine", "retry_mistakes")
        seen.add(tuple(value for rect in found for value in (rect.x, rect.y)))
        assert len(found) == 2
    assert len(seen) == 1


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720), (500, 850), (3840, 2160)])
def test_the_tabs_stay_where_they_are_whichever_is_open(size: tuple[int, int]) -> None:
    """Expect a click on the next tab to hit it, whichever tab is open."""
    one, commands = analysed(), [tab.command for tab in TABS.values()]
    for index in (2, 3):
        one.session.cursor.go_index(index)
        seen = {tuple(places_of(retried(one, size, tab), *commands)) for tab in TABS}
        assert len(seen) == 1


def test_beside_an_analysed_game_the_tabs_have_half_the_panel() -> None:
    """Expect the retry beside the accuracy, and room for ten rows of moves below the tabs."""
    one = analysed()
    one.session.cursor.go_index(3)
    frame = retried(one, (1280, 800))
    m, panel = frame.areas.metrics, frame.areas.panel
    (retry,), (tab,) = (places_of(frame, name) for name in ("retry_mistakes", "tab_engine"))
    (said,) = (rect for rect, text in boxes_of(frame.pages[0]) if text == "Accuracy")
    assert retry.y < said.middle[1] < retry.bottom
    assert panel.bottom - tab.bottom > 11 * m.row


def test_an_accuracy_tells_what_it_means_under_the_pointer() -> None:
    frame = panel_of(analysed())
    tips = [
        hit.tip for hit in frame.pages[0].hits if "the closer the accuracy is to 100%" in hit.tip
    ]
    assert len(tips) == 3, "the word and both players' figures"
    assert sum(": accuracy " in tip and "average loss" in tip for tip in tips) == 2


def test_there_is_no_accuracy_before_an_analysis() -> None:
    """Let the engine look at two positions: that is a graph, but tells no player's accuracy."""
    one = desk(dark=0)
    one.key("V")
    one.answer("c:b2")
    one.table.play("c:b2")
    one.pass_time()
    one.answer("a:a1")
    frame = panel_of(one)
    assert len(one.assistant.analysis().graph) == 2
    assert "Accuracy" not in {text.text for text in frame.pages[0].texts}
    assert len(places_of(frame, "analyse")) == 1
    frame = panel_of(analysed())
    assert "Accuracy" in {text.text for text in frame.pages[0].texts}


def test_where_nothing_was_missed_a_click_goes_to_the_next_mistake() -> None:
    one = analysed()
    one.session.cursor.go_index(2)
    frame = panel_of(one)
    assert "No mistake at this move" in {text.text for text in frame.pages[0].texts}
    assert len(places_of(frame, "next_mistake")) == 1


def test_nothing_is_said_of_a_move_that_was_not_analysed() -> None:
    """Stop an analysis: the moves that it did not reach are not called good, nor is the start."""
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    one.key("I", "ctrl")
    for share, (best, *then) in zip(SHARES[:4], LINES, strict=False):
        one.answer(best, light=share, then=then)
    one.key("I", "ctrl")
    none, unknown = "No mistake at this move", "This move is not analysed yet"
    for index, said in ((2, {none}), (4, {unknown}), (0, set())):
        one.session.cursor.go_index(index)
        one.pass_time()
        texts = {text.text for text in panel_of(one).pages[0].texts}
        assert texts & {none, unknown} == said


def test_what_was_missed_is_walked_through_and_left_again() -> None:
    one = analysed()
    one.session.cursor.go_index(3)
    one.pass_time()
    played = one.session.cursor.node
    one.key("I", "shift")
    assert one.session.cursor.node.move == "c:c1"
    added = "c:c1 instead of b:c1, added as a variation; Shift+I goes back to the game"
    assert one.status == added
    assert one.session.cursor.node.comment == "A better move: light 58%, not 33%"
    one.key("PageDown")
    assert one.session.cursor.moves == ["c:b2", "a:a1", "c:c1", "d:a2"]
    assert one.session.cursor.node.move == "d:a2"
    one.key("I", "shift")
    assert one.session.cursor.node is played
    assert one.session.record.moves() == list(MOVES), "the game itself stays as it was"
    one.key("I", "shift")
    assert one.status == added.replace(", added as a variation", ""), "it is there already"


def test_what_was_missed_is_one_change() -> None:
    one = analysed()
    one.session.cursor.go_index(3)
    one.pass_time()
    before = one.session.record.copy()
    one.key("I", "shift")
    assert one.session.record != before
    one.key("Z", "ctrl")
    assert one.session.record == before
    assert one.session.cursor.node.move == "b:c1"
    one.key("I", "shift")
    one.key("I", "shift")
    changes = one.session.edits.changes
    one.key("I", "shift")
    assert one.session.cursor.node.move == "c:c1"
    assert one.session.edits.changes == changes, "what is there is shown again as it is"


def test_no_computer_plays_on_behind_what_was_missed() -> None:
    one = analysed(dark=4)
    one.assistant.pause()
    one.session.cursor.go_index(3)
    one.pass_time()
    one.key("I", "shift")
    one.key("End")
    one.pass_time()
    assert one.thinker.job is None
    one.key("W")
    assert one.assistant.waiting_for() == "" or one.job.kind == "move"


def test_keys_go_from_mistake_to_mistake() -> None:
    one = analysed(shares=(0.5, 0.4, 0.5, 0.33, 0.5))
    one.session.cursor.go_index(0)
    found = []
    for key in ("N", "N", "N", "Shift+N", "Shift+N"):
        *modifiers, name = key.lower().split("+")
        one.key(name.upper(), *modifiers)
        found.append(one.session.cursor.node.move)
    assert found == ["b:c1", "d:a2", "b:c1", "d:a2", "b:c1"], "round and round"


def test_behind_the_last_mistake_the_first_one_comes_next() -> None:
    one = analysed()
    assert one.session.cursor.node is one.session.cursor.line[-1]
    one.key("N")
    assert one.session.cursor.node.move == "b:c1"
    one.key("N")
    assert one.session.cursor.node.move == "b:c1"
    assert one.status == "this is the only known mistake in this line"


def test_list_graph_and_timeline_mark_the_same_moves() -> None:
    """Expect as many red dots and wedges as signs in the list, each at the place of its move."""
    one = analysed(shares=(0.5, 0.4, 0.7, 0.33, 0.5))
    one.session.cursor.line[1].properties = (("BM", ("1",)),)
    page = panel_of(one).pages[0]
    signs = [text for _, text in boxes_of(page) if text.strip("?") == ""]
    red = look_of(one.table.settings.theme).danger
    marks = [box for box in page.boxes if isinstance(box, Box) and box.fill == red]
    dots = sorted({box.rect.middle[0] for box in marks if box.rect.w == box.rect.h})
    wedges = sorted({box.rect.middle[0] for box in marks if box.rect.w != box.rect.h})
    assert len(signs) == len(dots) == len(wedges) == 3
    places = [[(x - xs[0]) / (xs[-1] - xs[0]) for x in xs] for xs in (dots, wedges)]
    assert places == [pytest.approx([0.0, 2 / 3, 1.0])] * 2, "the first, the third, the fourth"


def test_the_graph_rises_with_the_first_colour_after_a_swap_too() -> None:
    one = desk(dark=0)
    for move in ("c:b2", "swap"):
        one.table.play(move)
    one.key("I", "ctrl")
    for share, best in zip((0.5, 0.5, 0.9), ("c:b2", "swap", "a:a1"), strict=True):
        one.answer(best, light=share, then=())
    page = panel_of(one).pages[0]
    colour = look_of(one.table.settings.theme).text
    drawn = [box for box in page.boxes if isinstance(box, Stroke) and box.colour == colour]
    line = sorted((box for box in drawn if box.x1 > box.x0 + 20), key=lambda box: box.x0)
    assert line[-1].y1 < line[-1].y0, "light stands better, and the line goes up"


def test_a_move_that_was_expected_is_no_mistake() -> None:
    one = analysed(shares=(0.5, 0.3, 0.3, 0.3, 0.3))
    assert LINES[0][0] == MOVES[0]
    assert one.assistant.analysis().mistakes == {}


def test_nothing_is_missed_where_nobody_has_looked() -> None:
    one = desk(dark=0)
    one.table.play("c:b2")
    one.key("I", "shift")
    assert one.status == "no mistakes are known: Ctrl+I analyses the game"
    assert one.session.record.moves() == ["c:b2"]


JUDGED = "(;FF[4]GM[Boche]SZ[4];W[c:b2]BM[1];B[a:a1]BM[2];W[b:c1]DO[];B[d:a2]TE[1];W[a:b1])"


def test_a_record_says_itself_what_its_moves_are_worth() -> None:
    one = Desk(Session(loads(JUDGED)))
    texts = [text for _, text in boxes_of(panel_of(one).pages[0])]
    assert [text for text in texts if text.strip("?!") == ""] == ["?", "??", "?!", "!"]
    tips = {hit.tip for hit in panel_of(one).pages[0].hits}
    assert tips >= {"c:b2: a bad move", "a:a1: a very bad move", "b:c1: a doubtful move",
                    "d:a2: a good move"}  # fmt: skip
    found = []
    for _ in range(3):
        one.key("N")
        found.append(one.session.cursor.node.move)
    assert found == ["c:b2", "a:a1", "b:c1"], "a good move is no mistake"


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
def test_the_list_has_the_marks_of_the_analysis(size: tuple[int, int]) -> None:
    one = analysed()
    one.session.cursor.first()
    assert "To the first mistake" in texts_of(one), "no sign stands there alone"
    boxes = {text: rect for rect, text in boxes_of(panel_of(one, size).pages[0])}
    sign, move = boxes["??"], boxes["b:c1"]
    assert abs(sign.middle[1] - move.middle[1]) < 1.0
    assert 0.0 <= sign.x - move.right < sign.w
    tips = [hit.tip for hit in panel_of(one, size).pages[0].hits]
    assert "b:c1: lost 25 points of winning chance (58% to 33%)" in tips


def test_what_is_best_is_told_where_the_pointer_is() -> None:
    one = desk(dark=0)
    one.key("V")
    one.answer("c:b2")
    target = "b2"
    place = one.table.picker.place(one.table.position, target, one.table.display)
    looking = one.table.looking
    x, y = project(looking.orbit.camera, place[None], looking.viewport)[0]
    one.controller.pointer_moved(float(x), float(y), one.now)
    view, analysis = one.controller.view(), one.assistant.analysis()
    assert view.ghost is not None
    assert view.ghost.target == target
    shown = replace(shown_of(one.session), view=view, analysis=analysis)
    (best,) = [each for each in analysis.bests if each.target == target]
    texts = [text for _, text in boxes_of(built(shown, (1280, 800), 1.0).pages[0])]
    assert f"b2, level 0: best here: {best.move}, {best.chance:.0%}" in texts


def test_a_loss_within_what_searches_differ_by_is_no_mistake() -> None:
    one = analysed(spread=0.1)
    assert [node.move for node in one.assistant.mistakes] == ["b:c1"], "25 points, 20 in doubt"
    one = analysed(spread=0.2)
    assert one.assistant.mistakes == {}
    assert one.status == "the game is analysed: no mistakes found"


def test_how_long_to_look_is_set_and_told() -> None:
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    one.controller.set_settings(replace(one.table.settings, analysis_seconds=5.0))
    one.key("I", "ctrl")
    assert one.job.seconds == 5.0
    one.answer("c:b2")
    told = "analysing: 1 of 5 positions, 20 s at most to go (Ctrl+I stops)"
    assert one.assistant.analysis().status == told


def test_a_deeper_look_changes_what_is_said_of_a_move() -> None:
    one = analysed()
    one.session.cursor.go_index(3)
    seconds = []
    for _ in range(2):
        one.key("I", "ctrl", "shift")
        nodes = []
        for best in ("c:c1", "c:a2"):
            nodes.append(one.job.node)
            seconds.append(one.job.seconds)
            one.answer(best, light=0.5)
        assert nodes == one.session.cursor.line[2:4], "before the move, and behind it"
        assert one.thinker.job is None
    usual = one.table.settings.analysis_seconds
    assert seconds == [4 * usual] * 2 + [16 * usual] * 2
    assert one.assistant.mistakes == {}, "it was none"


def test_a_longer_look_by_somebody_else_judges_no_move() -> None:
    """Ignore an evaluation of a single position, which has no measure of confidence."""
    one = analysed()
    one.session.cursor.go_index(3)
    one.key("V")
    one.answer("c:a2", light=0.6, count=10**6)
    assert [node.move for node in one.assistant.mistakes] == ["b:c1"]


def test_an_analysis_is_of_the_game_from_its_moves_and_of_a_tried_line_from_that() -> None:
    """Try a line, go back to the game: its accuracy is never taken for that of the game."""
    one = analysed()
    one.session.cursor.go_index(1)
    accuracy = [text for text in texts_of(one) if text.endswith("%")]
    one.table.play("d:d1")
    one.pass_time()
    one.key("I", "ctrl")
    assert one.assistant.analysis().status.startswith("analysing the tried line: ")
    while one.assistant.analysing:
        one.answer(str(one.job.position.legal_moves()[0]), light=0.5)
    assert one.status.startswith("the tried line is analysed: ")
    assert "Tried line" in texts_of(one)
    assert "Accuracy" not in texts_of(one)
    one.session.cursor.back()
    one.pass_time()
    assert "Tried line" in texts_of(one), "it is what the panel shows"
    one.key("I", "ctrl")
    one.pass_time()
    assert one.session.cursor.index == 1
    assert one.session.cursor.moves == list(MOVES), "of the game, from one of its moves"
    assert one.status.startswith("the game is analysed")
    assert "Accuracy" in texts_of(one)
    assert [text for text in texts_of(one) if text.endswith("%")] == accuracy


def texts_of(one: Desk) -> list[str]:
    return [text for _, text in boxes_of(panel_of(one).pages[0])]


def test_after_the_end_keys_reach_the_button_to_retry_mistakes() -> None:
    one = analysed()
    one.session.resign()
    one.session.cursor.go_index(len(one.session.cursor.line) - 1)
    one.pass_time()
    reached = []
    for _ in range(8):
        one.key("Tab")
        reached.append(one.table.end_focus)
    assert "retry_mistakes" in reached
    while one.table.end_focus != "retry_mistakes":
        one.key("Tab")
    for size in ((1280, 720), (500, 850)):
        shown = replace(shown_of(one.session), view=one.controller.view())
        page = built(replace(shown, analysis=one.assistant.analysis()), size, 1.0).pages[0]
        [button] = [hit for hit in page.hits
                    if hit.action == Action("command", "retry_mistakes")]  # fmt: skip
        assert "(Ctrl+Shift+M)" in button.tip
        assert [box for box in page.boxes if isinstance(box, Box) and button.rect.inside(box.rect)
                and 0 < box.rect.w - button.rect.w < 8]  # fmt: skip
