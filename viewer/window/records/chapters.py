"""The chapters of the file on the table: going to another one, adding, naming and deleting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from boche.engine.games.registry import GameName
from boche.engine.languages.current import tr, translate
from boche.engine.message import capitalized
from boche.engine.record import Node, Record, dump_sgf, load_all
from boche.engine.record.people import called, result_said
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values, nothing
from boche.viewer.session import SaveAsNeededError, Session, words
from boche.viewer.session.chapters import Chapters, title_of
from boche.viewer.session.files import cleaned
from boche.viewer.session.undo import NOTE
from boche.viewer.table.question import CANCEL, Answer
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange

ROWS = 10  # visible lines of the list


class ChapterSwitch:
    """The chapters of one desk's file."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange
        self._places: dict[tuple[Path, int], int] = {}  # the node last shown of each chapter

    def step(self, by: int) -> None:
        """Go to the next chapter, or to the previous one for -1. Raises ``BocheError``."""
        chapters = self._desk.session.file.chapters
        if chapters is None:
            self._desk.refuse(words.ONE_CHAPTER)
        elif not 1 <= chapters.number + by <= len(chapters.titles):
            self._desk.refuse(words.LAST_CHAPTER if by > 0 else words.FIRST_CHAPTER)
        else:
            self.go(chapters.number + by)

    def go(self, number: int) -> None:
        """Put a chapter on the table, after the user has decided about unsaved changes.

        It is shown where it was left, else from its start.
        """
        old = self._desk.session
        path, left = old.file.path, old.file.chapter

        def show() -> None:
            assert path is not None
            session = Session.open(path, number)
            self._places[path, left] = list(old.record.nodes()).index(old.cursor.node)
            nodes = list(session.record.nodes())
            place = self._places.get((path, number), 0)
            session.cursor.go(nodes[place] if place < len(nodes) else nodes[0])
            self._exchange.swap_for(session)

        if path is not None and number != left:
            self._exchange.settle(show)

    def ask(self) -> None:
        """Show all chapters, to go to one, or to add, name or delete one."""
        records, number = self._records(), self._desk.session.file.chapter or 1
        lines = tuple((i, f"{i}.  {_about(record)}") for i, record in enumerate(records, 1))
        listed = Field("chapter", "list", "", number, choices=lines, rows=ROWS, picks=True)
        name = Field("name", "text", tr("Name"), records[number - 1].name)

        def button(name: str, label: str, do: Callable[[int, Values], object]) -> Button:
            def run(given: Values) -> None:
                with self._desk.care():
                    do(int(given["chapter"] or self._desk.session.file.chapter or 1), given)

            return Button(name, label, run)

        buttons = (
            button("open", tr("Open"), lambda number, given: self.go(number)),
            button("rename", tr("Rename"),
                   lambda number, given: self._rename(number, given["name"].strip())),
            button("add", tr("New chapter"), lambda *given: self._exchange.settle(self._add)),
            button("delete", tr("Delete…"), lambda number, given: self._confirm_delete(number)),
            Button("cancel", tr("Cancel")),
        )  # fmt: skip

        def follow(values: Values) -> None:
            if form.focused is listed and values["chapter"]:
                name.value = records[values["chapter"] - 1].name

        def rename_on_enter(pressed: str) -> bool:
            typed = pressed == "Enter" and form.focused is name
            if typed:
                form.press("rename")
            return typed

        form = Form("chapters", tr("Chapters"), [listed, name], buttons, follow,
                    extra=rename_on_enter)  # fmt: skip
        form.focus_on(0)
        self._desk.hud.open(form)

    def _records(self) -> list[Record]:
        """Return the records of all chapters, the one on the table as it is now."""
        session = self._desk.session
        chapters = session.file.chapters
        if chapters is None:
            return [session.record]
        records = list(load_all(chapters.data))
        records[chapters.number - 1] = session.record
        return records

    def _rename(self, number: int, name: str) -> None:
        """Name a chapter: the one on the table by an edit, another one in the file at once."""
        session = self._desk.session

        def change() -> Node:
            session.record.name = name
            return session.cursor.node

        if number == (session.file.chapter or 1):
            session.edits.edit("name the chapter", [session.record.root], change, NOTE)
            return
        chapters = self._chapters()
        read = cleaned(load_all(chapters.data)[number - 1])
        if read.problems:
            raise SaveAsNeededError(words.DAMAGED_CHAPTER(number=number, problem=read.problems[0]))
        read.record.name = name
        title = title_of(read.record, number)
        self._rewrite(chapters.replaced(number, dump_sgf(read.record), title))
        self._desk.say(words.CHAPTER_NAMED(number=number, title=title), tone="noted")

    def _add(self) -> None:
        """Write an empty game of the same kind behind the others, and open it."""
        session = self._desk.session
        record = Record.new(GameName(session.record.game_name), **session.record.options)
        there = self._chapters()
        record.name = tr("Chapter {number}", number=len(there.titles) + 1)
        self._show(there.added(dump_sgf(record), record.name))

    def _confirm_delete(self, number: int) -> None:
        there = self._chapters()
        if len(there.titles) == 1:
            raise SaveAsNeededError(words.ONLY_CHAPTER)
        about = _about(self._records()[number - 1])

        title = tr("Delete chapter {number}: {about}?", number=number, about=about)
        text = tr("It is removed from the file at once. That cannot be undone.")
        delete = Answer("delete", tr("Delete"), "Y")
        self._desk.ask(title, text, (CANCEL, nothing), (delete, lambda: self._delete(number)))

    def _delete(self, number: int) -> None:
        chapters = self._chapters()
        current = chapters.number
        left = chapters.without(number)
        self._places.clear()
        if number == current:
            self._show(left)
        else:
            self._rewrite(left)
        title = chapters.titles[number - 1]
        self._desk.say(words.CHAPTER_DELETED(number=number, title=title), tone="noted")

    def _chapters(self) -> Chapters:
        return self._desk.session.file.all_chapters()

    def _rewrite(self, chapters: Chapters) -> None:
        """Write the file; the chapter on the table stays there, with its unsaved changes."""
        session = self._desk.session
        session.file.rewrite(chapters)
        session.safety.renew()
        self._desk.hud.dirty = True

    def _show(self, chapters: Chapters) -> None:
        """Write the file and put the chapter that is then current on the table."""
        file = self._desk.session.file
        file.rewrite(chapters)
        assert file.path is not None
        session = Session.open(file.path, chapters.number)
        session.cursor.first()
        self._exchange.swap_for(session)


def _about(record: Record) -> str:
    """Return a line on a chapter: its name, game, players and result."""
    players = " - ".join(translate(called(name)) for name in record.players.values() if name)
    result = capitalized(translate(result_said(record)))
    parts = (record.name.strip(), record.game.title, players, result)
    return ", ".join(filter(None, parts))
