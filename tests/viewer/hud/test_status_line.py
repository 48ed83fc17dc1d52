"""The status line: what is said in play is whole in narrow windows, in every language."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter
from typing import Any

import pytest

from boche.engine.languages.current import speaking
from boche.engine.message import Message, Phrase
from boche.viewer.games.boche import words as boche
from boche.viewer.games.boku import words as boku
from boche.viewer.games.che import words as che
from boche.viewer.games.octi import words as octi
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages import timeline
from boche.viewer.hud.pages.ending import what_next
from boche.viewer.hud.widgets.items import Page
from boche.viewer.hud.widgets.theme import LIGHT
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.session import Session
from boche.viewer.session import words as session
from boche.viewer.table import words as table
from boche.viewer.table.lines import try_line
from tests import ROOT
from tests.viewer.hud.test_hud_layout import boxes_of, built, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.table.user import User

SIZES = [(500, 850), (1280, 800)]
VALUES = {
    "count": 3, "all": 5, "number": 3, "most": 30, "level": 4, "rank": 2, "colour": "white",
    "move": "c:b2", "moves": "c:b2 e:a1 c:a2 e:d1 c:c3", "place": "b2", "game": "Boche",
    "back": "Left", "on": "Right", "focus": "Tab", "better": "c:b2", "played": "e:a1",
    "taken": "c:b2",
    "example": "such as c:a1, or swap",
}  # fmt: skip
"""What stands in the gaps; others hold a key."""


def said(phrase: Phrase, count: int) -> Message:
    parts = (part for text in phrase.forms for part in Formatter().parse(text))
    gaps = {name: spec for _, name, spec, _ in parts if name}
    values: dict[str, Any] = {
        name: ("b2", "c3") if spec else VALUES.get(name, "Ctrl+R") for name, spec in gaps.items()
    }
    return phrase(**values | {"count": count} if "count" in gaps or phrase.many else values)


def everything_said() -> list[Message]:
    """Return a message of each phrase that the table, its session or a game says."""
    found: list[Message] = []
    for module in (table, session, boche, che, boku, octi):
        for each in vars(module).values():
            found += [said(each, 3)] if isinstance(each, Phrase) else []
            found += [each] if isinstance(each, Message) else []
    return found


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def drawn(shown: HudData, size: tuple[int, int], instead: Message | None = None) -> Page:
    areas = laid_out(shown, size)
    pen = Pen(areas.metrics, LIGHT, wide, Plain(), translate=shown.translate)
    timeline.status(pen, areas.status, shown, instead)
    return pen.page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_whatever_is_said_in_play_is_whole(code: str, size: tuple[int, int]) -> None:
    shown, cut = shown_of(Session.new("boche")), {}
    with speaking(code):
        for text in everything_said():
            view = replace(shown.view, status=text, tone="refused", place="b2", info="")
            texts = [each.text for each in drawn(replace(shown, view=view), size).texts]
            whole = _plain("".join(text for text in texts if text != "b2"))
            if "b2" not in texts or _plain(shown.translate(text)) != whole:
                cut[text.kind] = texts
    assert cut == {}


@pytest.mark.parametrize("size", SIZES)
def test_a_long_line_reaches_up_and_no_text_lies_over_another(size: tuple[int, int]) -> None:
    shown = shown_of(Session.new("boche"))
    text = said(table.EARLIER_ITS, 3)
    info = "level 2, dark group of 12 corners, open at 3 places"
    view = replace(shown.view, status=text, tone="noted", place="b2", info=info)
    shown = replace(shown, view=view)
    areas, page = laid_out(shown, size), drawn(shown, size)
    strip = page.boxes[0].rect
    assert strip.y >= areas.timeline.middle[1]
    boxes = [box for box, _ in boxes_of(page)]
    assert len(boxes) in (2, 3)
    for number, box in enumerate(boxes):
        assert box.inside(strip, 0.5)
        assert not any(box.overlaps(other) for other in boxes[:number])
    assert page.texts[-1].text.endswith("3 places")
    assert page.hits[0].rect == strip, "a pointer on it is not on the timeline"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_three_lines_leave_the_buttons_above_them_free(code: str, size: tuple[int, int]) -> None:
    user, line = User(), ("a:a1", "b:b1", "a:c1")
    try_line(user.controller.context, 1, line, "55%")
    shown = replace(shown_of(user.session), view=user.view)
    areas = laid_out(shown, size)
    long = table.REASON_SHOWN(moves="c:b2 e:a1 c:a2 " * 40, back="Left", on="Right", keep="Alt+K")
    info = "level 2, dark group of 12 corners, open at 3 places"
    quiet = replace(shown, view=replace(shown.view, status="", place="", info=""))
    told = replace(shown.view, status=long, tone="noted", place="b2", info=info)
    seen = []
    with speaking(code):
        for each in (quiet, replace(shown, view=told)):
            page = built(each, size, 1.0).pages[0]
            (strip,) = [hit.rect for hit in page.hits
                        if hit.action is None and hit.rect.bottom == areas.status.bottom
                        and hit.rect.w == areas.status.w]  # fmt: skip
            below = [hit for hit in page.hits
                     if hit.action is not None and hit.rect.inside(areas.timeline)]  # fmt: skip
            assert max(hit.rect.bottom for hit in below) <= strip.y
            offered = [hit.rect for hit in below
                       if hit.action is not None and hit.action.name == "command"]  # fmt: skip
            assert max(rect.bottom for rect in offered) <= strip.y - 1.0
            assert min(rect.y for rect in offered) >= areas.timeline.y + 1.0
            assert len(offered) >= 5
            seen.append(strip.h)
    assert seen[0] == areas.status.h
    assert seen[1] > 3 * timeline.LINE * areas.metrics.small


def test_a_short_line_stays_where_it_was() -> None:
    shown = shown_of(Session.new("boche"))
    shown = replace(shown, view=replace(shown.view, status="all levels are shown", info=""))
    for size in SIZES:
        page = drawn(shown, size)
        assert page.boxes[0].rect == laid_out(shown, size).status
        assert len(page.texts) == 1


INFO = "a1, level 5, rotation a: dark group of 23 blobs, touches the left and right sides"


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_two_messages_in_a_narrow_window_have_room_and_are_readable(code: str) -> None:
    """Expect bold letters large enough for a colon, and free room above the first line."""
    shown = shown_of(Session.open(ROOT / "assets" / "records" / "boche-path.sgf"))
    shown = replace(shown, view=replace(shown.view, status="", tone="over", place=INFO, info=""))
    with speaking(code):
        page = drawn(shown, (500, 850), what_next(shown))
    (told,) = [text for text in page.texts if text.bold]
    assert told.size >= 9
    assert [text.text for text in page.texts if not text.bold] == [INFO]
    strip = page.boxes[0].rect
    for box, _ in boxes_of(page):
        assert strip.y + 3 <= box.y
        assert box.bottom <= strip.bottom - 2


def test_what_is_pointed_at_waits_while_the_news_need_all_lines() -> None:
    shown = shown_of(Session.new("boche"))
    long = table.REASON_SHOWN(moves="c:b2 e:a1 c:a2 " * 12, back="Left", on="Right", keep="Alt+K")
    view = replace(shown.view, status=long, tone="noted", place=INFO, info="")
    texts = [text.text for text in drawn(replace(shown, view=view), (500, 850)).texts]
    assert len(texts) == 3
    assert INFO not in texts
    assert _plain("".join(texts)) == _plain(str(long))
