"""Endless requests: they are refused before they fill the memory."""

from __future__ import annotations

import select
import socket
from contextlib import suppress
from pathlib import Path

from tests.e2e.server.served import LONG, Served


def test_a_request_without_an_end_is_not_read_for_ever(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path))
    for head, more in (
        (b"GET / HTTP/1.1\r\nX-Long: ", b"a" * 8192),
        (b"GET / HTTP/1.1\r\n", b"X-Many: a\r\n" * 512),
        (b"POST /command HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n" * 2048),
    ):
        with socket.create_connection(("127.0.0.1", served.port), timeout=LONG) as stream:
            stream.sendall(head)
            answer, sent = b"", 0
            stream.setblocking(False)
            while not answer and sent < 8 * 2**20:
                readable, _, _ = select.select([stream], [], [], 0.02)
                if readable:
                    answer = stream.recv(100)
                else:
                    with suppress(BlockingIOError):
                        sent += stream.send(more)
        assert answer.split()[1] in (b"400", b"413"), (head, sent)
    assert served.ask("GET", "/api/boards")[0] == 200
    served.end()


def test_the_log_counts_what_is_no_request(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path), "--log-level", "info")
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", served.port), timeout=LONG) as stream:
            stream.sendall(b"boche: forged\n\x1b[2J\r\n\r\n")
            assert b" 400 " in stream.recv(100)
    _, log = served.end()
    lines = [line for line in log.splitlines() if "refused" in line or "forged" in line]
    refused = "boche: request refused: 400 it is not HTTP, or too long,"
    assert lines == [
        f"{refused} from 127.0.0.1",
        f"{refused} 29 more times in a minute, from 127.0.0.1",
    ]
