"""The drawn tree: where nodes lie, and what is drawn of them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from boche.engine.record import Node, loads
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import Shower, text_of
from boche.viewer.hud.pages.tabs import tree
from boche.viewer.hud.pages.tree_layout import TreeLayout, laid_out
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.theme import LIGHT, metrics
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from tests import ROOT
from tests.viewer.hud.test_hud_layout import laid_out as laid_out_window
from tests.viewer.hud.test_hud_layout import shown_of, wide
from tests.viewer.hud.typesetting import Plain

parents = st.lists(st.integers(0, 10_000), max_size=60)


def grown(choices: list[int]) -> list[Node]:
    """Return the nodes of a tree; each choice is the parent of the next node, modulo."""
    nodes = [Node()]
    for choice in choices:
        nodes.append(Node("e4", "black", (), nodes[choice % len(nodes)]))
    return nodes


def drawn_lines(layout: TreeLayout) -> list[tuple[int, int, int]]:
    """Return the horizontal lines: their row, first and last lane."""
    found = []
    for row, spots in enumerate(layout.rows):
        found += [(row - 1, s.above, s.lane - 1) for s in spots if s.lane > s.above and row]
    return found


@given(parents)
def test_each_node_has_a_place_of_its_own(choices: list[int]) -> None:
    nodes = grown(choices)
    layout = laid_out(nodes[0])
    assert set(layout.places) == set(nodes)
    places = list(layout.places.values())
    assert len(set(places)) == len(places)
    for node in nodes:
        row, lane = layout.places[node]
        assert row == len(node.path()) - 1
        for number, child in enumerate(node.children):
            below, beside = layout.places[child]
            assert below == row + 1
            assert beside == lane if number == 0 else beside > lane
    assert all(layout.places[node][1] == 0 for node in nodes[0].line_from())


@given(parents)
def test_no_line_runs_over_a_node(choices: list[int]) -> None:
    layout = laid_out(grown(choices)[0])
    places = set(layout.places.values())
    for row, first, last in drawn_lines(layout):
        assert not any((row, lane) in places for lane in range(first + 1, last + 1))


RECORD = (
    "(;GM[Boku];B[e4];W[f5](;B[d3]C[said];W[g6])(;B[e5]BM[1](;W[g7]CR[e4])(;W[g6]))"
    + "(;B[d4])" * 40
    + ")"
)


def test_the_visible_part_is_drawn_and_every_disc_leads_to_its_node() -> None:
    session = Session(loads(RECORD))
    session.cursor.forward(2)
    settings = replace(Settings(), panel_tab="tree")
    view = Controller(session, (800, 600), settings).view()
    discs = {"black": (0, 0, 0, 255), "white": (255, 255, 255, 255)}
    shower = Shower()
    shown = shower.data(view, session, settings, discs)
    for size in ((260.0, 400.0), (160.0, 90.0), (40.0, 20.0)):
        paper = Pen(metrics(1.0, 13), LIGHT, lambda text, size, bold: 7.0 * len(text), Plain())
        rect = Rect(10.0, 20.0, *size)
        tree(paper, rect, shown)
        going = [hit for hit in paper.page.hits if hit.action and hit.action.name == "go"]
        shows = any(hit.action == Action("go", session.cursor.node) for hit in going)
        assert shows is (size[0] > 100)
        assert all(rect.x - 20 <= hit.rect.middle[0] <= rect.right for hit in going)
        assert len(going) <= sum(1 for _ in session.record.nodes())
        assert all("." in hit.tip or "start" in hit.tip for hit in going)


def test_the_layout_is_made_once_per_change() -> None:
    session = Session(loads(RECORD))
    settings = replace(Settings(), panel_tab="tree")
    controller, shower = Controller(session, (800, 600), settings), Shower()

    def layout(chosen: Settings = settings) -> TreeLayout:
        return shower.data(controller.view(), session, chosen, {}).tree

    first = layout()
    session.cursor.forward(3)
    assert layout() is first
    session.edits.set_comment("new")
    assert layout() is not first
    assert not layout(Settings()).rows


def test_graph_and_tree_name_a_move_as_the_list_does() -> None:
    """Expect the level of a cube with its place, and the same number."""
    session = Session.open(ROOT / "assets" / "records" / "boche-path.sgf")
    data, line = shown_of(session, panel_tab="tree"), session.record.main_line()
    named = {node: f"{at}. {text_of(session)(node)}" for at, node in enumerate(line) if at}
    assert any("/" in text for text in named.values())
    hud = Hud(wide, Plain(), lambda action: None)
    areas = laid_out_window(data)
    page = hud.build(data, areas).pages[0]
    discs = [hit for hit in page.hits if hit.action and hit.action.name == "go"]
    told = {hit.action.value: hit.tip for hit in discs if hit.action}
    assert len(told) > 5
    assert all(tip.startswith(named[node]) for node, tip in told.items() if node in named)
    [track] = [hit.rect for hit in page.hits if hit.action and hit.action.name == "scrub"]
    gap = areas.metrics.gap
    for ply in (7, 34):
        x = track.x + gap + (track.w - 2 * gap) * ply / (len(line) - 1)
        hud.pointer_moved(x, track.middle[1], 0.0)
        card = hud.build(data, areas).pages[-1]
        assert named[line[ply]] in [text.text for text in card.texts]
