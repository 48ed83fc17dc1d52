"""A server as a process, and people whose addresses and mails are out of the ordinary."""

from __future__ import annotations

import smtplib
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from tests.e2e.server.served import Served, wait_until
from tests.ports import free_port


class Sink:
    """A mail server without SMTPUTF8 that keeps what it gets."""

    def __init__(self) -> None:
        self.got: dict[str, Any] = {}

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.original_content, policy=policy.default)
        self.got.update(dict.fromkeys(envelope.rcpt_tos, mail))
        return "250 OK"


def test_no_address_stops_the_mail_of_others(tmp_path: Path) -> None:
    sink, out, back = Sink(), free_port(), free_port()
    server = Controller(sink, "127.0.0.1", out, enable_SMTPUTF8=False)
    server.start()
    served = Served(
        "--data", str(tmp_path), "--mail-host", "games.example", "--smtp", f"127.0.0.1:{out}",
        "--smtp-listen", f"127.0.0.1:{back}",
    )  # fmt: skip
    try:
        for number, address in enumerate(
            ["first@mail.example", "änn@mail.example", "o'neil@bücher.example", "root@mail.example"]
        ):
            wanted = {"name": f"user{number}", "password": "correct-horse", "mail": address}
            assert served.ask("POST", "/api/accounts", wanted)[0] == 201
        reached = {"first@mail.example", "o'neil@xn--bcher-kva.example", "root@mail.example"}
        wait_until(lambda: reached <= set(sink.got))
        status, said = served.ask("GET", "/health/ready")
        assert (status, said["threads"]["ok"], said["mail"]["ok"]) == (200, True, True)
        with smtplib.SMTP("127.0.0.1", back) as listener:
            for address in reached:
                ask = sink.got[address]
                yes = (
                    f"From: {address}\r\nTo: {ask['Reply-To']}\r\n"
                    f"Message-ID: <{hash(address)}@x>\r\n"
                    "Feedback-ID: 1:user:proton\r\nX-Auto-Response-Suppress: OOF\r\n\r\n\u200byes"
                )
                listener.sendmail(address, [str(ask["Reply-To"])], yes.encode())
        wait_until(lambda: all("confirmed" in str(sink.got[each]) for each in reached))
        assert "änn@mail.example" not in sink.got
    finally:
        errors = served.end()[1]
        server.stop()
    assert "Traceback" not in errors
    assert "refused: the mail server has no SMTPUTF8" in errors
