"""What a million games cost: ``python -m benchmarks.serving.million [--games N] [--accounts N]``.

Some hundred games are played by the server's own code, from the first invitation to the last
rating. SQL copies their rows, with other players, until there are as many as asked for: in
PostgreSQL, in a cluster of its own that is deleted afterwards. Printed are the sizes of tables and
indexes; the times of pages and moves over HTTP, the first request and the median of the others; and
the slowest statements of these requests with their plans, as PostgreSQL measured them (the module
``auto_explain``). What follows a plan as ``SCANS`` reads a whole table.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Table, text

from benchmarks.machine import machine_line
from benchmarks.serving.playing import random_game
from boche.engine.games.registry import GAMES
from boche.server.database.connect import open_store
from boche.server.database.schema import (
    METADATA,
    boards,
    tournament_players,
    tournaments,
    users,
)
from boche.server.database.store import Store, Transaction
from boche.server.pairing import course
from boche.server.people.accounts import open_session, sign_up
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.match import load
from boche.server.play.moves import move
from boche.server.play.setup import SeatTaker, Terms, make
from boche.server.tournaments import entry
from boche.server.tournaments.entry import Plan
from boche.server.web.authentication import COOKIE
from tests.e2e.server.served import Served
from tests.server.postgres import Cluster

PEOPLE, GAMES_PLAYED = 50, 400
"""Accounts and games that are made one by one."""

RUNNING = 0.02
"""Share of the games that are left unfinished, after a few moves."""

TOURNAMENTS, WAITING = 2000, 8
"""Tournaments, and the players of each."""

LONGEST = 100
SLOWEST = 20
REQUESTS = 21

PLAN = re.compile(r"duration: ([\d.]+) ms  plan:\n((?:\t.*\n)+)")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving.million")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--accounts", type=int, default=100_000)
    args = parser.parse_args()
    print(machine_line(), flush=True)
    folder = Path(tempfile.gettempdir()) / f"boche-million-{os.getpid()}"
    cluster = Cluster(folder)
    cluster.start()
    try:
        url = cluster.database("million")
        store = open_store(url)
        started = time.monotonic()
        session = play_games(store)
        said(f"{GAMES_PLAYED} games of {PEOPLE} people played", started)
        multiply(store, args.games // GAMES_PLAYED, args.accounts // PEOPLE, started)
        report_sizes(store)
        explain_everything(store)
        store.close()
        measure(url, session)
        report_statements((folder / "log").read_text(errors="replace"))
    finally:
        cluster.remove()
    return 0


def said(line: str, started: float) -> None:
    print(f"{line} ({time.monotonic() - started:.0f} s)", flush=True)


# -- filling


def play_games(store: Store) -> str:
    """Sign people up and let them play; return the session of the first one."""
    chance, now = random.Random(1), time.time() - 3 * 86400

    def arrive(transaction: Transaction) -> list[Any]:
        return [sign_up(transaction, f"player{n}", "", now) for n in range(PEOPLE)]

    people = store.write(arrive)
    names = list(GAMES)
    for number in range(GAMES_PLAYED):
        name = names[number % len(names)]
        one, other = chance.sample(people, 2)
        most = 6 if chance.random() < RUNNING else LONGEST
        moves = random_game(name, most, chance)

        def played(
            transaction: Transaction, name: str = name, pair: Any = (one, other), moves: Any = moves
        ) -> None:
            terms = Terms.of(name, {}, Clock.days_a_move(14), rated=True)
            made = make(transaction, terms, (SeatTaker(pair[0]), SeatTaker(pair[1])), now)
            for ply, (seat, line) in enumerate(moves, 1):
                own = load(transaction, made.number).seats[seat].user
                move(transaction, Actor(own), made.number, line, now, ply)

        store.write(played)
    store.write(lambda transaction: wait_for_others(transaction, people, now))
    return store.write(lambda transaction: open_session(transaction, people[0].id, time.time()))


def wait_for_others(transaction: Transaction, people: list[Any], now: float) -> None:
    """Let somebody wait for an opponent, and others for a tournament to begin."""
    name = next(iter(GAMES))
    terms = Terms.of(name, {}, Clock.days_a_move(14), rated=True)
    make(transaction, terms, (SeatTaker(people[1]), None), now, Actor(people[1]), 0)
    plan = Plan("The month's", course.SWISS, terms, 5, size=2 * WAITING)
    number = entry.make(transaction, people[2], plan, now)
    for one in people[:WAITING]:
        entry.join(transaction, number, one, now)


def multiply(store: Store, copies: int, crowds: int, started: float) -> None:
    """Copy accounts ``crowds`` times and games ``copies`` times; each copy has other players.

    Some play far more than others: the busiest has a three-hundredth of all games.
    """
    accounts = PEOPLE * crowds
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for line in (
            "SET statement_timeout = 0",
            "SET session_replication_role = replica",  # foreign keys hold, as they are copied too
            "ALTER SYSTEM SET max_wal_size = '16GB'",
            "SELECT pg_reload_conf()",
            copying(users, f"generate_series(1, {crowds - 1})", {
                "id": f"t.id + {PEOPLE} * n",
                **{name: f"t.{name} || 'x' || n" for name in ("name", "key", "skeleton")},
            }),
        ):  # fmt: skip
            connection.execute(text(line))
        said(f"{accounts:,} accounts", started)
        connection.execute(text(
            "INSERT INTO ratings SELECT u.id, r.game, 1000 + random() * 1000, r.deviation, "
            "r.volatility, r.games, r.won, r.lost, r.drawn, r.at FROM users u CROSS JOIN "
            "(SELECT DISTINCT ON (game) * FROM ratings) r ON CONFLICT DO NOTHING"
        ))  # fmt: skip
        other = (
            f"1 + floor({accounts} * "
            "power(abs(hashint8(t.{name} * 65537 + n)) / 2147483648.0, 2))"
        )
        for table in METADATA.sorted_tables:
            number = "id" if table is boards else "board"
            of_board = table is boards or any(
                key.column.table is boards for key in table.foreign_keys
            )
            if not of_board or number not in table.columns:
                continue
            values = {number: f"t.{number} + {GAMES_PLAYED} * n"}
            for name in ("user_id", "opponent"):
                if name in table.columns:
                    values[name] = f"least({other.format(name=name)}, {accounts})"
            if table is not boards and "id" in table.columns:
                continue  # rows with a number of their own are few
            connection.execute(text(copying(table, f"generate_series(1, {copies - 1})", values)))
            said(f"table {table.name}", started)
        for table, number in ((tournaments, "id"), (tournament_players, "tournament")):
            values = {number: f"t.{number} + n"}
            if "user_id" in table.columns:
                values["user_id"] = f"least({other.format(name='user_id')}, {accounts})"
            connection.execute(text(
                copying(table, f"generate_series(1, {TOURNAMENTS - 1})", values)
            ))  # fmt: skip
        for table in (users, boards, tournaments):
            connection.execute(text(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) "
                f"FROM {table.name}"
            ))  # fmt: skip
        connection.execute(text("VACUUM ANALYZE"))
    said("vacuumed", started)


def copying(table: Table, numbers: str, values: dict[str, str]) -> str:
    """Return a statement that copies a table's rows for each number ``n``, with other values."""
    names = [column.name for column in table.columns]
    chosen = ", ".join(values.get(name, f't."{name}"') for name in names)
    quoted = ", ".join(f'"{name}"' for name in names)
    return (
        f"INSERT INTO {table.name} ({quoted}) SELECT {chosen} "
        f"FROM {table.name} t CROSS JOIN {numbers} n ON CONFLICT DO NOTHING"
    )


def report_sizes(store: Store) -> None:
    """Print the rows and sizes of the largest tables and of their indexes."""
    with store.engine.connect() as connection:
        tables = connection.execute(text(
            "SELECT relname, n_live_tup, pg_relation_size(relid), pg_indexes_size(relid) "
            "FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC LIMIT 8"
        )).all()  # fmt: skip
        print("\n| table | rows | MB | indexes, MB | bytes a row |\n|---|---|---|---|---|")
        for name, rows, size, indexes in tables:
            each = (size + indexes) / max(rows, 1)
            print(f"| {name} | {rows:,} | {size / 1e6:,.0f} | {indexes / 1e6:,.0f} | {each:.0f} |")
        whole = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    print(f"\nthe database: {whole / 1e9:.1f} GB", flush=True)


def explain_everything(store: Store) -> None:
    """Let PostgreSQL write the plan of each statement of later connections to its log."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for setting in (
            "session_preload_libraries = 'auto_explain'", "auto_explain.log_min_duration = 0",
            "auto_explain.log_analyze = on", "auto_explain.log_timing = off",
            "auto_explain.log_format = json",
        ):  # fmt: skip
            connection.execute(text(f"ALTER DATABASE million SET {setting}"))


# -- measuring


@dataclass
class Statement:
    """A statement's times in milliseconds, and the plan of the slowest time."""

    sql: str
    times: list[float]
    plan: Any = None


def paths(chance: random.Random, games: int, crowds: int, game: str) -> dict[str, Iterator[str]]:
    """Return pages and answers by what they show; each has new addresses without end."""

    def board() -> int:
        return chance.randrange(1, games + 1)

    def endless(make: Any) -> Iterator[str]:
        while True:
            yield make()

    fixed = {
        "front page": "/", "my games": "/games?show=mine", "my turn": "/games?show=turn",
        "all games": "/games",
        "finished games": "/games?show=finished", "games of one kind": f"/games?game={game}",
        "finished games of one kind": f"/games?show=finished&game={game}",
        "standings": f"/standings/{game}", "messages": "/messages", "account": "/account",
        "puzzles": "/puzzles", "lobby": "/lobby", "games to watch": "/watch",
        "people by the beginning of a name": "/people?name=player1",
        "games of the busiest": "/games/search?player=player0",
        "wins of the busiest": f"/games/search?player=player0&result=won&game={game}",
        "tournaments": "/tournaments", "finished tournaments": "/tournaments/finished",
        "analysis board": f"/analysis?game={game}", "lessons": "/learn",
        "my games (API)": "/api/boards?user=me",
    }  # fmt: skip
    found = {name: endless(lambda path=path: path) for name, path in fixed.items()}
    found["the busiest profile"] = endless(lambda: "/people/player0")
    found["a profile"] = endless(
        lambda: f"/people/player{chance.randrange(PEOPLE)}x{chance.randrange(1, crowds)}"
    )
    found["a board"] = endless(lambda: f"/board/{board()}")
    found["a board (API)"] = endless(lambda: f"/api/boards/{board()}")
    found["a tournament"] = endless(lambda: f"/tournaments/{chance.randrange(1, TOURNAMENTS + 1)}")
    found["whose turn (API)"] = endless(lambda: "/api/me/turns")
    found["an older page of games"] = endless(lambda: f"/games?before={board()}")
    found["an older page of one's own"] = endless(lambda: f"/games?show=mine&before={board()}")
    return found


def measure(url: str, session: str) -> None:
    """Print the times of pages and of moves, with one process."""
    store = open_store(url)
    with store.engine.connect() as connection:
        games = connection.execute(text("SELECT max(id) FROM boards")).scalar_one()
        accounts = connection.execute(text("SELECT max(id) FROM users")).scalar_one()
    store.close()
    crowds = accounts // PEOPLE
    served = Served("--database", url, "--behind-proxy")
    try:
        with httpx.Client(
            base_url=f"http://localhost:{served.port}", timeout=60, cookies={COOKIE: session}
        ) as client:
            print("\n| page | first, ms | median, ms | worst of the rest, ms |\n|---|---|---|---|")
            for name, addresses in paths(
                random.Random(2), games, crowds, next(iter(GAMES))
            ).items():
                times = []
                for _ in range(REQUESTS):
                    address = next(addresses)
                    begun = time.perf_counter()
                    answer = client.get(address)
                    times.append((time.perf_counter() - begun) * 1e3)
                    if answer.status_code != 200:
                        raise AssertionError(f"{address}: {answer.status_code} {answer.text[:500]}")
                first, *others = times
                middle = statistics.median(others)
                print(f"| {name} | {first:.0f} | {middle:.1f} | {max(others):.0f} |", flush=True)
    finally:
        served.end(signal.SIGTERM)


def report_statements(log: str) -> None:
    """Print the slowest statements by their mean, from PostgreSQL's log."""
    found: dict[str, Statement] = {}
    for duration, body in PLAN.findall(log):
        try:
            explained = json.loads(body)
        except ValueError:
            continue
        sql = " ".join(explained["Query Text"].split())
        key = re.sub(r"\$\d+(::\w+)?(, \$\d+(::\w+)?)+", "$1, ...", sql)
        statement = found.setdefault(key, Statement(key, []))
        statement.times.append(float(duration))
        if statement.times[-1] == max(statement.times):
            statement.plan = explained["Plan"]
    slowest = sorted(found.values(), key=lambda s: -statistics.fmean(s.times))[:SLOWEST]
    print(f"\n{sum(len(s.times) for s in found.values()):,} statements of {len(found)} kinds")
    for place, statement in enumerate(slowest, 1):
        mean, worst = statistics.fmean(statement.times), max(statement.times)
        print(
            f"\n{place}. {mean:.2f} ms in the mean of {len(statement.times)}, at most {worst:.2f}"
        )
        print(f"   {re.sub(r'SELECT .*? FROM', 'SELECT ... FROM', statement.sql)[:300]}")
        print(f"   {' < '.join(steps(statement.plan))}", flush=True)


def steps(plan: Any) -> Iterator[str]:
    """Yield the steps of a plan, outermost first, with tables, indexes and rows read."""
    name = plan["Node Type"]
    if table := plan.get("Relation Name"):
        name += f" {plan.get('Index Name', table)}"
    rows = plan.get("Actual Rows", 0) * plan.get("Actual Loops", 1)
    dropped = plan.get("Rows Removed by Filter", 0) * plan.get("Actual Loops", 1)
    name += f" ({rows:,.0f}" + (f" of {rows + dropped:,.0f})" if dropped else ")")
    if plan["Node Type"] == "Seq Scan" and rows + dropped > 1000:
        name += " SCANS"
    yield name
    for part in plan.get("Plans", ()):
        yield from steps(part)


if __name__ == "__main__":
    sys.exit(main())
