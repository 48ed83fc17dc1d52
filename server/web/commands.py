"""Text commands: ``POST /command`` with the command in the first line, and its body below."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import PlainTextResponse

from boche.engine.languages.current import tr
from boche.server.errors import BadRequestError
from boche.server.web.api.operation import operation
from boche.server.web.authentication import Requester
from boche.server.web.languages import asked_by
from boche.server.web.responses import body_of, retry_after
from boche.server.web.service import Service


@operation("POST", "/command", "Do a command: the first line; the rest is its text.",
           media="text/plain", plain=True)  # fmt: skip
async def command(request: Request, service: Service, requester: Requester) -> PlainTextResponse:
    """Run a command; answer 200 on success, else the reason in one line."""
    try:
        text = (await body_of(request)).decode()
    except UnicodeDecodeError as error:
        raise BadRequestError(tr("the command is not UTF-8")) from error
    line, _, body = text.replace("\r\n", "\n").partition("\n")
    sender = replace(requester.sender, language=asked_by(request))
    answer = await service.in_thread(lambda: service.runner.answer(line, body, sender))
    text = answer.text.rstrip("\n") + "\n"
    return PlainTextResponse(text, answer.status, retry_after(answer.wait))
