"""What a text is written in: byte order marks, UTF-16, and text that has no bytes at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boche.engine.errors import OtherGameError, RecordError
from boche.engine.record import load_all, loads

TEXT = "(;FF[4]GM[Boku]CA[ISO-8859-1]PB[Zoë]PW[Łukasz];B[e4];W[f5])"
MARK = "\ufeff"
GO = "(;FF[4]GM[1]SZ[19];B[aa](;W[bb])(;W[(;c]))"


@pytest.mark.parametrize(
    "given",
    [
        TEXT,
        MARK + TEXT,
        2 * MARK + TEXT,
        (MARK + TEXT).encode(),
        (2 * MARK + TEXT).encode(),
        TEXT.encode("utf-16"),
        (MARK + TEXT).encode("utf-16"),
        TEXT.encode("utf-16-le"),
        (MARK + TEXT).encode("utf-16-be"),
        ("\n" + TEXT).encode("utf-16-be"),
    ],
)
def test_the_charset_of_the_text_comes_before_the_record_s(given: str | bytes) -> None:
    record = loads(given, strict=True)
    assert list(record.players.values()) == ["Zoë", "Łukasz"]
    assert list(loads(bytes(record)).players.values()) == ["Zoë", "Łukasz"]


@pytest.mark.parametrize("charset", ["GBK", "Big5", "Shift_JIS", "gb18030"])
@pytest.mark.parametrize("encode", [str, lambda text: (MARK + text).encode()], ids=["str", "mark"])
def test_a_charset_with_letters_of_two_bytes_counts_no_more(
    charset: str, encode: Callable[[str], str | bytes]
) -> None:
    """Such a record is converted before it is read; what is known to be UTF-8 must not be."""
    record = loads(encode(TEXT.replace("ISO-8859-1", charset)), strict=True)
    assert list(record.players.values()) == ["Zoë", "Łukasz"]


def test_bytes_without_a_mark_are_what_the_record_says() -> None:
    assert loads(TEXT.replace("Łukasz", "Jörg").encode("latin-1")).players["white"] == "Jörg"


def test_marks_stand_before_moves_and_between_games_too() -> None:
    assert loads(MARK + "e4 f5", game="boku").moves() == ["e4", "f5"]
    games = load_all((MARK + TEXT + "\n" + MARK + TEXT).encode(), strict=True)
    assert [game.players["black"] for game in games] == ["Zoë", "Zoë"]


def test_a_game_of_another_kind_hides_none_of_ours() -> None:
    for text in (GO + TEXT, TEXT + GO, GO + TEXT + GO):
        (game,) = load_all(text.encode())
        assert game.moves() == ["e4", "f5"]
        assert "Go (GM[1])" in str(game.problems[0])
        with pytest.raises(RecordError, match="another game"):
            load_all(text.encode(), strict=True)
    with pytest.raises(OtherGameError):
        load_all((GO + GO).encode())
