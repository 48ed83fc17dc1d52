"""SGF input and output: format, preserved data, every kind of problem and its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.errors import Problem, RecordError
from boche.engine.record import Node, Record, dump_sgf, load, load_all, loads
from boche.engine.record.sgf_reader import game_spans

HEAD = "(;FF[4]GM[Boche]CA[UTF-8]SZ[4]"


def said(text: str | bytes, **how: object) -> list[tuple[int, int, str]]:
    """Return the problems of a text as plain tuples."""
    data = text.encode() if isinstance(text, str) else text
    record = load(data, **how)  # type: ignore[arg-type]
    return [(p.line, p.column, p.message) for p in record.problems]


def refused(text: str | bytes, **how: object) -> Problem:
    """Return the first problem of a text that is refused as a whole."""
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(RecordError) as caught:
        load(data, **how)  # type: ignore[arg-type]
    return caught.value.problems[0]


# --- the form -----------------------------------------------------------------------------------


def test_the_exact_text_of_a_record() -> None:
    record = Record.new("boche", size=4, kill=0, fill_board=True)
    record.set_player("light", "Anna")
    record.result = "B+Path"
    first = Node("c:a1", "light", parent=record.root)
    first.comment = "a ] bracket"
    Node("swap", "dark", parent=first)
    Node("a:b1", "dark", parent=first)
    assert dump_sgf(record) == (
        b"(;FF[4]GM[Boche]CA[UTF-8]SZ[4]RU[-kill=0 -fill_board]AP[boche:2]PB[Anna]RE[B+Path]\n"
        b";W[c:a1]C[a \\] bracket](;B[swap])(;B[a:b1]))\n"
    )


def test_lines_of_moves_are_short_and_games_begin_as_other_programs_expect() -> None:
    record = Record.new("boche")
    node = record.root
    for _ in range(100):
        node = Node("c:a1", "light", parent=node)
    lines = dump_sgf(record).split(b"\n")
    assert lines[0].startswith(b"(;FF[4]")
    assert max(map(len, lines)) <= 79


def test_defaults_are_read_where_nothing_is_said() -> None:
    record = loads("(;GM[Boche])")
    assert record.options == Record.new("boche").options
    assert record.problems == ()


@pytest.mark.parametrize("gm", ["Boche", "boche", " BOCHE "])
def test_the_mark_is_read_in_any_case(gm: str) -> None:
    assert loads(f"(;GM[{gm}])").game_name == "boche"


def test_options_are_read_in_both_spellings() -> None:
    record = loads("(;GM[Boche]SZ[5]RU[-kill=9 -fill-board -immediate_win -join_any])")
    assert record.problems == ()
    wanted = {"size": 5, "kill": 9, "fill_board": True, "immediate_win": True, "join_any": True}
    assert {name: record.options[name] for name in wanted} == wanted
    assert loads("(;GM[Boche]RU[-join_face])").options["join_any"] is False


def test_moves_are_read_with_escapes_and_blanks() -> None:
    record = loads("(;GM[Boche];W[c\\:a1];B[ swap ];B[a:b\\\n1])")
    assert record.moves() == ["c:a1", "swap", "a:b1"]


def test_old_style_names_are_read() -> None:
    record = loads("(;GaMe[Boche]SiZe[4];White[c:a1]Comment[x])".replace("Comment", "C"))
    assert record.moves() == ["c:a1"]
    assert record.options["size"] == 4


def test_a_variation_without_its_semicolon_is_read() -> None:
    record = loads(f"{HEAD[:1]}{HEAD[2:]};W[c:a1](B[a:b2];W[c:c1])(B[a:b1]))")
    assert record.moves() == ["c:a1", "a:b2", "c:c1"]
    assert [node.move for node in record.root.children[0].children] == ["a:b2", "a:b1"]
    both = load_all(f"{HEAD};W[c:a1])\n\n(FF[4]GM[Che];W[fl:0,0])".encode())
    assert [each.moves() for each in both] == [["c:a1"], ["fl:0,0"]]


@pytest.mark.parametrize("size", ["4:4", " 4 : 4 ", "4"])
def test_a_size_written_as_width_and_height(size: str) -> None:
    record = loads(f"(;FF[4]GM[Boche]SZ[{size}];W[c:a1])")
    assert (record.options["size"], record.problems) == (4, ())


def test_a_property_for_each_marble_is_one_for_all() -> None:
    at_once = loads("(;GM[Boku]AB[e4][f5][g5]AW[c3][d3]PL[B];B[g4])")
    singly = loads("(;GM[Boku]AB[e4]AB[f5]AB[g5]AW[c3]AW[d3]PL[B];B[g4])")
    assert singly.start == at_once.start
    assert "a second property AB" in singly.problems[0].message


def test_a_move_in_the_root_becomes_the_first_node() -> None:
    record = loads("(;GM[Boche]C[root]W[c:a1];B[swap])")
    assert record.root.move is None
    assert record.moves() == ["c:a1", "swap"]
    assert record.root.comment == "root"


def test_unknown_properties_keep_order_and_bytes() -> None:
    odd = "XX[a\\]b\\\\][]ZZ[ x\\\ny:\tz ]N[name]"
    record = loads(f"{HEAD}QQ[1]PW[A]AP[cgoban:3];W[c:a1]{odd}C[c];B[swap])")
    text = dump_sgf(record).decode()
    assert f";W[c:a1]{odd}C[c]" in text.replace("\n;", ";")
    assert "QQ[1]PW[A]AP[cgoban:3]" in text.replace("\n", "")


def test_places_of_moves_are_lines_and_columns_of_characters() -> None:
    record = loads(f"{HEAD}\r\nC[éé\né];W[c:a1]\n  ;B[swap])")
    first, second = record.main_line()[1:]
    assert (first.line, first.column) == (3, 4)
    assert (second.line, second.column) == (4, 4)


def test_byte_order_mark_and_crlf() -> None:
    data = b"\xef\xbb\xbf(;GM[Boche]\r\nPW[\xc3\xa9]\r\n;W[c:a1])\r\n"
    record = load(data)
    assert record.problems == ()
    assert record.players["light"] == "é"
    assert record.moves() == ["c:a1"]


# --- charsets -----------------------------------------------------------------------------------


def test_latin_1_by_name_and_by_default() -> None:
    for ca in (b"CA[ISO-8859-1]", b"CA[latin1]", b""):
        record = load(b"(;GM[Boche]" + ca + b"PW[\xe9])")
        assert record.problems == ()
        assert record.players["light"] == "é"
        assert b"PW[\xe9]" in dump_sgf(record)
        assert load(dump_sgf(record)) == record


def test_utf_8_without_a_name_is_seen() -> None:
    assert load("(;GM[Boche]PW[é])".encode()).players["light"] == "é"


def test_new_text_that_latin_1_lacks_is_written_in_utf_8() -> None:
    record = load(b"(;GM[Boche]CA[ISO-8859-1]PW[\xe9])")
    record.root.comment = "立方"
    data = dump_sgf(record)
    assert b"CA[UTF-8]" in data
    again = load(data)
    assert (again.players["light"], again.root.comment) == ("é", "立方")


def test_bad_utf_8_is_named_with_its_place_and_kept() -> None:
    data = HEAD.encode() + b"\n;W[c:a1]C[ab\xffcd])"
    assert said(data) == [(2, 13, "byte 0xff in C is not UTF-8; save it as UTF-8")]
    record = load(data)
    assert record.main_line()[1].comment.isprintable()
    assert b"C[ab\xffcd]" in dump_sgf(record)


def test_an_unknown_charset_is_a_problem_not_the_end() -> None:
    record = load(b"(;GM[Boche]CA[Klingon]PW[\xe9])")
    assert [p.message for p in record.problems] == ["unknown charset 'Klingon'; read as ISO-8859-1"]
    assert record.players["light"] == "é"
    assert b"CA[Klingon]" in dump_sgf(record)
    assert b"PW[\xe9]" in dump_sgf(record), "its bytes are not said to be of another charset"
    assert load(dump_sgf(record)) == record
    record.root.comment = "立方"
    assert b"CA[UTF-8]" in dump_sgf(record)


@pytest.mark.parametrize(
    "name",
    ["KOI8-R", "koi8-u", "windows-1251", "ISO-8859-7", "macintosh", "EUC-KR", "EUC-JP", "GB2312"],
)
def test_a_charset_of_python_is_read_and_kept(name: str) -> None:
    text = next(word for word in ("Привет", "γειά", "日本", "Grüße") if _fits(word, name))
    data = f"(;GM[Boche]CA[{name}]PW[{text}])".encode(name)
    record = load(data)
    assert (record.problems, record.players["light"]) == ((), text)
    assert f"CA[{name}]".encode() in dump_sgf(record)
    assert f"PW[{text}]".encode(name) in dump_sgf(record)
    record.root.comment = "𝄞"
    assert b"CA[UTF-8]" in dump_sgf(record)
    assert load(dump_sgf(record)).players["light"] == text


@pytest.mark.parametrize(
    ("name", "text"),
    [("GBK", "誠"), ("gb18030", "甛甗"), ("Shift_JIS", "ソ表"), ("Big5", "功許"), ("cp932", "ソ")],
)
def test_where_half_a_letter_may_be_a_bracket_it_is_converted(name: str, text: str) -> None:
    written = text.encode(name)
    assert set(written) & set(b"[]\\")
    data = b"(;GM[Boche]CA[" + name.encode() + b"]PW[" + written + b"];W[c:a1])"
    record = load(data)
    assert (record.problems, record.players["light"]) == ((), text)
    assert record.moves() == ["c:a1"]
    again = dump_sgf(record)
    assert b"CA[UTF-8]" in again
    assert load(again).players["light"] == text
    assert game_spans(data + b"\n" + data) == [
        (0, len(data)), (len(data) + 1, 2 * len(data) + 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("codec", "text"), [("cp932", "\u7af9\u672c\u8868"), ("big5", "\u738b\u6210\u529f"),
                        ("gb18030", "\u5f20\u6587\u573d")],
)  # fmt: skip
def test_a_backslash_that_is_half_a_letter_hides_no_move(codec: str, text: str) -> None:
    data = f"(;GM[Boche]PW[{text}]C[{text}];W[c:a1];B[a:b1])".encode(codec)
    assert b"\\" in data
    record = load(data)
    assert record.moves() == ["c:a1", "a:b1"]
    assert (record.charset, record.problems) == ("UTF-8", ())
    assert (record.root.comment == text) is (codec != "big5")  # which nothing tells from GB 18030


def test_an_escaped_bracket_after_an_accent_is_one() -> None:
    record = load("(;GM[Boche]C[[caf\u00e9\\] \u00e0 Z\u00fcrich];W[c:a1])".encode("latin-1"))
    assert record.root.comment == "[caf\u00e9] \u00e0 Z\u00fcrich"
    assert record.charset == "ISO-8859-1"


def test_many_names_of_charsets_are_not_all_looked_up() -> None:
    games = b"".join(b"(;GM[Boche]CA[x%d])" % number for number in range(500))
    assert len(load_all(games)) == 500


def _fits(word: str, codec: str) -> bool:
    try:
        return bool(word.encode(codec))
    except UnicodeError:
        return False


@pytest.mark.parametrize("name", ["utf-16", "rot13", "hex", "idna", "x" * 10**5, "é", "\\]"])
def test_no_charset_name_breaks_the_reader(name: str) -> None:
    assert len(said(f"(;GM[Boche]CA[{name}])")) == 1


def test_a_node_of_which_nothing_is_left_is_none() -> None:
    record = loads(HEAD + "\n;W[c:a1];B[a:b1];W[c")
    assert [node.move for node in record.main_line()] == [None, "c:a1", "a:b1"]


# --- problems -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        (HEAD + "\n;W[c:a1", 2, 3, "never closed"),
        (HEAD + "\n;W[c:a1]", 2, 9, "1 ')' missing"),
        (HEAD + "\n;W[c:a1](;B[swap]", 2, 18, "2 ')' missing"),
        (HEAD + "\n;W;B[swap])", 2, 2, "'W' has no value"),
        (HEAD + "\n;[c:a1])", 2, 2, "no property name"),
        (HEAD + "\n;]W[c:a1])", 2, 2, "unexpected ']'"),
        (HEAD + "\n;W[c:a1]}{)", 2, 9, "unexpected '}{'"),
        (HEAD + "\n;W[c:a1]\n W[b:a1])", 3, 2, "a second property W"),
        (HEAD + "\n;W[c:a1]B[swap])", 2, 9, "more than one move"),
        (HEAD + "\n;W[c:a1][c:a2])", 2, 2, "more than one move"),
        (HEAD + "\n;AB[c:a1])", 2, 2, "set-up"),
        (HEAD + "\n(W[c:a1]))", 2, 2, "a ';' is missing before 'W'"),
        ("(FF[4]GM[Boche]\n;W[c:a1])", 1, 2, "a ';' is missing before 'FF'"),
        (HEAD + "\n(;W[c:a1])PW[x])", 2, 11, "outside a node"),
        (HEAD + "\n())", 2, 2, "empty variation"),
        (HEAD + "\n((;W[c:a1])))", 2, 2, "'(('"),
        (HEAD + "\n(;W[c:a1]);B[swap])", 2, 11, "a node after a variation"),
        (HEAD + "\n;abc[x])", 2, 2, "no capital"),
        (HEAD + ")\n)", 2, 1, "outside a game"),
        ("Dear Anna,\n(;GM[Boche])", 1, 1, "outside a game"),
        ("(;GM[Boche]\nSZ[99])", 2, 1, "SZ: option Size (size): 99 is not between 1 and 20"),
        ("(;GM[Boche]\nSZ[four])", 2, 1, "SZ:"),
        ("(;GM[Boche]\nSZ[])", 2, 1, "SZ:"),
        ("(;GM[Boche]\nRU[LG])", 2, 1, "RU: 'LG' is not an option"),
        ("(;GM[Boche]\nRU[-komi=7])", 2, 1, "no option 'komi'"),
        ("(;GM[Boche]\nRU[-kill])", 2, 1, "RU: option Blobs to enclose (kill)"),
        ("(;GM[Boche]\nRU[-fill_board=1])", 2, 1, "RU: option Play until full (fill_board)"),
        ("(;FF[4]\nSZ[4])", 1, 1, "not named (GM)"),
    ],
)
def test_each_problem_has_its_place(text: str, line: int, column: int, part: str) -> None:
    found = said(text)
    assert any(p[:2] == (line, column) and part in p[2] for p in found), found
    assert all("\n" not in message for _, _, message in found)
    assert part in refused(text, strict=True).message or len(found) > 1


def test_all_problems_are_collected_in_order_and_strict_stops_at_the_first() -> None:
    text = "(;GM[Boche]SZ[0]\nRU[-x]\n;W]\n;B[c:a1][c:a2]\n"
    found = said(text)
    assert [line for line, _, _ in found] == [1, 2, 3, 3, 4, 5]
    assert refused(text, strict=True) == Problem(*found[0])


def test_what_can_be_read_is_read() -> None:
    assert loads(HEAD + ";W[c:a1];]B[swap];B[b:a2").moves() == ["c:a1", "swap"]
    assert loads(HEAD + "(;W[c:a1]);B[a:b1])").root.children[1].move == "a:b1"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("(;FF[4]GM[1]SZ[19];B[pd];W[dp])", "Go (GM[1])"),
        ("(;FF[4]GM[11];B[a1])", "Hex (GM[11])"),
        ("(;FF[4]GM[Hive]VV[1])", "GM[Hive]"),
        ("(;FF[4]GM[];B[pd])", "another game"),
        ("((((((", "not a game"),
        ("(hello)", "not a game"),
    ],
)
def test_another_game_or_none_is_refused(text: str, part: str) -> None:
    problem = refused(text)
    assert part in problem.message
    assert problem.line == 1


def test_a_wanted_game_is_insisted_on() -> None:
    assert load(b"(;GM[Boche])", game="boche").game_name == "boche"
    with pytest.raises(RecordError, match="another game"):
        load(b"challenge\n(;GM[1])", game="boche")


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n ", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n"])
def test_nothing_is_called_empty(data: bytes) -> None:
    assert "empty" in refused(data).message


@pytest.mark.parametrize(
    "data", [b"\0", b"(;GM[Boche]C[\0])", b"\x89PNG\r\n\x1a\n\0\0x", b"c:a1\0x"]
)
def test_binary_data_is_refused(data: bytes) -> None:
    assert "binary" in refused(data).message


@pytest.mark.parametrize("end", [b"\0", b"\r\n\x1a", b"\0" * 4096, b"\x1a" * 127])
@pytest.mark.parametrize("text", [b"(;GM[Boche];W[c:a1])", b"c:a1\n"])
def test_what_is_left_behind_the_end_of_a_text_does_not_count(text: bytes, end: bytes) -> None:
    record = load(text + end)
    assert (record.moves(), record.problems) == (["c:a1"], ())


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.sgf", tmp_path / "x" / "y", Path("a\0b")):
        with pytest.raises(RecordError, match="cannot read") as caught:
            load(path)
        assert "\n" not in str(caught.value)


def test_a_path_may_be_text(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;GM[Boche];W[c:a1])")
    assert load(str(path)).moves() == load(path).moves() == ["c:a1"]


# --- collections --------------------------------------------------------------------------------


def test_all_games_of_a_collection() -> None:
    text = f"{HEAD};W[c:a1])\n\n{HEAD}PW[B];W[a:b1])(;GM[Boche])".encode()
    assert [record.moves() for record in load_all(text)] == [["c:a1"], ["a:b1"], []]
    assert load(text).moves() == ["c:a1"]
    assert all(record.problems == () for record in load_all(text))


def test_each_game_of_a_collection_has_its_own_charset() -> None:
    data = b"(;GM[Boche]CA[UTF-8]PW[\xc3\xa9])(;GM[Boche]CA[latin-1]PW[\xe9])"
    assert [record.players["light"] for record in load_all(data)] == ["é", "é"]


sgf_pieces = st.sampled_from(
    ["(", ")", ";", "(;", "W[c:a1]", "B[swap]", "C[x\\]y]", "C", "[", "]", "[x]", "\\", " ", "\n",
     "GM[Boche]", "GM[1]", "SZ[4]", "SZ[x]", "RU[-kill=1]", "CA[latin-1]", "\xff", "é", "abc",
     "AB[a]"]
)  # fmt: skip


@given(st.lists(sgf_pieces, max_size=30), st.booleans())
def test_any_mix_of_pieces_reads_or_fails_cleanly(pieces: list[str], head: bool) -> None:
    text = (HEAD if head else "(;") + "".join(pieces)
    try:
        record = load(text.encode("latin-1"))
    except RecordError as error:
        messages = [problem.message for problem in error.problems]
    else:
        messages = [problem.message for problem in record.problems]
        check_rereading(record, text)
    assert not any("\n" in message for message in messages)


def check_rereading(record: Record, text: str) -> None:
    again = load(dump_sgf(record))
    if not {"a second property", "more than one move"} & {p.message[:17] for p in record.problems}:
        assert again == record
    for problem in record.problems:
        assert 1 <= problem.line <= text.count("\n") + 1


@given(st.binary(max_size=60))
def test_any_bytes_read_or_fail_cleanly(data: bytes) -> None:
    for text in (data, b"(;GM[Boche]" + data):
        try:
            record = load(text)
        except RecordError:
            continue
        assert load(dump_sgf(record)).moves() == record.moves()
