"""Limits in the operator's file, invitations and the server's name, in a real process."""

from __future__ import annotations

import http.client
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tests import ROOT
from tests.e2e.server.served import Served
from tests.e2e.server.test_serve import refused
from tests.ports import free_port
from tests.server.desk import PASSWORD


def invite(*arguments: str) -> tuple[int, str]:
    """Run the command; return the exit code and its output."""
    done = subprocess.run(
        [sys.executable, "-m", "boche", "serve", "invite", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, (done.stdout or done.stderr).strip()


def sign_up(served: Served, name: str, invitation: str = "") -> tuple[int, str]:
    given = {"name": name, "password": PASSWORD, "invitation": invitation}
    status, found = served.ask("POST", "/api/accounts", given)
    return status, found.get("error", "")


def test_the_file_in_the_data_folder_holds_and_an_invitation_passes_it(tmp_path: Path) -> None:
    (tmp_path / "serve.toml").write_text("[limits]\naccounts = { burst = 1, every = 1e6 }\n")
    home = ("--data", str(tmp_path))
    served = Served(*home)
    try:
        assert [sign_up(served, name)[0] for name in ("ann", "bob")] == [201, 429]
        code, link = invite(
            "add", *home, "--address", served.address, "--uses", "3", "--note", "club"
        )
        assert code == 0
        assert link.startswith(f"{served.address}/sign-up?invite=")
        (secret,) = parse_qs(urlsplit(link).query)["invite"]
        assert [sign_up(served, name, secret)[0] for name in ("bob", "cid")] == [201, 201]
        code, line = invite("list", *home)
        name, *rest = line.split("  ")
        assert rest[0] == "1 left"
        assert rest[-1] == "club"
        assert secret not in line
        assert invite("revoke", *home, name) == (0, "")
        assert invite("list", *home) == (0, "there are no invitations")
        assert sign_up(served, "dan", secret)[0] == 403
    finally:
        assert served.end()[1] in ("", "boche: stopped\n")
    code, line = invite("revoke", *home, name)
    assert code != 0
    assert "unknown invitation" in line
    assert "\n" not in line
    code, line = invite("add", *home, "--uses", "0")
    assert code != 0
    assert "--uses: '0' is not a whole number from 1 to 10,000" in line


def test_a_file_that_is_wrong_is_told_and_nothing_is_served(tmp_path: Path) -> None:
    wrong = tmp_path / "limits.toml"
    wrong.write_text("[limits]\nbords = { burst = 1 }\n")
    line = refused("--port", "0", "--data", str(tmp_path), "--config", str(wrong))
    assert f"{wrong}: limits.bords: unknown key" in line
    assert str(tmp_path / "none") in refused("--port", "0", "--config", str(tmp_path / "none"))


def test_with_an_address_no_other_host_is_answered(tmp_path: Path) -> None:
    port = free_port()
    served = Served("--data", str(tmp_path), "--address", "https://play.example", port=port)
    found = {}
    try:
        for host in ("play.example", "play.example:443", "evil.example"):
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
                connection.request("GET", "/games/", headers={"Host": host})
                answer = connection.getresponse()
                text = answer.read().decode()
                found[host] = (answer.status, answer.headers.get("Location"), text)
    finally:
        served.end()
    assert found["play.example"][:2] == found["play.example:443"][:2] == (307, "/games")
    assert found["evil.example"] == (
        421, None, "this server is https://play.example; a proxy must pass on its Host header\n"
    )  # fmt: skip
