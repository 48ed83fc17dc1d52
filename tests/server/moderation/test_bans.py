"""Bans: what a banned account can no longer do, whichever way it tries."""

from __future__ import annotations

import base64

import pytest

from boche.engine.durations import DAY
from boche.server.database.store import Store
from boche.server.errors import ServerError
from boche.server.people import accounts, bans, operators, password_reset
from boche.server.play import moderation
from boche.server.play.moderation import AT_COMMAND_LINE, Moderator
from boche.server.play.moves import forfeit
from tests.server.desk import PASSWORD, START, Desk
from tests.server.moderation.people import operator
from tests.server.web.site import Site, Stream

REASON = "insults in chat"


def ban(store: Store, name: str, now: float = START, until: float | None = None) -> None:
    store.write(
        lambda transaction: moderation.ban(transaction, AT_COMMAND_LINE, name, REASON, until, now)
    )


def game(site: Site, auth: str, other: tuple[str, str], clock: float | None = 10 * DAY) -> int:
    """Set up a rated game of a signed-in person against another one, who accepts."""
    name, own = other
    start = {} if clock is None else {"start": clock}
    made = site.post(
        "/api/boards",
        {"game": "boche", "against": "name", "name": name, "rated": True, "begins": "me",
         "options": {"size": 4}, "clock": start},
        auth=auth,
    )  # fmt: skip
    site.post(f"/api/boards/{made['board']}/answer", {"accepted": True}, auth=own)
    return int(made["board"])


def test_a_banned_account_is_signed_out_and_told_why_when_it_signs_in(site: Site) -> None:
    store = site.service.store
    eve = site.sign_up("eve")
    ban(store, "eve", until=START + 30 * DAY)
    assert site.refused("GET", "/api/me", auth=eve)[0] == 401
    status, line = site.refused("POST", "/api/session", {"name": "eve", "password": PASSWORD})
    assert status == 403
    assert line == f"this account is banned until 2027-02-14 08:00 UTC: {REASON}"
    assert site.ask("POST", "/api/session", {"name": "eve", "password": "wrong-one-here"}).json()[
        "error"] == "wrong name or password"  # fmt: skip
    site.now += 31 * DAY
    site.post("/api/session", {"name": "eve", "password": PASSWORD})


def test_neither_name_and_password_nor_a_mailed_link_gets_round_a_ban(site: Site) -> None:
    store, ann, eve = site.service.store, site.sign_up("ann"), site.sign_up("eve")
    board = game(site, eve, ("ann", ann))
    user = store.read(lambda transaction: accounts.named(transaction, "eve"))
    token = store.write(lambda transaction: password_reset.token_for(transaction, user.id, START))
    ban(store, "eve")
    basic = "Basic " + base64.b64encode(f"eve:{PASSWORD}".encode()).decode()
    for method, path, body in (
        ("POST", f"/api/boards/{board}/moves", {"move": "c:a1"}),
        ("POST", f"/api/boards/{board}/chat", {"text": "you too"}),
        ("GET", "/api/me", None),
    ):
        status, line = site.refused(method, path, body, auth=basic)
        assert (status, REASON in line) == (403, True)
    for line in (f"boche move {board} eve {PASSWORD} c:a1", f"delete eve {PASSWORD}",
                 f"boche chat {board} eve {PASSWORD}"):  # fmt: skip
        answer = site.ask("POST", "/command", content=line.encode())
        assert (answer.status_code, REASON in answer.text) == (403, True)
    form = f"password={PASSWORD}x&again={PASSWORD}x".encode()
    headers = {"content_type": "application/x-www-form-urlencoded"}
    site.ask("POST", f"/mail/password/{token}", content=form, **headers)
    new = {"name": "eve", "password": f"{PASSWORD}x"}
    assert site.refused("POST", "/api/session", new)[0] == 403


def test_its_open_streams_end(site: Site) -> None:
    ann, eve = site.sign_up("ann"), site.sign_up("eve")
    board = game(site, eve, ("ann", ann))
    stream = Stream(site, f"/api/boards/{board}/events", authorization=eve)
    stream.until("begin")
    ban(site.service.store, "eve")
    stream.end()


def test_what_has_not_begun_is_withdrawn(site: Site) -> None:
    eve = site.sign_up("eve")
    board = site.post("/api/boards", {"game": "boche", "against": "open"}, auth=eve)["board"]
    ban(site.service.store, "eve")
    reason = site.get(f"/api/boards/{board}")["outcome"]["reason"]
    assert reason == "withdrawn before anybody joined"


def test_nothing_is_played_for_it(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche queue {number} c:a4", user=bob)
    ban(desk.store, "bob", desk.now)
    assert "c:a4" not in desk.do(f"boche move {number} c:b2", user=ann)
    status, line = desk.refused(f"boche move {number} c:a4", user=bob)
    assert (status, REASON in line) == (403, True), "as by an answer to a mail about the turn"


def test_nobody_challenges_it_or_plays_a_rematch(site: Site) -> None:
    ann, eve = site.sign_up("ann"), site.sign_up("eve")
    board = game(site, eve, ("ann", ann))
    site.post(f"/api/boards/{board}/resign", auth=ann)
    ban(site.service.store, "eve")
    challenge = {"game": "boche", "against": "name", "name": "eve"}
    assert site.refused("POST", "/api/boards", challenge, auth=ann) == (
        403, "eve is banned and cannot play")  # fmt: skip
    assert site.refused("POST", f"/api/boards/{board}/rematch", auth=ann)[0] == 403
    answer = site.ask("POST", "/command", content=b"boche challenge ann eve", auth=ann)
    assert answer.status_code == 403


def test_clocks_run_on_without_vacation_and_the_opponent_wins_on_time(desk: Desk) -> None:
    number, ann, _ = desk.board(options="-size=4 -kill=0 --forfeittime=3")
    desk.do(f"boche move {number} c:b2", user=ann)
    ban(desk.store, "bob", desk.now, until=desk.now + 30 * DAY)
    desk.pass_time(3 * DAY + 1.0)
    done = desk.store.write(lambda transaction: forfeit(transaction, number, desk.now))
    assert done is not None
    assert (done.row.kind, done.row.winner) == ("time", 0)


def test_the_opponent_claims_the_win_where_no_clock_would_decide(site: Site) -> None:
    ann, eve = site.sign_up("ann"), site.sign_up("eve")
    timed, untimed = game(site, eve, ("ann", ann)), game(site, eve, ("ann", ann), None)
    claim = "/api/boards/{}/claim"
    assert site.refused("POST", claim.format(timed), auth=ann)[0] == 409
    ban(site.service.store, "eve", until=START + DAY)
    assert not site.get(f"/api/boards/{timed}", auth=ann)["claimable"]
    assert site.refused("POST", claim.format(timed), auth=ann)[0] == 409
    assert site.refused("POST", claim.format(untimed))[0] == 403, "only who sits there"
    done = site.post(claim.format(untimed), auth=ann)
    assert done["outcome"]["winner"] == 1
    assert done["outcome"]["reason"] == "eve is banned from playing here"
    ban(site.service.store, "eve")
    assert site.get(f"/api/boards/{timed}", auth=ann)["claimable"]
    assert site.post(claim.format(timed), auth=ann)["state"] == "over"


def test_a_lifted_ban_lets_them_on(site: Site) -> None:
    ann, eve = site.sign_up("ann"), site.sign_up("eve")
    board = game(site, eve, ("ann", ann))
    ban(site.service.store, "eve")
    site.service.store.write(
        lambda transaction: moderation.lift(transaction, AT_COMMAND_LINE, "eve", "", START)
    )
    again = site.post("/api/session", {"name": "eve", "password": PASSWORD})["session"]
    site.post(f"/api/boards/{board}/moves", {"move": "c:a1"}, auth=f"Bearer {again}")
    assert not site.get(f"/api/boards/{board}", auth=ann)["claimable"]


NOT_BANNED = (
    ("ann", "ann", None, "you cannot ban yourself"),
    ("ann", "bob", None, "bob is an operator; end that first"),
    ("ann", "level-1", None, "level-1 is a computer"),
    ("ann", "eve", START - 1.0, "a ban must end in the future"),
    ("ann", "nobody", None, "no player is named nobody"),
    ("cid", "eve", None, "page not found"),
)


def test_who_cannot_be_banned(desk: Desk) -> None:
    people = {each: desk.person(each) for each in ("ann", "bob", "cid", "eve")}
    for each in ("ann", "bob"):
        operator(desk.store, each)
    for by, name, until, line in NOT_BANNED:
        moderator = Moderator(by, people[by].id)
        with pytest.raises(ServerError, match=line):
            desk.store.write(
                lambda t, by=moderator, name=name, until=until: moderation.ban(
                    t, by, name, REASON, until, START
                )
            )
    assert desk.store.read(lambda t: bans.of_user(t, people["eve"].id, START)) is None


def test_the_last_operator_stays_one_but_for_the_command_line(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    by = Moderator("ann", ann.id)
    desk.store.write(lambda t: moderation.appoint(t, AT_COMMAND_LINE, "ann", START))
    with pytest.raises(ServerError, match="ann is the last operator"):
        desk.store.write(lambda t: moderation.dismiss(t, by, "ann", START))
    desk.store.write(lambda t: moderation.appoint(t, by, "bob", START))
    for act in (moderation.remove, moderation.ban):
        more = ("x",) if act is moderation.remove else ("x", None)
        with pytest.raises(ServerError, match="bob is an operator"):
            desk.store.write(lambda t, act=act, more=more: act(t, by, "bob", *more, START))
    with pytest.raises(ServerError, match="bob is an operator"):
        desk.store.write(lambda t: moderation.password_token(t, by, "bob", START))
    desk.store.write(lambda t: moderation.dismiss(t, by, "ann", START))
    with pytest.raises(ServerError, match="page not found"):
        desk.store.write(lambda t: moderation.dismiss(t, by, "bob", START))
    desk.store.write(lambda t: moderation.dismiss(t, AT_COMMAND_LINE, "bob", START))
    assert desk.store.read(lambda t: operators.among(t, [ann.id, bob.id])) == set()
