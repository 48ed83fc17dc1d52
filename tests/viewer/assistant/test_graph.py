"""The graph of an analysed game: its scale, the card of the move under the pointer, proofs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.viewer.hud.frame import Frame
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import MOMENT, HudData
from boche.viewer.hud.pages.graph import certain_from, height_of
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Box, Stroke
from boche.viewer.hud.widgets.theme import look_of
from boche.viewer.session import Session
from tests.viewer.assistant.desk import Desk, desk
from tests.viewer.assistant.test_review import MOVES, analysed, panel_of
from tests.viewer.hud.test_hud_layout import boxes_of, built, check_page, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain

SIZES = [(1280, 720), (1280, 800), (1920, 1080), (3840, 2160)]


def tracks_of(frame: Frame) -> list[Rect]:
    """Return the places that lead to a move: the graph, then the timeline."""
    hits = (hit for hit in frame.pages[0].hits if hit.action and hit.action.name == "scrub")
    return [hit.rect for hit in sorted(hits, key=lambda hit: hit.rect.y)]


def curve_of(one: Desk) -> tuple[list[tuple[float, float]], Rect]:
    """Return the points of the curve, and the place of the graph."""
    frame = panel_of(one)
    colour = look_of(one.table.settings.theme).text
    graph = tracks_of(frame)[0]
    strokes = [
        box for box in frame.pages[0].boxes
        if isinstance(box, Stroke) and box.colour == colour and graph.holds(box.x0, box.y0)
    ]  # fmt: skip
    points = {(stroke.x0, stroke.y0) for stroke in strokes}
    return sorted(points | {(stroke.x1, stroke.y1) for stroke in strokes}), graph


@pytest.mark.parametrize("size", SIZES)
def test_the_graph_is_tall_and_says_which_side_is_where(size: tuple[int, int]) -> None:
    frame = panel_of(analysed(), size)
    graph, panel = tracks_of(frame)[0], frame.areas.panel
    assert graph.h >= 8 * frame.areas.metrics.text
    graph = Rect(panel.x, graph.y, panel.w, graph.h)
    places: dict[str, list[Rect]] = {}
    for rect, text in boxes_of(frame.pages[0]):
        if rect.inside(graph):
            places.setdefault(text, []).append(rect)
    above, below = places["Light better"][0], places["Dark better"][0]
    top, bottom = sorted(rect.middle[1] for rect in places["100%"])
    assert above.middle[1] < top < places["50%"][0].middle[1] < bottom < below.middle[1]
    assert {str(number) for number in range(len(MOVES) + 1)} <= places.keys()


def shown_by(one: Desk) -> HudData:
    data = shown_of(one.session)
    return replace(data, view=one.controller.view(), analysis=one.assistant.analysis())


class Pointing:
    """A HUD with a pointer over an analysed game."""

    def __init__(self, one: Desk, size: tuple[int, int] = (1280, 720)) -> None:
        self.shown, self.acts = shown_by(one), list[Action]()
        self.hud = Hud(wide, Plain(), self.acts.append)
        self.areas = laid_out(self.shown, size)
        self.frame = self.hud.build(self.shown, self.areas)

    def at(self, track: Rect, ply: int) -> tuple[float, float]:
        gap = self.areas.metrics.gap
        return track.x + gap + (track.w - 2 * gap) * ply / len(MOVES), track.middle[1]

    def point(self, track: Rect, ply: int) -> list[str]:
        """Point at a move; return the texts of the card that appears, or none."""
        self.hud.dirty = False
        self.hud.pointer_moved(*self.at(track, ply), 0.0)
        return self.card()

    def card(self) -> list[str]:
        self.frame = self.hud.build(self.shown, self.areas)
        pictures = self.frame.pictures(MOMENT)
        if not pictures:
            return []
        page = self.frame.pages[-1]
        check_page(page, self.areas.window)
        return [pictures[0].name, *(text for _, text in boxes_of(page))]


@pytest.mark.parametrize("size", [SIZES[-1], (1024, 640)])
def test_under_the_pointer_a_card_shows_the_move(size: tuple[int, int]) -> None:
    user = Pointing(analysed(), size)
    assert user.card() == []
    for track in tracks_of(user.frame):
        name, head, chances, *lost = user.point(track, 3)
        assert user.hud.dirty is False
        assert name == "moment 3"
        assert head == "3. b:c1??"
        assert chances == "Light 33%, dark 67%"
        assert " ".join(lost) == "Lost 25 points of winning chance (58% to 33%)"
        assert user.point(track, 0)[1] == "Beginning"
        for ply, move in enumerate(MOVES, 1):
            assert user.point(track, ply)[1].startswith(f"{ply}. {move}")
    user.hud.pointer_moved(5.0, 5.0, 0.0)
    assert user.card() == []


def test_the_card_follows_the_pointer_from_move_to_move() -> None:
    user = Pointing(analysed())
    graph = tracks_of(user.frame)[0]
    user.point(graph, 1)
    x, y = user.at(graph, 1)
    user.hud.pointer_moved(x + 1, y, 0.0)
    assert not user.hud.dirty, "the move is the same"
    user.hud.pointer_moved(*user.at(graph, 2), 0.0)
    assert user.hud.dirty, "another move is to be shown"


def test_all_boards_on_cards_have_the_same_size() -> None:
    """A board of another size would have to be drawn again."""
    user = Pointing(analysed(), (1280, 720))
    sizes = set()
    for track in tracks_of(user.frame):
        for ply in range(len(MOVES) + 1):
            x, y = user.at(track, ply)
            for beside in (0.0, 0.3, 0.7):
                user.hud.pointer_moved(x + beside, y, 0.0)
                user.card()
                (picture,) = user.frame.pictures(MOMENT)
                sizes.add((picture.rect.w, picture.rect.h))
    assert len(sizes) == 1


def test_a_click_goes_to_the_move_that_the_card_shows() -> None:
    user = Pointing(analysed())
    for track in tracks_of(user.frame):
        user.point(track, 3)
        user.hud.pressed("left", *user.at(track, 3), 0.0)
        assert user.acts[-1] == Action("scrub", 3)
        assert user.card() == [], "nothing covers the board while it is dragged"
        user.hud.released("left", *user.at(track, 3), 0.0)


def test_without_an_analysis_the_timeline_shows_moves_and_boards() -> None:
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    user = Pointing(one)
    (track,) = tracks_of(user.frame)
    assert user.point(track, 4) == ["moment 4", "4. d:a2"]


# Proven positions.


def proven(shares: tuple[float, ...], sure: dict[int, str]) -> Desk:
    """Return an analysed game with these chances of light, proven at some places."""
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    one.key("I", "ctrl")
    for ply, share in enumerate(shares):
        best = MOVES[ply] if ply < len(MOVES) else "a:b1"
        won = {"light": 1.0, "dark": 0.0}.get(sure.get(ply, ""), share)
        one.answer(best, light=won, then=(), proven=sure.get(ply))
    return one


def test_a_proven_win_lies_at_the_edge_and_levels_off() -> None:
    """Expect no hump where shorter searches doubt what is proven, and a word on it."""
    one = proven((0.5, 0.6, 0.7, 0.8, 0.6), {2: "light"})
    points, graph = curve_of(one)
    heights = [y for _, y in points]
    assert len(set(heights[2:])) == 1, "level from the proof on"
    assert min(heights) == heights[2], "at the edge"
    assert heights[0] > heights[1] > heights[2]
    told = [text for rect, text in boxes_of(panel_of(one).pages[0]) if rect.inside(graph)]
    assert "certain from move 2" in told
    first = proven((0.5, 0.6, 0.7), {2: "light"})
    assert first.assistant.analysing
    said = [text.text for text in panel_of(first).pages[0].texts if "certain" in text.text]
    assert said == ["so far certain from move 2"], "it may be earlier once all is analysed"
    one.session.cursor.go_index(3)
    evaluation = one.assistant.analysis().evaluation
    assert evaluation is not None
    assert evaluation.proven == "light", "the bar says what the graph says"


def test_a_win_that_was_let_go_is_not_certain_to_the_end() -> None:
    """Light wins before its move 3 by another one, and dark is better then."""
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    one.key("I", "ctrl")
    for ply, share in enumerate((0.5, 0.6, 1.0, 0.3, 0.2)):
        best = MOVES[ply] if ply in (0, 1, 3) else "c:d1"
        one.answer(best, light=share, then=(), proven="light" if ply == 2 else None)
    graph = one.assistant.analysis().graph
    assert [each.proven for each in graph] == [None, None, "light", None, None]
    assert certain_from(graph, "light") is None
    assert not [text for text in panel_of(one).pages[0].texts if "certain" in text.text]
    assert [lost.move for lost in one.assistant.mistakes.values()] == ["b:c1"]


@pytest.mark.parametrize("sure", [{}, {1: "dark", 2: "light"}], ids=["likely", "proven"])
def test_whoever_is_ahead_has_one_colour_on_both_sides_of_a_swap(sure: dict[int, str]) -> None:
    """Let dark win by the swap, which makes them light."""
    one = desk(dark=0)
    for move in ("c:a1", "swap"):
        one.table.play(move)
    one.key("I", "ctrl")
    for ply, (best, share) in enumerate((("c:a1", 0.5), ("swap", 0.3), ("a:b1", 0.7))):
        won = {"light": 1.0, "dark": 0.0}.get(sure.get(ply, ""), share)
        one.answer(best, light=won, then=(), proven=sure.get(ply))
    heights = [y for _, y in curve_of(one)[0]]
    assert heights[0] > heights[1] == heights[2], "light is ahead from the first move on"
    for ply in (1, 2):
        one.session.cursor.go_index(ply)
        evaluation = one.assistant.analysis().evaluation
        assert evaluation is not None
        assert evaluation.win["light"] == (1.0 if sure else 0.7)
        assert evaluation.proven == ("light" if sure else None)


def test_a_longer_search_counts_in_the_graph_as_in_the_bar_and_a_loss_names_the_analysis() -> None:
    """Let the engine look at an analysed mistake for longer: no two numbers without a word why."""
    one = analysed()
    one.session.cursor.go_index(3)
    one.pass_time()
    said = "according to the analysis"
    assert not [text for text in panel_of(one).pages[0].texts if said in text.text]
    before = curve_of(one)[0][3]
    lost = one.assistant.analysis().mistakes
    one.key("V")
    assert one.job.kind == "live"
    one.answer("d:a2", light=0.77, count=10**6)
    analysis = one.assistant.analysis()
    assert analysis.evaluation is not None
    assert [each.win["light"] for each in (analysis.evaluation, analysis.graph[3])] == [0.77, 0.77]
    assert curve_of(one)[0][3][1] < before[1], "the curve goes up to what light has now"
    assert analysis.mistakes == lost, "moves are judged by searches of the same length"
    frame = panel_of(one)
    told = " ".join(text.text for text in frame.pages[0].texts)
    assert said in told
    assert [hit for hit in frame.pages[0].hits if "for longer: the bar and the graph" in hit.tip]
    user = Pointing(one)
    graph = tracks_of(user.frame)[0]
    card = user.point(graph, 3)
    assert card[2] == "Light 77%, dark 23%"
    assert said in " ".join(card)
    assert said not in " ".join(user.point(graph, 1))


def test_the_area_between_curve_and_middle_is_filled() -> None:
    one = proven((0.5, 0.9, 0.9, 0.9, 0.9), {})
    frame = panel_of(one)
    graph, fill = tracks_of(frame)[0], look_of(one.table.settings.theme).accent[:3]
    filled = [
        box.rect for box in frame.pages[0].boxes
        if isinstance(box, Box) and box.fill[:3] == fill and 0 < box.fill[3] < 255
    ]  # fmt: skip
    assert filled
    assert all(rect.inside(graph) for rect in filled)
    assert max(rect.h for rect in filled) > 0.15 * graph.h


def test_no_line_leads_over_moves_that_were_not_evaluated() -> None:
    one = analysed()
    shown = shown_by(one)
    known = shown.analysis.graph
    for left_out in (2, 1, 3):
        part = tuple(each for each in known if each.ply != left_out)
        some = replace(shown, analysis=replace(shown.analysis, graph=part))
        frame = built(some, (1280, 800), 1.0)
        text = look_of(one.table.settings.theme).text
        graph = tracks_of(frame)[0]
        strokes = [
            box for box in frame.pages[0].boxes
            if isinstance(box, Stroke) and box.colour == text and graph.holds(box.x0, box.y0)
        ]  # fmt: skip
        assert len(strokes) == len(known) - 3, "none to it, none from it"


def test_what_is_proven_beside_an_analysis_counts_as_well() -> None:
    """A longer look at one position proves that a move was no mistake."""
    one = desk(dark=0)
    for move in MOVES:
        one.table.play(move)
    one.key("I", "ctrl")
    for ply, share in enumerate((0.5, 0.6, 1.0, 0.3, 0.6)):
        one.answer("c:c1" if ply == 2 else MOVES[min(ply, 3)] if ply < 4 else "a:b1", light=share,
                   then=(), proven="light" if ply == 2 else None)  # fmt: skip
    assert [lost.move for lost in one.assistant.mistakes.values()] == ["b:c1"]
    one.session.cursor.go_index(3)
    one.pass_time()
    one.key("V")
    assert one.job.kind == "live"
    one.answer("d:a2", light=1.0, then=(), proven="light")
    graph = one.assistant.analysis().graph
    assert [each.proven for each in graph[2:]] == ["light"] * 3
    assert one.assistant.mistakes == {}


def test_the_graph_leaves_room_for_what_is_below() -> None:
    highest = 0.0
    for room in range(10, 60):
        high = height_of(room)
        assert high == 0.0 or 3.6 < high <= 12.0
        assert high == 0.0 or room - high >= 18
        assert high >= highest, "a higher window has no smaller graph"
        highest = high
    assert highest == 12.0


@pytest.mark.parametrize("clicked", [True, False])
def test_a_button_that_gives_way_to_the_timeline_leaves_no_card_under_the_pointer(
    *, clicked: bool
) -> None:
    """Expect none whether a click on the button or a key has taken it away."""
    session = Session.new("octi")
    for move in ("57+e", "53+a", "37+e", "33+a"):
        session.play(move)
    one = Desk(session)
    assert one.table.selection.choose("57-", opens=True)
    one.table.selection.take()
    user = Pointing(one)
    cancel = Action("command", "cancel")
    (spot,) = [hit.rect for hit in user.frame.pages[0].hits if hit.action == cancel]
    x, y = spot.middle
    user.hud.pointer_moved(x, y, 0.0)
    if clicked:
        user.hud.pressed("left", x, y, 0.0)
        user.hud.released("left", x, y, 0.1)
        assert user.acts[-1] == cancel
    one.key("Escape")
    user.shown = shown_by(one)
    user.card()
    assert tracks_of(user.frame)[-1].holds(x, y), "the track has come under the pointer"
    assert user.card() == []
    user.hud.pointer_moved(x + 1.0, y, 0.2)
    assert user.card() != []
