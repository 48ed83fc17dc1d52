"""What templates say in the current language.

The language is asked while a page is rendered: templates are compiled once for all. A template's
own texts are trusted and may have tags; values are escaped unless they are ``Markup``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from boche.engine.durations import in_words
from boche.engine.languages import current, formats
from boche.engine.languages.catalogue import codes
from boche.engine.languages.choosing import NAMES
from boche.engine.languages.current import word_later
from boche.engine.message import Message, capitalized
from boche.engine.review.words import move_said
from boche.server.play.words import shown_name


def tr(text: str, /, **values: Any) -> Markup:
    """Return a template's text in the current language, its gaps filled with values.

    Raises ``KeyError`` for a gap without a value.
    """
    return Markup(current.tr(text, **_safe(values)))


def tr_count(one: str, many: str, count: int, /, **values: Any) -> Markup:
    """Return a template's text that counts; the gap ``{count}`` is the number.

    Raises ``KeyError`` for a gap without a value.
    """
    return Markup(current.tr_count(one, many, count, **_safe(values)))


HEADING = word_later("None")
"""The heading of a column of games without a result; at the desk the same word is a choice."""


def trusted(text: str) -> Markup:
    """Return a text that is HTML already."""
    return Markup(text)


def _safe(values: dict[str, Any]) -> dict[str, Any]:
    return {name: escape(_spoken(value)) for name, value in values.items()}


def _spoken(value: Any) -> Any:
    """Return a message in the current language; any other value as it is."""
    return current.translate(value) if isinstance(value, Message) else value


def translated(text: Any) -> Any:
    """Return a text that is not a template's own in the current language.

    Values that are no plain text stay: ``Markup`` was made in this language.
    """
    if isinstance(text, Message):
        return current.translate(text)
    return current.tr(text) if type(text) is str and text else text


def begun_in_language(text: str) -> str:
    """Return the text, in the current language, with its first letter capitalized."""
    return capitalized(current.translate(text))


def person(name: str) -> str:
    """Return a player's name; one that nobody chose in the current language."""
    return current.translate(shown_name(name))


def move(text: str) -> str:
    """Return a move as it is shown in the current language: ``swap`` is a word."""
    return current.translate(move_said(text))


def countdown(seconds: float) -> Markup:
    """Format a time that is left; a script lets it run."""
    form = Markup('<span role="timer" aria-live="off" data-left="{}">{}</span>')
    return form.format(round(seconds), in_words(seconds))


def day(seconds: float) -> Markup:
    """Format a day in UTC; a script converts it to the reader's time zone."""
    return _time(seconds, formats.day(_utc(seconds)), "day")


def moment(seconds: float) -> Markup:
    """Format a day and time in UTC; a script converts them to the reader's time zone."""
    return _time(seconds, f"{formats.moment(_utc(seconds))} UTC", "moment")


def _utc(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _time(seconds: float, text: str, shown: str) -> Markup:
    return Markup('<time datetime="{}" data-shown="{}">{}</time>').format(
        f"{_utc(seconds):%Y-%m-%dT%H:%MZ}", shown, text
    )


def language_choices() -> list[tuple[str, str]]:
    """Return the languages to choose from: their codes, and their own names."""
    return [(code, NAMES.get(code, code)) for code in codes()]


def teach(environment: Environment) -> None:
    """Give an environment the functions and filters of this module."""
    environment.globals.update(
        tr=tr, tr_count=tr_count, language=current.current, languages=language_choices
    )  # fmt: skip
    filters: dict[str, Callable[[Any], Any]] = {
        "begun": begun_in_language, "translated": translated, "word": current.tr_word,
        "person": person, "move": move, "words": in_words, "countdown": countdown, "day": day,
        "moment": moment,
    }  # fmt: skip
    environment.filters.update({name: _at_rendering(work) for name, work in filters.items()})


def _at_rendering(work: Callable[[Any], Any]) -> Callable[[Context, Any], Any]:
    """Return a filter that is not applied to constants while a template is compiled."""

    @pass_context
    def applied(context: Context, value: Any) -> Any:
        return work(value)

    return applied
