"""Postfix with the lines of docs/serving.md: it takes what the server reads, and nothing else."""

from __future__ import annotations

import re
import shutil
import smtplib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.server.mail.addresses import NAMES
from tests import ROOT
from tests.e2e.server.postfix import HOST, Postfix
from tests.e2e.server.served import wait_until

DOCUMENT = (ROOT / "docs" / "serving.md").read_text("utf-8")

pytestmark = pytest.mark.skipif(not shutil.which("postfix", path="/usr/sbin:/usr/bin"),
                                reason="no Postfix")  # fmt: skip


@pytest.fixture
def documented() -> Iterator[Postfix]:
    """Yield a Postfix with the documented lines, and no server behind it."""
    folder = Path(tempfile.mkdtemp(prefix="boche-mail-", dir="/tmp"))
    postfix = Postfix(folder)
    (block,) = re.findall(r"```\n(recipient_delimiter = .*?)```", DOCUMENT, re.DOTALL)
    assert "inet:127.0.0.1:8024 }\n" in block
    own = block.replace("8024", str(postfix.lmtp))
    names = {line.partition(" =")[0] for line in own.splitlines()}
    settings = folder / "config" / "main.cf"
    kept = [line for line in settings.read_text().splitlines()
            if line.partition(" =")[0] not in names]  # fmt: skip
    settings.write_text("\n".join([*kept, own]))
    postfix.run("reload")
    yield postfix
    postfix.close()


def test_mail_to_nobody_is_refused_at_once(documented: Postfix) -> None:
    with smtplib.SMTP("127.0.0.1", documented.port, timeout=120.0) as client:
        client.ehlo()
        client.mail("somebody@elsewhere.example")
        for name in (*NAMES, "postmaster"):
            assert client.rcpt(f"{name}@{HOST}")[0] == 250, name
            if name in NAMES:
                assert client.rcpt(f"{name}+17-0-4-n-abc@{HOST}")[0] == 250, name
        for unknown in ("nobody", "ann+play"):
            assert client.rcpt(f"{unknown}@{HOST}")[0] == 550, unknown
    # The log is written by another process, later than the answer.
    wait_until(lambda: documented.count(f"<nobody@{HOST}>", "reject"))
