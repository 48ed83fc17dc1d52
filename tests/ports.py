"""Ports for programs that cannot say which free one they took."""

import random
import socket

# Below what systems hand out by themselves (Linux from 32,768 up), so that no connection and no
# other test's server can take the port before the program that it was chosen for.
PORTS = range(10_000, 32_000)
_choose = random.SystemRandom().choice


def free_port() -> int:
    """Return a port that nothing listens at, and that the system gives to nobody."""
    while True:
        port: int = _choose(PORTS)
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
