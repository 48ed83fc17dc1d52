"""Whatever runs as long as the process is started again if it ends, is counted, and seen."""

from __future__ import annotations

import asyncio
import smtplib
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from boche.engine.durations import in_words
from boche.engine.languages.catalogue import ENGLISH, PSEUDO
from boche.engine.languages.current import tr, use
from boche.server.database.store import Store
from boche.server.infrastructure.supervision import REGISTER, KeptThread, Register, keep
from boche.server.mail import outbox
from boche.server.mail.incoming.listeners import Handler, Listeners, Maildir
from boche.server.operation.metrics import Metrics
from boche.server.operation.vitals import Vitals, threads
from boche.server.push import subscriptions
from boche.server.push.sender import Sender
from boche.server.thinking.dispatcher import Dispatcher
from boche.server.thinking.worker_process import WorkerProcess
from boche.server.web import app as web_app
from boche.server.web import tournaments
from tests import own_loop
from tests.ports import free_port
from tests.server.desk import Desk
from tests.server.mail.conftest import mailer, office
from tests.server.mail.office import Mailer, Office, mail_of
from tests.server.web.conftest import site
from tests.server.web.site import Site

__all__ = ["mailer", "office", "site"]

LONG = 60.0
ENDS = [ValueError("private"), MemoryError(), SystemExit(3), asyncio.CancelledError()]


def wait_until(holds: Callable[[], Any]) -> None:
    end = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def count(name: str) -> int:
    ends = REGISTER.ends().get(name)
    return 0 if ends is None else ends.count


class Once:
    """A function that raises at its first call, and then does what it stands for."""

    def __init__(self, error: BaseException, then: Callable[..., Any] = lambda *_: None) -> None:
        self._error, self._then, self.calls = error, then, 0

    def __call__(self, *arguments: Any) -> Any:
        self.calls += 1
        if self.calls == 1:
            raise self._error
        return self._then(*arguments)


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Count from zero."""
    monkeypatch.setattr(REGISTER, "_ends", {})
    return REGISTER


# -- the mechanism


@pytest.mark.parametrize("error", ENDS, ids=repr)
def test_a_thread_is_started_again_and_its_end_is_seen(
    register: Register, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    run = Once(error)
    thread = KeptThread("a thread", run)
    thread.start()
    thread.join(LONG)
    assert (run.calls, count("a thread")) == (2, 1)
    assert "a thread: it ended unexpectedly" in caplog.text
    part = threads()
    assert not part.ok
    assert "a thread ended unexpectedly, " in part.says


@pytest.fixture
def pseudo() -> Iterator[None]:
    """Speak the pseudo-language in this process, as the operator's."""
    use(PSEUDO)
    yield
    use(ENGLISH)


@pytest.mark.usefixtures("pseudo")
def test_threads_and_tasks_speak_english_as_the_log_does() -> None:
    said = list[str]()

    async def run() -> None:
        said.append(tr("not limited"))

    thread = KeptThread("a thread", lambda: said.append(in_words(90)))
    thread.start()
    thread.join(LONG)
    own_loop.run(keep("a task", run))
    assert said == ["1 minute 30 seconds", "not limited"]


def test_one_that_keeps_ending_pauses_and_can_be_closed() -> None:
    calls: list[float] = []

    def run() -> None:
        calls.append(time.monotonic())
        raise ValueError

    thread = KeptThread("hasty", run)
    thread.start()
    wait_until(lambda: len(calls) >= 3)
    thread.close(LONG)
    assert calls[2] - calls[1] >= 0.9
    assert len(calls) <= 4


@pytest.mark.parametrize("error", ENDS, ids=repr)
def test_a_task_is_started_again(register: Register, error: BaseException) -> None:
    calls = 0

    async def run() -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise error

    own_loop.run(keep("a task", run))
    assert (calls, count("a task")) == (2, 1)


def test_a_task_that_is_cancelled_ends(register: Register) -> None:
    async def main() -> None:
        task = asyncio.create_task(keep("a task", lambda: asyncio.sleep(LONG)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    own_loop.run(main())
    assert count("a task") == 0


def test_what_ended_long_ago_is_no_trouble_any_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REGISTER, "_ends", {})
    now = time.monotonic()
    monkeypatch.setattr(REGISTER, "_clock", lambda: now)
    REGISTER.note("a thread", ValueError())
    assert not threads().ok
    now += 3600
    assert threads().ok
    assert threads().says.endswith("unexpected ends since the start: 1")


def test_a_thread_of_a_library_that_ends_is_counted(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    from boche.server.operation.logs import begin_log

    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr("logging.basicConfig", lambda **_: None)
    begin_log()

    def fails() -> None:
        raise ValueError

    thread = threading.Thread(target=fails)
    thread.start()
    thread.join()
    assert count("another thread") == 1


# -- each of them


@pytest.mark.parametrize("error", ENDS, ids=repr)
def test_the_writer_of_the_database(store: Store, register: Register, error: BaseException) -> None:
    def fails(_: object) -> None:
        raise error

    with pytest.raises(BaseException):  # noqa: B017, PT011
        store.write(fails)
    assert store.write(lambda _: 7) == 7


@pytest.mark.parametrize("error", ENDS, ids=repr)
def test_a_listener_to_what_was_written(
    store: Store, register: Register, error: BaseException
) -> None:
    heard = list[set[str]]()

    def fails(*_: object) -> None:
        raise error

    store.listen(fails)
    store.listen(lambda topics, _: heard.append(topics))
    store.write(lambda transaction: transaction.topics.add("board 1"))
    assert heard == [{"board 1"}]
    assert count("listener to news") == 1


@pytest.mark.parametrize("error", ENDS, ids=repr)
@pytest.mark.parametrize("step", ["queue_due", "deliver_next", "tidy"])
def test_the_delivery_of_mail(
    mailer: Mailer, register: Register, monkeypatch: pytest.MonkeyPatch, step: str,
    error: BaseException,
) -> None:  # fmt: skip
    mailer.send("help")
    monkeypatch.setattr("boche.server.mail.delivery.POLL_INTERVAL", 0.01)
    monkeypatch.setattr("boche.server.mail.delivery.CHECKS_PER_TIDY", 1)
    kept = getattr(mailer.delivery, step)
    monkeypatch.setattr(mailer.delivery, step, Once(error, kept))
    mailer.delivery.start()
    wait_until(lambda: mailer.way.mails and count("mail delivery"))
    mailer.delivery.close()


@pytest.mark.parametrize("error", ENDS, ids=repr)
def test_a_maildir(
    office: Office, register: Register, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
) -> None:  # fmt: skip
    monkeypatch.setattr("boche.server.mail.incoming.listeners.LOOK", 0.01)
    maildir = Maildir(office.post, tmp_path)
    monkeypatch.setattr(maildir, "look", Once(error, maildir.look))
    maildir.start()
    (tmp_path / "new" / "1").write_bytes(mail_of("help"))
    wait_until(office.letters)
    maildir.close()
    assert count("maildir") == 1


def test_the_listeners_for_mail(
    office: Office, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    once, kept = Once(SystemExit(3)), Handler.handle_RCPT

    async def handle_rcpt(self: Handler, *arguments: Any) -> str:
        asyncio.get_running_loop().call_soon(once)  # it ends the loop, in the middle of a mail
        return await kept(self, *arguments)

    monkeypatch.setattr(Handler, "handle_RCPT", handle_rcpt)
    doors = Listeners(office.post, ("127.0.0.1", 0), None)
    doors.start()
    with smtplib.SMTP("127.0.0.1", doors.ports[0], timeout=LONG) as server:
        server.sendmail("ann@example.org", ["play@games.example"], mail_of("help"))
    doors.close()
    assert count("mail listener") == 1
    assert len(office.letters()) == 1


def test_the_numbers_for_metrics(
    store: Store, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prometheus_client import generate_latest

    monkeypatch.setattr("boche.server.operation.metrics.LOOK", 0.01)
    from boche.server.operation.metrics import gauges

    look = Once(ValueError(), gauges)
    monkeypatch.setattr("boche.server.operation.metrics.gauges", look)
    metrics = Metrics(store, Vitals())
    metrics.start("127.0.0.1", 0)
    wait_until(lambda: look.calls > 1)
    metrics.close()
    text = generate_latest(metrics.registry).decode()
    assert 'boche_unexpected_ends_total{name="metrics"} 1.0' in text
    assert 'boche_up{part="threads"} 0.0' in text


def test_the_listener_for_metrics(
    store: Store, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    port = free_port()
    metrics = Metrics(store, Vitals())
    fail = Once(ValueError())
    monkeypatch.setattr("prometheus_client.exposition.ThreadingWSGIServer.service_actions", fail)
    metrics.start("127.0.0.1", port)
    wait_until(lambda: fail.calls > 1)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=LONG) as answer:
        assert b"boche_unexpected_ends_total" in answer.read()
    metrics.close()


def test_notifications(desk: Desk, register: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    number, ann, _ = desk.board()
    sender = Sender(desk.store, "https://games.example", lambda: desk.now)
    sender.start()
    desk.store.write(lambda transaction: transaction.topics.add(subscriptions.TOPIC))
    due = Once(SystemExit(3), lambda *_: None)
    monkeypatch.setattr(sender, "_due", due)
    for move in ("c:a1", "c:b2"):
        desk.do(f"boche move {number} {move}", user=ann if move == "c:a1" else desk.user("bob"))
    wait_until(lambda: due.calls == 2)
    sender.close()
    assert count("notifications") == 1


@pytest.mark.parametrize("error", ENDS, ids=repr)
def test_what_is_done_every_few_seconds(
    site: Site, register: Register, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    async def nothing() -> None:
        pass

    sweeps = {
        "sweep": Once(error, lambda *_: nothing()),
        "tidying": Once(error, lambda *_: nothing()),
        "tournaments": Once(error, lambda *_: nothing()),
        "operators": Once(error, lambda *_: nothing()),
    }
    monkeypatch.setattr(web_app, "sweep", sweeps["sweep"])
    monkeypatch.setattr(web_app, "tidy", sweeps["tidying"])
    monkeypatch.setattr(tournaments, "sweep", sweeps["tournaments"])
    monkeypatch.setattr(web_app.Administered, "tell", lambda _: sweeps["operators"]())
    application = web_app.make_app(site.service)

    async def run() -> None:
        async with application.router.lifespan_context(application):
            for _ in range(int(LONG * 100)):
                if all(sweep.calls > 1 for sweep in sweeps.values()):
                    return
                await asyncio.sleep(0.01)

    site.run(run())
    assert all(sweep.calls > 1 for sweep in sweeps.values())
    assert [count(name) for name in sweeps] == [1, 1, 1, 1]


@pytest.mark.parametrize("error", ENDS, ids=repr)
def test_thinking(
    site: Site, register: Register, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    broker = site.service.broker
    assert broker is not None
    dispatcher = Dispatcher(site.service, broker, 1, ThreadPoolExecutor, ThreadPoolExecutor)
    ask = Once(error, site.service.write)
    monkeypatch.setattr(site.service, "write", ask)

    async def run() -> None:
        task = asyncio.create_task(keep("thinking", dispatcher.run))
        while ask.calls < 2:
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    site.run(run())
    assert count("thinking") == 1


def _die() -> None:
    import os

    os._exit(3)


def test_a_process_that_draws(register: Register) -> None:
    process = WorkerProcess(10 * LONG)  # machines may be busy
    with pytest.raises(TimeoutError):
        process.do(_die)
    assert process.do(abs, -7) == 7
    process.close()
    assert count("drawing process") == 1


def test_outbox_has_the_mail_that_nobody_could_send(mailer: Mailer) -> None:
    """What is wrong with one mail is kept with it, and the others go out."""
    for name in ("ann", "bob", "carl"):
        mailer.send("help", sender=f"{name}@example.org")
    kept = mailer.way.send

    def send(sender: str, address: str, message_id: str, raw: bytes) -> None:
        if address.startswith("ann"):
            raise KeyError("unforeseen")
        kept(sender, address, message_id, raw)

    mailer.way.send = send  # type: ignore[method-assign]
    assert [to for to, _ in mailer.carried()] == ["bob@example.org", "carl@example.org"]
    row = mailer.store.read(lambda transaction: outbox.find(transaction, 1))
    assert row is not None
    assert row.failed == "a mistake of the program: KeyError"
    assert row.due is not None
