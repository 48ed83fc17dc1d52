"""Health checks for machines: whether the process lives, and whether it can serve.

They ask nobody and write nothing, so they can be asked as often as one likes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boche.server.operation.vitals import Part
from boche.server.web.service import service_of

PREFIX = "/health/"
NEEDED = ("database",)
"""Parts without which no game can go on; ``ready`` only reports the others.

While the disk has little room every move is still written; once it has none, the database says so.
"""


async def live(request: Request) -> Response:
    """Say that the process answers."""
    return _answer(True, {})


async def ready(request: Request) -> Response:
    """Say whether the process can serve, and how each part is."""
    service = service_of(request)
    parts = {name: look() for name, look in service.vitals.parts.items()}
    if line := service.announcements().maintenance:
        parts["maintenance"] = Part(True, line)
    return _answer(all(parts[name].ok for name in NEEDED), parts)


async def one(request: Request) -> Response:
    """Say how one part is."""
    parts, name = service_of(request).vitals.parts, request.path_params["part"]
    if name not in parts:
        return JSONResponse({"error": f"the parts are {', '.join(parts)}"}, 404)
    part = parts[name]()
    return _answer(part.ok, {name: part})


def _answer(ok: bool, parts: Mapping[str, Part]) -> Response:
    """Return JSON with a line for each part."""
    rows = {"ok": ok} | {name: {"ok": part.ok, "says": part.says} for name, part in parts.items()}
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in rows.items())
    return Response(f"{{{lines}}}\n", 200 if ok else 503, media_type="application/json")


ROUTES = [
    Route("/health/live", live),
    Route("/health/ready", ready),
    Route("/health/ready/{part}", one),
]
