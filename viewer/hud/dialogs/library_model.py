"""The library as a form: the section, the search and the chosen record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from boche.engine.languages.current import tr, tr_count, tr_later
from boche.engine.languages.formats import grouped, written_day
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.storage.library import EVERYTHING, SECTIONS, GameFile, Library, Section
from boche.viewer.storage.library_filter import Filter
from boche.viewer.storage.library_index import Card

NAME = "library"

TITLES: dict[Section, str] = {
    "samples": tr_later("Samples"),
    "recent": tr_later("Recent"),
    "played": tr_later("All games"),
    "position": tr_later("This position"),
}

LAST = tr_later("Last search")
"""The title of the games that reached a position, once another one is on the table."""

OWN = ("recent", "played")
"""Sections whose records can be removed from them."""

KEYS = {"F6": "filter", "F7": "tags", "F8": "take", "F9": "export", "F10": "progress"}

LOOKING = tr_later("Looking for your games…")

HINT = tr_later("F6 filter, F7 tags, F8 import, F9 export, F10 your progress")

NONE_LISTED = tr_later("no game is listed")

SECTION, SEARCH, GAMES = range(3)
"""The indices of the fields, as Tab goes through them from the left."""


@dataclass(frozen=True)
class LibraryActions:
    """The actions on a record of the library, and the other actions offered there."""

    open: Callable[[GameFile], None]
    remove: Callable[[GameFile], None]
    copy: Callable[[GameFile], None]
    new: Callable[[], None]
    file: Callable[[], None]
    filter: Callable[[LibraryForm], None]
    tags: Callable[[LibraryForm, GameFile], None]
    take: Callable[[], None]
    export: Callable[[Sequence[GameFile]], None]
    progress: Callable[[], None]


class LibraryForm:
    """The library as the user browses it. ``section`` and ``search`` are what it shows.

    ``library`` is read step by step meanwhile; call ``grown`` when more of it has been read.
    """

    def __init__(
        self,
        library: Library,
        wishes: LibraryActions,
        section: Section = "played",
        search: str = "",
        wanted: Filter = EVERYTHING,
        left: bool = False,
    ) -> None:
        """Set it up; ``left`` says that another position is on the table than was searched for."""
        self.library, self.section, self.search = library, section, search
        self._left = left
        self._wishes, self.wanted = wishes, wanted
        self._chosen: GameFile | None = None
        self._seen: Sequence[GameFile] = ()
        self.form = Form(NAME, tr("Library"), self._fields(), (), self._live)
        self.form.extra, self.form.of = self._key, self
        self.form.more = self._all_buttons()
        self.form.buttons = self._buttons()
        if self.form.edit is not None:  # typing replaces the last search
            self.form.edit = replace(self.form.edit, mark=0)

    # -- what is shown

    def _fields(self) -> list[Field]:
        found = self.library.search(self.section, self.search, self.wanted)
        self._chosen = self._chosen if self._chosen in found else None
        if self.search and self._chosen is None and found:
            self._chosen = found[0]  # Enter opens it
        tip = tr("players, game, result, date, event, comment or file")
        return [
            Field("section", "choice", "", self.section,
                  choices=tuple((name, self._title(name)) for name in self.sections)),
            Field("search", "text", tr("Search"), self.search, tip=tip, searches=True),
            Field("games", "list", "", self._chosen, choices=tuple((f, "") for f in found),
                  picks=True),
        ]  # fmt: skip

    def _title(self, section: Section) -> str:
        left = section == "position" and self._left
        return tr(LAST) if left else tr(TITLES[section])

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections, with the games that reached a position if they were looked for."""
        if self.section == "position" or self.library.has("position"):
            return (*SECTIONS, "position")
        return SECTIONS

    def _all_buttons(self) -> list[Button]:
        """Return all buttons, which have keys even while they are not shown."""
        does = self._wishes
        return [
            Button("open", tr("Open"), self._on_chosen(does.open)),
            Button("cancel", tr("Close")),
            Button("copy", tr("Copy path"), self._on_chosen(does.copy), stays=True),
            Button("tags", tr("Tags"), self._on_chosen(lambda file: does.tags(self, file), "tags")),
            Button("remove", "", self._on_chosen(does.remove)),
            Button("filter", tr("Filter"), lambda given: does.filter(self)),
            Button("take", tr("Import"), lambda given: does.take()),
            Button("export", tr("Export"), self._export),
            Button("file", tr("Other file"), lambda given: does.file()),
            Button("new", tr("New game"), lambda given: does.new()),
            Button("progress", "", lambda given: does.progress()),
        ]

    def _buttons(self) -> list[Button]:
        """Return the buttons that are shown."""
        chosen, hidden = self._chosen, {"progress"}
        if chosen is None or chosen.path is None:
            hidden |= {"copy", "tags"}
        if chosen is None or chosen.section not in OWN:
            hidden |= {"remove"}
        shown = [each for each in self.form.more if each.name not in hidden]
        label = removing(chosen) if chosen is not None else ""
        return [each._replace(label=each.label or label) for each in shown]

    @property
    def files(self) -> list[GameFile]:
        """The listed records."""
        return [file for file, _ in self.form.fields[GAMES].choices]

    def grown(self) -> None:
        """Show the records that have been read since."""
        self._refit()

    def _refit(self) -> None:
        self.form.refit(self._fields())
        self.form.buttons = self._buttons()

    @property
    def status(self) -> str:
        """A line about the list: the last problem, or the number of games."""
        if self.library.problems:
            return self.library.problems[-1]
        if self.library.listing and self.section == "played":
            return tr(LOOKING)
        count = len(self.files)
        listed = tr_count("{number} game", "{number} games", count, number=grouped(count))
        listed += f" ({self.wanted.summary})" if self.wanted.summary else ""
        partly = self.search or self.wanted != EVERYTHING
        unread = self.library.unread_in(self.section) if partly else 0
        if not unread:
            return listed
        return tr("{games}; {unread} not read yet", games=listed, unread=grouped(unread))

    def want(self, files: Sequence[GameFile]) -> None:
        """Have the visible records read first."""
        self._seen = files
        self.library.want(files)

    @property
    def seen_unread(self) -> bool:
        """True if a visible record has not been read yet."""
        return any(self.library.card(file) is None for file in self._seen)

    # -- what is done

    def _live(self, given: Values) -> None:
        moved = (given["search"], given["section"]) != (self.search, self.section)
        self.search, self.section, self._chosen = given["search"], given["section"], given["games"]
        if moved:
            self.form.scroll_home("games")
        self._refit()

    def _on_chosen(
        self, do: Callable[[GameFile], None], button: str = ""
    ) -> Callable[[Values], str | None]:
        """Return a button's function that does something with the chosen record.

        If none is chosen, the only one is meant, for tags the first.
        """
        tags = button == "tags"

        def run(given: Values) -> str | None:
            files, chosen = self.files, given["games"]
            if not files:
                return tr(NONE_LISTED)
            if chosen is None and (len(files) == 1 or (files and tags)):
                chosen = files[0]
            if chosen is None:
                return tr("choose a game")
            if tags and chosen.path is None:
                return tr("samples cannot be tagged: open one and save it to tag it")
            do(chosen)
            return None

        return run

    def _export(self, given: Values) -> str | None:
        """Export the listed records, if there are any."""
        if not self.files:
            return tr(NONE_LISTED)
        self._wishes.export(self.files)
        return None

    def _key(self, pressed: str) -> bool:
        """Handle this page's own keys: search, list, sections, and actions on the chosen record."""
        form, here = self.form, self.form.focused
        listing = here is not None and here.name == "games"
        turning = pressed in ("Left", "Right")
        if pressed == "Ctrl+F":
            form.focus_on(SEARCH)
        elif pressed in KEYS:
            form.press(KEYS[pressed])
        elif pressed == "Enter" and form.focus == SEARCH and self._chosen is not None:
            form.press("open")
        elif pressed == "Enter" and form.focus == SEARCH and self.files:
            form.key("Down")
        elif pressed == "Enter" and listing and self._chosen is None:
            form.press("open")  # which says what is missing
        elif listing and pressed == "Down" and self.at == len(self.files) - 1:
            pass  # stay on the last record, where other lists lose the focus
        elif listing and len(pressed.removeprefix("Shift+")) == 1:
            form.focus_on(SEARCH)  # the letter is then typed there
        elif turning and (listing or form.focus == SECTION):
            at = self.sections.index(self.section) + (1 if pressed == "Right" else -1)
            self._go_to(self.sections[at % len(self.sections)])
            if not listing:
                form.focus_on(SECTION)
        elif form.focus == SECTION and pressed in ("Down", "Enter") and self.files:
            self.choose(self.at)
        elif listing and self._chosen is not None and pressed in ("Delete", "Ctrl+C"):
            name = "remove" if pressed == "Delete" else "copy"
            if name in [each.name for each in self._buttons()]:
                form.press(name)
        else:
            return False
        return True

    def _go_to(self, section: Section) -> None:
        """Show another section with its first record chosen."""
        self.section = section
        self.form.scroll_home("games")
        self._refit()
        self.choose(0)

    def choose(self, at: int) -> None:
        """Choose a record by its index, at most the last one, and focus the list."""
        files = self.files
        self._chosen = files[min(at, len(files) - 1)] if files else None
        self._refit()
        self.form.focus_on(GAMES)

    @property
    def at(self) -> int:
        """The index of the chosen record; 0 if there is none."""
        return self.files.index(self._chosen) if self._chosen is not None else 0

    def words(self, file: GameFile) -> str:
        """Return one line about a record: the players, the game, the result and the date."""
        card = self.library.card(file) or Card()
        parts = (card.players, card.game, card.result, written_day(file.when))
        return ", ".join(filter(None, parts))


def removing(file: GameFile) -> str:
    """Return the label that removes a record: a user's own file is only forgotten."""
    return tr("Delete") if file.section == "played" else tr("Forget")
