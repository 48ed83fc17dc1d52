"""A tournament at a desk: planned by keys, played, stored, continued, exported."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from boche.engine.atomic_write import FileError
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import speaking, translate
from boche.engine.match.tournament import MOST, Tournament
from boche.engine.record import load
from boche.viewer.hud.pages.panel import words_for
from boche.viewer.session import Session
from boche.viewer.storage.kept_games import kept_files
from boche.viewer.storage.own_ratings import own_rating
from boche.viewer.storage.tournaments import load_tournament, stored, tournaments_folder
from boche.viewer.table import conditions
from boche.viewer.window import tournaments
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.kept_games import Keeping
from boche.viewer.window.tournaments import Tournaments
from tests.viewer.storage.unsaved import folder
from tests.viewer.window.user import User

__all__ = ["folder"]


class AtOnce:
    """Stands in for the processes: computers play one game at each look."""

    def __init__(self, tournament: Tournament) -> None:
        self.left = [one for one in tournament.missing if tournament.for_computers(one)]
        self.tournament, self.reports, self.stopped = tournament, self, False

    def get_nowait(self) -> object:
        if not self.left:
            return None
        fixture = self.left.pop(0)
        session = Session.new(self.tournament.plan.game)
        session.play(session.position.legal_moves()[0])
        session.resign()
        self.tournament.sign(session.record, fixture)
        return fixture, session.record

    def stop(self, wait: float = 0.0) -> None:
        self.stopped = True


class Director(User):
    """A user who holds a tournament."""

    def __init__(self, game: str = "boku") -> None:
        super().__init__(Session.new(game))
        chooser, keeping = FileChooser(self.desk), Keeping(self.desk)
        self.tournaments = Tournaments(self.desk, self.exchange, self.opening, chooser, keeping)

    def plan(self, *people: str, levels: int = 0) -> None:
        """Plan a tournament by keys alone, and start it."""
        self.tournaments.new()
        for name in people:
            self.desk.hud.text(name)
            self.key("Enter")
        for _ in range(levels):
            self.set("new kind", "computer")
            self.key("Enter")
        self.form.focus_on(len(self.form.fields))
        self.key("Enter")

    def let_play(self) -> None:
        """Let the computers end their games."""
        while self.tournaments.background is not None:
            self.tournaments.take()

    def win(self) -> None:
        """Play the next game at the table, which who moves second gives up."""
        self.tournaments.show()
        self.key("Enter")
        for _ in range(3):
            self.session.play(self.session.position.legal_moves()[0])
        self.session.resign()
        self.pass_time()

    @property
    def tournament(self) -> Tournament:
        assert self.tournaments.tournament is not None
        return self.tournaments.tournament


@pytest.fixture(autouse=True)
def at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "Background", AtOnce)


@pytest.mark.parametrize("game", GAMES)
def test_people_and_computers_play_until_all_games_are_in_the_table(game: str) -> None:
    user = Director(game)
    user.plan("Anna", "Bert", levels=2)
    user.let_play()
    assert len(user.tournament.played) == 1
    while not user.tournament.over:
        before = len(user.tournament.played)
        user.win()
        assert len(user.tournament.played) == before + 1
    assert len(kept_files()) == 6
    records = [load(path) for path, _ in kept_files()]
    assert {record.event for record in records} == {"Tournament"}
    assert {record.root.text("RO") for record in records} == {"1", "2", "3"}
    assert all(Path(one.file).exists() for one in user.tournament.played.values())


def test_it_is_on_disk_after_every_game_and_goes_on_after_a_crash() -> None:
    user = Director()
    user.plan("Anna", "Bert", "Cleo")
    user.win()
    again = Director()
    again.tournaments.show()
    assert again.tournament == user.tournament
    assert again.tournaments.form.status == "1 of 3 games played; not running"
    again.win()
    assert len(load_tournament(again.tournaments.path).played) == 2


def test_a_game_begun_before_a_crash_counts_when_it_is_finished() -> None:
    user = Director()
    user.plan("Anna", "Bert")
    user.key("Enter")
    session = user.session
    session.play(session.position.legal_moves()[0])
    again = Director()
    again.exchange.swap_for(session)
    session.resign()
    again.pass_time()
    assert again.tournament.over


def test_another_game_between_the_same_people_does_not_count() -> None:
    user = Director()
    user.plan("Anna", "Bert")
    other = Session.new("boku", ["Anna", "Bert"])
    user.exchange.swap_for(other)
    other.play(other.position.legal_moves()[0])
    other.resign()
    user.pass_time()
    assert user.tournament.played == {}


def test_a_result_is_opened_by_key_and_by_click() -> None:
    user = Director()
    user.plan(levels=2)
    user.let_play()
    user.tournaments.show()
    user.key("Down")
    user.key("Enter")
    assert user.session.record.event == "Tournament"
    assert user.desk.hud.open_form is None
    user.exchange.swap_for(Session.new("boku"))
    user.tournaments.show()
    user.form.press("open:0")
    assert user.session.record.event == "Tournament"


def test_a_game_that_is_gone_is_said_in_the_table() -> None:
    user = Director()
    user.plan("Anna", "Bert")
    user.win()
    ((path, _),) = kept_files()
    path.unlink()
    user.tournaments.show()
    user.form.press("open:0")
    assert user.form.problem.startswith(f"cannot read '{path}': ")


def test_stop_and_go_on() -> None:
    user = Director()
    user.plan(levels=3)
    background = user.tournaments.background
    user.form.press("stop")
    assert (background.stopped, user.tournaments.background) == (True, None)
    assert [each.name for each in user.form.buttons][:2] == ["go", "cancel"]
    user.form.press("go")
    user.let_play()
    assert user.tournament.over


def test_one_player_more_than_there_is_room_for_is_refused() -> None:
    user = Director()
    user.tournaments.new()
    for number in range(1, MOST + 2):
        user.desk.hud.text(f"Player {number}")
        user.key("Enter")
    assert user.form.problem == f"a tournament has at most {MOST} players"


def test_start_starts_whatever_is_described() -> None:
    user = Director()
    user.tournaments.new()
    user.set("new kind", "computer")
    for _ in range(2):
        user.form.press("add")
    user.form.focus_on([field.name for field in user.form.fields].index("new level"))
    user.form.press("start")
    assert [one.name for one in user.tournament.plan.entrants] == ["level 3", "level 3 (2)"]


def test_a_player_is_removed_and_too_few_are_refused() -> None:
    user = Director()
    user.tournaments.new()
    for name in ("Anna", "Anna"):
        user.desk.hud.text(name)
        user.key("Enter")
    players = user.form.fields[-1]
    assert [label for _, label in players.choices] == ["Anna, person", "Anna (2), person"]
    user.form.focus_on(len(user.form.fields) - 1)
    user.key("Down")
    user.key("Down")
    user.key("Delete")
    assert [label for _, label in user.form.fields[-1].choices] == ["Anna, person"]
    user.desk.hud.text("x")
    user.form.press("add")
    user.form.press("remove:1")
    assert [label for _, label in user.form.fields[-1].choices] == ["Anna, person"]
    user.form.press("start")
    assert user.form.problem == "a tournament has 2 to 12 players, not 1"


@pytest.mark.parametrize("name", ["table.csv", "table.txt"])
def test_the_table_is_exported(tmp_path: Path, name: str) -> None:
    user = Director()
    user.plan(levels=2)
    user.let_play()
    user.tournaments.export_to(str(tmp_path / name), True)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert ("level 3,×" in text) == name.endswith(".csv")
    assert "level 3 (2)" in text


def test_a_full_disk_loses_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    user = Director()
    user.plan("Anna", "Bert", "Cleo")

    def full(path: Path, data: bytes) -> None:
        raise FileError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr("boche.viewer.storage.tournaments.write_durably", full)
        user.win()
    assert len(user.tournament.played) == 1
    user.win()
    assert len(load_tournament(user.tournaments.path).played) == 2


def test_a_damaged_file_is_set_aside_and_said() -> None:
    tournaments_folder().mkdir(parents=True)
    (tournaments_folder() / "cup.json").write_text("{")
    (tournaments_folder() / "other.json").write_text(json.dumps({"tournament": 1}))
    problems: list[str] = []
    assert list(stored(problems)) == []
    assert len(problems) == 2
    assert all("is damaged" in problem for problem in problems)
    user = Director()
    user.tournaments.show()
    assert user.form.title == "New tournament"


def test_a_failure_of_the_processes_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    user = Director()
    user.plan(levels=2)
    user.tournaments.background.reports = SimpleNamespace(get_nowait=lambda: "a crash")
    user.tournaments.take()
    assert user.desk.controller.view().status == "the tournament has stopped: a crash"


def test_a_game_that_was_left_goes_on_instead_of_beginning_again() -> None:
    user = Director()
    user.plan("Anna", "Bert", "Cleo")
    user.key("Enter")
    begun, moves = user.session, []
    for _ in range(3):
        moves.append(str(begun.position.legal_moves()[0]))
        begun.play(moves[-1])
    user.tournaments.show()
    user.key("Enter")
    assert user.session is begun, "it was begun again at the table"
    user.exchange.replace_with(Session.new("octi"))
    again = Director()
    for desk in (user, again):
        desk.tournaments.show()
        desk.key("Enter")
        assert desk.session.record.moves() == moves
        assert "continues" in desk.desk.controller.view().status
    again.session.resign()
    again.pass_time()
    assert len(again.tournament.played) == 1
    assert len(kept_files()) == 1


def test_no_help_and_no_undo_before_the_game_has_ended() -> None:
    user = Director()
    user.plan("Anna", "Bert")
    user.key("Enter")
    context = user.desk.controller.context
    for _ in range(2):
        for condition in (conditions.can_hint, conditions.can_evaluate, conditions.can_analyse):
            assert "tournament" in str(condition(context))
        user.session.play(user.session.position.legal_moves()[0])
        user.pass_time()
        assert "tournament" in str(conditions.can_undo(context))
    user.session.resign()
    user.pass_time()
    assert not conditions.can_evaluate(context)
    assert not conditions.can_undo(context)


def test_a_plan_that_was_left_is_there_again() -> None:
    user = Director()
    user.tournaments.new()
    user.desk.hud.text("Anna")
    user.key("Enter")
    user.key("Escape")
    user.tournaments.show()
    assert [field.label for field in user.form.fields][-1] == "1 player"
    user.desk.hud.text("Bert")
    user.key("Enter")
    user.form.press("start")
    assert [entrant.name for entrant in user.tournament.plan.entrants] == ["Anna", "Bert"]


def test_the_window_names_players_and_results_in_its_language() -> None:
    user = Director("boche")
    with speaking("de"):
        user.plan("Bert", levels=1)
        user.tournaments.show()
        user.key("Enter")
        user.tournaments.tournament = Tournament.from_data(user.tournament.as_data())
        names = [translate(words_for(c, s, user.session.record.game))
                 for c, s in user.session.seats.items()]  # fmt: skip
        assert names == ["Bert, Hell", "Stufe 3, Dunkel"]
        user.session.resign()
        user.pass_time()
        user.tournaments.show()
        form = user.tournaments.form
        assert form is not None
        line = form.line(user.tournament.fixtures[0])
    assert line == "Runde 1:  Bert - Stufe 3  –  0 - 1  (Stufe 3 hat durch Aufgabe gewonnen)"
    assert list(user.session.record.players.values()) == ["Bert", "level 3"]


def test_after_a_tournament_s_game_a_new_game_offers_the_user_s_own_players_and_options() -> None:
    user = Director("boche")
    user.games.new()
    user.set("size", 4)
    user.set("first name", "Frieda")
    user.form.press("start")
    user.plan("Bert", levels=1)
    user.tournaments.show()
    user.key("Enter")
    assert user.session.record.options["size"] == 6
    assert user.labels_of_new() == {"Light": "person Frieda", "Dark": "computer 1"}
    assert {field.name: field.value for field in user.form.fields}["size"] == 4


@pytest.mark.parametrize(("name", "games"), [("Frieda", 1), ("Bert", 0)])
def test_a_tournament_s_game_changes_the_rating_of_the_user_alone(name: str, games: int) -> None:
    user = Director("boche")
    user.games.new()
    user.set("first name", "Frieda")
    user.form.press("start")
    user.plan(name, levels=1)
    user.tournaments.show()
    user.key("Enter")
    user.pass_time()
    assert bool(user.session.rating_note) == bool(games)
    user.session.resign()
    user.pass_time()
    assert own_rating(find("boche")).count == games
