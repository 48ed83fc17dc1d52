"""Standings and the cross table of a tournament, as text and as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from boche.engine.languages.current import tr, tr_later
from boche.engine.match.tournament import Tournament


@dataclass(frozen=True)
class Standing:
    """A player's line of the cross table.

    ``sonneborn`` is the Sonneborn-Berger score: the points of those beaten and half the points of
    those drawn with. ``cells`` has the results against each player, in the order of the table.
    """

    place: int
    entrant: int
    name: str
    points: float
    sonneborn: float
    wins: int
    games: int
    cells: tuple[str, ...]


def standings(tournament: Tournament) -> list[Standing]:
    """Return the lines of the table, the leader first; equal scores share a place."""
    count = len(tournament.plan.entrants)
    scores = _scores(tournament)
    points = [sum(sum(row) for row in scores[i]) for i in range(count)]
    sonneborn = [sum(sum(scores[i][j]) * points[j] for j in range(count)) for i in range(count)]
    wins = [sum(row.count(1.0) for row in scores[i]) for i in range(count)]
    keys = [(points[i], sonneborn[i], wins[i]) for i in range(count)]
    order = sorted(range(count), key=lambda i: ([-value for value in keys[i]], i))
    return [
        Standing(
            place=1 + sum(key > keys[i] for key in keys),
            entrant=i,
            name=tournament.plan.entrants[i].name,
            points=points[i],
            sonneborn=sonneborn[i],
            wins=wins[i],
            games=sum(map(len, scores[i])),
            cells=tuple(_cell(tournament, scores, i, j) for j in order),
        )
        for i in order
    ]


def _scores(tournament: Tournament) -> list[list[list[float]]]:
    """Return each player's results against each other one, in the order of play."""
    count = len(tournament.plan.entrants)
    scores: list[list[list[float]]] = [[[] for _ in range(count)] for _ in range(count)]
    for fixture in tournament.fixtures:
        played = tournament.played.get(fixture.number)
        if played is not None:
            scores[fixture.first][fixture.second].append(played.points)
            scores[fixture.second][fixture.first].append(1.0 - played.points)
    return scores


def _cell(tournament: Tournament, scores: list[list[list[float]]], one: int, other: int) -> str:
    if one == other:
        return SELF
    marks = [MARKS[score] for score in scores[one][other]]
    return "".join(marks + [OPEN] * (tournament.plan.games - len(marks)))


PLAYER = tr_later("Player")
HEADS = (tr_later("Points"), tr_later("SB"), tr_later("Games"))


def rows_of(tournament: Tournament) -> list[list[str]]:
    """Return the table as rows of texts, headings first."""
    lines = standings(tournament)
    heads = ["#", PLAYER, *(str(i + 1) for i in range(len(lines))), *HEADS]
    return [heads] + [
        [str(line.place), line.name, *line.cells, as_number(line.points),
         as_number(line.sonneborn), str(line.games)]
        for line in lines
    ]  # fmt: skip


def as_text(tournament: Tournament) -> str:
    """Return the table in columns, below the tournament's title, in the current language."""
    head, *rest = rows_of(tournament)
    shown = {entrant.name: entrant.display_name for entrant in tournament.plan.entrants}
    rows = [[tr(text) if text in (PLAYER, *HEADS) else text for text in head]]
    rows += [[place, shown[name], *cells] for place, name, *cells in rest]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join(text.ljust(width) if i == 1 else text.rjust(width)
                  for i, (text, width) in enumerate(zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]  # fmt: skip
    return "\n".join([tournament.plan.title, "", *lines]) + "\n"


def as_csv(tournament: Tournament) -> str:
    """Return the table as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows_of(tournament))
    return out.getvalue()


# Marks and numbers of a cross table.

MARKS = {1.0: "1", 0.5: "½", 0.0: "0"}
SELF, OPEN = "×", "·"


def as_number(value: float) -> str:
    """Return points as usual in tables: ``2½``, ``0``, ``3.25``."""
    whole, half = divmod(value, 1.0)
    if half == 0.5:
        return f"{whole:.0f}½" if whole else "½"
    return f"{value:g}"
