"""Clients of a server: requests over persistent connections, and event streams."""

from __future__ import annotations

import json
import selectors
import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

CONNECTIONS = 32


@dataclass(frozen=True)
class Script:
    """A board and the encoded requests that play its game."""

    number: int
    requests: tuple[bytes, ...]


def request(method: str, path: str, secret: str, body: object = None) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {secret}\r\n"
    return head.encode() + b"Content-Length: %d\r\n\r\n" % len(data) + data


def answer(stream: socket.socket, rest: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the status line of a response, its body, and the bytes after it."""
    while b"\r\n\r\n" not in rest:
        rest += received(stream)
    head, _, rest = rest.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
    while len(rest) < length:
        rest += received(stream)
    return head.partition(b"\r\n")[0], rest[:length], rest[length:]


def received(stream: socket.socket) -> bytes:
    data = stream.recv(65536)
    if not data:
        raise ConnectionError("the server closed a connection")
    return data


def play(
    ports: Sequence[int], played: Sequence[Script], rate: float | None = None
) -> tuple[float, list[float]]:
    """Play the scripts over many connections. Return the total seconds and those of each move.

    With a ``rate`` (moves per second), moves are sent at even intervals whether or not others have
    been answered; the time of a move then counts from its scheduled time.
    """
    times: list[float] = []
    start = time.perf_counter() + 0.1

    def player(number: int) -> None:
        stream = socket.create_connection(("127.0.0.1", ports[number % len(ports)]))
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        rest, sent = b"", 0
        for script in played[number::CONNECTIONS]:
            for line in script.requests:
                due = time.perf_counter()
                if rate is not None:
                    due = start + (sent * CONNECTIONS + number) / rate
                    time.sleep(max(due - time.perf_counter(), 0.0))
                sent += 1
                stream.sendall(line)
                status, body, rest = answer(stream, rest)
                times.append(time.perf_counter() - due)
                if b" 200 " not in status:
                    raise AssertionError(body)
        stream.close()

    threads = [threading.Thread(target=player, args=(each,)) for each in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start, times


class Watchers:
    """Event streams of boards, read by one thread that counts the moves received."""

    def __init__(self, ports: Sequence[int], numbers: Sequence[int]) -> None:
        self.moves = 0
        self._selector = selectors.DefaultSelector()
        self._over = threading.Event()
        self.streams = []
        for index, number in enumerate(numbers):
            stream = socket.create_connection(("127.0.0.1", ports[index % len(ports)]))
            path = f"/api/boards/{number}/events"
            stream.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            self.streams.append(stream)
            self._selector.register(stream, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._over.is_set():
            for key, _ in self._selector.select(0.2):
                data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                self.moves += data.count(b"event: move\n")
                if not data:
                    self._selector.unregister(key.fileobj)

    def wait_for(self, count: int) -> float:
        """Return the seconds until ``count`` moves have arrived; lost ones show as a minute."""
        start = time.perf_counter()
        while self.moves < count and time.perf_counter() - start < 60.0:
            time.sleep(0.005)
        return time.perf_counter() - start

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        for stream in self.streams:
            stream.close()


def fetched(port: int, path: str, secret: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as stream:
        stream.sendall(request("GET", path, secret))
        status, body, _ = answer(stream, b"")
    if b" 200 " not in status:
        raise AssertionError(body)
    return body
