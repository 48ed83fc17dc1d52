"""The server over HTTP: pages, a JSON API, commands as text, and streams of what happens."""

from __future__ import annotations

from starlette.convertors import IntegerConvertor, register_url_convertor


class Number(IntegerConvertor):
    """A number in a path: one that a database can be asked for."""

    regex = "[0-9]{1,9}"


register_url_convertor("int", Number())
