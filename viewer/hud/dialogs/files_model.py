"""The file dialog in the window: a folder to browse, files to choose, a path to type."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.hud.dialogs.start_model import LIBRARY
from boche.viewer.storage.folder import Entry, completed, listed
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.text_edit import TextEdit

NAME = "files"
UP = "up"
"""The button that leads to the parent folder."""
TAKE = "take"
"""The button that takes a folder."""

Take = Callable[[str], None]
Tell = Callable[[Path], str]


@dataclass(frozen=True)
class FileRequest:
    """A request for a file: texts of title and main button, start folder, whether to ``save``.

    ``start`` is a folder, or a file in it. ``recent`` are the recently used files. With ``folder``
    a folder is asked for: the main button only opens folders, and another one takes one.
    ``library`` opens the library instead, where that may hold what is looked for.
    """

    title: str
    button: str
    start: Path
    recent: Sequence[str] = ()
    save: bool = False
    folder: bool = False
    library: Callable[[], object] | None = None


class FilesForm:
    """A dialog that asks for one file or folder.

    ``take`` gets its path and may refuse it (``BocheError``, ``OSError``); ``tell`` returns a line
    about a chosen record. ``folder`` is the folder shown.
    """

    def __init__(self, wanted: FileRequest, take: Take, tell: Tell) -> None:
        self._wanted, self._take, self._tell = wanted, take, tell
        start = Path(os.path.abspath(wanted.start))
        file = wanted.save or not os.path.isdir(start)
        self.folder = start.parent if file else start
        self._every, self._chosen, self.about = False, None, ""
        self._text = start.name if file and wanted.save else ""
        self._typed = False
        self.problem = ""
        name = "save" if wanted.save else "open"
        buttons = [Button(name, wanted.button, self._careful(self._go))]
        if wanted.folder:
            buttons.append(Button(TAKE, tr("Choose folder"), self._careful(self._take_folder)))
        buttons.append(Button("cancel", tr("Cancel")))
        if (library := wanted.library) is not None:
            buttons.append(library_button(library))
        self.form = Form(NAME, wanted.title, self._fields(), buttons, self._live)
        self.form.extra, self.form.of = self._key, self
        self.form.more = [Button(UP, "", lambda given: self._up(), stays=True)]
        if self.form.edit is not None:
            self.form.edit = self.form.edit.all_selected()  # typing replaces a suggested name
        self.form.problem = self.problem

    _chosen: Entry | None

    # -- what is shown

    def _fields(self) -> list[Field]:
        entries = self._entries()
        lines = tuple((entry, entry.printable_name + "/" * entry.folder) for entry in entries)
        chosen = self._chosen if self._chosen in entries else None
        label = tr("Folder") if self._wanted.folder else tr("File")
        fields = [
            Field("path", "text", label, self._text, tip=tr("name or path; Tab completes it")),
            Field("files", "list", "", chosen, choices=lines, picks=True),
            Field("every", "flag", tr("Show all files"), self._every),
        ]
        if self._wanted.recent:
            recent = tuple((name, Path(name).name) for name in self._wanted.recent)
            fields.append(Field("recent", "list", tr("Recent"), None, choices=recent))
        return fields

    def _entries(self) -> tuple[Entry, ...]:
        """Return the list's entries: those of the typed folder that match the typed beginning."""
        head, tail = os.path.split(self._text) if self._typed else ("", "")
        folder = self.listed_folder
        found = listed(folder, every=self._every)
        self.problem = found.problem if folder == self.folder else ""
        if self._wanted.save and not head:
            return found.entries
        return tuple(
            e for e in found.entries if e.printable_name.casefold().startswith(tail.casefold())
        )

    @property
    def listed_folder(self) -> Path:
        """The folder whose entries are listed: that of a typed path."""
        head = os.path.split(self._text)[0] if self._typed else ""
        return self._full(head) if head else self.folder

    @property
    def is_filtered(self) -> bool:
        """True if what is typed leaves out entries of the folder."""
        return self._typed and not self._wanted.save and bool(os.path.split(self._text)[1])

    @property
    def typed(self) -> Path | None:
        """The typed path, or None."""
        return self._full(self._text) if self._text.strip() else None

    def _full(self, text: str) -> Path:
        """Return the path that a text means, relative to the folder shown."""
        return self.folder / os.path.expanduser(text)

    # -- what is done

    def _live(self, given: Values) -> None:
        self._every = given["every"]
        if given["files"] is not None and given["files"] != self._chosen:
            self._choose(given["files"])
        elif given["path"] != self._text:
            self._text, self._typed, self._chosen, self.about = given["path"], True, None, ""
        self.form.refit(self._fields())

    def _choose(self, entry: Entry) -> None:
        """Choose an entry of the list and put its name into the path."""
        self._chosen = entry
        self.about = "" if entry.folder else self._tell(entry.path)
        if not (entry.folder and self._wanted.save):
            # The folder that was typed goes on being listed, all of it.
            self.folder = Path(os.path.normpath(entry.path.parent))
            self._chosen = replace(entry, path=self.folder / entry.path.name)
            self._text, self._typed = entry.printable_name, False

    def enter(self, folder: Path) -> None:
        """Show another folder; report one that cannot be read and stay in the old one."""
        folder = Path(os.path.normpath(folder))
        problem = listed(folder).problem
        if problem.startswith("cannot read"):
            self.form.problem = problem
            return
        self.folder, self._chosen, self._typed, self.about = folder, None, False, ""
        if not self._wanted.save or os.sep in self._text:
            self._text = ""
        self.form.scroll_home("files")
        self.form.refit(self._fields())
        self.form.problem = self.problem

    def _up(self) -> str:
        """Show the parent folder; return what is wrong with it."""
        self.enter(self.folder.parent)
        return self.form.problem

    def _careful(self, do: Callable[[Values], str | None]) -> Callable[[Values], str | None]:
        """Return a button's function that shows the folder as it is now if the other one fails."""

        def run(given: Values) -> str | None:
            try:
                return do(given)
            except (BocheError, OSError, ValueError) as error:
                self.form.refit(self._fields())
                return why_not(error)

        return run

    def _go(self, given: Values) -> str | None:
        """Take the chosen or typed file, or show it if it is a folder."""
        text, chosen = given["path"].strip(), self._chosen
        self._text = given["path"]
        if given.get("recent"):
            path = Path(given["recent"])
        elif chosen is not None and (
            chosen.folder or text in (chosen.printable_name, str(chosen.path))
        ):
            path = chosen.path
        elif text:
            path = self._meant(text)
        else:
            return tr("choose a file, or type its name")
        if os.path.isdir(path):
            self.form.stay()
            self.enter(path)
            return self.form.problem
        if self._wanted.folder:
            return tr("choose a folder")
        self._take(str(path))
        return None

    def _take_folder(self, given: Values) -> str | None:
        """Take the chosen or typed folder, or the one that is shown."""
        record, text = self._chosen is not None and not self._chosen.folder, given["path"].strip()
        path = self._meant(text) if text and not record else self.folder
        if not os.path.isdir(path):
            return tr("{path}: folder not found", path=path)
        self._take(os.path.normpath(path))
        return None

    def _meant(self, text: str) -> Path:
        """Return the path of a typed text: of the only entry that begins so, or as typed."""
        path, entries = self._full(text), self._entries()
        if self._wanted.save or path.exists() or len(entries) != 1:
            return path
        return entries[0].path

    # -- keys

    def _key(self, pressed: str) -> bool:
        """Handle this dialog's own keys: parent folder, library, completion of the path."""
        here = self.form.focused
        listing = here is not None and here.name == "files"
        if pressed == "Alt+Up" or (pressed == "Backspace" and listing):
            self.enter(self.folder.parent)
            return True
        if self._wanted.library is not None and pressed in keys_of(LIBRARY):
            self.form.press(LIBRARY)
            return True
        return pressed == "Tab" and here is not None and here.name == "path" and self._complete()

    def _complete(self) -> bool:
        """Complete the typed path while it is unambiguous; return False if nothing was added."""
        head, tail = os.path.split(self._text)
        entries = listed(self._full(head) if head else self.folder, every=self._every).entries
        names = [entry.path.name + os.sep * entry.folder for entry in entries]
        longer = completed(tail, names) if tail or head else tail
        if longer == tail:
            return False
        text = os.path.join(head, longer)
        self.form.put(TextEdit.at_end(text))
        return True


def library_button(show: Callable[[], object]) -> Button:
    """Return the button of a dialog for files that opens the library instead."""

    def do(given: Values) -> None:
        show()

    return Button(LIBRARY, tr("Library"), do)
