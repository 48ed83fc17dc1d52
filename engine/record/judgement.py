"""How a record judges its moves: SGF's BM, DO, IT and TE, as the signs that players write."""

from __future__ import annotations

from typing import NamedTuple

from engine.record.tree import Node


class Judgement(NamedTuple):
    """The sign behind a move, such as ``??``, and what it means, as a part of a sentence."""

    sign: str
    words: str

    @property
    def bad(self) -> bool:
        """Whether the move is a mistake."""
        return self.sign.startswith("?")


_SIMPLE = {
    "BM": Judgement("?", "a bad move"),
    "DO": Judgement("?!", "a doubtful move"),
    "IT": Judgement("!?", "an interesting move"),
    "TE": Judgement("!", "a good move"),
}
_EMPHASIZED = {
    "BM": Judgement("??", "a very bad move"),
    "TE": Judgement("!!", "a very good move"),
}


def judgement_of(node: Node) -> Judgement | None:
    """What a node's properties say of its move, the first of them; None where they say nothing.

    BM and TE with the value 2 are emphasized.
    """
    for name, values in node.properties:
        if name in _SIMPLE:
            strong = values[0].strip() == "2" and name in _EMPHASIZED
            return (_EMPHASIZED if strong else _SIMPLE)[name]
    return None
