"""Names of places in the window's texts: the one under the pointer is marked on the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.games.boche.threats import open_ends
from boche.viewer.games.info import Located
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.items import Text
from boche.viewer.lessons.lesson import read_lesson
from boche.viewer.lessons.session import LessonSession
from boche.viewer.session import Session
from boche.viewer.window.drawing.board_picture import live_options
from tests.viewer.hud.test_hud_layout import RECORDS, laid_out, shown_of
from tests.viewer.hud.typesetting import Plain
from tests.viewer.window.user import User

WIDE = 0.6
LESSON = """(;GM[Boku]GN[Title]GC[About];B[e4]C[Beside e5, please.]XO[No.]
(;W[e6]TE[1]C[Good: it guards f7.]))"""


class Reader(User):
    """A user who reads in the window, whose letters are all of one width."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.hud = Hud(lambda text, size, bold: WIDE * size * len(text), Plain(), self.clicks.act)
        self.look()

    def look(self) -> None:
        """Build the pages anew."""
        shown = replace(shown_of(self.session), view=self.desk.controller.view())
        self.hud.build(shown, laid_out(shown))

    def texts(self) -> list[Text]:
        return [text for page in self.hud.frame.pages for text in page.texts]

    def point_at(self, word: str) -> list[tuple[str, str]]:
        """Point at the first letter of a word; return what is marked on the board then."""
        text = next(text for text in self.texts() if word in text.text.split(" "))
        before = text.text[: text.text.index(word)]
        x = text.x + WIDE * text.size * (len(before) + 0.5)
        self.hud.pointer_moved(x, text.y, 0.0)
        return self.marked()

    def marked(self) -> list[tuple[str, str]]:
        return [(mark.kind, mark.place) for mark in self.desk.controller.view().named]


def played(game: str, *moves: str, comment: str = "") -> Session:
    session = Session.new(game)
    for move in moves:
        session.play(move)
    if comment:
        session.edits.set_comment(comment)
    return session


def lit(reader: Reader) -> set[tuple[int, ...]]:
    """Return the corners of the board that are lit."""
    shown = replace(shown_of(reader.session), view=reader.desk.controller.view())
    return set(live_options(shown)[1].lit)


def test_the_line_on_a_group_in_danger_shows_it_with_its_open_ends() -> None:
    """Expect so while the pointer is on the line, and after a click until the next move."""
    line = Session.open(RECORDS / "boche-path.sgf").record.main_line()
    reader = Reader(played("boche", *(str(node.move) for node in line[1:21])))
    [text] = [text for text in reader.texts() if text.text == "In danger: your 4 blobs"]
    position = reader.session.position
    groups = [g for g in position.groups() if g.colour == "light" and g.blobs == 4 and not g.sides]
    [group] = [each for each in groups if 0 < len(open_ends(position, each)) <= 2]
    ends = [("CR", cell.name) for cell in open_ends(position, group)]
    assert (reader.marked(), lit(reader)) == ([], set())
    reader.hud.pointer_moved(text.x + 5, text.y, 0.0)
    assert (reader.marked(), lit(reader)) == (ends, set(group.corners))
    tip = reader.hud.frame.hit(text.x + 5, text.y).tip
    assert tip.startswith("An open end is an empty hole that the group touches; ")
    reader.hud.pointer_left()
    assert (reader.marked(), lit(reader)) == ([], set())
    for kept in (True, False, True):  # clicked, clicked again, and once more
        reader.hud.pressed("left", text.x + 5, text.y, 1.0)
        reader.hud.released("left", text.x + 5, text.y, 1.1)
        reader.look()
        reader.hud.pointer_left()
        assert (reader.marked(), lit(reader)) == (
            (ends, set(group.corners)) if kept else ([], set())
        )
    reader.desk.controller.key("Escape", reader.desk.now)
    assert (reader.marked(), lit(reader)) == ([], set())
    reader.desk.controller.keep_pointing_to(Located(group.corners))
    reader.session.play(next(m for m in position.legal_moves()))
    reader.desk.controller.tick(reader.desk.now + 1.0)
    assert lit(reader) == set(), "it may be another group by now"


@pytest.mark.parametrize(
    ("game", "moves", "places"),
    [
        ("boche", ["c:a5", "a:e2"], ["a5"]),
        ("che", ["fr:0,0", "bl:-1,-1+fl:-1,0"], ["0,0"]),
        ("boku", ["e4", "f5"], ["e4"]),
        ("octi", ["37+e", "73+c"], ["37"]),
    ],
)
def test_a_move_of_the_list_shows_its_place(game: str, moves: list[str], places: list[str]) -> None:
    reader = Reader(played(game, *moves))
    assert reader.marked() == []
    assert reader.point_at(moves[0]) == [("CR", place) for place in places]
    reader.hud.pointer_left()
    assert reader.marked() == []


def test_a_move_chosen_in_the_list_keeps_no_ring_of_a_resting_pointer() -> None:
    reader = Reader(played("boku", "e4", "f5"))
    reader.session.cursor.go_index(0)
    reader.desk.controller.tick(reader.desk.now + 1.0)
    reader.look()
    assert reader.point_at("f5") == [("CR", "f5")]
    reader.session.cursor.go_index(2)
    reader.desk.controller.tick(reader.desk.now + 1.0)
    reader.look()
    assert reader.marked() == [], "the mark of the last move says it"
    assert reader.point_at("e4") == [("CR", "e4")]
    assert reader.point_at("f5") == [("CR", "f5")]


def test_both_tiles_of_a_turn_are_shown() -> None:
    reader = Reader(played("che", "fr:0,0", "bl:-1,-1+fl:-1,0"))
    assert reader.point_at("bl:-1,-1+fl:-1,0") == [("CR", "-1,-1"), ("CR", "-1,0")]


def test_each_word_of_a_comment_shows_its_own_place() -> None:
    reader = Reader(played("boku", "e4", comment="From (e4) on, c3; nowhere at z9 or 50 %."))
    assert reader.point_at("(e4)") == [("CR", "e4")]
    assert reader.point_at("c3;") == [("CR", "c3")]
    for word in ("nowhere", "z9", "50"):
        assert reader.point_at(word) == []


def test_a_place_that_is_circled_already_gets_a_square() -> None:
    session = played("boku", "e4", comment="At e4 it is.")
    session.cursor.node.properties = (*session.cursor.node.properties, ("CR", ("e4",)))
    reader = Reader(session)
    assert reader.point_at("e4") == [("SQ", "e4")]
    assert [mark.kind for mark in reader.desk.controller.view().marks] == ["CR"]


def test_the_status_line_shows_its_places() -> None:
    reader = Reader(played("boku", "e4"))
    reader.desk.controller.table.say("try d5 next")
    reader.look()
    assert reader.point_at("d5") == [("CR", "d5")]


def test_the_text_of_a_lesson_shows_its_places() -> None:
    reader = Reader(LessonSession(read_lesson("boku", "1-title", LESSON.encode())))
    assert reader.point_at("e5,") == [("CR", "e5")]
    reader.session.play("e6")
    reader.look()
    assert reader.point_at("f7.") == [("CR", "f7")]


def test_a_dialog_over_the_window_takes_the_light_away() -> None:
    reader = Reader(played("boku", "e4", comment="At c3 it is."))
    assert reader.point_at("c3") == [("CR", "c3")]
    reader.hud.show_help()
    reader.look()
    assert reader.marked() == []


def test_what_a_resting_pointer_reads_may_change() -> None:
    reader = Reader(played("boku", "e4", comment="At c3 it is."))
    assert reader.point_at("c3") == [("CR", "c3")]
    reader.session.edits.set_comment("At d5 it is.")
    reader.look()
    assert reader.marked() == [("CR", "d5")]
    reader.session.edits.set_comment("No it isn't.")
    reader.look()
    assert reader.marked() == []
