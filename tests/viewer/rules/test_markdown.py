"""The Markdown of the rules as blocks."""

from __future__ import annotations

from boche.viewer.rules.markdown import (
    Code,
    Heading,
    Item,
    Paragraph,
    Play,
    Span,
    Table,
    read,
    spans_of,
    words_of,
)

PAGE = """# A game

Two **players**, `a1`
and [more](elsewhere.md).

![a picture](x.png)

## A turn

- one, which
  goes on
- two
1. *first*

| option | usually |
|---|---|
| `size` | 6 |
```
  +--+
```
```play size=3 adjacent=on after=1 view=top option=adjacent
b:b1
c:a1
```
"""


def test_blocks_come_in_order() -> None:
    plain = Span("Two "), Span("players", "bold"), Span(", "), Span("a1", "code")
    assert read(PAGE) == (
        Heading(1, "A game"),
        Paragraph((*plain, Span(" and "), Span("more"), Span("."))),
        Heading(2, "A turn"),
        Item("•", (Span("one, which goes on"),)),
        Item("•", (Span("two"),)),
        Item("1.", (Span("first", "italic"),)),
        Table(
            (
                ((Span("option"),), (Span("usually"),)),
                ((Span("size", "code"),), (Span("6"),)),
            )
        ),
        Code("  +--+"),
        Play(("b:b1", "c:a1"), (("size", "3"), ("adjacent", "on")), 1, "top", "adjacent"),
    )


def test_signs_that_are_no_markdown_stay() -> None:
    for text in ("3 * 4 * 5", "from 1 to -1", "a_b_c", "x < y"):
        assert spans_of(text) == (Span(text),)


def test_code_in_bold_loses_its_ticks() -> None:
    assert words_of(spans_of("**`group_area=n`**: now")) == "group_area=n: now"


def test_what_cannot_be_played_is_a_drawing_and_short_rows_are_filled() -> None:
    for info in ("play after=x", "play on"):
        assert read(f"```{info}\nb:b1\n```") == (Code("b:b1"),)
    (table,) = read("| a | b |\n|---|---|\n| c |")
    assert isinstance(table, Table)
    assert table.rows[1] == ((Span("c"),), ())
