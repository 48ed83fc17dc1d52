"""node, which runs the pages' scripts and what checks them; a wheel brings it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
"""An environment in which a node of the virtual environment comes first."""


def called(script: str, expression: str, data: Any) -> Any:
    """Return the value of an expression of a script about ``data``, through JSON."""
    program = f"{script}\nconst data = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
    done = subprocess.run(
        ["node", "--eval", f"{program}\nconsole.log(JSON.stringify({expression}));"],
        env=ENVIRONMENT,
        input=json.dumps(data),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
