"""The players at a board, as its page requests them: accounts, ratings, guests' names."""

from __future__ import annotations

from tests.server.web.site import Site


def test_accounts_have_pages_and_ratings_that_a_game_changes(site: Site) -> None:
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    asked = {"game": "boku", "against": "open", "rated": True}
    number = site.post("/api/boards", asked, auth=ann)["board"]
    site.post(f"/api/boards/{number}/join", {}, auth=bob)
    before = site.get(f"/api/boards/{number}/people")["people"]
    unrated = {"rating": None, "provisional": True, "text": "", "change": None}
    assert before == 2 * [{"account": True, **unrated}]
    site.post(f"/api/boards/{number}/moves", {"move": "f5"}, auth=ann)
    site.post(f"/api/boards/{number}/moves", {"move": "f6"}, auth=bob)
    site.post(f"/api/boards/{number}/resign", auth=ann)
    one, two = site.get(f"/api/boards/{number}/people")["people"]
    assert one["change"]["before"] == two["change"]["before"] == 1500
    assert one["change"]["after"] < 1500 < two["change"]["after"]
    assert (one["rating"], two["rating"]) == tuple(
        round(each["change"]["after"]) for each in (one, two)
    )


def test_a_guest_is_called_as_they_wish(site: Site) -> None:
    number, one, two = site.friends(**{"as": "Ann"})
    path = f"/api/boards/{number}"
    site.done("PUT", f"{path}/name", {"name": "  Zoe  Zed "}, auth=two)
    assert [each["name"] for each in site.get(path)["seats"]] == ["Ann", "Zoe Zed"]
    assert [each["account"] for each in site.get(f"{path}/people")["people"]] == [False, False]
    for name in ("x" * 200, "a\u0000b", "a\u202eb"):
        assert site.refused("PUT", f"{path}/name", {"name": name}, auth=one)[0] == 400
    assert site.refused("PUT", f"{path}/name", {"name": "Eve"})[0] == 403
    own = site.post("/api/boards", {"game": "boku", "name": "Bob"}, auth=site.sign_up("ann"))
    path = f"/api/boards/{own['board']}"
    status, why = site.refused("PUT", f"{path}/name", {"name": "Eve"}, auth=site.sign_up("ann"))
    assert (status, why) == (409, f"board {own['board']}: you play there under your account's name")
