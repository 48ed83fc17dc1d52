"""Your moments: whose they are, how they are listed and shown, and the analysis before."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from boche.engine.record import Node
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, keep_evaluation
from boche.viewer.assistant.background import Report
from boche.viewer.hud.dialogs.moments import NAME
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import Shower
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Seat, Session
from boche.viewer.table.shown import TrialView
from boche.viewer.training.mistakes import exercises_of, people_of
from boche.viewer.window.drawing.board_picture import discs
from boche.viewer.window.input.events import Events
from boche.viewer.window.input.keyboard import Keyboard
from boche.viewer.window.records.clipboard import Clipboard
from boche.viewer.window.records.moments import Moments
from tests.viewer.assistant.desk import answer
from tests.viewer.hud.test_hud_layout import built, laid_out, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.window.user import User

MOVES = ("c:b2", "a:a1", "b:c1", "d:a2", "a:b1")
SHARES = (0.5, 0.3, 0.6, 0.35, 0.42, 0.3)  # of light: moves 1, 3 and 5 lose, and 2 and 4 do


def session_of(shares: tuple[float, ...] = SHARES, seconds: float = 2.0, dark: str = "") -> Session:
    """Return a game with an analysis in its record, played by a person as light."""
    session = Session.new("boche", seats={"dark": Seat("", dark)}, size=4, kill=0)
    for move in MOVES:
        session.play(move)
    for node, share in zip(session.cursor.line, shares, strict=False):
        keep(session, node, share, seconds)
    return session


def keep(
    session: Session,
    node: Node,
    share: float,
    seconds: float,
    colours: tuple[str, str] = ("light", "dark"),
    proven: str | None = None,
) -> None:
    """Keep an analysis of a position: the share of the first colour, and what is proven."""
    played = node.children[0].move if node.children else None
    better = next(str(m) for m in session.positions.at(node).legal_moves() if str(m) != played)
    line, win = KeptLine((better,), 0.5, 100), dict(zip(colours, (share, 1.0 - share), strict=True))
    keep_evaluation(node, KeptEvaluation(win, proven, 3000, 0.01, (line,), seconds))


class Reviewer(User):
    """A user who asks for the moments."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.moments = Moments(self.desk, self.assistant)
        self.tick()

    def tick(self) -> None:
        self.desk.controller.tick(self.desk.now)
        self.assistant.tick()
        self.pass_time()

    def ask(self) -> None:
        self.moments.ask()
        self.tick()

    @property
    def rows(self) -> list[str]:
        return [label for _, label in self.form.fields[0].choices]

    @property
    def status(self) -> str:
        return self.desk.controller.view().status

    def search(self, share: float) -> None:
        """Let the search behind the analysis find the first move and a share of light."""
        job = self.thinker.job
        found = answer(job.position, str(job.position.legal_moves()[0]), light=share, seconds=2.0)
        self.thinker.waiting.append(Report(job, found, found.best, done=True))
        self.tick()


@pytest.mark.parametrize("computer", ["Computer level 2", "level 2"])
def test_a_record_that_names_a_level_lists_the_moments_of_the_person(computer: str) -> None:
    session = session_of()
    light, dark = session.record.game.colours
    session.edits.set_player(light, computer)
    session.edits.set_player(dark, "Lily")
    user = Reviewer(session)
    user.ask()
    assert user.form.title.startswith("Your")
    assert all(int(row.split(".")[0]) % 2 == 0 for row in user.rows)
    assert people_of(session, user.assistant.mistakes) == [1]
    exercises = exercises_of(session, user.assistant.mistakes, [1])
    assert exercises
    assert all(one.task.startswith("You played") for one in exercises)


def test_of_two_people_an_exercise_names_the_player() -> None:
    session = session_of()
    dark = session.record.game.colours[1]
    session.edits.set_player(dark, "Lily")
    user = Reviewer(session)
    user.ask()
    exercises = exercises_of(session, user.assistant.mistakes, [0, 1])
    said = {one.task.partition(" played")[0] for one in exercises}
    assert said == {"Light", "Lily"}


def test_of_two_people_all_moves_count_and_the_worst_comes_first() -> None:
    user = Reviewer(session_of())
    user.ask()
    assert (user.form.name, user.form.title) == (NAME, "Five moments")
    costs = [row.split(":", 2)[2].split(",")[0].strip() for row in user.rows]
    assert costs == [
        "\N{MINUS SIGN}30 points",
        "\N{MINUS SIGN}25 points",
        "\N{MINUS SIGN}20 points",
        "\N{MINUS SIGN}12 points",
        "\N{MINUS SIGN}7 points",
    ]
    assert user.rows[0].startswith("2. a:a1 (Dark): ")
    assert user.rows[1].startswith("3. b:c1 (Light): ")
    assert "Light: accuracy " in user.form.text
    assert "Dark: accuracy " in user.form.text
    assert "points in 3 moves" in user.form.text


@pytest.mark.parametrize("dark", ["3", "random"])
def test_against_the_computer_only_ones_own_moves_count(dark: str) -> None:
    user = Reviewer(session_of(dark=dark))
    user.ask()
    assert user.form.title == "Your three moments"
    assert [row.split(".")[0] for row in user.rows] == ["3", "1", "5"]
    assert not any("(Light)" in row for row in user.rows)
    assert "Dark" not in user.form.text


def test_after_a_swap_ones_own_moves_are_still_ones_own() -> None:
    session = Session.new("boche", seats={"dark": Seat("", "3")}, size=4, kill=0)
    for move in ("c:b2", "swap", "a:a1", "b:c1"):
        session.play(move)
    shares = (0.5, 0.5, 0.5, 0.8, 0.6)  # the third move is the person's, who is dark now
    for node, share in zip(session.cursor.line, shares, strict=True):
        keep(session, node, share, 2.0)
    user = Reviewer(session)
    user.ask()
    assert user.form.title == "Your moment"
    assert [row.split(":")[0] for row in user.rows] == ["3. a"]


@pytest.mark.parametrize("dark", ["3", ""])
def test_a_move_before_the_swap_says_which_colour_it_was_of(dark: str) -> None:
    session = Session.new("boche", seats={"dark": Seat("", dark)}, size=4, kill=0)
    for move in ("c:b2", "swap", "a:a1", "b:c1"):
        session.play(move)
    for node, share in zip(session.cursor.line, (0.8, 0.4, 0.4, 0.7, 0.5), strict=True):
        keep(session, node, share, 2.0)
    user = Reviewer(session)
    user.ask()
    first = next(row for row in user.rows if row.startswith("1."))
    assert first.startswith("1. c:b2 (as Light, before the swap): \N{MINUS SIGN}40 points")
    assert not any("before the swap" in row for row in user.rows if row is not first)


def test_a_moment_is_shown_with_what_was_better_and_left_again() -> None:
    user = Reviewer(session_of())
    table, place = user.desk.controller.table, user.session.cursor.node
    before = user.session.record.copy()
    user.ask()
    shown = []
    for key in ("", "Down", "3", "1"):
        if key:
            user.key(key)
        trial = user.desk.controller.view().trial
        assert trial is not None
        assert user.rows[user.form.values()["moment"]].endswith(f"better {trial.moves[0]}")
        shown.append(user.session.cursor.index)
    assert shown == [1, 2, 0, 1]
    trial = user.desk.controller.view().trial
    assert trial is not None
    assert (trial.done, trial.next_move) == (0, trial.moves[0]), "the board before the mistake"
    assert user.status.startswith(f"the position before 2. a:a1; better: {trial.moves[0]}")
    user.key("Right")
    stepped = user.desk.controller.view().trial
    assert stepped is not None
    assert (stepped.done, stepped.next_move) == (1, None)
    assert user.status.startswith("better: ")
    user.key("Escape")
    assert user.desk.hud.open_form is None
    assert (table.trial, user.session.cursor.node) == (None, place)
    assert user.session.record == before
    user.ask()
    user.key("2")
    user.key("2")
    assert user.desk.hud.open_form is None, "again takes it"
    assert user.session.cursor.index == 2
    assert table.trial is not None


def test_while_a_better_line_is_on_the_board_the_panel_speaks_of_no_other() -> None:
    user = Reviewer(session_of())
    user.ask()
    assert user.session.cursor.index == 1, "the move before it is a mistake of the opponent"
    user.form.press("show")  # stay there
    assert user.desk.hud.open_form is None
    trial = user.desk.controller.view().trial
    assert trial is not None
    move = trial.moves[0]
    assert better_told(user) == [f"Better: {move}", "Escape leaves this line"]
    assert user.status.endswith("Esc leaves it")
    user.desk.controller.key("Escape", user.desk.now, ())
    assert user.desk.controller.table.trial is None
    [told] = better_told(user)
    assert told.startswith("Better: ")
    assert told != f"Better: {move}", "that of the move before"


def better_told(user: Reviewer) -> list[str]:
    """Return what the panel says of better lines, beside the status line."""
    settings = user.desk.settings
    colours = discs(settings.palette, user.session.record.game)
    view, analysis = user.desk.controller.view(), user.assistant.analysis()
    shown = Shower().data(view, user.session, settings, colours, analysis)
    told = [text.text for page in built(shown, (1280, 800), 1.0).pages for text in page.texts]
    said = [text for text in told if text.lower() != view.status.lower()]
    return [text for text in said if text.startswith("Better: ") or "this line" in text]


def test_a_click_chooses_and_a_second_one_takes() -> None:
    user = Reviewer(session_of())
    user.ask()
    user.set("moment", 1)
    assert user.session.cursor.index == 2
    user.set("moment", 1)
    assert user.desk.hud.open_form is None


@pytest.mark.parametrize("on", ["new", "the board"])
def test_one_click_beside_the_list_closes_it_and_does_what_a_button_says(on: str) -> None:
    """Nothing is dimmed, but *New* did nothing until the list was closed."""
    user, done = Reviewer(session_of()), list[Action]()
    place = user.session.cursor.node
    user.ask()
    assert user.session.cursor.node is not place
    hud = Hud(wide, Plain(), done.append)
    hud.open(user.form)
    settings = user.desk.settings
    colours = discs(settings.palette, user.session.record.game)
    shown = Shower().data(user.desk.controller.view(), user.session, settings, colours)
    frame, new = hud.build(shown, laid_out(shown)), Action("command", "new")
    board = frame.areas.board
    x, y = board.x + 40.0, board.y + 40.0
    if on == "new":
        x, y = next(hit.rect.middle for hit in frame.pages[0].hits if hit.action == new)
    assert hud.pressed("left", x, y, 0.0)
    hud.released("left", x, y, 0.0)
    assert hud.open_form is None
    assert user.session.cursor.node is place
    assert done == ([new] if on == "new" else [])
    hud.build(shown, laid_out(shown))
    assert hud.pressed("left", x, y, 0.1), "the second click of two is no move"


def test_what_is_not_analysed_is_analysed_first() -> None:
    user = Reviewer(session_of(SHARES[:4]))
    user.ask()
    assert user.desk.hud.open_form is None
    assert user.thinker.job.node is user.session.cursor.line[4]
    user.tick()
    told = "analysing first, your moments follow: 4 of 6 positions"
    assert user.assistant.analysis().status.startswith(told)
    user.search(SHARES[4])
    assert user.desk.hud.open_form is None
    user.search(SHARES[5])
    assert user.form.name == NAME
    assert len(user.rows) == 5


def test_moments_that_are_not_awaited_any_more_do_not_come() -> None:
    user = Reviewer(session_of(SHARES[:5]))
    user.ask()
    user.assistant.analyse()  # stops
    user.tick()
    user.assistant.analyse()
    user.tick()
    user.search(0.5)
    assert user.desk.hud.open_form is None
    other = Reviewer(session_of(SHARES[:5]))
    other.ask()
    other.desk.take(session_of())
    other.tick()
    other.tick()
    assert other.desk.hud.open_form is None


@pytest.mark.parametrize("pressed", ["", "key", "button"])
def test_moments_do_not_open_in_the_middle_of_other_work(pressed: str) -> None:
    user = Reviewer(session_of(SHARES[:5]))
    scheduler: Any = SimpleNamespace(react=lambda: None, plan=lambda: None)
    keyboard = keyboard_of(user)
    events = Events(user.desk, scheduler, keyboard, lambda path: None, lambda: None)
    events.key("M", ("ctrl",))  # what asks is no other work
    user.ask()
    events.pointer_moved(400.0, 300.0)
    if pressed == "key":
        events.key("Left", ())
    elif pressed == "button":
        events.pressed("left", 400.0, 300.0, ())
        events.released("left", 400.0, 300.0)
    user.search(0.42)
    if not pressed:
        assert user.form.name == NAME
        return
    assert user.desk.hud.open_form is None
    assert user.status == "the moments of the game are ready: Ctrl+M lists them"
    user.ask()
    assert user.form.name == NAME


def test_moments_wait_for_an_open_dialog() -> None:
    user = Reviewer(session_of(SHARES[:5]))
    user.ask()
    user.players()
    user.search(0.42)
    assert user.form.name != NAME
    user.key("Escape")
    user.tick()
    assert user.form.name == NAME


def test_a_game_without_losses_has_no_moments() -> None:
    user = Reviewer(session_of((0.5,) * 6))
    user.ask()
    assert user.desk.hud.open_form is None
    assert user.status == "no move of this game lost a noticeable chance"
    user = Reviewer(session_of((0.5, 0.5, 0.9, 0.9, 0.9, 0.9), dark="3"))
    user.ask()
    assert user.status == "no move of yours lost a noticeable chance"


def test_what_lies_within_the_difference_of_searches_is_no_moment() -> None:
    session = session_of((0.5, 0.44, 0.44, 0.44, 0.44, 0.44))
    user = Reviewer(session)
    user.ask()
    assert len(user.rows) == 1, "6 points are worth a look, if there is no more"
    assert user.assistant.mistakes == {}


def test_while_an_analysis_goes_round_and_round_moments_are_listed() -> None:
    user = Reviewer(session_of())
    user.desk.set_settings(replace(user.desk.settings, analysis_seconds=0.0), keep=False)
    user.assistant.analyse()
    user.tick()
    assert user.assistant.analysing, "the second round"
    user.ask()
    assert len(user.rows) == 5
    user.search(0.5)
    assert user.desk.controller.view().trial is not None, "what is found meanwhile hides nothing"


def reviewer_of_a_missed_row() -> Reviewer:
    """Return one of a game of Boku in which black misses a row, and white does not stop it."""
    session = Session.new("boku")
    for move in ("e3", "a1", "e4", "a3", "e5", "a5", "e6", "k6", "k10", "b2"):
        session.play(move)
    shares = (0.9, 0.2, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.6, 0.7)  # of black
    for node, share in zip(session.cursor.line, shares, strict=True):
        keep(session, node, share, 2.0, ("black", "white"))
    user = Reviewer(session)
    user.ask()
    return user


def test_a_row_of_four_that_was_left_comes_before_what_only_a_search_knows() -> None:
    user = reviewer_of_a_missed_row()
    assert user.rows[0].startswith("9. k10 (Black): ")
    assert user.rows[1].startswith("10. b2 (White): ")
    assert user.rows[2].startswith("1. e3 (Black): "), "it lost most"
    missed = "k10 misses a win: Black can make five in a row: e2 or e7."
    left = "b2 does not stop the threat: Black can make five in a row: e2 or e7."
    for chosen, why in (("1", missed), ("2", left), ("3", "")):
        if chosen != "1":  # again would take it
            user.key(chosen)
        assert [each for each in (missed, left) if each in user.form.text] == ([why] if why else [])


def test_a_moment_without_a_reason_says_what_the_better_move_does() -> None:
    session = Session.new("boku")
    for move in ("e4", "a1", "e5", "k6", "h7", "b2"):
        session.play(move)
    for ply, node in enumerate(session.cursor.line):
        keep(session, node, 0.8 if ply < 5 else 0.5, 2.0, ("black", "white"))
    line = (KeptLine(("e6",), 0.8, 100, best=True),)
    node = session.cursor.line[4]
    keep_evaluation(node, KeptEvaluation({"black": 0.8, "white": 0.2}, None, 3000, 0.01, line, 2.0))
    user = Reviewer(session)
    user.ask()
    assert user.rows[0].startswith("5. h7 (Black): ")
    better = "e6 is better: it makes 3 in a row, e4 to e6, with both ends open."
    assert user.form.text.splitlines()[1] == better
    assert user.form.text.splitlines()[2].startswith("The best reply found to h7 is ")
    user.form.press("why")
    trial = user.desk.controller.view().trial
    assert trial is not None
    assert trial.moves == ("e6",)


def test_why_plays_the_line_that_proves_a_reason_and_keys_step_through_it() -> None:
    user = reviewer_of_a_missed_row()
    user.key("2")
    user.form.press("why")
    trial = user.desk.controller.view().trial
    assert trial is not None
    assert trial.moves == ("b2", "e2")
    assert user.status.startswith("why: b2 e2; Left and Right step")
    form, steps = user.form, []
    for key in ("Alt+Left", "Left", "Alt+Right", "Right"):
        form.key(key)
        trial = user.desk.controller.view().trial
        assert trial is not None
        marked = set(trial.threat.places) if trial.threat is not None else set()
        steps.append((trial.done, trial.position.winner, marked))
    ends = {"e2", "e7"}
    assert steps == [(1, None, ends), (0, None, ends), (1, None, ends), (2, "black", set())]
    form.press("why")
    assert user.status.startswith("the position before 10. b2; better: ")
    form.press("why")
    form.key("Alt+Enter")
    node = user.desk.session.cursor.node.children[-1]
    assert (str(node.move), node.comment) == ("b2", ""), "no chance stands at a bad move"
    assert str(node.children[-1].move) == "e2"
    user.key("3")
    user.form.press("why")
    assert "The best reply found to e3 is a2." in user.form.text, "nothing else shows why"
    trial = user.desk.controller.view().trial
    assert trial is not None
    assert trial.moves == ("e3", "a2")
    assert user.desk.hud.open_form is form


def test_the_keys_of_a_line_step_through_it_and_afterwards_through_the_game() -> None:
    user = reviewer_of_a_missed_row()
    user.key("2")
    user.form.press("why")
    for key, done in (("Home", 0), ("End", 2), ("Left", 1), ("Right", 2)):
        user.key(key)
        assert shown_of(user).done == done, "beside the list"
    user.form.press("show")  # stay there
    keyboard, place = keyboard_of(user), user.session.cursor.index
    count = len(shown_of(user).moves)
    for key, done in (
        ("End", count), ("Home", 0), ("Right", 1), ("Left", 0), ("PageDown", 1), ("PageUp", 0),
        ("End", count), ("Home", 0),
    ):  # fmt: skip
        keyboard.key(key, ())
        trial = shown_of(user)
        assert (trial.done, trial.ghost) == (done, False), key
        assert user.desk.controller.view().ghost is None
    assert user.session.cursor.index == place, "the game stays where it was"
    keyboard.key("Escape", ())
    assert user.desk.controller.view().trial is None
    keyboard.key("Left", ())
    assert user.session.cursor.index == place - 1, "nobody is asked for a move in a review"
    keyboard.key("End", ())
    keyboard.key("Home", ())
    assert user.session.cursor.index == 0
    keyboard.key("End", ())
    assert user.session.cursor.index == 10
    keyboard.key("Home", ())
    keyboard.key("Tab", ())
    keyboard.key("Right", ())
    assert user.session.cursor.index == 0
    assert user.desk.controller.table.selection.target is not None, "Tab leads to the board"


def keyboard_of(user: Reviewer) -> Keyboard:
    """Return the keyboard of the window."""
    return Keyboard(user.desk, Clipboard(user.desk, user.exchange))


def shown_of(user: Reviewer) -> TrialView:
    """Return the line on the board."""
    trial = user.desk.controller.view().trial
    assert trial is not None
    return trial


def test_why_is_the_better_line_where_it_ends_in_a_win() -> None:
    session = Session.new("boku")
    for move in ("e3", "a1", "e4", "a3", "e5", "a5", "b2"):
        session.play(move)
    for node, share in zip(session.cursor.line, (0.5,) * 7 + (0.1,), strict=True):
        keep(session, node, share, 2.0, ("black", "white"))
    line, win = KeptLine(("e6", "e2", "e7"), 1.0, 100), {"black": 1.0, "white": 0.0}
    before = session.cursor.line[6]
    keep_evaluation(before, KeptEvaluation(win, "black", 3000, 0.01, (line,), 2.0))
    user = Reviewer(session)
    user.ask()
    assert user.rows[0] == "7. b2 (Black): a certain win missed, better e6"
    assert "e6 wins – black wins with 5 in a row, e3 to e7." in user.form.text
    user.form.press("why")
    assert not user.form.problem
    assert user.status.startswith("why: e6 e2 e7; ")


def test_a_game_that_the_opening_lost_has_no_accuracy_of_its_loser() -> None:
    session = Session.new("boche", seats={"dark": Seat("", "3")}, size=4, kill=0)
    for move in ("c:b2", "a:a1", "b:c1"):
        session.play(move)
    session.resign("light")
    for node in session.cursor.line:
        keep(session, node, 0.0, 2.0, proven="dark")
    user = Reviewer(session)
    user.ask()
    assert user.desk.hud.open_form is None
    assert user.status == "Light: lost from the start; against the best play every move loses."


def test_keys_keep_what_is_shown_and_the_row_stays_chosen() -> None:
    session = session_of()
    user = Reviewer(session)
    user.ask()
    form, chosen = user.form, user.form.fields[0].value
    form.key("Tab")
    assert form.fields[0].value == chosen, "with the focus on a button"
    button = form.focused_button
    for key, shown in (("Home", 0), ("Right", 1), ("Left", 0)):
        form.key(key)
        assert form.focused_button == button, "arrows step, and Tab goes along the buttons"
        trial = user.desk.controller.view().trial
        assert trial is not None
        assert trial.done == shown
    assert "percent of the winning chance" in form.text
    assert "Page Down" not in user.status
    before = sum(1 for _ in session.record.nodes())
    form.key("Alt+Enter")
    assert sum(1 for _ in session.record.nodes()) > before
    assert user.desk.hud.open_form is form
    for key in ("N", "F4"):
        form.problem = ""
        form.key(key)
        assert form.problem == "not while this list is open: Escape closes it"
        assert user.desk.hud.open_form is form


def test_moments_name_the_levels_of_their_moves() -> None:
    session = Session.new("boche", size=4, kill=0)
    for move in ("a:a1", "a:b1", "a:a2", "e:a1"):
        session.play(move)
    for node, share in zip(session.cursor.line, (0.5, 0.5, 0.5, 0.3, 0.6), strict=True):
        keep(session, node, share, 2.0)
    user = Reviewer(session)
    user.ask()
    assert user.rows[0].startswith("4. e:a1/1 (Dark): ")
    assert user.rows[0].endswith("better f:a1/1")
