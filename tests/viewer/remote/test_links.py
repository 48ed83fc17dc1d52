"""Links and addresses: valid ones, warnings about unsafe ones, and stored logins."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from boche.viewer.remote.client import login as logins
from boche.viewer.remote.client.address import check_server, unsafe_line
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.errors import RefusedError, RemoteError
from boche.viewer.remote.seat_link import SeatLink
from boche.viewer.remote.view import time_text
from tests.viewer.remote.host import Host

SECRET = "0123456789abcdef"


def test_a_link_has_a_server_a_board_and_a_secret() -> None:
    link = SeatLink.parse(f" https://play.example/boche/board/17#seat={SECRET} ")
    assert (link.place.server, link.place.board) == ("https://play.example/boche", 17)
    assert link.secret == SECRET
    assert str(link.place) == "https://play.example/boche/board/17"


@pytest.mark.parametrize("text", [
    "", "x", "https://play.example", "https://play.example/board/17",
    f"https://play.example/board/0#seat={SECRET}", f"ftp://play.example/board/17#seat={SECRET}",
    f"https:///board/17#seat={SECRET}", f"https://a:b@play.example/board/17#seat={SECRET}",
    "https://play.example/board/17#seat=a b", f"https://[x/board/17#seat={SECRET}",
    f"https://play.example/board/17/x#seat={SECRET}", f"https://a:9999999/board/1#seat={SECRET}",
])  # fmt: skip
def test_what_is_no_link_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(RemoteError) as refused:
        SeatLink.parse(text)
    assert str(refused.value).isprintable()


def test_a_link_to_watch_is_no_seat() -> None:
    text = f"https://play.example/board/17#watch={SECRET}"
    with pytest.raises(RemoteError, match="gives no seat"):
        SeatLink.parse(text)
    assert SeatLink.parse_to_watch(text).credential == f"Seat {SECRET}"
    assert SeatLink.parse_to_watch("https://play.example/board/17").credential == ""


@pytest.mark.parametrize("here", ["https://x.example", "http://localhost:8321", "http://[::1]",
                                  "http://127.0.0.1", "http://127.8.9.1:80"])  # fmt: skip
def test_nothing_is_said_of_what_is_safe(here: str) -> None:
    assert unsafe_line(check_server(here)) == ""


@pytest.mark.parametrize("there", ["http://x.example", "http://192.168.0.1", "http://127.x.y",
                                   "http://localhost.example"])  # fmt: skip
def test_what_others_can_read_is_said_aloud(there: str) -> None:
    assert "is not https" in unsafe_line(check_server(there))


def test_a_password_is_not_kept_and_the_session_is_readable_to_nobody_else(
    host: Host, home: Path
) -> None:
    host.ask("POST", "/api/accounts", {"name": "carl", "password": "correct-horse"})
    server = f"http://127.0.0.1:{host.port}"
    place = home / "config" / "remote.json"
    place.parent.mkdir(parents=True)
    place.write_text("{}")
    place.chmod(0o644)
    login = logins.sign_in(server, "Carl", "correct-horse")
    logins.keep(login)
    assert logins.saved() == login == Login(server, login.session, "carl")
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert "correct-horse" not in place.read_text()
    with pytest.raises(RefusedError):
        logins.sign_in(server, "carl", "wrong")
    logins.sign_out(login)
    assert logins.saved() == Login(server)


def test_times() -> None:
    texts = [time_text(each) for each in (-5, 9, 61, 3723, 2 * 86400, 3 * 86400 + 7200)]
    assert texts == ["0:00", "0:09", "1:01", "1:02:03", "2 days", "3 days 2 h"]
