"""The line over the board: swaps, the end of a game, and news told once."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import speaking
from boche.engine.languages.current import translate as spoken
from boche.engine.record import Record, play
from boche.viewer.assistant.display import NO_ANALYSIS
from boche.viewer.games.boche.pick import name_of
from boche.viewer.games.drawing import TOLD
from boche.viewer.games.registry import build_live, view_of
from boche.viewer.lessons.session import LessonSession
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.table.keys import TIMELINE
from boche.viewer.table.playback import DROP
from boche.viewer.table.question import CANCEL, Question
from boche.viewer.window.drawing.board_picture import live_options
from tests import ROOT
from tests.viewer.lessons.test_lesson_table import TWO, lesson_of
from tests.viewer.table.test_hint_table import STACK

RECORDS = ROOT / "assets" / "records"
STILL = Settings(animation_speed=0.0, hints_seen=True)
MOVING = Settings(hints_seen=True)
DECIDED = ("boche-path", "boche-enclosure", "boku-row", "che-closed", "che-area",
           "octi-three-bases", "octi-south")  # fmt: skip


def before_the_end(name: str, settings: Settings) -> tuple[Controller, str]:
    """Return a table one move before the end of a sample record, and that move."""
    path = next(RECORDS.glob(f"{name}.*"))
    session = Session.open(path)
    last = session.cursor.moves[-1]
    session.cursor.back(1)
    controller = Controller(session, (1280, 720), settings)
    controller.pointer_moved(640.0, 360.0, 0.0)
    return controller, last


def said(controller: Controller) -> str:
    banner = controller.view().banner
    return banner.text if banner is not None else ""


# -- the end


@pytest.mark.parametrize("name", DECIDED)
def test_the_last_piece_lands_then_what_decided_lights_then_the_end_is_said(name: str) -> None:
    controller, move = before_the_end(name, MOVING)
    controller.submit("move", move)
    count = len(
        view_of(controller.table.session.record.game_name).decided(controller.table.position)
    )
    assert count > 0
    seen, now = [], 0.0
    while controller.view().banner is None:
        view = controller.view()
        assert view.ending
        assert not view.status
        assert view.change is None or view.won == 0
        seen.append(view.won)
        now += 1 / 120
        controller.tick(now)
        assert now < 5.0
    assert now > DROP
    assert seen == sorted(seen)
    assert set(range(count)) <= set(seen)
    view = controller.view()
    assert (view.won, view.tone) == (None, "over")
    assert view.status == controller.table.session.outcome.reason
    assert controller.next_wakeup() is None


@pytest.mark.parametrize("name", DECIDED)
def test_each_piece_that_decided_lights_one_after_the_other(name: str) -> None:
    controller, move = before_the_end(name, MOVING)
    controller.submit("move", move)
    pictures, now = [], 0.0
    while controller.view().ending:
        position, options = live_options(Looks(controller))
        if controller.view().change is None:
            pictures.append(look(build_live(position, options)))
        now += 1 / 120
        controller.tick(now)
    whole = look(build_live(*live_options(Looks(controller))))
    shown = [one for one, two in pairwise([*pictures, whole]) if one != two]
    count = len(
        view_of(controller.table.session.record.game_name).decided(controller.table.position)
    )
    assert len(set(shown)) == len(shown) == count
    assert whole not in shown


class Looks:
    """The data from which the picture of the table is drawn, without a window."""

    def __init__(self, controller: Controller) -> None:
        self.view, self.settings, self.analysis = controller.view(), MOVING, NO_ANALYSIS


def look(scene) -> tuple[bytes, ...]:
    return tuple(batch.instances.tobytes() for batch in scene.batches)


def test_without_animation_the_end_is_said_at_once() -> None:
    controller, move = before_the_end("boche-path", STILL)
    controller.submit("move", move)
    view = controller.view()
    assert view.banner.kind == "end"
    assert view.banner.text == "Carla wins – light wins: a path links the three sides"
    assert (view.ending, view.tone) == (False, "over")


def test_a_reason_that_says_who_wins_is_not_said_twice() -> None:
    controller, move = before_the_end("boche-enclosure", STILL)
    controller.submit("move", move)
    assert said(controller) == "Bert wins – dark wins: a light group of 9 blobs is enclosed"
    for colour in ("light", "dark"):
        controller.table.session.edits.set_player(colour, "")
    controller.command("back", 1.0)
    controller.table.play(move)
    assert said(controller) == "dark wins: a light group of 9 blobs is enclosed"


def test_a_draw_and_a_resignation_are_said() -> None:
    controller, move = before_the_end("boku-draw", STILL)
    controller.submit("move", move)
    assert said(controller).startswith("a draw: ")
    controller = Controller(Session.new("che"), (1280, 720), MOVING)
    controller.key("R", 1.0)
    controller.key("Y", 2.0)
    assert said(controller) == "dark wins: light resigned"
    assert said(controller).exchanged({"dark": "blue"}).startswith("blue wins")


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        ({"light": Seat(), "dark": Seat("", "3")}, "you lose: light resigned"),
        ({"light": Seat("Anna"), "dark": Seat("Deep", "5")}, "you lose: light resigned"),
        ({"light": Seat("Anna"), "dark": Seat("Bert")}, "Bert wins: light resigned"),
        ({"light": Seat("Anna"), "dark": Seat("Anna")}, "dark wins: light resigned"),
        ({"light": Seat(), "dark": Seat()}, "dark wins: light resigned"),
    ],
)
def test_who_has_won_is_told_as_the_user_sees_it(seats: dict[str, Seat], text: str) -> None:
    controller = Controller(Session.new("che", seats=seats), (1280, 720), STILL)
    controller.key("R", 1.0)
    controller.key("Y", 2.0)
    assert said(controller) == text


def test_a_game_won_against_the_computer_says_so_also_after_a_swap() -> None:
    seats = {"light": Seat("", "3"), "dark": Seat()}
    controller = Controller(Session.new("boche", seats=seats), (1280, 720), STILL)
    for move in ("c:a1", "swap"):
        controller.table.play(move)
    assert controller.table.session.own_colour == "light"
    controller.table.declare(lambda: controller.table.session.resign("dark"))
    assert said(controller) == "you win: dark resigned"


def test_asking_for_the_next_rotation_after_the_end_is_no_mistake() -> None:
    controller, move = before_the_end("boche-path", STILL)
    controller.submit("move", move)
    assert controller.text("]", 2.0)
    view = controller.view()
    assert view.status == controller.table.session.outcome.reason
    assert view.tone == "over"


def test_stepping_to_the_end_of_a_record_says_nothing() -> None:
    controller, _ = before_the_end("boche-path", MOVING)
    controller.command("last", 1.0)
    for now in (1.0, 1.1, 3.0):
        controller.tick(now)
        view = controller.view()
        assert (view.banner, view.won) == (None, None)
        assert view.tone == "over"


def test_what_is_done_while_it_ends_says_it_and_what_is_done_then_takes_it_away() -> None:
    controller, move = before_the_end("boche-path", MOVING)
    controller.submit("move", move)
    controller.tick(0.3)
    controller.key("T", 0.4)
    assert not controller.view().ending
    assert said(controller)
    controller.key("T", 2.0)
    assert not said(controller)
    assert "rematch" not in controller.view().refused


def test_undoing_the_last_move_while_it_ends_says_nothing() -> None:
    controller = Controller(Session.new("boku"), (1280, 720), MOVING)
    for step, move in enumerate(["f5", "a1", "f6", "b1", "f7", "c1", "f8", "d1", "f9"]):
        controller.submit("move", move)
        controller.tick(step + 0.9)
    assert controller.table.session.outcome is not None
    controller.command("undo", 8.95)
    controller.tick(12.0)
    assert not said(controller)
    assert not controller.view().ending


@pytest.mark.parametrize("later", [0.3, 4.0])
def test_who_looks_back_and_returns_is_not_told_again(later: float) -> None:
    controller, move = before_the_end("boche-path", MOVING)
    controller.submit("move", move)
    controller.tick(later)
    cursor = controller.table.session.cursor  # moved as by a click in the list of moves
    for step in (cursor.first, cursor.last):
        step()
        controller.tick(later + 0.1)
        assert not said(controller)
        assert not controller.view().ending
    controller.tick(9.0)
    assert not said(controller)


# -- the swap


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (
            Seat(),
            Seat("", "3"),
            "level 3 swapped colours as the second move: you play dark now",
        ),
        (
            Seat("Anna"),
            Seat("Deep", "5"),
            "Deep swapped colours as the second move: you play dark now",
        ),
        (Seat("", "3"), Seat(), "you swapped colours: you play light now"),
        (Seat("Anna"), Seat("Bert"), "Bert swapped colours and plays light now"),
        (Seat(), Seat(), "colours swapped: whoever began plays dark now"),
        (Seat("", "2"), Seat("", "4"), "level 4 swapped colours and plays light now"),
    ],
)
def test_a_swap_is_said_as_those_at_the_table_see_it(first: Seat, second: Seat, text: str) -> None:
    session = Session.new("boche", size=3, seats={"light": first, "dark": second})
    controller = Controller(session, (1280, 720), STILL)
    controller.table.play("a:a1")
    assert not said(controller)
    controller.table.play("swap")
    assert said(controller) == text
    assert controller.view().banner.kind == "swap"
    controller.pointer_moved(100.0, 100.0, 1.0)
    assert said(controller) == text
    controller.command("undo", 2.0)
    assert not said(controller)
    controller.command("redo", 3.0)
    assert not said(controller)


def test_a_swap_names_a_tournaments_computer_in_the_language_of_the_user() -> None:
    seats = {"light": Seat(), "dark": Seat("level 3", "3")}
    controller = Controller(Session.new("boche", size=3, seats=seats), (1280, 720), STILL)
    for move in ("a:a1", "swap"):
        controller.table.play(move)
    with speaking("fr"):
        assert spoken(said(controller)).startswith("niveau 3 a échangé")


def test_the_next_move_takes_a_swap_away_whoever_plays_it() -> None:
    controller = Controller(Session.new("boche", size=3), (1280, 720), STILL)
    for move in ("a:a1", "swap", "a:a2"):
        controller.table.play(move)
    assert not said(controller)


# -- what is told once


def told_first(controller: Controller) -> tuple[str, tuple[str, ...]]:
    """Return what is told beside places of the board, and the marked places; empty for nothing."""
    turn = controller.view().first_turn
    assert turn is None or {mark.kind for mark in turn.places} <= {TOLD}, "no mark of a record"
    return ("", ()) if turn is None else (str(turn.text), tuple(m.place for m in turn.places))


def test_who_has_never_played_a_game_is_told_how_to_begin() -> None:
    new = Controller(Session.new("che"), (1280, 720), Settings())
    assert not said(new)
    for _ in range(2):  # looking round does not take it away
        text, places = told_first(new)
        assert "marked cell" in text
        assert places == ("0,0",)
        new.key("T", 1.0)
    for settings in (Settings(hints_seen=True), Settings(told=("che.first", "che.other-side"))):
        assert not told_first(Controller(Session.new("che"), (1280, 720), settings))[0]
    opened = Session.open(RECORDS / "che-closed.sgf")
    assert not told_first(Controller(opened, (1280, 720), Settings()))[0]


TURNS = {
    "boche": ("", "a:b2", "take over this cube", "a:c2", "turn it", "b:b3", "nest", "b:c1", ""),
    "che": ("", "fl:0,0", "in several ways", "fr:1,0+fl:1,1", ""),
    "boku": ("", "f5", "", "f6", "", "a1", "", "f7", "shuts in two", "f8xf6", ""),
    "octi": ("", "57+e", "bring a pod on", "53+a", "has prongs", "57-56", "", "53-54", "",
             "56-55", "jump over an enemy", "54-56x", ""),
}  # fmt: skip
"""Moves of two people at one table, and what is told after each."""


@pytest.mark.parametrize("game", TURNS)
def test_each_kind_of_action_is_told_once_where_it_is_possible(game: str) -> None:
    controller = Controller(Session.new(game), (1280, 720), replace(STILL, hints_seen=False))
    seen = set[str]()
    for move, text in zip(TURNS[game][1::2], TURNS[game][2::2], strict=True):
        seen.add(told_first(controller)[0])
        controller.table.play(move)
        found, places = told_first(controller)
        assert text in found, (move, found)
        assert bool(found) == bool(text), (move, found)
        turn = controller.view().first_turn
        assert turn is None or len(places) in (0, len(turn.boxes)), "all places or none"
        assert not found or found not in seen
    node = controller.table.session.cursor.node
    controller.command("back", 20.0)
    assert not told_first(controller)[0]
    assert controller.table.session.cursor.node is not node


def test_the_second_tile_is_told_once_the_first_one_lies() -> None:
    controller = Controller(Session.new("che"), (1280, 720), Settings(told=("che.first",)))
    controller.table.play("fl:0,0")
    controller.tick(9.0)
    for now in (10.0, 20.0):
        assert controller.table.selection.choose("1,0")
        controller.table.pointing.leave_to_keys(None)
        controller.command("place", now)
        controller.tick(now + 5.0)
        text, places = told_first(controller)
        assert "second tile" in text
        assert "1,1" in places
        controller.key("Escape", now + 6.0)


def test_what_somebody_has_done_unasked_is_not_told() -> None:
    controller = Controller(
        Session.new("boche"), (1280, 720), Settings(animation_speed=0.0, told=("boche.first",))
    )
    controller.table.play("a:b2")
    controller.table.play("swap")
    for move in ("a:c2", "b:b3", "e:b2"):
        controller.table.play(move)
    assert "nest" not in told_first(controller)[0]


def test_first_turns_are_for_a_person_who_may_move() -> None:
    begins = Seat("", "2"), Seat()
    seats = dict(zip(("light", "dark"), begins, strict=True))
    new = replace(STILL, hints_seen=False)
    controller = Controller(Session.new("boche", seats=seats), (1280, 720), new)
    assert not told_first(controller)[0]
    controller.table.play("a:b2")
    assert "Point at a hole" in told_first(controller)[0]
    controller.command("threats", 1.0)
    assert not told_first(controller)[0]
    known = replace(new, told=("boche.turns",))
    assert not told_first(Controller(Session.new("boche"), (1280, 720), known))[0]
    lesson = LessonSession(lesson_of(TWO))
    assert not told_first(Controller(lesson, (1280, 720), new))[0]


@pytest.mark.parametrize(("game", "marked"), [("boku", False), ("che", True)])
def test_all_places_for_what_is_told_are_marked_or_none(game: str, marked: bool) -> None:
    controller = Controller(Session.new(game), (1280, 720), replace(STILL, hints_seen=False))
    turn = controller.view().first_turn
    assert turn is not None
    assert len(turn.places) == (len(turn.boxes) if marked else 0)


def test_a_nest_is_never_left_out_among_marked_places() -> None:
    controller = Controller(Session.new("boche"), (1280, 720), replace(STILL, hints_seen=False))
    for move in ("a:b2", "a:c2", "b:b3"):
        controller.table.play(move)
    legal = [name_of(controller.table.position, c) for c in controller.table.position.open_cells()]
    first, *_, turned = view_of("boche").guide.first_turns
    assert set(turned.where(controller.table.position, "")) == set(legal)
    assert not first.where(controller.table.position, "")


def test_first_turns_are_not_told_where_the_arrow_keys_step() -> None:
    session = Session.new("boche")
    controller = Controller(session, (1280, 720), replace(STILL, hints_seen=False))
    for move in ("a:b2", "a:c2"):
        controller.table.play(move)
    assert told_first(controller)[0]
    controller.command("other_focus", 1.0)
    assert controller.table.focus == TIMELINE
    assert not told_first(controller)[0]
    controller.command("other_focus", 2.0)
    assert told_first(controller)[0]
    session.cursor.go_index(1)
    controller.table.play("a:d2")  # a line is tried beside the game
    controller.command("other_focus", 3.0)
    assert controller.table.reviews
    assert not told_first(controller)[0]


@pytest.mark.parametrize(("game", "told"), [("che", "marked cell"), ("boku", "empty cell")])
def test_whoever_was_told_of_one_game_is_told_of_the_next_one_too(game: str, told: str) -> None:
    known = Settings(hints_seen=True, told=("octi.first", "octi.first-bring", "octi.jump"))
    assert told in told_first(Controller(Session.new(game), (1280, 720), known))[0]
    assert not told_first(Controller(Session.new("octi"), (1280, 720), known))[0]


def test_whoever_watches_two_computers_is_not_told_how_to_begin() -> None:
    for players, told in ((("1", "2"), False), (("random", "gtp:x"), False), (("", "2"), True)):
        seats = {c: Seat("", p) for c, p in zip(("light", "dark"), players, strict=True)}
        controller = Controller(Session.new("che", seats=seats), (1280, 720), Settings())
        assert bool(told_first(controller)[0]) == told


def test_what_hides_a_hint_does_not_take_it_away() -> None:
    controller, move = before_the_end("boche-path", STILL)
    controller.submit("move", move)
    first = said(controller)
    assert first
    question = Question("A game was not saved", "", (CANCEL,))
    controller.table.writing.ask(question, lambda name: None, 1.0)
    controller.key("Escape", 2.0)
    assert controller.view().question is None
    assert said(controller) == first


def test_the_first_stack_that_can_move_together_says_so_once() -> None:
    record = Record.new("octi")
    node = record.root
    for move in STACK.split():
        node = play(record, node, move)
    for settings, told in ((MOVING, True), (Settings(told=("octi.move-together",)), False)):
        session = Session(record)
        session.cursor.last()
        controller = Controller(session, (1280, 720), settings)
        assert controller.table.selection.choose("57de-")
        controller.table.pointing.leave_to_keys(None)
        controller.command("place", 1.0)
        assert controller.view().display.taken.startswith("57de")
        assert ("move together" in said(controller)) == told
        controller.key("Escape", 2.0)
        assert not said(controller)


NEST = "c:a1 a:b1 d:a2 b:c1 c:b2 a:a3 g:a1 f:b1 d:d1 b:c2 a:b3 e:a2 h:c1"


def test_the_first_line_round_groups_is_explained_once() -> None:
    for settings, told in ((Settings(), True), (Settings(told=("boche.line-means",)), False),
                           (STILL, False)):  # fmt: skip
        session = Session.new("boche", size=5)
        for move in NEST.split():
            session.play(move)
        controller = Controller(session, (1280, 720), settings)
        controller.key("T", 1.0)
        assert not said(controller)
        assert controller.table.selection.choose("a1")
        assert controller.table.selection.choose_key("b")
        controller.table.pointing.leave_to_keys(None)
        assert controller.view().ghost.preview.joined
        assert ("thin line" in said(controller)) == told
        controller.key("T", 2.0)
        assert controller.table.news.banner is None


@pytest.mark.parametrize(
    ("name", "kind", "meaning"),
    [
        ("boche-path", "boche.glow-means", "sides. The winning path glows."),
        ("boche-enclosure", "boche.fill-means", "The group in red, with a line within,"),
    ],
)
def test_the_first_end_says_what_lights_up(name: str, kind: str, meaning: str) -> None:
    still = replace(Settings(), animation_speed=0.0)
    for settings, told in ((still, True), (replace(still, told=(kind,)), False), (STILL, False)):
        controller, move = before_the_end(name, settings)
        controller.submit("move", move)
        banner = controller.view().banner
        assert banner.kind == "end"
        assert (meaning in banner.text) == told
        assert banner.once == (kind if told else "")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_first_told_by_the_mouse_is_told_by_keys_as_well(game: str) -> None:
    texts = [spoken(turn.text) for turn in view_of(game).guide.first_turns]
    assert not [text for text in texts if "click" in text.lower() and "By keys" not in text]


@pytest.mark.parametrize("game", GAMES)
def test_the_status_line_says_how_to_begin_what_a_bubble_said_in_another_game(game: str) -> None:
    """A bubble that an unplayed game had shown left a beginner with a bare board and no words."""
    first, second = Session.new(game).record.game.colours
    seats = {first: Seat("Anna"), second: Seat("", "1")}

    def line(*names: str) -> str:
        settings = replace(STILL, hints_seen=True, told=names)
        return spoken(
            Controller(Session.new(game, seats=seats), (1280, 720), settings).view().status
        )

    every = {f"{game}.first", *(turn.text.kind for turn in view_of(game).guide.first_turns)}
    said = line(*every)
    assert said == spoken(view_of(game).guide.first_turns[0].text)
    assert "lick" in said
    assert "By keys: arrows, then Enter." in said
    assert not line(*every, f"{game}.turns"), "they know the game"
    assert not line("other.first"), "the bubble says it"
    controller = Controller(
        Session.new(game, seats=seats), (1280, 720), replace(STILL, told=tuple(every))
    )
    for _ in range(2):
        position = controller.table.position
        controller.table.play(next(str(m) for m in position.legal_moves() if str(m) != "swap"))
    assert "By keys" not in spoken(controller.view().status)
