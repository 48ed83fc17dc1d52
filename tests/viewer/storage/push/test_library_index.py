"""The index of the library: damaged, locked or missing, of several programs, and in any order."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from boche.viewer.games.samples import sample_data
from boche.viewer.storage.kept_games import kept_names
from boche.viewer.storage.library import GameFile, Library
from boche.viewer.storage.library_filter import ORDERS, Filter, Result, own_side
from boche.viewer.storage.library_index import Card, Index
from boche.viewer.storage.paths import cache_folder
from tests.viewer.storage.push.test_library import GAME, library, names, put, whole
from tests.viewer.storage.unsaved import folder

__all__ = ["folder"]


def file() -> Path:
    return cache_folder() / "library.sqlite3"


@pytest.fixture
def two_games() -> None:
    """Put two games into the library, and their cards into its index."""
    for number, name in enumerate(("Anna", "Carla"), 1):
        put(f"{number}.sgf", GAME % (name, number))
    whole()
    assert library().unread == 0


def cut(path: Path) -> None:
    with path.open("r+b") as opened:
        opened.truncate(path.stat().st_size // 2)


def scratched(path: Path) -> None:
    """Write over all but the head of the file."""
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff\x00\x85" * ((len(data) - 100) // 3))


def not_a_text(path: Path) -> None:
    """Replace a name by bytes that are no text."""
    data = path.read_bytes()
    assert b"Anna - Bert" in data
    path.write_bytes(data.replace(b"Anna - Bert", b"Anna\xff- Bert"))


def says(statement: str) -> Callable[[Path], None]:
    """Return what runs a statement of SQL on the file."""

    def run(path: Path) -> None:
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(statement)

    return run


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b'{"library": 5}' * 99),
        lambda path: path.unlink(),
        cut,
        scratched,
        not_a_text,
        says("DROP TABLE cards"),
        says("ALTER TABLE cards DROP COLUMN tags"),
        says("PRAGMA user_version = 77"),
    ],
)
def test_a_damaged_index_is_made_anew(two_games: None, damage: Callable[[Path], None]) -> None:
    damage(file())
    found = library()
    assert found.unread == 2
    while found.step():
        pass
    assert names(found.search("played", "anna")) == ["1.sgf"]
    assert names(found.search("played", "", Filter(order="players"))) == ["1.sgf", "2.sgf"]
    assert library().unread == 0, "it has not been made anew"


def test_an_index_that_breaks_while_it_is_used_costs_nothing_but_time(two_games: None) -> None:
    found = library()
    put("3.sgf", GAME % ("Ellen", 3))
    index = Index()
    later = Library([], [], sample_data, index)
    scratched(file())
    for side in ("-wal", "-shm"):
        file().with_name(file().name + side).unlink(missing_ok=True)
    while later.step():
        pass
    later.forget_gone()
    assert len(later.search("played", "bert")) == 3
    assert len(found.search("played", "bert")) == 2
    again = whole()
    assert names(again.search("played", "ellen")) == ["3.sgf"]
    assert library().unread == 0


@pytest.fixture
def held(two_games: None) -> Iterator[None]:
    """Let another program hold the index for itself."""
    with closing(sqlite3.connect(file(), isolation_level=None)) as database:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("DELETE FROM cards")
        yield
        database.execute("ROLLBACK")


def test_a_locked_index_is_left_alone(held: None) -> None:
    found = whole()
    assert names(found.search("played", "anna")) == ["1.sgf"]


def test_what_a_locked_index_has_stays(two_games: None, request: pytest.FixtureRequest) -> None:
    before = file().stat().st_ino
    request.getfixturevalue("held")
    whole()
    assert file().stat().st_ino == before


def test_a_folder_that_cannot_be_made_keeps_nothing_and_lists_all(two_games: None) -> None:
    shutil.rmtree(cache_folder())
    cache_folder().write_text("a file in its place")
    found = whole()
    assert names(found.search("played", "carla")) == ["2.sgf"]
    assert cache_folder().read_text() == "a file in its place"


def test_what_was_read_is_kept_though_the_program_is_killed(two_games: None) -> None:
    put("3.sgf", GAME % ("Ellen", 3))
    script = (
        "import os, signal\n"
        "from tests.viewer.storage.push.test_library import library\n"
        "found = library()\n"
        "assert found.unread == 1\n"
        "assert found.step()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert ended.returncode != 0
    assert ended.stderr == b""
    assert library().unread == 0


def test_two_programs_share_what_they_read(two_games: None) -> None:
    script = (
        "import sys\n"
        "from tests.viewer.storage.push.test_library import library\n"
        "found = library()\n"
        "print(found.unread, flush=True)\n"
        "sys.stdin.readline()\n"
        "while found.step(): pass\n"
        "print(found.unread, flush=True)\n"
        "sys.stdin.readline()\n"
        "found.forget_gone()\n"
    )
    programs = []
    for number in range(3, 5):
        put(f"{number}.sgf", GAME % ("Ellen", number))
        programs.append(
            subprocess.Popen(
                [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        )
        assert programs[-1].stdout is not None
        assert programs[-1].stdout.readline() == b"%d\n" % (number - 2)
    for program in programs:
        assert program.stdin is not None
        program.stdin.write(b"\n")
        program.stdin.flush()
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == b"0\n"
    for program in reversed(programs):  # the last one to end does not know of the last game
        program.communicate(b"\n")
        assert program.returncode == 0
    found = library()
    assert found.unread == 0
    assert len(found.search("played", "ellen")) == 2


def test_cards_of_games_that_are_gone_are_forgotten(two_games: None) -> None:
    os.unlink(next(kept_names())[0])
    whole()
    with closing(sqlite3.connect(file())) as database:
        (count,) = database.execute("SELECT count(*) FROM cards").fetchone()
    assert count == 1


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are Unicode there")
def test_a_name_that_is_no_text_is_listed_and_kept(two_games: None) -> None:
    odd = put(os.fsdecode(b"\xff.sgf"), GAME % ("Ellen", 3))
    found = whole()
    assert [file.name for file in found.search("played", "ellen")] == [str(odd)]
    assert library().unread == 0


# -- the same as in Python

NAMES = ("Anna", "anna maria", "Bert", "Jörg Straße", "李雷", "", "A\tB", "😀", "_", "Éric",
         "Computer level 3")  # fmt: skip
DATES = ("", "2024", "2024-05", "2024-05-31", "2023-11-30", "around 1999")
TAGS = ("", "opening, to do", "Openings", " to do", "ending,opening ", "Straße")
PLACES = ("", "Club evening", "the start is hard", "art", "日本の碁", "İstanbul")


def random_card(rng: random.Random) -> Card:
    """Return a card of some game, or of a damaged one."""
    if rng.random() < 0.1:
        return Card(problem="line 1, column 1: no record")
    first, second = rng.choice(NAMES), rng.choice(NAMES)
    return Card(
        game=rng.choice(("Boche", "Boku", "Octi")), options=rng.choice(("", "Size: 4")),
        players=" - ".join(filter(None, (first, second))), date=rng.choice(DATES),
        result=f"{rng.choice(('unfinished', 'first won'))}, 12 moves", event=rng.choice(PLACES),
        comment=rng.choice(PLACES), first=first, second=second,
        winner=rng.choice(("0", "1", "draw", "")), moves=str(rng.randrange(12)),
        tags=rng.choice(TAGS),
    )  # fmt: skip


def fits(card: Card, when: str, wanted: Filter) -> bool:
    """Return whether a filter that is set admits a game."""
    if card.problem or wanted.result == "damaged":
        return bool(card.problem) and wanted.result == "damaged"
    date = card.date or when
    pairs = ((card.first, card.second, "0"), (card.second, card.first, "1"))
    if wanted.result in ("won", "lost") and not (wanted.player or wanted.opponent):
        own = own_side(card.first, card.second, "")
        pairs = tuple(pair for pair in pairs if pair[2] == own)
    tags = [tag.strip() for tag in card.tags.casefold().split(",")]
    return (
        wanted.game in ("", card.game)
        and date[: len(wanted.since)] >= wanted.since
        and (not wanted.until or "" != date[: len(wanted.until)] <= wanted.until)
        and any(tag.startswith(wanted.tag.casefold()) for tag in tags)
        and any(
            wanted.player.casefold() in one.casefold()
            and wanted.opponent.casefold() in other.casefold()
            and {
                "any": True, "won": card.winner == seat, "drawn": card.winner == "draw",
                "lost": card.winner not in ("", "draw", seat), "unfinished": card.winner == "",
            }[wanted.result]
            for one, other, seat in pairs
        )
    )  # fmt: skip


def plain(
    files: list[GameFile], cards: dict[str, Card], search: str, wanted: Filter
) -> list[GameFile]:
    """Return what a search finds, by one look at each record in the order in which all are listed.

    ``cards`` are those of the records that have been read, by name.
    """
    found = []
    for file in files:
        card = cards.get(file.name)
        if card is None:
            fit = not search.split() and not wanted.chooses
        else:
            text = "\n".join((Path(file.name).name, file.when, *card)).casefold()
            fit = all(
                re.search((r"\b" if re.match("[a-z0-9]", word) else "") + re.escape(word), text)
                for word in search.casefold().split()
            )
            fit = fit and (not wanted.chooses or fits(card, file.when, wanted))
        if fit:
            found.append(file)
    if wanted.order == "written":
        return found
    keys: dict[str, Callable[[GameFile, Card], object]] = {
        "newest": lambda file, card: card.date or file.when,
        "oldest": lambda file, card: card.date or file.when,
        "players": lambda file, card: card.players.casefold() or "\uffff",
        "game": lambda file, card: card.game or "\uffff",
        "moves": lambda file, card: int(card.moves or 0),
    }
    key, read = keys[wanted.order], [file for file in found if file.name in cards]
    backwards = wanted.order in ("newest", "moves")
    read.sort(key=lambda file: key(file, cards[file.name]), reverse=backwards)  # type: ignore[arg-type, return-value]
    return read + [file for file in found if file.name not in cards]


FILTERS = [
    *(Filter(order=order) for order, _ in ORDERS),
    *(
        Filter(player=player, opponent=opponent, result=result, order=order)
        for player, opponent, result, order in product(
            ("", "anna", "STRASSE", "b"), ("", "bert"), get_args(Result), ("written", "moves")
        )
    ),
    *(
        Filter(since=since, until=until, order="oldest")
        for since, until in product(("", "2024", "2024-05-31"), ("", "2023", "2024-05", "2030"))
    ),
    *(Filter(tag=tag, game=game) for tag in ("to", "OPEN", "do", "") for game in ("", "Boku")),
    Filter("Boche", "anna", "", "won", "2023", "2025", "open", "players"),
]
SEARCHES = ("", " ", "anna", "art", "start", "club even", "strasse", "2024-05", "日", "\\b.", "😀")


def test_lists_are_those_of_a_plain_look_at_each_record(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    stamps = [
        (f"/games/{number}.sgf", (rng.choice((10**17, 10**18, number * 10**15)), rng.randrange(3)))
        for number in rng.sample(range(400), 400)
    ]
    known = {name: random_card(rng) for name, _ in stamps}
    monkeypatch.setattr("boche.viewer.storage.library.kept_names", lambda: iter(stamps))
    monkeypatch.setattr("boche.viewer.storage.library.short_record", str)
    monkeypatch.setattr("boche.viewer.storage.library.card_of", known.__getitem__)
    found = Library([], [name for name, _ in stamps[:3]], sample_data, Index())
    while found.listing:
        found.step()
    listed = found.search("played", "")
    order = sorted(stamps, key=lambda each: (each[1], each[0]), reverse=True)
    assert [each.name for each in listed] == [name for name, _ in order]
    cards: dict[str, Card] = {}
    for left in (400, 150, 0):
        while found.unread > left:
            found.step()
        cards = {f.name: card for f in listed if (card := found.card(f)) is not None}
        assert cards == {name: known[name] for name in cards}
        for wanted, search in product(FILTERS, SEARCHES):
            if search and wanted not in FILTERS[:8]:
                continue
            expected = plain(listed, cards, search, wanted)
            seen = found.search("played", search, wanted)
            assert [f.name for f in seen] == [f.name for f in expected], (search, wanted)
        assert found.games("played") == sorted({card.game for card in cards.values()} - {""})
    assert len(cards) == 400
