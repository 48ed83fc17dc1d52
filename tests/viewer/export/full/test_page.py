"""Pages, unpacked: the scenes of every position, escaped texts, and the command."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from boche.engine.languages.current import speaking
from boche.engine.record import Record, load_all, loads, node_text, positions_along
from boche.viewer.camera.camera import VIEWS
from boche.viewer.cli import main
from boche.viewer.export.figure.surfaces import surfaces
from boche.viewer.export.figure.view import View
from boche.viewer.export.page.document import PageMaker
from boche.viewer.export.page.game_data import Look
from boche.viewer.export.page.move_tree import spread_options
from boche.viewer.games.octi.solids import HEIGHT
from boche.viewer.games.registry import build_live, build_scene, view_of
from boche.viewer.scene import SceneOptions
from boche.viewer.scene.live import FALL, LiveOptions
from boche.viewer.scene.model import Scene
from tests import ROOT
from tests.viewer.export.unpacked import Unpacked, key

RECORDS = ROOT / "assets" / "records"
GAMES = ("boche-enclosure.sgf", "che-closed.sgf", "boku-sandwiches.sgf", "octi-fast-torus.sgf")
HOSTILE = "</script><script>alert(1)</script> \"'>&amp; <!-- <script \u202eevil\u202c \x07 end"


def page_of(record: Record, look: Look | None = None) -> str:
    maker = PageMaker([record], look)
    assert list(maker.tell()) == list(range(1, 1 + sum(1 for _ in record.nodes())))
    return maker.html()


def read(name: str) -> Record:
    return load_all(str(RECORDS / name))[0]


def all_of(scene: Scene) -> set[tuple[Any, ...]]:
    return {
        key(b.mesh.name, b.material, (b.translucent, b.floats), i["position"], i["orientation"],
            i["look"], int(i["pattern"]))
        for b in scene.batches
        for i in b.instances
    }  # fmt: skip


def near(found: set[tuple[Any, ...]], wanted: set[tuple[Any, ...]]) -> bool:
    """Return whether two scenes are equal, except for the last digit of their solids' places."""

    def rounded(rows: set[tuple[Any, ...]]) -> dict[tuple[Any, ...], list[tuple[int, ...]]]:
        groups: dict[tuple[Any, ...], list[tuple[int, ...]]] = {}
        for row in rows:
            groups.setdefault((*row[:3], *row[4:]), []).append(row[3])
        return groups

    one, two = rounded(found), rounded(wanted)
    return one.keys() == two.keys() and all(
        any(max(abs(a - b) for a, b in zip(place, other, strict=True)) <= 1 for other in two[k])
        for k, places in one.items()
        for place in places
    )  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_the_scene_of_the_desk(name: str) -> None:
    record = read(name)
    page = Unpacked(page_of(record))
    nodes = page.story["nodes"]
    for number, node in enumerate(record.nodes()):
        row, here = nodes[number], positions_along(record, node)
        last = node.move if row["parent"] >= 0 else None
        options = SceneOptions(last=last)
        assert near(page.instances(row["scene"]), all_of(build_scene(here[-1], options)))
        assert row["text"] == node_text(record.start, node)
        assert row["main"] == (node in record.main_line())
        for way, lifted in spread_options(here[-1], options).items():
            assert near(page.instances(row[way]), all_of(build_scene(here[-1], lifted)))
        assert ("layers" in row) == (record.game_name == "boche")
        if node.move is not None and row["parent"] >= 0:
            falling = build_live(here[-2], LiveOptions(moving=node.move, height=FALL))
            assert near(page.instances(row["fall"]), all_of(falling))


def test_the_end_is_told_in_a_sentence_of_its_own() -> None:
    page = Unpacked(page_of(read("boku-row.sgf")))
    assert [n["state"] for n in page.story["nodes"] if n["text"] == "g3"] == [
        "21. g3. Black wins with 5 in a row, g3 to g7"
    ]


@pytest.mark.parametrize("name", ["boche-enclosure.sgf", "che-closed.sgf"])
def test_groups_light_as_at_the_desk(name: str) -> None:
    """Light groups by the bits in the page and compare with the scene with that group lit."""
    record = read(name)
    line = record.main_line()
    position = positions_along(record, line[12])[-1]
    groups = view_of(record.game_name).groups(position)
    lit = position.groups() if record.game_name == "boche" else position.regions()
    assert len(groups) == len(lit)
    plain = build_scene(position, SceneOptions()).batches[0].instances["pattern"]
    found = set()
    for group in groups:
        pattern = plain.copy()
        for index, bits in group.bits.items():
            pattern[index] |= bits
        found.add(tuple(pattern.tolist()))
    wanted = {
        tuple(
            build_live(position, LiveOptions(lit=each.corners))
            .batches[0]
            .instances["pattern"]
            .tolist()
        )
        for each in lit
    }
    assert found == wanted


def test_a_page_is_small() -> None:
    page = page_of(read("boche-path.sgf")).encode()
    assert len(page) < 300_000
    assert len(gzip.compress(page)) < 170_000  # each position in three arrangements


@pytest.mark.parametrize("name", GAMES)
def test_every_position_can_be_drawn_from_above(name: str) -> None:
    """Compare with the last position's figure: each area with its top, in all palettes."""
    record = read(name)
    page = Unpacked(page_of(record))
    story, stamp_of = page.story, page.arrays[page.story["stampOf"]][:, 0]
    parts = [
        part
        for member in page.members(story["nodes"][len(record.main_line()) - 1]["scene"])
        for part in story["stamps"][stamp_of[member]]
    ]
    last = record.main_line()[-1]
    position = positions_along(record, last)[-1]
    scene = build_scene(position, SceneOptions(last=last.move))
    wanted = [area for each in surfaces(scene, View(VIEWS["top"])) for area in each.areas]
    assert len(parts) == len(wanted)
    for inks in story["stampInks"].values():
        assert all(re.fullmatch("#[0-9a-f]{6}", fill) for fill, _ in inks)
        assert {ink for _, ink, _, _ in parts} <= set(range(len(inks)))
    assert all(re.fullmatch(r"(M[-\d ]+([lc][-\d ]+)+z)+", path) for *_, path in parts)


def test_names_and_comments_are_text_and_nothing_else() -> None:
    record = read("boche-figure-size-4.sgf")
    plain = page_of(record)
    record.name = HOSTILE
    record.set_player("light", HOSTILE)
    record.main_line()[3].comment = HOSTILE * 1000
    page = page_of(record)
    assert page.count("<script") == plain.count("<script") == 3
    assert page.count("</script>") == 3
    assert "<script>alert" not in page
    story = Unpacked(page).story
    assert story["nodes"][3]["comment"].count("alert(1)") == 1000
    assert not re.search("[\u202e\x07]", page), "no characters that change how others read"


def test_a_game_without_a_name_is_called_by_its_game_once() -> None:
    record = Record.new("boche", size=3)
    story = Unpacked(page_of(record)).story
    assert (story["title"], story["about"]) == ("Boche", "")
    record.set_player("light", "level 1")
    record.date = "2026-11-27"
    with speaking("de"):
        story = Unpacked(page_of(record)).story
    assert story["title"] == "Stufe 1 – Boche"
    assert story["about"] == "Boche, Stufe 1 (Hell), 27.11.2026"


def test_only_its_own_script_and_style_may_run() -> None:
    page = page_of(read("boche-figure-size-4.sgf"))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; ")
    for kind, pattern in (
        ("script-src", r"<script>(.*?)</script>"),
        ("style-src", r"<style>(.*?)</style>"),
    ):
        text = re.search(pattern, page, re.DOTALL)
        assert text is not None
        digest = base64.b64encode(hashlib.sha256(text[1].encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy[1]
    assert not re.search(r"https?://|\bsrc=|\bhref=|@import|url\(", page), "it asks nobody"


def test_the_first_position_is_the_one_asked_for() -> None:
    record = read("boche-enclosure.sgf")
    for move, ply in ((0, 0), (5, 5), (-1, len(record.moves()))):
        story = Unpacked(page_of(record, Look(move=move))).story
        row = story["nodes"][story["start"]]
        assert (row["ply"], row["main"]) == (ply, True)


# -- the command


def test_the_command_writes_a_page(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    name, record = tmp_path / "game.html", str(RECORDS / "boku-row.sgf")
    assert main(["page", record, "-o", str(name), "--view", "top", "--palette", "safe"]) == 0
    story = Unpacked(name.read_text(encoding="utf-8")).story
    assert (story["view"], story["palette"]) == ("top", "safe")
    assert main(["page", record, "-o", "-", "--board-only"]) == 0
    assert b'<body class="board">' in capsysbinary.readouterr().out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--move", "99"], "--move 99: this line has 21 moves; give 0 to 21"),
        (["--palette", "loud"], "unknown palette 'loud' (choose from blue, classic, safe)"),
        (
            ["--view", "-60,50"],
            "a page begins with a view of corner, corner2, corner3, top, not -60,50",
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    more: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.html"
    assert main(["page", str(RECORDS / "boku-row.sgf"), "-o", str(out), *more]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not out.exists()


def test_an_illegal_move_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "bad.sgf", tmp_path / "game.html"
    file.write_text("(;FF[4]GM[Boche]SZ[4];W[c:a1](;B[a:b1])(;B[c:a1];W[a:a1]))")
    assert main(["page", str(file), "-o", str(out)]) == 2
    assert "ply 2: " in capsys.readouterr().err
    assert not out.exists()
    assert main(["page", str(file), "-o", str(out), "--lenient"]) == 0
    assert len(Unpacked(out.read_text("utf-8")).story["nodes"]) == 3


def test_a_folder_of_records_becomes_one_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "club <b>", tmp_path / "club.html"
    folder.mkdir()
    for name in ("boku-row.sgf", "che-closed.sgf"):
        (folder / name).write_bytes((RECORDS / name).read_bytes())
    (folder / "notes.md").write_text("no record")
    assert main(["page", str(folder), "--collection", "-o", str(out)]) == 0
    page = out.read_text("utf-8")
    assert "<title>club &lt;b&gt;</title>" in page
    assert [Unpacked(page, game).story["file"] for game in (0, 1)] == ["boku.sgf", "che.sgf"]
    assert page.count("<option>") == 2
    for wrong, said in (
        (str(RECORDS / "boku-row.sgf"), "Not a directory"),
        (str(tmp_path), "holds no"),
    ):
        assert main(["page", wrong, "--collection", "-o", str(out)]) == 2
        assert said in capsys.readouterr().err


def test_a_long_record_says_how_large_its_page_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = loads("(;FF[4]GM[Boche]SZ[2]C[x])")
    record.root.comment = "".join(str(number) for number in range(400_000))
    from boche.engine.record import dump_sgf

    file, out = tmp_path / "long.sgf", tmp_path / "game.html"
    file.write_bytes(dump_sgf(record))
    assert main(["page", str(file), "-o", str(out)]) == 0
    assert "1 position makes a page of" in capsys.readouterr().err


def test_the_pods_of_a_stack_are_numbered_over_all_else() -> None:
    """Expect those numbers to be outlined in the data of a page, and no other labels."""
    rows = Unpacked(page_of(read("octi-south.sgf"))).story["labels"]
    over = {row[0] for row in rows if len(row) == 6}
    assert {"2", "3"} <= over
    assert all(row[5] == 1 and row[3] > HEIGHT for row in rows if len(row) == 6)
