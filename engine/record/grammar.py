"""sgfmill's grammar of SGF, loaded without the warning of Python 3.12 and later on its source.

Python gives it whenever it compiles that source: at the first start, or at every start of an
installation in which no compiled code can be written.
"""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", SyntaxWarning)
    from sgfmill import sgf_grammar

__all__ = ["sgf_grammar"]
