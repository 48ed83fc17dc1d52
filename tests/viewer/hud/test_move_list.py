"""The list of moves: letters of one size and no move cut off, however long a game's moves are."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import text_of
from boche.viewer.hud.pages.movelist import Entry
from boche.viewer.hud.widgets.items import Box
from boche.viewer.session import Session
from tests import ROOT
from tests.viewer.hud.test_hud_layout import built, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain

RECORDS = ROOT / "assets" / "records"
LONG = "fr:-12,-7+bl:3,15"


@pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])
@pytest.mark.parametrize("record", ["che-area.txt", "boku-sandwiches.sgf", "boche-path.sgf"])
def test_moves_have_one_size_and_are_whole(record: str, scale: float) -> None:
    session = Session.open(RECORDS / record)
    frame = built(shown_of(session), (round(1280 * scale), round(720 * scale)), scale)
    moves = {text_of(session)(node) for node in session.record.main_line()[1:]}
    panel = frame.areas.panel
    shown = [t for t in frame.pages[0].texts if t.text in moves and t.x > panel.x]
    assert len({t.text for t in shown}) >= min(8, len(moves)), "none is cut short"
    assert len({t.size for t in shown}) == 1
    cut = {move[:3] for move in moves}
    texts = [t.text for t in frame.pages[0].texts if t.x > panel.x and t.text.endswith("…")]
    assert not [text for text in texts if text[:3] in cut]


@pytest.mark.parametrize("record", ["che-area.txt", "boku-sandwiches.sgf", "boche-path.sgf"])
def test_each_move_has_its_own_number_beside_it(record: str) -> None:
    """Expect a number left of each move, also of the second one in a row."""
    session = Session.open(RECORDS / record)
    frame = built(shown_of(session), (1280, 800), 1.0)
    line, told = session.record.main_line(), [t for t in frame.pages[0].texts if t.text]
    seen = [hit for hit in frame.pages[0].hits if hit.action and hit.action.name == "go"]
    assert len(seen) >= 8
    for hit in seen:
        assert hit.action is not None
        y = hit.rect.middle[1]
        left = [t for t in told if abs(t.y - y) < 0.5 * hit.rect.h and t.x < hit.rect.x]
        assert max(left, key=lambda t: t.x).text == f"{line.index(hit.action.value)}."


def test_the_longest_moves_of_che_are_whole() -> None:
    shown = shown_of(Session.open(RECORDS / "che-area.txt"))

    def longer(entry: Entry | None) -> Entry | None:
        return replace(entry, text=LONG) if entry is not None else None

    rows = [replace(row, first=longer(row.first), second=longer(row.second)) for row in shown.rows]
    frame = built(replace(shown, rows=rows), (1280, 720), 1.0)
    assert sum(text.text == LONG for text in frame.pages[0].texts) >= 4


def test_of_moves_with_as_many_letters_the_widest_is_whole() -> None:
    """Narrow letters stand first in the list, and the wide ones just need a line of their own."""
    narrow, broad = "fl:1,1+fl:1,-1,1", "br:0,2+br:2,-2,0"
    assert len(narrow) == len(broad)

    def proportional(text: str, size: float, bold: bool) -> float:
        thin = sum(text.count(letter) for letter in "fl1,:-")
        return wide(text[thin:], size, bold) + 0.3 * size * thin

    session = Session.open(RECORDS / "che-area.txt")
    for width in (1024, 1280, 1366):
        shown = shown_of(session)
        rows = [
            replace(row, first=row.first and replace(row.first, text=broad if n else narrow),
                    second=row.second and replace(row.second, text=narrow))
            for n, row in enumerate(shown.rows)
        ]  # fmt: skip
        hud = Hud(proportional, Plain(), lambda _: None)
        page = hud.build(replace(shown, rows=rows), laid_out(shown, (width, 800))).pages[0]
        texts = [text.text for text in page.texts]
        assert texts.count(broad) >= 4
        assert not [text for text in texts if text.startswith("br") and text.endswith("…")]


def test_a_resignation_in_a_variation_is_said_in_words() -> None:
    session = Session.open(RECORDS / "boche-path.sgf")
    session.cursor.go_index(2)
    session.resign()
    assert session.turn == "light"
    assert session.cursor.node.move is None
    shown = shown_of(session)
    frame = built(shown, (1024, 640), 1.0)
    texts = [
        text.text for page in frame.pages for text in page.texts if text.x > frame.areas.panel.x
    ]
    assert texts.count("light resigned") == 1
    assert not [text for text in texts if "+R" in text]


def test_two_lines_tried_from_one_move_have_bars_of_their_own() -> None:
    session = Session.new("boku")
    for moves in (("a1", "b1"), ("c1", "d1", "e1", "f1"), ("c2", "d2")):
        session.cursor.first()
        for move in moves:
            session.play(move)
    frame = built(shown_of(session), (1280, 800), 1.0)
    page, panel = frame.pages[0], frame.areas.panel
    seen = [hit.rect for hit in page.hits if hit.action and hit.action.name == "go"]
    lines = sorted(
        (box.rect for box in page.boxes
         if isinstance(box, Box) and box.rect.w < 2.0 and box.rect.x > panel.x
         and seen[0].y < box.rect.y < seen[-1].bottom),
        key=lambda each: each.y,
    )  # fmt: skip
    gaps = [two.y - one.bottom for one, two in pairwise(lines)]
    assert [gap > 4.0 for gap in gaps] == [False, True], "the second line begins below a gap"
