"""All commands with all layouts."""

from __future__ import annotations

from tests.e2e.window import test_window_layouts as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

LAYOUTS = ("us", "fr", "be", "de", "ch", "us dvorak", "fr bepo", "tr", "gr", "ru", "ru,us", "ua",
           "bg", "ara", "il", "ir", "th", "cz", "jp")  # fmt: skip


SCENARIOS = "tests.e2e.window.layout_scenarios"


def test_commands_are_reached_with_every_layout(desk: Desk) -> None:
    layouts = ("fr", "de", "gr", "ru,us", "ara", "il", "th")
    push.test_commands_are_reached_with_every_layout(desk, layouts)


def test_no_command_is_out_of_reach(desk: Desk) -> None:
    missing = desk.scenario("reached", *LAYOUTS, module="tests.e2e.window.layout_scenarios")
    # Shift+L types a slash there, which is a command of its own; the setting remains.
    assert missing.pop("ara") == ["numbers"]
    assert not any(missing.values()), missing


def test_no_key_is_called_by_a_letter_that_looks_like_another_key(desk: Desk) -> None:
    seen = desk.scenario("shown", "gr", "ru", module="tests.e2e.window.layout_scenarios")
    greek, russian = seen["gr"], seen["ru"]
    assert (greek["R"], greek["P"], greek["A"]) == ("R (Ρ)", "Π", "Α")
    assert (greek["S"], greek["W"]) == ("Σ", "ς"), "two keys with one capital"
    assert [russian[name] for name in "RHYEPZF"] == [
        "R (К)", "H (Р)", "Y (Н)", "E (У)", "P (З)", "Я", "F (А)",
    ]  # fmt: skip
    assert russian["C"] == "С"
    for names in seen.values():
        assert len(set(names.values())) == 26


def test_a_move_is_typed_by_the_places_of_keys_and_a_comment_by_their_letters(desk: Desk) -> None:
    seen = desk.scenario("typed", "us", "ru", "gr", "il", "ara", module=SCENARIOS)
    assert seen.pop("us") == ["f7A", "f7A"]
    assert {typed.lower() for typed, _ in seen.values()} == {"f7a"}
    assert seen["ru"][1] == "а7Ф"
    assert seen["gr"][1] == "φ7Α"


def test_a_key_without_shift_means_one_digit(desk: Desk) -> None:
    layouts = ("us", "fr", "fr bepo", "cz", "ara", "th", "la")
    seen = desk.scenario("digits", *layouts, module="tests.e2e.window.layout_scenarios")
    assert seen == {layout: list("1234567890") for layout in layouts}
