"""The selection for the reference of the documentation site (``mkdocs.yml``)."""

from __future__ import annotations

from typing import Any

import griffe


class DocumentedAttributes(griffe.Extension):
    """A rule: an attribute without a text of its own is described by its class, and not listed."""

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Remove the attributes without a text."""
        for name, member in list(cls.members.items()):
            if member.is_attribute and not member.is_alias and not member.has_docstring:
                cls.del_member(name)
