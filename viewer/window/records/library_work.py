"""Filter, tags, import and export of the library: dialogs, and work in the background."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from boche.engine.errors import why_not
from boche.engine.languages.current import tr, tr_count, tr_word
from boche.engine.languages.formats import grouped
from boche.viewer.assistant.background import quick_turns, step_back
from boche.viewer.games.samples import sample_data
from boche.viewer.hud.dialogs.library_model import LibraryForm
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values, localized
from boche.viewer.storage.library import GameFile, Section
from boche.viewer.storage.library_changes import Imported, export, import_folder, set_tags
from boche.viewer.storage.library_filter import ORDERS, RESULTS, Filter, date_of, shown_date
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import FileChooser

POLL = 0.1  # seconds between two looks at the thread
REPORT_ROWS = 12

T = TypeVar("T")


class Background:
    """A thread that works through an iterator; ``last`` is what it yielded last."""

    def __init__(self, steps: Callable[[Callable[[], bool]], Iterator[Any]]) -> None:
        """Start it; ``steps`` gets a function that says whether to stop."""
        self.last: Any = None
        self.error = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(steps,), daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """True while the thread works."""
        return self._thread.is_alive()

    def _run(self, steps: Callable[[Callable[[], bool]], Iterator[Any]]) -> None:
        step_back()
        try:
            with quick_turns():
                for step in steps(self._stop.is_set):
                    self.last = step
                    if self._stop.is_set():
                        return
        except Exception as error:  # one line for the user; the window goes on
            self.error = why_not(error)

    def close(self) -> None:
        """Stop after the present step."""
        self._stop.set()
        self._thread.join(5.0)


class LibraryWork:
    """The dialogs over the library of one desk; ``back`` shows the library again."""

    def __init__(
        self, desk: Desk, chooser: FileChooser, back: Callable[[Section | None], None]
    ) -> None:
        self._desk, self._chooser, self._show = desk, chooser, back
        self._work: Background | None = None
        self._note: Form | None = None
        self._asked: Form | None = None  # the form by which the present work was asked for
        self.wanted = Filter()
        self.filtering = False  # the same records are to be shown again

    def _back(self) -> None:
        self._show(None)

    def _ask(self, form: Form) -> None:
        form.back = self._back
        self._desk.hud.open(form)

    # -- filter

    def filter(self, form: LibraryForm) -> None:
        """Ask which games to list, and in which order."""
        now = self.wanted
        games = (("", tr("All")), *((title, title) for title in form.library.games(form.section)))
        dates = tr("2024, 2024-05 or 2024-05-31; empty: any")
        part = tr("a name or a part of it")
        fields = [
            Field("game", "number", tr("Game"), now.game, choices=games),
            Field("player", "text", tr("Player"), now.player, tip=part),
            Field("opponent", "text", tr("Opponent"), now.opponent, tip=part),
            Field("result", "number", tr("Result"), now.result, choices=localized(RESULTS),
                  tip=tr("won and lost are meant of the player, of you if none is named")),
            Field("since", "text", tr("From"), shown_date(now.since), tip=dates),
            Field("until", "text", tr("To"), shown_date(now.until), tip=dates),
            Field("tag", "text", tr("Tag"), now.tag, tip=tr("a tag or its beginning")),
            Field("order", "number", tr("Order"), now.order, choices=localized(ORDERS)),
        ]  # fmt: skip
        buttons = (Button("ok", tr("Show"), self._filter_by), Button("cancel", tr("Cancel")),
                   Button("all", tr("Show all"), lambda given: self._list(Filter())))  # fmt: skip
        self._ask(Form("filter", tr("Which games to list"), fields, buttons))

    def _filter_by(self, given: Values) -> str | None:
        texts: Values = {name: v.strip() if isinstance(v, str) else v for name, v in given.items()}
        texts |= {name: date_of(texts[name]) for name in ("since", "until")}
        return self._list(Filter(**texts))

    def _list(self, wanted: Filter) -> str | None:
        """List these games; return what is wrong with the filter, if anything."""
        if not wanted.problem:
            self.wanted = wanted
            self.same()
        return wanted.problem or None

    def same(self) -> None:
        """Show the library again with the records that are listed already."""
        self.filtering = True
        self._back()
        self.filtering = False

    # -- tags

    def tags(self, form: LibraryForm, file: GameFile) -> None:
        """Ask for the tags of a record."""
        card, path = form.library.card(file), file.path
        tip = tr("words separated by commas, such as opening, to review")
        now = card.tags if card is not None else ""

        def save(given: Values) -> None:
            if path is not None:
                set_tags(path, file.stamp, given["tags"])
                self._back()

        fields = [Field("tags", "text", tr("Tags"), now, tip=tip)]
        buttons = (Button("ok", tr("Save"), save), Button("cancel", tr("Cancel")))
        self._ask(Form("tags", tr("Tags"), fields, buttons, text=form.words(file)))

    # -- import and export

    def ask_import(self) -> None:
        """Ask for a folder and import its records."""
        tip = tr("a record, or a folder: records in it and in all folders inside are copied")
        fields = [Field("folder", "text", tr("Folder or file"), "", tip=tip)]
        buttons = (Button("ok", tr("Import"), self._import),
                   Button("browse", tr("Browse"), self._browse),
                   Button("cancel", tr("Cancel")))  # fmt: skip
        self._ask(Form("import", tr("Import records"), fields, buttons))

    def _browse(self, given: Values) -> None:
        start = _path(given["folder"]) if given["folder"].strip() else self._chooser.folder
        self._chooser.ask(tr("Import a folder"), start,
                          lambda name, agreed: self._import_from(Path(name)),
                          folder=True, back=self._back)  # fmt: skip

    def _import(self, given: Values) -> str | None:
        source = _path(given["folder"])
        if not given["folder"].strip():
            return tr("type the path of a folder or of a record")
        if not source.exists():
            return tr("{values}: folder or file not found", values=given["folder"])
        self._import_from(source)
        return None

    def _import_from(self, source: Path) -> None:
        title = tr("Importing {name}", name=source.name)
        self._begin(title, lambda stop: import_folder(source, stop))

    def ask_export(self, files: Sequence[GameFile]) -> None:
        """Ask where to write the listed games."""
        tip = tr(
            "a name that ends in .sgf: one collection; else a folder with a file for each game"
        )
        fields = [Field("to", "text", tr_word("To"), f"~/{tr_word('games')}.sgf", tip=tip)]
        count = len(files)

        def begin(given: Values) -> str | None:
            to = _path(given["to"])
            if to.suffix.casefold() == ".sgf" and to.exists():
                return tr("{to} already exists: choose another name", to=to)
            if not to.parent.is_dir():
                return tr("{parent}: folder not found", parent=to.parent)
            title = tr_count(
                "Exporting {number} game", "Exporting {number} games", count, number=grouped(count)
            )
            self._begin(title, lambda stop: _exported(files, to))
            return None

        buttons = (Button("ok", tr("Export"), begin), Button("cancel", tr("Cancel")))

        def live(given: Values) -> None:
            one_file = given["to"].strip().casefold().endswith(".sgf")
            form.text = _becomes(count, one_file)

        form = Form("export", tr("Export"), fields, buttons, live)
        live(form.values())
        self._ask(form)

    def _begin(self, title: str, steps: Callable[[Callable[[], bool]], Iterator[Any]]) -> None:
        """Start a thread, and show a note until it has ended."""
        self.close()
        self._asked = self._desk.hud.form  # it is closed, as its button has been pressed
        self._work = Background(steps)
        stop = Button("cancel", tr("Stop"), lambda given: self._stopped())
        self._note = Form("working", title, [], (stop,))
        self._ask(self._note)
        # Not at once: a report must not come before the button that asked for it is done with.
        self._desk.schedule.at(self._desk.now + POLL, self._watch)

    def _watch(self) -> None:
        work, desk = self._work, self._desk
        if work is None or self._note is None:
            return
        if work.busy:
            last = work.last
            if isinstance(last, Imported):
                self._note.text = tr("File {done} of {files}: {said}", done=grouped(last.done),
                                     files=grouped(last.files), said=last.summary)  # fmt: skip
            desk.hud.dirty = True
            desk.schedule.at(desk.now + POLL, self._watch)
            return
        self._work = None
        self._report(work)

    def _stopped(self) -> None:
        work = self._work
        if work is not None:
            self.close()
            if isinstance(work.last, Imported):
                self._desk.say(tr("stopped: {said}", said=work.last.summary))

    def _report(self, work: Background) -> None:
        """Show what has been done, with a line for each game left out."""
        if work.error and self._asked is not None:
            self._asked.stay()
            self._ask(self._asked)
            self._asked.problem = work.error
            return
        last = work.last
        lines: Sequence[str] = last.lines if last is not None else ()
        said = last.summary if last is not None else ""
        fields = []
        if lines:
            rows = tuple((index, line) for index, line in enumerate(lines))
            fields = [Field("lines", "list", "", 0, choices=rows, picks=True,
                            rows=min(REPORT_ROWS, len(rows)))]  # fmt: skip

        def live(given: Values) -> None:
            at = given.get("lines")
            line = lines[at] if at is not None else ""  # the list has no room for long lines
            form.text = "\n".join(filter(None, (work.error or said, line)))

        form = Form("report", tr_word("Report"), fields, (Button("cancel", tr("Close")),), live)
        live(form.values())
        self._ask(form)
        if isinstance(last, Imported):
            form.back = lambda: self._show("played")
        if lines:
            form.focus_on(0)

    def close(self) -> None:
        """Stop what is done in the background."""
        work, self._work = self._work, None
        self._desk.schedule.at(None, self._watch)
        if work is not None:
            work.close()


class Exported:
    """The report of an export."""

    def __init__(self, count: int, to: Path, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)
        self.summary = tr_count(
            "{number} game written to {to}", "{number} games written to {to}", count,
            number=grouped(count), to=to,
        )  # fmt: skip


def _becomes(count: int, one_file: bool) -> str:
    """Return what becomes of the games that are exported."""
    number = grouped(count)
    if one_file:
        return tr_count(
            "The {number} game listed goes into a file.",
            "The {number} games listed go into one file.", count, number=number,
        )  # fmt: skip
    return tr_count(
        "The {number} game listed goes into a new folder, as a file of its own.",
        "The {number} games listed go into a new folder, each as a file of its own.",
        count, number=number,
    )  # fmt: skip


def _exported(files: Sequence[GameFile], to: Path) -> Iterator[Exported]:
    count, problems = export(files, to, sample_data)
    yield Exported(count, to, problems)


def _path(text: str) -> Path:
    return Path(os.path.abspath(os.path.expanduser(text.strip() or ".")))
