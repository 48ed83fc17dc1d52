"""``python -m viewer.cli`` is the command ``boche``."""

import sys

from viewer.cli import main

sys.exit(main())
