"""All commands as a form: a few letters find one, Enter runs it, and F2 gives it another key."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from boche.engine.languages.current import tr, tr_count, tr_later, translate
from boche.engine.message import capitalized
from boche.viewer.hud.dialogs.model import PAGE, Button, Field, Form, Values

NAME = "commands"
"""The name of the form, and of the command that opens it."""
OTHER_KEY = "F2"
NONE_FITS = tr_later("No command fits: try fewer letters, or others")
SEARCH, LINES = range(2)
"""The indices of the fields."""
MOVES = {"Down": 1, "Up": -1, **{key: -by for key, by in PAGE.items()}}
"""The steps in the list of keys that leave the search its letters."""


@dataclass(frozen=True)
class CommandLine:
    """A command in the list: its name, its text and its keys in the user's language.

    ``english`` is its text in English, by which it is found as well; ``why`` says why it cannot be
    done now, or is empty. ``also`` are other words that find it, in both languages.
    """

    name: str
    text: str
    keys: str
    english: str = ""
    why: str = ""
    also: tuple[str, ...] = ()


def line_of(name: str, text: str, keys: str, why: str = "", also: str = "") -> CommandLine:
    """Return the line of a command with this text in English, and why it cannot be done now.

    ``also`` are other words for it, in English.
    """
    words = (tr(also), also) if also else ()
    return CommandLine(name, capitalized(tr(text)), keys, text, capitalized(translate(why)), words)


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """Return a text for comparison: small letters without accents, single blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def find_lines(lines: Sequence[CommandLine], typed: str) -> list[CommandLine]:
    """Return the commands that some letters may mean, the likeliest first.

    Each typed word is part of a command's text, of its English text, of its name, or of other words
    for it. Texts that begin with what is typed come first, then those with words that begin so.
    What cannot be done now comes after what can.
    """
    wanted = folded(typed)
    ranked = [(rank, line) for line in lines if (rank := _rank(line, wanted)) is not None]
    return [line for _, line in sorted(ranked, key=lambda each: (each[0], bool(each[1].why)))]


def _rank(line: CommandLine, wanted: str) -> int | None:
    """Return how well a command fits, 0 for best, or None if it does not."""
    words, best = wanted.split(), None
    if not words:
        return 0
    for text in (line.text, line.english, line.name.replace("_", " "), line.keys, *line.also):
        there = folded(text)
        begins = [any(part.startswith(word) for part in there.split()) for word in words]
        begun = there.startswith(wanted) and text == line.text
        rank = 0 if begun else 1 if all(begins) else 2
        if all(word in there for word in words):
            best = rank if best is None else min(best, rank)
    return best


class CommandSearch:
    """The search for a command among ``lines``.

    ``run`` gets the name of the chosen one. ``change`` gets its line, to give it another key, and
    what is typed. ``said`` is a line on what was done last.
    """

    def __init__(
        self,
        lines: Sequence[CommandLine],
        run: Callable[[str], object],
        change: Callable[[CommandLine, str], object],
        typed: str = "",
        said: str = "",
    ) -> None:
        self._lines, self._run, self._change = lines, run, change
        self._typed, self.said = typed, said
        self.lines = find_lines(lines, typed)
        self._chosen = self.lines[0].name if self.lines else None
        buttons = (
            Button("run", tr("Run"), self._on_chosen(self._do)),
            Button("cancel", tr("Close")),
            Button("change", tr("Another key ({key})", key=OTHER_KEY), self._on_chosen(self._give)),
        )
        self.form = Form(NAME, tr("Commands"), self._fields(), buttons, self._live,
                         extra=self._key, of=self)  # fmt: skip

    def _fields(self) -> list[Field]:
        rows = tuple((line.name, line.text) for line in self.lines)
        return [
            Field("search", "text", tr("Search"), self._typed,
                  tip=tr("a few letters of a command"), searches=True),
            Field("commands", "list", "", self._chosen, choices=rows, takes="run"),
        ]  # fmt: skip

    @property
    def chosen(self) -> CommandLine | None:
        """The chosen command, or None if none fits."""
        return next((line for line in self.lines if line.name == self._chosen), None)

    @property
    def status(self) -> str:
        """A line about the list: why the chosen command cannot be done now, or how many fit."""
        if self.said:
            return self.said
        if not self.lines:
            return tr("No command fits")
        if self.chosen is not None and self.chosen.why:
            return self.chosen.why
        return tr_count("{count} command", "{count} commands", len(self.lines))

    def _live(self, given: Values) -> None:
        if given["search"] != self._typed:
            self._typed = given["search"]
            self.lines = find_lines(self._lines, self._typed)
            self.form.scroll_home("commands")
            self._choose(0)

    def _choose(self, at: int) -> None:
        self._chosen = self.lines[at].name if self.lines else None
        self.said, self.form.problem = "", ""
        self.form.refit(self._fields())

    def _key(self, pressed: str) -> bool:
        """Move in the list while letters go to the search, and take the chosen command."""
        names = [line.name for line in self.lines]
        if pressed in MOVES and names:
            at = names.index(self._chosen) if self._chosen in names else 0
            self._choose(min(max(at + MOVES[pressed], 0), len(names) - 1))
        elif pressed == "Enter" and self.form.focused_button < 0:
            self.form.press("run")
        elif pressed == "Tab" and not names:
            self.form.problem = tr(NONE_FITS)  # there is no line to go to
        elif pressed == OTHER_KEY:
            self.form.press("change")
        else:
            return pressed in MOVES
        return True

    def _on_chosen(self, do: Callable[[CommandLine], str | None]) -> Callable[[Values], str | None]:
        def run(given: Values) -> str | None:
            self._chosen = given["commands"]  # a click may have chosen another one
            line = self.chosen
            return do(line) if line is not None else tr(NONE_FITS)

        return run

    def _do(self, line: CommandLine) -> str | None:
        if line.why:
            return line.why
        self._run(line.name)
        return None

    def _give(self, line: CommandLine) -> None:
        self._change(line, self._typed)


def key_form(
    line: CommandLine,
    clash: Callable[[str], str],
    give: Callable[[tuple[str, ...]], None],
    back: Callable[[], object],
) -> Form:
    """Return the form that waits for another key of a command.

    ``clash`` gets a key and returns why the command cannot have it, or an empty text. ``give`` gets
    its new keys, none for the usual ones; ``back`` is called if the user leaves it as it is.
    """
    pressed_last: list[str] = []

    def key(pressed: str) -> bool:
        if pressed == "Escape":
            return False
        pressed_last[:] = [] if pressed == "Backspace" else [pressed]
        form.problem = clash(pressed) if pressed_last else ""
        if not form.problem:
            form.press("give")
        return True

    text = tr(
        "{command}: {keys}. Press the new key. Backspace: the usual keys; Escape: no change.",
        command=line.text,
        keys=line.keys or tr("no key"),
    )
    buttons = (
        Button("cancel", tr("Cancel")),
        Button("usual", tr("Usual keys"), lambda _: give(())),
    )
    form = Form("key of a command", tr("Another key"), [], buttons, text=text, extra=key, back=back)
    form.more = [Button("give", "", lambda _: give(tuple(pressed_last)))]
    return form
