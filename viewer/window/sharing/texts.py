"""What is shared as text: the record, and the position printed in characters."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from boche.engine.atomic_write import refuse_unwritable, write_file
from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr, tr_word, translate
from boche.engine.message import capitalized
from boche.engine.record import dump_moves
from boche.viewer.export.line import Line
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.hud.dialogs.share_model import Values
from boche.viewer.table.command_keys import shown_key
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.clipboard import Clipboard
from boche.viewer.window.records.overwrite_question import with_consent
from boche.viewer.window.sharing.fields import path_field
from boche.viewer.window.sharing.names import Names, path_of, size_told

CLIPBOARD, FILE = "clipboard", "file"
SGF, MOVES = ".sgf", ".txt"


def _to_field(given: Values) -> Field:
    places = ((CLIPBOARD, tr("Clipboard")), (FILE, tr("File")))
    return Field("to", "choice", tr_word("To"), given.get("to", CLIPBOARD), choices=places)


class Records:
    """The record on one desk, as SGF or as a list of its moves."""

    def __init__(self, desk: Desk, clipboard: Clipboard, save: Callable[[str], None]) -> None:
        """Set it up; ``save`` asks for a file with that extension, and saves the record."""
        self._desk, self._clipboard, self._save = desk, clipboard, save

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the format, and where to."""
        kinds = ((SGF, "SGF"), (MOVES, tr("List of moves")))
        return [
            Field("kind", "choice", tr("Kind"), given.get("kind", SGF), choices=kinds,
                  tip=tr("SGF has everything; a list has the moves of the main line alone")),
            _to_field(given),
        ]  # fmt: skip

    def _text(self, given: Values) -> str:
        """Return the text. Raises ``BocheError`` if there is none."""
        file = self._desk.session.file
        return file.text() if given["kind"] == SGF else dump_moves(file.named)

    def quoted(self, given: Values) -> str:
        """Return the text, empty if there is none."""
        with suppress(BocheError):
            return self._text(given)
        return ""

    def description(self, given: Values) -> str:
        """Return how large it is and what it is good for, or why there is none."""
        try:
            about = size_told(len(self._text(given).encode("utf-8", "replace")))
        except BocheError as error:
            return capitalized(translate(why_not(error)))
        if given["to"] == FILE:
            return tr("A file of {about} that this table and other programs open.", about=about)
        return tr(
            "{about} of text that can be pasted anywhere, and back into the table with {key}.",
            about=about,
            key=shown_key("paste"),
        )

    def do(self, given: Values) -> None:
        """Copy the record, or ask for its file. Raises ``BocheError``."""
        if given["to"] == FILE:
            self._save(given["kind"])
        elif given["kind"] == SGF:
            self._clipboard.copy()
        else:
            self._clipboard.put(self._text(given))
            self._desk.say(tr("the moves are on the clipboard"))


class Texts:
    """The position on one desk, printed in characters."""

    def __init__(self, desk: Desk, clipboard: Clipboard, names: Names) -> None:
        self._desk, self._clipboard, self._names = desk, clipboard, names

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: with coordinates or without, and where to."""
        fields = [
            Field("coordinates", "flag", tr("Coordinates"), given.get("coordinates", True)),
            _to_field(given),
        ]
        if fields[1].value == FILE:
            path = self._names.suggested(given.get("path"), MOVES, (MOVES,))
            fields.append(path_field(path, (MOVES,)))
        return fields

    def _text(self, given: Values) -> str:
        """Return the text: the board, whose turn it is, and the comment."""
        session = self._desk.session
        line, node = Line.of(session.file.named, session.cursor.line[-1]), session.cursor.node
        at = sum(each.move is not None for each in node.path())
        return line.text_at(at, coordinates=given["coordinates"])

    def description(self, given: Values) -> str:
        """Return what it is good for."""
        return tr("The position in characters, for mails and chats: it needs letters of one width.")

    def do(self, given: Values) -> None:
        """Copy the text, or write it. Raises ``BocheError``."""
        text = self._text(given)
        if given["to"] == CLIPBOARD:
            self._clipboard.put(text)
            self._desk.say(tr("the position is on the clipboard"))
            return
        path = path_of(given["path"], MOVES)
        refuse_unwritable(path)
        with_consent(self._desk, path, partial(self._write, path, text))

    def _write(self, path: Path, text: str) -> None:
        write_file(path, text.encode("utf-8", "replace"), keeping=True)
        self._desk.say(tr("saved: {path}", path=path))
