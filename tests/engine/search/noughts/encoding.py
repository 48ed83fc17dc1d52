"""Noughts and crosses for the tree search, the part that is not compiled."""

from __future__ import annotations

from boche.engine.search.encoding import Encoding

ENCODING = Encoding(lambda position: 9)
