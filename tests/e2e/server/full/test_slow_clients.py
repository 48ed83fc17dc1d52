"""Slow clients, which send or read as slowly as they can: they are cut off, others go on."""

from __future__ import annotations

import select
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from boche.server.database.connect import open_store
from boche.server.database.store import Transaction
from boche.server.events import record_event
from boche.server.play.setup import CreatedBoard, SeatTaker, Terms, make
from tests.e2e.server.served import LONG, Caller, Served

PATIENCE = 1.0
LINE = "𝄞" * 2000  # 8 kB: the longest message
LINES = 1600  # more than a connection's buffers hold


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("slow")


@pytest.fixture(scope="module")
def talkative(folder: Path) -> CreatedBoard:
    """Create a board with a long chat."""

    def work(transaction: Transaction) -> CreatedBoard:
        made = make(transaction, Terms.of("boche", {}), (SeatTaker(), SeatTaker()), 0.0)
        for _ in range(LINES):
            record_event(transaction, made.number, "chat", {"text": LINE}, 0.0, private=True)
        return made

    store = open_store(f"sqlite:///{folder / 'server.db'}")
    made = store.write(work)
    store.close()
    return made


@pytest.fixture(scope="module")
def served(folder: Path, talkative: CreatedBoard) -> Iterator[Served]:
    """Yield a server with a short timeout for clients."""
    found = Served("--data", str(folder), "--patience", str(PATIENCE))
    yield found
    code, errors = found.end(signal.SIGTERM)
    assert (code, errors) == (0, "")


class Slow:
    """A connection that sends something and then does as the test likes."""

    def __init__(
        self, served: Served, said: bytes = b"", buffer: int | None = None, address: str = "",
    ) -> None:  # fmt: skip
        self.socket = socket.socket()
        if address:
            self.socket.bind((address, 0))
        if buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.connect(("127.0.0.1", served.port))
        self.socket.sendall(said)

    def is_cut_off(self, seconds: float) -> bool:
        """Wait so long for the server to end it; return whether it did. Nothing is read."""
        poll = select.poll()
        poll.register(self.socket, select.POLLRDHUP)
        return bool(poll.poll(seconds * 1000))


def serves(served: Served) -> None:
    """Raise ``AssertionError`` unless another client can play as usual."""
    caller = Caller(served.port)
    made = served.board({"game": "boche", "options": {"size": 4}})
    path = f"/api/boards/{made['board']}/moves"
    assert caller.ask("POST", path, {"move": "c:a1"}, made["secrets"][0])[0] == 200
    caller.close()


HEAD = b"POST /api/boards HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"


@pytest.mark.parametrize("said", [b"", HEAD + b"X-Long: ", HEAD + b'\r\n{"game": "'])
def test_a_byte_now_and_then_is_no_way_to_hold_a_connection(served: Served, said: bytes) -> None:
    slow = Slow(served, said)
    sent = 0
    with suppress(ConnectionError):  # cut off between the check and the send
        while not slow.is_cut_off(PATIENCE / 5):
            serves(served)
            slow.socket.sendall(b"a")
            sent += 1
            assert sent < LONG
    assert sent
    slow.socket.close()


def test_hundreds_who_say_nothing(served: Served) -> None:
    with ExitStack() as stack:
        silent = [Slow(served) for _ in range(500)]
        for each in silent:
            stack.enter_context(each.socket)
        serves(served)
        assert all(each.is_cut_off(LONG) for each in silent)
    serves(served)


def memory(served: Served) -> int:
    """Return the memory of the process in MB."""
    text = Path(f"/proc/{served.process.pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) // 1024


def test_a_stream_that_nobody_reads(served: Served, talkative: CreatedBoard) -> None:
    before = memory(served)
    path, seat = f"/api/boards/{talkative.number}/events", talkative.secrets[0]
    ask = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Seat {seat}\r\n\r\n".encode()
    with ExitStack() as stack:
        deaf = [Slow(served, ask, buffer=4096) for _ in range(10)]
        for each in deaf:
            stack.enter_context(each.socket)
        serves(served)
        assert all(each.is_cut_off(LONG) for each in deaf)
        assert memory(served) - before < 10 * 8, "each has a part of the 13 MB at most"


def test_what_the_end_cuts_off_is_told_so(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path))
    slow = Slow(served, HEAD + b'\r\n{"game": "')
    serves(served)
    code, errors = served.end(signal.SIGTERM)
    answer = slow.socket.makefile("rb").read()
    slow.socket.close()
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"the server is stopping; try again" in answer
    assert (code, errors.count("\n")) == (0, 1), errors  # the number of clients cut off


PIPELINED = 2000  # requests: more answers than the buffers hold


def test_who_sends_many_requests_and_reads_no_answer(served: Served) -> None:
    """The module's server has written nothing to its log at its end."""
    ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * PIPELINED
    with ExitStack() as stack:
        deaf = [Slow(served, buffer=2048) for _ in range(3)]
        for each in deaf:
            stack.enter_context(each.socket)
            each.socket.settimeout(PATIENCE / 2)
            with suppress(TimeoutError):
                each.socket.sendall(ask)
        serves(served)
        assert all(each.is_cut_off(LONG) for each in deaf)
    serves(served)


CROWDED = b"HTTP/1.1 429 "


def test_an_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "serve.toml").write_text("connections = 20\n")
    served = Served("--data", str(tmp_path))
    try:
        with ExitStack() as stack:
            silent = [Slow(served, address="127.0.0.2") for _ in range(21)]
            for each in silent:
                stack.enter_context(each.socket)
            assert silent.pop().socket.recv(1000).startswith(CROWDED)
            assert not any(each.is_cut_off(0.0) for each in silent)
            serves(served)
            silent[0].socket.close()
            again = stack.enter_context(Slow(served, HEAD, address="127.0.0.2").socket)
            again.settimeout(PATIENCE)
            with pytest.raises(TimeoutError):
                again.recv(1)
    finally:
        served.end(signal.SIGTERM)


def test_more_connections_than_there_are_files_for_keep_nobody_else_out(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path), before=("prlimit", "--nofile=400:400"))
    try:
        with ExitStack() as stack:
            watcher = Slow(served, b"GET / HTTP/1.1\r\nHost: x\r\n")
            stack.enter_context(watcher.socket)
            silent = [Slow(served, address=f"127.0.0.{n % 3 + 2}") for n in range(600)]
            for each in silent:
                stack.enter_context(each.socket)
            serves(served)
            assert not watcher.is_cut_off(0.0)
            assert sum(not each.is_cut_off(0.0) for each in silent) <= 200
    finally:
        served.end(signal.SIGTERM)


def test_a_proxy_has_everybody_s_connections(tmp_path: Path) -> None:
    (tmp_path / "serve.toml").write_text("connections = 2\n")
    served = Served("--data", str(tmp_path), "--behind-proxy")
    try:
        with ExitStack() as stack:
            for _ in range(20):
                stack.enter_context(Slow(served).socket)
            serves(served)
    finally:
        served.end(signal.SIGTERM)
