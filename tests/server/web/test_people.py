"""Accounts by HTTP: sessions, changes, export and deletion."""

from __future__ import annotations

import base64
import json

from pyotp import TOTP

from boche.server.database.store import Transaction
from boche.server.events import since
from boche.server.people import accounts, second_factor
from boche.server.people.accounts import SESSION, level_name
from boche.server.web.authentication import COOKIE
from tests.server.desk import PASSWORD
from tests.server.web.site import Site

ANN = {"name": "ann", "password": PASSWORD}


def test_signing_up_in_and_out(site: Site) -> None:
    answer = site.ask("POST", "/api/accounts", ANN | {"mail": "ann@example.org"})
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert f"Max-Age={int(SESSION)}" in cookie
    secret = answer.json()["session"]
    assert secret in cookie
    for header in ({"auth": f"Bearer {secret}"}, {"cookie": f"{COOKIE}={secret}"}):
        assert site.get("/api/me", **header)["mail"] == "ann@example.org"
    assert site.refused("POST", "/api/accounts", ANN)[0] == 409
    again = site.post("/api/session", ANN)["session"]
    assert site.done("DELETE", "/api/session", auth=f"Bearer {again}") == {"name": None}
    assert site.refused("GET", "/api/me", auth=f"Bearer {again}")[0] == 401
    assert site.get("/api/me", auth=f"Bearer {secret}")["name"] == "ann"
    out = site.ask("DELETE", "/api/session", cookie=f"{COOKIE}={secret}")
    assert f'{COOKIE}=""' in out.headers["set-cookie"]
    assert site.refused("GET", "/api/me", auth=f"Bearer {secret}")[0] == 401


def test_a_change_is_made_whole_or_not_at_all(site: Site) -> None:
    auth = site.sign_up("ann")
    new = {"old": PASSWORD, "password": "another-horse"}
    for wrong in ({"mail": "nonsense"}, {"old": "wrong-horse"}, {"password": "short"}):
        body = new | {"mail": "ann@example.org"} | wrong
        assert site.refused("PATCH", "/api/me", body, auth=auth)[0] in (400, 401)
        assert site.get("/api/me", auth=auth)["mail"] is None
    assert site.refused("PATCH", "/api/me", {"password": "another-horse"}, auth=auth)[0] == 400
    site.done("PATCH", "/api/me", new | {"mail": "ann@example.org"}, auth=auth)
    assert site.refused("GET", "/api/me", auth=auth)[0] == 401, "whoever was signed in is no longer"
    assert site.refused("POST", "/api/session", ANN)[0] == 401
    assert site.post("/api/session", ANN | {"password": "another-horse"})["name"] == "ann"


def test_what_is_exported_and_then_deleted(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    body = {"game": "boche", "against": "name", "name": "bob", "rated": True}
    number = site.post("/api/boards", body, auth=ann)["board"]
    site.post(f"/api/boards/{number}/answer", {"accepted": True}, auth=bob)
    site.done("PUT", f"/api/boards/{number}/notes", {"notes": "my plan"}, auth=ann)
    answer = site.ask("GET", "/api/me/export", auth=ann)
    assert answer.headers["content-disposition"].startswith("attachment")
    found = answer.json()
    assert found["boards"][0]["notes"] == "my plan"
    assert "$argon2" not in json.dumps(found)
    assert site.refused("DELETE", "/api/me", {}, auth=ann)[0] == 400
    site.done("DELETE", "/api/me", {"password": PASSWORD}, auth=ann)
    assert site.refused("GET", "/api/me", auth=ann)[0] == 401
    assert site.refused("GET", "/api/users/ann")[0] == 404
    board = site.get(f"/api/boards/{number}", auth=bob)
    assert board["outcome"]["winner"] == 1
    assert board["seats"][0]["name"] == "deleted"
    assert site.get("/api/users/bob")["ratings"]["boche"]["won"] == 1


def test_no_event_has_the_name_of_a_deleted_account(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    clock = {"start": 3600}
    joined = site.post(
        "/api/boards", {"game": "boche", "against": "open", "clock": clock}, auth=bob
    )
    late = site.post("/api/boards", {"game": "boche", "clock": clock, "against": "name",
                                     "name": "bob"}, auth=ann)  # fmt: skip
    numbers = [joined["board"], late["board"]]
    site.post(f"/api/boards/{numbers[0]}/join", auth=ann)
    site.post(f"/api/boards/{numbers[0]}/time", {"seconds": 60}, auth=ann)
    site.post(f"/api/boards/{numbers[1]}/chat", {"text": "ann was here"}, auth=ann)
    site.post(f"/api/boards/{numbers[1]}/answer", {"accepted": True}, auth=bob)
    site.post(f"/api/boards/{numbers[1]}/abort", auth=ann)
    told = [
        site.service.store.read(lambda transaction, n=n: since(transaction, n, 0)) for n in numbers
    ]
    assert str(told).count("'ann") >= 4
    site.done("DELETE", "/api/me", {"password": PASSWORD}, auth=ann)
    told = [
        site.service.store.read(lambda transaction, n=n: since(transaction, n, 0)) for n in numbers
    ]
    assert str(told).replace("ann was here", "").count("ann") == 0, told
    assert "deleted aborted the game" in str(told)
    assert "bob" in str(told)


def test_what_is_no_name_stays_when_an_account_of_that_name_goes(site: Site) -> None:
    ann, header = site.sign_up("ann"), site.sign_up("resignation")
    number = site.post("/api/boards", {"game": "boche", "against": "name", "name": "ann"},
                       auth=header)["board"]  # fmt: skip
    site.post(f"/api/boards/{number}/answer", {"accepted": True}, auth=ann)
    site.done("DELETE", "/api/me", {"password": PASSWORD}, auth=header)
    end = site.service.store.read(lambda transaction: since(transaction, number, 0))[-1]
    assert (end["kind"], end["how"]) == ("end", "resignation")


def test_nobody_signs_in_to_a_computer(site: Site) -> None:
    for password in ("", PASSWORD, "None"):
        wanted = {"name": level_name(1), "password": password}
        assert site.refused("POST", "/api/session", wanted)[0] == 401


def test_guesses_are_slowed_by_address(site: Site) -> None:
    site.sign_up("ann")
    wrong = ANN | {"password": "wrong-horse"}
    heard = [
        site.ask("POST", "/api/session", wrong, x_forwarded_for="203.0.113.5") for _ in range(12)
    ]
    assert [each.status_code for each in heard] == [401] * 10 + [429] * 2
    assert int(heard[-1].headers["retry-after"]) >= 1
    assert site.post("/api/session", ANN, x_forwarded_for="192.0.2.1")["name"] == "ann"


def test_a_seat_of_an_open_board_is_taken_once(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    made = site.post("/api/boards", {"game": "octi", "against": "open", "rated": True}, auth=ann)
    path = f"/api/boards/{made['board']}"
    assert [each["board"] for each in site.get("/api/boards?state=open")["boards"]] == [
        made["board"]]  # fmt: skip
    assert site.refused("POST", f"{path}/join", {})[0] == 403
    assert site.post(f"{path}/join", {}, auth=bob)["own"] == [1]
    assert site.refused("POST", f"{path}/join", {}, auth=bob)[0] == 409
    assert site.refused("DELETE", path, auth=ann)[0] == 409


def test_a_new_address_needs_the_password(site: Site) -> None:
    """Whoever finds a browser signed in could else have a link to a new password sent to them."""
    auth = f"Bearer {site.post('/api/session', ANN)['session']}" if site.sign_up("ann") else ""
    assert site.refused("PATCH", "/api/me", {"mail": "eve@example.org"}, auth=auth)[0] == 400
    wrong = {"mail": "eve@example.org", "old": "wrong-horse"}
    assert site.refused("PATCH", "/api/me", wrong, auth=auth)[0] == 401
    assert site.get("/api/me", auth=auth)["mail"] is None
    site.done("PATCH", "/api/me", {"mail": "ann@example.org", "old": PASSWORD}, auth=auth)
    assert site.get("/api/me", auth=auth)["mail"] == "ann@example.org"


def test_programs_sign_in_with_a_code_and_then_use_their_session(site: Site) -> None:
    session = site.sign_up("ann")

    def turn_on(transaction: Transaction) -> tuple[str, list[str]]:
        user = accounts.named(transaction, "ann").id
        second_factor.begin(transaction, user)
        key = second_factor.key_to_confirm(transaction, user)
        assert key is not None
        code = TOTP(key).at(int(site.now))
        return key, second_factor.confirm(transaction, user, code, site.now)

    key, codes = site.service.store.write(turn_on)
    given = {"name": "ann", "password": PASSWORD}
    answer = site.ask("POST", "/api/session", given)
    assert (answer.status_code, answer.json()["second_factor"]) == (401, True)
    assert site.get("/api/me", auth=session)["name"] == "ann"
    basic = base64.b64encode(f"ann:{PASSWORD}".encode()).decode()
    assert site.refused("GET", "/api/me", auth=f"Basic {basic}")[0] == 401
    site.now += 60
    code = TOTP(key).at(int(site.now))
    for each in (code, codes[0]):
        signed = site.post("/api/session", given | {"code": each})
        assert site.get("/api/me", auth=f"Bearer {signed['session']}")["name"] == "ann"
    kept = site.get("/api/me/export", auth=session)
    assert kept["second_factor"]["recovery_codes"] == 9
    assert key not in json.dumps(kept)
