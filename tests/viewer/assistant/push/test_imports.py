"""What is loaded before somebody thinks."""

from __future__ import annotations

import subprocess
import sys

from tests import ROOT


def test_nothing_heavy_is_loaded_before_someone_thinks() -> None:
    code = (
        "import sys\n"
        "from boche.viewer.assistant.assistant import Assistant\n"
        "from boche.viewer.assistant.background import BackgroundThinker\n"
        "from boche.viewer.assistant.search_backend import SearchBackend\n"
        "from boche.viewer.table.input import Controller\n"
        "from boche.viewer.session import Session\n"
        "w = BackgroundThinker(SearchBackend)\n"
        "k = Assistant(Controller(Session.new('boche')).table, w)\n"
        "k.tick()\nw.close()\nprint(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) & {"moderngl", "pyglet"} == set()
