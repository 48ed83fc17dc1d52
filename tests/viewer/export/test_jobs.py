"""Files to be made elsewhere: what they need survives the way there."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

from boche.engine.record import Node, Record, load
from boche.viewer.export.jobs import Model, Page, Played, StoppedError
from boche.viewer.export.page.game_data import Look
from tests import ROOT

RECORDS = sorted((ROOT / "assets" / "records").glob("*.*"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_record_arrives_with_each_of_its_lines(path: Path) -> None:
    record = load(path)
    for node in [node for node in record.nodes() if not node.children]:
        line = pickle.loads(pickle.dumps(Played.of(record, node))).line()
        assert list(line.move_texts(len(line.moves))) == [
            str(each.move) for each in node.path() if each.move is not None
        ]
        assert line.record.players == record.players


def test_a_record_that_is_longer_than_python_goes_deep_arrives() -> None:
    record = Record.new("boche")
    node = record.root
    for number in range(2 * sys.getrecursionlimit()):
        node = Node(properties=[("C", (str(number),))], parent=node)
    played = pickle.loads(pickle.dumps(Played.of(record, node)))
    assert played.line().record.main_line()[-1].comment == node.comment


def test_work_that_is_stopped_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text("before")

    def tell(done: int, count: int) -> None:
        if done > 1:
            raise StoppedError

    job = Page(Played.of(load(RECORDS[0])), Look())
    with pytest.raises(StoppedError):
        job.run(str(path), tell)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_model_is_the_position_at_its_node(tmp_path: Path) -> None:
    record = load(ROOT / "assets" / "records" / "boku-row.sgf")
    sizes = []
    for node in (record.root, record.main_line()[-1]):
        path = tmp_path / "model.glb"
        Model(Played.of(record, node), ".glb", "classic", "light").run(str(path), print)
        assert path.read_bytes()[:4] == b"glTF"
        sizes.append(path.stat().st_size)
    assert sizes[0] < sizes[1]
