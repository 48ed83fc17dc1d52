"""Starting and stopping the server: socket, database and their assembly."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp

from boche.engine.languages import current as language
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import speaking, tr
from boche.engine.languages.system import system_reason
from boche.engine.program import PROGRAM
from boche.server.database.connect import open_store
from boche.server.database.store import Store
from boche.server.errors import ServerError
from boche.server.infrastructure.crowd import Crowd
from boche.server.infrastructure.tally import TALLY
from boche.server.limits import rules, set_rules
from boche.server.mail.incoming.inbound import InboundMail
from boche.server.mail.service import mail_service
from boche.server.operation.alone import alone
from boche.server.operation.checking import at_start
from boche.server.operation.heartbeat import BEAT, Heartbeat
from boche.server.operation.links import keep_address
from boche.server.operation.logs import begin_log, json_line, log_of_loop
from boche.server.operation.settings import Settings, refuse
from boche.server.operation.vitals import MailStatus, Vitals
from boche.server.people.ratings import choose
from boche.server.web.app import again, make_app
from boche.server.web.authentication import bare_host
from boche.server.web.connections import MANY, Plain
from boche.server.web.measured import Measured
from boche.server.web.service import Service

if TYPE_CHECKING:
    from types import FrameType

    from boche.server.operation.metrics import Metrics

log = logging.getLogger(__name__)


def serve(settings: Settings) -> int:
    """Serve until stopped. Raises ``ServerError`` if it cannot start."""
    refuse(settings)
    set_rules(settings.rules)
    files = _allow_files()
    listening = _listen(settings)
    port = listening.getsockname()[1]
    address = (settings.address or f"http://{_url_host(settings.host)}:{port}").rstrip("/")
    begin_log(settings.log_level, as_json=settings.log_json, access=settings.access_log)
    with speaking(ENGLISH):
        for line in at_start(settings):
            log.warning("%s", line)
    with contextlib.closing(listening), alone(settings):
        return _serve_database(settings, listening, address, files)


def _serve_database(settings: Settings, listening: socket.socket, address: str, files: int) -> int:
    if not settings.database and not settings.has_file:
        log.info("there is no database in %r: a new one is made", str(settings.folder))
    store = open_store(settings.url, migrating=settings.migrating)
    try:
        if settings.ratings is not None:
            formula = settings.ratings
            store.write(lambda transaction: choose(transaction, formula))
        if settings.address:
            kept = settings.address
            store.write(lambda transaction: keep_address(transaction, kept))
        heartbeat = Heartbeat(store)
        heartbeat.begin()
        vitals = _vitals(settings, heartbeat)
        with (
            _metrics(settings, store, vitals) as metrics,
            mail_service(settings.mail, store, address, heartbeat.now, vitals.mail) as inbound,
            asyncio.Runner(loop_factory=_quick_loop()) as runner,
        ):
            ready, end = _lines(settings, address)
            # From here on the log is English; those who ask, or are written to, have a language of
            # their own.
            language.use(ENGLISH)
            interrupted = runner.run(_serve(
                settings, store, listening, address, inbound, heartbeat, files, vitals, metrics,
                ready,
            ))  # fmt: skip
        TALLY.flush(everything=True)
        log.info("stopped")
        if interrupted:
            print(end, end="", flush=True)
        with contextlib.suppress(ServerError):
            heartbeat.beat()
    finally:
        store.close()
    if store.overtaken.done():
        raise ServerError(store.overtaken.result())
    return 0


def _lines(settings: Settings, address: str) -> tuple[str, str]:
    """Return what is printed when the server is ready, and when Ctrl+C has ended it.

    The latter is empty where the log tells it.
    """
    if settings.log_json:
        return json_line("info", f"{address} (Ctrl+C ends it)"), ""
    ready = tr("{address} (Ctrl+C ends it)", address=address)
    stopped = tr("the server has stopped")
    end = "" if log.isEnabledFor(logging.INFO) else f"{PROGRAM}: {stopped}\n"
    return f"{PROGRAM}: {ready}", end


def _vitals(settings: Settings, heartbeat: Heartbeat) -> Vitals:
    mail = MailStatus() if settings.mail.smtp or settings.mail.folder else None
    return Vitals(lambda: heartbeat.pulse, None if settings.database else settings.folder, mail)


@contextlib.contextmanager
def _metrics(settings: Settings, store: Store, vitals: Vitals) -> Iterator[Metrics | None]:
    """Serve metrics within a context, if wanted. Raises ``ServerError``."""
    if settings.metrics is None:
        yield None
        return
    from boche.server.operation.metrics import Metrics

    metrics = Metrics(store, vitals)
    metrics.start(*settings.metrics)
    try:
        yield metrics
    finally:
        metrics.close()


SWITCH = 0.0005
"""Thread switch interval in seconds, instead of the usual 0.005: the writing thread asks for the
interpreter after each statement, and would wait that long while requests are read."""


BACKLOG = 2048
"""Maximum number of connections waiting to be accepted."""

SPARE = BACKLOG + 512
"""File descriptors kept for connections accepted in one batch, and for the server itself."""


def _allow_files() -> int:
    """Raise the number of open files to what the system allows: each watcher needs one."""
    try:
        import resource
    except ImportError:  # Windows
        return MANY
    hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(OSError, ValueError):  # a system may allow less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MANY if limit == resource.RLIM_INFINITY else limit


def _crowd(files: int, *, proxied: bool) -> Crowd:
    """Return the connection limits; behind a proxy, there is none per address."""
    places = max(files - SPARE, files // 2)
    return Crowd(None if proxied else rules().connections, places)


async def _serve(
    settings: Settings,
    store: Store,
    listening: socket.socket,
    address: str,
    inbound: InboundMail | None,
    heartbeat: Heartbeat,
    files: int,
    vitals: Vitals,
    metrics: Metrics | None,
    ready: str,
) -> bool:
    """Serve until told to stop; return whether Ctrl+C did."""
    secure = address.startswith("https://")
    host = bare_host(urlsplit(address).netloc, secure=secure) if settings.address else None
    service = Service(
        store, address, secure=secure, proxied=settings.proxied, host=host, inbound=inbound,
        now=heartbeat.now, announcements=lambda: heartbeat.announcements, vitals=vitals,
        access_log=settings.access_log,
    )  # fmt: skip
    app: ASGIApp = make_app(service, workers=settings.workers)
    if metrics is not None or settings.access_log:
        app = Measured(app, service, metrics, access=settings.access_log)
    config = uvicorn.Config(
        app,
        http=_protocol(settings.patience, _crowd(files, proxied=settings.proxied)),
        log_config=None, log_level="error",
        access_log=False,
        timeout_keep_alive=75, timeout_graceful_shutdown=3, server_header=False,
        proxy_headers=False, limit_concurrency=None, backlog=BACKLOG,
    )  # fmt: skip
    server = _Server(config)
    sys.setswitchinterval(SWITCH)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_of_loop)
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, ValueError):  # Windows
            loop.add_signal_handler(number, lambda: setattr(server, "should_exit", True))
    with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
        loop.add_signal_handler(signal.SIGHUP, lambda: _reread(settings))

    def end(_: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(lambda: setattr(server, "should_exit", True))

    store.overtaken.add_done_callback(end)
    beside = asyncio.create_task(_say_ready_and_beat(server, ready, address, heartbeat))
    try:
        await server.serve(sockets=[listening])
    finally:
        beside.cancel()
        service.close()
    return server.interrupted


HURRY = 10.0
"""Seconds after which Ctrl+C once more ends a stop that hangs."""


class _Server(uvicorn.Server):
    """A server that stops in order even if Ctrl+C is pressed twice, as people do.

    ``interrupted`` says whether it was pressed.
    """

    interrupted = False
    _since = math.inf

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; if that hangs, leave what is still running."""
        self.interrupted |= sig == signal.SIGINT
        self._since = min(self._since, time.monotonic())
        self.should_exit = True
        self.force_exit = time.monotonic() > self._since + HURRY


def _reread(settings: Settings) -> None:
    """Read the configuration file again; if it is wrong, what held before still holds."""
    try:
        set_rules(settings.rules)
    except ServerError as error:
        log.warning("nothing is changed: %s", error)
    else:
        log.warning("the configuration has been read again")


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's event loop, if available (not on Windows); else None for Python's own."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _protocol(seconds: float, crowd: Crowd) -> type[asyncio.Protocol]:
    """Return the HTTP protocol with these limits: by httptools, if available."""
    protocol: type[asyncio.Protocol] = Plain
    with contextlib.suppress(ImportError):
        from boche.server.web.http_limits import Quick

        protocol = Quick
    return type("Patient", (protocol,), {"patience": seconds, "crowd": crowd})


async def _say_ready_and_beat(
    server: uvicorn.Server, ready: str, address: str, heartbeat: Heartbeat
) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    with contextlib.suppress(OSError):  # nobody reads it any longer
        print(ready, flush=True)
    log.info("serving %s", address)
    await again("heartbeat", BEAT, lambda: asyncio.to_thread(heartbeat.beat))


def _listen(settings: Settings) -> socket.socket:
    """Open the listening socket. Raises ``ServerError`` if the port is taken or not allowed."""
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
    except OSError as error:
        raise ServerError(
            tr(
                "cannot listen on {host} port {port}: {cause}; another --port may be free",
                host=settings.host,
                port=settings.port,
                cause=system_reason(error),
            )
        ) from error
    return listener


def _url_host(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        host = socket.gethostname()
    return f"[{host}]" if ":" in host else host
