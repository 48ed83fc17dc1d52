"""Docstrings as the reference of the documentation site shows them (``mkdocs.yml``)."""

from __future__ import annotations

import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


class Docstrings(griffe.Extension):
    """An adjustment of what is documented, after the dataclasses have got their signatures.

    Sessions become blocks of code. An attribute without a docstring is not listed: the text of its
    class describes it.
    """

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Adjust all members of a package."""
        adjust(pkg)


def adjust(parent: griffe.Object) -> None:
    for name, member in list(parent.members.items()):
        if member.is_alias:
            continue
        if member.docstring:
            member.docstring.value = SESSION.sub(as_block, member.docstring.value)
        elif parent.is_class and member.is_attribute:
            parent.del_member(name)
        adjust(member)


def as_block(session: re.Match[str]) -> str:
    return f"```pycon\n{session[0].rstrip()}\n```\n"
