"""Che in the HUD: the facts of a position and the palette of tiles."""

from __future__ import annotations

from boche.engine.games import che
from boche.viewer.camera.camera import VIEWS
from boche.viewer.games.che import panel as hud
from boche.viewer.games.che.pick import PICKER
from tests.positions import played


def rows(position) -> list[tuple[str, str, str]]:
    return [(fact.label, fact.value, fact.colour) for fact in hud.facts(position)]


def test_facts_at_the_start() -> None:
    assert rows(che.GAME.new()) == [
        ("To win", "close a region of your colour", ""),
        ("Tiles left", "48", ""),
        ("Begins", "one tile at 0,0", ""),
        ("To lay", "1 tile", ""),
    ]
    limited = rows(che.GAME.new(group_area=16))
    assert limited[4:] == [("Largest region", "0 of 16", colour) for colour in ("light", "dark")]
    assert rows(che.GAME.new(num_tiles=-1))[1] == ("Tiles left", "no limit", "")


def test_a_first_tile_that_is_laid_counts() -> None:
    position = played("che", "fl:0,0")
    before, after = hud.facts(position), hud.facts(position, "fr:0,1")
    assert [fact.value for fact in before[1:3]] == ["47", "2 tiles"]
    assert [fact.value for fact in after[1:3]] == ["46", "1 tile"]


def test_regions_that_can_be_closed_are_told_of() -> None:
    position = played("che", "fl:0,0 fr:0,1+fr:1,0")
    facts = hud.facts(position)
    assert facts[1].value == "45"
    (danger,) = facts[5:]
    assert (danger.label, danger.value, danger.colour) == ("Dark threatens to close", "1,1", "dark")
    assert danger.alarm
    assert danger.tip == "tiles there can close a dark corner; then dark wins"
    turned = hud.facts(played("che", "fl:0,0 fr:0,1+fr:1,0", group_area=16))[-1]
    assert (turned.label, turned.colour) == ("Light threatens to close", "light")
    assert turned.tip == "tiles there can close a dark corner; then light wins"
    two = hud.facts(played("che", "br:0,0 fl:1,-1+fr:1,0 bl:2,-1+br:3,-1"))
    assert [fact.value for fact in two if "threatens" in fact.label][:1] == ["2,0 and 3,0"]


def test_what_takes_two_tiles_cannot_be_closed_by_the_second_one_of_a_turn() -> None:
    position, told = played("che", "br:0,0 fl:-2,0+bl:-1,0"), set()
    assert {f.value: str(f.own) for f in hud.facts(position) if f.own}["-1,1 and 0,1"] == (
        "You can close"
    )
    for taken in ("fr:-3,0", "br:-1,1", "bl:0,1"):
        for fact in hud.facts(position, taken):
            if fact.own and fact.colour == "light":
                told.add((taken, fact.value, str(fact.own)))
    assert ("fr:-3,0", "-1,1 and 0,1", "Next turn you can close") in told
    assert ("br:-1,1", "0,1", "You can close") in told
    assert ("bl:0,1", "-1,1", "You can close") in told


def test_a_region_that_the_first_tile_closes_is_told_of() -> None:
    position = played("che", "fl:0,0 fr:0,1+fr:1,0")
    closed = hud.facts(position, "fl:1,1")[5]
    assert (closed.label, closed.value, closed.colour) == (
        "Closed by this move", "a dark region", "dark",
    )  # fmt: skip
    assert closed.alarm, "light is to move"
    assert closed.tip == "at the end of this move dark wins"
    assert not hud.facts(played("che", "fl:0,0 fr:0,1+fr:1,0", group_area=16), "fl:1,1")[5].alarm


def test_after_a_first_tile_that_closes_a_region_none_waits_for_the_next_turn() -> None:
    """The game ends with this move; what its second tile can close still counts."""
    moves = "br:0,0 fr:-1,0+fl:-1,1 br:-1,-1+bl:0,-1 fl:-2,0+bl:-1,-2"
    facts = hud.facts(played("che", moves), "fr:-2,1")
    assert [str(fact.own) for fact in facts if fact.own] == ["You can close"]
    assert [fact.value for fact in facts if fact.own] == ["0,-2"]


def test_what_any_second_tile_does_is_said_where_the_first_has_closed_a_region() -> None:
    moves = "fl:0,0 fr:0,1+fr:1,0"
    to_lay = {}
    for options in ({}, {"group_area": 16}):
        position = played("che", moves, **options)
        facts = {fact.label: fact.value for fact in hud.facts(position, "fl:1,1")}
        to_lay[facts["To lay"]] = PICKER.next_step(position, "fl:1,1")
    assert to_lay == {
        "1 tile: any one loses":
            "any second tile loses now; Esc or a right click takes the first one back",
        "1 tile: any one wins":
            "any second tile wins now; Esc or a right click takes the first one back",
    }  # fmt: skip


def test_a_second_tile_that_may_close_the_other_colour_as_well_is_named() -> None:
    position = played("che", "bl:0,0 bl:-1,-1+br:0,-1 fl:0,1+fr:0,2 fr:1,-1+fl:1,2")
    ends = {position.play(f"br:-1,0+{tile}").outcome.winner for tile in ("fr:1,1", "bl:1,1")}
    assert "dark" in ends
    assert position.turn == "light"
    assert position.play("br:-1,0+fr:2,2").outcome.winner == "light"
    told = PICKER.next_step(position, "br:-1,0")
    assert told == "a second tile wins now, but one at 1,1 may lose"
    assert ("To lay", "1 tile", "") in [
        (fact.label, fact.value, fact.colour) for fact in hud.facts(position, "br:-1,0")
    ]


def test_with_one_tile_left_nothing_is_told_of_that_needs_two() -> None:
    moves = "bl:0,0 fl:-1,0+fl:0,1 br:-2,-1+bl:-1,-1"
    assert [fact.value for fact in hud.facts(played("che", moves)) if fact.alarm] == [
        "-2,-2 and -1,-2"
    ]
    assert not [fact for fact in hud.facts(played("che", moves, num_tiles=6)) if fact.alarm]


def test_limits_are_told_of_before_they_are_reached() -> None:
    moves = "fl:0,0 bl:1,0+fl:1,-1"
    area = hud.facts(played("che", moves, group_area=4))
    assert [(f.label, f.value, f.colour, f.alarm) for f in area[3:5]] == [
        ("Largest region", "2 of 4", "light", True),
        ("Largest region", "1 of 4", "dark", False),
    ]
    extent = hud.facts(played("che", moves, group_extent=4))
    assert [(f.label, f.value, f.colour, f.alarm) for f in extent[5:7]] == [
        ("Widest region", "2 of 4", "light", True),
        ("Widest region", "1 of 4", "dark", False),
    ]
    assert extent[5].tip.endswith("with 4 light loses")


def test_a_finished_game_tells_what_is_left() -> None:
    position = played("che", "fl:0,0 fr:0,1+fr:1,0 fl:1,1+fr:1,2")
    assert [(fact.label, fact.value, fact.colour) for fact in hud.facts(position)] == [
        ("Tiles left", "43", ""), ("Closed region", "4 tiles", "dark"),
    ]  # fmt: skip


def test_a_game_lost_by_size_tells_the_largest_regions() -> None:
    position = played("che", "fl:0,0 bl:1,0+fl:1,-1", group_area=2)
    assert position.winner == "dark"
    assert [(fact.label, fact.value) for fact in hud.facts(position)[1:]] == [
        ("Largest region", "2 of 2"), ("Largest region", "1 of 2"),
    ]  # fmt: skip


def test_the_palette_has_the_four_tiles() -> None:
    start = che.GAME.new()
    assert hud.choices(start) == ("fl", "fr", "bl", "br")
    assert hud.usual(start) == ("fl", "fr", "bl", "br")
    assert hud.usual(played("che", "fl:0,0")) == ("fr", "bl")


def test_the_palette_picture() -> None:
    scene, camera = hud.pieces(("fl", "fr", "bl", "br"), VIEWS["corner"], "light")
    sizes = {batch.mesh.name: len(batch.instances) for batch in scene.batches}
    assert sizes == {"square": 4, "che rim": 16, "che core": 16, "che back rim": 16}
    assert camera.projection == "ortho"
    places = {tuple(p) for p in scene.batches[0].instances["position"].round(3).tolist()}
    assert len(places) == 4
