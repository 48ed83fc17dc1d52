"""A tournament as forms: its plan, and its cross table with the games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr, tr_count, translate, word_later
from boche.engine.match.crosstable import as_number
from boche.engine.match.round_robin import Fixture
from boche.engine.match.tournament import (
    MOST,
    MOST_GAMES,
    Entrant,
    Played,
    Tournament,
    TournamentPlan,
    numbered,
)
from boche.engine.players.spec import PlayerSpec
from boche.viewer.hud.dialogs.clock_fields import clock_fields, clock_of, clock_values
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.hud.dialogs.seats import seat_fields, seat_of, seat_values
from boche.viewer.hud.dialogs.start_model import TOURNAMENT, TOURNAMENT_PLAN, option_field
from boche.viewer.session import Seat

PLAYER = word_later("Player")
PLACE = "new"
"""The place of the player being added, in the names of its fields."""
PLAYERS, GAMES_LIST = "players", "games"
REMOVE = "remove:"
"""Prefix of the button that removes a player; the index follows."""


class PlanForm:
    """A new tournament as the user puts it together; ``start`` gets its plan."""

    def __init__(
        self, game: str, start: Callable[[TournamentPlan], object], first: tuple[Entrant, ...] = ()
    ) -> None:
        self._start = start
        self._entrants = list(first)
        self._values: dict[str, Any] = {
            "title": tr("Tournament"), "game": game, "rounds": 1, **seat_values(PLACE, Seat()),
            **clock_values(None),
        }  # fmt: skip
        self._options: dict[str, dict[str, Any]] = {}
        buttons = (Button("start", tr("Start"), self._begin), Button("cancel", tr("Cancel")),
                   Button("add", tr("Add player"), self._add, stays=True))  # fmt: skip
        more = [Button(f"{REMOVE}{i}", "", partial(self._remove, i), stays=True)
                for i in range(MOST)]  # fmt: skip
        self.form = Form(TOURNAMENT_PLAN, tr("New tournament"), self._fields(), buttons,
                         self._live, extra=self._key, more=more)  # fmt: skip
        self.open()

    def open(self) -> None:
        """Open the form, or reopen it as it was left, for the next player's name."""
        self.form.stay()
        names = [i for i, field in enumerate(self.form.fields) if field.name == f"{PLACE} name"]
        self.form.focus_on(names[0] if names else 0)

    def _fields(self) -> list[Field]:
        values, game = self._values, find(self._values["game"])
        known = self._options.get(game.name, {})
        titles = tuple((each.name, each.title) for each in GAMES.values())
        kind = "choice" if len(titles) <= 5 else "number"
        fields = [
            Field("title", "text", tr("Name"), values["title"], tip=tr("of the tournament"),
                  part="left"),
            Field("game", kind, tr("Game"), game.name, choices=titles, part="left"),  # type: ignore[arg-type]
            *(option_field(o, known.get(o.name, o.default)) for o in sorted(
                game.options, key=lambda option: option.is_flag)),
            Field("rounds", "number", tr("Games per pairing"), values["rounds"], 1, MOST_GAMES,
                  tip=tr("Two is a double round robin: each has each colour once"), part="left"),
            *clock_fields(values),
        ]  # fmt: skip
        fields += seat_fields(PLACE, PLAYER, values)
        lines = tuple((i, _line(entrant)) for i, entrant in enumerate(self._entrants))
        count = tr_count("{count} player", "{count} players", len(lines))
        label = count if lines else tr("No players yet: add two or more")
        fields.append(Field(PLAYERS, "list", label, None, choices=lines, picks=True, rows=MOST))
        return fields

    def _key(self, pressed: str) -> bool:
        """Add the player that is described, or remove the chosen one; return whether it did."""
        here = self.form.focused
        if here is None:
            return False
        if pressed == "Enter" and here.name.startswith(f"{PLACE} ") and self._is_named:
            self.form.press("add")
            return True
        if pressed in ("Delete", "Enter") and here.name == PLAYERS and here.value is not None:
            self._remove(here.value, {})
            return True
        return False

    def _remove(self, index: int, given: Values) -> None:
        self._take(given)
        del self._entrants[index]
        self._refit()

    def _take(self, given: Values) -> None:
        """Note what is typed and chosen."""
        self._values |= {name: given[name] for name in self._values if name in given}

    def _live(self, given: Values) -> None:
        game = find(self._values["game"])
        self._options[game.name] = {o.name: given[o.name] for o in game.options}
        self._take(given)
        self._refit(given[PLAYERS])

    def _refit(self, chosen: int | None = None) -> None:
        fields = self._fields()
        fields[-1].value = chosen
        self.form.refit(fields)

    @property
    def _is_named(self) -> bool:
        return self._values["new kind"] != "person" or bool(self._values["new name"].strip())

    def _add(self, given: Values) -> str | None:
        """Add the player that is described. Raises ``BocheError``."""
        self._take(given)
        if len(self._entrants) >= MOST:
            return tr("a tournament has at most {count} players", count=MOST)
        seat = seat_of(PLACE, self._values, Seat())
        name = seat.name or PlayerSpec.parse(seat.player).label if seat.player else seat.name
        name = name or tr("Player {number}", number=len(self._entrants) + 1)
        taken = {entrant.name for entrant in self._entrants}
        number = next(i for i in range(1, MOST + 2) if numbered(name, i) not in taken)
        self._entrants.append(Entrant(numbered(name, number), seat.player))
        self._values["new name"] = ""
        self._refit()
        return None

    def _begin(self, given: Values) -> None:
        self._take(given)
        self._start(self._plan(given))

    def _plan(self, given: Values) -> TournamentPlan:
        game, control = find(self._values["game"]), clock_of(given | self._values)
        options = {option.name: given[option.name] for option in game.options}
        plan = TournamentPlan(
            self._values["title"].strip() or tr("Tournament"), game.name, game.complete(options),
            tuple(self._entrants), self._values["rounds"],
            control.short if control is not None else "",
        )  # fmt: skip
        plan.check()
        return plan


def _line(entrant: Entrant) -> str:
    """Return a player in the list: a computer also by its kind, unless it is named after it."""
    label = PlayerSpec.parse(entrant.player).label if entrant.player else tr("person")
    if entrant.name.startswith(label):
        return entrant.display_name
    return f"{entrant.name}, {translate(label)}"


@dataclass(frozen=True)
class TableWishes:
    """What the user can ask for at the cross table."""

    play: Callable[[Fixture], None]
    open: Callable[[Fixture], None]
    go_on: Callable[[bool], None]
    export: Callable[[], None]
    new: Callable[[], None]


class TableForm:
    """The cross table of a tournament, and its games as a list. ``running``: computers play."""

    def __init__(self, tournament: Tournament, running: bool, wishes: TableWishes) -> None:
        self.tournament, self.running, self._wishes = tournament, running, wishes
        self._chosen: int | None = None
        more = [Button(f"open:{one.number}", "", partial(self._open, one))
                for one in tournament.fixtures]  # fmt: skip
        self.form = Form(TOURNAMENT, tournament.plan.title, [], (), self._live, of=self, more=more)
        self.changed()

    def changed(self) -> None:
        """Show the results that have come in since."""
        rows = tuple((one.number, self.line(one)) for one in self.tournament.fixtures)
        field = Field(GAMES_LIST, "list", "", self._chosen, choices=rows, picks=True)
        self.form.refit([field])
        self.form.buttons = self._buttons()

    def line(self, fixture: Fixture) -> str:
        """Return a game in a line: round, players, result."""
        first, second = self.tournament.display_names(fixture)
        played = self.tournament.played.get(fixture.number)
        waits = tr("to be played at the table")
        if self.tournament.for_computers(fixture):
            waits = tr("to be played by the computer")
        result = waits if played is None else self._result(fixture, played)
        return tr("Round {round}:  {first} - {second}  –  {result}", round=fixture.round,
                  first=first, second=second, result=result)  # fmt: skip

    def _result(self, fixture: Fixture, played: Played) -> str:
        """Return a result with its points: ``1 - 0  (Anna won by resignation)``."""
        points = f"{as_number(played.points)} - {as_number(1.0 - played.points)}"
        draw = played.points == 0.5
        return points if draw else f"{points}  ({self.tournament.result_text(fixture)})"

    @property
    def status(self) -> str:
        """A line on the state of the tournament."""
        played, every = len(self.tournament.played), len(self.tournament.fixtures)
        if self.tournament.over:
            return tr_count(
                "The only game has been played", "All {count} games have been played", every
            )
        if self.running:
            return tr_count("{played} of {count} game played; the computers are playing",
                            "{played} of {count} games played; the computers are playing",
                            every, played=played)  # fmt: skip
        return tr_count("{played} of {count} game played; not running",
                        "{played} of {count} games played; not running",
                        every, played=played)  # fmt: skip

    def _buttons(self) -> list[Button]:
        # The list forgets what is chosen when it is left, these buttons do not.
        tournament, does, rows = self.tournament, self._wishes, list[Button]()
        one = tournament.at_table
        if self._chosen is not None:
            one = tournament.fixtures[self._chosen]
        label = tr("Play next game") if self._chosen is None else tr("Play this game")
        if one is not None and one.number in tournament.played:
            rows.append(Button("open", tr("Open game"), partial(self._open, one)))
        elif one is not None and not tournament.for_computers(one):
            rows.append(Button("play", label, lambda given: does.play(one)))
        if self.running:
            rows.append(Button("stop", tr("Stop"), lambda given: does.go_on(False), stays=True))
        elif any(tournament.for_computers(one) for one in tournament.missing):
            go = tr("Let computers play")
            rows.append(Button("go", go, lambda given: does.go_on(True), stays=True))
        return [*rows, Button("cancel", tr("Close")),
                Button("export", tr("Export table"), lambda given: does.export()),
                Button("new", tr("New tournament"), lambda given: does.new())]  # fmt: skip

    def _open(self, one: Fixture, given: Values) -> None:
        self._wishes.open(one)

    def _live(self, given: Values) -> None:
        self._chosen = given[GAMES_LIST]
        self.changed()
