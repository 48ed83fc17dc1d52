"""Pages for operators: reports, people and the log. To all others there are no such pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import DAY
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.people import (
    accounts,
    bans,
    directory,
    moderation_log,
    operators,
    reports,
    second_factor,
    warnings,
)
from boche.server.people.standings import of_user
from boche.server.play import moderation
from boche.server.play.moderation import NO_PAGE, Moderator
from boche.server.web.api.fields import query_integer
from boche.server.web.api.operation import arguments_of
from boche.server.web.authentication import Requester, anybody
from boche.server.web.languages import translated
from boche.server.web.pages.forms import Form, blank, number, or_show, part_of
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.service import service_of

T = TypeVar("T")

FOR_GOOD, DAYS, UNTIL = "good", "days", "until"
"""How long a ban lasts: without end, for a number of days, or until a day."""


async def operator_of(request: Request) -> tuple[Requester, Moderator]:
    """Return the requester as an operator. Raises ``NotFoundError`` for everybody else."""
    requester = await anybody(request)
    if requester.user is None:
        raise NotFoundError(NO_PAGE)
    moderator, now = Moderator(requester.user.name, requester.user.id), service_of(request).now()
    await service_of(request).read(lambda transaction: moderator.check(transaction, now))
    return requester, moderator


# -- reports


async def first(request: Request) -> Response:
    """Return the reports: open ones, or with ``show=closed`` the others."""
    requester, _ = await operator_of(request)
    query = request.query_params
    is_open, before = query.get("show") != "closed", query_integer(query, "before")
    rows = await service_of(request).read(
        lambda transaction: reports.listed(
            transaction, is_open=is_open, before=before, limit=reports.PAGE + 1
        )
    )
    more = rows[reports.PAGE - 1].number if len(rows) > reports.PAGE else None
    return await page(
        request, "admin-reports.html", requester, reports=rows[: reports.PAGE], is_open=is_open,
        more=more, before=before, reasons=translated(reports.REASONS),
    )  # fmt: skip


async def report(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return a report with its context."""
    await operator_of(request)
    at = request.path_params["number"]
    known = await service_of(request).read(lambda transaction: reports.of_number(transaction, at))
    return await page(
        request, "admin-report.html", requester, error=error, report=known,
        reasons=translated(reports.REASONS), most=moderation.MOST_REASON,
    )  # fmt: skip


@or_show(report, but=(NotFoundError,))
async def close_report(request: Request, requester: Requester, form: Form) -> Response:
    """Close a report with a note."""
    _, moderator = await operator_of(request)
    service, at = service_of(request), request.path_params["number"]
    await service.write(
        lambda transaction: moderation.close_report(
            transaction, moderator, at, form.get("answer", ""), service.now()
        )
    )
    return go_to("/admin")


# -- people


async def people(request: Request) -> Response:
    """Return the people whose names begin as ``name`` says."""
    requester, _ = await operator_of(request)
    query, service = request.query_params, service_of(request)
    name, after = query.get("name", "")[:60], query.get("after", "")[:60]
    rows = await service.read(
        lambda transaction: directory.beginning(
            transaction, name, service.now(), after=after, limit=directory.PAGE + 1
        )
    )
    return await page(
        request, "admin-people.html", requester, name=name, people=rows[: directory.PAGE],
        more=rows[directory.PAGE - 1].name if len(rows) > directory.PAGE else None,
    )  # fmt: skip


async def person(
    request: Request, requester: Requester, form: Form, error: BocheError | None,
    link: str | None = None,
) -> Response:  # fmt: skip
    """Return what is known about somebody, with everything that can be done."""
    await operator_of(request)
    service = service_of(request)

    def work(transaction: Transaction) -> dict[str, Any]:
        user = accounts.named(transaction, request.path_params["name"])
        return {
            "who": user,
            "ban": bans.of_user(transaction, user.id, service.now()),
            "operator": operators.is_operator(transaction, user.id),
            "second_factor": second_factor.since(transaction, user.id) is not None,
            "warnings": warnings.of_user(transaction, user.id),
            "reports": reports.about(transaction, user.id),
            "entries": moderation_log.entries(transaction, user=user.id),
            "places": of_user(transaction, user.id),
        }

    values = await service.read(work)
    return await page(
        request, "admin-person.html", requester, error=error, form=form, link=link,
        part=part_of(request, error), reasons=translated(reports.REASONS),
        most=moderation.MOST_REASON, most_warning=moderation.MOST_WARNING, **values,
    )  # fmt: skip


def _ban(transaction: Transaction, by: Moderator, name: str, form: Form, now: float) -> object:
    return moderation.ban(transaction, by, name, form.get("reason", ""), _until(form, now), now)


def _until(form: Form, now: float) -> float | None:
    """Return the end of a ban as a form gives it; None for good."""
    length = form.get("length", "")
    if length == FOR_GOOD:
        return None
    if length == DAYS:
        return now + number(form, "days", tr("Days"), 1.0, 36_500.0) * DAY
    if length != UNTIL:
        raise BadRequestError(tr("say how long the ban lasts"))
    try:
        day = datetime.strptime(form.get("until", ""), "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise BadRequestError(tr("until: give a day, such as 2027-03-01")) from None
    return day.timestamp()


def _remove(transaction: Transaction, by: Moderator, name: str, form: Form, now: float) -> object:
    if form.get("sure") != name:
        raise BadRequestError(tr("to delete the account, write its name as it is written above"))
    return moderation.remove(transaction, by, name, form.get("reason", ""), now)


def _operator(transaction: Transaction, by: Moderator, name: str, form: Form, now: float) -> object:
    change = moderation.appoint if form.get("operator") == "1" else moderation.dismiss
    return change(transaction, by, name, now)


ACTS: dict[str, Callable[..., object]] = {
    "warn": moderation.warn, "ban": _ban, "unban": moderation.lift, "operator": _operator,
    "password": moderation.password_token, "delete": _remove,
    "second-factor": moderation.turn_off_second_factor,
}  # fmt: skip


@or_show(person, but=(NotFoundError,))
async def act(request: Request, requester: Requester, form: Form) -> Response:
    """Do something to somebody."""
    _, moderator = await operator_of(request)
    service, name, what = service_of(request), request.path_params["name"], request.path_params
    action = ACTS.get(what["action"])
    if action is None:
        raise NotFoundError(NO_PAGE)
    known = {"by": moderator, "name": name, "form": form, "text": form.get("text", ""),
             "reason": form.get("reason", "")}  # fmt: skip
    result = await service.write(
        lambda transaction: action(
            **arguments_of(action, known | {"transaction": transaction, "now": service.now()})
        )
    )
    if what["action"] == "password":
        link = f"{service.address}/mail/password/{result}"
        return await person(request, requester, {}, None, link)
    if what["action"] == "delete":
        return go_to("/admin/log")
    if what["action"] == "operator" and name == moderator.name and form.get("operator") != "1":
        return go_to("/")
    return go_to(f"/admin/people/{segment(name)}")


# -- the log


async def log(request: Request) -> Response:
    """Return what operators have done, the latest first."""
    requester, _ = await operator_of(request)
    before = query_integer(request.query_params, "before")
    rows = await service_of(request).read(
        lambda transaction: moderation_log.entries(
            transaction, before=before, limit=moderation_log.PAGE + 1
        )
    )
    more = rows[moderation_log.PAGE - 1].number if len(rows) > moderation_log.PAGE else None
    return await page(
        request, "admin-log.html", requester, entries=rows[: moderation_log.PAGE], before=before,
        more=urlencode({"before": more}) if more else None,
    )  # fmt: skip


ROUTES = [
    Route("/admin", first),
    Route("/admin/reports/{number:number}", blank(report)),
    Route("/admin/reports/{number:number}", close_report, methods=["POST"]),
    Route("/admin/people", people),
    Route("/admin/people/{name}", blank(person)),
    Route("/admin/people/{name}/{action}", act, methods=["POST"]),
    Route("/admin/log", log),
]
