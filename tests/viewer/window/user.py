"""A desk without a window: its records, dialogs and seats, operated by a user."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from boche.viewer.assistant.assistant import Assistant
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.window.desk import Desk
from boche.viewer.window.input.clicks import Clicks
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.interrupted import Interrupted
from boche.viewer.window.records.kept_games import Keeping
from boche.viewer.window.records.lessons import Lessons
from boche.viewer.window.records.library import LibraryShelf
from boche.viewer.window.records.new_games import NewGames
from boche.viewer.window.records.opening import Opening
from boche.viewer.window.records.rated_games import RatedGames
from boche.viewer.window.records.record_switch import Exchange
from boche.viewer.window.records.recovery import Recovery
from boche.viewer.window.records.saving import Saving
from boche.viewer.window.records.training import Training
from tests.viewer.assistant.desk import BackgroundThinker
from tests.viewer.hud.typesetting import Plain

WINDOW: Any = SimpleNamespace(pixels=(1280, 800), screen_scale=1.0, hidden=False, has_focus=True)


class User:
    """A user at a desk with first-start settings, except for the animation."""

    def __init__(self, session: Session) -> None:
        settings = Settings(animation_speed=0.0, hints_seen=True)
        self.desk = Desk(WINDOW, session, settings, Plain(), lambda action: None)
        self.thinker: Any = BackgroundThinker()
        self.assistant = Assistant(self.desk.controller.table, self.thinker)
        chooser = FileChooser(self.desk)
        self.saving = Saving(self.desk, chooser)
        self.exchange = exchange = Exchange(self.desk, self.saving, Keeping(self.desk))
        self.recovery = Recovery(self.desk, self.assistant, exchange)
        self.opening = Opening(self.desk, chooser, exchange, self.recovery)
        interrupted = Interrupted(self.desk, exchange)
        self.lessons = Lessons(self.desk, interrupted)
        self.training = Training(self.desk, self.assistant, interrupted)
        shelf = LibraryShelf(self.desk, self.opening, chooser, lambda text: None)
        self.games = NewGames(self.desk, exchange, self.opening, self.recovery, self.lessons, shelf,
                              self.training)  # fmt: skip
        self.rated = RatedGames(self.desk)
        self.clicks = Clicks(self.desk, self.assistant)
        self.desk.take(session)

    def pass_time(self) -> bool:
        """Call what watches the desk, then what is due; return whether anything was."""
        for look in self.desk.schedule.watchers:
            look()
        calls = self.desk.schedule.take(self.desk.now)
        for call in calls:
            call()
        return bool(calls)

    @property
    def session(self) -> Session:
        return self.desk.session

    @property
    def form(self) -> Form:
        """The open dialog."""
        found = self.desk.hud.open_form
        assert found is not None
        return found

    @property
    def asked(self) -> str:
        """Title of the current question."""
        question = self.desk.controller.view().question
        return question.title if question is not None else ""

    def answer(self, name: str) -> None:
        self.desk.controller.answer(name, self.desk.now)

    def players(self) -> Form:
        """Open the players' dialog, as a click on one of them does."""
        self.clicks.act(Action("players"))
        return self.form

    def new(self) -> Form:
        """Open the start screen, as for a new game."""
        self.games.new()
        return self.form

    def labels_of_new(self) -> dict[str, str]:
        """Return the players offered for a new game."""
        self.new()
        return self.labels()

    def set(self, name: str, value: object) -> None:
        """Set a field of the open dialog."""
        names = [field.name for field in self.form.fields]
        self.form.set(names.index(name), value)

    def key(self, pressed: str) -> None:
        """Press a key in the open dialog."""
        self.desk.hud.key(pressed)

    def labels(self) -> dict[str, str]:
        """Return the players by colour from the open dialog: a name, or a kind and level."""
        fields = {field.name: field for field in self.form.fields}
        found = {}
        for place in ("first", "second"):
            who = fields[f"{place} kind"]
            value = next(
                each.value for name, each in fields.items()
                if name.startswith(f"{place} ") and each is not who
            )  # fmt: skip
            found[who.label] = f"{who.value} {value}".strip()
        return found
