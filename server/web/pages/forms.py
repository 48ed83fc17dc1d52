"""Reading of forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.languages.formats import grouped, short
from boche.server.errors import BadRequestError
from boche.server.web.api.operation import Operation
from boche.server.web.authentication import Requester, anybody
from boche.server.web.responses import body_of

KIND = "application/x-www-form-urlencoded"
MOST_FIELDS = 60

Form = Mapping[str, str]
Act = Callable[[Request, Requester, Form], Awaitable[Response]]
Handler = Callable[[Request], Awaitable[Response]]
Show = Callable[[Request, Requester, Form, BocheError | None], Awaitable[Response]]
"""A page with forms: a refused form's values are shown again, with the reason."""


def blank(show: Show) -> Handler:
    """Make a route of a page with forms that are still blank."""

    async def answer(request: Request) -> Response:
        return await show(request, await anybody(request), {}, None)

    return answer


def part_of(request: Request, error: BocheError | None) -> str:
    """Return which of a page's forms was refused: the end of its path; empty without an error."""
    return request.url.path.rpartition("/")[2] if error else ""


def or_show(
    show: Show, *, only: tuple[type[BocheError], ...] = (BocheError,),
    but: tuple[type[BocheError], ...] = (),
) -> Callable[[Act], Handler]:  # fmt: skip
    """Make a route of what a form does; if it is refused, ``show`` the page with the reason.

    ``only`` are the refusals that the page shows, ``but`` those that it does not.
    """

    def with_form(act: Act) -> Handler:
        async def answer(request: Request) -> Response:
            form, requester = await form_of(request), await anybody(request)
            try:
                return await act(request, requester, form)
            except but:
                raise
            except only as error:
                return await show(request, requester, form, error)

        return answer

    return with_form


def values_for(form: Form, operation: Operation) -> dict[str, Any]:
    """Return an operation's texts and flags as a form gives them."""
    values: dict[str, Any] = {}
    for name, field in operation.fields.items():
        if field.kind is bool:
            values[name] = form.get(name) == "1"
        elif field.kind is str and (name in form or field.is_needed):
            values[name] = form.get(name, "")
    return values


async def form_of(request: Request) -> Form:
    """Return the fields of a form; if several share a name, the last one.

    Raises ``BadRequestError`` for anything else.
    """
    kind = request.headers.get("content-type", KIND).partition(";")[0].strip().casefold()
    if kind != KIND:
        raise BadRequestError(tr("expected a form sent as {kind}", kind=KIND))
    body = await body_of(request)
    try:
        text = body.decode("ascii")
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError as error:
        raise BadRequestError(tr("the form cannot be read")) from error


def integer(form: Form, name: str, title: str) -> int:
    """Return an integer field. Raises ``BadRequestError``, which calls it ``title``."""
    text = form.get(name, "").strip()
    if len(text) > 9 or not text.isascii() or not text.removeprefix("-").isdigit():
        raise BadRequestError(tr("{title}: expected a whole number", title=title))
    return int(text)


def number(form: Form, name: str, title: str, low: float, high: float) -> float:
    """Return a number in a range. Raises ``BadRequestError``, which calls it ``title``."""
    text = form.get(name, "").strip()
    digits = text.replace(".", "", 1)
    if not (
        len(text) < 20 and digits.isascii() and digits.isdigit() and low <= float(text) <= high
    ):
        raise BadRequestError(
            tr(
                "{title}: expected a number from {low} to {high}",
                title=title,
                low=_short(low),
                high=_short(high),
            )
        )
    return float(text)


def _short(value: float) -> str:
    return grouped(int(value)) if float(value).is_integer() else short(value)
