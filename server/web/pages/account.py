"""The user's own account: mail, password, vacation, and deletion."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.languages.choosing import NAMES
from boche.engine.languages.current import tr, tr_later
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people import (
    accounts,
    mailboxes,
    messages,
    preferences,
    second_factor,
    vacation,
)
from boche.server.web.api import people
from boche.server.web.authentication import COOKIE, Requester, anybody
from boche.server.web.languages import translated
from boche.server.web.pages.forms import Form, blank, form_of, number, or_show, part_of
from boche.server.web.pages.layout import go_to, page
from boche.server.web.pages.signing import signed_out
from boche.server.web.service import service_of

DONE = {
    "one": tr_later("Your password is enough to sign in again."),
    "mail": tr_later("Your email address is changed. A mail to it asks whether it is yours."),
    "language": tr_later("Saved."),
    "wish": tr_later("That is how much mail you get from now on."),
    "visible": tr_later("Others see in the lobby when you are here."),
    "invisible": tr_later(
        "Nobody sees in the lobby that you are here, except from your open games."
    ),
    "ended": tr_later("You are signed out there."),
    "elsewhere": tr_later("You are signed out everywhere else."),
    "password": tr_later("Your password is changed, and you are signed out everywhere else."),
    "away": tr_later(
        "You are on vacation. Your clocks of a day or more are stopped; faster games continue."
    ),
    "blocked": tr_later("That player is no longer blocked."),
    "back": tr_later("Welcome back. Your clocks are running again."),
}


# Answers name a place on the page: the address would else keep that of the form, where a refusal is
# said.


async def account(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return the account's page; ``done`` in its address names what has just been changed."""
    service, user = service_of(request), requester.signed_in()
    done = None if error else DONE.get(request.query_params.get("done", ""))

    def work(
        transaction: Transaction,
    ) -> tuple[
        float, float | None, mailboxes.Mailbox, bool, list[str], list[accounts.Session],
        tuple[float | None, int],
    ]:  # fmt: skip
        days_left = vacation.remaining(transaction, user.id, service.now())
        return (
            days_left,
            vacation.away_until(transaction, user.id),
            mailboxes.of_user(transaction, user.id),
            preferences.of(transaction, user.id).get("invisible", False),
            messages.blocked_by(transaction, user.id),
            accounts.open_sessions(
                transaction, user.id, request.cookies.get(COOKIE), service.now()
            ),
            (
                second_factor.since(transaction, user.id),
                second_factor.codes_left(transaction, user.id),
            ),
        )

    days_left, away, box, invisible, blocked, sessions, second = await service.read(work)
    return await page(
        request, "account.html", requester, error=error, part=part_of(request, error),
        said=None if done is None else tr(done), left=days_left,
        away=away if away is not None and away > service.now() else None,
        mail=form.get("mail", user.mail or ""), box=box if service.inbound else None,
        sessions=sessions, second=second, blocked=blocked, wishes=translated(mailboxes.WISHES),
        days=form.get("days", "7"), most_away=vacation.MOST_DAYS, invisible=invisible,
        least=accounts.LEAST_PASSWORD, most=accounts.MOST_PASSWORD,
        mails_in=NAMES.get(default := preferences.default_language(), default),
    )  # fmt: skip


@or_show(account)
async def mail(request: Request, requester: Requester, form: Form) -> Response:
    await people.change(request, requester, {name: form.get(name, "") for name in ("mail", "old")})
    return go_to("/account?done=mail#main")


@or_show(account)
async def change_mail_frequency(request: Request, requester: Requester, form: Form) -> Response:
    """Choose how much mail the user gets."""
    service, user, frequency = service_of(request), requester.signed_in(), form.get("wish", "")
    await service.write(
        lambda transaction: mailboxes.set_mail_frequency(
            transaction, user.id, frequency, service.now()
        )
    )
    return go_to("/account?done=wish#main")


async def privacy(request: Request) -> Response:
    """Choose whether others see that the user is here."""
    form, requester = await form_of(request), await anybody(request)
    invisible = form.get("invisible") == "1"
    await people.change(request, requester, {"invisible": invisible})
    return go_to(f"/account?done={'invisible' if invisible else 'visible'}#main")


@or_show(account)
async def password(request: Request, requester: Requester, form: Form) -> Response:
    """Change the password; this browser stays signed in."""
    service, user = service_of(request), requester.signed_in()
    payload = {name: form.get(name, "") for name in ("old", "password")}
    if form.get("again", "") != payload["password"]:
        raise BadRequestError(tr("the two new passwords differ"))
    await people.change(request, requester, payload)
    secret = await service.write(
        lambda transaction: accounts.open_session(
            transaction, user.id, service.now(), device=people.device_of(request)
        )
    )
    answer = go_to("/account?done=password#main")
    people.keep_session(service, answer, {"session": secret})
    return answer


async def end_sessions(request: Request) -> Response:
    """End the session that is named; without a name all but this browser's."""
    form, requester = await form_of(request), await anybody(request)
    user, name = requester.signed_in().id, form.get("session", "")

    def work(transaction: Transaction) -> None:
        if name:
            accounts.close_named_session(transaction, user, name)
        else:
            accounts.sign_out_elsewhere(transaction, user, request.cookies.get(COOKIE))

    await service_of(request).write(work)
    return go_to(f"/account?done={'ended' if name else 'elsewhere'}#main")


@or_show(account)
async def begin_second_factor(request: Request, requester: Requester, form: Form) -> Response:
    """Make a key for an app, after asking for the password again."""
    service, user = service_of(request), requester.signed_in()
    await people.check_password(requester, service, user, form.get("old", ""))
    await service.write(lambda transaction: second_factor.begin(transaction, user.id))
    return go_to("/account/second-factor#main")


async def second_factor_page(
    request: Request, requester: Requester, form: Form, error: BocheError | None,
    codes: Sequence[str] = (),
) -> Response:  # fmt: skip
    """Return the key that an app is to take over; or the recovery codes, which are shown once."""
    service, user = service_of(request), requester.signed_in()
    key = await service.read(lambda transaction: second_factor.key_to_confirm(transaction, user.id))
    if key is None and not codes:
        return go_to("/account#second")
    import segno

    link = second_factor.link_of(key, user.name, service.host or "") if key else ""
    return await page(
        request, "second-factor.html", requester, error=error, key=key, link=link, codes=codes,
        picture=segno.make(link, error="m").svg_data_uri(scale=5, light="white") if link else "",
    )  # fmt: skip


@or_show(second_factor_page)
async def confirm_second_factor(request: Request, requester: Requester, form: Form) -> Response:
    """Turn the second factor on, with the first code of the app; show the recovery codes."""
    service, user = service_of(request), requester.signed_in()
    codes = await service.write(
        lambda transaction: second_factor.confirm(
            transaction, user.id, form.get("code", ""), service.now()
        )
    )
    return await second_factor_page(request, requester, {}, None, codes)


@or_show(account)
async def change_second_factor(request: Request, requester: Requester, form: Form) -> Response:
    """Make new recovery codes, or turn the second factor off, after asking for the password."""
    service, user = service_of(request), requester.signed_in()
    await people.check_password(requester, service, user, form.get("old", ""))
    if form.get("what") == "codes":
        codes = await service.write(
            lambda transaction: second_factor.renew_codes(transaction, user.id)
        )
        return await second_factor_page(request, requester, {}, None, codes)
    await service.write(lambda transaction: second_factor.turn_off(transaction, user.id))
    return go_to("/account?done=one#main")


@or_show(account)
async def go_away(request: Request, requester: Requester, form: Form) -> Response:
    days = number(form, "days", tr("Days"), 1.0, vacation.MOST_DAYS)
    await people.go_away(request, requester, {"days": days})
    return go_to("/account?done=away#main")


async def come_back(request: Request) -> Response:
    await form_of(request)
    await people.come_back(request, await anybody(request))
    return go_to("/account?done=back#main")


@or_show(account)
async def delete(request: Request, requester: Requester, form: Form) -> Response:
    """Delete the account."""
    if form.get("sure") != "1":
        raise BadRequestError(tr("to delete the account, check the box as well"))
    await people.delete(request, requester, {"password": form.get("password", "")})
    answer = signed_out()
    answer.headers["Location"] = "/sign-in?done=deleted#main"
    return answer


ROUTES = [
    Route("/account", blank(account)),
    Route("/account/mail", mail, methods=["POST"]),
    Route("/account/wish", change_mail_frequency, methods=["POST"]),
    Route("/account/privacy", privacy, methods=["POST"]),
    Route("/account/password", password, methods=["POST"]),
    Route("/account/sessions", end_sessions, methods=["POST"]),
    Route("/account/second", begin_second_factor, methods=["POST"]),
    Route("/account/second-change", change_second_factor, methods=["POST"]),
    Route("/account/second-factor", blank(second_factor_page)),
    Route("/account/second-factor", confirm_second_factor, methods=["POST"]),
    Route("/account/away", go_away, methods=["POST"]),
    Route("/account/back", come_back, methods=["POST"]),
    Route("/account/delete", delete, methods=["POST"]),
]
