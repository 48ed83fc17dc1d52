"""A browser without scripts: it keeps cookies, submits forms, and follows redirects."""

from __future__ import annotations

import re
from collections.abc import Coroutine
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Any, TypeVar
from urllib.parse import unquote, urlencode, urlsplit

from boche.server.database.store import Store, Transaction
from boche.server.people import accounts
from boche.server.web.app import make_app
from boche.server.web.authentication import COOKIE
from boche.server.web.service import Service
from tests.own_loop import Loop
from tests.server.desk import HASH, START

T = TypeVar("T")

HOST = "table.local"
ADDRESS = f"http://{HOST}"
VOID = {"meta", "link", "input", "img", "br", "hr", "path", "circle", "polyline"}


@dataclass
class Element:
    """An element of a page: its attributes, its text with all below it, and its form."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class Form:
    """A form, and the fields it sends unless changed."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.forms: list[Form] = []
        self._open: list[Element] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        element = Element(tag, given)
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)
        if tag == "form":
            self.forms.append(Form(given.get("action", "")))
        elif "name" in given and tag in ("input", "select", "textarea", "button"):
            self._field(tag, given)
        elif tag == "option" and self._select and self.forms:
            self._open[-1].attributes["of"] = self._select

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID, f"<{tag}/> has an end of its own"
        self.handle_starttag(tag, attrs)

    def _field(self, tag: str, given: dict[str, str]) -> None:
        form, name = self.forms[-1], given["name"]
        form.names.add(name)
        self._select = name if tag == "select" else ""
        if tag != "input":
            return
        chosen = given.get("type", "text") not in ("radio", "checkbox") or "checked" in given
        if chosen:
            form.fields[name] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        element = self._open.pop()
        assert element.tag == tag, f"<{element.tag}> is closed by </{tag}>"
        name = element.attributes.get("of")
        if tag == "option" and name:
            fields = self.forms[-1].fields
            if "selected" in element.attributes or name not in fields:
                fields[name] = element.text
        elif tag == "textarea" and "name" in element.attributes:
            self.forms[-1].fields[element.attributes["name"]] = element.text.removeprefix("\n")

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data


class Page:
    """An answer."""

    def __init__(self, path: str, status: int, headers: dict[str, str], content: bytes) -> None:
        self.path, self.status, self.headers, self.content = path, status, headers, content
        kind = headers.get("content-type", "")
        packed = kind in ("application/octet-stream", "image/png", "image/gif")
        self.text = "" if packed else content.decode()
        self.elements: list[Element] = []
        self.forms: list[Form] = []
        if kind.startswith("text/html") and self.text:
            reader = _Reader()
            reader.feed(self.text)
            self.elements, self.forms = reader.elements, reader.forms

    def all(self, tag: str) -> list[Element]:
        return [each for each in self.elements if each.tag == tag]

    def one(self, tag: str) -> str:
        """Return the text of the only element of a kind, with whitespace collapsed."""
        (found,) = self.all(tag)
        return " ".join(found.text.split())

    @property
    def reason(self) -> str | None:
        """The reason a form was refused, or None."""
        found = [each for each in self.elements if each.attributes.get("role") == "alert"]
        return found[0].text if found else None

    @property
    def shown(self) -> str:
        """The text of the main part."""
        return self.one("main")

    def form(self, action: str) -> Form:
        """Return the form for this path."""
        (found,) = (each for each in self.forms if each.action.partition("#")[0] == action)
        return found

    @property
    def links(self) -> list[str]:
        """Link targets, and the URLs in fields to copy."""
        fields = [e.attributes.get("value", "") for e in self.all("input")
                  if "readonly" in e.attributes]  # fmt: skip
        return [each.attributes["href"] for each in self.all("a")] + fields


class Site:
    """The application on a store, with a clock that the test sets."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, START
        self.service = Service(store, ADDRESS, now=lambda: self.now)
        self.app = make_app(self.service, background=False)
        self._loop = Loop()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a coroutine."""
        return self._loop.run(work)

    def close(self) -> None:
        self._loop.close()
        self.service.close()

    def browser(self, name: str | None = None) -> Browser:
        """Return a browser; with a name, signed in to a new account with ``PASSWORD``."""
        made = Browser(self)
        if name is not None:
            made.cookies[COOKIE] = self.store.write(
                lambda transaction: self._session(transaction, name)
            )
        return made

    def _session(self, transaction: Transaction, name: str) -> str:
        user = accounts.sign_up(transaction, name, HASH, self.now)
        return accounts.open_session(transaction, user.id, self.now)


class Browser:
    """One person's browser; ``page`` is the page shown."""

    page: Page

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Page:
        return self.ask("GET", path, b"", headers)

    def send(self, action: str, **changed: str) -> Page:
        """Submit a form of the page shown, with some fields changed."""
        form = self.page.form(action)
        unknown = set(changed) - form.names
        assert not unknown, f"no field {unknown}"
        return self.post(action, {**form.fields, **changed})

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Page:
        """Send any fields, as one of the site's forms would."""
        sent = {"origin": ADDRESS, "content_type": "application/x-www-form-urlencoded"} | headers
        return self.ask("POST", path, urlencode(fields).encode(), sent)

    def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Page:
        self.page = self.site.run(self.answer(method, path, body, headers))
        if self.page.status == 303:
            return self.get(self.page.headers["location"])
        return self.page

    async def answer(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Page:
        parts = urlsplit(path)
        sent = {"host": HOST} | {name.replace("_", "-"): text for name, text in headers.items()}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={text}" for name, text in self.cookies.items())
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "path": unquote(parts.path), "raw_path": parts.path.encode(), "root_path": "",
            "query_string": parts.query.encode(), "scheme": "http",
            "client": ("192.0.2.1", 1), "server": (HOST, 80),
            "headers": [(name.encode(), text.encode()) for name, text in sent.items()],
        }  # fmt: skip
        answered: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            answered.append(message)

        await self.site.app(scope, receive, send)
        start, *rest = answered
        for name, value in start["headers"]:
            if name == b"set-cookie":
                self.keep(value.decode())
        kept = {name.decode(): value.decode() for name, value in start["headers"]}
        content = b"".join(each.get("body", b"") for each in rest)
        return Page(path, start["status"], kept, content)

    def keep(self, text: str) -> None:
        """Keep the cookies of an answer."""
        for name, morsel in SimpleCookie(text).items():
            if morsel["max-age"] == "0":
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.value


def secrets_in(text: str) -> set[str]:
    """Return the secrets of seats in a page."""
    return set(re.findall(r"#seat=([\w-]+)", text))
