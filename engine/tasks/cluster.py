"""A cluster that does tasks: the only file that knows Dask's ``distributed``.

Dask runs a task again if its worker is lost, and the client gets one result for each task. A worker
that joins later gets tasks as soon as it is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import queue
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import CancelledError, Future
from typing import Any

from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.program import PROGRAM
from boche.engine.tasks.address import ENCRYPTED, WorkerPoolError, parts_of
from boche.engine.tasks.build import Build, build, difference

try:
    import dask.config
    from distributed import Client, KilledWorker, Security, rpc
except ImportError as error:
    raise WorkerPoolError(
        tr(
            "a cluster needs Dask, which is not installed: pip install distributed "
            "(packages that bring their own Python cannot have it)",
        )
    ) from error

CONNECTING = 6.0
"""Seconds in which the scheduler has to answer."""

CLOSING = 5.0

RETRIES = 3
"""Further attempts to fetch a result."""

PER_THREAD = 2
"""Tasks under way for each thread of the cluster: one is done while the next one waits there."""

COUNT = 1.0
"""Seconds between two counts of the threads."""

WITHOUT_WORKERS = 60.0
"""Seconds to wait for a worker when all are lost."""

_LOGGERS = ("distributed", "distributed.client", "tornado.application")


class Cluster:
    """A connection to the scheduler at an address. Raises ``WorkerPoolError``."""

    def __init__(self, address: str) -> None:
        self._address = address
        _check_host(address)
        with contextlib.ExitStack() as undone:
            undone.enter_context(_silent_loggers())
            # Else a result that is lost on its way here would be missing for ever.
            undone.enter_context(dask.config.set({"distributed.comm.retry.count": RETRIES}))
            self._client = _connected(address)
            undone.callback(self._disconnect)
            self._check_workers()
            self._counted, self._threads = time.monotonic(), self._count()
            self._seen = self._counted
            self._executor = self._client.get_executor(pure=False)
            self._closing = undone.pop_all()

    @property
    def room(self) -> int:
        """The number of tasks that may be under way; it follows the workers that come and go."""
        now = time.monotonic()
        if now > self._counted + COUNT and self._client.status == "running":
            self._threads, self._counted = self._count(), now
        if self._threads:
            self._seen = now
        return PER_THREAD * max(self._threads, 1)

    def check(self) -> None:
        """Raise ``WorkerPoolError`` if the scheduler or all workers are lost."""
        if self._client.status != "running":
            raise self._lost(tr("the connection was lost"))
        if self.room and time.monotonic() > self._seen + WITHOUT_WORKERS:
            raise self._lost(
                tr("it has had no workers for {seconds:.0f} seconds", seconds=WITHOUT_WORKERS)
            )

    def submit(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Future[Any]:
        """Begin ``work(*arguments)`` on a worker."""
        with self.errors():
            future: Future[Any] = self._executor.submit(_do, build(), work, arguments)
        return future

    @contextlib.contextmanager
    def errors(self) -> Iterator[None]:
        """Raise ``WorkerPoolError`` for a task that the cluster could not finish."""
        try:
            yield
        except KilledWorker as error:
            raise self._lost(
                tr(
                    "{count} workers were lost while they did the same task",
                    count=error.allowed_failures + 1,
                )
            ) from error
        except (CancelledError, OSError) as error:
            raise self._lost(tr("the connection was lost")) from error

    def close(self, running: Collection[Future[Any]]) -> None:
        """Withdraw what is not finished, and disconnect.

        Tasks that workers have begun end there in their own time; nobody waits for the results.
        """
        with self._closing, contextlib.suppress(OSError, CancelledError):
            if running and self._client.status == "running":
                self._executor.shutdown(wait=False)

    def _disconnect(self) -> None:
        with contextlib.suppress(OSError):
            self._client.close(timeout=CLOSING)

    def _count(self) -> int:
        """Return the number of threads of all workers."""
        with self.errors():
            return sum(self._client.nthreads().values())

    def _check_workers(self) -> None:
        """Check that there are some, with the same versions as this process."""
        with self.errors():
            try:
                self._client.wait_for_workers(1, timeout=CONNECTING)
            except TimeoutError as error:
                raise WorkerPoolError(
                    tr(
                        "the cluster at {address} has no workers; start some: dask worker "
                        "{address} --nthreads 1",
                        address=self._address,
                    )
                ) from error
            found = {"scheduler": _answer_or_error(self._client.run_on_scheduler, build)}
            workers = self._client.run(build, on_error="return")
            found.update({tr("worker {name}", name=name): its for name, its in workers.items()})
        for name, its in found.items():
            lacks = tr("lacks {program}", program=PROGRAM) if isinstance(its, Exception) else ""
            if problem := lacks or difference(its, build()):
                raise _refused(name, problem)

    def _lost(self, reason: str) -> WorkerPoolError:
        return WorkerPoolError(
            tr(
                "the cluster at {address}: {reason}; finished work is kept, try again to "
                "continue from there",
                address=self._address,
                reason=reason,
            )
        )


def _check_host(address: str) -> None:
    """Raise ``WorkerPoolError`` for a host that does not exist, or a public one without TLS."""
    protocol, host, port = parts_of(address)
    try:
        found = {str(one[4][0]) for one in socket.getaddrinfo(host, port)}
    except (OSError, UnicodeError) as error:
        reason = system_reason(error)
        raise WorkerPoolError(
            tr("cannot find the host of {address}: {reason}", address=address, reason=reason)
        ) from error
    public = [one for one in found if ipaddress.ip_address(one.partition("%")[0]).is_global]
    if public and protocol != ENCRYPTED:
        raise WorkerPoolError(
            tr(
                "{address} is a public address: anyone who reaches it can run programs there; "
                "use {encrypted}:// with certificates",
                address=address,
                encrypted=ENCRYPTED,
            )
        )


SETTING = "DASK_DISTRIBUTED__COMM__TLS__"
"""Beginning of the environment variables that name certificates."""


def _connected(address: str) -> Client:
    try:
        # Dask would wait for ever for the greeting of a server that is none of its own.
        found = _in_a_thread(lambda: asyncio.run(asyncio.wait_for(_identity(address), CONNECTING)))
        if found.get("type") == "Scheduler":
            return Client(address, timeout=CONNECTING, set_as_default=False)
        reason = tr("it is not a scheduler")
    except (TypeError, FileNotFoundError):  # all that is said of certificates not set, or not there
        names = ", ".join(f"{SETTING}{name}" for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY"))
        reason = tr(
            "it needs certificates: set {names} to their files (see docs/cluster.md)", names=names
        )
    except (OSError, RuntimeError) as error:
        reason = _cause(error) or tr("no answer in {seconds:.0f} seconds", seconds=CONNECTING)
    raise WorkerPoolError(
        tr("cannot reach the cluster at {address}: {reason}", address=address, reason=reason)
    )


def _cause(error: BaseException) -> str:
    """Return what is behind an error of Dask's, in one line."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error).strip().partition("\n")[0]


async def _identity(address: str) -> dict[str, Any]:
    """Ask a server of Dask's what it is."""
    certificates = Security().get_connection_args("client")
    async with rpc(address, timeout=CONNECTING - 1, connection_args=certificates) as server:
        found: dict[str, Any] = await server.identity()
    return found


def _in_a_thread(ask: Callable[[], Any]) -> Any:
    """Call a function in a thread of its own; Ctrl+C does not wait for it.

    The caller's thread may have an event loop, as in a notebook.
    """
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=lambda: answers.put(_answer_or_error(ask)), daemon=True).start()
    answer = answers.get()
    if isinstance(answer, Exception):
        raise answer
    return answer


def _answer_or_error(ask: Callable[..., Any], *arguments: Any) -> Any:
    """Return the answer, or the exception that came instead."""
    try:
        return ask(*arguments)
    except Exception as error:
        return error


def _refused(who: str, problem: str) -> WorkerPoolError:
    return WorkerPoolError(
        tr(
            "the cluster's {who} {problem}; install the same version on all machines",
            who=who,
            problem=problem,
        )
    )


def _do(here: Build, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a task on a worker, which may have joined after the others were checked."""
    if problem := difference(build(), here):
        from distributed import get_worker

        raise _refused(tr("worker {address}", address=get_worker().address), problem)
    return work(*arguments)


@contextlib.contextmanager
def _silent_loggers() -> Iterator[None]:
    """Keep Dask from describing at length what an exception will say in one line."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
