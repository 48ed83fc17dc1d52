"""Metrics for Prometheus, on a port of their own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.program import PROGRAM
from boche.server.database.migrations import NEWEST
from boche.server.database.store import News, Store
from boche.server.errors import ServerError
from boche.server.infrastructure.supervision import REGISTER, KeptThread
from boche.server.operation.gauges import Gauges, gauges
from boche.server.operation.vitals import Vitals

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histogram of latencies, in seconds."""
LOOK = 15.0
"""Seconds between two looks at the database, whoever asks how often."""
STALE = 60.0
"""Seconds after which numbers from the database are not reported any longer."""

log = logging.getLogger(__name__)


class Metrics:
    """The metrics of a process."""

    def __init__(self, store: Store, vitals: Vitals) -> None:
        self._store, self._vitals = store, vitals
        self._seen: tuple[float, Gauges] | None = None
        self._closed = threading.Event()
        self._closing: Callable[[], None] = lambda: None
        self.registry = CollectorRegistry()
        self.seconds = Histogram(
            f"{PROGRAM}_request_seconds",
            "Time from a request to the end of its answer; of a stream, to its beginning.",
            ("method", "route"), buckets=BUCKETS, registry=self.registry,
        )  # fmt: skip
        self.requests = Counter(
            f"{PROGRAM}_requests", "Requests answered.", ("method", "route", "status"),
            registry=self.registry,
        )  # fmt: skip
        self.streams = Gauge(
            f"{PROGRAM}_open_streams", "Event streams open.", registry=self.registry
        )
        self.moves = Counter(
            f"{PROGRAM}_moves", "Moves played in this process, by people and computers.",
            registry=self.registry,
        )  # fmt: skip
        Info(PROGRAM, "The program.", registry=self.registry).info(
            {"version": _version(), "database_version": str(NEWEST)}
        )
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self.registry.register(_Measured(self))

    def start(self, host: str, port: int) -> None:
        """Serve them from threads of their own. Raises ``ServerError`` if the port is taken."""
        try:
            server, thread = start_http_server(port, host, self.registry)
        except (OSError, OverflowError) as error:
            raise ServerError(
                tr(
                    "--metrics: cannot listen on {host} port {port}: {error}",
                    host=host,
                    port=port,
                    error=system_reason(error),
                )
            ) from error

        def serve() -> None:
            thread.join()  # the library's own; if it ends, this one goes on
            if not self._closed.is_set():
                server.serve_forever()

        listener = KeptThread("metrics listener", serve)
        listener.start()

        def close() -> None:
            server.shutdown()
            server.server_close()
            listener.close(5.0)

        self._closing = close
        self._store.listen(self._on_events)
        KeptThread("metrics", self._look).start()

    def close(self) -> None:
        self._closed.set()
        self._closing()

    def _on_events(self, topics: set[str], news: list[News]) -> None:
        count = sum(event.get("kind") == "move" for _, event in news)
        if count:
            self.moves.inc(count)

    def _look(self) -> None:
        while not self._closed.is_set():
            with suppress(ServerError):  # an unavailable database is reported by itself
                found = self._store.read(lambda transaction: gauges(transaction, time.time()))
                self._seen = (time.monotonic(), found)
            self._closed.wait(LOOK)

    def families(self) -> Iterator[Metric]:
        """Yield the metrics that are known only when they are asked for."""

        def family(name: str, about: str, value: float) -> Metric:
            return GaugeMetricFamily(f"{PROGRAM}_{name}", about, value)

        up = GaugeMetricFamily(
            f"{PROGRAM}_up", "Whether a part works, as /health/ready says.", labels=["part"]
        )
        for name, look in self._vitals.parts.items():
            up.add_metric([name], float(look().ok))
        yield up
        ends = CounterMetricFamily(
            f"{PROGRAM}_unexpected_ends",
            "Threads, tasks and processes that ended by an error and were started again.",
            labels=["name"],
        )
        for name, each in REGISTER.ends().items():
            ends.add_metric([name], each.count)
        yield ends
        if (free := self._vitals.free) is not None:
            yield family("disk_free_bytes", "Room on the disk of the data folder.", free)
        pulse = self._vitals.pulse()
        yield family("database_write_seconds", "Time of the last heartbeat.", pulse.seconds)
        yield family("heartbeat_age_seconds", "Time since the last heartbeat.", pulse.age)
        if self._seen is None or time.monotonic() - self._seen[0] > STALE:
            return
        found = self._seen[1]
        yield family("active_games", "Games that run.", found.active)
        for name, about, waiting in (
            ("thoughts", "Moves that computer players have to find", found.thoughts),
            ("analyses", "Analyses that are not finished", found.analyses),
            ("mails", "Mails that are not sent", found.mails),
            ("tournaments_due", "Tournaments whose next step is due", found.tournaments),
        ):
            yield family(name, f"{about}.", waiting.count)
            yield family(f"{name}_age_seconds", f"{about}: age of the oldest.", waiting.age)


class _Measured(Collector):
    """The collector that asks at each scrape."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        return self._metrics.families()


def _version() -> str:
    try:
        return version(PROGRAM)
    except PackageNotFoundError:  # a checkout that was not installed
        return "unknown"
