"""A tournament's table and rounds, as its page shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from boche.engine.languages.current import tr, tr_later, tr_word, word_later
from boche.engine.match.crosstable import MARKS, OPEN, SELF, as_number
from boche.server.pairing import arena, course
from boche.server.pairing.standings import BUCHHOLZ, CUT, DIRECT, SONNEBORN, WINS
from boche.server.tournaments.tournament import RUNNING, Pairing, Player, Tournament

SHORT = {BUCHHOLZ: "BH", CUT: "BH−1", SONNEBORN: "SB", DIRECT: "DE", WINS: word_later("W")}
"""Short names of tie-breaks."""
BYE, WON_UNPLAYED, LOST_UNPLAYED = "bye", "+", "−"


@dataclass(frozen=True)
class Cell:
    """A result in the table: its mark, the opponent's number there, the board, and it in words."""

    mark: str
    number: int | None = None
    board: int | None = None
    label: str = ""


@dataclass(frozen=True)
class Row:
    """A player's row of the table; ``columns`` have any number of results each.

    ``number`` is where the row stands, by which others refer to it; those who are equal in
    everything share a ``place``. ``sheet`` are the points of an arena's games, in their order.
    """

    number: int
    place: int
    shared: bool
    player: Player
    points: str
    columns: tuple[tuple[Cell, ...], ...]
    ties: tuple[str, ...]
    sheet: tuple[int, ...]

    @property
    def has_left(self) -> bool:
        return self.player.entrant.left is not None


@dataclass(frozen=True)
class Game:
    """A pairing in a round: its players, the result as ``1–0``, and the board."""

    first: Player
    second: Player | None
    result: str
    board: int | None


@dataclass(frozen=True)
class Round:
    """A round with its pairings."""

    number: int
    games: tuple[Game, ...]
    is_current: bool


def heads(tournament: Tournament) -> list[str]:
    """Return the headings of the table's columns of results; an arena's are not shown."""
    if tournament.row.kind == course.ARENA:
        return []
    is_cross = tournament.row.kind == course.ROUND_ROBIN
    count = len(tournament.players) if is_cross else tournament.row.round
    return [str(number) for number in range(1, count + 1)]


def ties(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the tie-breaks, short and in full."""
    names = tournament.lines[0].ties if tournament.players else ()
    return [(tr_word(SHORT[name]), name) for name in names]


def rows(tournament: Tournament) -> list[Row]:
    """Return the table: against each other in a round robin, else by rounds."""
    lines = tournament.lines
    places = Counter(line.place for line in lines)
    numbers = {line.id: number for number, line in enumerate(lines, 1)}
    own: dict[int, list[Pairing]] = {line.id: [] for line in lines}
    for pairing in tournament.pairings:
        for player in pairing.result.players:
            own[player].append(pairing)
    return [
        Row(
            number=numbers[line.id],
            place=line.place,
            shared=places[line.place] > 1,
            player=tournament.by_id[line.id],
            points=as_number(line.points),
            columns=_columns(tournament, line.id, own[line.id], numbers),
            ties=tuple(as_number(value) for value in line.ties.values()),
            sheet=tuple(arena.sheet(line.id, line.results)),
        )
        for line in lines
    ]


def _columns(
    tournament: Tournament, player: int, own: Sequence[Pairing], numbers: dict[int, int]
) -> tuple[tuple[Cell, ...], ...]:
    if tournament.row.kind == course.ARENA:
        return ()
    cells = [(pairing, _cell(tournament, player, pairing, numbers)) for pairing in own]
    if tournament.row.kind == course.ROUND_ROBIN:
        return tuple(
            (Cell(SELF),) if other == player else tuple(
                Cell(cell.mark, None, cell.board, cell.label)
                for pairing, cell in cells if pairing.result.other(player) == other
            )
            for other in numbers
        )  # fmt: skip
    return tuple(
        tuple(cell for pairing, cell in cells if pairing.result.round == number)
        for number in range(1, tournament.row.round + 1)
    )


def _cell(tournament: Tournament, player: int, pairing: Pairing, numbers: dict[int, int]) -> Cell:
    result = pairing.result
    other = result.other(player)
    points = None if result.points is None else result.points_of(player)
    if other is None:
        return Cell(
            f"{BYE} {MARKS[points or 0.0]}", label=tr("a bye in round {round}", round=result.round)
        )
    name = tournament.by_id[other].name
    if points is None:
        return Cell(OPEN, numbers[other], pairing.board, tr("plays {name}", name=name))
    mark = MARKS[points]
    if not result.played:
        mark = WON_UNPLAYED if points else LOST_UNPLAYED
    label = tr(LABELS[points, result.played], name=name)
    return Cell(mark, numbers[other], pairing.board, label)


LABELS = {
    (1.0, True): tr_later("won against {name}"),
    (0.5, True): tr_later("drew with {name}"),
    (0.0, True): tr_later("lost to {name}"),
    (1.0, False): tr_later("won against (not played) {name}"),
    (0.5, False): tr_later("drew with (not played) {name}"),
    (0.0, False): tr_later("lost to (not played) {name}"),
}
"""What a cell says aloud, by its points and whether the game was played."""


def rest(tournament: Tournament, user: int | None) -> str:
    """Return what to tell a player who has no game in the current round; else empty."""
    row = tournament.row
    if row.state != RUNNING or row.kind == course.ARENA or not row.round:
        return ""
    player = tournament.by_id.get(user) if user is not None else None
    if player is None or not player.entrant.is_in(row.round):
        return ""
    own = [
        pairing.result for pairing in tournament.pairings
        if pairing.result.round == row.round and user in pairing.result.players
    ]  # fmt: skip
    if not own:
        return tr("You have no game in round {round}.", round=row.round)
    if own[0].second is not None:
        return ""
    points = MARKS[own[0].points or 0.0]
    return tr("You have a bye in round {round}: no game, and {points} point.", round=row.round,
              points=points)  # fmt: skip


def rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds, the latest first; of an arena the games under way, as one."""
    if tournament.row.kind == course.ARENA:
        current = [pairing for pairing in tournament.pairings if pairing.result.points is None]
        return [Round(0, tuple(_game(tournament, pairing) for pairing in current), True)]
    found = []
    for number in range(tournament.row.round, 0, -1):
        games = tuple(
            _game(tournament, pairing)
            for pairing in tournament.pairings if pairing.result.round == number
        )  # fmt: skip
        found.append(Round(number, games, number == tournament.row.round))
    return found


def _game(tournament: Tournament, pairing: Pairing) -> Game:
    result, players = pairing.result, tournament.by_id
    first, points = players[result.first], result.points
    if result.second is None:
        return Game(
            first, None, tr("{bye}, {points} point", bye=BYE, points=MARKS[points or 0.0]), None
        )
    if points is None:
        text = tr("under way")
    elif result.played:
        text = f"{MARKS[points]}–{MARKS[1.0 - points]}"
    else:
        text = "+ –" if points else "– +"
    return Game(first, players[result.second], text, pairing.board)
