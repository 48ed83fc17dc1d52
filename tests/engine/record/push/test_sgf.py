"""SGF written and read with many contents, also by another reader."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf_grammar

from boche.engine.record import Node, Record, dump_sgf, load

# --- properties ---------------------------------------------------------------------------------

idents = st.sampled_from(["C", "N", "LB", "TR", "XYZ", "KO", "MULTIGOGM", "GB"])
raw_values = st.lists(
    st.one_of(
        st.text(st.characters(exclude_characters="\\]\0", codec="utf-8"), max_size=8),
        st.sampled_from(["\\]", "\\\\", "\\\n", "\\:", "\r\n", "\t", "[", "(;", ")", ""]),
    ),
    max_size=3,
).map("".join)
property_lists = st.lists(
    st.tuples(idents, st.lists(raw_values, min_size=1, max_size=3).map(tuple)),
    max_size=4,
    unique_by=lambda one: one[0],
).map(tuple)
move_texts = st.one_of(
    st.sampled_from(
        ["c:a1", "swap", "h:b2", "", "resign", "46-47,37x(cd,e)", "a]b", "\\", "x:y\\]"]
    ),
    st.text(st.characters(exclude_categories=["C", "Z"]), max_size=6),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    options = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "size": st.integers(1, 20),
                "kill": st.integers(0, 9),
                "fill_board": st.booleans(),
                "join_any": st.booleans(),
            },
        )
    )
    record = Record.new("boche", **options)
    record.root.properties += draw(property_lists)
    nodes = [record.root]
    for _ in range(draw(st.integers(0, 12))):
        parent = nodes[draw(st.integers(0, len(nodes) - 1))]
        colour = draw(st.sampled_from(["light", "dark", None]))
        move = None if colour is None else draw(move_texts)
        nodes.append(Node(move, colour, draw(property_lists), parent))
    return record


@given(records())
def test_writing_then_reading_is_the_identity(record: Record) -> None:
    again = load(dump_sgf(record))
    assert again.problems == ()
    assert again == record
    assert dump_sgf(again) == dump_sgf(record)


@given(records())
def test_sgfmill_reads_what_is_written(record: Record) -> None:
    tree = sgf_grammar.parse_sgf_game(dump_sgf(record))
    moves = [
        sgf_grammar.simpletext_value(node[letter][0]).decode()
        for node in sgf_grammar.main_sequence_iter(tree)
        for letter in ("B", "W")
        if letter in node
    ]
    assert moves == record.moves()


@given(records())
def test_tokens_agree_with_sgfmill_where_it_reads_them(record: Record) -> None:
    data = dump_sgf(record)
    theirs = [t for kind, t in sgf_grammar.tokenise(data)[0] if kind == "D" and t == b";"]
    assert len(theirs) == len(list(load(data).nodes()))
