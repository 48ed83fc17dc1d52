"""The state of the help: whether it is open, its current tab, and the page of each tab."""

from __future__ import annotations

from boche.viewer.hud.widgets.items import Action

RULES, KEYS, MARKS = "rules", "keys", "marks"
TABS = (RULES, KEYS, MARKS)
NUMBERS = {str(number): tab for number, tab in enumerate(TABS, 1)}
"""The keys that show a tab; they are the same in a game without rules."""

CLOSE, TAB, TURN = "close_help", "help_tab", "help_page"
"""Actions: close the help, show a tab (by name), show a page (by number)."""

_TURNS = {
    "Left": -1, "Up": -1, "PageUp": -1, "Backspace": -1,
    "Right": 1, "Down": 1, "PageDown": 1, "Space": 1,
}  # fmt: skip


class Reader:
    """The reading position in one window's help; the rules keep their page."""

    def __init__(self) -> None:
        self.open = False
        self._tab, self._game = RULES, ""
        self._has_rules = False
        self._pages, self._counts = dict.fromkeys(TABS, 0), dict.fromkeys(TABS, 1)

    @property
    def page(self) -> int:
        """The page of the current tab."""
        return self._pages[self.tab]

    @property
    def count(self) -> int:
        """The number of pages of the current tab, known once they have been laid out."""
        return self._counts[self.tab]

    @property
    def tab(self) -> str:
        """The current tab; a game without rules has only the other tabs."""
        return self._tab if self._tab in self.tabs else KEYS

    @property
    def tabs(self) -> tuple[str, ...]:
        return TABS if self._has_rules else (KEYS, MARKS)

    def take(self, game: str, rules: int, keys: int) -> None:
        """Take the game on the table and the page counts of its rules (0 for none) and its keys."""
        if game != self._game:
            self._pages[RULES] = 0
        self._game, self._has_rules = game, rules > 0
        self._counts = {RULES: max(rules, 1), KEYS: max(keys, 1), MARKS: 1}
        self._pages = {tab: min(self._pages[tab], self._counts[tab] - 1) for tab in TABS}

    def toggle(self) -> None:
        """Open the help with the keys at their first page, or close it."""
        self.open, self._pages[KEYS] = not self.open, 0

    def open_rules(self) -> None:
        """Open the help at the page of the rules that was read last."""
        self.open, self._tab = True, RULES

    def go(self, page: int) -> None:
        """Go to a page of the current tab by its number."""
        self._pages[self.tab] = page

    def turn(self, by: int) -> None:
        """Turn some pages, at most to the first or the last one."""
        self._pages[self.tab] = min(max(self.page + by, 0), self.count - 1)

    def key(self, pressed: str) -> None:
        """Handle a key while the help is open."""
        last = self.page + 1 >= self.count
        if pressed in ("Escape", "F1") or (pressed == "Enter" and last):
            self.open = False
        elif pressed == "Enter":  # it presses the filled button
            self.turn(1)
        elif pressed in ("Tab", "Shift+Tab"):
            by = 1 if pressed == "Tab" else -1
            self._tab = self.tabs[(self.tabs.index(self.tab) + by) % len(self.tabs)]
        elif pressed in NUMBERS:
            self._tab = NUMBERS[pressed]
        elif pressed in _TURNS:
            self.turn(_TURNS[pressed])
        elif pressed in ("Home", "End"):
            self.turn(self.count if pressed == "End" else -self.count)

    def do(self, action: Action) -> bool:
        """Carry out a click; return False for an action that is not the help's."""
        if action.name == CLOSE:
            self.open = False
        elif action.name == TAB:
            self._tab = action.value
        elif action.name == TURN:
            self.go(action.value)
        else:
            return False
        return True
