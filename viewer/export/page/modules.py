"""Scripts of pages, put together from the ES modules in ``assets`` by what these import.

In one script all modules share a scope, which saves a page dozens of requests and lets it be opened
from a disk, where browsers load no modules. So a name that a module exports is unique among those
of a page, and imported as it is; a module that exports nothing has a block to itself.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cache

from boche.viewer.export.page.shared import without_remarks
from boche.viewer.resources import asset_text

IMPORT = re.compile(r'^import (?:\{ (.*) \} from )?"(\..+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)


def script(name: str) -> str:
    """Return a module of ``assets``, and all that it imports, as a script that is no module."""
    return f'"use strict";\n{{\n{joined(modules(name))}}}\n'


def library(name: str) -> str:
    """Return a module and all that it imports as one module, which exports what all of them do."""
    names = (word for each in modules(name) for word in exports(each))
    return f"{joined(modules(name))}export {{ {', '.join(names)} }};\n"


def module(name: str, base: str = "", address: str = "") -> str:
    """Return a module and all that it imports as one module.

    What the library ``base`` has too is imported from its address.
    """
    there = modules(base) if base else ()
    own = [each for each in modules(name) if each not in there]
    names = {word for each in own for words, of in imports(each) if of in there for word in words}
    head = f'import {{ {", ".join(sorted(names))} }} from "{address}";\n' if names else ""
    return head + joined(own)


@cache
def modules(name: str) -> tuple[str, ...]:
    """Return a module and all that it imports, each after those that it imports itself.

    Those that only do something, and export nothing, are as late as that allows, and in the order
    in which a browser runs them. Of the others, which may stand anywhere, the one of the most words
    is first: others have some of them too, and so compress better.
    """
    left, found = list(_as_in_browsers(name)), list[str]()
    while left:
        ready = [each for each in left if not {of for _, of in imports(each)}.difference(found)]
        found.append(max(ready, key=lambda each: _words(each) if exports(each) else 0))
        left.remove(found[-1])
    return tuple(found)


@cache
def _words(name: str) -> int:
    return len(set(re.findall(r"\w+", _bare(name))))


@cache
def _as_in_browsers(name: str) -> tuple[str, ...]:
    found = dict.fromkeys(each for _, of in imports(name) for each in _as_in_browsers(of))
    return (*found, name)


@cache
def imports(name: str) -> list[tuple[list[str], str]]:
    """Return the names that a module imports, by the modules from which it does."""
    here = posixpath.dirname(name)
    return [
        (words.split(", ") if words else [], posixpath.normpath(posixpath.join(here, of)))
        for words, of in IMPORT.findall(_text(name))
    ]


@cache
def exports(name: str) -> list[str]:
    """Return the names that a module exports; what exports nothing does something by itself."""
    return EXPORT.findall(_text(name))


def joined(names: Iterable[str]) -> str:
    """Return the text of modules one after the other, without what only modules have."""
    return "".join(map(_bare, names))


@cache
def _bare(name: str) -> str:
    text = IMPORT.sub("", _text(name))
    return EXPORT.sub("", text) if exports(name) or not text else f"{{\n{text}}}\n"


@cache
def _text(name: str) -> str:
    return without_remarks(asset_text(f"{name}.js")) + "\n"
