"""The server over HTTP: pages, a JSON API, text commands, and streams of events."""

from __future__ import annotations

from starlette.convertors import IntegerConvertor, register_url_convertor


class Number(IntegerConvertor):
    """A number in a path, small enough for a database query."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", Number())
