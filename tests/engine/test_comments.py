"""The program's own lines in comments: English in the record, and shown in every language."""

from __future__ import annotations

import pytest

from boche.engine.comments import comment_line, comment_shown, kept_line, missed_line, with_line
from boche.engine.languages.current import speaking

WIN = {"light": 0.61, "dark": 0.39}


@pytest.mark.parametrize(
    ("line", "german"),
    [
        (comment_line(WIN, None, ["b:a2", "c:b1"]), "Hell 61 %, Dunkel 39 %; am besten: b:a2 c:b1"),
        (comment_line(WIN, None, []), "Hell 61 %, Dunkel 39 %"),
        (
            comment_line({"light": 0.0, "dark": 1.0}, "dark", ["b:a2"]),
            "Hell 0 %, Dunkel 100 %, Dunkel gewinnt sicher; am besten: b:a2",
        ),
        (
            comment_line({"light": 0.0, "dark": 1.0}, "dark", ["b:a2", "swap"], lost=True),
            "Hell 0 %, Dunkel 100 %, Dunkel gewinnt sicher; jeder Zug verliert "
            "(am längsten dauert: b:a2 swap)",
        ),
        (
            comment_line({"black": 0.5, "white": 0.5}, "draw", [], lost=True),
            "Schwarz 50 %, Weiß 50 %, sicheres Remis; jeder Zug verliert",
        ),
        ("[boche] missed: light 58%, not 33%", "verpasst: Hell 58 %, nicht 33 %"),
        (kept_line("dark", "62%"), "eine Variante des Computers: Dunkel 62 %"),
    ],
)
def test_a_line_of_ours_is_shown_in_the_current_language(line: str, german: str) -> None:
    comment = f"mine\n{line}\n[boche] something else"
    assert line.isascii()
    assert comment_shown(comment) == comment
    with speaking("de"):
        shown = comment_shown(comment).replace("\u00a0", " ")
    assert shown == f"mine\n[boche] {german}\n[boche] something else"


def test_a_better_move_is_told_in_plain_words_and_once() -> None:
    line = missed_line("light", 0.58, 0.33)
    assert line == "A better move: light 58%, not 33%"
    comment = with_line(with_line("mine", line), missed_line("light", 0.61, 0.33))
    assert comment_shown(comment) == "mine\nA better move: light 61%, not 33%"
    with speaking("de"):
        shown = comment_shown(comment).replace("\u00a0", " ")
    assert shown == "mine\nEin besserer Zug: Hell 61 %, nicht 33 %"


def test_a_chance_is_kept_as_in_english() -> None:
    assert kept_line("dark", "62\u00a0%") == kept_line("dark", "62%")
