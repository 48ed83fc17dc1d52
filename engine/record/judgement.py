"""Move annotations in a record: SGF's BM, DO, IT and TE as the usual signs."""

from __future__ import annotations

from typing import NamedTuple

from boche.engine.languages.current import tr_later
from boche.engine.record.tree import Node


class Judgement(NamedTuple):
    """An annotation: a sign such as ``??``, and its meaning as a part of a sentence."""

    sign: str
    words: str

    @property
    def bad(self) -> bool:
        """True if the move is a mistake."""
        return self.sign.startswith("?")


_SIMPLE = {
    "BM": Judgement("?", tr_later("a bad move")),
    "DO": Judgement("?!", tr_later("a doubtful move")),
    "IT": Judgement("!?", tr_later("an interesting move")),
    "TE": Judgement("!", tr_later("a good move")),
}
_EMPHASIZED = {
    "BM": Judgement("??", tr_later("a very bad move")),
    "TE": Judgement("!!", tr_later("a very good move")),
}


def judgement_of(node: Node) -> Judgement | None:
    """Return the first annotation of a node's move in its properties, or None.

    BM and TE with the value 2 are emphasized.
    """
    for name, values in node.properties:
        if name in _SIMPLE:
            strong = values[0].strip() == "2" and name in _EMPHASIZED
            return (_EMPHASIZED if strong else _SIMPLE)[name]
    return None
