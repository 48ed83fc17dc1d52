"""Tabs of one browser, Chromium or Firefox, with a common interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

PATIENCE = 60_000  # milliseconds; a busy machine is slow


class Tab(Protocol):
    """Actions of a test in a tab."""

    def goto(self, url: str) -> None: ...

    def evaluate(self, expression: str, *given: Any) -> Any: ...

    def wait_for(self, expression: str, *given: Any) -> Any: ...

    def sees(self, where: str, text: str) -> None: ...

    def close(self) -> None: ...


NewTab = Callable[[], Tab]


class ChromiumTab:
    """A page of the driver; expressions find their arguments in ``arguments``."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def evaluate(self, expression: str, *given: Any) -> Any:
        return self.page.evaluate(_function(expression), list(given))

    def wait_for(self, expression: str, *given: Any) -> Any:
        return self.page.wait_for_function(_function(expression), arg=list(given)).json_value()

    def sees(self, where: str, text: str) -> None:
        self.wait_for(SEES, where, text)

    def close(self) -> None:
        self.page.close()


SEES = "document.querySelector(arguments[0])?.textContent.includes(arguments[1])"


def _function(expression: str) -> str:
    return f"(given) => (function () {{ return {expression}; }}).apply(null, given)"


def choose(tab: Tab, place: str) -> None:
    """Choose a place of the board with only one way to play, by the two lists."""
    tab.wait_for("document.querySelector(`#places [value='${arguments[0]}']`) !== null", place)
    tab.evaluate(CHOOSE, place)
    tab.wait_for("document.querySelector('#play-words').ariaDisabled === 'false'")


def press(tab: Tab, button: str) -> None:
    tab.evaluate("document.querySelector(arguments[0]).click()", button)


def play(tab: Tab, place: str) -> None:
    """Play at a place."""
    choose(tab, place)
    press(tab, "#play-words")


CHOOSE = """((place) => {
  const places = document.querySelector("#places");
  places.value = place;
  places.dispatchEvent(new Event("change"));
})(arguments[0])"""
