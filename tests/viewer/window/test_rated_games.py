"""The user's rating: games that count, games that do not, and the opponents that follow."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import translate
from boche.engine.message import NOTHING
from boche.engine.players.levels import level_of
from boche.engine.players.spec import PlayerSpec
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Seat, Session
from boche.viewer.storage.autosave import recover, recoverable
from boche.viewer.storage.kept_games import keep, kept_files, open_kept
from boche.viewer.storage.own_ratings import (
    FILE,
    SETTLED,
    own_player,
    own_rating,
    own_rating_text,
)
from boche.viewer.table import actions
from boche.viewer.table.shown import Banner
from boche.viewer.table.warned import GivenWarning
from boche.viewer.window.preferences import ask_settings
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.window.user import User


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def begun(game: str = "boche", player: str = "3") -> User:
    """Return a user who has begun a game as second, against a computer player."""
    colours = find(game).colours
    user = User(Session.new(game, seats={colours[0]: Seat("", player), colours[1]: Seat("Anna")}))
    user.pass_time()
    return user


def end(user: User, won: bool) -> None:
    """End the game by a resignation."""
    session = user.desk.session
    colours = session.record.game.colours
    other = next(colour for colour in colours if colour != session.own_colour)
    session.resign(other if won else session.own_colour)
    user.pass_time()


def value(game: str = "boche") -> int:
    return own_rating(find(game)).value


@pytest.mark.parametrize("game", GAMES)
def test_a_win_and_a_loss_against_a_level_change_the_rating(game: str) -> None:
    user = begun(game)
    before = value(game)
    assert before == level_of(find(game), 3).rating
    end(user, won=True)
    after = value(game)
    assert after > before
    assert f"{after} ± " in user.desk.session.rating_note
    end(begun(game), won=False)
    assert value(game) < after
    assert own_rating(find(game)).count == 2
    others = [other for other in GAMES if other != game]
    assert all(own_rating(find(other)).count == 0 for other in others)


def test_a_rating_is_provisional_until_some_games_have_counted() -> None:
    user = begun()
    told = translate(user.session.rating_note)
    assert told == "counts for your rating: the first game that does"
    for count in range(1, SETTLED + 2):
        before = value()
        end(user, won=count % 2 == 0)
        told, settled = translate(user.session.rating_note), count >= SETTLED
        assert told.startswith(f"your rating: {value()} ± ")
        assert told.endswith(", provisional") != settled
        change = f"{value() - before:+d}".replace("-", "\N{MINUS SIGN}")
        assert (f"({change})" in told) == settled
        assert ("provisional" in own_rating_text(find("boche"))) != settled
        user = begun()
        told = translate(user.session.rating_note)
        assert told.startswith(f"counts for your rating: {value()} ± ")
        assert told.endswith(", provisional") != settled


def test_each_game_counts_once() -> None:
    user = begun()
    end(user, won=True)
    after = value()
    actions.undo(user.desk.controller.context)
    user.pass_time()
    end(user, won=True)
    assert value() == after


def test_the_next_opponent_is_stronger_after_a_win_and_weaker_after_a_loss() -> None:
    user, met = begun(player="rated:900"), []
    for won in (True, False, False):
        end(user, won)
        user.games.rematch()
        if user.desk.controller.view().question is not None:
            user.answer("leave")
        user.pass_time()
        (player,) = (seat.player for seat in user.desk.session.seats.values() if seat.player)
        assert player == own_player(find("boche"))
        met.append(PlayerSpec.parse(player).rating)
    assert met[0] > met[1] > met[2]


def test_a_new_game_offers_a_player_of_one_s_strength() -> None:
    user = begun("boku", "5")
    user.new()
    user.set("first kind", "even")
    fields = {field.name: field for field in user.form.fields}
    rating = value("boku")
    assert fields["first even"].value_text == f"{rating}, about level 3"
    user.key("Enter")
    session = user.desk.session
    assert session.seats["black"].player == f"rated:{rating}"
    assert session.seats["white"].player == ""
    user.new()
    assert next(iter(user.labels().values())) == "even 0"


def test_levels_are_offered_with_their_ratings() -> None:
    user = begun("che", "4")
    user.new()
    fields = {field.name: field for field in user.form.fields}
    assert fields["first level"].value_text == f"4 ({level_of(find('che'), 4).rating})"


def taken_back(user: User) -> None:
    user.desk.session.play("c:a1")
    user.desk.session.play("d:d1")
    actions.undo(user.desk.controller.context)


def helped(user: User) -> None:
    user.desk.session.play("c:a1")
    user.assistant.hint()
    user.assistant.tick()


def reseated(user: User) -> None:
    user.desk.session.play("c:a1")
    user.assistant.set_seats({"light": Seat("", "1")})


def branched(user: User) -> None:
    user.desk.session.play("c:a1")
    user.desk.session.cursor.first()
    user.desk.session.play("c:a2")


SPOILT = {
    "you took a move back": taken_back,
    "the computer helped": helped,
    "the players changed": reseated,
    "other moves were tried": branched,
}


@pytest.mark.parametrize("reason", SPOILT)
def test_what_keeps_a_game_from_counting_is_said(reason: str) -> None:
    user = begun()
    SPOILT[reason](user)
    user.pass_time()
    assert reason in user.desk.session.rating_note
    end(user, won=True)
    assert own_rating(find("boche")).count == 0


@pytest.mark.parametrize("players", [("", ""), ("3", "4"), ("uct:50", ""), ("random", "")])
def test_other_games_say_nothing_and_do_not_count(players: tuple[str, str]) -> None:
    seats = {"light": Seat("", players[0]), "dark": Seat("", players[1])}
    user = User(Session.new("boche", seats=seats))
    user.pass_time()
    assert not user.desk.session.rating_note
    user.desk.session.resign("dark")
    user.pass_time()
    assert own_rating(find("boche")).count == 0


def test_a_record_that_was_opened_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    user = begun()
    user.desk.session.play("c:a1")
    user.desk.session.file.save_as(path)
    session = Session.open(path)
    session.seats.seat("light", Seat("", "3"))
    user = User(session)
    user.desk.session.resign("light")
    user.pass_time()
    assert own_rating(find("boche")).count == 0


def test_a_game_that_goes_on_from_the_library_says_that_it_does_not_count() -> None:
    user = begun()
    helped(user)
    user.pass_time()
    assert translate(user.session.rating_note).endswith("the computer helped")
    keep(user.session)
    user = User(open_kept(kept_files()[0][0]))
    user.pass_time()
    told = translate(user.session.rating_note)
    assert told.startswith("does not count for your rating: it was not played in one go")


@pytest.mark.parametrize("spoil", [True, False])
def test_a_recovered_game_counts_as_it_did(spoil: bool) -> None:
    user = begun()
    user.desk.session.play("c:a1")
    user.desk.session.play("c:a2")
    if spoil:
        actions.undo(user.desk.controller.context)
        user.desk.session.play("c:b1")
    user.desk.session.safety.close(discard=False)
    session = recover(recoverable()[0])
    assert session.unrated == user.desk.session.unrated
    end(User(session), won=True)
    assert own_rating(find("boche")).count == (0 if spoil else 1)


def test_a_damaged_file_is_put_aside_and_said() -> None:
    end(begun(), won=True)
    FILE.path.write_text('{"version": 1, "games": {"boche": {"rating": "high"}}}')
    ratings, problems = FILE.load()
    assert not ratings.games
    assert len(problems) == 1
    assert "ratings.json" in problems[0]
    assert not FILE.path.exists()


def test_the_settings_tell_the_rating_and_how_it_went() -> None:
    game = find("boche")
    assert "No rating in Boche yet" in own_rating_text(game)
    end(begun(), won=True)
    end(begun(player="5"), won=False)
    user = begun()
    ask_settings(user.desk)
    rating = own_rating(game)
    lost, won = level_of(game, 5).rating, level_of(game, 3).rating
    assert f"Boche: {rating.value} ± {rating.margin}, from 2 games" in user.form.text
    assert f"Last: lost to level 5 (rated {lost}), beat level 3 (rated {won})." in user.form.text


def test_the_rating_is_kept_in_the_file() -> None:
    end(begun(), won=True)
    text = FILE.path.read_text()
    ratings = FILE.load()[0]
    assert str(ratings.of(find("boche")).latest[0].opponent) in text
    assert ratings.of(find("boche")).latest[0].score == 1.0


def test_a_new_game_counts_although_the_explorer_was_left_open() -> None:
    user = begun()
    user.desk.set_settings(replace(user.desk.settings, panel_tab="explorer"))
    user.new()
    user.form.press("start")
    user.answer("leave")
    assert user.desk.settings.panel_tab == "moves"
    assert not user.session.unrated


def warned(user: User) -> None:
    """Lose a game of Boku at once by a move that is warned of."""
    table, session = user.desk.controller.table, user.session
    for move in ("a1", "e3", "a5", "e4", "k6", "e5", "k10", "e6", "f9"):
        session.play(move)
    table.warnings.current = GivenWarning(session.cursor.node, NOTHING, None)
    session.play("e7")
    user.pass_time()
    assert session.outcome is not None


def against_white() -> User:
    """Return a user who begins a game of Boku against a level."""
    user = User(Session.new("boku", seats={"black": Seat("Anna"), "white": Seat("", "1")}))
    user.pass_time()
    return user


def test_a_game_that_a_warning_offers_to_go_on_with_does_not_count_yet() -> None:
    before = value("boku")
    user = against_white()
    warned(user)
    assert value("boku") == before
    told = translate(user.session.rating_note)
    assert told.startswith("your rating: "), "the end says the new rating"
    assert told.endswith(", unless you take the move back")
    user.desk.controller.command("take_back")
    user.pass_time()
    assert user.session.cursor.moves[-1] == "e6"
    assert user.session.unrated == ""
    user.session.play("e7")
    end(user, won=True)
    assert value("boku") > before
    assert user.session.unrated == "counted"


def test_it_counts_once_the_warning_is_closed() -> None:
    before = value("boku")
    user = against_white()
    warned(user)
    foretold = translate(user.session.rating_note)
    user.desk.controller.command("go_on")
    user.pass_time()
    assert value("boku") < before
    assert f"your rating: {value('boku')} " in foretold
    assert f"your rating: {value('boku')} " in translate(user.session.rating_note)


def test_it_counts_once_the_game_is_left_wherever_one_looks() -> None:
    before = value("boku")
    user = against_white()
    warned(user)
    lost = user.session
    lost.cursor.first()
    user.pass_time()
    assert value("boku") == before
    user.desk.take(Session.new("boku"))
    user.pass_time()
    assert value("boku") < before
    assert lost.unrated == "counted"
    assert lost.cursor.index == 0


def test_it_counts_when_the_window_is_closed_wherever_one_looks() -> None:
    before = value("boku")
    user = against_white()
    warned(user)
    user.session.cursor.first()
    user.pass_time()
    user.rated.settle()
    assert value("boku") < before


END = Banner("the game is over", "end")


def offered(user: User) -> list[str]:
    """Return the labels of the button that offers another level, in the panel and the banner."""
    found = []
    for panel in (True, False):
        settings = replace(user.desk.settings, right_panel=panel)
        shown = shown_of(user.session, right_panel=panel)
        shown = replace(shown, view=replace(user.desk.controller.view(), banner=END),
                        settings=settings)  # fmt: skip
        frame = Hud(wide, Plain(), lambda action: None).build(shown, laid_out(shown))
        found += [
            text.text for page in frame.pages for hit in page.hits for text in page.texts
            if hit.action == Action("command", "other_level") and hit.rect.holds(text.x, text.y)
        ]  # fmt: skip
    return found


def ended(player: str, won: bool) -> User:
    """Return a user who has just ended a game of Boku against a computer player."""
    user = begun("boku", player)
    end(user, won)
    return user


def play_other_level(user: User) -> None:
    """Press the button, and leave the game without moves that is on the table."""
    user.games.other_level()
    user.answer("leave")


def test_a_win_offers_the_next_level_with_the_same_seats() -> None:
    user = ended("3", won=True)
    assert offered(user) == ["Try level 4"] * 2
    first = user.session
    play_other_level(user)
    assert user.session is not first
    assert user.session.outcome is None
    assert [seat.player for seat in user.session.seats.values()] == ["4", ""]


def test_the_third_loss_in_a_row_offers_the_level_below() -> None:
    assert offered(ended("3", won=False)) == []
    assert offered(ended("2", won=False)) == []  # another level: the row begins anew
    assert offered(ended("2", won=False)) == []
    user = ended("2", won=False)
    assert offered(user) == ["Try level 1"] * 2
    play_other_level(user)
    assert [seat.player for seat in user.session.seats.values()] == ["1", ""]


def test_no_level_is_offered_beyond_the_first_and_the_last() -> None:
    assert offered(ended("9", won=True)) == []
    assert [offered(ended("1", won=False)) for _ in range(3)] == [[], [], []]
    assert offered(ended("rated:1200", won=True)) == []
