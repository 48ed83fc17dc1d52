"""The language of a request, and what is answered in it."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlencode

import pytest

from boche.engine.languages.catalogue import PSEUDO, pseudo
from boche.engine.languages.current import current, speaking
from boche.server import limits
from boche.server.infrastructure.single_flight import SingleFlight
from boche.server.limits import Rules
from boche.server.policy import Policy
from boche.server.recall import recalled
from boche.server.web.authentication import COOKIE as SESSION
from tests.own_loop import run
from tests.server.web.site import Site, Stream

FORM = "application/x-www-form-urlencoded"
REASONS = {"en": "board 999 does not exist", "de": "es gibt kein Brett 999"}


def reason(site: Site, **headers: str) -> str:
    return site.refused("GET", "/api/boards/999", **headers)[1]


def test_what_the_browser_accepts(site: Site) -> None:
    assert reason(site) == REASONS["en"]
    assert reason(site, accept_language="de-AT, en;q=0.5") == REASONS["de"]
    assert reason(site, accept_language="tlh, *;q=0.1") == REASONS["en"]


def test_a_cookie_goes_before_the_browser(site: Site) -> None:
    assert reason(site, cookie="language=de", accept_language="en") == REASONS["de"]
    assert reason(site, cookie="language=en", accept_language="de") == REASONS["en"]
    assert reason(site, cookie="language=xx", accept_language="de") == REASONS["de"]


def test_an_account_goes_before_the_cookie(site: Site) -> None:
    ann = site.sign_up("ann")
    site.done("PATCH", "/api/me", {"language": "de"}, auth=ann)
    assert site.get("/api/me", auth=ann)["settings"]["language"] == "de"
    assert reason(site, auth=ann, cookie="language=en", accept_language="en") == REASONS["de"]
    site.done("PATCH", "/api/me", {"language": ""}, auth=ann)
    assert reason(site, auth=ann, cookie="language=en", accept_language="de") == REASONS["en"]


def test_no_such_language(site: Site) -> None:
    ann = site.sign_up("ann")
    for name in ("xx", "d" * 1000):
        status, why = site.refused("PATCH", "/api/me", {"language": name}, auth=ann)
        assert (status, why[:16]) == (400, "unknown language")


def test_the_server_s_own_language(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_chosen", [Rules(policy=Policy(language="de"))])
    assert reason(site) == REASONS["de"]
    assert reason(site, accept_language="en") == REASONS["en"]


def test_two_requests_at_once(site: Site) -> None:
    """Each is worked on in threads, together with the other one."""

    async def both() -> list[str]:
        asked = [
            site.asking(method, "/api/boards/999" + more, body, accept_language=code)
            for code in ("de", "en") * 20
            for method, more, body in (("GET", "", None), ("POST", "/moves", {"move": "c:a1"}))
        ]
        return [answer.json()["error"] for answer in await asyncio.gather(*asked)]

    assert (
        site.run(both())
        == [REASONS["de"]] * 2
        + [REASONS["en"]] * 2
        + ([REASONS["de"]] * 2 + [REASONS["en"]] * 2) * 19
    )


def test_answers_that_are_shared_have_a_language_each() -> None:
    async def ask(flight: SingleFlight[str], code: str) -> str:
        async def work() -> str:
            await asyncio.sleep(0)
            return current()

        with speaking(code):
            return await flight.get("key", work)

    async def all_of(flight: SingleFlight[str]) -> list[str]:
        return [
            *await asyncio.gather(ask(flight, "de"), ask(flight, "en")),
            await ask(flight, "de"),
        ]

    assert run(all_of(SingleFlight(1000, len))) == ["de", "en", "de"]
    assert run(all_of(SingleFlight(1000, len, mute=True))) == ["de"] * 3


def chosen(site: Site, text: str, **headers: str) -> tuple[int, str, str]:
    answer = site.ask("POST", "/language", content=text.encode(), content_type=FORM, **headers)
    return (answer.status_code, answer.headers.get("location", ""),
            answer.headers.get("set-cookie", ""))  # fmt: skip


def test_choosing_a_language(site: Site) -> None:
    status, place, cookie = chosen(site, "language=de&next=/games?show=all")
    assert (status, place) == (303, "/games?show=all")
    assert cookie.startswith("language=de; HttpOnly; Max-Age=31536000; Path=/; SameSite=lax")
    for other in ("https://evil.example/", "//evil.example/", "games", "/\\evil.example"):
        assert chosen(site, f"language=de&next={other}")[1] == "/"
    assert chosen(site, "language=xx&next=/")[0] == 400
    assert chosen(site, "language=de", sec_fetch_site="cross-site")[0] == 403
    assert chosen(site, "language=de", origin="https://evil.example")[0] == 403
    assert "Max-Age=0" in chosen(site, "language=&next=/")[2]


def test_a_choice_is_kept_for_the_account(site: Site) -> None:
    ann = site.sign_up("ann")
    session = f"{SESSION}={ann.removeprefix('Bearer ')}"
    assert chosen(site, "language=de&next=/account", cookie=session)[:2] == (303, "/account")
    assert reason(site, auth=ann) == REASONS["de"]
    assert site.get("/api/me", auth=ann)["settings"] == {"language": "de"}


def test_a_cookie_is_secure_where_others_are(site: Site) -> None:
    site.service.secure = True
    assert "; Secure" in chosen(site, "language=de")[2]


def test_pages_of_errors(site: Site) -> None:
    page = site.ask("GET", "/board/999", accept_language="de")
    assert page.status_code == 404
    assert "Es gibt kein Brett 999" in page.text
    assert "Nicht gefunden" in page.text
    assert "Diese Seite gibt es nicht" in site.ask("GET", "/nowhere", accept_language="de").text
    text = site.ask("POST", "/command", content=b"boche show 999", accept_language="de").text
    assert text == "es gibt kein Brett 999\n"


def test_how_a_game_ended_is_kept_in_english_and_told_in_any_language(site: Site) -> None:
    board, one, two = site.friends()
    path = f"/api/boards/{board}"
    strange = Stream(site, f"{path}/events", authorization=two, accept_language=PSEUDO)
    english = Stream(site, f"{path}/events", authorization=one)
    site.post(f"{path}/offers", {"what": "draw"}, auth=one, accept_language="de")
    site.post(f"{path}/answer", {"accepted": True}, auth=two, accept_language="de")
    told = {
        "en": site.get(path)["outcome"]["reason"],
        PSEUDO: site.get(path, accept_language=PSEUDO)["outcome"]["reason"],
    }
    assert told["en"] == "a draw by agreement"
    assert told[PSEUDO].startswith(pseudo(told["en"]))
    assert strange.until("end")[-1]["reason"] == told[PSEUDO]
    assert english.until("end")[-1]["reason"] == told["en"]
    strange.close()
    english.close()
    again = site.refused(
        "POST", f"{path}/moves", {"move": "c:a1"}, auth=one, accept_language=PSEUDO
    )
    assert told[PSEUDO] in again[1]


def test_a_move_that_is_refused_says_why_in_the_language(site: Site) -> None:
    board, one, _ = site.friends()
    path = f"/api/boards/{board}/moves"
    english = site.refused("POST", path, {"move": "nonsense"}, auth=one)[1]
    strange = site.refused("POST", path, {"move": "nonsense"}, auth=one, accept_language=PSEUDO)[1]
    assert strange.startswith(pseudo(english)[:20])


def test_a_kept_page_says_that_it_depends_on_the_language(site: Site) -> None:
    board, _, _ = site.friends()
    assert site.ask("GET", f"/board/{board}").headers["vary"] == "Accept-Language, Cookie"
    assert "vary" not in site.ask("GET", "/api/games").headers


def test_the_manifest(site: Site) -> None:
    told = site.get("/manifest.webmanifest", accept_language="de")
    assert told["lang"] == "de"
    assert [each["name"] for each in told["shortcuts"]] == ["Meine Partien", "Aufgaben"]


@pytest.mark.parametrize(
    ("headers", "code"),
    [({"cookie": "language=de"}, "de"), ({"accept_language": "de-AT"}, "de"), ({}, None)],
)
def test_an_account_gets_the_language_it_was_made_in(
    site: Site, headers: dict[str, str], code: str | None
) -> None:
    payload = {"name": "greta", "password": "a password"}
    answer = site.ask("POST", "/api/accounts", payload, **headers)
    assert answer.status_code == 201, answer.text
    ann = site.sign_up("greta")
    assert site.get("/api/me", auth=ann)["settings"].get("language") == code
    session = f"{SESSION}={ann.removeprefix('Bearer ')}"
    page = site.ask("GET", "/account", cookie=session).text
    assert ("As the browser asks; mails: English" in page) == (code is None)


def test_an_account_made_by_a_command_gets_its_language(site: Site) -> None:
    line = b"signup greta a-password-of-hers"
    answer = site.ask("POST", "/command", content=line, accept_language="de")
    assert answer.status_code == 200, answer.text
    settings = site.get("/api/me", auth=site.sign_up("greta"))["settings"]
    assert settings["language"] == "de"


def test_pages_that_share_a_stream_are_told_reasons_each_in_its_language(site: Site) -> None:
    board, one, two = site.friends()
    path = f"/api/boards/{board}"
    pages = [{"board": board, "language": code} for code in ("de", "en", "tlh", PSEUDO)]
    stream = Stream(site, "/api/events", {"boards": pages}, accept_language="fr")
    site.post(f"{path}/offers", {"what": "draw"}, auth=one, accept_language="de")
    site.post(f"{path}/answer", {"accepted": True}, auth=two, accept_language="de")
    reasons = set()
    while len(reasons) < 4:
        event = stream.next()
        if event["kind"] == "end":
            reasons.add(event["reason"])
    stream.close()
    told = {
        site.get(path, accept_language=code)["outcome"]["reason"]
        for code in ("de", "en", "fr", PSEUDO)
    }
    assert (len(told), reasons) == (4, told)


def test_names_that_nobody_chose_are_words(site: Site) -> None:
    made = site.post("/api/boards", {"game": "boku", "clock": {"start": 600.0}})
    seat = f"Seat {made['secrets'][0]}"
    seats = site.get(f"/api/boards/{made['board']}", auth=seat)["seats"]
    assert [seat["name"] for seat in seats] == ["guest", "friend"]
    waits = {
        code: site.get(f"/api/boards/{made['board']}", auth=seat, accept_language=code)["waiting"]
        for code in ("en", "de")
    }
    assert waits["en"] == "waiting for friend to come"
    assert "Freund" in waits["de"]
    with speaking("de"):
        assert recalled("guest ran out of time").startswith("Gast ")
        assert recalled("level-3 ran out of time").startswith("Stufe 3 ")
        assert recalled("Guestbook ran out of time").startswith("Guestbook ")


def test_saving_a_language_comes_back_to_the_account(site: Site) -> None:
    ann = site.sign_up("ann")
    session = f"{SESSION}={ann.removeprefix('Bearer ')}"
    page = site.ask("GET", "/account", cookie=session).text
    place = re.search(r'action="/language".{1,200}?name="next" value="(/account[^"]*)"', page, re.S)
    assert place is not None
    form = urlencode({"language": "de", "next": place[1]})
    assert chosen(site, form, cookie=session)[:2] == (303, place[1])
    assert "Gespeichert." in site.ask("GET", place[1], cookie=session).text
    assert chosen(site, urlencode({"language": "de", "next": "/help#top"}))[1] == "/help#top"
    assert chosen(site, urlencode({"language": "de", "next": "/#//evil.example"}))[1] == "/"


def test_options_in_a_list_are_words(site: Site) -> None:
    site.post(
        "/api/boards",
        {"game": "boche", "options": {"size": 3, "fill_board": True}, "against": "open"},
    )
    for code, told in (("en", "Size: 3, Play until full: yes"), ("de", "Größe: 3, ")):
        assert told in site.ask("GET", "/lobby", accept_language=code).text
