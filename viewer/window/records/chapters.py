"""The chapters of the file on the table: going to another one, adding, naming and deleting."""

from __future__ import annotations

from typing import Any

from boche.engine.record import Node, Record, dump_sgf
from boche.viewer.hud.dialogs.model import Field, Form
from boche.viewer.session import SaveAsNeededError, Session, words
from boche.viewer.session.chapters import Chapters, title_of
from boche.viewer.table.question import CANCEL, Answer, Question
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange

ROWS = 10  # visible lines of the list


class ChapterSwitch:
    """The chapters of one desk's file."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange

    def step(self, by: int) -> None:
        """Go to the next chapter, or to the previous one for -1. Raises ``BocheError``."""
        chapters = self._desk.session.file.chapters
        if chapters is None:
            self._desk.say(words.ONE_CHAPTER, tone="refused")
        elif not 1 <= chapters.number + by <= len(chapters.titles):
            self._desk.say(words.LAST_CHAPTER if by > 0 else words.FIRST_CHAPTER, tone="refused")
        else:
            self.go(chapters.number + by)

    def go(self, number: int) -> None:
        """Put a chapter on the table, after the user has decided about unsaved changes."""
        path = self._desk.session.file.path

        def show() -> None:
            assert path is not None
            session = Session.open(path, number)
            session.cursor.first()
            self._exchange.swap_for(session, session.file.problems[:1])

        if path is not None and number != self._desk.session.file.chapter:
            self._exchange.settle(show)

    def ask(self) -> None:
        """Show all chapters, to go to one, or to add, name or delete one."""
        session = self._desk.session
        chapters = session.file.chapters
        number = session.file.chapter or 1
        titles = list(chapters.titles) if chapters is not None else [""]
        titles[number - 1] = title_of(session.record, number)
        lines = tuple((i, f"{i}.  {title}") for i, title in enumerate(titles, 1))
        fields = [
            Field("chapter", "list", "", number, choices=lines, rows=ROWS, picks=True),
            Field("name", "text", "Name", session.record.name),
        ]
        buttons = [("open", "Open"), ("rename", "Rename"), ("add", "New chapter"),
                   ("delete", "Delete"), ("cancel", "Cancel")]  # fmt: skip
        self._desk.hud.open(Form("chapters", "Chapters", fields, buttons, self._done))

    def _done(self, button: str, values: dict[str, Any]) -> str | None:
        with self._desk.care():
            if button == "open":
                self.go(int(values["chapter"] or 1))
            elif button == "rename":
                self._rename(str(values["name"]))
            elif button == "add":
                self._exchange.settle(self._add)
            elif button == "delete":
                self._confirm_delete()
        return None

    def _rename(self, name: str) -> None:
        session = self._desk.session

        def change() -> Node:
            session.record.name = name.strip()
            return session.cursor.node

        session.edits.edit("name the chapter", [session.record.root], change)

    def _add(self) -> None:
        """Write an empty game of the same kind behind the others, and open it."""
        session = self._desk.session
        record = Record.new(session.record.game_name, **session.record.options)
        there = self._chapters()
        record.name = f"Chapter {len(there.titles) + 1}"
        self._write(there.added(dump_sgf(record), record.name))

    def _confirm_delete(self) -> None:
        there = self._chapters()
        if len(there.titles) == 1:
            raise SaveAsNeededError(words.ONLY_CHAPTER)

        def answered(name: str) -> None:
            if name == "yes":
                with self._desk.care():
                    self._write(there.without())

        title = f"Delete chapter {there.number}, {there.titles[there.number - 1]}?"
        text = "It is removed from the file at once; that cannot be undone."
        self._desk.ask(Question(title, text, (Answer("yes", "Delete", "Y"), CANCEL)), answered)

    def _chapters(self) -> Chapters:
        return self._desk.session.file.all_chapters()

    def _write(self, chapters: Chapters) -> None:
        """Write the file and put the chapter that is then current on the table."""
        file = self._desk.session.file
        file.rewrite(chapters)
        assert file.path is not None
        self._exchange.swap_for(Session.open(file.path, chapters.number))
