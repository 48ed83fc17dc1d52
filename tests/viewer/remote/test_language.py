"""The language that a client asks a server to answer in."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from boche.engine.languages.current import speaking
from boche.engine.program import SERVER_MARK
from boche.viewer.remote.client.http import Client


def test_a_request_names_the_current_language() -> None:
    heard: list[str | None] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers["Accept-Language"])
            self.send_response(200)
            self.send_header(SERVER_MARK, "1")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with speaking("de"):
            assert Client(f"http://127.0.0.1:{server.server_port}").get("/x") == {}
    assert heard == ["de"]
