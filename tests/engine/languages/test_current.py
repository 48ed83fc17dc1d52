"""What a text says in the current language."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from boche.engine.languages import current, formats
from boche.engine.languages.catalogue import PSEUDO, pseudo
from boche.engine.languages.choosing import accepted, best, of_system
from boche.engine.languages.current import speaking, tr, tr_count, tr_word, translate, use
from boche.engine.message import Phrase
from tests.own_loop import run

LEFT = Phrase("left", "{colour} has {count} piece", many="{colour} has {count} pieces")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use("en")


def test_english_is_the_text_itself() -> None:
    assert tr("a {brace}") == "a {brace}"
    assert tr("{who} plays", who="Ann") == "Ann plays"
    assert tr_count("{count} game", "{count} games", 1) == "1 game"
    assert tr_count("{count} game of {who}", "{count} games of {who}", 0, who="B") == "0 games of B"
    assert tr_word("red") == "red"


def test_values_are_never_templates() -> None:
    assert tr("{who} plays", who="{count} {0!r}") == "{count} {0!r} plays"


def test_a_message_among_the_values_is_put_in_the_language_too() -> None:
    message = LEFT(colour="red", count=3)
    assert tr("So: {message}.", message=message) == "So: red has 3 pieces."
    with speaking(PSEUDO):
        assert tr("So: {message}.", message=message).startswith("Šö: réd")
        assert translate(message).startswith("réd· háš 3")
        assert translate("a name") == "a name"
    assert message == "red has 3 pieces"


def test_each_task_has_its_own_language() -> None:
    async def one(code: str) -> str:
        with speaking(code):
            await asyncio.sleep(0.01)
            return tr("Play")

    async def both() -> list[str]:
        return await asyncio.gather(one("en"), one(PSEUDO), one("en"))

    assert run(both()) == ["Play", pseudo("Play"), "Play"]


def test_a_language_that_nobody_speaks_here() -> None:
    with pytest.raises(LookupError, match=r"unknown language 'tlh' \(choose from en, de"):
        use("tlh")
    assert current.current() == "en"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (["de"], "de"), (["de-AT"], "de"), (["de_CH.UTF-8@euro"], "de"), (["DE"], "de"),
        (["tlh", "fr"], "fr"), (["tlh"], "en"), ([], "en"), (["C.UTF-8", "de"], "en"),
        (["", "../de", "d"], "en"), ([PSEUDO], PSEUDO), (["en-GB", "de"], "en"),
    ],
)  # fmt: skip
def test_the_first_wanted_language_that_there_is(wanted: list[str], code: str) -> None:
    assert best(wanted) == code


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("de", ["de"]), ("fr;q=0.5, de-AT, *;q=0.1", ["de-AT", "fr"]), ("", []),
        ("de;q=0, en", ["en"]), ("de;q=x, ;;;, en", ["en"]), (",".join(["x"] * 1000), ["x"] * 30),
        ("de;q=0.3,fr;q=0.3", ["de", "fr"]), ("de;q=inf,fr;q=nan", []),
    ],
)  # fmt: skip
def test_what_a_browser_accepts(header: str, names: list[str]) -> None:
    assert accepted(header) == names


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"), ({"LANG": "C"}, "en"), ({"LANG": "xx"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "de_DE"}, "de"), ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR", "LANGUAGE": "tlh:de"}, "de"), ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LANG": "fr_FR", "BOCHE_LANGUAGE": "de"}, "de"),
    ],
)  # fmt: skip
def test_the_system_s_language(environment: dict[str, str], code: str) -> None:
    assert of_system(environment) == code


def test_the_pseudo_language_keeps_gaps_and_tags() -> None:
    made = pseudo('See <a href="{url}">the rules</a> of {game} &amp; more')
    assert '<a href="{url}">' in made
    assert "{game}" in made
    assert "&amp;" in made
    assert "rules" not in made
    assert len(made) > 1.15 * len("See the rules of {game} & more")
    assert pseudo("") == ""


def test_numbers_and_dates() -> None:
    when = datetime(2026, 11, 7, 18, 5, tzinfo=UTC)
    assert formats.number(-1.25, 2) == "-1.25"
    assert formats.number(0.5, 1, sign=True) == "+0.5"
    assert formats.day(when) == "2026-11-07"
    assert formats.moment(when) == "2026-11-07 18:05"
    assert formats.named_day(when) == "7 November 2026"
    with speaking("de"):
        assert formats.number(-1.25, 2) == "-1,25"
        assert formats.day(when) == "07.11.2026"
        assert formats.moment(when) == "07.11.2026, 18:05"
        assert formats.named_day(when) == "7. November 2026"
