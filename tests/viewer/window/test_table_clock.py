"""The clocks at a desk: when they run, what they show, and the end on time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from boche.engine.draft import draft_of
from boche.engine.games.registry import GAMES, find
from boche.engine.message import NOTHING
from boche.engine.record import load
from boche.engine.time_control import TimeControl
from boche.viewer.assistant.background import Report
from boche.viewer.session import Seat, Session
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.session.words import CASUAL
from boche.viewer.storage.autosave import Autosave
from boche.viewer.storage.kept_games import kept_files
from boche.viewer.table.warned import GivenWarning
from boche.viewer.window.desk import Desk
from boche.viewer.window.table_clock import TableClock
from tests.viewer.storage.unsaved import folder
from tests.viewer.window.user import User

__all__ = ["folder"]


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch, folder: Path) -> SimpleNamespace:
    """Return a clock that stands still by itself."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(Desk, "now", property(lambda desk: clock.now))
    return clock


class Player(User):
    """A user with a clock, who lets time pass."""

    def __init__(
        self, time: SimpleNamespace, game: str = "boku", control: str = "1+2", level: str = ""
    ) -> None:
        first, second = find(game).colours
        seats = {first: Seat("Anna"), second: Seat(player=level)}
        session = Session.new(game, seats=seats, control=TimeControl.parse(control))
        super().__init__(session)
        self.time, self.wakes = time, 0
        self.clock = TableClock(self.desk, self.assistant)
        self.use(session)

    def use(self, session: Session) -> None:
        session.clock.now = lambda: self.time.now
        self.look()

    def look(self) -> None:
        self.desk.controller.tick(self.time.now)
        self.assistant.tick()
        self.pass_time()

    def wait(self, seconds: float) -> None:
        """Let time pass, and serve everything that is due on the way."""
        end = self.time.now + seconds
        while (due := self.desk.schedule.due) is not None and due <= end:
            self.time.now = max(due, self.time.now)
            self.wakes += 1
            self.look()
        self.time.now = end
        self.look()

    def play(self) -> None:
        moves = [move for move in self.session.position.legal_moves() if str(move) != "swap"]
        self.desk.controller.table.play(moves[0])
        self.look()

    def faces(self) -> list[str]:
        view = self.desk.controller.view().clocks
        assert view is not None
        return list(view.faces.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_clock_runs_after_both_first_moves(time: SimpleNamespace, game: str) -> None:
    player = Player(time, game)
    for _ in range(2):
        player.wait(50.0)
        assert player.faces() == ["1:00", "1:00"]
        player.play()
    player.wait(15.0)
    assert player.faces() == ["0:45", "1:00"]
    player.play()
    player.wait(5.0)
    assert player.faces() == ["0:47", "0:55"]


def test_it_wakes_once_a_second_and_ten_times_at_the_end(time: SimpleNamespace) -> None:
    player = Player(time)
    player.play()
    player.play()
    player.wait(40.5)
    assert player.wakes <= 41
    player.wakes = 0
    player.wait(15.0)
    assert player.wakes <= 10 + 60
    view = player.desk.controller.view()
    player.time.now += 0.01
    assert player.desk.controller.view() == view


@pytest.mark.parametrize("game", GAMES)
def test_time_that_runs_out_ends_the_game_and_is_in_the_library(
    time: SimpleNamespace, game: str
) -> None:
    player = Player(time, game)
    player.play()
    player.play()
    loser = player.session.turn
    player.wait(70.0)
    assert str(player.session.outcome.reason) == f"{loser} lost on time"
    assert "0:00" in player.faces()
    player.wait(5.0)
    assert f"{loser} lost on time" in player.desk.controller.view().banner.text
    (path, _) = kept_files()[0]
    record = load(path)
    assert record.result.endswith("+T")
    assert record.winner != loser
    player.session.edits.undo()
    player.wait(0.0)
    assert player.session.outcome is None
    assert player.faces() == ["1:00", "1:00"]


def test_it_runs_while_a_dialog_or_a_question_of_one_s_own_is_open(time: SimpleNamespace) -> None:
    player = Player(time)
    player.play()
    player.play()
    player.wait(5.0)
    player.new()
    player.look()
    player.wait(10.0)
    player.key("Escape")
    player.desk.controller.command("resign")
    player.look()
    player.wait(10.0)
    assert player.faces() == ["0:35", "1:00"]
    player.wait(35.0)
    assert player.session.record.result.endswith("+T")


def test_it_stands_while_another_position_is_shown_or_a_computer_may_not_move(
    time: SimpleNamespace,
) -> None:
    player = Player(time, level="5")
    for _ in range(2):
        player.play()
    player.wait(10.0)
    player.desk.controller.command("back")
    player.look()
    player.wait(500.0)
    player.desk.controller.command("forward")
    player.look()
    player.play()
    player.desk.controller.command("resign")
    player.look()
    player.wait(500.0)
    assert player.faces() == ["0:52", "1:00"]


def test_a_move_taken_back_after_a_warning_gives_no_time_back(time: SimpleNamespace) -> None:
    player = Player(time, level="1")
    player.play()
    player.play()
    player.wait(35.0)
    player.play()
    table = player.desk.controller.table
    table.warnings.current = GivenWarning(player.session.cursor.node, NOTHING, None)
    player.play()
    assert player.faces() == ["0:27", "1:00"]
    player.desk.controller.command("take_back")
    player.look()
    assert len(player.session.cursor.moves) == 2
    assert player.faces() == ["0:25", "1:00"]
    player.wait(5.0)
    assert player.faces() == ["0:20", "1:00"]


def test_an_earlier_move_shows_the_clocks_of_the_game_and_marks_its_own(
    time: SimpleNamespace,
) -> None:
    player = Player(time)
    player.play()
    player.play()
    player.wait(20.0)
    assert player.faces() == ["0:40", "1:00"]
    player.desk.controller.command("first")
    player.look()
    player.wait(5.0)
    view = player.desk.controller.view().clocks
    assert view is not None
    assert list(view.faces.values()) == ["0:40", "1:00"]
    assert list(view.notes.values()) == ["1:00 at this move"] * 2
    player.desk.controller.command("last")
    player.desk.controller.table.declare(player.session.resign)
    player.desk.controller.command("first")
    assert player.faces() == ["1:00", "1:00"], "a finished game is replayed with its times"


@pytest.mark.parametrize("game", GAMES)
def test_after_a_loss_on_time_nothing_says_that_somebody_resigned(
    time: SimpleNamespace, game: str
) -> None:
    player = Player(time, game)
    player.play()
    player.play()
    player.wait(70.0)
    width, height = player.desk.controller.table.looking.viewport
    for x in range(100, width, 120):
        for y in range(100, height, 120):
            player.desk.controller.pointer_moved(x, y, time.now)
            assert "resign" not in player.desk.controller.view().status


def test_the_clock_of_a_tournament_is_not_held_at_will(time: SimpleNamespace) -> None:
    player = Player(time)
    player.desk.controller.join(player.assistant)
    player.session.record.root.set_text("RO", "1")
    player.play()
    player.play()
    player.desk.controller.command("pause")
    player.look()
    assert "tournament" in player.desk.controller.view().status
    player.wait(10.0)
    assert player.faces() == ["0:50", "1:00"]


def test_w_holds_the_clock_and_lets_it_run_on(time: SimpleNamespace) -> None:
    player = Player(time)
    player.desk.controller.join(player.assistant)
    player.play()
    player.play()
    player.desk.controller.command("pause")
    player.look()
    player.wait(500.0)
    assert player.desk.controller.view().clocks.paused
    player.desk.controller.command("pause")
    player.look()
    player.wait(10.0)
    assert player.faces() == ["0:50", "1:00"]


def test_an_opened_record_s_clock_stands(time: SimpleNamespace, tmp_path: Path) -> None:
    player = Player(time)
    for _ in range(3):
        player.play()
        player.wait(10.0)
    player.session.file.save_as(tmp_path / "game.sgf")
    again = Session.open(tmp_path / "game.sgf")
    player.exchange.swap_for(again)
    player.use(again)
    faces = player.faces()
    player.wait(500.0)
    assert player.faces() == faces


def test_a_level_thinks_no_longer_than_its_clock_allows_and_never_loses_on_time(
    time: SimpleNamespace,
) -> None:
    player = Player(time, "boku", "1", level="8")
    player.play()
    for seconds in (1.0, 20.0, 39.0, 30.0, 30.0):
        job = player.thinker.job
        assert job is not None
        if job.limit is not None:
            left = player.session.clock.left()[player.session.turn].seconds
            assert job.limit <= max(left, 0.05)
        player.wait(seconds)
        assert player.session.outcome is None
        move = player.session.position.legal_moves()[0]
        player.thinker.waiting = [Report(job, move=move, done=True)]
        player.look()
        player.play()


def test_a_move_that_is_found_takes_no_more_time(time: SimpleNamespace) -> None:
    player = Player(time, level="5")
    for _ in range(3):
        player.play()
    player.wait(0.1)
    assert player.session.clock.running
    move = player.session.position.legal_moves()[0]
    player.thinker.waiting = [Report(player.thinker.job, move=move, done=True)]
    player.look()
    assert not player.session.clock.running
    assert player.session.cursor.node.children == []


def test_no_time_passes_while_a_computer_is_prepared(time: SimpleNamespace) -> None:
    player = Player(time, level="5")
    player.play()
    player.play()
    player.play()
    player.thinker.preparing_since = time.now
    player.look()
    player.wait(500.0)
    assert player.faces() == ["1:02", "1:00"]


def test_short_time_is_said_unless_that_is_unwanted(time: SimpleNamespace) -> None:
    player = Player(time)
    player.play()
    player.play()
    player.wait(51.5)
    view = player.desk.controller.view().clocks
    assert (view.low, view.notes["black"]) == (frozenset({"black"}), "under 10 seconds")
    player.desk.set_settings(type(player.desk.settings)(clock_warning=False), keep=False)
    assert player.desk.controller.view().clocks.low == frozenset()


def test_the_time_used_is_in_the_autosave_before_the_move(time: SimpleNamespace) -> None:
    player = Player(time)
    player.session.safety.keep(Autosave())
    player.play()
    player.play()
    player.wait(31.0)
    assert 29.0 <= float(player.session.cursor.node.text("BL")) <= 33.0
    player.clock.close()
    assert player.session.cursor.node.text("BL") == "29.00"


def left_by_another(player: Player) -> None:
    player.exchange.replace_with(Session.new("che"))


def left_by_a_new_game(player: Player) -> None:
    seats = {"light": Seat("Anna"), "dark": Seat(player="1")}
    player.exchange.settle(lambda: player.exchange.swap_for(Session.new("boche", seats=seats)))


def left_at_an_earlier_move(player: Player) -> None:
    player.desk.controller.command("first")
    player.look()
    player.wait(50.0)
    player.exchange.replace_with(Session.new("che"))


def left_by_a_lesson(player: Player) -> None:
    player.lessons.start("boku")
    player.look()
    player.wait(50.0)


def left_by_closing(player: Player) -> None:
    player.clock.close()
    player.exchange.swap_for(Session.new("che"))


WAYS = (
    left_by_another, left_by_a_new_game, left_at_an_earlier_move, left_by_a_lesson,
    left_by_closing,
)  # fmt: skip


@pytest.mark.parametrize("leave", WAYS)
def test_a_game_that_is_left_and_opened_again_has_the_time_that_it_showed(
    time: SimpleNamespace, leave: Callable[[Player], None]
) -> None:
    player = Player(time, level="1")
    player.session.unrated = CASUAL
    for _ in range(2):
        player.play()
    player.wait(21.0)
    for seconds in (39, 29):
        assert player.faces()[0] == f"0:{seconds}"
        leave(player)
        player.look()
        (path, _) = kept_files()[0]
        assert load(path).main_line()[-1].text("BL") == f"{seconds}.00"
        player.opening.open_path(str(path))
        player.use(player.session)
        player.wait(50.0)
        assert player.faces()[0] == f"0:{seconds}", "it waits with its time"
        assert "undo" not in player.desk.controller.view().refused
        player.session.clock.paused = False  # nobody moves, and the time used is kept as well
        player.look()
        player.wait(10.0)


def test_a_game_behind_the_position_editor_takes_no_time(time: SimpleNamespace) -> None:
    player = Player(time, level="1")
    for _ in range(2):
        player.play()
    player.wait(21.0)
    game = player.session
    player.desk.take(SetupSession(draft_of(game.position), game), autosaved=True)
    player.look()
    player.wait(500.0)
    player.exchange.leave_setup()
    player.look()
    assert player.session is game
    assert player.faces()[0] == "0:39"


def test_a_save_has_the_time_that_is_shown(time: SimpleNamespace, tmp_path: Path) -> None:
    player = Player(time)
    for _ in range(2):
        player.play()
    player.session.file.save_as(tmp_path / "game.sgf")
    player.wait(21.0)
    player.saving.save()
    assert load(tmp_path / "game.sgf").main_line()[-1].text("BL") == "39.00"


def test_a_rematch_keeps_the_clock(time: SimpleNamespace) -> None:
    player = Player(time, control="3+2")
    player.play()
    player.desk.controller.table.declare(player.session.resign)
    player.games.rematch()
    assert player.session.clock.control == TimeControl.parse("3+2")
    assert [seat.name for seat in player.session.seats.values()] == ["", "Anna"]


def test_a_handicap_is_shown_and_stays_with_its_player(time: SimpleNamespace) -> None:
    player = Player(time, control="10/0.5")
    assert player.faces() == ["10:00", "0:30"]
    for _ in range(3):
        player.play()
    player.wait(21.0)
    view = player.desk.controller.view().clocks
    assert view is not None
    assert (player.faces(), view.low) == (["10:00", "0:09.0"], frozenset({"white"}))
    player.desk.controller.table.declare(player.session.resign)
    player.games.rematch()
    assert player.session.clock.control == TimeControl.parse("0.5/10")
    assert [seat.name for seat in player.session.seats.values()] == ["", "Anna"]
